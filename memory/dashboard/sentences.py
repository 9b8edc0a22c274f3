"""Words for outcomes and decisions: one template for each, numbers filled in from the trace.

Nothing is computed here. A sentence whose numbers the trace does not hold falls back to the label.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from memory.dashboard.words import decision_reason, reason_label
from memory.domain.types import LEFT_OUT, LOOKED_UP
from memory.models import RecallCandidate


def outcome_of(candidate: RecallCandidate) -> str:
    """Return the name under which the page groups a candidate."""
    return candidate.reason if candidate.outcome == "dropped" else candidate.outcome


def outcome_in_recall(candidate: RecallCandidate) -> str:
    """Return what recall itself made of a candidate; "" of one that it did not consider."""
    if candidate.reason == LOOKED_UP:
        return str(candidate.detail.get(LEFT_OUT, ""))
    return outcome_of(candidate)


def number(value: Any, digits: int = 2) -> str:
    """Return a number of a trace as text; an en dash when there is none."""
    return "–" if value is None else f"{float(value):.{digits}f}"


def moment(value: Any) -> str:
    """Return a time of a trace (a datetime or ISO text) as a date in the reader's language."""
    if isinstance(value, str):
        value = parse_datetime(value)
    if not isinstance(value, datetime):
        return "–"
    return date_format(timezone.localtime(value), "DATETIME_FORMAT")


def sentence(
    candidate: RecallCandidate, policy: Mapping[str, Any], others: Mapping[int, str] | None = None
) -> str:
    """Say why this candidate was injected or left out.

    `policy` is what the trace kept of the policy; `others` are texts by item id, for the sentences
    that name another item.
    """
    say = _SENTENCES.get(outcome_of(candidate))
    if say is None:
        return reason_label(outcome_of(candidate))
    detail = dict(candidate.detail)
    if "of" in detail:
        detail["of_text"] = (others or {}).get(detail["of"], f"#{detail['of']}")
    return say(candidate, detail, policy)


Values = Mapping[str, Any]
Say = Callable[[RecallCandidate, Values, Values], str]


def _injected(c: RecallCandidate, detail: Values, policy: Values) -> str:
    if c.reason == LOOKED_UP:
        return _looked_up(detail)
    if c.layer == "profile":
        return _("Part of the profile, which every reply gets; %(tokens)d tokens.") % {
            "tokens": c.tokens
        }
    if c.layer == "graph" and detail.get("entity"):
        return _("It tells of %(entity)s, which the message names; position %(rank)s.") % {
            "entity": detail["entity"],
            "rank": c.rank or "–",
        }
    return _("Position %(rank)s with a score of %(score)s; %(tokens)d of %(budget)s tokens.") % {
        "rank": c.rank or "–",
        "score": number(c.score),
        "tokens": c.tokens,
        "budget": policy.get("budget_tokens", "–"),
    }


def _looked_up(detail: Values) -> str:
    if LEFT_OUT not in detail:
        return _("Looked up for the reply; recall had not brought it.")
    return _("Looked up for the reply; recall had left it out: %(reason)s.") % {
        "reason": reason_label(str(detail[LEFT_OUT]))
    }


def _revived(c: RecallCandidate, detail: Values, policy: Values) -> str:
    if c.layer == "history":
        return _(
            "Quoted from a past talk: nothing remembered was relevant enough (relevance %(r)s)."
        ) % {"r": number(c.relevance)}
    return _("It was archived; relevance %(r)s brought it back, as nothing active was enough.") % {
        "r": number(c.relevance)
    }


def _below(c: RecallCandidate, detail: Values, policy: Values) -> str:
    named = "history_threshold" if c.layer == "history" else "threshold"
    return _("Relevance %(relevance)s is under the threshold of %(threshold)s (%(how)s).") % {
        "relevance": number(c.relevance),
        "threshold": number(detail.get("threshold", policy.get(named))),
        "how": _("meaning %(semantic)s, words %(lexical)s")
        % {"semantic": number(c.semantic), "lexical": number(c.lexical)},
    }


def _superseded(c: RecallCandidate, detail: Values, policy: Values) -> str:
    if not detail.get("by_text"):
        return _("No longer right since %(date)s: %(reason)s.") % {
            "date": moment(detail.get("on")),
            "reason": decision_reason(str(detail.get("status_reason", ""))),
        }
    return _("A newer version replaced it on %(date)s: “%(text)s”") % {
        "date": moment(detail.get("on")),
        "text": detail["by_text"],
    }


def _overridden(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("“%(text)s” holds instead until %(until)s.") % {
        "text": detail.get("by_text") or "–",
        "until": moment(detail.get("until")),
    }


def _expired(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("It held until %(date)s, before this turn.") % {"date": moment(detail.get("on"))}


def _not_yet(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("It holds only from %(date)s, after this turn.") % {"date": moment(detail.get("from"))}


def _archived(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("Archived since %(since)s (%(reason)s); what is active was relevant enough.") % {
        "since": moment(detail.get("on")),
        "reason": decision_reason(str(detail.get("status_reason", ""))),
    }


def _pending(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("It waits for review: %(reason)s.") % {
        "reason": decision_reason(str(detail.get("status_reason", "")))
    }


def _duplicate(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("It says the same as “%(text)s” (similarity %(similarity)s).") % {
        "text": detail.get("of_text") or "–",
        "similarity": number(detail.get("similarity")),
    }


def _over_budget(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("Its %(tokens)d tokens no longer fitted into the budget of %(budget)s.") % {
        "tokens": c.tokens,
        "budget": policy.get("budget_tokens", "–"),
    }


def _outranked(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("Position %(rank)s with a score of %(score)s; at most %(limit)s are taken.") % {
        "rank": c.rank or "–",
        "score": number(c.score),
        "limit": policy.get("max_history" if c.layer == "history" else "max_items", "–"),
    }


def _excluded(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("The user asked not to use it in this conversation.")


def _unavailable(c: RecallCandidate, detail: Values, policy: Values) -> str:
    return _("The index did not answer; recall went on without it.")


_SENTENCES: dict[str, Say] = {
    "injected": _injected,
    "revived": _revived,
    "below_threshold": _below,
    "superseded": _superseded,
    "overridden_until": _overridden,
    "expired": _expired,
    "not_yet_valid": _not_yet,
    "archived": _archived,
    "pending_review": _pending,
    "duplicate_of": _duplicate,
    "over_budget": _over_budget,
    "outranked": _outranked,
    "excluded_by_user": _excluded,
    "index_unavailable": _unavailable,
}
