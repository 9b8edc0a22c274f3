"""Decides about every item candidate: which statements enter the prompt, and why others do not."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.candidates import Candidate, recalled
from memory.domain import rendering
from memory.domain.ontology import SPECS
from memory.domain.policy import Policy
from memory.domain.types import DropReason, Kind, Layer, Outcome, RecalledItem, Status
from memory.item_rows import ItemRow
from memory.questions import Question

CountTokens = Callable[[str], int]
_PROFILE_ORDER = {name: place for place, name in enumerate(SPECS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What one layer gives and what it leaves out."""

    injected: tuple[RecalledItem, ...] = ()
    dropped: tuple[RecalledItem, ...] = ()


def goes_cold(candidates: Sequence[Candidate], question: Question, policy: Policy) -> bool:
    """Tell whether history and archive are searched: the user points to the past, or nothing
    that is active is relevant enough."""
    knows = any(c.verdict is None and c.score.relevance >= policy.enough for c in candidates)
    return question.refers_to_past or not knows


def select_all(
    candidates: Sequence[Candidate], question: Question, policy: Policy, count_tokens: CountTokens
) -> Selection:
    """Decide about every item candidate: the profile first, then the recalled block."""
    profile = select_profile(candidates, policy, count_tokens)
    shown = {item.item_id for item in profile.injected}
    items = select_items(
        [c for c in candidates if c.item.pk not in shown],
        policy,
        count_tokens,
        is_cold=goes_cold(candidates, question, policy),
    )
    return Selection(injected=(*profile.injected, *items.injected), dropped=items.dropped)


def select_profile(
    candidates: Sequence[Candidate], policy: Policy, count_tokens: CountTokens
) -> Selection:
    """Pick the current statements of the profile: constraints first, then the most relevant."""
    current = [c for c in candidates if c.layer == Layer.PROFILE and c.verdict is None]
    ranked = sorted(current, key=lambda c: (c.item.kind != Kind.CONSTRAINT, *c.order))
    entries = [_profile_entry(c, count_tokens) for c in ranked]
    kept, _ = rendering.within_budget(entries, policy.profile_budget_tokens, count_tokens)
    # A stable order keeps the head of the prompt the same from turn to turn.
    kept.sort(key=lambda entry: (_profile_place(entry.attribute), entry.item_id))
    return Selection(injected=tuple(kept))


def _profile_place(attribute: str) -> int:
    head, colon, _topic = attribute.partition(":")
    return _PROFILE_ORDER.get(attribute, _PROFILE_ORDER.get(head + colon, len(_PROFILE_ORDER)))


def _profile_entry(candidate: Candidate, count_tokens: CountTokens) -> RecalledItem:
    entry = recalled(
        candidate, layer=Layer.PROFILE, outcome=Outcome.INJECTED, reason="profile", detail={}
    )
    return dataclasses.replace(entry, tokens=count_tokens(rendering.profile_text([entry]) + "\n"))


def select_items(
    candidates: Sequence[Candidate],
    policy: Policy,
    count_tokens: CountTokens,
    *,
    is_cold: bool,
) -> Selection:
    """Split ranked candidates into what enters the recalled block and what does not, and why."""
    passed: list[Candidate] = []
    dropped: list[RecalledItem] = []
    vectors = np.stack([c.vector for c in candidates]) if candidates else np.zeros((0, 1))
    alike = vectors @ vectors.T
    places: list[int] = []
    for place, candidate in enumerate(candidates):
        reason, detail = _refusal(candidate, policy, is_cold=is_cold)
        if reason is None:
            reason, detail = _duplicate(candidate, passed, alike[place, places], policy)
        if reason is None:
            passed.append(candidate)
            places.append(place)
        else:
            dropped.append(_dropped(candidate, reason, detail))
    entries = [_block_entry(c, rank) for rank, c in enumerate(passed, start=1)]
    entries[: policy.max_items] = [
        dataclasses.replace(entry, tokens=count_tokens(rendering.line_of(entry) + "\n"))
        for entry in entries[: policy.max_items]
    ]
    fitting, over = rendering.within_budget(
        entries[: policy.max_items], policy.budget_tokens, count_tokens, overhead=_frame()
    )
    dropped.extend(turned_away(entry, DropReason.OVER_BUDGET) for entry in over)
    dropped.extend(
        turned_away(entry, DropReason.OUTRANKED) for entry in entries[policy.max_items :]
    )
    return Selection(injected=tuple(fitting), dropped=tuple(dropped))


def _refusal(
    candidate: Candidate, policy: Policy, *, is_cold: bool
) -> tuple[DropReason | None, dict[str, Any]]:
    """Return the first rule that keeps a candidate out, or None."""
    relevant = candidate.score.relevance
    is_neighbour = candidate.layer == Layer.GRAPH
    bar = policy.neighbour_threshold if is_neighbour else policy.threshold
    if relevant < bar:
        return DropReason.BELOW_THRESHOLD, {
            "threshold": bar,
            "missing": round(bar - relevant, 4),
        }
    if candidate.verdict:
        reason, detail = candidate.verdict
        if not (is_cold and (reason == DropReason.ARCHIVED or _is_told_history(candidate))):
            return reason, detail
    return None, {}


def _duplicate(
    candidate: Candidate, passed: Sequence[Candidate], alike: NDArray[Any], policy: Policy
) -> tuple[DropReason | None, dict[str, Any]]:
    """Fold a candidate into a better one that says the same; `alike` are cosines to `passed`."""
    for better, similarity in zip(passed, alike.tolist(), strict=True):
        if _says_otherwise(candidate.item, better.item):
            continue
        if similarity >= policy.duplicate_similarity or candidate.item.text == better.item.text:
            detail = {"of": better.item.pk, "similarity": round(similarity, 4)}
            return DropReason.DUPLICATE_OF, detail
    return None, {}


def _says_otherwise(item: ItemRow, other: ItemRow) -> bool:
    """Tell whether two statements give the same thing different values, or tell of two things: a
    name and an age, however alike they read."""
    if not (item.attribute and other.attribute and item.value and other.value):
        return False
    if (item.subject, item.attribute) == (other.subject, other.attribute):
        return item.value != other.value
    return not (item.value in other.value or other.value in item.value)


def _is_told_history(candidate: Candidate) -> bool:
    """Tell whether an item was told as past ("I used to live in Paris"), and never was present."""
    item = candidate.item
    return item.status == Status.ACTIVE and item.valid_to is not None and item.expires_at is None


def _dropped(candidate: Candidate, reason: DropReason, detail: dict[str, Any]) -> RecalledItem:
    layer = candidate.layer
    return recalled(candidate, layer=layer, outcome=Outcome.DROPPED, reason=reason, detail=detail)


def turned_away(entry: RecalledItem, reason: DropReason) -> RecalledItem:
    return dataclasses.replace(entry, outcome=Outcome.DROPPED, reason=reason)


def _block_entry(candidate: Candidate, rank: int) -> RecalledItem:
    is_revived = candidate.verdict is not None and not _is_told_history(candidate)
    is_own = candidate.layer in (Layer.KNOWLEDGE, Layer.GRAPH)
    reason = "neighbour" if candidate.layer == Layer.GRAPH else "relevant"
    return recalled(
        candidate,
        layer=candidate.layer if is_own else Layer.LONG_TERM,
        outcome=Outcome.REVIVED if is_revived else Outcome.INJECTED,
        reason="from_archive" if is_revived else reason,
        detail={"part": candidate.part},
        rank=rank,
    )


def _frame() -> str:
    return f"{rendering.OPENING}\n{rendering.CLOSING}"
