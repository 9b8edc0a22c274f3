"""Plays stories through the real read and write paths, each turn at the moment when it happened."""

import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least
from django.utils import timezone

from memory import actions, api, audit, experiences, forget, judging, knowledge, upkeep
from memory.absorb import absorb_episode
from memory.accounts import ensure_account
from memory.dashboard.tokens import count_tokens
from memory.demo.stories import GUIDE, STORIES, Exchange, Story
from memory.evaluation.judged import evaluate_judged
from memory.models import (
    Conflict,
    DecayState,
    Decision,
    Episode,
    EvaluationRun,
    Experience,
    MemoryEvent,
    MemoryItem,
    Namespace,
    RecallCandidate,
    Relation,
    User,
    WorkingSnapshot,
)
from memory.releases import measured_release

SYSTEM_PROMPT = "You are a helpful assistant with a memory. Take what is known into account."
ABSORB_SECONDS = 60.0
WINDOW = 6  # messages of the talk that a turn sees here
MODEL = "demo"


class DemoFailed(Exception):
    """A turn of a story was not absorbed; the message says which and why."""


def seed(*, now: datetime) -> dict[str, int]:
    """Play every story that was not played yet; return how many turns each person has now."""
    played = {}
    for story in STORIES:
        person = ensure_account(
            name=story.user, tenant_slug=settings.DEFAULT_TENANT, email=story.email
        ).user
        if not Namespace.objects.filter(user=person).exists():
            User.objects.filter(pk=person.pk).update(time_zone=story.time_zone)
            _play(story, person, now)
            _judge(person)
        played[story.user] = Episode.objects.filter(namespace__user=person).count()
    _share_knowledge(now)
    return played


def _play(story: Story, person: User, now: datetime) -> None:
    namespace = Namespace.objects.for_user(person)
    talks: dict[str, Any] = {}
    for exchange in story.exchanges():
        at = now - timedelta(days=exchange.days)
        talk = talks.get(exchange.talk) or _talk(person, exchange.talk, at)
        talks[exchange.talk] = talk
        turn = _Turn(namespace=namespace, talk=talk, exchange=exchange, at=at)
        turn.play()
    for days in (18, 8, 1):
        forget.forget_namespace(namespace, now=now - timedelta(days=days))


def _judge(person: User) -> None:
    """Let the operator say that what the replies used belonged there, and measure recall by it."""
    operator = _operator_of(person.tenant_id)
    if operator is None:
        return
    used = RecallCandidate.objects.filter(trace__namespace__user=person, is_used=True)
    for candidate in used.exclude(item=None).select_related("trace__namespace", "item__namespace"):
        if candidate.item:
            judging.judge(
                trace=candidate.trace, item=candidate.item, is_wanted=True, acting_user=operator
            )
    figures = evaluate_judged(person.tenant, on_progress=lambda _done, _total: None)
    EvaluationRun.objects.create(
        tenant=person.tenant, commit=measured_release(), created_at=timezone.now(), **figures
    )


def _operator_of(tenant_id: int) -> User | None:
    return User.objects.filter(tenant_id=tenant_id, groups__name="operator").first()


def _rows(name: str) -> Any:
    return apps.get_model("chat", name)._default_manager


def _talk(person: User, title: str, at: datetime) -> Any:
    talk = _rows("Conversation").create(user=person, title=title, updated_at=at)
    _rows("Conversation").filter(pk=talk.pk).update(created_at=at)
    return talk


class _Turn:
    """One exchange: recalled for, answered, read, and dated back to its moment."""

    def __init__(
        self, *, namespace: Namespace, talk: Any, exchange: Exchange, at: datetime
    ) -> None:
        self.namespace, self.talk, self.exchange, self.at = namespace, talk, exchange, at
        self.trace_id = str(uuid.uuid4())

    def play(self) -> None:
        recent = self._recent()
        turn, asked = self._begin()
        recalled = api.recall(
            namespace=self.namespace,
            query=self.exchange.said,
            now=self.at,
            trace_id=self.trace_id,
            conversation_id=self.talk.pk,
            turn_id=turn.pk,
            recent=recent,
            count_tokens=count_tokens,
        )
        self._complete(recalled, recent)
        episode = self._finish(turn, asked, recalled)
        api.mark_used(trace_id=self.trace_id, reply=self.exchange.answer, now=self.at)
        absorb_fully(episode)
        date_back(episode, self.trace_id, self.at)
        self._follow_up(turn)

    def _recent(self) -> list[tuple[str, str]]:
        messages = _rows("Message").filter(conversation=self.talk).order_by("-pk")[:WINDOW]
        return [(message.role, message.content) for message in messages][::-1]

    def _begin(self) -> tuple[Any, Any]:
        turn = _rows("Turn").create(
            conversation=self.talk, trace_id=self.trace_id, started_at=self.at, model=MODEL
        )
        return turn, self._message(turn, "user", self.exchange.said)

    def _message(self, turn: Any, role: str, text: str) -> Any:
        return _rows("Message").create(
            conversation=self.talk,
            turn=turn,
            role=role,
            content=text,
            token_count=count_tokens(text),
            created_at=self.at,
        )

    def _complete(self, recalled: Any, recent: Sequence[tuple[str, str]]) -> None:
        window = sum(count_tokens(text) for _role, text in recent)
        system = "\n\n".join(part for part in (SYSTEM_PROMPT, recalled.profile_text) if part)
        blocks = [("system", system), *recent]
        if recalled.block_text:
            blocks.append(("system", recalled.block_text))
        blocks.append(("user", self.exchange.said))
        api.complete_trace(
            trace_id=self.trace_id,
            tokens={
                "system": count_tokens(SYSTEM_PROMPT),
                "window": window,
                "message": count_tokens(self.exchange.said),
                "limit": settings.MODEL_CONTEXT_TOKENS,
            },
            messages=[{"role": role, "content": text} for role, text in blocks],
            steps=[],
            full_history_tokens=self._history() + count_tokens(system),
        )

    def _history(self) -> int:
        rows = _rows("Message").filter(conversation__user=self.namespace.user)
        return sum(rows.values_list("token_count", flat=True))

    @transaction.atomic
    def _finish(self, turn: Any, asked: Any, recalled: Any) -> Episode:
        reply = self._message(turn, "assistant", self.exchange.answer)
        turn.state, turn.finished_at = "done", self.at
        turn.milliseconds = {"recall": recalled.milliseconds.get("total", 0)}
        turn.save()
        _rows("Conversation").filter(pk=self.talk.pk).update(updated_at=self.at)
        return api.record_episode(
            namespace=self.namespace,
            user_text=self.exchange.said,
            reply_text=self.exchange.answer,
            occurred_at=self.at,
            trace_id=self.trace_id,
            conversation_id=self.talk.pk,
            turn_id=turn.pk,
            user_message_id=asked.pk,
            reply_message_id=reply.pk,
        )

    def _follow_up(self, turn: Any) -> None:
        """Do what people did after the turn: pin, doubt, like."""
        user = self.namespace.user
        added = MemoryItem.objects.of(self.namespace).active().filter(trace_id=self.trace_id)
        operator = _operator_of(self.namespace.tenant_id)
        if self.exchange.pin and user is not None:
            for item in added.filter(kind="constraint"):
                actions.pin_item(namespace=self.namespace, item_id=item.pk, acting_user=user)
        if self.exchange.doubt and operator is not None:
            for item in added:
                upkeep.return_to_review(
                    namespace=self.namespace,
                    item_id=item.pk,
                    acting_user=operator,
                    reason="it was only guessed",
                )
        if self.exchange.liked and user is not None:
            _rows("Feedback").create(turn=turn, is_positive=True, created_at=self.at)
            self._suggest(turn, user, operator)
        late = MemoryEvent.objects.filter(namespace=self.namespace, created_at__gt=self.at)
        late.exclude(trace_id__gt="").update(created_at=self.at)

    def _suggest(self, turn: Any, user: User, operator: User | None) -> None:
        """Propose the task and its solution; the first proposal is approved by the operator."""
        proposed = experiences.propose_experience(
            namespace=self.namespace,
            acting_user=user,
            task=self.exchange.said,
            solution=self.exchange.answer,
            turn_id=turn.pk,
            conversation_id=self.talk.pk,
            now=self.at,
        )
        approved = Experience.objects.filter(proposed_by=user, state=Experience.State.ACTIVE)
        if proposed and operator and not approved.exists():
            experiences.approve_experience(
                experience=proposed, acting_user=operator, reason="good advice"
            )


def absorb_fully(episode: Episode) -> None:
    """Absorb an episode, or wait for the worker that was quicker. Raises DemoFailed."""
    deadline = time.monotonic() + ABSORB_SECONDS
    while time.monotonic() < deadline:
        absorb_episode(episode.pk)
        episode.refresh_from_db()
        if episode.state == Episode.State.DONE:
            return
        if episode.state == Episode.State.FAILED:
            break
        time.sleep(0.05)
    raise DemoFailed(f"“{episode.user_text}” was not absorbed: {episode.error or episode.state}")


def date_back(episode: Episode, trace_id: str, at: datetime) -> None:
    """Give what a turn wrote the moment of the turn, as if it had been read then."""
    Episode.objects.filter(pk=episode.pk).update(created_at=at, finished_at=at)
    Decision.objects.filter(episode=episode).update(created_at=at)
    events = MemoryEvent.objects.filter(trace_id=trace_id)
    events.update(created_at=at)
    changed = list(events.exclude(item=None).values_list("item_id", flat=True))
    items = MemoryItem.objects.filter(pk__in=changed)
    items.update(created_at=Least(F("created_at"), at), updated_at=at)
    items.exclude(status_changed_at=None).update(status_changed_at=at)
    DecayState.objects.filter(item__in=changed, last_accessed_at__gt=at).update(last_accessed_at=at)
    Conflict.objects.filter(new_item__in=changed, created_at__gt=at).update(created_at=at)
    WorkingSnapshot.objects.filter(trace_id=trace_id).update(created_at=at)
    Relation.objects.filter(source__in=changed, valid_from__gt=at).update(valid_from=at)


def _share_knowledge(now: datetime) -> None:
    """Import the office guide into what the tenant shares; a second time changes nothing."""
    person = User.objects.filter(username=STORIES[0].user).select_related("tenant").get()
    shared = Namespace.objects.shared(person.tenant)
    knowledge.import_path(shared, GUIDE, author=audit.SYSTEM, now=now)
