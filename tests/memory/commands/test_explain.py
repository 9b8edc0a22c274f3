"""`explain` prints why: every candidate of a question, or what would have to differ for one item."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from memory.domain.types import Status
from memory.models import MemoryItem, RecallTrace

pytestmark = pytest.mark.django_db
AT = "2026-03-11T12:00:00+00:00"


@pytest.fixture
def explain(owner):
    def run(query, **options):
        out = io.StringIO()
        call_command("explain", owner.username, query, stdout=out, at=AT, **options)
        return out.getvalue()

    return run


def test_it_prints_every_candidate_with_its_numbers_and_keeps_no_trace(explain, remember):
    violin = remember("The user plays the violin.")
    soup = remember("The user likes lentil soup.")
    found = json.loads(explain("Which instrument do I play?", json=True))
    (told,) = found["injected"]
    assert told["id"] == violin.pk
    assert told["score"] > told["relevance"] * 0.5
    (left_out,) = found["dropped"]
    assert (left_out["id"], left_out["reason"]) == (soup.pk, "below_threshold")
    assert left_out["detail"]["missing"] > 0
    assert RecallTrace.objects.count() == 0


def test_it_says_what_would_have_to_differ(explain, remember):
    archived = remember("The user plays the violin.")
    MemoryItem.objects.filter(pk=archived.pk).update(status=Status.ARCHIVED)
    remember("The user plays the cello in a band.")
    told = explain("Which instrument do I play?", item=archived.pk)
    assert "dropped: archived" in told
    assert "restore_it" in told


def test_an_item_of_another_is_not_found(explain, remember, stranger):
    foreign = remember(
        "The user plays the violin.", namespace=stranger.namespaces.create(tenant=stranger.tenant)
    )
    with pytest.raises(CommandError, match="not found"):
        explain("Which instrument do I play?", item=foreign.pk)


def test_an_unknown_user_and_a_wrong_date_are_refused(owner):
    with pytest.raises(CommandError, match="no user"):
        call_command("explain", "nobody", "q")
    with pytest.raises(CommandError, match="--at"):
        call_command("explain", owner.username, "q", at="yesterday")
