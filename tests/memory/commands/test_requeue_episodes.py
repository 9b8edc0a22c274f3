"""`manage.py requeue_episodes` finds what a lost wake-up or a lost worker left behind."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from memory import inbox
from memory.models import Episode
from tests.memory.conftest import fact

pytestmark = pytest.mark.django_db


def run(*arguments):
    out = StringIO()
    call_command("requeue_episodes", *arguments, stdout=out)
    return out.getvalue()


def test_what_waits_and_what_was_lost_is_absorbed(speaker):
    episode = speaker.record("I live in Berlin", fact("home", "Berlin"))
    inbox.claim_episode(episode.pk, now=timezone.now() - 2 * inbox.STALE_AFTER)
    assert "namespaces woken: 1" in run("--here")
    assert speaker.active("home") == ["Berlin"]
    assert "namespaces woken: 0" in run("--here")


def test_failed_ones_are_tried_again_only_when_asked(speaker):
    episode = speaker.record("I live in Berlin", fact("home", "Berlin"))
    Episode.objects.filter(pk=episode.pk).update(state="failed", attempts=5)
    assert "namespaces woken: 0" in run("--here")
    assert "retried: 1" in run("--failed", "--here")
    assert speaker.active("home") == ["Berlin"]
