"""A receipt says how far an erasure is, and what of a layer there was to erase."""

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import ErasureReceipt

pytestmark = pytest.mark.django_db
LAYERS = {
    "long_term": {"requested": 3, "removed": 3, "remaining": 0},
    "graph": {"requested": 0, "removed": 0, "remaining": 0},
    "traces": {"requested": 2, "removed": 1, "remaining": 1},
    "vectors": {"requested": 3, "removed": 0, "remaining": 0, "error": "no answer"},
}


def receipt(tenant, state, **values):
    return ErasureReceipt.objects.create(
        tenant_id=tenant.pk, namespace_ref=1, user_name="Anna", scope="user", state=state,
        created_at=timezone.now(), **values,
    )  # fmt: skip


def shown(client, found):
    return client.get(reverse("dashboard:receipt", args=[found.pk]))


def test_a_layer_that_held_nothing_is_not_said_to_be_gone(as_operator, tenant):
    found = receipt(tenant, "mismatch", layers=LAYERS, finished_at=timezone.now())
    page = shown(as_operator, found)
    results = {layer["name"]: layer["result"] for layer in page.context["row"]["layers"]}
    assert results == {
        "long_term": "gone", "graph": "nothing", "traces": "left", "vectors": "failed",
    }  # fmt: skip
    assert "nothing there" in page.content.decode()
    as_operator.cookies["django_language"] = "zh-hans"
    assert "本来就没有" in shown(as_operator, found).content.decode()


@pytest.mark.parametrize(
    ("state", "is_finished", "expected"),
    [
        ("running", False, ["done", "done", "waiting", "waiting", "waiting"]),
        ("clean", True, ["done", "done", "done", "done", "done"]),
        ("mismatch", True, ["done", "done", "failed", "done", "failed"]),
    ],
)
def test_the_steps_of_an_erasure_follow_its_state(
    as_operator, tenant, state, is_finished, expected
):
    found = receipt(tenant, state, finished_at=timezone.now() if is_finished else None)
    steps = shown(as_operator, found).context["row"]["steps"]
    assert [step["state"] for step in steps] == expected


def test_without_a_receipt_the_page_opens_what_erasing_covers(as_operator, tenant):
    address = reverse("dashboard:erasure")
    assert 'covers" open' in as_operator.get(address).content.decode()
    receipt(tenant, "clean", finished_at=timezone.now())
    assert 'covers" open' not in as_operator.get(address).content.decode()
