"""`manage.py demo_data`: no page is empty after it, twice is as once, and the numbers add up."""

import io

import pytest
from django.core.management import call_command
from django.urls import reverse

from memory.accounts import ensure_account
from memory.models import (
    Conflict,
    Episode,
    EvaluationRun,
    Experience,
    MemoryItem,
    RecallTrace,
    Relation,
    WorkingSnapshot,
)
from tests.memory.dashboard import numbers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_it_fills_every_page_once_and_every_number_is_that_of_its_list(client, django_user_model):
    operator = ensure_account(name="operator", tenant_slug="main", role="operator").user
    call_command("demo_data", stdout=io.StringIO())
    counts = Episode.objects.count(), MemoryItem.objects.count()
    call_command("demo_data", stdout=io.StringIO())
    assert counts == (Episode.objects.count(), MemoryItem.objects.count())

    assert Conflict.objects.filter(state="open").count() == 2
    assert {"active", "deprecated", "archived", "pending"} == set(
        MemoryItem.objects.values_list("status", flat=True)
    )
    assert MemoryItem.objects.filter(overridden_by__status="active").exists()
    assert {"active", "review"} == set(Experience.objects.values_list("state", flat=True))
    assert Relation.objects.exists()
    assert WorkingSnapshot.objects.exists()
    assert RecallTrace.objects.filter(candidates__is_used=True).exists()
    first, second = EvaluationRun.objects.order_by("pk")
    assert 0 < first.n < second.n
    assert {"en", "zh"} <= {i.language[:2] for i in MemoryItem.objects.all()}
    client.force_login(operator)
    for name in ("turns", "users", "items", "review", "conflicts", "experiences", "knowledge"):
        assert client.get(reverse(f"dashboard:{name}")).context["page"].total, name

    client.force_login(ensure_account(name="admin", tenant_slug="main", role="admin").user)
    followed, wrong = numbers.follow(client, "/dashboard/")
    assert not wrong, "\n".join(wrong)
    assert followed > 40
