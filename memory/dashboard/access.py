"""Who may see what. The only way for the pages to get an object that belongs to somebody.

A page is open to operators and admins, and to each only for the users of their own tenant. What is
outside answers 404, so that an id says nothing about whether something exists.
"""

import functools
from collections.abc import Callable
from datetime import timedelta
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from memory.models import (
    Conflict,
    Decision,
    Entity,
    Episode,
    ErasureReceipt,
    EvaluationRun,
    Experience,
    Experiment,
    JobRun,
    KnowledgeDocument,
    KnowledgeUpload,
    MemoryEvent,
    MemoryItem,
    Namespace,
    RecallPolicy,
    RecallTrace,
    ReviewProposal,
    Tenant,
    User,
)

P = ParamSpec("P")
M = TypeVar("M", bound=models.Model)
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

SEEN_AGAIN_AFTER_SECONDS = 300


def operator_page(view: View[P]) -> View[P]:
    """Let through operators and admins; others are asked to sign in, or refused."""
    return _needs("memory.inspect_memory", view)


def admin_page(view: View[P]) -> View[P]:
    """Let through admins."""
    return _needs("memory.govern_memory", view)


def _needs(permission: str, view: View[P]) -> View[P]:
    @functools.wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not viewer(request).has_perm(permission):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    guarded.dashboard_permission = permission  # type: ignore[attr-defined]  # read by the guard test
    return login_required(guarded)


def viewer(request: HttpRequest) -> User:
    """Return the person who is signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def require_admin(request: HttpRequest) -> None:
    """Refuse whoever is no admin, within a page that operators may open."""
    if not viewer(request).is_admin:
        raise PermissionDenied


def tenant_of(request: HttpRequest) -> Tenant:
    return viewer(request).tenant


def users_of(request: HttpRequest) -> QuerySet[User]:
    return User.objects.filter(tenant_id=viewer(request).tenant_id)


def namespaces_of(request: HttpRequest) -> QuerySet[Namespace]:
    return Namespace.objects.filter(tenant_id=viewer(request).tenant_id)


def items_of(request: HttpRequest) -> QuerySet[MemoryItem]:
    return MemoryItem.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def traces_of(request: HttpRequest) -> QuerySet[RecallTrace]:
    return RecallTrace.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def episodes_of(request: HttpRequest) -> QuerySet[Episode]:
    return Episode.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def decisions_of(request: HttpRequest) -> QuerySet[Decision]:
    return Decision.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def conflicts_of(request: HttpRequest) -> QuerySet[Conflict]:
    return Conflict.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def proposals_of(request: HttpRequest) -> QuerySet[ReviewProposal]:
    return ReviewProposal.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def experiences_of(request: HttpRequest) -> QuerySet[Experience]:
    return Experience.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def documents_of(request: HttpRequest) -> QuerySet[KnowledgeDocument]:
    return KnowledgeDocument.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def uploads_of(request: HttpRequest) -> QuerySet[KnowledgeUpload]:
    """Return the files that wait for an import, of whoever of the tenant uploaded them."""
    rows = KnowledgeUpload.objects.filter(namespace__tenant_id=viewer(request).tenant_id)
    return rows.filter(given_up_at=None)


def events_of(request: HttpRequest) -> QuerySet[MemoryEvent]:
    return MemoryEvent.objects.filter(tenant_id=viewer(request).tenant_id)


def entities_of(request: HttpRequest) -> QuerySet[Entity]:
    return Entity.objects.filter(namespace__tenant_id=viewer(request).tenant_id)


def receipts_of(request: HttpRequest) -> QuerySet[ErasureReceipt]:
    return ErasureReceipt.objects.filter(tenant_id=viewer(request).tenant_id)


def experiments_of(request: HttpRequest) -> QuerySet[Experiment]:
    return Experiment.objects.filter(tenant_id=viewer(request).tenant_id)


def policies_of(request: HttpRequest) -> QuerySet[RecallPolicy]:
    """Return the policies of the tenant and those shipped with the product."""
    own = models.Q(tenant_id=viewer(request).tenant_id)
    return RecallPolicy.objects.filter(own | models.Q(tenant=None))


def job_runs_of(request: HttpRequest) -> QuerySet[JobRun]:
    """Return the runs for the tenant's namespaces, and those that went over all of them."""
    tenant_id = viewer(request).tenant_id
    own = models.Q(namespace__tenant_id=tenant_id) | models.Q(tenant_id=tenant_id)
    return JobRun.objects.filter(own | models.Q(namespace=None, tenant=None))


def evaluations_of(request: HttpRequest) -> QuerySet[EvaluationRun]:
    """Return the runs on data of the product's own, and on turns that the tenant judged."""
    own = models.Q(tenant_id=viewer(request).tenant_id)
    return EvaluationRun.objects.filter(own | models.Q(tenant=None))


def one(rows: QuerySet[M], **lookup: object) -> M:
    """Return the row of `rows` that `lookup` names, or answer 404."""
    return get_object_or_404(rows, **lookup)


def note_view(
    request: HttpRequest,
    action: str,
    *,
    namespace: Namespace | None,
    object_type: str,
    object_id: int | None,
    item: MemoryItem | None = None,
    trace_id: str = "",
) -> None:
    """Record that the viewer read somebody's memory; once in five minutes for the same thing."""
    now = timezone.now()
    person = viewer(request)
    same = MemoryEvent.objects.filter(
        object_type=object_type,
        object_id=object_id,
        action=action,
        actor=person,
        trace_id=trace_id,
        created_at__gt=now - timedelta(seconds=SEEN_AGAIN_AFTER_SECONDS),
    )
    if same.exists():
        return
    MemoryEvent.objects.create(
        namespace=namespace,
        tenant_id=person.tenant_id,
        action=action,
        actor_kind=MemoryEvent.Actor.PERSON,
        actor=person,
        actor_name=person.get_username(),
        item=item,
        object_type=object_type,
        object_id=object_id,
        trace_id=trace_id,
        created_at=now,
    )


def user_name(request: HttpRequest, user_id: str) -> str:
    """Return the name of a user of the tenant for a filter pill; the id of any other."""
    if not user_id.isdecimal():
        return user_id
    return (
        users_of(request).filter(pk=user_id).values_list("username", flat=True).first() or user_id
    )
