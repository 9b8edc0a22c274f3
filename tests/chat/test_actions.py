"""The writes of chat."""

import uuid
from datetime import timedelta

import pytest

from chat import actions
from chat.actions import recording
from chat.models import Conversation, Message, Summary, Turn
from memory.models import Episode, Experience

pytestmark = pytest.mark.django_db


def start(user, text="Hello", now=None, **options):
    given = {"conversation_id": None, "client_id": uuid.uuid4(), **options}
    return actions.start_turn(acting_user=user, text=text, now=now, **given)


def test_the_title_is_the_beginning_of_the_first_message(owner, frozen_now):
    start(owner, "What is\n the capital  of " + "x" * 100, frozen_now)
    title = Conversation.objects.get().title
    assert title.startswith("What is the capital of xxx")
    assert len(title) == 60


def test_the_same_client_id_changes_nothing(owner, frozen_now):
    client_id = uuid.uuid4()
    first = start(owner, "Hello", frozen_now, client_id=client_id)
    again = start(owner, "Hello", frozen_now, client_id=client_id)
    assert again.is_repeat
    assert again.request.turn_id == first.request.turn_id
    assert Message.objects.count() == 1


def test_the_same_client_id_of_another_user_is_another_message(owner, stranger, frozen_now):
    client_id = uuid.uuid4()
    start(owner, "Hello", frozen_now, client_id=client_id)
    assert not start(stranger, "Hello", frozen_now, client_id=client_id).is_repeat


def test_a_message_is_stored_as_written_unless_the_tenant_redacts(owner, frozen_now):
    card = "My card is 4111 1111 1111 1111."
    start(owner, card, frozen_now)
    assert Message.objects.get().content == card
    owner.tenant.redact_messages = True
    owner.tenant.save()
    start(owner, card, frozen_now)
    assert "4111" not in Message.objects.latest("pk").content


def test_a_turn_whose_process_is_gone_is_failed_and_its_message_kept(owner, frozen_now):
    request = start(owner, "Hello", frozen_now).request
    at_once = actions.recover_lost_turns(now=frozen_now + timedelta(seconds=5))
    assert at_once == []
    later = frozen_now + timedelta(seconds=60)
    assert [turn.pk for turn in actions.recover_lost_turns(now=later)] == [request.turn_id]
    turn = Turn.objects.get()
    assert (turn.state, turn.error) == ("failed", "lost")
    assert Message.objects.get().content == "Hello"


def test_a_beating_turn_is_not_lost(owner, frozen_now):
    request = start(owner, "Hello", frozen_now).request
    later = frozen_now + timedelta(seconds=60)
    actions.keep_alive(request.turn_id, later)
    assert actions.recover_lost_turns(now=later) == []


def test_a_new_message_recovers_a_lost_turn_of_its_conversation(owner, frozen_now):
    first = start(owner, "Hello", frozen_now).request
    with pytest.raises(actions.Refused, match="turn_running"):
        start(owner, "Again", frozen_now, conversation_id=first.conversation_id)
    later = frozen_now + timedelta(minutes=1)
    second = start(owner, "Again", later, conversation_id=first.conversation_id)
    assert Turn.objects.get(pk=first.turn_id).error == "lost"
    assert Turn.objects.get(pk=second.request.turn_id).state == "running"


def fail(request, now):
    actions.fail_turn(request=request, code="timeout", detail="", text="", now=now)


def test_only_the_last_turn_is_tried_again(owner, frozen_now):
    first = start(owner, "One", frozen_now).request
    fail(first, frozen_now)
    second = start(owner, "Two", frozen_now, conversation_id=first.conversation_id).request
    fail(second, frozen_now)
    with pytest.raises(actions.Refused, match="not_last_turn"):
        actions.retry_turn(acting_user=owner, turn_id=first.turn_id, now=frozen_now)
    again = actions.retry_turn(acting_user=owner, turn_id=second.turn_id, now=frozen_now)
    assert again.request.text == "Two"
    assert again.replaces == second.turn_id
    assert Message.objects.count() == 2


def test_what_was_answered_once_stays_a_repeat_through_further_failures(owner, frozen_now):
    first = start(owner, "One", frozen_now).request
    fail(first, frozen_now)
    second = actions.retry_turn(acting_user=owner, turn_id=first.turn_id, now=frozen_now).request
    assert not second.is_repeat
    Turn.objects.filter(pk=second.turn_id).update(state=Turn.State.DONE)
    third = actions.retry_turn(acting_user=owner, turn_id=second.turn_id, now=frozen_now).request
    fail(third, frozen_now)
    fourth = actions.retry_turn(acting_user=owner, turn_id=third.turn_id, now=frozen_now).request
    assert third.is_repeat
    assert fourth.is_repeat


def test_details_of_an_error_hold_no_secret(owner, frozen_now):
    request = start(owner, "One", frozen_now).request
    detail = "Incorrect API key provided: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
    actions.fail_turn(request=request, code="unauthorized", detail=detail, text="", now=frozen_now)
    assert "abcdefghijklmnop" not in Turn.objects.get().error_detail


@pytest.mark.parametrize("who", ["colleague", "stranger", "admin"])
def test_nobody_else_may_change_a_conversation(owner, frozen_now, who, request):
    other = request.getfixturevalue(who)
    begun = start(owner, "Mine", frozen_now).request
    fail(begun, frozen_now)
    calls = [
        lambda: actions.rename_conversation(
            acting_user=other, conversation_id=begun.conversation_id, title="x"
        ),
        lambda: actions.delete_conversation(
            acting_user=other, conversation_id=begun.conversation_id, with_memories=False
        ),
        lambda: actions.delete_message(acting_user=other, message_id=begun.message_id),
        lambda: actions.edit_message(
            acting_user=other, message_id=begun.message_id, text="x", now=frozen_now
        ),
        lambda: actions.set_feedback(
            acting_user=other, turn_id=begun.turn_id, is_positive=True, now=frozen_now
        ),
        lambda: actions.retry_turn(acting_user=other, turn_id=begun.turn_id, now=frozen_now),
        lambda: start(other, "x", frozen_now, conversation_id=begun.conversation_id),
    ]
    for call in calls:
        with pytest.raises(actions.Refused, match="not_found"):
            call()
    assert Message.objects.get().content == "Mine"


def test_deleting_a_message_takes_its_answers_and_the_summaries_that_may_hold_it(owner, frozen_now):
    first = start(owner, "One", frozen_now).request
    fail(first, frozen_now)
    retried = actions.retry_turn(acting_user=owner, turn_id=first.turn_id, now=frozen_now).request
    fail(retried, frozen_now)
    conversation = Conversation.objects.get()
    message = Message.objects.get()
    Summary.objects.create(
        conversation=conversation, text="One", up_to_message=message, created_at=frozen_now
    )
    actions.delete_message(acting_user=owner, message_id=message.pk)
    assert Message.objects.count() == Turn.objects.count() == Summary.objects.count() == 0


def test_an_edited_message_is_counted_anew_and_leaves_the_summary(owner, frozen_now):
    request = start(owner, "One", frozen_now).request
    fail(request, frozen_now)
    message = Message.objects.get()
    Summary.objects.create(
        conversation_id=request.conversation_id,
        text="One",
        up_to_message=message,
        created_at=frozen_now,
    )
    edited = actions.edit_message(
        acting_user=owner, message_id=message.pk, text="A much longer text", now=frozen_now
    )
    assert edited.token_count > message.token_count
    assert Summary.objects.count() == 0


def test_a_deleted_conversation_is_gone(owner, frozen_now, django_capture_on_commit_callbacks):
    request = start(owner, "One", frozen_now).request
    fail(request, frozen_now)
    with django_capture_on_commit_callbacks(execute=True):
        actions.delete_conversation(
            acting_user=owner, conversation_id=request.conversation_id, with_memories=True
        )
    assert Conversation.objects.count() == Message.objects.count() == 0


def test_a_later_thumb_replaces_the_first(owner, frozen_now):
    request = start(owner, "One", frozen_now).request
    Turn.objects.update(state="done")
    for is_positive in (True, False):
        feedback = actions.set_feedback(
            acting_user=owner, turn_id=request.turn_id, is_positive=is_positive, now=frozen_now
        )
    assert not feedback.is_positive
    assert Turn.objects.get().feedback == feedback


def done_turn(user, now, **options):
    request = start(user, "How do I read a CSV file in Python?", now, **options).request
    Turn.objects.update(state="done")
    Message.objects.create(
        conversation_id=request.conversation_id,
        turn_id=request.turn_id,
        role="assistant",
        content="Use the csv module: open the file and pass it to csv.reader.",
        created_at=now,
    )
    return request.turn_id


def test_a_thumb_up_proposes_an_experience_and_a_thumb_down_takes_it_back(owner, frozen_now):
    turn_id = done_turn(owner, frozen_now)
    actions.set_feedback(acting_user=owner, turn_id=turn_id, is_positive=True, now=frozen_now)
    proposed = Experience.objects.get()
    assert (proposed.turn_id, proposed.state) == (turn_id, "review")
    actions.set_feedback(acting_user=owner, turn_id=turn_id, is_positive=False, now=frozen_now)
    assert Experience.objects.count() == 0


def test_what_was_off_the_record_is_never_proposed(owner, frozen_now):
    turn_id = done_turn(owner, frozen_now, is_temporary=True)
    actions.set_feedback(acting_user=owner, turn_id=turn_id, is_positive=True, now=frozen_now)
    assert Experience.objects.count() == 0


def test_what_was_said_last_is_learned_though_no_reply_came_and_nobody_tried_again(
    owner, frozen_now
):
    request = start(owner, "I'm allergic to kiwis.", frozen_now).request
    actions.fail_turn(request=request, code="timeout", detail="", text="", now=frozen_now)
    soon, later = (frozen_now + timedelta(minutes=minutes) for minutes in (2, 6))
    assert actions.record_abandoned(now=soon) == 0
    assert actions.record_abandoned(now=later) == 1
    assert Episode.objects.get().user_text == "I'm allergic to kiwis."
    assert actions.record_abandoned(now=later) == 0
    # Whoever tries again after all is answered, and the message is not learned twice.
    again = actions.retry_turn(acting_user=owner, turn_id=request.turn_id, now=later).request
    recording.record(again, None)
    assert Episode.objects.count() == 1


def test_no_abandoned_message_is_learned_that_was_answered_or_not_to_be_learned(owner, frozen_now):
    later = frozen_now + timedelta(minutes=6)
    first = start(owner, "One", frozen_now).request
    actions.cancel_turn(request=first, text="", now=frozen_now)
    start(owner, "Two", frozen_now, conversation_id=first.conversation_id)
    kept_back = start(owner, "Three", frozen_now, is_temporary=True).request
    actions.fail_turn(request=kept_back, code="timeout", detail="", text="", now=frozen_now)
    assert actions.record_abandoned(now=later) == 0
    assert [episode.user_text for episode in Episode.objects.all()] == ["One"]
    owner.learns = False
    owner.save()
    fourth = start(owner, "Four", frozen_now).request
    actions.cancel_turn(request=fourth, text="", now=frozen_now)
    assert actions.record_abandoned(now=later) == 0
    assert Episode.objects.count() == 1
