"""Chats with a running instance over its websocket, as the page does: resends until acknowledged."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.instance import Instance


class Talker:
    """One signed-in browser tab without the browser."""

    def __init__(self, instance: Instance, name: str = "user") -> None:
        self.instance = instance
        self.conversation: int | None = None
        self._cookie = self._sign_in(name)
        self._socket: ClientConnection | None = None
        self._open = ExitStack()

    def send(self, text: str, *, seconds: float = 60) -> int:
        """Send a message until it is acknowledged, through any loss of the server; return the turn."""
        client_id = str(uuid.uuid4())
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                ack = self._try_to_send(client_id, text)
            except (OSError, WebSocketException, TimeoutError):
                self.close()
                time.sleep(0.3)
                continue
            if ack is not None:
                self.conversation = ack["conversation"]
                turn: int = ack["turn"]
                return turn
            time.sleep(0.5)
        raise TimeoutError(f"not acknowledged within {seconds} s: {text}")

    def follow(self, turn: int, *, seconds: float = 30) -> list[dict[str, Any]]:
        """Return the JSON frames that arrive until the turn has ended, the last one included."""
        found = []
        for frame in self._frames(seconds):
            found.append(frame)
            if frame["type"] == "turn.finished" and frame["turn"] == turn:
                return found
        raise TimeoutError(f"turn {turn} did not end within {seconds} s: {found}")

    def retry(self, turn: int, *, seconds: float = 30) -> int:
        """Ask for another answer to the message of a turn; return the new turn."""
        self._connected().send(json.dumps({"type": "retry", "turn": turn}))
        for frame in self._frames(seconds):
            if frame["type"] == "turn.started":
                started: int = frame["turn"]
                return started
            if frame["type"] == "error":
                raise RuntimeError(f"refused: {frame}")
        raise TimeoutError(f"no new turn within {seconds} s")

    def page(self) -> str:
        """Return the page of the conversation as the browser gets it."""
        answer = httpx.get(self.instance.url, headers={"Cookie": self._cookie}, timeout=30)
        answer.raise_for_status()
        return answer.text

    def close(self) -> None:
        self._socket = None
        self._open.close()

    def _try_to_send(self, client_id: str, text: str) -> dict[str, int] | None:
        """Return the acknowledgement, or None when the server says to try later."""
        socket = self._connected()
        frame = {"type": "message", "client_id": client_id, "text": text}
        socket.send(json.dumps({**frame, "conversation": self.conversation}))
        while True:
            received = socket.recv(timeout=10)
            if not received.startswith("{"):
                continue
            answer = json.loads(received)
            if answer.get("client_id") != client_id:
                continue
            if answer["type"] == "ack":
                return answer
            if answer["code"] not in {"turn_running", "internal"}:
                raise RuntimeError(f"refused: {answer}")
            return None

    def _frames(self, seconds: float) -> Iterator[dict[str, Any]]:
        """Yield the JSON frames that arrive within some time; HTML is for browsers."""
        socket, deadline = self._connected(), time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            received = socket.recv(timeout=left)
            if received.startswith("{"):
                yield json.loads(received)

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            self._socket = self._open.enter_context(
                connect(
                    self.instance.url.replace("http", "ws") + "/ws/chat/?language=en",
                    origin=self.instance.url,
                    additional_headers={"Cookie": self._cookie},
                    open_timeout=10,
                )
            )
        return self._socket

    def _sign_in(self, name: str) -> str:
        with httpx.Client(base_url=self.instance.url, timeout=30) as client:
            client.get("/accounts/login/")
            form = {
                "login": name,
                "password": self.instance.password,
                "csrfmiddlewaretoken": client.cookies["csrftoken"],
            }
            answer = client.post("/accounts/login/", data=form)
            assert answer.status_code == 302, answer.text[:500]
            return f"sessionid={client.cookies['sessionid']}"
