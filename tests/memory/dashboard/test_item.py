"""The page of an item: versions with word differences, curve, evidence, recalls."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.dashboard.differences import field_changes, line_changes, word_changes
from memory.models import ItemEvidence
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


def item_page(client, item):
    return client.get(reverse("dashboard:item", args=[item.pk]))


def test_versions_are_shown_newest_first_with_their_words_compared(as_operator, world):
    answer = item_page(as_operator, world.lisbon)
    assert [v["item"] for v in answer.context["versions"]] == [world.lisbon, world.berlin]
    page = answer.content.decode()
    assert "<del>Berlin</del>" in page
    assert "<ins>Lisbon</ins>" in page


def test_the_quote_is_marked_in_its_message(as_operator, world):
    assert b"<mark>I moved to Lisbon</mark>" in item_page(as_operator, world.lisbon).content


def test_an_old_version_leads_to_its_successor_and_can_be_restored(as_operator, world):
    page = item_page(as_operator, world.berlin).content.decode()
    assert "A newer version says:" in page
    assert reverse("dashboard:act", args=[world.berlin.pk, "restore"]) in page


def test_the_curve_names_the_day_of_archiving(as_operator, namespace):
    item = make_item(namespace, importance=0.5, decay={"half_life_hours": 240})
    curve = item_page(as_operator, item).context["curve"]
    # 0.5 · 0.5^(t / 10 d) = 0.2 for t = 13.2 days, one of which has passed.
    days = (curve["archive_at"] - timezone.now()) / timedelta(days=1)
    assert days == pytest.approx(12.2, abs=0.1)
    assert curve["tomorrow_archive_at"] > curve["archive_at"]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"pinned": True}, id="pinned"),
        pytest.param({"importance": 0.9}, id="important"),
        pytest.param({"decay": {"half_life_hours": None}}, id="identity"),
    ],
)
def test_what_does_not_fade_has_no_day_of_archiving(as_operator, namespace, values):
    item = make_item(namespace, **values)
    answer = item_page(as_operator, item)
    assert answer.context["curve"]["archive_at"] is None
    assert b"does not fade" in answer.content


def test_recalls_are_listed_with_outcome_and_counted(as_operator, world):
    answer = item_page(as_operator, world.berlin)
    assert answer.context["candidate_count"] == 1
    assert answer.context["recalls"][0]["outcome"] == "superseded"


def test_each_use_on_the_curve_leads_to_its_turn(as_operator, world):
    page = item_page(as_operator, world.lisbon).content.decode()
    address = reverse("dashboard:turn", args=[world.trace.trace_id])
    assert f'<a href="{address}" aria-label="Recalled and used' in page


def test_evidence_is_listed(as_operator, world):
    ItemEvidence.objects.create(
        item=world.lisbon, quote="Lisbon is home now", said_at=timezone.now()
    )
    assert b"Lisbon is home now" in item_page(as_operator, world.lisbon).content


def test_everything_derived_from_a_message_is_found(as_operator, world):
    answer = as_operator.get(reverse("dashboard:derived", args=[world.asked.pk]))
    assert [row["item"] for row in answer.context["direct"]] == [world.lisbon]
    assert [row["item"] for row in answer.context["versions"]] == [world.berlin]


@pytest.mark.parametrize(
    ("before", "after", "out", "into"),
    [
        pytest.param("I live in Berlin.", "I live in Lisbon.", "Berlin", "Lisbon", id="English"),
        pytest.param("用户住在柏林。", "用户住在里斯本。", "柏林", "里斯本", id="Chinese"),
        pytest.param("用户喜欢咖啡", "用户喜欢龙井茶", "咖啡", "龙井茶", id="Chinese without stop"),
    ],
)
def test_differences_are_by_word_in_both_languages(before, after, out, into):
    changes = word_changes(before, after)
    assert "".join(c.text for c in changes if c.kind != "in") == before
    assert "".join(c.text for c in changes if c.kind != "out") == after
    assert "".join(c.text for c in changes if c.kind == "out") == out
    assert "".join(c.text for c in changes if c.kind == "in") == into


def test_field_changes_leave_out_what_is_the_same():
    changes = field_changes({"a": 1, "b": "x y"}, {"a": 1, "b": "x z", "c": None})
    assert [(c.name, c.before, c.after) for c in changes] == [("b", "x y", "x z")]


def test_line_changes_mark_gaps():
    lines = line_changes("a\nb\nc", "a\nB\nc")
    assert ("out", "b") in lines
    assert ("in", "B") in lines
