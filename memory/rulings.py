"""What each verdict of the conflict rules does to the items: one function a verdict."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memory import changes
from memory.changes import Change
from memory.domain.asking import conflict_question
from memory.domain.conflicts import Decision as Ruling
from memory.domain.conflicts import Verdict
from memory.domain.kinds import NAMED_KINDS, kind_of, names_of
from memory.domain.likeness import NEAR, is_near_duplicate
from memory.domain.normalise import content_hash
from memory.domain.types import Action, Candidate, Mode, Status
from memory.domain.validity import has_ended
from memory.embedding import passage_vectors
from memory.erase import erase_within
from memory.models import MemoryItem
from memory.models.items import LIVE

COMPARED = 50  # items of one attribute, newest first, that a new text is compared with


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What was done with a candidate; becomes a row of `Decision`."""

    action: Action
    reason: str
    candidate: Candidate
    item: MemoryItem | None = None
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where candidates come from: the source's name, the time, and who found them."""

    source: str
    said_at: datetime
    extractor: str = ""


def live_twin(change: Change, candidate: Candidate) -> MemoryItem | None:
    live = MemoryItem.objects.of(change.namespace).filter(status__in=LIVE)
    return live.filter(content_hash=content_hash(candidate)).first()


def _add(
    change: Change, candidate: Candidate, ruling: Ruling, origin: Origin, **links: Any
) -> Applied:
    """Add the item, unless the very same is there already, in review, or forgotten."""
    known = live_twin(change, candidate)
    if known is not None and _gives_way(known, candidate, origin):
        is_pending = known.status == Status.PENDING
        changes.deprecate(change, known, reason="said_clearly" if is_pending else "ended")
        known = None
    if known is None and ruling.kind == Verdict.ADD:
        known = _same_in_other_words(change, candidate)
    if known is not None:
        return _reinforced(change, known, candidate, origin, "said_again")
    forgotten = _archived_twin(change, candidate) if ruling.kind == Verdict.ADD else None
    if forgotten is not None:
        changes.add_evidence(
            change, forgotten, candidate, said_at=origin.said_at, reason="said_again"
        )
        changes.update_item(
            change,
            forgotten,
            "item.restored",
            status=Status.ACTIVE,
            status_reason="said_again",
        )
        return Applied(
            action=Action.RESTORED, reason="said_again", candidate=candidate, item=forgotten
        )
    item = changes.add_item(
        change,
        candidate,
        source=origin.source,
        said_at=origin.said_at,
        extractor=origin.extractor,
        **links,
    )
    return Applied(action=Action.ADDED, reason=ruling.reason, candidate=candidate, item=item)


def _gives_way(twin: MemoryItem, candidate: Candidate, origin: Origin) -> bool:
    """Say whether the same statement in the store is only waiting in review, or is over."""
    is_over = candidate.mode != Mode.PAST and has_ended(twin, origin.said_at)
    return twin.status == Status.PENDING or is_over


def _same_in_other_words(change: Change, candidate: Candidate) -> MemoryItem | None:
    """Return an item that says the same; where temporary or past, only the hash decides."""
    if candidate.mode not in (Mode.STANDING, Mode.CORRECTION) or not candidate.attribute:
        return None
    slot = MemoryItem.objects.of(change.namespace).active()
    slot = slot.filter(subject__iexact=candidate.subject, attribute=candidate.attribute)
    near = list(slot.filter(expires_at=None, valid_to=None).order_by("-said_at")[:COMPARED])
    if not near:
        return None
    vectors = passage_vectors([candidate.text, *(item.text for item in near)])
    cosines = vectors[1:] @ vectors[0]
    for position in cosines.argsort()[::-1]:
        item, cosine = near[int(position)], float(cosines[position])
        if cosine <= NEAR:
            return None
        texts, values = (item.text, candidate.text), (item.value, candidate.value)
        if candidate.attribute in NAMED_KINDS and not _may_be_one(*values):
            continue  # 猫栈 and 猫队列: their vectors are as near as two words for one thing
        if candidate.mode == Mode.CORRECTION and _differ_in_kind(*values):
            continue  # "no, Tom is my nephew" of "cousin Tom"
        if is_near_duplicate(cosine, texts=texts, values=values, kind=candidate.kind):
            return item
    return None


def _may_be_one(first: str, second: str) -> bool:
    """Say whether two values such as 猫栈, "dog Rex" may name one: by one name, or by none."""
    names = [names_of("family", value)[0] for value in (first, second)]
    return names[0] in names[1] or names[1] in names[0]


def _differ_in_kind(first: str, second: str) -> bool:
    """Say whether two values such as 侄子小宝, 外甥小宝 give one name to different kinds."""
    names = [names_of("family", value)[0] for value in (first, second)]
    return names[0] == names[1] and kind_of(first) != kind_of(second)


def _archived_twin(change: Change, candidate: Candidate) -> MemoryItem | None:
    archived = MemoryItem.objects.of(change.namespace).filter(status=Status.ARCHIVED)
    return archived.filter(content_hash=content_hash(candidate)).order_by("-pk").first()


def _reinforced(
    change: Change, item: MemoryItem, candidate: Candidate, origin: Origin, reason: str
) -> Applied:
    if not changes.is_said_in(item, change.episode):
        changes.add_evidence(change, item, candidate, said_at=origin.said_at, reason=reason)
    return Applied(action=Action.REINFORCED, reason=reason, candidate=candidate, item=item)


def _targets(change: Change, ids: Sequence[int]) -> list[MemoryItem]:
    found = MemoryItem.objects.of(change.namespace).in_bulk(ids)
    return [found[pk] for pk in ids]


def _coexist(change: Change, candidate: Candidate, ruling: Ruling, origin: Origin) -> list[Applied]:
    return [_add(change, candidate, ruling, origin)]


def _repeat(change: Change, candidate: Candidate, ruling: Ruling, origin: Origin) -> list[Applied]:
    (target,) = _targets(change, ruling.targets)
    for other in _targets(change, ruling.closes):
        changes.deprecate(change, other, reason="corrected", valid_to=origin.said_at)
    return [_reinforced(change, target, candidate, origin, ruling.reason)]


def _supersede(
    change: Change, candidate: Candidate, ruling: Ruling, origin: Origin
) -> list[Applied]:
    """The new version stands before the old one goes: both in one transaction, never neither."""
    (old,) = _targets(change, ruling.targets)
    begins_later = candidate.valid_from is not None and candidate.valid_from > origin.said_at
    for item in (old, *_targets(change, ruling.closes)):
        if begins_later:  # until then the old one holds
            changes.update_item(change, item, "item.ends", valid_to=candidate.valid_from)
        else:
            reason = "corrected" if ruling.reason == "corrected" else "superseded"
            changes.deprecate(change, item, reason=reason, valid_to=origin.said_at)
    done = _add(change, candidate, ruling, origin, supersedes=old)
    detail = {"old": old.pk, "old_text": old.text, "old_value": old.value}
    return [replace(done, action=Action.SUPERSEDED, reason=ruling.reason, detail=detail)]


def _override(
    change: Change, candidate: Candidate, ruling: Ruling, origin: Origin
) -> list[Applied]:
    (hidden,) = _targets(change, ruling.targets)
    for other in _targets(change, ruling.closes):
        changes.deprecate(change, other, reason="superseded", valid_to=origin.said_at)
    done = _add(change, candidate, ruling, origin, overrides=hidden)
    until = candidate.expires_at.isoformat() if candidate.expires_at else None
    detail = {"overrides": hidden.pk, "old_text": hidden.text, "until": until}
    return [replace(done, action=Action.OVERRIDDEN, reason=ruling.reason, detail=detail)]


def _record_history(
    change: Change, candidate: Candidate, ruling: Ruling, origin: Origin
) -> list[Applied]:
    """What was true before; what was merely said before a newer word is deprecated at once."""
    if ruling.reason != "said_earlier":
        return [_add(change, candidate, ruling, origin)]
    (newer,) = _targets(change, ruling.targets)
    links = {"status": Status.DEPRECATED, "status_reason": "said_earlier"}
    ended = replace(candidate, valid_to=newer.valid_from or newer.said_at)
    done = _add(change, ended, ruling, origin, **links)
    return [replace(done, detail={"newer": newer.pk})]


def _contradict(
    change: Change, candidate: Candidate, ruling: Ruling, origin: Origin
) -> list[Applied]:
    given_way = _targets(change, ruling.closes)
    for item in given_way:
        changes.deprecate(change, item, reason="superseded", valid_to=origin.said_at)
    links = {"supersedes": given_way[0]} if given_way else {}
    done = _add(change, candidate, ruling, origin, **links)
    if done.action != Action.ADDED or done.item is None:
        return [done]
    old_items = _targets(change, ruling.targets)
    opened = [
        changes.open_conflict(
            change,
            old,
            done.item,
            reason=ruling.reason,
            question=conflict_question(
                old=old.quote or old.text,
                new=candidate.quote or candidate.text,
                language=candidate.language,
            ),
        ).pk
        for old in old_items
    ]
    detail = {"conflicts": opened, "old": old_items[0].pk, "old_text": old_items[0].text}
    return [replace(done, reason=f"conflict_{ruling.reason}", detail=detail)]


def _close(change: Change, candidate: Candidate, ruling: Ruling, origin: Origin) -> list[Applied]:
    closed = []
    for item in _targets(change, ruling.targets):
        changes.deprecate(change, item, reason=ruling.reason, valid_to=origin.said_at)
        closed.append(
            Applied(
                action=Action.CLOSED,
                reason=ruling.reason,
                candidate=candidate,
                item=item,
                detail={"old_text": item.text, "old_value": item.value},
            )
        )
    return closed


def _erase(change: Change, candidate: Candidate, ruling: Ruling, origin: Origin) -> list[Applied]:
    """Erase what was named; the decision itself keeps no word of it."""
    receipt = erase_within(change, _targets(change, ruling.targets), reason=ruling.reason)
    return [
        Applied(
            action=Action.ERASED,
            reason=ruling.reason,
            candidate=_silent(candidate),
            detail={"items": list(ruling.targets), "receipt": receipt.pk},
        )
    ]


def without_erased(applied: Sequence[Applied]) -> list[Applied]:
    """Leave out what an earlier candidate of the same message did to an item erased after it."""
    gone = {pk for done in applied if done.action == Action.ERASED for pk in done.detail["items"]}
    return [done for done in applied if done.item is None or done.item.pk not in gone]


def _silent(candidate: Candidate) -> Candidate:
    return replace(candidate, text="", value="", quote="", subject="")


def _refuse(change: Change, candidate: Candidate, ruling: Ruling, origin: Origin) -> list[Applied]:
    return [Applied(action=Action.REFUSED, reason=ruling.reason, candidate=candidate)]


RULINGS: dict[Verdict, Callable[[Change, Candidate, Ruling, Origin], list[Applied]]] = {
    Verdict.ADD: _coexist,
    Verdict.REINFORCE: _repeat,
    Verdict.SUPERSEDE: _supersede,
    Verdict.OVERRIDE: _override,
    Verdict.HISTORY: _record_history,
    Verdict.CONFLICT: _contradict,
    Verdict.CLOSE: _close,
    Verdict.ERASE: _erase,
    Verdict.NOTHING: _refuse,
}
