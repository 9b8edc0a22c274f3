"""Flags and assignments in the queues: seen by all who work them, narrowed by the address."""

import pytest
from django.urls import reverse

from memory.models import MemoryEvent, QueueMark

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def mark(client, kind, pk, what, **data):
    return client.post(reverse("dashboard:mark", args=[kind, pk, what]), data, **HTMX)


def shown(client, name, choice):
    page = client.get(reverse(f"dashboard:{name}"), {"mark": choice}).context["page"]
    return [row.pk for row in page.rows]


def test_what_a_person_takes_is_theirs_until_given_back(client, operator, admin, world):
    client.force_login(operator)
    assert b"taken by you" in mark(client, "conflict", world.conflict.pk, "take").content
    assert shown(client, "conflicts", "mine") == [world.conflict.pk]
    assert shown(client, "conflicts", "free") == []
    client.force_login(admin)
    assert shown(client, "conflicts", "others") == [world.conflict.pk]
    mark(client, "conflict", world.conflict.pk, "take")
    assert QueueMark.objects.get().assigned_to == admin
    mark(client, "conflict", world.conflict.pk, "release")
    assert shown(client, "conflicts", "free") == [world.conflict.pk]
    assert MemoryEvent.objects.filter(action="queue.taken").count() == 2


def test_a_flag_needs_a_reason_and_is_shown_with_it(as_operator, world):
    assert mark(as_operator, "item", world.pending.pk, "flag").status_code == 422
    mark(as_operator, "item", world.pending.pk, "flag", reason="ask the surfer")
    assert b"ask the surfer" in as_operator.get(reverse("dashboard:review")).content
    assert shown(as_operator, "review", "flagged") == [world.pending.pk]
    assert MemoryEvent.objects.get(action="queue.flagged").reason == "ask the surfer"
    mark(as_operator, "item", world.pending.pk, "unflag")
    assert shown(as_operator, "review", "flagged") == []


def test_others_mark_nothing(client, owner, foreign_operator, operator, world):
    for person, status in ((owner, 403), (foreign_operator, 404)):
        client.force_login(person)
        assert mark(client, "item", world.pending.pk, "take").status_code == status
    client.force_login(operator)
    assert mark(client, "nonsense", 1, "take").status_code == 404
    assert mark(client, "item", world.pending.pk, "nonsense").status_code == 404
    assert (
        client.get(reverse("dashboard:mark", args=["item", world.pending.pk, "take"])).status_code
        == 404
    )
    assert not QueueMark.objects.exists()
