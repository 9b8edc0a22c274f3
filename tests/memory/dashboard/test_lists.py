"""The machinery of lists: filters, totals, keyset pages, CSV, and how much they read."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.dashboard import lists
from memory.models import ItemEvidence, MemoryEvent, MemoryItem, WorkingSnapshot
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


def get(client, name, query=""):
    return client.get(reverse(f"dashboard:{name}") + query)


def test_pages_follow_each_other_without_gap_or_repeat(as_operator, many):
    many(120)
    seen, address = [], "?sort=importance"
    while address:
        page = get(as_operator, "items", address).context["page"]
        seen += [item.pk for item in page.rows]
        address = page.next_url
    assert len(seen) == len(set(seen)) == 120
    expected = MemoryItem.objects.order_by("-importance", "-pk").values_list("pk", flat=True)
    assert seen == list(expected)


def test_a_row_that_appears_meanwhile_is_announced_and_not_mixed_in(as_operator, namespace, many):
    many(60)
    second = get(as_operator, "items").context["page"].next_url
    newest = make_item(namespace, "The user owns a new thing.", ago=timedelta(seconds=-5))
    page = get(as_operator, "items", second).context["page"]
    assert page.new_rows == 1
    assert newest.pk not in [item.pk for item in page.rows]


def test_filters_stay_and_say_which_of_them_excludes(as_operator, world):
    answer = get(as_operator, "items", "?status=archived&q=Lisbon")
    page = answer.context["page"]
    assert page.total == 0
    assert {pill.label: pill.brings_back for pill in page.active} == {"Status": 1, "Search": 0}
    assert b'value="Lisbon"' in answer.content
    assert b'<option value="archived" selected>' in answer.content


def test_on_an_empty_list_what_excludes_most_comes_first(as_operator, namespace):
    for n in range(3):
        make_item(namespace, f"The user likes Rome {n}.", kind="preference")
    make_item(namespace, "The user likes Oslo.", kind="event")
    page = get(as_operator, "items", "?kind=event&q=Rome").context["page"]
    assert [(pill.label, pill.brings_back) for pill in page.ways_out] == [
        ("Kind", 3),
        ("Search", 1),
    ]
    none = get(as_operator, "items", "?kind=event&status=archived&q=Rome")
    assert none.context["page"].ways_out == []
    assert "Without any filter" in none.content.decode()


def test_a_list_that_begins_narrowed_says_so_and_can_show_everything(as_operator, world):
    page = get(as_operator, "conflicts").context["page"]
    assert [(pill.value, pill.without) for pill in page.active] == [("open", "?state=any")]
    world.conflict.state = "both_true"
    world.conflict.save()
    assert get(as_operator, "conflicts").context["page"].total == 0
    assert not get(as_operator, "conflicts").context["page"].is_filtered
    everything = get(as_operator, "conflicts", "?state=any")
    assert everything.context["page"].total == 1
    assert b'<option value="any">' in everything.content


def test_an_unreadable_cursor_shows_the_first_page(as_operator, world):
    for after in ("zzz", quote("é"), "W10"):
        assert get(as_operator, "items", f"?after={after}").status_code == 200


@pytest.mark.parametrize("query", ["?user=x", "?item=x", "?from=x", "?outcome=x", "?sort=x"])
def test_values_that_make_no_sense_match_nothing_or_are_ignored(as_operator, world, query):
    assert get(as_operator, "turns", query).status_code == 200


def test_totals_stop_at_the_cap(many, monkeypatch):
    many(30)
    assert lists.count_up_to(MemoryItem.objects.all(), 20) == (20, True)
    assert lists.count_up_to(MemoryItem.objects.all(), 30) == (30, False)


def test_what_is_cut_says_so_in_its_place_and_how_many_there_are(as_operator, owner, world):
    now = timezone.now()
    for n in range(35):
        ItemEvidence.objects.create(item=world.lisbon, quote=f"Lisbon {n}", said_at=now)
        MemoryEvent.objects.create(
            namespace=world.namespace, tenant_id=owner.tenant_id, action="item.pinned",
            item=world.lisbon, created_at=now,
        )  # fmt: skip
        WorkingSnapshot.objects.create(
            namespace=world.namespace, conversation_id=1, version=n + 100, created_at=now
        )
    item = as_operator.get(reverse("dashboard:item", args=[world.lisbon.pk])).content.decode()
    evidence = world.lisbon.evidence.count()
    assert f"first 20 of {evidence} shown" in item
    assert f"Said again, {evidence} times" in item
    assert f"first 30 of {world.lisbon.events.count()} shown" in item
    user = reverse("dashboard:user", args=[owner.pk])
    working = as_operator.get(user, {"tab": "working"}).content.decode()
    assert f"first 20 of {world.namespace.snapshots.count()} shown" in working


def test_csv_holds_what_the_filter_matches_and_names_it(as_operator, world):
    answer = get(as_operator, "items", "?status=active&format=csv")
    text = answer.content.decode("utf-8-sig")
    assert "# filter: status=active" in text
    assert "# rows: 3" in text
    assert "Lisbon" in text
    assert "Berlin" not in text


def test_csv_disarms_formulas(as_operator, namespace):
    make_item(namespace, "=HYPERLINK(1)")
    assert "'=HYPERLINK(1)" in get(as_operator, "items", "?format=csv").content.decode()


def test_every_number_of_the_users_list_is_the_number_of_its_list(as_operator, owner, world):
    row = next(r for r in get(as_operator, "users").context["rows"] if r["user"] == owner)
    for status in ("active", "archived", "deprecated"):
        page = get(as_operator, "items", f"?user={owner.pk}&status={status}").context["page"]
        assert page.total == row["counts"][status]
    assert get(as_operator, "review", f"?user={owner.pk}").context["page"].total == 1
    assert get(as_operator, "conflicts", f"?user={owner.pk}").context["page"].total == 1
