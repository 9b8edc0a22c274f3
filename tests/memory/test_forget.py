"""Forgetting archives what is due, once, and says why; the rest stays."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command

from memory.audit import SYSTEM, person
from memory.changes import add_item, changing
from memory.domain.decay import DecaySettings
from memory.domain.forgetting import ForgetReason
from memory.domain.types import Candidate, Kind
from memory.due import due_by
from memory.forget import exempt_item, run_forgetting
from memory.held import settings_for
from memory.models import (
    DecayState,
    Experience,
    Experiment,
    ForgettingSettings,
    JobRun,
    MemoryEvent,
    MemoryItem,
    Namespace,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def namespace(owner):
    return Namespace.objects.for_user(owner)


@pytest.fixture
def keep(namespace, frozen_now):
    def make(text, *, importance=0.5, kind=Kind.FACT, attribute="owns", **rest):
        candidate = Candidate(
            text=text, value=text, attribute=attribute, kind=kind, importance=importance, **rest
        )
        with changing(namespace, author=SYSTEM, now=frozen_now) as change:
            return add_item(change, candidate, source="chat", said_at=frozen_now)

    return make


def run(now, days, **rest):
    return run_forgetting(now=now + timedelta(days=days), **rest)


def test_it_archives_what_faded_with_reason_and_date(keep, frozen_now, namespace):
    bike = keep("a bike")
    keep("nuts", importance=1.0, kind=Kind.CONSTRAINT, attribute="allergy")
    assert run(frozen_now, 39) == []
    (archived,) = run(frozen_now, 41)
    assert (archived.item_id, archived.reason) == (bike.pk, ForgetReason.FADED)
    assert archived.retention < 0.2
    assert timedelta(days=39) < archived.crossed_at - frozen_now < timedelta(days=40)
    bike.refresh_from_db()
    assert (bike.status, bike.status_reason) == ("archived", "faded")
    event = MemoryEvent.objects.get(action="item.archived")
    assert event.after["retention"] == pytest.approx(archived.retention, abs=1e-5)
    assert JobRun.objects.get(job="forget").counts["archived"] == 1


def test_the_second_run_changes_nothing(keep, frozen_now):
    keep("a bike")
    run(frozen_now, 41)
    before = MemoryEvent.objects.count(), JobRun.objects.count()
    assert run(frozen_now, 41) == []
    assert (MemoryEvent.objects.count(), JobRun.objects.count()) == before


def test_a_dry_run_says_the_same_and_changes_nothing(keep, frozen_now):
    keep("a bike")
    planned = run(frozen_now, 41, dry_run=True)
    assert MemoryItem.objects.filter(status="archived").count() == 0
    assert planned == run(frozen_now, 41)


def preview(namespace, until, rules=None):
    rows = MemoryItem.objects.of(namespace)
    return [item.pk for item in due_by(rows, rules or settings_for(namespace), until)]


def test_the_preview_names_what_the_run_then_archives(keep, frozen_now, namespace):
    keep("a bike")
    keep("a boat", importance=0.75)
    soon = preview(namespace, frozen_now + timedelta(days=41))
    assert soon == [one.item_id for one in run(frozen_now, 41)]


def test_the_preview_of_other_parameters(keep, frozen_now, namespace):
    keep("a bike")
    until = frozen_now + timedelta(days=41)
    assert preview(namespace, until)
    # A half-life is given when an item is made; the threshold takes effect at once.
    assert not preview(namespace, until, DecaySettings(threshold=0.1))


def test_an_exempt_item_waits(keep, frozen_now, namespace, operator):
    bike = keep("a bike")
    until = frozen_now + timedelta(days=90)
    with changing(namespace, author=person(operator), now=frozen_now) as change:
        exempt_item(change, bike, until=until, reason="needed in spring")
    assert run(frozen_now, 60) == []
    assert len(run(frozen_now, 91)) == 1


def test_old_deprecated_versions_are_purged(keep, frozen_now, namespace):
    old = keep("a bike")
    new = keep("a boat", importance=0.9)
    MemoryItem.objects.filter(pk=new.pk).update(supersedes=old, chain=old.chain, version=2)
    MemoryItem.objects.filter(pk=old.pk).update(status="deprecated", status_changed_at=frozen_now)
    run(frozen_now, 364)
    assert MemoryItem.objects.filter(pk=old.pk).exists()
    run(frozen_now, 366)
    assert not MemoryItem.objects.filter(pk=old.pk).exists()
    new.refresh_from_db()
    assert new.supersedes is None


def test_only_the_named_tenant_forgets(keep, frozen_now, other_tenant):
    keep("a bike")
    assert run(frozen_now, 41, tenant=other_tenant) == []
    assert MemoryItem.objects.filter(status="active").count() == 1


def test_a_tenants_settings_and_an_experiments_arm(keep, frozen_now, namespace, tenant):
    keep("a bike")
    ForgettingSettings.objects.create(
        tenant=tenant, values={"threshold": 0.01}, created_at=frozen_now
    )
    assert settings_for(namespace).threshold == 0.01
    assert run(frozen_now, 41) == []
    arm = ForgettingSettings.objects.create(
        tenant=tenant, values={"threshold": 0.3}, created_at=frozen_now
    )
    Experiment.objects.create(
        tenant=tenant, name="e", state="running", share=1.0, forgetting=arm, created_at=frozen_now
    )
    assert settings_for(namespace).threshold == 0.3


def test_an_unused_experience_is_archived(frozen_now, tenant):
    shared = Namespace.objects.shared(tenant)
    experience = Experience.objects.create(
        namespace=shared,
        state="active",
        task="t",
        general_task="t",
        solution="s",
        content_hash="h",
        created_at=frozen_now,
        updated_at=frozen_now,
    )
    DecayState.objects.create(
        experience=experience, half_life_hours=720, last_accessed_at=frozen_now
    )
    run(frozen_now, 100)
    experience.refresh_from_db()
    assert experience.state == "archived"


def test_the_command_prints_each_item(keep, frozen_now, capsys):
    bike = keep("a bike")
    at = (frozen_now + timedelta(days=41)).isoformat()
    call_command("forget", "--dry-run", "--json", "--now", at)
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["id"], one["text"], one["reason"]) == (bike.pk, "a bike", "faded")
    call_command("forget", "--now", at)
    assert "1 archived" in capsys.readouterr().out
