"""After the reply: what it relied on counts as used, and nothing else does."""

import uuid
from datetime import timedelta

import pytest

from memory import api
from memory.domain.types import Kind, Status
from memory.models import (
    DecayState,
    MemoryEvent,
    Namespace,
    RecallCandidate,
    RecallTrace,
    VectorOperation,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def hotel(remember):
    return remember(
        "The user stays at the hotel Golden Well.",
        attribute="hotel",
        value="Golden Well",
        days_ago=10,
    )


@pytest.fixture
def lentils(remember):
    return remember("The hotel at which the user stays must serve lentils.", days_ago=10)


def used_after(ask, question, reply, now):
    result = ask(question)
    used = api.mark_used(trace_id=result.trace_id, reply=reply, now=now)
    return set(RecallCandidate.objects.filter(pk__in=used).values_list("item_id", flat=True))


def test_what_the_reply_says_is_used_and_what_was_only_shown_is_not(
    ask, hotel, lentils, frozen_now
):
    used = used_after(ask, "Which hotel do I stay at?", "At the Golden Well.", frozen_now)
    assert used == {hotel.pk}
    kept = dict(RecallCandidate.objects.values_list("item_id", "is_used"))
    assert kept == {hotel.pk: True, lentils.pk: False}
    assert DecayState.objects.get(item=hotel).recall_count == 1
    assert DecayState.objects.get(item=hotel).last_accessed_at == frozen_now
    assert DecayState.objects.get(item=lentils).recall_count == 0


def test_what_was_looked_up_and_erased_meanwhile_is_not_kept(ask, hotel, lentils, frozen_now):
    result = ask("What is the weather?")
    found = ask("Which hotel do I stay at?").injected
    lentils.delete()
    looked_up = result.with_looked_up(found).looked_up
    api.mark_used(trace_id=result.trace_id, reply="", now=frozen_now, looked_up=looked_up)
    trace = RecallTrace.objects.get(trace_id=result.trace_id)
    assert [row.item_id for row in trace.candidates.filter(reason="looked_up")] == [hotel.pk]
    assert trace.injected == trace.candidates.exclude(outcome="dropped").count()


def test_a_use_never_moves_the_last_access_back(ask, hotel, frozen_now):
    later = frozen_now + timedelta(days=2)
    DecayState.objects.filter(item=hotel).update(last_accessed_at=later)
    used_after(ask, "Which hotel do I stay at?", "At the Golden Well.", frozen_now)
    assert DecayState.objects.get(item=hotel).last_accessed_at == later


@pytest.mark.parametrize(
    ("text", "value", "reply", "is_used"),
    [
        ("用户对花生过敏。", "花生", "那就别放花生。", True),
        ("用户对花生过敏。", "花生", "好的，祝你好胃口！", False),
        ("The user is allergic to peanuts.", "peanuts", "No peanuts, then.", True),
        ("The user is allergic to peanuts.", "peanuts", "Enjoy your meal!", False),
    ],
)
def test_a_value_in_the_reply_is_a_use(ask, remember, frozen_now, text, value, reply, is_used):
    item = remember(text, attribute="allergy", value=value, kind=Kind.CONSTRAINT)
    question = "我不能吃什么？" if "用户" in text else "What am I allergic to?"
    assert used_after(ask, question, reply, frozen_now) == ({item.pk} if is_used else set())


def test_an_archived_item_that_was_used_is_active_again_and_the_audit_says_so(
    ask, hotel, namespace, frozen_now
):
    type(hotel).objects.filter(pk=hotel.pk).update(status=Status.ARCHIVED, status_reason="faded")
    before = Namespace.objects.get(pk=namespace.pk).generation
    result = ask("Do you remember the hotel Golden Well?")
    api.mark_used(trace_id=result.trace_id, reply="The Golden Well.", now=frozen_now)
    hotel.refresh_from_db()
    assert (hotel.status, hotel.status_reason) == (Status.ACTIVE, "recalled_and_used")
    event = MemoryEvent.objects.get(action="item.restored")
    assert (event.item_id, event.trace_id) == (hotel.pk, result.trace_id)
    assert event.before == {"status": "archived", "status_reason": "faded"}
    assert VectorOperation.objects.filter(key=f"item:{hotel.pk}", op="upsert").exists()
    assert Namespace.objects.get(pk=namespace.pk).generation > before


def test_an_archived_item_stays_archived_where_the_same_was_said_anew(
    ask, hotel, namespace, frozen_now
):
    model = type(hotel)
    model.objects.filter(pk=hotel.pk).update(status=Status.ARCHIVED)
    result = ask("Do you remember the hotel Golden Well?")
    anew = model.objects.get(pk=hotel.pk)
    anew.pk, anew.status, anew.chain = None, Status.ACTIVE, uuid.uuid4()
    anew.save()
    api.mark_used(trace_id=result.trace_id, reply="The Golden Well.", now=frozen_now)
    hotel.refresh_from_db()
    assert hotel.status == Status.ARCHIVED
    assert [item.pk for item in model.objects.of(namespace).active()] == [anew.pk]


def test_an_archived_item_that_was_only_shown_stays_archived(ask, hotel, frozen_now):
    type(hotel).objects.filter(pk=hotel.pk).update(status=Status.ARCHIVED)
    result = ask("Do you remember the hotel Golden Well?")
    assert hotel.pk in [entry.item_id for entry in result.injected]
    api.mark_used(trace_id=result.trace_id, reply="I do not know.", now=frozen_now)
    hotel.refresh_from_db()
    assert hotel.status == Status.ARCHIVED


def test_a_temporary_conversation_has_nothing_to_mark(ask, hotel, frozen_now):
    result = ask("Which hotel do I stay at?", temporary=True)
    assert api.mark_used(trace_id=result.trace_id, reply="Golden Well", now=frozen_now) == []
