"""Lets what was said later stand before the items that it may have overtaken.

The write path compares statements of one attribute; what it could not read as such stays an item
beside a later statement that tells another value. Such an item leaves the profile and stands
behind the quotations, marked; or is left out where a later message took its place at once. An item
that nothing overtakes keeps its place, and says so where what is asked came up again later.
"""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.candidates import Candidate
from memory.domain import rendering
from memory.domain.freshness import Statement, asks_current, spoken_again, succeeded, wants_earlier
from memory.domain.lexical import term_id
from memory.domain.policy import Policy
from memory.domain.types import DropReason, Kind, Layer, Outcome, RecalledItem
from memory.history import Found, Stated, mark_of
from memory.selection import CountTokens, Selection
from memory.sources import hours
from memory.statements import best_window, words_of
from memory.terms import terms

KNOWS_MORE = 1.34  # times the words of the question that the best item has


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The items that stay, those that stand behind the quotations, the ids of the exchanges that
    are quoted although items know something too, and when what was said at a moment was replaced by
    a statement said later."""

    present: Selection
    behind: Selection = Selection()
    quoted: frozenset[int] = frozenset()
    replaced: Mapping[datetime, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """What was said later than an item: when, in which exchanges, whether it took the item's place,
    and whether it overtakes it at all or only speaks of the same."""

    moment: datetime
    episodes: frozenset[int]
    replaced: bool = False
    overtakes: bool = True


def in_order(
    present: Selection,
    candidates: Sequence[Candidate],
    found: Found,
    question: str,
    policy: Policy,
    count_tokens: CountTokens,
) -> Order:
    """Part the selected items by what was said later about the same thing."""
    replaced = _replaced(candidates)
    if found.stated is None:
        return Order(present=present, replaced=replaced)
    later = _later(present.injected, candidates, found.stated, policy, asks_current(question))
    stay: list[RecalledItem] = []
    behind: list[RecalledItem] = []
    dropped: list[RecalledItem] = []
    for entry in present.injected:
        overtaker = later.get(entry.item_id)
        if overtaker is None:
            stay.append(entry)
        elif not overtaker.overtakes:
            stay.append(_marked(entry, overtaker, count_tokens))
        elif overtaker.replaced and not wants_earlier(question):
            dropped.append(_left_out(entry, overtaker))
        else:
            behind.append(_behind(entry, overtaker, count_tokens))
    quoted = _knowing_more(present.injected, found.stated, policy, known=replaced)
    return Order(
        present=Selection(injected=tuple(stay), dropped=(*present.dropped, *dropped)),
        behind=Selection(injected=tuple(behind)),
        quoted=quoted.union(*(o.episodes for o in later.values() if o.overtakes)),
        replaced=replaced,
    )


def _replaced(candidates: Sequence[Candidate]) -> dict[datetime, datetime]:
    """Return, by when it was said, when what the write path has replaced was replaced."""
    said = {candidate.item.pk: candidate.item.said_at for candidate in candidates}
    found: dict[datetime, datetime] = {}
    for candidate in candidates:
        if candidate.verdict and candidate.verdict[0] == DropReason.SUPERSEDED:
            item = candidate.item
            moment = said.get(candidate.verdict[1].get("by", 0)) or item.valid_to
            if moment is not None and moment > item.said_at:
                found[item.said_at] = max(moment, found.get(item.said_at, moment))
    return found


def _later(
    entries: Sequence[RecalledItem],
    candidates: Sequence[Candidate],
    stated: Stated,
    policy: Policy,
    asks_newest: bool,
) -> dict[int, Later]:
    """Return by item what was said later, among the exchanges and the other items."""
    vectors = {candidate.item.pk: candidate.vector for candidate in candidates}
    own = [entry for entry in entries if _may_be_overtaken(entry)]
    items = [_statement(entry, vectors[entry.item_id], stated) for entry in own]
    statements = (*stated.statements, *items)
    found: dict[int, Later] = {}
    for entry, item in zip(own, items, strict=True):
        value = frozenset(term_id(term) for term in terms(entry.value))
        pair = succeeded(item, value, statements, stated.weights, asks_current=asks_newest)
        if pair is not None:
            moments = [exchange.episode.occurred_at for exchange in stated.exchanges]
            moments += [one.said_at for one in own if one.said_at]
            found[entry.item_id] = Later(
                moment=moments[pair.later],
                episodes=frozenset(
                    stated.exchanges[place].episode.pk
                    for place in pair.by
                    if place < len(stated.exchanges)
                ),
                replaced=pair.replaced,
            )
            continue
        again = spoken_again(
            item, value, stated.statements, stated.weights, threshold=policy.history_threshold
        )
        if again is not None:
            episode = stated.exchanges[again].episode
            found[entry.item_id] = Later(
                moment=episode.occurred_at, episodes=frozenset({episode.pk}), overtakes=False
            )
    return found


def _may_be_overtaken(entry: RecalledItem) -> bool:
    """A constraint holds until it is taken back; knowledge is nobody's word; nor is it the user's
    own word where nobody said when."""
    is_own = entry.layer in (Layer.PROFILE, Layer.LONG_TERM, Layer.GRAPH)
    return is_own and entry.kind != Kind.CONSTRAINT and entry.said_at is not None


def _statement(entry: RecalledItem, vector: NDArray[np.float32], stated: Stated) -> Statement:
    words = words_of(entry.text)
    _told, _frame, matched = best_window(entry.text, stated.asked, stated.weights)
    return Statement(
        text=entry.text,
        told=entry.text,
        speaker="",
        hours=hours(entry.said_at) if entry.said_at else 0.0,
        relevance=entry.relevance or 0.0,
        matched=matched,
        words=words,
        frame=words,
        vector=vector,
        talk=entry.conversation_id or 0,
    )


def _marked(entry: RecalledItem, later: Later, count_tokens: CountTokens) -> RecalledItem:
    """Return an item in its place, with the date at which what is asked came up again."""
    again = {"again_episode": max(later.episodes), "marks": [again_mark(later.moment)]}
    marked = dataclasses.replace(entry, detail={**entry.detail, **again})
    is_profile = entry.layer == Layer.PROFILE
    line = rendering.profile_text([marked]) if is_profile else rendering.line_of(marked)
    return dataclasses.replace(marked, tokens=count_tokens(line + "\n"))


def again_mark(moment: datetime) -> str:
    """Return what is told of a statement that a later one, said at `moment`, may bear on."""
    return f"what is asked came up again on {moment:%Y-%m-%d}"


def _behind(entry: RecalledItem, later: Later, count_tokens: CountTokens) -> RecalledItem:
    """Return an item as it stands in the block behind what was said later."""
    moved = dataclasses.replace(
        entry, layer=Layer.LONG_TERM, detail=_detail(entry, later), reason="relevant"
    )
    return dataclasses.replace(moved, tokens=count_tokens(rendering.line_of(moved) + "\n"))


def _left_out(entry: RecalledItem, later: Later) -> RecalledItem:
    return dataclasses.replace(
        entry,
        outcome=Outcome.DROPPED,
        reason=DropReason.SUPERSEDED,
        detail=_detail(entry, later),
    )


def _detail(entry: RecalledItem, later: Later) -> Mapping[str, Any]:
    by = {"by_episode": max(later.episodes)} if later.episodes else {}
    return {**entry.detail, **by, "marks": [mark_of(later.moment)]}


def _knowing_more(
    entries: Sequence[RecalledItem],
    stated: Stated,
    policy: Policy,
    *,
    known: Collection[datetime],
) -> frozenset[int]:
    """Return the exchanges that are closer to the question, or speak of more of it, than every item
    does, but for those that an item came from; `known` is when others were said."""
    shares = [
        float(stated.weights[best_window(entry.text, stated.asked, stated.weights)[2]].sum())
        for entry in entries
    ]
    least = max(KNOWS_MORE * max(shares, default=0.0), 1e-6)
    closest = max((entry.relevance or 0.0 for entry in entries), default=0.0)
    sources = {*(entry.said_at for entry in entries), *known}
    return frozenset(
        exchange.episode.pk
        for exchange, statement in zip(stated.exchanges, stated.statements, strict=True)
        if statement.relevance >= policy.history_threshold
        and (
            statement.relevance > max(closest, policy.enough)
            or float(stated.weights[statement.matched].sum()) >= least
        )
        and exchange.episode.occurred_at not in sources
    )
