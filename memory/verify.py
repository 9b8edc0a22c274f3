"""Compares every projection with the truth, which is the database's items and episodes."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q
from django.utils import timezone

from memory import backends
from memory.backends.base import BackendError
from memory.domain.types import USER
from memory.models import (
    Conflict,
    Entity,
    Episode,
    Experience,
    JobRun,
    MemoryItem,
    Namespace,
    Profile,
    Relation,
    VectorOperation,
)
from memory.models.items import LIVE
from memory.ontology import ontology_of
from memory.profile import current_document
from memory.runs import Outcome, Progress
from memory.signals import verifying


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as the truth says."""

    check: str
    namespace_id: int | None
    subject: str
    found: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def verify_memory(*, now: datetime) -> list[Difference]:
    """Return every difference, in all namespaces; an empty list when all is well."""
    found: list[Difference] = []
    for namespace in Namespace.objects.select_related("tenant", "user").order_by("pk"):
        found += verify_namespace(namespace, now=now)
    return found + verify_elsewhere(now=now)


def verify_elsewhere(*, now: datetime) -> list[Difference]:
    """Return what differs in what other apps keep of memory."""
    found: list[Difference] = []
    for _receiver, answer in verifying.send(sender=None, now=now):
        differences: list[Difference] = answer  # type: ignore[assignment]
        found += differences
    return found


def verify_namespace(
    namespace: Namespace,
    *,
    now: datetime,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> list[Difference]:
    """Return every difference of one namespace."""
    checks = (_vectors, _profile, _graph, _hashes, _chains, _single_values, _decay)
    found: list[Difference] = []
    for done, check in enumerate(checks, start=1):
        found += check(namespace, now)
        on_progress(done, len(checks))
    return found


def compare_job(run: JobRun, on_progress: Progress) -> Outcome:
    """Compare what is kept of one person with the truth; what differs is named, nothing changes."""
    if run.namespace is None:
        raise ValueError("whose memory is to be compared?")
    found = verify_namespace(run.namespace, now=timezone.now(), on_progress=on_progress)
    expected = expected_keys(run.namespace)
    return Outcome(
        counts={"rows": len(expected), "differences": len(found)},
        findings=[{"check": d.check, "subject": d.subject, "found": d.found} for d in found],
    )


def _difference(check: str, namespace: Namespace, subject: str, found: str) -> Difference:
    return Difference(check=check, namespace_id=namespace.pk, subject=subject, found=found)


def expected_keys(namespace: Namespace) -> dict[str, str]:
    """Return status by key of everything that the index should hold of a namespace."""
    items = MemoryItem.objects.of(namespace).values_list("pk", "status")
    episodes = Episode.objects.filter(
        namespace=namespace, quotable=True, state=Episode.State.DONE
    ).values_list("pk", flat=True)
    experiences = Experience.objects.filter(namespace=namespace).values_list("pk", "state")
    return {
        **{f"item:{pk}": str(status) for pk, status in items},
        **{f"episode:{pk}": "history" for pk in episodes},
        **{f"experience:{pk}": str(state) for pk, state in experiences},
    }


def _vectors(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    """What waits in the outbox lags but does not differ."""
    waiting = set(
        VectorOperation.objects.filter(namespace_id=namespace.pk, done_at=None).values_list(
            "key", flat=True
        )
    )
    expected = expected_keys(namespace)
    try:
        held = backends.vector_index().keys(namespace.pk)
    except BackendError as error:
        yield _difference("vectors", namespace, "index", f"unavailable: {error}")
        return
    for key in sorted((set(expected) | set(held)) - waiting):
        if key not in held:
            yield _difference("vectors", namespace, key, "missing in the index")
        elif key not in expected:
            yield _difference("vectors", namespace, key, "only in the index")
        elif held[key] != expected[key]:
            yield _difference(
                "vectors", namespace, key, f"{held[key]} in the index, {expected[key]} in truth"
            )


def _profile(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    if namespace.user_id is None:
        return
    profile = Profile.objects.filter(namespace=namespace).first()
    as_of = profile.updated_at if profile else now
    expected = current_document(namespace, as_of)
    if expected != (profile.document if profile else {}):
        yield _difference("profile", namespace, "document", "differs from the items")


def _graph(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    relations = Relation.objects.filter(namespace=namespace).select_related("source")
    for relation in relations.exclude(source__namespace=namespace):
        yield _difference("graph", namespace, f"relation {relation.pk}", "source of another owner")
    for relation in relations:
        source = relation.source
        if (relation.valid_from, relation.valid_to) != (
            source.valid_from,
            source.valid_to or source.expires_at,
        ):
            yield _difference(
                "graph", namespace, f"relation {relation.pk}", "its interval is not its source's"
            )
    orphans = Entity.objects.filter(namespace=namespace, outgoing=None, incoming=None)
    for entity in orphans:
        yield _difference("graph", namespace, f"entity {entity.pk}", "no relation names it")


def _hashes(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    live = MemoryItem.objects.of(namespace).filter(status__in=LIVE)
    twice = live.values("content_hash").annotate(n=Count("pk")).filter(n__gt=1)
    for row in twice:
        yield _difference("hashes", namespace, row["content_hash"], f"{row['n']} live items")


def _chains(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    """A version follows one of its own chain with a lower number, so that there is no cycle."""
    items = MemoryItem.objects.of(namespace)
    broken = items.exclude(supersedes=None).filter(
        ~Q(supersedes__chain=F("chain"))
        | Q(version__lte=F("supersedes__version"))
        | ~Q(supersedes__namespace=F("namespace"))
    )
    for pk in broken.values_list("pk", flat=True):
        yield _difference("chains", namespace, f"item {pk}", "does not follow its predecessor")
    double = (
        items.active().values("chain").annotate(n=Count("pk")).filter(n__gt=1).order_by("chain")
    )
    for row in double:
        yield _difference("chains", namespace, str(row["chain"]), f"{row['n']} active versions")


def _single_values(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    """At most one standing value of a single-valued attribute, unless a conflict is open."""
    ontology = ontology_of(namespace.tenant)
    disputed = {
        pk
        for pair in Conflict.objects.filter(
            namespace=namespace, state=Conflict.State.OPEN
        ).values_list("old_item_id", "new_item_id")
        for pk in pair
    }
    standing = (
        MemoryItem.objects.of(namespace)
        .active()
        .filter(subject=USER, valid_to=None, expires_at=None, overrides=None)
    )
    by_attribute: dict[str, list[int]] = {}
    for pk, attribute in standing.exclude(attribute="").values_list("pk", "attribute"):
        if pk not in disputed and ontology.spec(attribute).single:
            by_attribute.setdefault(attribute, []).append(pk)
    for attribute, pks in sorted(by_attribute.items()):
        if len(pks) > 1:
            yield _difference("single_values", namespace, attribute, f"items {pks} all stand")


def _decay(namespace: Namespace, now: datetime) -> Iterator[Difference]:
    for pk in MemoryItem.objects.of(namespace).filter(decay=None).values_list("pk", flat=True):
        yield _difference("decay", namespace, f"item {pk}", "has no decay state")
