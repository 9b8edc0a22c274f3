"""How the tokens of a model's context window are shared out. Pure."""

import json
import math
from collections.abc import Callable, Iterable

from chat.domain.types import PromptMessage, ToolCall, ToolDefinition

Count = Callable[[str], int]

REPLY_SHARE = 0.2  # of the model's limit, left for the reply
RECALL_SHARE = 0.25  # of the model's limit, at most, for recalled items
# What the chat format adds to a message (role and separators) and to the whole prompt; the
# numbers are OpenAI's ("How to count tokens with tiktoken"), rounded up.
MESSAGE_OVERHEAD = 4
PROMPT_OVERHEAD = 3
TOOL_OVERHEAD = 8


def reply_reserve(limit: int) -> int:
    """Return the tokens of `limit` that are kept for the reply."""
    return math.ceil(limit * REPLY_SHARE)


def input_budget(limit: int) -> int:
    """Return the tokens that the prompt may have."""
    return limit - reply_reserve(limit) - PROMPT_OVERHEAD


def recall_budget(limit: int, *, fixed: int) -> int:
    """Return the tokens for recalled items when `fixed` ones are taken by what is never trimmed.

    Half of what is free at most, so that the window keeps the other half.
    """
    free = max(0, input_budget(limit) - fixed)
    return min(int(limit * RECALL_SHARE), free // 2)


def call_tokens(calls: Iterable[ToolCall], count: Count) -> int:
    return sum(count(call.name) + count(call.arguments) + TOOL_OVERHEAD for call in calls)


def message_tokens(message: PromptMessage, count: Count) -> int:
    """Return the tokens of one message, its tool calls and overhead included."""
    return MESSAGE_OVERHEAD + count(message.content) + call_tokens(message.tool_calls, count)


def tool_tokens(tools: Iterable[ToolDefinition], count: Count) -> int:
    """Return the tokens of tool definitions as they are sent (JSON)."""
    return sum(
        TOOL_OVERHEAD
        + count(tool.name)
        + count(tool.description)
        + count(json.dumps(dict(tool.parameters), ensure_ascii=False))
        for tool in tools
    )
