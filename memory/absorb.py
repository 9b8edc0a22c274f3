"""The write path after a turn: extract, gate, decide, apply. One episode at a time per namespace.

A kill at any point leaves either nothing or all: extraction stores nothing, working memory takes
the same changes twice as once, and everything else is one transaction with the episode's end.
"""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.utils import timezone

from memory import backends
from memory.actions.acting import as_candidate
from memory.apply import apply_candidate
from memory.audit import model
from memory.backends.base import BackendUnavailable
from memory.changes import Change, changing
from memory.consolidate import consolidate_conversation
from memory.domain.asking import read_answer
from memory.domain.gate import GateDecision, gate
from memory.domain.normalise import content_hash, normalise_candidate
from memory.domain.types import (
    Action,
    Candidate,
    Extraction,
    ExtractionRequest,
    Mode,
    WorkingChange,
    WorkingOp,
)
from memory.experiences import notice_confirmation
from memory.inbox import claim_episode, give_back, keep_claim
from memory.models import (
    Conflict,
    Decision,
    Episode,
    Namespace,
    Tombstone,
)
from memory.preview import known_values
from memory.redaction import redact_text
from memory.rulings import Applied, Origin, without_erased
from memory.settling import settle
from memory.working import adopted, change_working, load_working, todos_of

logger = logging.getLogger(__name__)


class ClaimLost(Exception):
    """Another worker took the episode over; what it does counts."""


def absorb_episode(episode_id: int) -> list[int]:
    """Absorb what waits in the episode's namespace, oldest first; return the ids absorbed.

    Calling it again, or for an episode that is done, changes nothing. While another worker absorbs
    an episode of the namespace, nothing is done: that worker goes on to this one. Raises
    BackendUnavailable when a part is down; the episode is back in the inbox then.
    """
    absorbed = []
    while (episode := claim_episode(episode_id, now=timezone.now())) is not None:
        try:
            with _given_back_on_failure(episode):
                _absorb(episode)
        except ClaimLost as error:
            logger.warning("%s", error)
            break
        absorbed.append(episode.pk)
    return absorbed


@contextmanager
def _given_back_on_failure(episode: Episode) -> Iterator[None]:
    """Return the episode to the inbox with the error, whatever went wrong; the error goes on."""
    try:
        yield
    finally:
        error = sys.exception()
        if error is not None and not isinstance(error, ClaimLost):
            is_outage = isinstance(error, BackendUnavailable)
            described = str(error) if is_outage else f"{type(error).__name__}: {error}"
            give_back(episode, described, now=timezone.now(), counts=not is_outage)


def _absorb(episode: Episode) -> None:
    namespace = episode.namespace
    extraction = _extract(episode)
    keep_claim(episode, now=timezone.now())
    _change_working(episode, extraction.working, extraction.deeds)
    author = model(extraction.extractor)
    with changing(
        namespace,
        author=author,
        now=timezone.now(),
        episode=episode,
        trace_id=episode.trace_id,
    ) as change:
        _require_claim(episode)
        settled = _settle_by_answer(change, episode)
        _decide_all(change, episode, extraction, settled)
        notice_confirmation(episode)
        _finish(change, episode, extraction)


def _extract(episode: Episode) -> Extraction:
    """Find candidates in the user's words; nothing when the user wants nothing to be learned."""
    user = episode.namespace.user
    if user is not None and not user.learns:
        return Extraction(extractor="none")
    return backends.extractor().extract(extraction_request(episode))


def extraction_request(episode: Episode) -> ExtractionRequest:
    """Return what an extractor is given: the words, and as context what came before them."""
    previous = _previous(episode)
    user = episode.namespace.user
    return ExtractionRequest(
        text=episode.user_text,
        said_at=episode.occurred_at,
        previous_reply=previous.reply_text if previous else "",
        previous_text=previous.user_text if previous else "",
        known=known_values(episode.namespace),
        time_zone=user.time_zone if user else "UTC",
    )


def _previous(episode: Episode) -> Episode | None:
    if episode.conversation_id is None:
        return None
    earlier = Episode.objects.filter(
        namespace=episode.namespace,
        conversation_id=episode.conversation_id,
        occurred_at__lte=episode.occurred_at,
    ).exclude(pk=episode.pk)
    return earlier.order_by("-occurred_at", "-pk").first()


def _change_working(
    episode: Episode, wanted: Sequence[WorkingChange], deeds: Sequence[str]
) -> None:
    if episode.conversation_id is None or not (wanted or deeds):
        return
    if any(change.op == WorkingOp.CLEAR and not change.field for change in wanted):
        consolidate_conversation(
            episode.namespace, episode.conversation_id, now=episode.occurred_at
        )
    here = load_working(episode.namespace, episode.conversation_id).fields
    known = todos_of(episode.namespace, here.get("todos", []))
    change_working(
        episode.namespace,
        episode.conversation_id,
        adopted(wanted, known, here, deeds=deeds),
        turn_id=episode.turn_id,
        trace_id=episode.trace_id,
        said_at=episode.occurred_at,
    )


def _require_claim(episode: Episode) -> None:
    """Refuse to write for an episode that was taken over or is done: it is absorbed only once."""
    held = Episode.objects.filter(
        pk=episode.pk, state=Episode.State.RUNNING, attempts=episode.attempts
    )
    if not held.exists():
        raise ClaimLost(f"episode {episode.pk} was taken over by another worker")


def _decide_all(
    change: Change, episode: Episode, extraction: Extraction, settled: Sequence[Applied]
) -> None:
    origin = Origin(
        source="chat" if episode.channel in ("chat", "command") else episode.channel,
        said_at=episode.occurred_at,
        extractor=extraction.extractor,
    )
    previous = _previous(episode)
    reply = previous.reply_text if previous else ""
    applied = list(settled)
    for raw in extraction.candidates:
        candidate = prepared(change, raw, episode)
        judged = judge(change.namespace, candidate, episode, previous_reply=reply)
        applied += apply_candidate(change, candidate, judged, origin)
    applied = without_erased(applied)
    Decision.objects.filter(episode=episode).delete()  # of an earlier reading, before an edit
    Decision.objects.bulk_create(
        _row(change, episode, position, done) for position, done in enumerate(applied)
    )
    for position, (text, reason) in enumerate(extraction.skipped, start=len(applied)):
        _record_skip(change, episode, position, text, reason)


def prepared(change: Change, candidate: Candidate, episode: Episode) -> Candidate:
    """Return the candidate in the ontology's words; in a talk of several, about its speaker."""
    tenant = change.namespace.tenant  # a model may also make a secret up
    safe = replace(
        candidate,
        text=redact_text(candidate.text, tenant).text,
        subject=redact_text(candidate.subject, tenant).text,
        value=redact_text(candidate.value, tenant).text,
        quote=redact_text(candidate.quote, tenant).text,
    )
    known = normalise_candidate(safe, change.ontology.aliases)
    if episode.speaker and known.subject == "user":
        return replace(known, subject=episode.speaker)
    return known


def judge(
    namespace: Namespace, candidate: Candidate, episode: Episode, *, previous_reply: str = ""
) -> GateDecision:
    """Pass a candidate through the gate, with the tombstones of its source."""
    stones = Tombstone.objects.filter(namespace=namespace, content_hash=content_hash(candidate))
    same_source = stones.filter(episode=episode)
    if episode.user_message_id is not None:
        same_source |= stones.filter(message_id=episode.user_message_id)
    closes = candidate.mode in (Mode.DENIAL, Mode.FORGET)
    return gate(
        candidate,
        episode.user_text,
        is_tombstoned=not closes and same_source.exists(),
        previous_reply=previous_reply,
    )


def _row(change: Change, episode: Episode, position: int, done: Applied) -> Decision:
    candidate = done.candidate
    return Decision(
        namespace=change.namespace,
        episode=episode,
        position=position,
        action=done.action,
        item=done.item,
        text=candidate.text,
        subject=candidate.subject,
        attribute=candidate.attribute,
        value=candidate.value,
        reason=done.reason,
        detail=done.detail,
        importance=candidate.importance,
        confidence=candidate.confidence,
        created_at=change.now,
    )


def _record_skip(change: Change, episode: Episode, position: int, text: str, reason: str) -> None:
    """Keep what the extractor left aside as a refusal: a silent nothing helps nobody."""
    Decision.objects.create(
        namespace=change.namespace,
        episode=episode,
        position=position,
        action="refused",
        text=text[:500],
        reason=reason[:60],
        detail={"skipped": True},  # was no candidate
        created_at=change.now,
    )


def _settle_by_answer(change: Change, episode: Episode) -> list[Applied]:
    """Settle the conflict that was asked in the reply before, when these words answer it.

    Returns what was closed by it.
    """
    previous = _previous(episode)
    if previous is None or previous.turn_id is None:
        return []
    asked = Conflict.objects.filter(
        namespace=change.namespace,
        state=Conflict.State.OPEN,
        asked_turn_id=previous.turn_id,
    )
    closed: list[Applied] = []
    for conflict in asked.select_related("old_item", "new_item"):
        answer = read_answer(
            episode.user_text, old=conflict.old_item.value, new=conflict.new_item.value
        )
        if answer:
            conflict.answer = episode.user_text[:500]
            settle(change, conflict, answer, reason="answered_in_words")
            closed += _closed_by(conflict)
    return closed


def _closed_by(conflict: Conflict) -> list[Applied]:
    losers = {
        Conflict.State.NEW_WINS: [conflict.old_item],
        Conflict.State.OLD_WINS: [conflict.new_item],
    }
    return [
        Applied(
            action=Action.CLOSED,
            reason="answered_in_words",
            candidate=as_candidate(item),
            item=item,
            detail={"conflict": conflict.pk},
        )
        for item in losers.get(Conflict.State(conflict.state), [])
    ]


def _finish(change: Change, episode: Episode, extraction: Extraction) -> None:
    Episode.objects.filter(pk=episode.pk).update(
        state=Episode.State.DONE,
        finished_at=change.now,
        claimed_at=None,
        error="",
        extractor=extraction.extractor[:60],
        extractor_failure=redact_text(extraction.failure, None).text[:2000],
        language=_language(extraction),
    )
    if Episode.objects.filter(pk=episode.pk, quotable=True).exists():
        change.indexed.add(f"episode:{episode.pk}")
    change.event(
        "episode.absorbed",
        object_type="episode",
        object_id=episode.pk,
        after={"candidates": len(extraction.candidates), "extractor": extraction.extractor},
    )


def _language(extraction: Extraction) -> str:
    return extraction.candidates[0].language[:12] if extraction.candidates else ""
