"""The profile of a user: what is true of them now, as a document and as text. Pure.

The document holds, by attribute, the current entries with their intervals, so that what was said
in passing ends by itself when the text is rendered later.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.domain.ontology import AttributeSpec, attribute_spec
from memory.domain.types import USER, Kind, Status

BUDGET_TOKENS = 600
Document = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileItem:
    """An item as the profile reads it."""

    id: int
    subject: str
    attribute: str
    value: str
    text: str
    kind: str
    status: str
    language: str
    importance: float
    said_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    overrides: int | None = None
    is_doubted: bool = False  # a conflict about it is open


def build_document(
    items: Iterable[ProfileItem],
    now: datetime,
    extra: Mapping[str, AttributeSpec] | None = None,
) -> Document:
    """Return the document: only active statements about the user that are not history at `now`."""
    document: Document = {}
    for item in sorted(items, key=lambda one: (one.attribute, one.said_at, one.id)):
        spec = attribute_spec(item.attribute, dict(extra or {}))
        is_over = any(end is not None and end <= now for end in (item.valid_to, item.expires_at))
        if item.subject != USER or item.status != Status.ACTIVE or is_over or not spec.is_profile:
            continue
        document.setdefault(item.attribute, []).append(_entry(item))
    return document


def _entry(item: ProfileItem) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "item": item.id,
        "value": item.value,
        "text": item.text,
        "kind": item.kind,
        "language": item.language,
        "importance": item.importance,
        "said_at": item.said_at.isoformat(),
    }
    for name in ("valid_from", "valid_to", "expires_at"):
        moment = getattr(item, name)
        if moment is not None:
            entry[name] = moment.isoformat()
    if item.overrides is not None:
        entry["overrides"] = item.overrides
    if item.is_doubted:
        entry["doubted"] = True
    return entry


def render(
    document: Mapping[str, Sequence[Mapping[str, Any]]],
    now: datetime,
    *,
    count_tokens: Callable[[str], int],
    budget_tokens: int = BUDGET_TOKENS,
) -> str:
    """Return the profile as lines, hard constraints first, as many as the budget holds."""
    current = [entry for entries in document.values() for entry in entries if _holds(entry, now)]
    hidden = {entry["overrides"]: entry for entry in current if "overrides" in entry}
    shown = [entry for entry in current if entry["item"] not in hidden]
    by_id = {entry["item"]: entry for entry in current}
    lines: list[str] = []
    spent = 0
    for entry in sorted(shown, key=_place):
        line = "- " + _sentence(entry, by_id)
        cost = count_tokens(line + "\n")
        if spent + cost > budget_tokens:
            break
        lines.append(line)
        spent += cost
    return "\n".join(lines)


def _sentence(entry: Mapping[str, Any], by_id: Mapping[int, Mapping[str, Any]]) -> str:
    is_chinese = str(entry.get("language", "")).startswith("zh")
    notes = []
    if "expires_at" in entry:
        until = datetime.fromisoformat(entry["expires_at"]).strftime("%Y-%m-%d %H:%M %Z")
        notes.append(f"仅到 {until}" if is_chinese else f"only until {until}")
        usual = by_id.get(entry.get("overrides", 0))
        if usual is not None:
            usually = usual["text"].rstrip(".。")
            notes.append(f"平时：{usually}" if is_chinese else f"otherwise: {usually}")
    if entry.get("doubted"):
        notes.append("有待确认" if is_chinese else "not certain, to be confirmed")
    if not notes:
        return str(entry["text"])
    joined = "；".join(notes) if is_chinese else "; ".join(notes)
    return f"{entry['text']}（{joined}）" if is_chinese else f"{entry['text']} ({joined})"


def _place(entry: Mapping[str, Any]) -> tuple[bool, float, int]:
    return entry["kind"] != Kind.CONSTRAINT, -float(entry["importance"]), int(entry["item"])


def _holds(entry: Mapping[str, Any], now: datetime) -> bool:
    begins = entry.get("valid_from")
    ends = [entry[name] for name in ("valid_to", "expires_at") if name in entry]
    has_begun = begins is None or datetime.fromisoformat(begins) <= now
    return has_begun and all(datetime.fromisoformat(end) > now for end in ends)
