"""What forgetting will archive: a list that is searched, narrowed, ordered, paged and acted on."""

import csv
import io
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import DecayState, Experiment, ForgettingSettings, User
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db
ADDRESS = "dashboard:forgetting"


def rows_of(client, address="", **query):
    page = client.get(reverse(ADDRESS) + address, query).context
    return [row["item"].text for row in page["rows"]]


@pytest.mark.parametrize("place", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_days_ahead_are_those_of_the_reader(client, operator, namespace, place):
    """At any moment it is another date than UTC's in one of the two."""
    User.objects.filter(pk=operator.pk).update(time_zone=place)
    client.force_login(operator)
    make_item(namespace, ago=timedelta(days=10), importance=0.5)
    make_item(namespace, "The user owns a boat.", ago=timedelta(days=8), importance=0.5)
    address = reverse("dashboard:forgetting")
    page = client.get(address, {"days": "30"}).context
    assert page["strip"][0]["label"] == str(timezone.localdate(timezone=ZoneInfo(place)))
    assert sum(bar["count"] for bar in page["strip"]) >= 1
    for bar in page["strip"]:
        assert client.get(address + bar["url"]).context["page"].total == bar["count"], bar


def test_forgetting_narrows_by_day_and_reason(as_operator, namespace):
    soon = make_item(namespace, ago=timedelta(days=35), importance=0.5)
    ends = make_item(
        namespace, "The user eats fish.", expires_at=timezone.now() + timedelta(days=2)
    )
    address = reverse("dashboard:forgetting")

    def rows(**query):
        return {row["item"] for row in as_operator.get(address, query).context["rows"]}

    assert rows(days="7") == {soon, ends}
    assert rows(reason="expired") == {ends}
    assert rows(day=str((timezone.now() + timedelta(days=2)).date())) >= {ends}


def test_what_comes_is_a_file_of_exactly_what_the_address_asks_for(as_operator, namespace):
    soon = make_item(namespace, ago=timedelta(days=35), importance=0.5)
    make_item(namespace, "The user eats fish.", expires_at=timezone.now() + timedelta(days=2))
    query = {"format": "csv", "reason": "faded"}
    text = as_operator.get(reverse("dashboard:forgetting"), query).content.decode("utf-8-sig")
    _title, narrowed, number, names, *lines = csv.reader(io.StringIO(text))
    assert narrowed[0] == "# filter: days=7, reason=faded"
    assert number == ["# rows: 1"]
    (row,) = (dict(zip(names, line, strict=True)) for line in lines)
    assert (row["id"], row["reason"], row["recalls"]) == (str(soon.pk), "faded", "0")
    assert 4 < float(row["days_left"]) < 5


@pytest.fixture
def three(namespace):
    """A boat that fades first, a weak rumour that goes at once, fish that ends in two days."""
    return [
        make_item(namespace, "The user owns a boat.", ago=timedelta(days=35), importance=0.5),
        make_item(namespace, "The user heard a rumour.", importance=0.1),
        make_item(namespace, "The user eats fish.", expires_at=timezone.now() + timedelta(days=2)),
    ]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("due", "The user heard a rumour."),
        ("importance", "The user eats fish."),
        ("retention", "The user eats fish."),
        ("access", "The user owns a boat."),
        ("half_life", "The user eats fish."),
        ("recalls", "The user owns a boat."),
    ],
)
def test_it_is_ordered_by_what_the_table_shows(as_operator, three, order, first):
    boat, _rumour, fish = three
    DecayState.objects.filter(item=boat).update(recall_count=3)
    DecayState.objects.filter(item=fish).update(half_life_hours=1)
    assert rows_of(as_operator, sort=order, days="any")[0] == first


def test_its_pages_hold_each_row_once_and_its_words_are_searched(as_operator, namespace):
    for n in range(60):
        make_item(namespace, f"The user heard rumour {n}.", importance=0.1)
    page = as_operator.get(reverse(ADDRESS)).context["page"]
    assert page.total == 60
    first, second = rows_of(as_operator), rows_of(as_operator, page.next_url)
    assert (len(first), len(second), len({*first, *second})) == (50, 10, 60)
    assert rows_of(as_operator, q="rumour 31") == ["The user heard rumour 31."]


def test_days_and_reasons_keep_the_other_filters_and_count_what_they_lead_to(
    as_operator, three, owner
):
    query = {"user": owner.pk, "q": "the", "sort": "importance"}
    page = as_operator.get(reverse(ADDRESS), query).context
    for bar in page["strip"]:
        assert "user=" in bar["url"]
        assert "q=the" in bar["url"]
        assert "sort=importance" in bar["url"]
        assert len(rows_of(as_operator, bar["url"])) == bar["count"]
    assert sum(bar["count"] for bar in page["strip"]) == 3
    for reason in page["reasons"]:
        assert len(rows_of(as_operator, reason=reason["name"], **query)) == reason["count"]


def test_acts_on_all_that_match_are_about_the_rows_of_this_list(as_operator, three):
    answer = as_operator.post(
        reverse("dashboard:bulk") + "?reason=weak",
        {"action": "exempt", "all": "1", "list": "forgetting"},
    )
    assert answer.context["permitted"] == [three[1]]


def test_where_nothing_is_due_the_next_is_named(as_operator, namespace):
    late = make_item(namespace, ago=timedelta(days=1), importance=0.5)
    page = as_operator.get(reverse(ADDRESS), {"days": "1"}).context
    assert page["rows"] == []
    assert page["later"]["item"] == late


def test_an_experiment_with_other_parameters_is_named(as_operator, three, tenant):
    values = ForgettingSettings.objects.create(
        tenant=tenant, values={"threshold": 0.4}, created_at=timezone.now()
    )
    Experiment.objects.create(
        tenant=tenant, name="sooner", state="running", share=0.5, forgetting=values,
        created_at=timezone.now(),
    )  # fmt: skip
    assert "sooner" in as_operator.get(reverse(ADDRESS)).content.decode()
