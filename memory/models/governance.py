"""What people decide: conflicts, experiences, knowledge, policies, reviews, receipts."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from memory.models.accounts import Namespace, Tenant
from memory.models.items import MemoryItem
from memory.models.traces import RecallTrace


class Conflict(models.Model):
    """Two items that may contradict each other; settled by the user or an operator."""

    class State(models.TextChoices):
        OPEN = "open"
        NEW_WINS = "new_wins"
        OLD_WINS = "old_wins"
        BOTH_TRUE = "both_true"
        TEMPORARY = "temporary"

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="conflicts")
    old_item = models.ForeignKey(
        MemoryItem, on_delete=models.CASCADE, related_name="conflicts_as_old"
    )
    new_item = models.ForeignKey(
        MemoryItem, on_delete=models.CASCADE, related_name="conflicts_as_new"
    )
    reason = models.CharField(max_length=60)
    confidence = models.FloatField(default=0.5)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    question = models.TextField(blank=True)  # as put to the user
    asked_turn_id = models.BigIntegerField(null=True)
    asked_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)
    settle_reason = models.TextField(blank=True)
    temporary_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["old_item", "new_item"],
                condition=Q(state="open"),
                name="conflict_open_once",
            )
        ]
        indexes = [
            models.Index(fields=["namespace", "state", "-created_at"], name="conflict_queue")
        ]

    def __str__(self) -> str:
        return f"{self.old_item_id} / {self.new_item_id} ({self.state})"


class Experience(models.Model):
    """A task and its solution that a user confirmed as good, generalised."""

    class State(models.TextChoices):
        REVIEW = "review"
        ACTIVE = "active"
        ARCHIVED = "archived"
        REJECTED = "rejected"

    namespace = models.ForeignKey(
        Namespace, on_delete=models.CASCADE, related_name="experiences"
    )  # the tenant's shared namespace
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=8, choices=State.choices, default=State.REVIEW)
    task = models.TextField()
    general_task = models.TextField()
    solution = models.TextField()
    general_solution = models.TextField(blank=True)
    generalised_by = models.CharField(max_length=120, default="rules")  # or the model's name
    generalise_failure = models.TextField(blank=True)  # why a model's words were not taken
    feedback = models.TextField(blank=True)
    language = models.CharField(max_length=12, default="en")
    conversation_id = models.BigIntegerField(null=True)
    turn_id = models.BigIntegerField(null=True, unique=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    approved_at = models.DateTimeField(null=True)
    importance = models.FloatField(default=0.7)
    split_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    merged_into = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    helped = models.PositiveIntegerField(default=0)
    not_helped = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    content_hash = models.CharField(max_length=64)
    embedding_model = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["namespace", "state"], name="experience_by_state")]

    def __str__(self) -> str:
        return self.general_task[:80]


class KnowledgeDocument(models.Model):
    """A file imported into what a tenant shares; its chunks are memory items of kind knowledge."""

    class State(models.TextChoices):
        READING = "reading"
        READY = "ready"
        FAILED = "failed"
        REMOVED = "removed"

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="documents")
    path = models.CharField(max_length=500)
    title = models.CharField(max_length=300)
    format = models.CharField(max_length=12)
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=State.choices, default=State.READING)
    error = models.TextField(blank=True)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    imported_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["namespace", "path"], name="document_once")]

    def __str__(self) -> str:
        return self.title


class KnowledgeUpload(models.Model):
    """A file that waits between its preview and its import; gone once imported, or after a day."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="uploads")
    batch = models.UUIDField(db_index=True)  # the files that were chosen together
    name = models.CharField(max_length=300)
    text = models.TextField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField()
    given_up_at = models.DateTimeField(null=True)  # kept to be taken back, shown to nobody

    class Meta:
        constraints = [models.UniqueConstraint(fields=["batch", "name"], name="upload_once")]

    def __str__(self) -> str:
        return self.name


class AttributeDefinition(models.Model):
    """An attribute that an admin added to the ontology of a tenant."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="attributes")
    name = models.CharField(max_length=120)
    single = models.BooleanField(default=False)
    kind = models.CharField(max_length=16, default="fact")
    importance = models.FloatField(default=0.5)
    label_en = models.CharField(max_length=120, blank=True)
    label_zh = models.CharField(max_length=120, blank=True)
    aliases = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "name"], name="attribute_once_a_tenant")
        ]

    def __str__(self) -> str:
        return self.name


class RecallPolicy(models.Model):
    """Weights, threshold and budgets of recall. A change is a new version."""

    tenant = models.ForeignKey(
        Tenant, null=True, on_delete=models.CASCADE, related_name="policies"
    )  # null: shipped with the product
    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)  # of the versions of this name
    is_default = models.BooleanField(default=False)  # in force where no experiment says otherwise
    values = models.JSONField(default=dict)  # see memory.domain.policy.Policy
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "name", "version"], name="policy_version_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class ForgettingSettings(models.Model):
    """The parameters of forgetting of one tenant; versions are kept, the newest is in force."""

    tenant = models.ForeignKey(
        Tenant, null=True, on_delete=models.CASCADE, related_name="forgetting_settings"
    )
    values = models.JSONField(default=dict)  # see memory.domain.decay.DecaySettings
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"forgetting settings {self.pk}"


class Experiment(models.Model):
    """A share of the namespaces gets another policy or other forgetting settings, by hash."""

    class State(models.TextChoices):
        DRAFT = "draft"
        RUNNING = "running"
        STOPPED = "stopped"

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="experiments")
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    share = models.FloatField(default=0.5)  # of namespaces in the arm that differs
    policy = models.ForeignKey(RecallPolicy, null=True, on_delete=models.SET_NULL, related_name="+")
    forgetting = models.ForeignKey(
        ForgettingSettings, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "name"], name="experiment_once_a_tenant")
        ]

    def __str__(self) -> str:
        return self.name


class EvaluationRun(models.Model):
    """One run of `manage.py evaluate` or `bench`, kept to show the trend."""

    tenant = models.ForeignKey(
        Tenant, null=True, on_delete=models.CASCADE, related_name="+"
    )  # null: on data of the product's own; set: on turns that this tenant judged
    suite = models.CharField(max_length=40)
    data = models.CharField(max_length=120, blank=True)
    commit = models.CharField(max_length=40, blank=True)
    policy = models.CharField(max_length=60, blank=True)
    n = models.PositiveIntegerField(default=0)
    metrics = models.JSONField(default=dict)
    by_category = models.JSONField(default=dict)
    baselines = models.JSONField(default=dict)
    seconds = models.FloatField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["suite", "-created_at"], name="evaluation_trend")]

    def __str__(self) -> str:
        return f"{self.suite} {self.created_at:%Y-%m-%d %H:%M}"


class ReviewProposal(models.Model):
    """What waits for an operator and is not an item, such as a refused consolidation."""

    class State(models.TextChoices):
        WAITING = "waiting"
        APPROVED = "approved"
        REJECTED = "rejected"

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=40)  # "consolidation"
    reason = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} ({self.state})"


class Judgement(models.Model):
    """What a person says of one item in a real turn: it belonged into its context, or not."""

    trace = models.ForeignKey(RecallTrace, on_delete=models.CASCADE, related_name="judgements")
    item = models.ForeignKey(MemoryItem, on_delete=models.CASCADE, related_name="judgements")
    is_wanted = models.BooleanField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trace", "item"], name="judged_once_a_turn")]

    def __str__(self) -> str:
        return f"{self.item_id} in {self.trace_id}: {self.is_wanted}"


class ErasureReceipt(models.Model):
    """Proof of an erasure: counts per layer, asked for, removed and read back."""

    class State(models.TextChoices):
        RUNNING = "running"
        CLEAN = "clean"
        MISMATCH = "mismatch"

    tenant_id = models.BigIntegerField(db_index=True)
    namespace_ref = models.BigIntegerField()
    user_name = models.CharField(max_length=150)
    scope = models.CharField(max_length=12)  # item, conversation, user, tenant
    scope_ref = models.BigIntegerField(null=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    layers = models.JSONField(default=dict)  # {layer: {"requested", "removed", "remaining"}}
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.scope} of {self.user_name} ({self.state})"
