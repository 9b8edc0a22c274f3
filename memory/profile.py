"""The profile of a namespace, rebuilt in the transaction that changes one of its items."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Case, IntegerField, Q, Value, When

from memory.domain.ontology import SPECS
from memory.domain.profile import Document, ProfileItem, build_document, render
from memory.domain.types import USER, Kind, Status
from memory.models import Conflict, MemoryItem, Namespace, Profile, ProfileVersion
from memory.models.items import MemoryItemQuerySet
from memory.ontology import Ontology, ontology_of

TEXT_BUDGET = 4000  # characters of the stored text
# Entries of a document. The text holds about forty; each change stores a version of the whole.
MAX_ENTRIES = 200
_CONSTRAINTS_FIRST = Case(
    When(kind=Kind.CONSTRAINT, then=Value(0)), default=Value(1), output_field=IntegerField()
)


def profile_items(namespace: Namespace, now: datetime, ontology: Ontology) -> MemoryItemQuerySet:
    """Return what has a place in the profile at `now`, in the order in which its text tells it."""
    specs = {**SPECS, **ontology.extra}
    names = [name for name, spec in specs.items() if spec.is_profile]
    named = Q(attribute__in=[name for name in names if not name.endswith(":")])
    for name in names:
        named |= Q(attribute__startswith=name) if name.endswith(":") else Q()
    ends = Q(valid_to=None) | Q(valid_to__gt=now), Q(expires_at=None) | Q(expires_at__gt=now)
    held = MemoryItem.objects.of(namespace).active().about_user().filter(named, *ends)
    return held.order_by(_CONSTRAINTS_FIRST, "-importance", "pk")


def current_document(namespace: Namespace, now: datetime) -> Document:
    """Return the document as the items say it is at `now`: its first `MAX_ENTRIES` items."""
    ontology = ontology_of(namespace.tenant)
    items = profile_items(namespace, now, ontology)[:MAX_ENTRIES]
    doubted = _doubted(namespace)
    return build_document(
        (_view(item, item.pk in doubted) for item in items),
        now,
        ontology.extra,
    )


def rebuild_profile(
    namespace: Namespace,
    now: datetime,
    *,
    trace_id: str = "",
    count_tokens: Callable[[str], int] = len,
) -> Profile | None:
    """Make the stored profile match the items; a changed one is a new version.

    What a tenant shares has no profile: None. Without a token counter the text is bounded by
    characters, which no counter exceeds.
    """
    if namespace.user_id is None:
        return None
    document = current_document(namespace, now)
    profile, is_new = Profile.objects.get_or_create(
        namespace=namespace, defaults={"updated_at": now}
    )
    if not is_new and profile.document == document:
        # As of now it is the same: an item whose time ended in between is rightly not in it.
        profile.updated_at = now
        profile.save(update_fields=["updated_at"])
        return profile
    profile.document = document
    profile.text = render(document, now, count_tokens=count_tokens, budget_tokens=TEXT_BUDGET)
    profile.version += 1
    profile.updated_at = now
    profile.save()
    ProfileVersion.objects.create(
        profile=profile,
        version=profile.version,
        document=document,
        changed_at=now,
        trace_id=trace_id,
    )
    return profile


def profile_text(
    namespace: Namespace,
    now: datetime,
    *,
    count_tokens: Callable[[str], int],
    budget_tokens: int,
) -> str:
    """Return the profile as it reads at `now`: what was said in passing has ended by itself."""
    profile = Profile.objects.filter(namespace=namespace).first()
    if profile is None:
        return ""
    return render(profile.document, now, count_tokens=count_tokens, budget_tokens=budget_tokens)


def _doubted(namespace: Namespace) -> set[int]:
    open_ones = Conflict.objects.filter(
        Q(old_item__status=Status.ACTIVE) & Q(new_item__status=Status.ACTIVE),
        namespace=namespace,
        state=Conflict.State.OPEN,
    )
    return {pk for pair in open_ones.values_list("old_item_id", "new_item_id") for pk in pair}


def _view(item: MemoryItem, is_doubted: bool) -> ProfileItem:
    return ProfileItem(
        id=item.pk,
        subject=USER,
        attribute=item.attribute,
        value=item.value,
        text=item.text,
        kind=item.kind,
        status=item.status,
        language=item.language,
        importance=item.importance,
        said_at=item.said_at,
        valid_from=item.valid_from,
        valid_to=item.valid_to,
        expires_at=item.expires_at,
        overrides=item.overrides_id,
        is_doubted=is_doubted,
    )
