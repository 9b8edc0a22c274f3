"""Memory as it was: what came later is not there, what changed since is taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import actions, api, forget, past
from memory.models import DecayState, MemoryItem, Namespace
from tests.memory.dashboard.conftest import make_candidate, make_item, make_trace

pytestmark = pytest.mark.django_db
QUESTION = "Who sold a boat in Lisbon?"


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def boat(namespace):
    return make_item(namespace, "The user sold a boat in Lisbon.", attribute="fact",
                     ago=timedelta(days=20))  # fmt: skip


def rows_at(at, *items):
    namespace_ids = {item.namespace_id for item in items}
    rows = past.reader_at(at)(list(namespace_ids), [item.pk for item in items])
    return {row.pk: row for row in rows}


def days_ago(number):
    return timezone.now() - timedelta(days=number)


def recalled(namespace, at, **values):
    result = api.recall(
        namespace=namespace, query=QUESTION, now=at, trace_id="x",
        count_tokens=lambda text: len(text) // 4, keep=False, **values,
    )  # fmt: skip
    entries = (*result.dropped, *result.injected)
    return {entry.text: entry.reason if entry.outcome == "dropped" else str(entry.outcome)
            for entry in entries if entry.layer != "history"}  # fmt: skip


def test_what_came_later_is_not_there(namespace, boat):
    later = make_item(namespace, "The user sold a second boat in Lisbon.", attribute="fact")
    assert rows_at(days_ago(10), boat, later).keys() == {boat.pk}
    assert recalled(namespace, days_ago(10), as_then=True) == {boat.text: "injected"}
    assert later.text in recalled(namespace, days_ago(10)), "the clock alone leaves it there"


def test_a_status_is_what_it_was(namespace, boat, operator):
    actions.archive_item(
        namespace=namespace, item_id=boat.pk, acting_user=operator, reason="no use"
    )
    row = rows_at(days_ago(10), boat)[boat.pk]
    assert (row.status, row.status_reason, row.status_changed_at) == ("active", "", None)
    assert rows_at(timezone.now(), boat)[boat.pk].status == "archived"
    assert recalled(namespace, days_ago(10), as_then=True) == {boat.text: "injected"}


def test_what_a_night_of_forgetting_took_is_still_held(namespace):
    old = make_item(namespace, "The user sold a boat in Lisbon.", attribute="fact",
                    ago=timedelta(days=100))  # fmt: skip
    forget.forget_namespace(namespace, now=timezone.now())
    assert MemoryItem.objects.get(pk=old.pk).status == "archived"
    assert rows_at(days_ago(99), old)[old.pk].status == "active"


def test_an_edit_is_taken_back_to_the_version_before(namespace, boat, operator):
    edited = actions.edit_item(
        namespace=namespace, item_id=boat.pk, acting_user=operator, reason="wrong town",
        text="The user sold a boat in Porto.",
    )  # fmt: skip
    rows = rows_at(days_ago(10), boat, edited)
    assert rows.keys() == {boat.pk}
    assert (rows[boat.pk].status, rows[boat.pk].valid_to) == ("active", None)


def test_several_changes_are_undone_to_the_oldest(namespace, boat, operator):
    for importance in (0.2, 0.9):
        actions.set_importance(namespace=namespace, item_id=boat.pk, acting_user=operator,
                               importance=importance, reason="x")  # fmt: skip
    actions.pin_item(namespace=namespace, item_id=boat.pk, acting_user=operator, reason="x")
    row = rows_at(days_ago(10), boat)[boat.pk]
    assert (row.importance, row.pinned) == (0.5, False)


def test_uses_and_last_access_are_those_of_then(namespace, boat):
    for ago in (15, 5):
        trace = make_trace(namespace, ago=timedelta(days=ago))
        make_candidate(trace, boat, is_used=True)
        last = trace.created_at
    DecayState.objects.filter(item=boat).update(recall_count=2, last_accessed_at=last)
    row = rows_at(days_ago(10), boat)[boat.pk]
    assert row.recall_count == 1
    assert abs(row.last_accessed_at - days_ago(15)) < timedelta(minutes=1)
    assert rows_at(days_ago(18), boat)[boat.pk].last_accessed_at == boat.said_at


def test_the_page_is_told_what_differs_and_what_cannot_be_undone(namespace, boat, operator):
    gone = make_item(namespace, "The user owns a kite.", attribute="owns", ago=timedelta(days=30))
    make_item(namespace, "The user drinks tea.", attribute="favorite:drink")
    actions.pin_item(namespace=namespace, item_id=boat.pk, acting_user=operator, reason="x")
    found = past.limits(namespace, days_ago(10))
    assert (found.younger, found.changed, found.is_exact) == (1, 1, True)
    api.forget_item(namespace=namespace, item_id=gone.pk, acting_user=operator, reason="asked to")
    found = past.limits(namespace, days_ago(10))
    assert (found.erasures, found.is_exact) == (1, False)


def test_another_owners_changes_are_left_alone(namespace, boat, colleague, operator):
    other = make_item(Namespace.objects.for_user(colleague), "The user owns a tent.")
    assert rows_at(days_ago(10), boat).keys() == {boat.pk}
    assert past.limits(namespace, days_ago(10)).younger == 0
    assert other.text not in recalled(namespace, days_ago(10), as_then=True)


def test_the_number_of_queries_does_not_grow(namespace, django_assert_num_queries):
    items = [make_item(namespace, f"The user owns {n}.", ago=timedelta(days=20)) for n in range(20)]
    with django_assert_num_queries(5):
        rows_at(days_ago(10), *items)
    with django_assert_num_queries(5):
        rows_at(days_ago(10), items[0])
