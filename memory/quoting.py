"""Which past exchanges a recall quotes, and what they leave of the items that were selected."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.candidates import Candidate
from memory.domain import rendering
from memory.domain.policy import Policy
from memory.domain.types import DropReason, Layer, Outcome, RecalledItem
from memory.history import find_exchanges, in_window, mark_of, recalled_exchange
from memory.index import segment_of
from memory.models import Namespace
from memory.overtaking import Order, in_order
from memory.questions import Question
from memory.selection import CountTokens, Selection, turned_away
from memory.sources import HISTORY


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The items that stay, what is quoted, the items that stand behind it, and how many exchanges
    were looked through."""

    present: Selection
    quoted: Selection = Selection()
    behind: Selection = Selection()
    searched: int = 0


def select_history(
    question: Question,
    policy: Policy,
    now: datetime,
    owner: Namespace,
    present: Selection,
    candidates: Sequence[Candidate],
    recent: Sequence[tuple[str, str]],
    count_tokens: CountTokens,
    *,
    is_cold: bool,
) -> Past:
    """Quote past exchanges within what the items left of the budget.

    Unless recall is cold, only those that were said later than an item about the same, or know
    more than every item.
    """
    newest = getattr(owner, "newest_episode", None) or 0
    segment = segment_of(HISTORY, owner.pk, (owner.generation, newest))
    if not len(segment):
        return Past(present=present)
    found = find_exchanges(question, segment, policy, now, namespace_id=owner.pk)
    order = in_order(present, candidates, found, question.text, policy, count_tokens)
    said = {text for role, text in recent if role == "user"} | {question.text}
    wanted = [
        exchange
        for exchange in found.exchanges
        if not in_window(exchange, said) and (is_cold or exchange.episode.pk in order.quoted)
    ]
    entries = [
        _with_replacement(recalled_exchange(exchange, found, rank=rank), order)
        for rank, exchange in enumerate(wanted, start=1)
    ]
    kept = (*order.present.injected, *order.behind.injected)
    spent = sum(item.tokens for item in kept if item.layer != Layer.PROFILE)
    return Past(
        present=order.present,
        quoted=_quotable(entries, policy, policy.budget_tokens - spent, count_tokens),
        behind=order.behind,
        searched=len(segment),
    )


def _with_replacement(entry: RecalledItem, order: Order) -> RecalledItem:
    """Mark the quotation of what the write path has replaced since."""
    later = order.replaced.get(entry.said_at) if entry.said_at else None
    if later is None or "marks" in entry.detail:
        return entry
    return dataclasses.replace(entry, detail={**entry.detail, "marks": [mark_of(later)]})


def _quotable(
    entries: Sequence[RecalledItem], policy: Policy, budget: int, count_tokens: CountTokens
) -> Selection:
    replaced = [e for e in entries if e.outcome == Outcome.DROPPED]
    entries = [e for e in entries if e.outcome != Outcome.DROPPED]
    # One exchange must be relevant by itself; then the rank decides about the others.
    best = max((e.relevance or 0.0 for e in entries), default=0.0)
    bar = policy.history_floor if best >= policy.history_threshold else policy.history_threshold
    relevant = [e for e in entries if (e.relevance or 0.0) >= bar]
    below = [
        dataclasses.replace(e, detail={**e.detail, "threshold": bar})
        for e in entries
        if (e.relevance or 0.0) < bar
    ]
    first = [
        dataclasses.replace(e, tokens=count_tokens(rendering.line_of(e) + "\n"))
        for e in relevant[: policy.max_history]
    ]
    fitting, over = rendering.within_budget(first, budget, count_tokens)
    dropped = [
        *replaced,
        *(turned_away(e, DropReason.OVER_BUDGET) for e in over),
        *(turned_away(e, DropReason.OUTRANKED) for e in relevant[policy.max_history :]),
        *(turned_away(e, DropReason.BELOW_THRESHOLD) for e in below),
    ]
    return Selection(injected=tuple(fitting), dropped=tuple(dropped))
