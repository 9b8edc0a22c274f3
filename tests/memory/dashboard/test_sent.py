"""The messages of a turn with their links; a conversation around a message; edit and replay."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from chat.models import Conversation, Message
from memory.dashboard import conversation, sent
from memory.models import ItemEvidence, MemoryEvent, RecallCandidate
from tests.memory.dashboard.conftest import make_candidate, make_item

pytestmark = pytest.mark.django_db


def messages_of(client, world, query=""):
    address = reverse("dashboard:turn", args=[world.trace.trace_id])
    return client.get(f"{address}?tab=messages{query}")


def test_each_memory_in_the_messages_leads_to_its_item(as_operator, world):
    world.trace.messages = [
        {"role": "system", "content": f"Known:\n- {world.lisbon.text} (pinned)\nBe brief."},
        {"role": "user", "content": world.lisbon.text},
    ]
    world.trace.save()
    answer = messages_of(as_operator, world)
    address = reverse("dashboard:item", args=[world.lisbon.pk])
    marked = f'href="{address}" lang="en">{world.lisbon.text}</a>'
    assert marked in answer.content.decode()
    system, user = answer.context["sent"]
    assert "".join(piece.text for piece in system["pieces"]) == world.trace.messages[0]["content"]
    assert [piece.url for piece in user["pieces"]] == [""], "what a person said is no memory"
    assert (answer.context["marked"], answer.context["unseen"]) == (1, [])


def test_what_was_given_and_is_not_found_word_for_word_is_named(as_operator, world):
    world.trace.messages = [{"role": "system", "content": "nothing of it"}]
    world.trace.save()
    unseen = messages_of(as_operator, world).context["unseen"]
    assert [candidate.text for candidate, _url in unseen] == [world.lisbon.text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a tea b", ["tea"], id="in the middle"),
        pytest.param("tea with milk", ["tea with milk"], id="the longer of two"),
        pytest.param("tea, tea with milk", ["tea", "tea with milk"], id="both"),
        pytest.param("", [], id="empty"),
        pytest.param("用户喝tea。", ["tea"], id="Chinese around it"),
    ],
)
def test_pieces_joined_are_the_text(text, expected):
    injected = [RecallCandidate(text=words, item_id=n) for n, words in
                enumerate(("tea", "tea with milk"), start=1)]  # fmt: skip
    found = sent.pieces(text, injected)
    assert "".join(piece.text for piece in found) == text
    assert [piece.text for piece in found if piece.url] == expected


def test_words_that_cannot_close_the_block_are_found_as_they_were_sent():
    found = sent.pieces("- ‹b› tea", [RecallCandidate(text="<b> tea", item_id=1)])
    assert [piece.url for piece in found] == ["", "/dashboard/items/1/"]


def test_the_messages_are_downloaded_whole(as_operator, world, monkeypatch):
    monkeypatch.setattr(sent, "MESSAGE_CHARACTERS", 3)
    world.trace.messages = [{"role": "user", "content": "里斯本 " * 10}]
    world.trace.save()
    assert b"The first 3 of 40 characters" in messages_of(as_operator, world).content
    answer = messages_of(as_operator, world, "&format=json")
    assert json.loads(answer.content) == world.trace.messages
    assert "attachment" in answer["Content-Disposition"]


def talk_page(client, world, query=""):
    return client.get(reverse("dashboard:conversation", args=[world.talk.pk]) + query)


def test_a_conversation_opens_for_the_operators_of_the_tenant_only(
    client, world, owner, operator, foreign_operator
):
    for person, status in {owner: 403, foreign_operator: 404, operator: 200}.items():
        client.force_login(person)
        assert talk_page(client, world).status_code == status
    assert MemoryEvent.objects.filter(action="conversation.viewed").count() == 1


def test_the_quote_of_an_item_is_marked_in_its_conversation(as_operator, world):
    query = f"?message={world.asked.pk}&item={world.lisbon.pk}"
    page = talk_page(as_operator, world, query).content.decode()
    assert "<mark>I moved to Lisbon</mark>" in page
    item_page = as_operator.get(reverse("dashboard:item", args=[world.lisbon.pk]))
    own = reverse("dashboard:conversation", args=[world.talk.pk])
    assert (
        f"{own}?message={world.asked.pk}&amp;item={world.lisbon.pk}" in item_page.content.decode()
    )


def test_each_further_quote_leads_to_its_message_too(as_operator, world):
    ItemEvidence.objects.create(
        item=world.lisbon,
        quote="I moved to Lisbon",
        said_at=timezone.now(),
        message_id=world.asked.pk,
        conversation_id=world.talk.pk,
    )
    page = as_operator.get(reverse("dashboard:item", args=[world.lisbon.pk])).content.decode()
    assert ">“I moved to Lisbon”</a>" in page


def test_an_item_of_another_tenant_marks_nothing(as_operator, world, foreign_operator):
    other = make_item(type(world.namespace).objects.for_user(foreign_operator), quote="Lisbon")
    page = talk_page(as_operator, world, f"?item={other.pk}")
    assert page.context["item"] is None


def test_a_long_conversation_is_read_in_stretches(
    as_operator, world, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(conversation, "SIZE", 4)
    talk = Conversation.objects.create(user=world.talk.user, updated_at=timezone.now())
    said = [
        Message.objects.create(
            conversation=talk, role="user", content=f"message {n}", created_at=timezone.now()
        )
        for n in range(12)
    ]
    address = reverse("dashboard:conversation", args=[talk.pk])
    with django_assert_max_num_queries(25):
        page = as_operator.get(address, {"message": said[5].pk}).context
    shown = [entry["line"].text for entry in page["lines"]]
    assert shown == ["message 4", "message 5", "message 6", "message 7"]
    assert (page["talk"].earlier, page["talk"].later) == (said[3].pk, said[8].pk)
    newest = as_operator.get(address).context["talk"]
    assert (len(newest.lines), newest.earlier, newest.later) == (4, said[7].pk, None)


def test_a_candidate_is_edited_from_the_turn_and_the_recall_runs_again(as_operator, world):
    address = reverse("dashboard:turn", args=[world.trace.trace_id])
    rows = [r for g in as_operator.get(address).context["groups"] for r in g["rows"]]
    assert {r["candidate"].item_id for r in rows if r["can_edit"]} == {world.lisbon.pk}
    back = f"{address}?tab=candidates&replay=1"
    answer = as_operator.post(
        reverse("dashboard:act", args=[world.lisbon.pk, "edit"]),
        {"text": "The user lives in Porto.", "value": "Porto", "reason": "wrong town",
         "revision": world.lisbon.revision, "back": back},
    )  # fmt: skip
    assert answer["Location"] == back
    page = as_operator.get(back).content.decode()
    assert reverse("dashboard:replay", args=[world.trace.trace_id]) + '" hx-trigger="load"' in page


def test_a_pending_experience_or_old_exchange_has_no_edit(as_operator, world):
    make_candidate(world.trace, world.berlin)
    RecallCandidate.objects.create(
        trace=world.trace, layer="history", text="said before", outcome="injected"
    )
    address = reverse("dashboard:turn", args=[world.trace.trace_id])
    rows = [r for g in as_operator.get(address).context["groups"] for r in g["rows"]]
    assert [r["candidate"].text for r in rows if r["can_edit"]] == [world.lisbon.text]
