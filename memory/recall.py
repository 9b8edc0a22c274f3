"""The read path: from a message to what memory brings to its prompt, with a reason for each
candidate. Reads only, but for the trace that it keeps."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db.models import OuterRef, Q, QuerySet, Subquery
from numpy.typing import NDArray

from memory.candidates import Candidate, Shortlist, read_candidates, recalled, shortlist
from memory.domain import rendering
from memory.domain.ontology import SPECS
from memory.domain.policy import Policy
from memory.domain.types import DropReason, Kind, Layer, Outcome, RecalledItem, RecallResult, Status
from memory.experience_recall import find_experiences
from memory.history import Exchange, Found, find_exchanges, in_window, recalled_exchange
from memory.index import segment_of
from memory.models import Episode, Namespace
from memory.policies import policy_for
from memory.questions import Question, ask
from memory.reranking import reranked
from memory.sources import HISTORY, ITEMS
from memory.traces import Stopwatch, keep_trace

CountTokens = Callable[[str], int]
PROFILE_ROWS = 60  # rows of the profile that a recall reads at most
_PROFILE_ORDER = {name: place for place, name in enumerate(SPECS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What one layer gives and what it leaves out."""

    injected: tuple[RecalledItem, ...] = ()
    dropped: tuple[RecalledItem, ...] = ()


def recall(
    *,
    namespace: Namespace,
    query: str,
    now: datetime,
    trace_id: str,
    count_tokens: CountTokens,
    conversation_id: int | None = None,
    turn_id: int | None = None,
    recent: Sequence[tuple[str, str]] = (),
    entities: Sequence[str] = (),
    excluded_items: Sequence[int] = (),
    budget_tokens: int | None = None,
    temporary: bool = False,
    policy: Policy | None = None,
    keep: bool = True,
) -> RecallResult:
    """Recall for one message. `recent` is ((role, text), ...), oldest first.

    A temporary conversation recalls nothing and keeps no trace. `policy` and `keep=False` serve
    what-ifs, which leave no trace either.
    """
    require_namespace(namespace)
    if temporary:
        return RecallResult(trace_id=trace_id, query=query)
    watch = Stopwatch()
    with watch.step("open"):
        owner, shared = heads(namespace)
        in_force, arm = (policy, "") if policy else policy_for(owner)
        if budget_tokens is not None:
            free = min(in_force.budget_tokens, budget_tokens)
            in_force = dataclasses.replace(in_force, budget_tokens=free)
    with watch.step("query"):
        question = ask(query, recent=recent, entities=entities)
    with watch.step("candidates"):
        candidates, considered = item_candidates(
            question, in_force, now, owner=owner, shared=shared, excluded=excluded_items
        )
    with watch.step("rerank"):
        candidates, missing = reranked(candidates, question.rewritten.text, in_force)
    with watch.step("select"):
        present = select_all(candidates, question, in_force, count_tokens)
    with watch.step("experiences"):
        advice, seen = select_experiences(question, in_force, now, shared, present, count_tokens)
        considered += seen
    past = Selection()
    is_cold = goes_cold(candidates, question, in_force)
    if is_cold:
        with watch.step("history"):
            past, seen = select_history(
                question, in_force, now, owner, present.injected, recent, count_tokens
            )
            considered += seen
    result = _result(
        trace_id, query, question, in_force, (present, advice, past), count_tokens, watch
    )
    result = dataclasses.replace(result, degraded=(*result.degraded, *missing))
    if keep:
        keep_trace(
            result=result,
            namespace=owner,
            question=question,
            policy=in_force,
            arm=arm,
            now=now,
            watch=watch,
            is_cold=is_cold,
            considered=considered,
            conversation_id=conversation_id,
            turn_id=turn_id,
        )
    return result


def select_experiences(
    question: Question,
    policy: Policy,
    now: datetime,
    shared: Namespace | None,
    present: Selection,
    count_tokens: CountTokens,
) -> tuple[Selection, int]:
    """Pick solutions of similar tasks within what the items left of the budget."""
    if shared is None:
        return Selection(), 0
    spent = sum(item.tokens for item in present.injected if item.layer != Layer.PROFILE)
    injected, dropped, seen = find_experiences(
        question, policy, now, shared, policy.budget_tokens - spent, count_tokens
    )
    return Selection(injected=tuple(injected), dropped=tuple(dropped)), seen


def require_namespace(namespace: object) -> None:
    """Raise TypeError for anything but a stored namespace: no owner, no memory."""
    if not isinstance(namespace, Namespace) or namespace.pk is None:
        raise TypeError("recall needs a Namespace")


def heads(namespace: Namespace) -> tuple[Namespace, Namespace | None]:
    """Return the namespace and what its tenant shares, as they are now (one query)."""
    newest = Episode.objects.filter(namespace=OuterRef("pk")).order_by("-id").values("id")[:1]
    rows: QuerySet[Namespace] = Namespace.objects.filter(
        Q(pk=namespace.pk) | Q(tenant=namespace.tenant_id, user=None)
    )
    rows = rows.annotate(newest_episode=Subquery(newest)).select_related("tenant")
    found = {row.pk: row for row in rows}
    owner = found.pop(namespace.pk)
    return owner, next(iter(found.values()), None)


def item_candidates(
    question: Question,
    policy: Policy,
    now: datetime,
    *,
    owner: Namespace,
    shared: Namespace | None,
    excluded: Sequence[int] = (),
    also: Sequence[int] = (),
) -> tuple[list[Candidate], int]:
    """Return the candidates among the items of the user and of the tenant, best first, and how
    many rows were considered. `also` names items to judge whatever their relevance."""
    lists: list[Shortlist] = []
    considered = 0
    for namespace in [owner, *([shared] if shared else [])]:
        segment = segment_of(ITEMS, namespace.pk, (namespace.generation,))
        considered += len(segment)
        if len(segment):
            found = shortlist(
                question,
                segment,
                namespace.pk,
                limit=policy.kept_candidates,
                profile_limit=PROFILE_ROWS if namespace == owner else 0,
            )
            extra = tuple(item_id for item_id in also if item_id in segment.places)
            lists.append(dataclasses.replace(found, ids=tuple({*found.ids, *extra})))
    candidates = read_candidates(
        lists, question, policy, now, owner=owner, excluded=frozenset(excluded)
    )
    return sorted(candidates, key=lambda candidate: candidate.order), considered


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
    dropped.extend(_turned_away(entry, DropReason.OVER_BUDGET) for entry in over)
    dropped.extend(
        _turned_away(entry, DropReason.OUTRANKED) for entry in entries[policy.max_items :]
    )
    return Selection(injected=tuple(fitting), dropped=tuple(dropped))


def _refusal(
    candidate: Candidate, policy: Policy, *, is_cold: bool
) -> tuple[DropReason | None, dict[str, Any]]:
    """Return the first rule that keeps a candidate out, or None."""
    relevant = candidate.score.relevance
    if relevant < policy.threshold:
        missing = round(policy.threshold - relevant, 4)
        return DropReason.BELOW_THRESHOLD, {"threshold": policy.threshold, "missing": missing}
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
        if similarity >= policy.duplicate_similarity or candidate.item.text == better.item.text:
            detail = {"of": better.item.pk, "similarity": round(similarity, 4)}
            return DropReason.DUPLICATE_OF, detail
    return None, {}


def _is_told_history(candidate: Candidate) -> bool:
    """Tell whether an item was told as past ("I used to live in Paris"), and never was present."""
    item = candidate.item
    return item.status == Status.ACTIVE and item.valid_to is not None and item.expires_at is None


def _dropped(candidate: Candidate, reason: DropReason, detail: dict[str, Any]) -> RecalledItem:
    layer = candidate.layer
    return recalled(candidate, layer=layer, outcome=Outcome.DROPPED, reason=reason, detail=detail)


def _turned_away(entry: RecalledItem, reason: DropReason) -> RecalledItem:
    return dataclasses.replace(entry, outcome=Outcome.DROPPED, reason=reason)


def _block_entry(candidate: Candidate, rank: int) -> RecalledItem:
    is_revived = candidate.verdict is not None and not _is_told_history(candidate)
    layer = Layer.KNOWLEDGE if candidate.layer == Layer.KNOWLEDGE else Layer.LONG_TERM
    return recalled(
        candidate,
        layer=layer,
        outcome=Outcome.REVIVED if is_revived else Outcome.INJECTED,
        reason="from_archive" if is_revived else "relevant",
        detail={"part": candidate.part},
        rank=rank,
    )


def _frame() -> str:
    return f"{rendering.OPENING}\n{rendering.CLOSING}"


def select_history(
    question: Question,
    policy: Policy,
    now: datetime,
    owner: Namespace,
    items: Sequence[RecalledItem],
    recent: Sequence[tuple[str, str]],
    count_tokens: CountTokens,
) -> tuple[Selection, int]:
    """Quote past exchanges within what the items left of the budget."""
    newest = getattr(owner, "newest_episode", None) or 0
    segment = segment_of(HISTORY, owner.pk, (owner.generation, newest))
    if not len(segment):
        return Selection(), 0
    found = find_exchanges(question, segment, policy, now, namespace_id=owner.pk)
    said = {text for role, text in recent if role == "user"} | {question.text}
    entries = [
        _quoted(exchange, found, rank, count_tokens)
        for rank, exchange in enumerate(
            (e for e in found.exchanges if not in_window(e, said)), start=1
        )
    ]
    spent = sum(item.tokens for item in items if item.layer != Layer.PROFILE)
    return _quotable(entries, policy, policy.budget_tokens - spent, count_tokens), len(segment)


def _quoted(exchange: Exchange, found: Found, rank: int, count_tokens: CountTokens) -> RecalledItem:
    entry = recalled_exchange(exchange, found, rank=rank)
    return dataclasses.replace(entry, tokens=count_tokens(rendering.line_of(entry) + "\n"))


def _quotable(
    entries: Sequence[RecalledItem], policy: Policy, budget: int, count_tokens: CountTokens
) -> Selection:
    replaced = [e for e in entries if e.outcome == Outcome.DROPPED]
    entries = [e for e in entries if e.outcome != Outcome.DROPPED]
    relevant = [e for e in entries if (e.relevance or 0.0) >= policy.history_threshold]
    below = [e for e in entries if (e.relevance or 0.0) < policy.history_threshold]
    fitting, over = rendering.within_budget(relevant[: policy.max_history], budget, count_tokens)
    dropped = [
        *replaced,
        *(_turned_away(e, DropReason.OVER_BUDGET) for e in over),
        *(_turned_away(e, DropReason.OUTRANKED) for e in relevant[policy.max_history :]),
        *(_turned_away(e, DropReason.BELOW_THRESHOLD) for e in below),
    ]
    return Selection(injected=tuple(fitting), dropped=tuple(dropped))


def _result(
    trace_id: str,
    query: str,
    question: Question,
    policy: Policy,
    selections: Sequence[Selection],
    count_tokens: CountTokens,
    watch: Stopwatch,
) -> RecallResult:
    injected = tuple(item for selection in selections for item in selection.injected)
    profile_text = rendering.profile_text([i for i in injected if i.layer == Layer.PROFILE])
    block_text = rendering.block([i for i in injected if i.layer != Layer.PROFILE])
    dropped = sorted(
        (item for selection in selections for item in selection.dropped),
        key=lambda item: (-(item.score or 0.0), item.layer, item.item_id),
    )
    return RecallResult(
        trace_id=trace_id,
        query=query,
        rewritten_query=question.rewritten.text if question.rewritten.rewriter else "",
        policy=policy.name,
        profile_text=profile_text,
        block_text=block_text,
        injected=injected,
        dropped=tuple(dropped[: policy.kept_candidates]),
        profile_tokens=count_tokens(profile_text) if profile_text else 0,
        recalled_tokens=count_tokens(block_text) if block_text else 0,
        milliseconds=watch.milliseconds(),
        degraded=question.degraded,
    )
