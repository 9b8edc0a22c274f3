"""What a person sees of their own memory: groups, dates, what a reply used, questions."""

import uuid
from datetime import timedelta

import pytest

from memory import api
from memory.domain.types import Kind, Status
from memory.models import (
    Conflict,
    DecayState,
    Episode,
    MemoryItem,
    Namespace,
    RecallCandidate,
    RecallTrace,
)

pytestmark = pytest.mark.django_db


def make_item(namespace, now, text="The user lives in Oslo.", **values):
    defaults = {
        "kind": Kind.FACT,
        "attribute": "home",
        "value": "Oslo",
        "importance": 0.5,
        "said_at": now,
        "created_at": now,
        "updated_at": now,
        "chain": uuid.uuid4(),
        "content_hash": uuid.uuid4().hex,
    }
    return MemoryItem.objects.create(namespace=namespace, text=text, **{**defaults, **values})


@pytest.fixture
def mine(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def theirs(colleague):
    return Namespace.objects.for_user(colleague)


@pytest.mark.parametrize(
    ("values", "group"),
    [
        pytest.param({}, "about", id="identity"),
        pytest.param({"attribute": "likes", "kind": Kind.PREFERENCE}, "preferences", id="taste"),
        pytest.param({"attribute": "allergy", "kind": Kind.CONSTRAINT}, "preferences", id="limit"),
        pytest.param({"subject": "sister"}, "people", id="of somebody else"),
        pytest.param({"attribute": "family"}, "people", id="family"),
        pytest.param({"attribute": "plan", "kind": Kind.EVENT}, "progress", id="plan"),
        pytest.param({"attribute": ""}, "other", id="no attribute"),
        pytest.param({"attribute": "favorite:colour"}, "about", id="dynamic attribute"),
    ],
)
def test_items_are_grouped_by_what_they_are_about(mine, frozen_now, values, group):
    assert api.group_of(make_item(mine, frozen_now, **values)) == group


def test_what_ends_on_a_day_is_for_now_whatever_it_is_about(mine, frozen_now):
    item = make_item(mine, frozen_now, expires_at=frozen_now + timedelta(days=2))
    assert api.group_of(item) == "now"


def test_the_list_holds_live_statements_of_this_person_only(mine, theirs, frozen_now):
    shown = make_item(mine, frozen_now)
    make_item(mine, frozen_now, status=Status.DEPRECATED)
    make_item(mine, frozen_now, kind=Kind.EPISODE_CHUNK)
    other = make_item(theirs, frozen_now)
    assert api.items_of(namespace=mine) == [shown]
    assert api.item_of(namespace=mine, item_id=other.pk) is None


@pytest.mark.parametrize("query", ["oslo", "lives user", "奥斯陆"])
def test_the_search_looks_into_text_value_and_quote(mine, frozen_now, query):
    item = make_item(mine, frozen_now, quote="我住在奥斯陆")
    make_item(mine, frozen_now, text="Something else", value="", quote="")
    assert api.items_of(namespace=mine, query=query) == [item]


def test_the_day_of_fading_solves_the_retention_for_the_threshold(mine, frozen_now):
    item = make_item(mine, frozen_now, importance=0.4)
    decay = DecayState.objects.create(item=item, half_life_hours=24, last_accessed_at=frozen_now)
    assert api.due_dates(mine, [item]) == {item.pk: frozen_now + timedelta(hours=24)}
    decay.protected = True
    assert api.due_dates(mine, [item]) == {}


@pytest.mark.parametrize("values", [{"importance": 0.9}, {"pinned": True}])
def test_what_matters_or_is_pinned_does_not_fade(mine, frozen_now, values):
    item = make_item(mine, frozen_now, **values)
    DecayState.objects.create(item=item, half_life_hours=24, last_accessed_at=frozen_now)
    assert api.due_dates(mine, [item]) == {}


@pytest.fixture
def trace(mine, frozen_now):
    return RecallTrace.objects.create(
        namespace=mine, trace_id="t-1", turn_id=7, query="?", policy="default",
        as_of=frozen_now, created_at=frozen_now,
    )  # fmt: skip


def candidate(trace, item, **values):
    defaults = {"layer": "long_term", "outcome": "injected", "text": item.text}
    return RecallCandidate.objects.create(trace=trace, item=item, **{**defaults, **values})


def test_a_reply_used_what_is_marked_as_used_once_each(mine, trace, frozen_now):
    used, shown = make_item(mine, frozen_now), make_item(mine, frozen_now, text="Another")
    candidate(trace, used, layer="profile", is_used=True, rank=1)
    candidate(trace, used, is_used=True, rank=2)
    candidate(trace, shown, is_used=False)
    found = api.used_in_turn(namespace=mine, trace_id="t-1")
    assert [(m.item, m.layer) for m in found] == [(used, "profile")]


def test_until_the_reply_was_read_everything_injected_counts(mine, trace, frozen_now):
    item = make_item(mine, frozen_now)
    candidate(trace, item)
    candidate(trace, make_item(mine, frozen_now, text="Dropped"), outcome="dropped")
    assert [m.item for m in api.used_in_turn(namespace=mine, trace_id="t-1")] == [item]


def test_another_person_sees_nothing_of_a_trace(theirs, mine, trace, frozen_now):
    candidate(trace, make_item(mine, frozen_now))
    assert api.used_in_turn(namespace=theirs, trace_id="t-1") == []


def test_the_questions_of_a_turn_are_those_that_its_exchange_raised(mine, frozen_now):
    episode = Episode.objects.create(
        namespace=mine, turn_id=7, user_text="x", occurred_at=frozen_now, state="done"
    )
    old, new = make_item(mine, frozen_now), make_item(mine, frozen_now, episode=episode)
    conflict = Conflict.objects.create(
        namespace=mine, old_item=old, new_item=new, reason="probable", created_at=frozen_now
    )
    assert api.open_conflicts(namespace=mine, turn_id=7) == [conflict]
    assert api.open_conflicts(namespace=mine, turn_id=8) == []
    assert api.absorb_state(namespace=mine, turn_id=7) == "done"


def test_the_months_tell_what_was_learned_and_what_left(mine, theirs, frozen_now):
    last = frozen_now - timedelta(days=20)  # in February
    make_item(mine, frozen_now)
    make_item(mine, last)
    make_item(mine, last, status=Status.ARCHIVED, status_changed_at=frozen_now)
    make_item(mine, last, kind=Kind.EPISODE_CHUNK)
    make_item(theirs, frozen_now)
    months = api.months_of(namespace=mine, now=frozen_now, count=3)
    assert [(f"{m.start:%Y-%m-%d}", m.learned, m.left) for m in months] == [
        ("2026-01-01", 0, 0),
        ("2026-02-01", 2, 0),
        ("2026-03-01", 1, 1),
    ]
