"""The chat pages: lists, search, edits, settings, and that nobody reaches what is another's."""

import json
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from chat.models import Conversation, Feedback, Message, Turn
from memory import api
from memory.domain.types import WorkingChange, WorkingOp

pytestmark = pytest.mark.django_db


@pytest.fixture
def conversation(owner):
    return make_conversation(owner)


def make_conversation(user, title="Dinner", **values):
    return Conversation.objects.create(
        user=user, title=title, updated_at=values.pop("updated_at", timezone.now()), **values
    )


def make_turn(conversation, said="What shall I cook?", reply="Try **risotto**.", state="done"):
    turn = Turn.objects.create(
        conversation=conversation,
        state=state,
        trace_id=str(uuid.uuid4()),
        started_at=timezone.now(),
        finished_at=timezone.now(),
    )
    for role, content in (("user", said), ("assistant", reply)):
        Message.objects.create(
            conversation=conversation,
            turn=turn,
            role=role,
            content=content,
            created_at=timezone.now(),
        )
    return turn


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


def htmx(**headers):
    return {"HX-Request": "true", **headers}


@pytest.mark.parametrize("key", ["", "a-key"])
def test_the_page_says_that_no_model_is_connected_only_without_a_key(signed_in, settings, key):
    settings.OPENAI_API_KEY = key
    html = signed_in.get(reverse("chat:home")).content.decode()
    assert ("no-model" in html) == (not key)


def test_the_page_shows_the_turns_rendered_and_escaped(signed_in, conversation):
    make_turn(conversation, said="<b>bold</b>", reply="Try **risotto** <script>x</script>.")
    html = signed_in.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert "<strong>risotto</strong>" in html
    assert "&lt;b&gt;bold&lt;/b&gt;" in html
    assert "<script>x" not in html


def test_no_page_has_an_inline_style_or_script(signed_in, conversation):
    make_turn(conversation)
    for name, args in (("home", []), ("conversation", [conversation.pk]), ("memory", [])):
        html = signed_in.get(reverse(f"chat:{name}", args=args)).content.decode()
        assert "style=" not in html, name
        assert "<script>" not in html, name
        assert " onclick=" not in html, name


def test_only_the_newest_turns_are_shown_with_a_way_to_the_earlier_ones(signed_in, conversation):
    turns = [make_turn(conversation, said=f"message {n}.") for n in range(33)]
    html = signed_in.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert "message 32." in html
    assert "message 2." not in html
    earlier = signed_in.get(reverse("chat:turns", args=[conversation.pk]), {"before": turns[3].pk})
    assert "message 2." in earlier.content.decode()
    assert earlier["X-Has-Older"] == "0"


def test_the_list_is_grouped_by_time_with_the_pinned_on_top(signed_in, owner):
    now = timezone.now()
    make_conversation(owner, "Of today")
    make_conversation(owner, "Long ago", updated_at=now - timedelta(days=60))
    make_conversation(owner, "Kept", is_pinned=True, updated_at=now - timedelta(days=60))
    groups = signed_in.get(reverse("chat:conversations")).context["groups"]
    assert [(g["title"], [c.title for c in g["conversations"]]) for g in groups] == [
        ("Pinned", ["Kept"]),
        ("Today", ["Of today"]),
        ("Older", ["Long ago"]),
    ]


def test_the_search_reads_messages_and_leads_to_the_one_that_matched(
    signed_in, conversation, stranger
):
    turn = make_turn(conversation, said="Where did I put the saffron?")
    make_conversation(conversation.user, "Nothing here")
    make_turn(make_conversation(stranger), said="saffron of another")
    html = signed_in.get(reverse("chat:conversations"), {"q": "Saffron"}).content.decode()
    message = turn.messages.get(role="user")
    assert f"/c/{conversation.pk}/#message-{message.pk}" in html
    assert "Nothing here" not in html
    assert "of another" not in html


def test_a_search_without_result_says_so_and_keeps_the_words(signed_in):
    html = signed_in.get(reverse("chat:conversations"), {"q": "nowhere"}).content.decode()
    assert "No conversation contains “nowhere”." in html


def test_a_draft_is_kept_on_the_server(signed_in, conversation):
    address = reverse("chat:draft", args=[conversation.pk])
    assert signed_in.post(address, {"text": "half a sentence"}).status_code == 204
    html = signed_in.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert "half a sentence</textarea>" in html


def test_an_edited_message_is_saved_and_an_empty_one_refused(signed_in, conversation):
    message = make_turn(conversation).messages.get(role="user")
    address = reverse("chat:edit_message", args=[message.pk])
    assert signed_in.post(address, {"text": "  "}).status_code == 422
    answer = signed_in.post(address, {"text": "What else?", "then": "answer"})
    message.refresh_from_db()
    assert message.content == "What else?"
    event = json.loads(answer["HX-Trigger-After-Settle"])["answer-again"]
    assert event == {"turn": message.turn_id}


def test_a_deleted_message_takes_its_reply_along(signed_in, conversation):
    turn = make_turn(conversation)
    message = turn.messages.get(role="user")
    signed_in.post(reverse("chat:delete_message", args=[message.pk]))
    assert not Turn.objects.filter(pk=turn.pk).exists()
    assert not Message.objects.filter(conversation=conversation).exists()


def test_a_thumb_is_kept_and_shown_as_pressed(signed_in, conversation):
    turn = make_turn(conversation)
    answer = signed_in.post(reverse("chat:feedback", args=[turn.pk]), {"value": "down"})
    assert Feedback.objects.get(turn=turn).is_positive is False
    assert answer.content.decode().count('aria-pressed="true"') == 1


@pytest.mark.parametrize("form", ["json", "md"])
def test_the_export_has_what_was_said_and_nothing_of_the_tools(signed_in, conversation, form):
    turn = make_turn(conversation)
    Message.objects.create(
        conversation=conversation, turn=turn, role="tool", content="RAW", created_at=timezone.now()
    )
    address = reverse("chat:export_conversation", args=[conversation.pk, form])
    answer = signed_in.get(address)
    text = answer.content.decode()
    assert "What shall I cook?" in text
    assert "Try **risotto**." in text
    assert "RAW" not in text
    assert answer["Content-Disposition"].endswith(f'.{form}"')


def test_settings_save_one_by_one_and_refuse_what_does_not_exist(signed_in, owner):
    address = reverse("chat:settings")
    answer = signed_in.post(address, {"theme": "dark"}, headers=htmx())
    assert answer.cookies["theme"].value == "dark"
    assert signed_in.post(address, {"time_zone": "Mars/Olympus"}).status_code == 422
    signed_in.post(address, {"switch": "learns"}, headers=htmx())  # an unticked box sends nothing
    owner.refresh_from_db()
    assert (owner.theme, owner.time_zone, owner.learns, owner.uses_memory) == (
        "dark",
        "UTC",
        False,
        True,
    )
    assert "Nothing new is remembered" in signed_in.get("/").content.decode()


def test_the_panel_ticks_a_to_do_and_finishes_the_task(signed_in, owner, conversation):
    namespace = api.namespace_for(owner)
    todo = {"text": "buy oat milk", "done": False, "said_at": timezone.now().isoformat()}
    change = WorkingChange(op=WorkingOp.APPEND, field="todos", value=todo)
    api.change_working(namespace, conversation.pk, [change])
    address = reverse("chat:tasks", args=[conversation.pk])
    assert "buy oat milk" in signed_in.get(address).content.decode()
    html = signed_in.post(address, {"field": "todos", "position": "0"}).content.decode()
    assert "is-done" in html
    html = signed_in.post(address, {"clear": "1"}).content.decode()
    assert "buy oat milk" not in html


def test_the_pages_are_in_the_language_of_the_cookie(signed_in):
    signed_in.cookies["django_language"] = "zh-hans"
    html = signed_in.get(reverse("chat:memory")).content.decode()
    assert '<html lang="zh-hans"' in html
    assert "我的记忆" in html


def test_everything_is_erased_only_after_the_typed_word(signed_in, owner):
    make_conversation(owner)
    address = reverse("chat:erase")
    assert signed_in.post(address, {"word": "yes"}).status_code == 422
    assert Conversation.objects.for_user(owner).exists()
    html = signed_in.post(address, {"word": "erase"}).content.decode()
    assert "receipt-title" in html
    assert not Conversation.objects.for_user(owner).exists()


@pytest.mark.parametrize("name", ["conversation", "turns", "rename", "delete", "tasks"])
def test_a_colleague_does_not_find_the_conversation(client, colleague, conversation, name):
    client.force_login(colleague)
    assert client.get(reverse(f"chat:{name}", args=[conversation.pk])).status_code == 404


def test_the_sign_in_page_names_the_demo_accounts_only_on_an_embedded_instance(client, settings):
    settings.EMBEDDED = True
    assert "demo-hint" in client.get(reverse("account_login")).content.decode()
    settings.EMBEDDED = False
    assert "demo-hint" not in client.get(reverse("account_login")).content.decode()
