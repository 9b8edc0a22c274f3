"""What operators and admins do to keep memory in order, beside what a person does to their own."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from memory import audit, changes, forget
from memory.audit import person
from memory.changes import changing
from memory.consolidate import apply_proposal
from memory.domain.decay import DecaySettings, half_life_hours
from memory.domain.types import Kind, Status
from memory.models import (
    DecayState,
    ForgettingSettings,
    MemoryItem,
    Namespace,
    ReviewProposal,
    Tenant,
    User,
)


def exempt_item(
    *,
    namespace: Namespace,
    item_id: int,
    acting_user: User,
    until: datetime | None,
    reason: str = "",
) -> MemoryItem:
    """Exempt an item from forgetting until a moment; None ends that. Expiry still ends it."""
    with changing(
        namespace, author=person(acting_user), now=timezone.now(), reason=reason
    ) as change:
        item = MemoryItem.objects.of(change.namespace).select_related("decay").get(pk=item_id)
        forget.exempt_item(change, item, until=until, reason=reason)
        return item


def return_to_review(
    *, namespace: Namespace, item_id: int, acting_user: User, reason: str = ""
) -> MemoryItem:
    """Take a decision of review back: the item waits again and is not recalled."""
    with changing(
        namespace, author=person(acting_user), now=timezone.now(), reason=reason
    ) as change:
        item = MemoryItem.objects.of(change.namespace).get(pk=item_id)
        return changes.update_item(
            change, item, "item.returned", status=Status.PENDING, status_reason="returned"
        )


@transaction.atomic
def save_forgetting_settings(
    *, tenant: Tenant, settings: DecaySettings, acting_user: User, reason: str
) -> ForgettingSettings:
    """Put parameters of forgetting in force for a tenant; the ones before are kept.

    What fades does so by the new half-lives from now on, what is remembered already too.
    """
    before = ForgettingSettings.objects.filter(tenant=tenant).order_by("-pk").first()
    row = ForgettingSettings.objects.create(
        tenant=tenant,
        values=settings.as_values(),
        author=acting_user,
        reason=reason,
        created_at=timezone.now(),
    )
    put_half_lives_in_force(tenant, settings)
    audit.record_event(
        namespace=Namespace.objects.shared(tenant),
        action="forgetting.changed",
        author=person(acting_user),
        now=timezone.now(),
        object_type="forgetting_settings",
        object_id=row.pk,
        before=before.values if before else DecaySettings().as_values(),
        after=row.values,
        reason=reason,
    )
    return row


def put_half_lives_in_force(tenant: Tenant, rules: DecaySettings) -> None:
    """Let everything of a tenant that fades do so by these rules; what never fades stays."""
    fading = DecayState.objects.filter(item__namespace__tenant=tenant)
    for kind in Kind:
        hours = half_life_hours(kind, settings=rules)
        if hours is not None:
            fading.filter(item__kind=kind).exclude(half_life_hours=None).update(
                half_life_hours=hours
            )
    Namespace.objects.filter(tenant=tenant).update(generation=F("generation") + 1)


@transaction.atomic
def decide_proposal(
    *, proposal: ReviewProposal, acting_user: User, is_approved: bool, reason: str
) -> ReviewProposal:
    """Settle what waits in review and is not an item: carried out, or left as everything is."""
    states = ReviewProposal.State
    now = timezone.now()
    merged = 0
    if is_approved and proposal.kind == "consolidation":
        merged = apply_proposal(proposal, author=person(acting_user), now=now)
    proposal.state = states.APPROVED if is_approved else states.REJECTED
    proposal.decided_by, proposal.decided_at = acting_user, now
    proposal.save(update_fields=["state", "decided_by", "decided_at"])
    audit.record_event(
        namespace=proposal.namespace,
        action=f"proposal.{proposal.state}",
        author=person(acting_user),
        now=now,
        object_type="proposal",
        object_id=proposal.pk,
        before={"state": states.WAITING},
        after={"state": proposal.state, "merged": merged},
        reason=reason,
    )
    return proposal
