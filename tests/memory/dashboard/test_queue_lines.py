"""How the queues stood: drawn from what is stored, and only as far back as it was read."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.dashboard import queue_lines
from memory.models import Episode, VectorOperation

pytestmark = pytest.mark.django_db
LATE = timedelta(minutes=2)


def make_episode(namespace, *, ago, took=None, state="done"):
    now = timezone.now()
    episode = Episode.objects.create(
        namespace=namespace, state=state, user_text="x", occurred_at=now,
        finished_at=now - ago + took if took else None,
    )  # fmt: skip
    Episode.objects.filter(pk=episode.pk).update(created_at=now - ago)


def test_the_line_of_turns_has_its_peak_and_the_longest_wait(as_operator, namespace):
    hour = timedelta(hours=1)
    make_episode(namespace, ago=30 * hour, took=hour)
    make_episode(namespace, ago=3 * hour, took=timedelta(minutes=1))
    make_episode(namespace, ago=3 * hour, took=timedelta(minutes=4))
    make_episode(namespace, ago=timedelta(seconds=30), state="pending")
    lines = as_operator.get(reverse("dashboard:jobs")).context["turn_lines"]
    assert lines["deepest"].depth == 2
    assert lines["oldest"].oldest == timedelta(minutes=4)
    assert lines["rows"][-1].depth == 1
    assert sum(row.depth for row in lines["rows"]) >= 3


def test_a_failed_turn_waits_no_longer_and_one_that_is_tried_again_does(namespace):
    hour = timedelta(hours=1)
    make_episode(namespace, ago=2 * hour, took=hour, state="failed")
    make_episode(namespace, ago=2 * hour, took=hour, state="pending")
    now = timezone.now()
    lines = queue_lines.of_turns(Episode.objects.all(), now, LATE)
    assert lines["rows"][-1].depth == 1
    assert abs(lines["oldest"].oldest - 2 * hour) < timedelta(minutes=1)


def test_the_page_says_where_its_lines_begin_when_more_was_there(
    as_operator, namespace, monkeypatch
):
    monkeypatch.setattr(queue_lines, "MOST_READ", 2)
    for minutes in (300, 200, 100):
        make_episode(namespace, ago=timedelta(minutes=minutes), took=timedelta(minutes=1))
    answer = as_operator.get(reverse("dashboard:jobs"))
    assert answer.context["turn_lines"]["is_cut"]
    assert "Drawn from the newest 2" in answer.content.decode()


def test_changes_that_wait_for_the_index_are_grouped_by_their_cause(as_operator, namespace):
    for error in ("no answer", "no answer", ""):
        VectorOperation.objects.create(
            namespace_id=namespace.pk, op="upsert", key="item:1", error=error
        )
    answer = as_operator.get(reverse("dashboard:jobs"), {"tab": "index"})
    assert answer.context["failures"] == [("no answer", 2)]
    assert answer.context["index_lines"]["deepest"].depth == 3
    assert "found by their words only" in answer.content.decode()
