"""Brings past talks into the history of a namespace, in bulk. Nothing is extracted unless asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Min

from memory.audit import Author, record_event
from memory.domain.language import language_of
from memory.models import Episode, Namespace
from memory.outbox import enqueue_vectors
from memory.redaction import redact_text

BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PastExchange:
    """One message of a past talk with the answer to it, if there was one. `talk` names the talk."""

    text: str
    occurred_at: datetime
    talk: str = ""
    speaker: str = ""
    reply: str = ""


def import_history(
    *,
    namespace: Namespace,
    exchanges: Sequence[PastExchange],
    author: Author,
    now: datetime,
    learns: bool = False,
) -> list[int]:
    """Store exchanges in the order given and return the ids of their episodes.

    With `learns` they also wait for the write path, as if they had just been said; else they are
    only quoted. Talks get negative conversation ids: no conversation of the chat has those.
    """
    if any(exchange.occurred_at.tzinfo is None for exchange in exchanges):
        raise ValueError("occurred_at must be aware")
    with transaction.atomic():
        talks = _talk_ids(namespace, exchanges)
        state = Episode.State.PENDING if learns else Episode.State.DONE
        made = Episode.objects.bulk_create(
            [_episode(namespace, exchange, talks[exchange.talk], state) for exchange in exchanges],
            batch_size=BATCH,
        )
        enqueue_vectors(namespace.pk, upserts=[f"episode:{episode.pk}" for episode in made])
        Namespace.objects.filter(pk=namespace.pk).update(generation=F("generation") + 1)
        record_event(
            namespace=namespace,
            action="history.imported",
            author=author,
            now=now,
            after={"exchanges": len(made), "talks": len(talks)},
        )
    return [episode.pk for episode in made]


def _talk_ids(namespace: Namespace, exchanges: Sequence[PastExchange]) -> dict[str, int]:
    lowest = Episode.objects.filter(namespace=namespace).aggregate(low=Min("conversation_id"))[
        "low"
    ]
    first = min(lowest or 0, 0) - 1
    names = dict.fromkeys(exchange.talk for exchange in exchanges)
    return {name: first - place for place, name in enumerate(names)}


def _episode(
    namespace: Namespace, exchange: PastExchange, talk_id: int, state: Episode.State
) -> Episode:
    tenant = namespace.tenant
    return Episode(
        namespace=namespace,
        state=state,
        channel="import",
        conversation_id=talk_id,
        speaker=exchange.speaker,
        user_text=redact_text(exchange.text, tenant).text,
        reply_text=redact_text(exchange.reply, tenant).text,
        language=language_of(exchange.text),
        occurred_at=exchange.occurred_at,
    )
