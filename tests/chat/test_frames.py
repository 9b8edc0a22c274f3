"""The wire protocol."""

import json
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat import failures, frames

pytestmark = pytest.mark.pure
LIMIT = 100
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def outcome(text: str) -> str:
    try:
        frames.parse(text, max_characters=LIMIT)
    except frames.FrameError as error:
        return error.code
    return "understood"


@given(st.text() | JSON.map(json.dumps))
def test_whatever_comes_is_a_frame_or_refused_by_a_code_with_a_sentence(text):
    assert outcome(text) in failures.CODES | {"understood"}


@given(kind=st.sampled_from(["open", "message", "retry", "stop", "ping"]), value=JSON)
def test_strange_values_of_known_keys_are_refused_too(kind, value):
    keys = ("conversation", "turn", "text", "client_id", "temporary")
    frame = {"type": kind, **dict.fromkeys(keys, value)}
    assert outcome(json.dumps(frame)) in failures.CODES | {"understood"}


@pytest.mark.parametrize("number", ["7", 7], ids=["text", "number"])
def test_numbers_may_come_as_text_and_further_keys_are_ignored(number):
    text = json.dumps({"type": "stop", "turn": number, "HEADERS": {"HX-Request": "true"}})
    assert frames.parse(text, max_characters=LIMIT) == frames.Stop(turn_id=7)


@pytest.mark.parametrize("number", [0, -1, 2**63, "", None, True, 1.5e400, "7; drop"])
def test_what_is_no_id_is_refused(number):
    with pytest.raises(frames.FrameError, match="bad_frame"):
        frames.parse(json.dumps({"type": "stop", "turn": number}), max_characters=LIMIT)


def test_a_message_is_stripped_and_has_no_null_bytes():
    client_id = uuid.uuid4()
    text = json.dumps(
        {"type": "message", "client_id": str(client_id), "text": " a\x00b \n", "conversation": ""}
    )
    sent = frames.parse(text, max_characters=LIMIT)
    assert sent == frames.Send(client_id=client_id, conversation_id=None, text="ab")


def test_frames_keep_the_characters_of_every_script():
    assert "你好" in frames.delta(turn_id=1, number=1, text="你好")


def test_deep_nesting_is_refused():
    with pytest.raises(frames.FrameError):
        frames.parse("[" * 100_000, max_characters=LIMIT)
