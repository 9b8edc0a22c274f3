"""A person's page: timelines of the profile, the graph by click, working memory as it runs down."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import api, graph
from memory.dashboard import graph as picture
from memory.dashboard import user
from memory.domain.types import Triple
from memory.models import Entity, MemoryEvent, Namespace, Relation, WorkingSnapshot
from tests.memory.dashboard.conftest import make_item

pytestmark = pytest.mark.django_db


def tab(client, owner, name, **query):
    return client.get(reverse("dashboard:user", args=[owner.pk]), {"tab": name, **query})


def test_every_value_of_an_attribute_has_its_bar_from_when_to_when(as_operator, owner, world):
    world.berlin.valid_to = timezone.now() - timedelta(days=2)
    world.berlin.save()
    make_item(world.namespace, "The user lives in Porto.", ago=timedelta(days=1),
              expires_at=timezone.now() + timedelta(days=3))  # fmt: skip
    found = tab(as_operator, owner, "profile").context["timelines"]
    home = next(row for row in found["rows"] if row["bars"][0]["words"] == "Berlin")
    assert [(bar["words"], bar["kind"]) for bar in home["bars"]] == [
        ("Berlin", "past"), ("Lisbon", "now"), ("Porto", "temporary"),
    ]  # fmt: skip
    assert [bar["words"] for bar in home["now"]] == ["Lisbon", "Porto"]
    assert len({bar["y"] for bar in home["bars"]}) == 2, "Porto hides Lisbon and lies beside it"
    berlin, lisbon, _porto = home["bars"]
    assert (berlin["x"], lisbon["until"]) == (0, None)
    assert berlin["width"] == pytest.approx(100 * 28 / 30, abs=0.5)
    assert berlin["x"] + berlin["width"] <= lisbon["x"] + 0.01
    assert lisbon["x"] + lisbon["width"] == pytest.approx(100)
    assert lisbon["url"] == reverse("dashboard:item", args=[world.lisbon.pk])


def test_what_waits_for_review_or_has_no_place_in_a_profile_has_no_bar(as_operator, owner, world):
    make_item(world.namespace, "The user sold a boat.", attribute="fact")
    rows = tab(as_operator, owner, "profile").context["timelines"]["rows"]
    words = {bar["item"].text for row in rows for bar in row["bars"]}
    assert "The user may like surfing." not in words
    assert "The user sold a boat." not in words


def test_a_timeline_is_one_query_however_long(
    as_operator, owner, world, django_assert_max_num_queries
):
    for n in range(30):
        make_item(world.namespace, f"The user lives in Town{n}.", status="deprecated")
    with django_assert_max_num_queries(30):
        tab(as_operator, owner, "profile")


@pytest.fixture
def web(namespace):
    """Anna — knows → ten people; one of them works at a firm; one relation is over."""
    for n in range(10):
        item = make_item(namespace, f"Anna knows Person{n}.", subject="Anna", attribute="x",
                         valid_to=timezone.now() - timedelta(days=1) if n == 0 else None)  # fmt: skip
        relate(item, "Anna", "knows", f"Person{n}")
    relate(make_item(namespace, "Person1 works at Firm.", subject="Person1", attribute="x"),
           "Person1", "works_at", "Firm")  # fmt: skip
    return namespace


def relate(item, subject, predicate, target):
    graph.relate(
        item,
        [Triple(subject=subject, subject_type="person", predicate=predicate, object=target,
                object_type="person")],
    )  # fmt: skip


def entity(name):
    return Entity.objects.get(name=name)


def test_a_click_brings_the_neighbours_of_an_entity(as_operator, owner, web):
    address = reverse("dashboard:graph_neighbours", args=[owner.pk, entity("Person1").pk])
    found = as_operator.get(address).json()
    assert {node["name"] for node in found["nodes"]} == {"Anna", "Person1", "Firm"}
    assert {(e["subject"], e["label"], e["object"]) for e in found["edges"]} == {
        ("Anna", "knows", "Person1"), ("Person1", "works at", "Firm"),
    }  # fmt: skip
    assert {e["item"] for e in found["edges"]} <= set(
        Relation.objects.values_list("source", flat=True)
    )


def test_relations_that_are_over_are_marked(as_operator, owner, web):
    address = reverse("dashboard:graph_neighbours", args=[owner.pk, entity("Anna").pk])
    holds = {e["object"]: e["holds"] for e in as_operator.get(address).json()["edges"]}
    assert not holds["Person0"]
    assert holds["Person1"]
    assert b'class="is-over"' in tab(as_operator, owner, "graph").content


def test_neighbours_are_those_of_the_tenant_and_of_the_person(
    client, owner, operator, colleague, foreign_operator, web
):
    pk = entity("Anna").pk
    for person, status in {owner: 403, operator: 200, foreign_operator: 404}.items():
        client.force_login(person)
        address = reverse("dashboard:graph_neighbours", args=[owner.pk, pk])
        assert client.get(address).status_code == status
    client.force_login(operator)
    Namespace.objects.for_user(colleague)
    address = reverse("dashboard:graph_neighbours", args=[colleague.pk, pk])
    assert client.get(address).status_code == 404


def test_a_large_graph_begins_with_its_middle_and_grows(as_operator, owner, web, monkeypatch):
    monkeypatch.setattr(picture, "SMALL", 5)
    shown = tab(as_operator, owner, "graph").context["graph"]
    assert shown["center"] == entity("Anna").pk
    assert shown["total"] == 10
    whole = tab(as_operator, owner, "graph", all="1").context["graph"]
    assert (whole["center"], whole["total"]) == (None, 11)
    firm = tab(as_operator, owner, "graph", entity=entity("Firm").pk).context["graph"]
    assert firm["total"] == 1


def test_working_memory_says_how_long_it_is_kept(as_operator, owner, world, monkeypatch):
    monkeypatch.setattr(user, "seconds_left", lambda namespace, conversation_id: 754)
    answer = tab(as_operator, owner, "working")
    (state,) = answer.context["states"]
    assert (state["clock"], state["seconds_left"], state["version"]) == ("12:34", 754, 1)
    assert b'data-countdown="754"' in answer.content
    assert b"12:34" in answer.content


def test_working_memory_of_every_conversation_in_use_is_shown(
    as_operator, owner, world, monkeypatch
):
    WorkingSnapshot.objects.create(
        namespace=world.namespace, conversation_id=4711, version=3, before={"goal": "a"},
        after={"goal": "b"}, created_at=timezone.now(),
    )  # fmt: skip
    left = {4711: 60, world.talk.pk: 0}
    monkeypatch.setattr(user, "seconds_left", lambda _namespace, conversation: left[conversation])
    context = tab(as_operator, owner, "working").context
    assert [state["conversation_id"] for state in context["states"]] == [4711]
    assert len(context["snapshots"]) == 2
    left[4711] = 0
    answer = tab(as_operator, owner, "working")
    assert b"let go" in answer.content


def test_a_store_that_does_not_answer_is_said(as_operator, owner, world, monkeypatch):
    def fail(_namespace, _conversation_id):
        raise api.BackendUnavailable("redis is away")

    monkeypatch.setattr(user, "seconds_left", fail)
    assert b"does not answer" in tab(as_operator, owner, "working").content


def test_the_sister_and_clara_are_one_in_the_picture(as_operator, owner, namespace):
    clara = make_item(namespace, "The user has a sister called Clara.", attribute="family",
                      value="sister Clara")  # fmt: skip
    home = make_item(namespace, "The user's sister lives in Hamburg.", subject="sister",
                     attribute="home", value="Hamburg")  # fmt: skip
    for item in (clara, home):
        graph.relate(item)
    address = reverse("dashboard:graph_neighbours", args=[owner.pk, entity("sister").pk])
    edges = as_operator.get(address).json()["edges"]
    assert {(e["subject"], e["object"]) for e in edges} == {
        ("the user", "Clara"), ("Clara", "Hamburg"),
    }  # fmt: skip
    listed = as_operator.get(reverse("dashboard:entities")).context["rows"]
    assert {row["entity"].name: row["aliases"] for row in listed}["Clara"] == ["sister"]


def event(namespace, action, *, days_ago=0):
    return MemoryEvent.objects.create(
        tenant_id=namespace.tenant_id,
        namespace=namespace,
        action=action,
        actor_kind="system",
        created_at=timezone.now() - timedelta(days=days_ago),
    )


def test_the_history_has_a_heading_for_each_day_and_a_mark_that_leads_to_it(
    as_operator, owner, namespace
):
    for days_ago, action in ((0, "item.edited"), (3, "item.added"), (3, "item.added"), (90, "item.added")):  # fmt: skip
        event(namespace, action, days_ago=days_ago)
    context = tab(as_operator, owner, "history", kind="learned").context
    assert [len(events) for _day, events in context["event_days"]] == [2, 1]
    rows = {row["kind"]: row for row in context["picture"]["rows"]}
    # The look of this very test is the one of "looked".
    assert {kind: row["total"] for kind, row in rows.items()} == {"learned": 2, "changed": 1, "looked": 1}  # fmt: skip
    (mark,) = rows["learned"]["marks"]
    assert tab(as_operator, owner, "history", kind="learned", day=str(mark["day"])).context["page"].total == mark["number"] == 2  # fmt: skip
    since = str(context["picture"]["first"])
    assert tab(as_operator, owner, "history", kind="learned", **{"from": since}).context["page"].total == 2  # fmt: skip


def test_the_history_is_a_file_too_and_another_tab_is_none(as_operator, owner, namespace):
    event(namespace, "item.edited")
    assert b"item.edited" in b"".join(tab(as_operator, owner, "history", format="csv"))
    assert tab(as_operator, owner, "graph", format="csv").status_code == 404
