"""The read path: from a message to what memory brings to its prompt, with a reason for each
candidate. Reads only, but for the trace that it keeps."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery

from memory.candidates import Candidate, Shortlist, read_candidates, shortlist
from memory.disputes import with_disputes
from memory.domain import rendering
from memory.domain.policy import Policy
from memory.domain.types import Layer, RecalledItem, RecallResult
from memory.experience_recall import find_experiences
from memory.index import segment_of
from memory.item_rows import read_rows
from memory.models import Episode, Namespace
from memory.nearest import is_large, near_segment
from memory.neighbours import neighbours_of
from memory.past import ROWS_READ, reader_at
from memory.policies import policy_for
from memory.questions import Question, ask
from memory.quoting import select_history
from memory.reranking import reranked
from memory.segments import Segment
from memory.selection import CountTokens, Selection, goes_cold, select_all
from memory.sources import ITEMS
from memory.traces import Kept, Stopwatch, keep_trace

PROFILE_ROWS = 60  # rows of the profile that a recall reads at most


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
    as_then: bool = False,
) -> RecallResult:
    """Recall for one message. `recent` is ((role, text), ...), oldest first.

    A temporary conversation recalls nothing and keeps no trace. `policy` and `keep=False` serve
    what-ifs, which leave no trace either; with `as_then` items are those of `now` (memory.past).
    """
    require_namespace(namespace)
    if temporary:
        return RecallResult(trace_id=trace_id, query=query)
    watch = Stopwatch()
    with watch.step("open"):
        owner, shared = heads(namespace)
        in_force, arm = _in_force(owner, policy, budget_tokens)
    with watch.step("query"):
        question = ask(query, now=now, recent=recent, entities=entities)
    view = View(now=now, as_then=as_then, excluded=tuple(excluded_items))
    found = _search(question, in_force, view, (owner, shared), recent, count_tokens, watch)
    unsettled = None if as_then else owner  # which conflicts were open then is not known
    result = _result(unsettled, trace_id, query, question, in_force, found, count_tokens, watch)
    if keep:
        keep_trace(
            Kept(
                result=result,
                namespace=owner,
                question=question,
                policy=in_force,
                arm=arm,
                now=now,
                steps=watch.steps,
                is_cold=found.is_cold,
                considered=found.considered,
                conversation_id=conversation_id,
                turn_id=turn_id,
            )
        )
    return result


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What of memory a recall sees: at which moment, and without what. With `as_then` later changes
    are undone; otherwise only the clock is that of `now`."""

    now: datetime
    as_then: bool = False
    excluded: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What each layer gives and leaves out, in prompt order; `missing` is what did not answer."""

    selections: tuple[Selection, ...]
    considered: int
    is_cold: bool
    missing: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """Item candidates, best first, how many rows were considered, and what did not answer."""

    candidates: tuple[Candidate, ...]
    considered: int
    missing: tuple[str, ...] = ()


def _search(
    question: Question,
    policy: Policy,
    view: View,
    namespaces: tuple[Namespace, Namespace | None],
    recent: Sequence[tuple[str, str]],
    count_tokens: CountTokens,
    watch: Stopwatch,
) -> Brought:
    """Look through the layers: items first, solutions of the tenant, history when it is cold."""
    owner, shared = namespaces
    now = view.now
    with watch.step("candidates"):
        looked = item_candidates(
            question,
            policy,
            now,
            owner=owner,
            shared=shared,
            excluded=view.excluded,
            as_then=view.as_then,
        )
    with watch.step("rerank"):
        candidates, missing = reranked(looked.candidates, question.rewritten.text, policy)
    with watch.step("select"):
        present = select_all(candidates, question, policy, count_tokens)
    with watch.step("experiences"):
        advice, advised = select_experiences(question, policy, view, shared, present, count_tokens)
    is_cold = goes_cold(candidates, question, policy)
    with watch.step("history"):
        past = select_history(
            question, policy, now, owner, present, candidates, recent, count_tokens, is_cold=is_cold
        )
    return Brought(
        selections=(past.present, advice, past.quoted, past.behind),
        considered=looked.considered + advised + past.searched,
        is_cold=is_cold or bool(past.quoted.injected),
        missing=(*looked.missing, *missing),
    )


def _in_force(
    owner: Namespace, policy: Policy | None, budget_tokens: int | None
) -> tuple[Policy, str]:
    """Return the policy within the caller's budget, and the experiment's arm that chose it."""
    in_force, arm = (policy, "") if policy else policy_for(owner)
    if budget_tokens is not None:
        free = min(in_force.budget_tokens, budget_tokens)
        in_force = dataclasses.replace(in_force, budget_tokens=free)
    return in_force, arm


def select_experiences(
    question: Question,
    policy: Policy,
    view: View,
    shared: Namespace | None,
    present: Selection,
    count_tokens: CountTokens,
) -> tuple[Selection, int]:
    """Pick solutions of similar tasks within what the items left of the budget."""
    if shared is None:
        return Selection(), 0
    spent = sum(item.tokens for item in present.injected if item.layer != Layer.PROFILE)
    injected, dropped, seen = find_experiences(
        question,
        policy,
        view.now,
        shared,
        policy.budget_tokens - spent,
        count_tokens,
        as_then=view.as_then,
    )
    return Selection(injected=tuple(injected), dropped=tuple(dropped)), seen


def require_namespace(namespace: object) -> None:
    """Raise TypeError for anything but a stored namespace: no owner, no memory."""
    if not isinstance(namespace, Namespace) or namespace.pk is None:
        raise TypeError("recall needs a Namespace")


# Made once: what a query is to return takes as long to say as to read.
_NEWEST = Episode.objects.filter(namespace=OuterRef("pk")).order_by("-pk").values("pk")[:1]
_HEADS: QuerySet[Namespace] = Namespace.objects.annotate(
    newest_episode=Subquery(_NEWEST)
).select_related("tenant")


def heads(namespace: Namespace) -> tuple[Namespace, Namespace | None]:
    """Return the namespace and what its tenant shares, as they are now (one query).

    Each carries `newest_episode`: a new exchange raises no generation.
    """
    rows = _HEADS.filter(Q(pk=namespace.pk) | Q(tenant=namespace.tenant_id, user=None))
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
    as_then: bool = False,
) -> Looked:
    """Return the candidates among the items of the user and of the tenant. `also` names items to
    judge whatever their relevance; so are those that tell of an entity which the question names.
    `as_then` gives them as they were at `now`."""
    neighbours = {} if as_then else neighbours_of(owner, question.rewritten.text)
    also = (*also, *neighbours)
    lists: list[Shortlist] = []
    missing: list[str] = []
    for namespace in [owner, *([shared] if shared else [])]:
        segment, failed = _items_of(question, namespace, policy, also)
        missing.extend(failed)
        if len(segment):
            found = shortlist(
                question,
                segment,
                namespace.pk,
                # What counted then may stand far down among what is there by now.
                limit=ROWS_READ if as_then else policy.kept_candidates,
                profile_limit=PROFILE_ROWS if namespace == owner else 0,
            )
            extra = tuple(item_id for item_id in also if item_id in segment.places)
            lists.append(dataclasses.replace(found, ids=tuple({*found.ids, *extra})))
    candidates = read_candidates(
        lists,
        question,
        policy,
        now,
        owner=owner,
        excluded=frozenset(excluded),
        neighbours=neighbours,
        read=reader_at(now) if as_then else read_rows,
    )
    ordered = sorted(candidates, key=lambda candidate: candidate.order)
    return Looked(
        candidates=tuple(_nearest(ordered, policy) if as_then else ordered),
        considered=sum(len(entry.segment) for entry in lists),
        missing=tuple(missing),
    )


def _nearest(ordered: list[Candidate], policy: Policy) -> list[Candidate]:
    """Return as many of the best as a shortlist has, and what the profile brings anyway."""
    most = 2 * policy.kept_candidates
    rest = (c for c in ordered[most:] if c.layer == Layer.PROFILE and c.verdict is None)
    return [*ordered[:most], *rest]


def _items_of(
    question: Question, namespace: Namespace, policy: Policy, also: Sequence[int]
) -> tuple[Segment, tuple[str, ...]]:
    """Return the items of a namespace to score, all of them while they are few enough."""
    if is_large(namespace):
        return near_segment(question, namespace, limit=policy.kept_candidates, also=also)
    return segment_of(ITEMS, namespace.pk, (namespace.generation,)), ()


def _result(
    owner: Namespace | None,
    trace_id: str,
    query: str,
    question: Question,
    policy: Policy,
    found: Brought,
    count_tokens: CountTokens,
    watch: Stopwatch,
) -> RecallResult:
    selections = found.selections
    injected, disputes = with_disputes(
        owner, [item for selection in selections for item in selection.injected]
    )
    profile_text = rendering.profile_text([i for i in injected if i.layer == Layer.PROFILE])
    block_text = rendering.block([i for i in injected if i.layer != Layer.PROFILE], disputes)
    dropped = sorted(
        (item for selection in selections for item in selection.dropped),
        key=lambda item: (-(item.score or 0.0), item.layer, item.item_id),
    )
    listed = _listed(dropped, policy.kept_candidates)
    unlisted = Counter(str(entry.reason) for entry in dropped)
    unlisted.subtract(str(entry.reason) for entry in listed)
    return RecallResult(
        trace_id=trace_id,
        query=query,
        rewritten_query=question.rewritten.text if question.rewritten.rewriter else "",
        policy=policy.name,
        profile_text=profile_text,
        block_text=block_text,
        injected=injected,
        dropped=listed,
        unlisted=+unlisted,
        profile_tokens=count_tokens(profile_text) if profile_text else 0,
        recalled_tokens=count_tokens(block_text) if block_text else 0,
        milliseconds=watch.milliseconds(),
        degraded=(*question.degraded, *found.missing),
    )


def _listed(dropped: Sequence[RecalledItem], limit: int) -> tuple[RecalledItem, ...]:
    """Return the best of what was left out, and whatever tells of an entity that was named."""
    near = [entry for entry in dropped[limit:] if entry.layer == Layer.GRAPH]
    return (*dropped[:limit], *near)
