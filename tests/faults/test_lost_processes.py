"""Each process is killed while somebody chats: nothing is lost, nothing is done twice.

One real instance with a scripted model serves all tests; the supervisor brings each part back.
"""

import json
import os
import signal

import pytest

from tests.browsers import sign_in
from tests.model_server import fail, say
from tests.talker import Talker
from tests.watching import count, is_absorbed, rows, wait_for

pytestmark = [pytest.mark.pure, pytest.mark.faults, pytest.mark.timeout(300)]

PLACES = ["Oslo", "Lima", "Cairo", "Quito", "Hanoi", "Dakar"]


@pytest.fixture
def instance(model_instance, model):
    """The running instance, where extraction falls back to the local engine at once."""
    model.otherwise_structured = fail(401)
    return model_instance


@pytest.fixture
def talker(instance):
    talking = Talker(instance)
    yield talking
    talking.close()


def assert_nothing_lost_or_doubled(instance, conversation, texts):
    """Each message is there once, answered once, recorded once and absorbed once."""
    wait_for(lambda: is_absorbed(instance), what="an episode was not absorbed")
    said = rows(
        instance,
        "SELECT content, turn_id FROM chat_message WHERE conversation_id=? AND role='user' ORDER BY id",
        conversation,
    )
    assert [row["content"] for row in said] == texts
    for row in said:
        turn = rows(instance, "SELECT state FROM chat_turn WHERE id=?", row["turn_id"])[0]
        replies = count(
            instance,
            "SELECT count(*) FROM chat_message WHERE turn_id=? AND role='assistant'",
            row["turn_id"],
        )
        episodes = rows(
            instance, "SELECT id, state FROM memory_episode WHERE turn_id=?", row["turn_id"]
        )
        if turn["state"] == "done":
            assert replies == 1
            assert [episode["state"] for episode in episodes] == ["done"]
        else:
            assert turn["state"] == "failed"  # the page offers to try again
    twice = rows(
        instance,
        "SELECT episode_id, position, count(*) AS n FROM memory_decision "
        "WHERE episode_id IS NOT NULL GROUP BY episode_id, position HAVING n > 1",
    )
    assert twice == []


def test_a_worker_killed_while_it_absorbs(instance, talker):
    texts = [f"I like the food of {place}." for place in PLACES]
    talker.send(texts[0])
    wait_for(
        lambda: count(instance, "SELECT count(*) FROM memory_episode WHERE state='running'"),
        what="no episode was being absorbed",
    )
    os.killpg(instance.pid("worker"), signal.SIGKILL)
    for text in texts[1:]:
        talker.send(text)
        wait_until_answered(instance, talker.conversation)
    instance.wait_until_healthy()
    assert_nothing_lost_or_doubled(instance, talker.conversation, texts)
    for place in PLACES:
        items = rows(
            instance, "SELECT mention_count FROM memory_memoryitem WHERE quote LIKE ?", f"%{place}%"
        )
        assert [item["mention_count"] for item in items] == [1], place
    assert count(instance, "SELECT max(attempts) FROM memory_episode") >= 2


@pytest.mark.parametrize("name", ["redis", "chroma"])
def test_a_store_killed_while_somebody_chats(instance, talker, name):
    texts = [f"My favourite {name} drink number {n} is tea." for n in range(4)]
    talker.send(texts[0])
    instance.kill_child(name)
    for text in texts[1:]:
        talker.send(text)
        wait_until_answered(instance, talker.conversation)
    instance.wait_until_healthy()
    assert_nothing_lost_or_doubled(instance, talker.conversation, texts)
    wait_for(
        lambda: (
            not count(instance, "SELECT count(*) FROM memory_vectoroperation WHERE done_at IS NULL")
        ),
        what="the index was not brought up to date",
    )


def wait_until_answered(instance, conversation):
    wait_for(
        lambda: (
            not count(
                instance,
                "SELECT count(*) FROM chat_turn WHERE conversation_id=? AND state='running'",
                conversation,
            )
        ),
        what="a turn did not end",
    )


@pytest.mark.browser
def test_the_web_server_killed_in_mid_stream(instance, model, page):
    model.script(say("word " * 400, pause=0.1))
    sign_in(page, instance.url, "user", instance.password)
    page.goto(instance.url)
    page.fill("textarea", "Tell me a long story")
    page.keyboard.press("Enter")
    page.get_by_text("word word word").first.wait_for()
    conversation = count(instance, "SELECT max(id) FROM chat_conversation")
    instance.kill_child("web")

    # The page finds back by itself, and shows how the turn ended.
    page.get_by_role("button", name="Try again").wait_for(timeout=90_000)
    assert page.get_by_text("Tell me a long story").first.is_visible()
    turn = rows(instance, "SELECT state FROM chat_turn WHERE conversation_id=?", conversation)
    assert [row["state"] for row in turn] == ["failed"]

    # Without a reload, the conversation goes on.
    model.script(say("Here is a short one."))
    page.fill("textarea", "Then a short one")
    page.keyboard.press("Enter")
    page.get_by_text("Here is a short one.").first.wait_for(timeout=30_000)
    wait_for(lambda: is_absorbed(instance))
    said = rows(
        instance,
        "SELECT content FROM chat_message WHERE conversation_id=? AND role='user' ORDER BY id",
        conversation,
    )
    assert [row["content"] for row in said] == ["Tell me a long story", "Then a short one"]


def test_after_all_that_every_projection_is_as_the_database_says(instance):
    wait_for(
        lambda: (
            not count(instance, "SELECT count(*) FROM memory_vectoroperation WHERE done_at IS NULL")
        ),
        what="the index was not brought up to date",
    )
    assert json.loads(instance.run("verify_memory", "--json")) == {"clean": True, "differences": []}
