"""Who or what a question names brings what is told of them: the graph as a layer of recall."""

import pytest

from memory import api
from memory.domain.policy import Policy
from memory.domain.types import Kind, Layer, Outcome, Status, Triple
from memory.graph import relate
from memory.models import RecallCandidate
from memory.neighbours import neighbours_of

pytestmark = pytest.mark.django_db


def link(item, subject, predicate, value, kind="thing"):
    triple = Triple(
        subject=subject,
        subject_type="person",
        predicate=predicate,
        object=value,
        object_type=kind,
    )
    relate(item, [triple])


@pytest.fixture
def anna(remember):
    item = remember("She breeds dogs near Graz.", subject="Anna", kind=Kind.FACT)
    link(item, "Anna", "breeds", "dogs")
    return item


def entry_of(result, item):
    (found,) = [e for e in (*result.injected, *result.dropped) if e.item_id == item.pk]
    return found


def test_an_entity_in_the_question_brings_what_is_told_of_it(namespace, remember, ask, anna):
    for number in range(6):
        remember(f"The user noted what to give whom, number {number}.")
    question = "What could I give Anna for her birthday?"
    few = Policy(kept_candidates=3)
    entry = entry_of(ask(question, policy=few), anna)
    assert entry.layer == Layer.GRAPH
    assert entry.detail["entity"] == "Anna"
    told = api.explain(
        namespace=namespace,
        query=question,
        item_id=anna.pk,
        now=anna.said_at,
        count_tokens=len,
        policy=few,
    )
    assert told.entry.layer == Layer.GRAPH


def test_a_neighbour_needs_less_likeness_than_another_item(ask, anna):
    entry = entry_of(ask("Which of Anna's dogs is the oldest?"), anna)
    assert (entry.outcome, entry.layer) == (Outcome.INJECTED, Layer.GRAPH) or (
        entry.relevance >= 0.42 and entry.layer == Layer.LONG_TERM
    )
    kept = RecallCandidate.objects.get(item=anna)
    assert kept.layer == entry.layer


def test_a_name_in_chinese_is_found_within_the_sentence(namespace, remember):
    item = remember("她在成都开了一家面馆。", subject="李娜", language="zh")
    link(item, "李娜", "owns", "面馆")
    found = neighbours_of(type(namespace).objects.get(pk=namespace.pk), "我和李娜明天吃什么？")
    assert found == {item.pk: "李娜"}


@pytest.fixture
def clara(remember):
    item = remember("The user has a sister called Clara.", attribute="family", value="sister Clara")
    relate(item)
    return item


@pytest.fixture
def hamburg(remember):
    item = remember(
        "The user's sister lives in Hamburg.", subject="sister", attribute="home", value="Hamburg"
    )
    relate(item)
    return item


def test_what_is_told_of_the_sister_is_told_of_her_by_name(namespace, clara, hamburg):
    fresh = type(namespace).objects.get(pk=namespace.pk)
    both = {clara.pk: "Clara", hamburg.pk: "Clara"}
    assert neighbours_of(fresh, "Where does Clara live?") == both
    assert neighbours_of(fresh, "And how is my sister?") == both


def test_of_two_sisters_what_is_told_of_the_sister_is_of_neither_by_name(
    namespace, remember, clara, hamburg
):
    other = remember("The user has a sister called Mia.", attribute="family", value="sister Mia")
    relate(other)
    fresh = type(namespace).objects.get(pk=namespace.pk)
    assert set(neighbours_of(fresh, "Where does Clara live?")) == {clara.pk}
    assert set(neighbours_of(fresh, "And my sister?")) == {clara.pk, hamburg.pk, other.pk}


def test_a_name_in_chinese_after_what_she_is(namespace, remember):
    named = remember("用户的妹妹叫小雨。", attribute="family", value="妹妹小雨", language="zh")
    home = remember("用户的妹妹住在成都。", subject="sister", attribute="home", value="成都")
    for item in (named, home):
        relate(item)
    fresh = type(namespace).objects.get(pk=namespace.pk)
    assert set(neighbours_of(fresh, "小雨住在哪里？")) == {named.pk, home.pk}
    assert set(neighbours_of(fresh, "我妹妹最近好吗？")) == {named.pk, home.pk}


def test_what_is_no_longer_active_and_what_is_of_others_is_no_neighbour(
    namespace, remember, stranger, anna
):
    gone = remember("She sold bread.", subject="Anna", status=Status.DEPRECATED)
    link(gone, "Anna", "sells", "bread")
    fresh = type(namespace).objects.get(pk=namespace.pk)
    assert set(neighbours_of(fresh, "How is Anna?")) == {anna.pk}
    assert neighbours_of(api.namespace_for(stranger), "How is Anna?") == {}


def test_a_question_that_names_nobody_asks_the_database_nothing(
    namespace, anna, django_assert_num_queries
):
    fresh = type(namespace).objects.get(pk=namespace.pk)
    neighbours_of(fresh, "Anna")
    with django_assert_num_queries(0):
        assert neighbours_of(fresh, "What should I cook for the user tonight?") == {}
