"""Why an item was, or was not, recalled: computed on demand by the functions of recall itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.domain.policy import Policy
from memory.domain.types import DropReason, Layer, Outcome, RecalledItem
from memory.models import MemoryItem, Namespace
from memory.policies import policy_for
from memory.questions import ask
from memory.recall import heads, item_candidates, require_namespace
from memory.selection import CountTokens, select_all


class ItemNotFound(LookupError):
    """There is no such item among what this namespace may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What became of an item and what would have to differ.

    `wanting` is a code for the change that would let it in, with its numbers in `detail`.
    """

    item_id: int
    text: str
    outcome: Outcome
    reason: str
    wanting: str
    query: str
    rewritten_query: str
    policy: str
    policy_values: Mapping[str, Any]
    as_of: datetime
    entry: RecalledItem
    detail: Mapping[str, Any] = field(default_factory=dict)


WANTING = {
    DropReason.BELOW_THRESHOLD: "more_relevance",
    DropReason.SUPERSEDED: "restore_it",
    DropReason.ARCHIVED: "restore_it_or_refer_to_the_past",
    DropReason.PENDING_REVIEW: "approve_it",
    DropReason.EXPIRED: "renew_it",
    DropReason.NOT_YET_VALID: "wait",
    DropReason.OVERRIDDEN_UNTIL: "wait_or_end_the_override",
    DropReason.EXCLUDED_BY_USER: "allow_it_again",
    DropReason.DUPLICATE_OF: "nothing_the_other_says_it",
    DropReason.OUTRANKED: "rank_higher",
    DropReason.OVER_BUDGET: "larger_budget",
}


def explain(
    *,
    namespace: Namespace,
    query: str,
    item_id: int,
    now: datetime,
    count_tokens: CountTokens,
    recent: Sequence[tuple[str, str]] = (),
    excluded_items: Sequence[int] = (),
    policy: Policy | None = None,
) -> Explanation:
    """Explain one item for one query; ItemNotFound for what is not of this namespace."""
    require_namespace(namespace)
    owner, shared = heads(namespace)
    allowed = [owner.pk, *([shared.pk] if shared else [])]
    if not MemoryItem.objects.filter(pk=item_id, namespace__in=allowed).exists():
        raise ItemNotFound(item_id)
    in_force = policy or policy_for(owner)[0]
    question = ask(query, now=now, recent=recent)
    looked = item_candidates(
        question,
        in_force,
        now,
        owner=owner,
        shared=shared,
        excluded=excluded_items,
        also=(item_id,),
    )
    selection = select_all(looked.candidates, question, in_force, count_tokens)
    entry = next(
        entry
        for entry in (*selection.injected, *selection.dropped)
        if entry.item_id == item_id and entry.layer != Layer.HISTORY
    )
    return Explanation(
        item_id=item_id,
        text=entry.text,
        outcome=entry.outcome,
        reason=entry.reason,
        wanting=WANTING.get(DropReason(entry.reason), "") if _is_dropped(entry) else "",
        query=query,
        rewritten_query=question.rewritten.text if question.rewritten.rewriter else "",
        policy=in_force.name,
        policy_values={**in_force.values(), "version": in_force.version},
        as_of=now,
        entry=entry,
        detail=entry.detail,
    )


def _is_dropped(entry: RecalledItem) -> bool:
    return entry.outcome == Outcome.DROPPED
