"""The memory tools that a model may call. Results are data for the model, never instructions."""

import json
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chat.domain.types import ToolCall, ToolDefinition, ToolResult, TurnRequest
from chat.llm.tokens import token_counter
from chat.models import Conversation
from memory import api
from memory.domain.types import RecalledItem, WorkingChange, WorkingOp
from memory.models import User

logger = logging.getLogger(__name__)
MAX_ROUNDS = 5  # of tool calls in one turn; then the model must answer
MAX_RESULT = 4000  # characters of one result
MAX_SUMMARY = 160  # characters of its condensed form in working memory


class ToolError(Exception):
    """The call cannot be carried out; the message tells the model why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a tool gives the model, with the entries of memory in it."""

    content: str
    entries: tuple[RecalledItem, ...] = ()


def _definition(name: str, description: str, parameter: str, meaning: str) -> ToolDefinition:
    return ToolDefinition(
        name=name,
        description=description,
        parameters={
            "type": "object",
            "properties": {parameter: {"type": "string", "description": meaning}},
            "required": [parameter],
            "additionalProperties": False,
        },
    )


DEFINITIONS = (
    _definition(
        "search_memory",
        "Search what is remembered about the user, and past conversations.",
        "query",
        "What to look for, in the user's language.",
    ),
    _definition(
        "remember",
        "Keep a statement of the user at hand for this task. Only the user's own words.",
        "quote",
        "The words, exactly as they stand in the user's last message.",
    ),
    _definition("add_todo", "Add a to-do of the user.", "text", "The task, in few words."),
    _definition(
        "complete_todo", "Tick off a to-do of the user.", "text", "The task, as it is listed."
    ),
)


def tools_for(request: TurnRequest, *, supports_tools: bool) -> tuple[ToolDefinition, ...]:
    """Return the tools offered in a turn: none to a model without them, or when off the record."""
    return DEFINITIONS if supports_tools and not request.is_temporary else ()


def run_tools(request: TurnRequest, calls: Sequence[ToolCall]) -> tuple[ToolResult, ...]:
    """Carry out the calls of one round, in order; each has a result, a failed one too."""
    user = User.objects.select_related("tenant").get(pk=request.user_id)
    namespace = api.namespace_for(user)
    results = tuple(_result(request, namespace, call) for call in calls)
    condensed = [
        WorkingChange(
            op=WorkingOp.APPEND,
            field="tool_results",
            value={"tool": result.call.name, "summary": result.summary},
        )
        for result in results
        if not result.is_error
    ]
    try:
        api.change_working(namespace, request.conversation_id, condensed)
    except api.BackendError as error:
        logger.warning("tool results not kept in working memory: %s", error)
    return results


def _result(request: TurnRequest, namespace: api.Namespace, call: ToolCall) -> ToolResult:
    try:
        given = _run(request, namespace, call)
    except ToolError as error:
        return _failed(call, str(error))
    except api.BackendError as error:
        logger.warning("tool %s failed: %s", call.name, error)
        return _failed(call, "Memory is not available at the moment.")
    return ToolResult(
        call=call,
        content=given.content[:MAX_RESULT],
        summary=_condensed(given.content),
        looked_up=given.entries,
    )


def _failed(call: ToolCall, message: str) -> ToolResult:
    return ToolResult(call=call, content=f"Error: {message}", summary=message, is_error=True)


def _condensed(content: str) -> str:
    lines = [line.strip("- ") for line in content.splitlines() if line.startswith("- ")]
    text = "; ".join(lines) or content
    return text if len(text) <= MAX_SUMMARY else text[: MAX_SUMMARY - 1] + "…"


def _run(request: TurnRequest, namespace: api.Namespace, call: ToolCall) -> Given:
    tool = _TOOLS.get(call.name)
    if tool is None:
        raise ToolError(f"there is no tool {call.name!r}")
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        raise ToolError("the arguments are not JSON") from None
    if not isinstance(arguments, dict):
        raise ToolError("the arguments are not an object")
    return tool(request, namespace, arguments)


def _text(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ToolError(f"{name!r} is missing")
    return value.strip()[:500]


def _search(request: TurnRequest, namespace: api.Namespace, arguments: Mapping[str, Any]) -> Given:
    conversation = Conversation.objects.get(pk=request.conversation_id)
    found = api.recall(
        namespace=namespace,
        query=_text(arguments, "query"),
        now=request.now,
        trace_id=str(uuid.uuid4()),  # the turn has one of its own already
        conversation_id=request.conversation_id,
        excluded_items=conversation.excluded_items,
        count_tokens=token_counter().count,
    )
    content = "\n".join(part for part in (found.profile_text, found.block_text) if part)
    return Given(content=content or "Nothing is remembered about that.", entries=found.injected)


def _remember(
    request: TurnRequest, namespace: api.Namespace, arguments: Mapping[str, Any]
) -> Given:
    quote = _text(arguments, "quote")
    if quote not in request.text:
        raise ToolError("these are not the user's words; quote the last message exactly")
    return _change(request, namespace, WorkingOp.APPEND, "notes", quote, "Kept.")


def _add_todo(
    request: TurnRequest, namespace: api.Namespace, arguments: Mapping[str, Any]
) -> Given:
    text = _text(arguments, "text")
    return _change(request, namespace, WorkingOp.APPEND, "todos", text, "Added.")


def _complete_todo(
    request: TurnRequest, namespace: api.Namespace, arguments: Mapping[str, Any]
) -> Given:
    text = _text(arguments, "text")
    return _change(request, namespace, WorkingOp.DONE, "todos", text, "Ticked off.")


def _change(
    request: TurnRequest, namespace: api.Namespace, op: WorkingOp, field: str, value: str, done: str
) -> Given:
    """Change working memory and tell the model how the field looks now."""
    before = api.load_working(namespace, request.conversation_id)
    after = api.change_working(
        namespace,
        request.conversation_id,
        [WorkingChange(op=op, field=field, value=value)],
        turn_id=request.turn_id,
        trace_id=request.trace_id,
        said_at=request.now,
    )
    if after.version == before.version:
        done = "Nothing changed."
    now = json.dumps(after.fields.get(field, []), ensure_ascii=False)
    return Given(content=f"{done} Now: {now}")


_TOOLS: dict[str, Callable[[TurnRequest, api.Namespace, Mapping[str, Any]], Given]] = {
    "search_memory": _search,
    "remember": _remember,
    "add_todo": _add_todo,
    "complete_todo": _complete_todo,
}
