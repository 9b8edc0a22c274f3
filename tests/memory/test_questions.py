"""What is looked for: an elliptic message is made to stand alone, by a model in time or by rules."""

import uuid

import pytest
from django.conf import settings as django_settings

from memory import backends
from memory.models import RecallTrace
from memory.questions import ask as prepare
from tests.model_server import fail, running_model_server, say, say_json, silence

pytestmark = pytest.mark.django_db
RECENT = (("user", "I bought a kayak from Nora last summer."), ("assistant", "Nice!"))
ELLIPTIC = "And what did it cost?"


@pytest.fixture(scope="module")
def server():
    with running_model_server() as running:
        yield running


@pytest.fixture
def connect(server, settings):
    """Connect the rewriter to the scripted server; the rest stays as it is."""

    def run(*steps, **options):
        server.clear()
        server.script_structured(*steps)
        options = {"base_url": server.url, "api_key": "k", "model": "small", "rest": 0.0} | options
        backend = {"BACKEND": "memory.backends.rewriting.OpenAIRewriter", "OPTIONS": options}
        settings.MEMORY = {**django_settings.MEMORY, "rewriter": backend}
        return server

    yield run
    backends.reset()


def asked(text, now, recent=RECENT):
    return prepare(text, now=now, recent=recent)


def test_the_small_model_makes_an_elliptic_question_stand_alone(connect, frozen_now):
    server = connect(say_json({"query": "What did the kayak from Nora cost?"}))
    question = asked(ELLIPTIC, frozen_now)
    assert question.rewritten.text == "What did the kayak from Nora cost?"
    assert question.rewritten.rewriter == "model:small"
    (request,) = server.asked("/chat/completions")
    assert "kayak" in request.messages[-1]["content"]


def test_the_trace_says_with_what_was_asked(connect, ask, remember, frozen_now):
    kayak = remember("The kayak of the user cost 400 euros.")
    connect(say_json({"query": "What did the kayak cost?"}))
    result = ask(ELLIPTIC, recent=RECENT, trace_id=(trace_id := str(uuid.uuid4())))
    trace = RecallTrace.objects.get(trace_id=trace_id)
    assert (trace.query, trace.rewritten_query) == (ELLIPTIC, "What did the kayak cost?")
    assert trace.rewriter == "model:small"
    assert [entry.item_id for entry in result.injected] == [kayak.pk]


@pytest.mark.parametrize("text", ["Where do I live?", "我住在哪里？"])
def test_a_question_that_leans_on_nothing_costs_no_call(connect, frozen_now, text):
    server = connect()
    assert asked(text, frozen_now).rewritten.text == text
    assert server.asked("/chat/completions") == []


@pytest.mark.parametrize(
    ("steps", "options", "why"),
    [
        pytest.param((silence(5.0),), {"timeout": 0.3}, "timeout", id="slow"),
        pytest.param((fail(429),), {}, "HTTP 429", id="429"),
        pytest.param((fail(500),), {}, "HTTP 500", id="500"),
        pytest.param((say("I cannot do that."),), {}, "no query", id="no JSON"),
        pytest.param((say_json({"query": ""}),), {}, "empty", id="empty"),
        pytest.param((say_json({"query": "word " * 300}),), {}, "too long", id="an essay"),
    ],
)
def test_when_the_model_fails_rules_rewrite_and_it_is_told(
    connect, frozen_now, steps, options, why
):
    connect(*steps, **options)
    question = asked(ELLIPTIC, frozen_now)
    assert question.rewritten.rewriter == "rules"
    assert "Nora" in question.rewritten.text
    (missing,) = question.degraded
    assert missing.startswith("rewriter: ")
    assert why in missing


def test_after_a_failure_the_model_rests(connect, frozen_now):
    server = connect(fail(500), rest=60.0)
    asked(ELLIPTIC, frozen_now)
    question = asked(ELLIPTIC, frozen_now)
    assert question.rewritten.rewriter == "rules"
    assert len(server.asked("/chat/completions")) == 1


def test_a_chinese_question_keeps_its_language(connect, frozen_now):
    connect(say_json({"query": "皮划艇多少钱？"}))
    question = asked("那它多少钱？", frozen_now, (("user", "我买了一条皮划艇。"),))
    assert question.parts == ("皮划艇多少钱？",)


def test_without_a_model_rules_rewrite(frozen_now):
    question = asked(ELLIPTIC, frozen_now)
    assert question.rewritten.rewriter == "rules"
    assert question.degraded == ()
