"""Past nights of forgetting: what they archived, and taking a whole night back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import forget, forgotten
from memory.models import JobRun, MemoryEvent, MemoryItem, Namespace
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(namespace, colleague):
    """Last night three items of the owner and one of a colleague were archived."""
    old = timedelta(days=100)
    make_item(namespace, "The user owns a kite.", ago=old, attribute="owns")
    make_item(namespace, "The user lives in Berlin.", ago=old)
    make_item(
        namespace, "The user eats fish.", ago=old, attribute="diet", importance=0.9,
        expires_at=timezone.now() - timedelta(days=2),
    )  # fmt: skip
    make_item(Namespace.objects.for_user(colleague), "The user owns a tent.", ago=old)
    at = timezone.now() - timedelta(hours=9)
    forget.run_forgetting(now=at)
    return JobRun.objects.filter(namespace=namespace).get()


def address(name, run, query=""):
    return reverse(f"dashboard:{name}", args=[run.pk]) + query


@pytest.mark.parametrize("name", ["night", "night_restore"])
def test_a_night_opens_for_the_operators_of_the_tenant_only(
    client, owner, operator, foreign_operator, night, name
):
    for person, status in {owner: 403, foreign_operator: 404, operator: 200}.items():
        client.force_login(person)
        assert client.get(address(name, night)).status_code == status


def test_a_stranger_restores_nothing(client, owner, foreign_operator, night):
    for person in (owner, foreign_operator):
        client.force_login(person)
        client.post(address("night_restore", night), {"reason": "because I can"})
    assert MemoryItem.objects.filter(status="archived").count() == 4


def test_the_list_of_nights_counts_what_each_lists(as_operator, night):
    page = as_operator.get(reverse("dashboard:forgetting"), {"tab": "runs"})
    (listed,) = page.context["nights"]
    assert listed["archived"] == as_operator.get(address("night", night)).context["total"] == 4


def test_a_night_is_shown_by_reason_and_by_person(as_operator, owner, night):
    context = as_operator.get(address("night", night)).context
    assert [(name, n) for name, _label, n in context["reasons"]] == [("expired", 1), ("faded", 3)]
    for name, _label, n in context["reasons"]:
        narrowed = as_operator.get(address("night", night, f"?reason={name}"))
        assert narrowed.context["total"] == len(narrowed.context["events"]) == n
    own = as_operator.get(address("night", night, f"?user={owner.pk}")).context
    assert own["total"] == 3


def test_the_dialog_names_what_comes_back_and_what_stays_and_why(as_operator, namespace, night):
    make_item(namespace, "The user lives in Lisbon.")
    page = as_operator.get(address("night_restore", night))
    assert {i.text for i in page.context["affected"]} == {
        "The user owns a kite.", "The user owns a tent.",
    }  # fmt: skip
    assert {(item.text, str(why)) for item, why in page.context["stays"]} == {
        ("The user eats fish.", "its time is over"),
        ("The user lives in Berlin.", "something newer holds its place"),
    }


def test_a_whole_night_is_restored_audited_and_taken_back(as_operator, operator, night):
    as_operator.post(address("night_restore", night), {"reason": "the threshold was wrong"})
    back = MemoryItem.objects.filter(status="active")
    assert {item.text for item in back} == {
        "The user owns a kite.", "The user lives in Berlin.", "The user owns a tent.",
    }  # fmt: skip
    events = MemoryEvent.objects.filter(action="item.restored", actor=operator)
    assert {event.reason for event in events} == {"the threshold was wrong"}
    assert events.count() == 3
    assert forget.run_forgetting(now=timezone.now(), dry_run=True) == []
    as_operator.post(reverse("dashboard:undo"))
    assert not MemoryItem.objects.filter(status="active").exists()


def test_one_persons_part_of_a_night_is_restored_alone(as_operator, owner, night):
    query = f"?user={owner.pk}"
    as_operator.post(address("night_restore", night, query), {"reason": "only hers"})
    owners = MemoryItem.objects.filter(status="active").values_list("namespace__user", flat=True)
    assert set(owners) == {owner.pk}


def test_nothing_is_restored_without_a_reason(as_operator, night):
    assert as_operator.post(address("night_restore", night), {"reason": ""}).status_code == 422
    assert not MemoryItem.objects.filter(status="active").exists()


def test_no_more_is_restored_than_said(as_operator, night, monkeypatch):
    monkeypatch.setattr(forgotten, "AT_ONCE", 2)
    page = as_operator.get(address("night_restore", night))
    said = page.context["counts"]["come back"] + page.context["counts"].get("stay archived", 0)
    assert (said, page.context["counts"]["left for another time"]) == (2, 2)
    as_operator.post(address("night_restore", night), {"reason": "in parts"})
    assert MemoryItem.objects.filter(status="active").count() == 2


@pytest.mark.parametrize("number", [3, 30])
def test_the_queries_of_a_night_do_not_grow(
    as_operator, namespace, django_assert_max_num_queries, number
):
    for n in range(number):
        make_item(namespace, f"The user owns {n}.", ago=timedelta(days=100), attribute="owns")
    forget.forget_namespace(namespace, now=timezone.now())
    run = JobRun.objects.get()
    with django_assert_max_num_queries(25):
        as_operator.get(address("night", run))
    with django_assert_max_num_queries(25):
        as_operator.get(address("night_restore", run))


def test_an_erased_item_leaves_only_its_reason(as_operator, night):
    MemoryItem.objects.filter(text="The user owns a kite.").delete()
    page = as_operator.get(address("night", night))
    assert b"kite" not in page.content
    assert b"erased since" in page.content


def test_the_next_run_is_counted_by_reason_whichever_is_chosen(as_operator, namespace):
    make_item(namespace, ago=timedelta(days=100))
    make_item(namespace, "The user eats fish.", attribute="diet", importance=0.1)
    page = reverse("dashboard:forgetting")
    for query in ({"days": "1"}, {"days": "1", "reason": "weak"}):
        context = as_operator.get(page, query).context
        assert {r["name"]: r["count"] for r in context["reasons"]} == {"faded": 1, "weak": 1}
    assert context["page"].total == 1
