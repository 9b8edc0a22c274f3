"""Shares of the context window."""

from hypothesis import given
from hypothesis import strategies as st

from chat.domain import budget
from chat.domain.types import PromptMessage, ToolCall, ToolDefinition


def words(text: str) -> int:
    return len(text.split())


@given(limit=st.integers(100, 2_000_000))
def test_a_fifth_is_left_for_the_reply(limit):
    assert budget.reply_reserve(limit) >= limit * 0.2
    assert budget.input_budget(limit) + budget.reply_reserve(limit) <= limit


@given(limit=st.integers(100, 200_000), fixed=st.integers(0, 300_000))
def test_recall_never_takes_what_is_not_free(limit, fixed):
    share = budget.recall_budget(limit, fixed=fixed)
    assert 0 <= share <= limit / 4
    assert share == 0 or share + fixed <= budget.input_budget(limit)


def test_calls_and_overhead_are_counted():
    call = ToolCall(call_id="c", name="add_todo", arguments='{"text": "x"}')
    plain = PromptMessage(role="assistant", content="one two")
    assert budget.message_tokens(plain, words) == 2 + budget.MESSAGE_OVERHEAD
    with_call = PromptMessage(role="assistant", content="one two", tool_calls=(call,))
    assert budget.message_tokens(with_call, words) == 2 + 4 + 1 + 2 + budget.TOOL_OVERHEAD


def test_tool_definitions_are_counted_as_they_are_sent():
    tool = ToolDefinition(name="t", description="Does a thing.", parameters={"type": "object"})
    assert budget.tool_tokens([tool], words) == budget.TOOL_OVERHEAD + 1 + 3 + 2
    assert budget.tool_tokens([], words) == 0
