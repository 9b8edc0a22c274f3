"""The reranker against a small real HTTP server in the forms of Cohere, Jina and TEI."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from memory.backends.base import BackendMisconfigured, BackendUnavailable
from memory.backends.rerank import HttpReranker

pytestmark = pytest.mark.pure


class Answers(BaseHTTPRequestHandler):
    status, body = 200, {}
    asked: list = []

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        self.asked.append((dict(self.headers), json.loads(self.rfile.read(length))))
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(json.dumps(self.body).encode())

    def log_message(self, *_args):
        """Keep the test's output clean."""


@pytest.fixture
def endpoint():
    handler = type("Handler", (Answers,), {"asked": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    handler.url = f"http://127.0.0.1:{server.server_port}/rerank"
    yield handler
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            {
                "results": [
                    {"index": 1, "relevance_score": 0.9},
                    {"index": 0, "relevance_score": 0.2},
                ]
            },
            id="Cohere and Jina",
        ),
        pytest.param([{"index": 1, "score": 0.9}, {"index": 0, "score": 0.2}], id="TEI"),
    ],
)
def test_scores_come_back_in_the_order_of_the_texts(endpoint, body):
    endpoint.body = body
    reranker = HttpReranker(url=endpoint.url, model="small", api_key="key")
    assert reranker.rerank("q", ["a", "b"]) == [0.2, 0.9]
    headers, asked = endpoint.asked[0]
    assert headers["Authorization"] == "Bearer key"
    assert (asked["query"], asked["documents"], asked["model"]) == ("q", ["a", "b"], "small")


def test_logits_become_shares(endpoint):
    endpoint.body = {"results": [{"index": 0, "relevance_score": -3.0}]}
    (score,) = HttpReranker(url=endpoint.url).rerank("q", ["a"])
    assert 0.0 < score < 0.5


@pytest.mark.parametrize(
    ("status", "error"), [(401, BackendMisconfigured), (503, BackendUnavailable)]
)
def test_a_refusal_and_a_failure_are_told_apart(endpoint, status, error):
    endpoint.status = status
    with pytest.raises(error):
        HttpReranker(url=endpoint.url).rerank("q", ["a"])


def test_an_answer_that_leaves_texts_out_is_no_answer(endpoint):
    endpoint.body = {"results": []}
    with pytest.raises(BackendUnavailable):
        HttpReranker(url=endpoint.url).rerank("q", ["a"])


def test_nobody_listening_is_a_failure_that_may_pass():
    with pytest.raises(BackendUnavailable):
        HttpReranker(url="http://127.0.0.1:9/rerank", timeout=2).rerank("q", ["a"])


def test_nothing_is_asked_about_nothing(endpoint):
    assert HttpReranker(url=endpoint.url).rerank("q", []) == []
    assert endpoint.asked == []
