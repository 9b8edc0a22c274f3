"""The overview: every number is that of its list; models, alarms, marks."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from chat.models import Conversation, Turn
from memory import upkeep
from memory.domain.decay import DecaySettings
from memory.models import (
    Decision,
    Entity,
    Episode,
    Experience,
    JobRun,
    MemoryEvent,
    Namespace,
    Profile,
)
from memory.releases import note_release
from tests.memory.dashboard.conftest import make_candidate, make_item, make_trace

pytestmark = pytest.mark.django_db
OVERVIEW = "/dashboard/"


def overview(client, **query):
    return client.get(OVERVIEW, {"range": "24h", **query})


def total_of(client, address):
    context = client.get(OVERVIEW + address).context
    return context["page"].total if "page" in context else context["total"]


@pytest.fixture
def busy(world, owner):
    """Beside the world: something stale, refused, said again, archived, forgotten, degraded."""
    namespace = world.namespace
    stale = make_item(namespace, "The user owns a car.", status="deprecated",
                      status_changed_at=timezone.now() - timedelta(hours=2))  # fmt: skip
    trace = make_trace(namespace, "What do I own?", injected=1, degraded=["index"],
                       full_history_tokens=900)  # fmt: skip
    make_candidate(trace, stale, is_used=False)
    episode = Episode.objects.create(
        namespace=namespace, state="done", trace_id=trace.trace_id, user_text="x",
        occurred_at=timezone.now(), extractor="local", finished_at=timezone.now(),
    )  # fmt: skip
    for action in ("refused", "refused", "reinforced"):
        Decision.objects.create(
            namespace=namespace, episode=episode, action=action, reason="x",
            created_at=timezone.now(),
        )  # fmt: skip
    make_item(namespace, "The user ate fish.", status="archived",
              status_changed_at=timezone.now() - timedelta(hours=3))  # fmt: skip
    Episode.objects.create(
        namespace=namespace, state="failed", error="boom", user_text="x", trace_id="",
        occurred_at=timezone.now(),
    )  # fmt: skip
    Entity.objects.create(namespace=namespace, name="Lisbon", key="lisbon", type="place")
    Profile.objects.create(namespace=namespace, document={"home": [1]}, updated_at=timezone.now())
    Experience.objects.create(
        namespace=Namespace.objects.shared(owner.tenant), state="active", task="t",
        general_task="t", solution="s", content_hash="h",
        created_at=timezone.now(), updated_at=timezone.now(),
    )  # fmt: skip
    return world


def test_every_number_of_the_overview_is_that_of_the_list_it_leads_to(as_operator, busy):
    context = overview(as_operator, range="7d").context
    numbers = [*context["recall"], *context["writes"], *context["work"], *context["layers"]]
    assert len(numbers) > 20
    for number in numbers:
        assert total_of(as_operator, number["url"]) == number["count"], number
    counts = {f["name"]: f["count"] for f in (*context["recall"], *context["writes"])}
    assert counts == {
        "turns": 2, "p99": 2, "hit": 1, "used": 1, "stale": 1, "degraded": 1, "saved": 2,
        "added": 6, "junk": 1, "duplicates": 1, "forgotten": 1,
    }  # fmt: skip


def test_every_badge_of_the_navigation_is_that_of_its_page(as_operator, busy):
    page = overview(as_operator).content.decode()
    assert '<span class="count" aria-label="1 waiting">1</span>' in page
    for name in ("review", "conflicts"):
        assert as_operator.get(reverse(f"dashboard:{name}")).context["page"].total == 1
    assert as_operator.get(reverse("dashboard:jobs"), {"state": "failed"}).context["page"].total


def test_the_latency_has_three_lines_and_a_table(as_operator, busy):
    answer = overview(as_operator)
    lines = answer.context["latency"]["lines"]
    assert list(lines) == ["p50", "p95", "p99"]
    assert {value for value in lines["p50"] if value is not None} == {10.0}
    assert b'data-chart="latency"' in answer.content


def answered(owner, *, model="gpt-x", state="done", error="", ago=60, traced=True, **tokens):
    talk = Conversation.objects.create(user=owner, updated_at=timezone.now())
    trace_id = str(uuid.uuid4())
    at = timezone.now() - timedelta(seconds=ago)
    if traced:
        make_trace(Namespace.objects.for_user(owner), trace_id=trace_id, ago=timedelta(seconds=ago))
    return Turn.objects.create(
        conversation=talk, trace_id=trace_id, model=model, state=state, error=error, tokens=tokens,
        started_at=at,
    )  # fmt: skip


def card_of(client, name):
    return next(card for card in overview(client).context["cards"] if card.name == name)


def test_a_model_has_its_calls_tokens_and_cost(as_operator, owner, settings):
    settings.MODEL_PRICES = {"gpt-x": {"input": 2.0, "output": 8.0}}
    answered(owner, input=1_000, output=500)
    answered(owner, input=2_000, output=0)
    answered(owner, input=0, output=500, traced=False)
    card = card_of(as_operator, "gpt-x")
    assert (card.calls, card.apart, card.errors, card.state) == (2, 1, 0, "connected")
    assert card.cost == pytest.approx(3_000 * 2 / 1e6 + 1_000 * 8 / 1e6)
    for name, count in (("calls", card.calls), ("errors", card.errors)):
        assert total_of(as_operator, card.urls[name]) == count


def test_without_a_price_there_is_no_cost(as_operator, owner):
    answered(owner, input=1_000, output=500)
    assert card_of(as_operator, "gpt-x").cost is None
    assert b"Cost of the replies" not in overview(as_operator).content


def test_a_model_that_failed_last_is_failing_and_raises_an_alarm(as_operator, owner):
    answered(owner, ago=600)
    answered(owner, state="failed", error="unauthorised", ago=30)
    card = card_of(as_operator, "gpt-x")
    assert (card.state, card.errors, card.last_error) == ("failing", 1, "unauthorised")
    assert total_of(as_operator, card.urls["errors"]) == 1
    assert "model" in {alarm["name"] for alarm in overview(as_operator).context["alarms"]}
    answered(owner, ago=10)
    assert card_of(as_operator, "gpt-x").state == "connected"


def test_the_configured_model_is_shown_before_its_first_call(as_operator, settings):
    settings.OPENAI_API_KEY, settings.CHAT_MODEL = "k", "new-model"
    assert card_of(as_operator, "new-model").state == "idle"


def test_what_reads_turns_has_a_card_too(as_operator, busy):
    Episode.objects.filter(extractor="local").update(extractor_failure="no answer from x")
    card = card_of(as_operator, "local")
    reading = next(c for c in overview(as_operator).context["cards"] if c.role == "reads")
    assert card.role == "answers"
    assert (reading.calls, reading.errors, reading.last_error) == (2, 2, "no answer from x")
    for name, count in (("calls", reading.calls), ("errors", reading.errors)):
        assert total_of(as_operator, reading.urls[name]) == count


def test_models_of_another_tenant_are_not_counted(client, owner, foreign_operator):
    answered(owner, input=5)
    client.force_login(foreign_operator)
    assert [card.calls for card in overview(client).context["cards"]] == [0]


def alarm_address(name, query=""):
    return reverse("dashboard:alarm", args=[name]) + query


def test_an_alarm_is_acknowledged_with_a_note_until_a_time_and_raised_again(
    as_operator, operator, busy
):
    as_operator.post(alarm_address("degraded"), {"hours": "8", "reason": "index is being rebuilt"})
    alarms = {a["name"]: a["seen"] for a in overview(as_operator).context["alarms"]}
    assert alarms["failed"] is None
    assert (alarms["degraded"]["by"], alarms["degraded"]["reason"]) == (
        operator.username, "index is being rebuilt",
    )  # fmt: skip
    left = alarms["degraded"]["until"] - timezone.now()
    assert timedelta(hours=7) < left < timedelta(hours=8)
    assert MemoryEvent.objects.get(action="alarm.acknowledged").actor == operator
    as_operator.post(alarm_address("degraded", "?end=1"), {"reason": "it came back"})
    alarms = {a["name"]: a["seen"] for a in overview(as_operator).context["alarms"]}
    assert alarms["degraded"] is None


def test_acknowledging_and_raising_again_are_taken_back(client, operator, admin, busy):
    def look():
        return next(a["seen"] for a in overview(client).context["alarms"] if a["name"] == "failed")

    client.force_login(admin)
    client.post(alarm_address("failed"), {"hours": "8", "reason": "I look after it"})
    client.post(reverse("dashboard:undo"))
    assert look() is None
    client.post(alarm_address("failed"), {"hours": "8", "reason": "I look after it"})
    held = look()
    client.force_login(operator)
    client.post(alarm_address("failed", "?end=1"), {"reason": "nobody does"})
    client.post(reverse("dashboard:undo"))
    assert look() == held


def test_an_acknowledgement_ends_by_itself(as_operator, busy):
    as_operator.post(alarm_address("degraded"), {"hours": "1", "reason": "seen it"})
    event = MemoryEvent.objects.get(action="alarm.acknowledged")
    event.after["until"] = (timezone.now() - timedelta(seconds=1)).isoformat()
    event.save()
    alarms = {a["name"]: a["seen"] for a in overview(as_operator).context["alarms"]}
    assert alarms["degraded"] is None


def test_alarms_are_acknowledged_by_operators_for_their_own_tenant(
    client, owner, operator, foreign_operator, busy
):
    client.force_login(owner)
    data = {"hours": "8", "reason": "not mine"}
    assert client.post(alarm_address("degraded"), data).status_code == 403
    client.force_login(foreign_operator)
    client.post(alarm_address("degraded"), data)
    client.force_login(operator)
    assert all(alarm["seen"] is None for alarm in overview(client).context["alarms"])
    assert client.post(alarm_address("degraded"), {"hours": "8"}).status_code == 422
    assert client.post(alarm_address("nothing"), data).status_code == 404


def test_changes_are_marked_on_the_charts(as_operator, admin, tenant, busy):
    upkeep.save_forgetting_settings(
        tenant=tenant, settings=DecaySettings(), acting_user=admin, reason="less clutter"
    )
    run = JobRun.objects.create(
        job="forget", namespace=busy.namespace, started_at=timezone.now() - timedelta(hours=5),
        counts={"archived": 3},
    )  # fmt: skip
    JobRun.objects.create(job="rebuild", started_at=timezone.now() - timedelta(hours=4))
    assert note_release("1.2", now=timezone.now() - timedelta(hours=3))
    assert not note_release("1.2", now=timezone.now())
    found = overview(as_operator).context["marks"]
    assert [(m["number"], m["kind"], m["note"]) for m in found] == [
        (1, "forget", ""), (2, "rebuild", ""), (3, "release", ""), (4, "policy", "less clutter"),
    ]  # fmt: skip
    assert found[0]["label"] == "Forgetting: 3 archived"
    assert found[0]["url"] == reverse("dashboard:night", args=[run.pk])
    assert b"less clutter" in overview(as_operator).content


def test_entities_are_listed_within_the_tenant(client, operator, foreign_operator, owner, busy):
    address = reverse("dashboard:entities")
    for person, status, total in (
        (owner, 403, None), (operator, 200, 1), (foreign_operator, 200, 0)
    ):  # fmt: skip
        client.force_login(person)
        answer = client.get(address)
        assert answer.status_code == status
        if total is not None:
            assert answer.context["page"].total == total


@pytest.mark.parametrize("wanted", ["used", "stale", "some", "empty", "failed"])
def test_turns_are_narrowed_by_what_became_of_them(as_operator, busy, wanted):
    page = as_operator.get(reverse("dashboard:turns"), {"state": wanted}).context["page"]
    assert page.total == {"used": 1, "stale": 1, "some": 1, "empty": 1, "failed": 0}[wanted]
