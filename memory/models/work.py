"""What people and workers do beside the memory: runs of jobs, marks on queues, views of lists."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from memory.models.accounts import Namespace, Tenant
from memory.models.governance import Conflict, Experience, ReviewProposal
from memory.models.items import MemoryItem


class JobRun(models.Model):
    """One run of a job: what it did and with which parameters, and how far it is.

    The life-cycle jobs (consolidate, forget) have none of the fields below `error`; a job that a
    person started from a page (evaluate, compare, rebuild, import) has a tenant.
    """

    job = models.CharField(max_length=20)
    namespace = models.ForeignKey(
        Namespace, null=True, on_delete=models.CASCADE, related_name="job_runs"
    )
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    parameters = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    tenant = models.ForeignKey(Tenant, null=True, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)  # 0: not known
    heard_at = models.DateTimeField(null=True)  # the worker's last sign of life
    stop_asked_at = models.DateTimeField(null=True)
    findings = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["job", "-started_at"], name="job_run_by_time")]

    def __str__(self) -> str:
        return f"{self.job} {self.started_at:%Y-%m-%d %H:%M}"


class QueueMark(models.Model):
    """A flag with its reason, or who takes it: on one thing that waits for a decision."""

    item = models.OneToOneField(
        MemoryItem, null=True, on_delete=models.CASCADE, related_name="mark"
    )
    conflict = models.OneToOneField(
        Conflict, null=True, on_delete=models.CASCADE, related_name="mark"
    )
    experience = models.OneToOneField(
        Experience, null=True, on_delete=models.CASCADE, related_name="mark"
    )
    proposal = models.OneToOneField(
        ReviewProposal, null=True, on_delete=models.CASCADE, related_name="mark"
    )
    flag_reason = models.CharField(max_length=300, blank=True)
    flagged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(item__isnull=False)
                    ^ Q(conflict__isnull=False)
                    ^ Q(experience__isnull=False)
                    ^ Q(proposal__isnull=False)
                ),
                name="mark_of_one_thing",
            )
        ]

    def __str__(self) -> str:
        return self.flag_reason or f"taken by {self.assigned_to_id}"


class SavedView(models.Model):
    """The address of a list under a name: search, filters and order, without the page."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views"
    )
    list_name = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    query = models.CharField(max_length=1000, blank=True)
    is_shared = models.BooleanField(default=False)  # with everybody of the tenant who may inspect
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "list_name", "name"], name="view_once")
        ]

    def __str__(self) -> str:
        return self.name
