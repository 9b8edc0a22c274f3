"""A small OpenAI-compatible server that behaves as told: well, badly, slowly or not at all.

It speaks real HTTP to the real `openai` client. Replies to a person take their step from `replies`,
requests with a `response_format` from `structured`, whatever else the small model is asked from
`small`: a worker at its own pace never takes what was meant for a reply. An empty script answers
"OK.", or what `otherwise_structured` says: at first, that there is nothing to remember.
"""

import hashlib
import json
import math
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = Callable[["Exchange"], None]
DIMENSIONS = 32


@dataclass
class RecordedRequest:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body.get("messages", [])


class Exchange:
    """One request of `/chat/completions`, and ways of answering it."""

    def __init__(self, handler: "_Handler", body: dict[str, Any], stop: threading.Event) -> None:
        self.handler = handler
        self.body = body
        self.stop = stop

    @property
    def is_streaming(self) -> bool:
        return bool(self.body.get("stream"))

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than the server lives."""
        self.stop.wait(seconds)

    def error(self, status: int, code: str, message: str, headers: dict[str, str]) -> None:
        body = {"error": {"message": message, "type": "error", "code": code, "param": None}}
        self.handler.answer(status, json.dumps(body).encode(), headers)

    def start_stream(self) -> None:
        self.handler.send_response(200)
        self.handler.send_header("Content-Type", "text/event-stream")
        self.handler.send_header("Connection", "close")
        self.handler.end_headers()
        self.handler.wfile.flush()

    def event(self, data: str) -> None:
        self.handler.wfile.write(f"data: {data}\n\n".encode())
        self.handler.wfile.flush()

    def chunk(self, delta: dict[str, Any], finish: str | None = None) -> None:
        self.event(json.dumps(self._chunk([{"index": 0, "delta": delta, "finish_reason": finish}])))

    def end_stream(self, finish: str, words: int) -> None:
        self.chunk({}, finish)
        if self.body.get("stream_options", {}).get("include_usage"):
            self.event(json.dumps({**self._chunk([]), "usage": _usage(words)}))
        self.event("[DONE]")

    def complete(self, message: dict[str, Any], finish: str, words: int) -> None:
        body = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": self.body.get("model", ""),
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": None, **message},
                    "finish_reason": finish,
                }
            ],
            "usage": _usage(words),
        }
        self.handler.answer(200, json.dumps(body).encode(), {})

    def _chunk(self, choices: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": self.body.get("model", ""),
            "choices": choices,
        }


def _usage(words: int) -> dict[str, int]:
    return {"prompt_tokens": 100, "completion_tokens": words, "total_tokens": 100 + words}


def say(text: str, *, pause: float = 0.0) -> Step:
    """Answer with a text, word by word when streaming, `pause` seconds between the words."""

    def step(exchange: Exchange) -> None:
        pieces = re.findall(r"\S+\s*|\s+", text) or [""]
        if not exchange.is_streaming:
            exchange.complete({"content": text}, "stop", len(pieces))
            return
        exchange.start_stream()
        exchange.chunk({"role": "assistant", "content": ""})
        for piece in pieces:
            exchange.chunk({"content": piece})
            exchange.pause(pause)
        exchange.end_stream("stop", len(pieces))

    return step


def say_json(value: Any) -> Step:
    """Answer with an object, as a model does that was given a JSON schema."""
    return say(json.dumps(value, ensure_ascii=False))


NOTHING_FOUND = say_json({"candidates": []})


def call_tools(*calls: tuple[str, dict[str, Any]], text: str = "") -> Step:
    """Ask for tool calls; streamed with the arguments cut into small pieces."""

    def step(exchange: Exchange) -> None:
        whole = [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": json.dumps(arguments, ensure_ascii=False),
                },
            }
            for number, (name, arguments) in enumerate(calls)
        ]
        if not exchange.is_streaming:
            exchange.complete({"content": text or None, "tool_calls": whole}, "tool_calls", 5)
            return
        exchange.start_stream()
        if text:
            exchange.chunk({"role": "assistant", "content": text})
        for index, call in enumerate(whole):
            head = {**call, "index": index, "function": {**call["function"], "arguments": ""}}
            exchange.chunk({"tool_calls": [head]})
            for piece in re.findall(r".{1,7}", call["function"]["arguments"], re.DOTALL):
                part = {"index": index, "function": {"arguments": piece}}
                exchange.chunk({"tool_calls": [part]})
        exchange.end_stream("tool_calls", 5)

    return step


def fail(
    status: int, *, code: str = "", message: str = "no", retry_after: float | None = None
) -> Step:
    """Answer with an HTTP error."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return lambda exchange: exchange.error(status, code, message, headers)


def cut(text: str) -> Step:
    """Stream a text and break off: no finish reason, no [DONE], the connection closed."""

    def step(exchange: Exchange) -> None:
        exchange.start_stream()
        exchange.chunk({"role": "assistant", "content": text})

    return step


def reset(text: str) -> Step:
    """Stream a text in an encoding that promises more, then drop the connection."""

    def step(exchange: Exchange) -> None:
        handler = exchange.handler
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        exchange.chunk({"role": "assistant", "content": text})
        handler.close_connection = True

    return step


def silence(seconds: float = 60.0, *, after: str = "") -> Step:
    """Begin to answer, then send nothing."""

    def step(exchange: Exchange) -> None:
        exchange.start_stream()
        if after:
            exchange.chunk({"role": "assistant", "content": after})
        exchange.pause(seconds)

    return step


def broken_stream(text: str = "") -> Step:
    """Stream something that is not JSON."""

    def step(exchange: Exchange) -> None:
        exchange.start_stream()
        if text:
            exchange.chunk({"role": "assistant", "content": text})
        exchange.event('{"choices": [{"delta": {"content":')

    return step


def error_in_stream(text: str = "") -> Step:
    """Report an error as an event, as vLLM does when it fails in the middle."""

    def step(exchange: Exchange) -> None:
        exchange.start_stream()
        if text:
            exchange.chunk({"role": "assistant", "content": text})
        exchange.event(json.dumps({"error": {"message": "out of memory", "code": 500}}))

    return step


def echo_schema() -> Step:
    """Answer with the JSON schema that was sent, as small models do (graphiti#868)."""

    def step(exchange: Exchange) -> None:
        wanted = exchange.body.get("response_format", {})
        schema = wanted.get("json_schema", {}).get("schema", {"type": "object", "properties": {}})
        say_json(schema)(exchange)

    return step


def refuse_format(kind: str) -> Step:
    """Answer 400 to a response format that an older server does not know."""
    return fail(400, code="invalid_request_error", message=f"response_format {kind} not supported")


@dataclass
class ModelServer:
    """The script, what was asked, and the address. Reset between tests with `clear()`."""

    url: str = ""
    requests: list[RecordedRequest] = field(default_factory=list)
    replies: deque[Step] = field(default_factory=deque)
    structured: deque[Step] = field(default_factory=deque)
    small: deque[Step] = field(default_factory=deque)
    otherwise_structured: Step = NOTHING_FOUND
    unsupported_formats: set[str] = field(default_factory=set)
    stop: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def script(self, *steps: Step) -> None:
        """Say how the next requests for a reply are answered, one step each."""
        self.replies.extend(steps)

    def script_structured(self, *steps: Step) -> None:
        """Say how the next requests with a `response_format` are answered."""
        self.structured.extend(steps)

    def script_small(self, *steps: Step) -> None:
        """Say how the next requests to the small model without a format are answered."""
        self.small.extend(steps)

    def clear(self) -> None:
        with self.lock:
            self.requests.clear()
            for script in (self.replies, self.structured, self.small):
                script.clear()
            self.unsupported_formats.clear()
            self.otherwise_structured = NOTHING_FOUND

    def asked(self, path_end: str) -> list[RecordedRequest]:
        return [request for request in self.requests if request.path.endswith(path_end)]

    def next_step(self, body: dict[str, Any]) -> Step:
        wanted = body.get("response_format")
        with self.lock:
            if wanted is None:
                is_small = "small" in str(body.get("model"))
                script = self.small if is_small else self.replies
                return script.popleft() if script else say("OK.")
            if wanted.get("type") in self.unsupported_formats:
                return refuse_format(str(wanted["type"]))
            return self.structured.popleft() if self.structured else self.otherwise_structured


def embedding(text: str) -> list[float]:
    """Return a vector of length 1 that is nearer the more words two texts share."""
    vector = [0.0] * DIMENSIONS
    for word in re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.lower()):
        vector[hashlib.sha256(word.encode()).digest()[0] % DIMENSIONS] += 1.0
    length = math.sqrt(sum(part * part for part in vector)) or 1.0
    return [part / length for part in vector]


def _shared_words(query: str, text: str) -> float:
    wanted = set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", query.lower()))
    found = set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.lower()))
    return len(wanted & found) / len(wanted) if wanted else 0.0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_json(self, value: Any) -> None:
        self.answer(200, json.dumps(value).encode(), {})

    def do_GET(self) -> None:
        self.answer_json({"object": "list", "data": [{"id": "test-model", "object": "model"}]})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(raw or b"{}")
        control = self.server.control
        with control.lock:
            control.requests.append(
                RecordedRequest(
                    path=self.path,
                    headers={k.lower(): v for k, v in self.headers.items()},
                    body=body,
                )
            )
        try:
            self._serve(control, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client went away, which is what some tests do

    def _serve(self, control: ModelServer, body: dict[str, Any]) -> None:
        if self.path.endswith("/chat/completions"):
            control.next_step(body)(Exchange(self, body, control.stop))
            if body.get("stream"):
                self.close_connection = True
        elif self.path.endswith("/embeddings"):
            self.answer_json(_embeddings(body))
        elif self.path.endswith("/rerank"):
            self.answer_json(_ranking(body))
        else:
            self.answer(404, b'{"error": {"message": "no such path"}}', {})


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    given = body.get("input", [])
    texts: Sequence[str] = [given] if isinstance(given, str) else given
    data = [
        {"object": "embedding", "index": index, "embedding": embedding(text)}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data, "model": body.get("model", ""), "usage": usage}


def _ranking(body: dict[str, Any]) -> dict[str, Any]:
    documents = body.get("documents") or body.get("texts") or []
    results = [
        {"index": index, "relevance_score": _shared_words(body.get("query", ""), text)}
        for index, text in enumerate(documents)
    ]
    return {"results": sorted(results, key=lambda result: -result["relevance_score"])}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    control: ModelServer


@contextmanager
def running_model_server() -> Iterator[ModelServer]:
    """Serve on a free port of the loopback; `url` is what OPENAI_BASE_URL is set to."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.control = ModelServer(url=f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.control
    finally:
        server.control.stop.set()
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
