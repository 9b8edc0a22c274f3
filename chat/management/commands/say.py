"""One real turn from the command line, through the same code as the socket."""

import asyncio
import json
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from chat import actions, events, failures
from chat.domain.types import Prompt, TurnRequest
from chat.models import Conversation, Message, Turn
from chat.turn import run_turn
from memory import api
from memory.domain.types import RecalledItem
from memory.models import User

POLL_SECONDS = 0.1
NOT_ABSORBED = 3  # exit code: the answer came, but what was said is not in memory yet
DONE, FAILED = "done", "failed"  # states of an episode


class Command(BaseCommand):
    requires_system_checks = ()  # they ask Redis and Chroma, which the turn itself does
    help = "Say something as a user, wait until it is absorbed, and print the reply."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", help="name of the account")
        parser.add_argument("text", metavar="TEXT", help="what the user says")
        where = parser.add_mutually_exclusive_group()
        where.add_argument(
            "--conversation", type=int, metavar="ID", help="the user's latest one by default"
        )
        where.add_argument("--new", action="store_true", help="begin a new conversation")
        parser.add_argument(
            "--json", action="store_true", help="print one object: the reply and why it is so"
        )
        parser.add_argument(
            "--timeout",
            type=float,
            default=30.0,
            metavar="SECONDS",
            help="how long to wait for the worker to absorb what was said (default 30)",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"there is no user {options['user']!r}")
        if not options["text"].strip():
            raise CommandError(failures.line("empty_message"))
        request = _start(user, options)
        prompt = asyncio.run(_answer(request))
        turn = Turn.objects.get(pk=request.turn_id)
        state = _wait(user, turn, options["timeout"]) if turn.state == Turn.State.DONE else ""
        if options["json"]:
            report = _report(user, turn, prompt, is_absorbed=state in ("", DONE))
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))
        else:
            self.stdout.write(_reply(turn))
        _complain(turn, state, options["timeout"])


def _start(user: User, options: dict[str, Any]) -> TurnRequest:
    conversation_id = options["conversation"]
    if conversation_id is None and not options["new"]:
        latest = Conversation.objects.for_user(user).order_by("-updated_at", "-pk").first()
        conversation_id = latest.pk if latest else None
    try:
        started = actions.start_turn(
            acting_user=user,
            conversation_id=conversation_id,
            client_id=uuid.uuid4(),
            text=options["text"].strip(),
            channel=actions.COMMAND,
            now=timezone.now(),
        )
    except actions.Refused as error:
        raise CommandError(failures.line(error.code)) from error
    return started.request


async def _answer(request: TurnRequest) -> Prompt | None:
    async def ignore(_frame: str) -> None:
        """There is no socket; the reply is read from its row."""

    try:
        return await run_turn(request, ignore)
    finally:
        await events.settle()


def _wait(user: User, turn: Turn, seconds: float) -> str:
    """Return the state of the turn's episode once it is final, or as it is when time is up.

    Empty when nothing was to be recorded.
    """
    namespace = api.namespace_for(user)
    deadline = time.monotonic() + seconds
    while True:
        state = api.absorb_state(namespace=namespace, turn_id=turn.pk)
        if state in ("", DONE, FAILED) or time.monotonic() > deadline:
            return state
        time.sleep(POLL_SECONDS)


def _complain(turn: Turn, state: str, seconds: float) -> None:
    """End with a line and a code when the turn or its absorbing did not succeed."""
    if turn.state != Turn.State.DONE:
        raise CommandError(failures.line(turn.error or "internal"))
    if state == FAILED:
        raise CommandError(
            "what was said could not be absorbed: see the jobs page", returncode=NOT_ABSORBED
        )
    if state not in ("", DONE):
        raise CommandError(
            f"recorded, but not absorbed within {seconds:g} s: is a worker running? "
            "It is absorbed as soon as one is (`manage.py up` starts one).",
            returncode=NOT_ABSORBED,
        )


def _reply(turn: Turn) -> str:
    replies = turn.messages.filter(role=Message.Role.ASSISTANT, tool_calls=[])
    return replies.values_list("content", flat=True).last() or ""


def _report(user: User, turn: Turn, prompt: Prompt | None, *, is_absorbed: bool) -> dict[str, Any]:
    """Return the object that --json prints."""
    namespace = api.namespace_for(user)
    recall = prompt.context.recall if prompt else None
    tokens, spent = turn.tokens, turn.milliseconds
    return {
        "conversation": turn.conversation_id,
        "turn": turn.pk,
        "state": turn.state,
        "error": turn.error,
        "reply": _reply(turn),
        "injected": _entries(recall.injected if recall else ()),
        "dropped": _entries(recall.dropped if recall else ()),
        "written": _written(namespace, turn),
        "absorbed": is_absorbed,
        "working_memory": _working(namespace, turn.conversation_id),
        "tokens": {
            name: tokens.get(name, 0)
            for name in ("system", "profile", "summary", "window", "recalled", "total")
        },
        "milliseconds": {
            name: spent.get(name, 0) for name in ("recall", "build", "model", "total")
        },
        "model": turn.model,
        "trace": turn.trace_id,
        "degraded": tokens.get("degraded", []),
    }


def _entries(items: Iterable[RecalledItem]) -> list[dict[str, Any]]:
    return [
        {
            "id": item.item_id,
            "layer": str(item.layer),
            "text": item.text,
            "score": item.score,
            "reason": item.reason,
        }
        for item in items
    ]


def _written(namespace: api.Namespace, turn: Turn) -> list[dict[str, Any]]:
    return [
        {
            "action": decision.action,
            "id": decision.item_id,
            "text": decision.text,
            "attribute": decision.attribute,
            "value": decision.value,
            "reason": decision.reason,
        }
        for decision in api.decisions_of_turn(namespace, turn.pk)
        if not decision.detail.get("skipped")  # words that were no candidate at all
    ]


def _working(namespace: api.Namespace, conversation_id: int) -> dict[str, Any]:
    try:
        return dict(api.load_working(namespace, conversation_id).fields)
    except api.BackendError as error:
        raise CommandError(f"working memory cannot be read: {error}") from error
