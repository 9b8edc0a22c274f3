"""Everything that memory holds of one namespace, as JSON or Markdown."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from memory.backends import state_store
from memory.backends.base import BackendUnavailable
from memory.models import (
    Conflict,
    Decision,
    Episode,
    Experience,
    MemoryItem,
    Namespace,
    Profile,
    Relation,
)

FORMATS = ("json", "markdown")
_ITEM_FIELDS = (
    *("id", "kind", "status", "status_reason", "text", "subject", "attribute", "value", "quote"),
    *("language", "importance", "confidence", "source", "extractor", "conversation_id"),
    *("message_id", "said_at", "valid_from", "valid_to", "expires_at", "version", "supersedes_id"),
    *("chain", "mention_count", "pinned", "created_at", "updated_at"),
)
_EPISODE_FIELDS = (
    *("id", "conversation_id", "user_message_id", "user_text", "reply_text", "occurred_at"),
    "channel",
)
_DECISION_FIELDS = ("id", "episode_id", "action", "text", "attribute", "value", "reason")
_CONFLICT_FIELDS = ("id", "old_item_id", "new_item_id", "state", "question", "answer", "created_at")
_EXPERIENCE_FIELDS = (
    "id",
    "state",
    "task",
    "general_task",
    "solution",
    "general_solution",
    "feedback",
    "created_at",
)


def export(*, namespace: Namespace, format: str) -> str:
    """Return the export as text. Raises ValueError for a format that is not in FORMATS."""
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}: choose one of {', '.join(FORMATS)}")
    document = collect(namespace)
    if format == "json":
        return json.dumps(document, ensure_ascii=False, indent=2, default=str)
    return "\n".join(_markdown(document)) + "\n"


def collect(namespace: Namespace) -> dict[str, Any]:
    """Return everything of the namespace, layer by layer, as plain values."""
    profile = Profile.objects.filter(namespace=namespace).first()
    relations = Relation.objects.filter(namespace=namespace)
    return {
        "user": namespace.user.get_username() if namespace.user else None,
        "tenant": namespace.tenant.slug,
        "profile": profile.document if profile else {},
        "items": _rows(MemoryItem.objects.filter(namespace=namespace).order_by("id"), _ITEM_FIELDS),
        "relations": list(
            relations.order_by("id").values(
                "subject__name", "predicate", "object__name", "valid_from", "valid_to", "source_id"
            )
        ),
        "history": _rows(
            Episode.objects.filter(namespace=namespace).order_by("occurred_at", "id"),
            _EPISODE_FIELDS,
        ),
        "decisions": _rows(
            Decision.objects.filter(namespace=namespace).order_by("id"), _DECISION_FIELDS
        ),
        "conflicts": _rows(
            Conflict.objects.filter(namespace=namespace).order_by("id"), _CONFLICT_FIELDS
        ),
        "experiences": _rows(
            Experience.objects.filter(
                namespace__tenant=namespace.tenant, proposed_by=namespace.user_id
            ).order_by("id")
            if namespace.user_id
            else Experience.objects.filter(namespace=namespace).order_by("id"),
            _EXPERIENCE_FIELDS,
        ),
        "working_memory": _working(namespace),
    }


def _rows(queryset: QuerySet[Any, Any], fields: tuple[str, ...]) -> list[dict[str, Any]]:
    return list(queryset.values(*fields))


def _working(namespace: Namespace) -> dict[str, Any]:
    store = state_store()
    try:
        return {key: store.load(key)[0] for key in store.scan(f"{namespace.pk}:")}
    except BackendUnavailable:
        return {"unavailable": "working memory could not be read"}


def _markdown(document: dict[str, Any]) -> Iterator[str]:
    yield f"# Memory of {document['user'] or document['tenant']}"
    for status in ("active", "pending", "archived", "deprecated"):
        items = [item for item in document["items"] if item["status"] == status]
        if items:
            yield f"\n## {status.capitalize()} ({len(items)})\n"
            for item in items:
                yield f"- {item['text']}{_source(item)}"
    if document["relations"]:
        yield f"\n## Graph ({len(document['relations'])})\n"
        for edge in document["relations"]:
            yield f"- {edge['subject__name']} — {edge['predicate']} — {edge['object__name']}"
    if document["history"]:
        yield f"\n## History ({len(document['history'])})\n"
        for episode in document["history"]:
            yield f"- {_day(episode['occurred_at'])}: {_quoted(episode['user_text'])}"


def _source(item: dict[str, Any]) -> str:
    if not item["quote"]:
        return f" ({_day(item['said_at'])})"
    return f" (“{_quoted(item['quote'])}”, {_day(item['said_at'])})"


def _quoted(text: str) -> str:
    return " ".join(text.split())


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"
