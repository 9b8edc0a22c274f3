"""Secrets that were stored before a rule knew them are found and taken out of every table."""

import json

import pytest
from django.core.management import call_command

from memory.models import Decision, Episode, MemoryItem, RecallTrace
from memory.outbox import write_vectors
from tests.memory.conftest import fact

pytestmark = pytest.mark.django_db
KEY = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0"


@pytest.fixture
def leaked(speaker, frozen_now):
    """Put a secret into the rows behind the back of the write path."""
    speaker.say("I like tea", fact("likes", "tea"))
    MemoryItem.objects.update(text=f"The user's key is {KEY}", quote=KEY)
    Episode.objects.update(user_text=f"my key is {KEY}")
    Decision.objects.update(text=KEY)
    RecallTrace.objects.create(
        namespace=speaker.namespace,
        trace_id="t",
        query=f"what is {KEY}",
        policy="default",
        as_of=frozen_now,
        created_at=frozen_now,
        messages=[{"role": "user", "content": KEY}],
    )
    return speaker


def stored():
    rows = [
        *MemoryItem.objects.values_list("text", "quote"),
        *Episode.objects.values_list("user_text"),
        *Decision.objects.values_list("text"),
        *RecallTrace.objects.values_list("query", "messages"),
    ]
    return json.dumps(rows)


def test_it_takes_them_out_everywhere(leaked, capsys):
    call_command("rescan_secrets", "--json")
    found = json.loads(capsys.readouterr().out)
    assert {leak["table"] for leak in found} == {"item", "episode", "decision", "trace"}
    assert KEY not in stored()
    assert KEY not in json.dumps(found)
    write_vectors()
    call_command("rescan_secrets", "--json")
    assert json.loads(capsys.readouterr().out) == []


def test_a_dry_run_only_says_where(leaked, capsys):
    with pytest.raises(SystemExit) as exit_info:
        call_command("rescan_secrets", "--dry-run")
    assert exit_info.value.code == 1
    assert "secrets found in 4 rows" in capsys.readouterr().out
    assert KEY in stored()
