"""Which rule keeps an item out of recall, whatever its relevance. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.domain.types import DropReason, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the rules read of an item. `successor` and `override` describe the item that replaced
    it or hides it for now (`item_id`, `text`, and `on` or `until`)."""

    status: str
    status_reason: str = ""
    status_changed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    successor: Mapping[str, Any] = field(default_factory=dict)
    override: Mapping[str, Any] = field(default_factory=dict)
    is_excluded: bool = False


Verdict = tuple[DropReason, dict[str, Any]]


def verdict(standing: Standing, now: datetime) -> Verdict | None:
    """Return the first rule that keeps an item out at `now`, with its detail; None: it may pass."""
    return _status_verdict(standing) or _time_verdict(standing, now) or _choice_verdict(standing)


def _status_verdict(standing: Standing) -> Verdict | None:
    detail = {
        "status_reason": standing.status_reason,
        "on": _iso(standing.status_changed_at),
    }
    if standing.status == Status.PENDING:
        return DropReason.PENDING_REVIEW, detail
    if standing.status == Status.DEPRECATED:
        return DropReason.SUPERSEDED, {**detail, **_link("by", standing.successor)}
    if standing.status == Status.ARCHIVED:
        return DropReason.ARCHIVED, detail
    return None


def _time_verdict(standing: Standing, now: datetime) -> Verdict | None:
    for end in (standing.expires_at, standing.valid_to):
        if end is not None and end <= now:
            return DropReason.EXPIRED, {"on": _iso(end)}
    if standing.valid_from is not None and standing.valid_from > now:
        return DropReason.NOT_YET_VALID, {"from": _iso(standing.valid_from)}
    return None


def _choice_verdict(standing: Standing) -> Verdict | None:
    if standing.override:
        return DropReason.OVERRIDDEN_UNTIL, {
            "until": standing.override.get("until"),
            **_link("by", standing.override),
        }
    if standing.is_excluded:
        return DropReason.EXCLUDED_BY_USER, {}
    return None


def _link(name: str, other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: other["item_id"], f"{name}_text": other["text"]} if other else {}


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
