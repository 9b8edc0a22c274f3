"""Extraction by a model that behaves and misbehaves, over real HTTP with the real client."""

from datetime import UTC, datetime

import numpy as np
import pytest

from memory.backends.base import BackendUnavailable, DimensionMismatch
from memory.backends.openai import OpenAIEmbedder, OpenAIExtractor
from memory.domain.types import ExtractionRequest, Kind, Mode, WorkingOp
from tests.model_server import (
    DIMENSIONS,
    cut,
    echo_schema,
    fail,
    reset,
    running_model_server,
    say,
    say_json,
    silence,
)

pytestmark = pytest.mark.pure
SAID_AT = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def running():
    with running_model_server() as server:
        yield server


@pytest.fixture
def server(running):
    running.clear()
    return running


@pytest.fixture
def extractor(server):
    return OpenAIExtractor(model="small", base_url=server.url, api_key="k", timeout=1, pause=0.001)


def request(text="I'm allergic to nuts and I live in Bern.", **values):
    return ExtractionRequest(text=text, said_at=SAID_AT, **values)


def entry(**values):
    return {
        "quote": "I'm allergic to nuts",
        "text": "The user is allergic to nuts.",
        "subject": "user",
        "attribute": "allergies",
        "value": "nuts",
        "kind": "constraint",
        "mode": "standing",
        "importance": 0.9,
        "confidence": 0.95,
        "valid_from": None,
        "valid_to": None,
        "expires_at": None,
        "relations": [],
        **values,
    }


def answer(*entries, working=()):
    return say_json({"candidates": list(entries), "working": list(working)})


def formats(server):
    asked = server.asked("/chat/completions")
    return [request.body.get("response_format", {}).get("type") for request in asked]


def test_one_call_with_a_schema_gives_candidates_in_the_words_of_the_ontology(server, extractor):
    server.script_structured(answer(entry()))
    found = extractor.extract(request())
    (candidate,) = found.candidates
    assert formats(server) == ["json_schema"]
    assert (candidate.attribute, candidate.value, candidate.kind) == (
        "allergy",
        "nuts",
        Kind.CONSTRAINT,
    )
    assert candidate.importance == 1.0  # the ontology's, which the model may only raise
    assert (found.extractor, found.failure) == ("openai:small", "")


def test_the_prompt_has_the_message_as_the_only_source(server, extractor):
    server.script_structured(answer())
    extractor.extract(
        request(previous_reply="You live in Rome.", known=(("user", "home", "Bern"),))
    )
    _system, user = server.requests[0].messages
    assert "<previous-reply>\nYou live in Rome." in user["content"]
    assert user["content"].endswith(
        "<message>\nI'm allergic to nuts and I live in Bern.\n</message>"
    )


def test_scores_are_clamped_and_times_read(server, extractor):
    server.script_structured(
        answer(
            entry(attribute="shoe_size", importance=7, confidence="-3", kind="nonsense"),
            entry(attribute="home", valid_from="2026-02-01T00:00:00", expires_at="soon", mode="??"),
        )
    )
    odd, home = extractor.extract(request(time_zone="Asia/Shanghai")).candidates
    assert (odd.importance, odd.confidence, odd.kind) == (1.0, 0.0, Kind.FACT)
    assert home.valid_from.isoformat() == "2026-02-01T00:00:00+08:00"
    assert (home.expires_at, home.mode) == (None, Mode.STANDING)


def test_the_language_of_the_message_is_kept(server, extractor):
    server.script_structured(
        answer(
            entry(
                quote="我住在上海",
                text="The user lives in Shanghai.",
                attribute="home",
                value="上海",
            )
        )
    )
    (candidate,) = extractor.extract(request("我住在上海")).candidates
    assert (candidate.text, candidate.language) == ("用户说：“我住在上海”", "zh")


def test_working_changes_are_read(server, extractor):
    changes = [
        {"op": "append", "field": "todos", "value": "buy milk"},
        {"op": "append", "field": "nonsense", "value": "x"},
        {"op": "fly", "field": "todos", "value": "x"},
        {"op": "clear", "field": "", "value": ""},
    ]
    server.script_structured(answer(working=changes))
    found = extractor.extract(request()).working
    assert [(change.op, change.field) for change in found] == [
        (WorkingOp.APPEND, "todos"),
        (WorkingOp.CLEAR, ""),
    ]


def test_a_server_without_schemas_gets_json_and_is_remembered(server, extractor):
    server.unsupported_formats.add("json_schema")
    server.script_structured(answer(entry()), answer(entry()))
    assert extractor.extract(request()).candidates
    assert formats(server) == ["json_schema", "json_object"]
    assert "The fields of an entry" in server.requests[-1].messages[0]["content"]
    extractor.extract(request())
    assert formats(server)[2:] == ["json_object"]


def test_a_server_without_any_format_gets_plain_text(server, extractor):
    server.unsupported_formats |= {"json_schema", "json_object"}
    server.script_small(say('Sure! ```json\n{"candidates": [{"text": "The user likes tea", "quote": "tea", "attribute": "likes", "value": "tea",}]\n```'))  # fmt: skip
    found = extractor.extract(request("I like tea"))
    assert formats(server) == ["json_schema", "json_object", None]
    assert [c.value for c in found.candidates] == ["tea"]


def test_an_echoed_schema_is_seen_and_the_next_format_tried(server, extractor):
    server.script_structured(echo_schema(), answer(entry()))
    found = extractor.extract(request())
    assert formats(server) == ["json_schema", "json_object"]
    assert [c.value for c in found.candidates] == ["nuts"]
    assert found.failure == ""


def test_broken_json_is_repaired_without_another_call(server, extractor):
    server.script_structured(say('{"candidates": [{"quote": "I live in Bern", "text": "The user lives in Bern.", "attribute": "home", "value": "Bern"'))  # fmt: skip
    found = extractor.extract(request())
    assert [c.value for c in found.candidates] == ["Bern"]
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_error_is_tried_again(server, extractor, status):
    server.script_structured(fail(status), answer(entry()))
    assert [c.value for c in extractor.extract(request()).candidates] == ["nuts"]
    assert formats(server) == ["json_schema", "json_schema"]


def test_a_model_without_temperature_is_asked_without(server, extractor):
    refusal = fail(400, message="Unsupported value: 'temperature' does not support 0")
    server.script_structured(refusal, answer(entry()))
    assert extractor.extract(request()).candidates
    assert [("temperature" in r.body) for r in server.requests] == [True, False]
    assert formats(server) == ["json_schema", "json_schema"]


@pytest.mark.parametrize(
    ("steps", "calls", "failure"),
    [
        ([fail(500)] * 3, 3, "HTTP 500"),
        ([fail(429)] * 3, 3, "HTTP 429"),
        ([fail(401, message="bad key")], 1, "HTTP 401"),
        ([echo_schema(), echo_schema()], 3, "no JSON object"),
        ([say("I will not."), say("[]")], 3, "no JSON object"),
        ([cut('{"candidates": [')] * 3, 3, "not JSON"),
        ([reset('{"candidates": [')] * 3, 3, "no_network"),
        ([silence(30)], 1, "timeout"),
    ],
    ids=["500", "429", "401", "echo", "prose", "cut", "reset", "silence"],
)
def test_after_that_the_local_engine_reads_and_the_failure_is_visible(
    server, extractor, steps, calls, failure
):
    server.script_structured(*steps)
    found = extractor.extract(request("我对海鲜过敏，住在上海。"))
    assert len(server.requests) == calls
    assert failure in found.failure
    assert found.extractor == "local"
    assert {c.attribute for c in found.candidates} == {"allergy", "home"}


def test_no_server_at_all_is_a_failure_too(server):
    lost = OpenAIExtractor(
        model="m", base_url="http://127.0.0.1:9/v1", api_key="k", timeout=1, pause=0.001
    )
    found = lost.extract(request("我对海鲜过敏"))
    assert found.failure.startswith("no_network")
    assert [c.value for c in found.candidates] == ["海鲜"]


def test_an_unreadable_entry_does_not_cost_the_others(server, extractor):
    server.script_structured(answer("nonsense", entry(), {"quote": "x"}))
    found = extractor.extract(request())
    assert [c.value for c in found.candidates] == ["nuts"]
    assert [reason for _text, reason in found.skipped] == ["unreadable", "unreadable"]


def test_embeddings_are_of_length_one_and_in_order(server):
    embedder = OpenAIEmbedder(model="e", base_url=server.url, api_key="k", batch=2)
    vectors = embedder.embed_passages(["red fox", "blue sky", "red fox"])
    assert embedder.dimensions == DIMENSIONS
    assert vectors.shape == (3, DIMENSIONS)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    np.testing.assert_array_equal(vectors[0], vectors[2])
    assert embedder.embed_queries([]).shape == (0, DIMENSIONS)


def test_embeddings_of_another_size_than_promised_stop(server):
    embedder = OpenAIEmbedder(model="e", base_url=server.url, api_key="k", dimensions=1536)
    with pytest.raises(DimensionMismatch):
        embedder.embed_passages(["x"])


def test_an_endpoint_that_does_not_answer_is_an_outage():
    lost = OpenAIEmbedder(model="e", base_url="http://127.0.0.1:9/v1", api_key="k", timeout=1)
    with pytest.raises(BackendUnavailable):
        lost.embed_passages(["x"])
