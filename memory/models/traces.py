"""Why a turn got what it got: the recall of each turn, every candidate, and the audit."""

from django.conf import settings
from django.db import models

from memory.models.accounts import Namespace
from memory.models.episodes import Episode
from memory.models.items import MemoryItem


class RecallTrace(models.Model):
    """One recall. `trace_id` also marks everything that the turn wrote."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="traces")
    trace_id = models.CharField(max_length=36, unique=True)
    conversation_id = models.BigIntegerField(null=True, db_index=True)
    turn_id = models.BigIntegerField(null=True, unique=True)
    query = models.TextField()
    rewritten_query = models.TextField(blank=True)
    rewriter = models.CharField(max_length=40, blank=True)
    policy = models.CharField(max_length=60)
    policy_values = models.JSONField(default=dict)
    experiment_arm = models.CharField(max_length=80, blank=True)
    as_of = models.DateTimeField()
    steps = models.JSONField(default=list)  # [{"name", "start_ms", "ms"}]
    tokens = models.JSONField(default=dict)  # tokens by part of the context window
    messages = models.JSONField(default=list)  # exactly as sent, redacted
    degraded = models.JSONField(default=list)
    is_cold = models.BooleanField(default=False)  # history and archive were searched
    considered = models.PositiveIntegerField(default=0)
    injected = models.PositiveIntegerField(default=0)
    dropped = models.JSONField(default=dict)  # how many by reason, those beyond its candidates too
    full_history_tokens = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["namespace", "-created_at"], name="trace_by_time")]

    def __str__(self) -> str:
        return self.trace_id


class RecallCandidate(models.Model):
    """One candidate of a recall with each part of its score, and what became of it."""

    trace = models.ForeignKey(RecallTrace, on_delete=models.CASCADE, related_name="candidates")
    layer = models.CharField(max_length=12)
    item = models.ForeignKey(
        MemoryItem, null=True, on_delete=models.CASCADE, related_name="candidacies"
    )
    episode = models.ForeignKey(
        Episode, null=True, on_delete=models.CASCADE, related_name="candidacies"
    )
    experience = models.ForeignKey(
        "memory.Experience", null=True, on_delete=models.CASCADE, related_name="candidacies"
    )
    text = models.TextField()
    version = models.PositiveIntegerField(null=True)
    semantic = models.FloatField(null=True)
    lexical = models.FloatField(null=True)
    relevance = models.FloatField(null=True)
    recency = models.FloatField(null=True)
    importance = models.FloatField(null=True)
    boost = models.FloatField(null=True)
    score = models.FloatField(null=True)
    rank = models.PositiveIntegerField(null=True)
    tokens = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=10)
    reason = models.CharField(max_length=40, blank=True)
    detail = models.JSONField(default=dict)
    is_used = models.BooleanField(null=True)  # null until the reply was read

    class Meta:
        ordering = ["trace_id", "rank", "id"]
        indexes = [models.Index(fields=["item", "outcome"], name="candidate_by_item")]

    def __str__(self) -> str:
        return f"{self.outcome} {self.text[:40]}"

    @property
    def key(self) -> tuple[str, int]:
        """What a candidate is told apart by, as RecalledItem.key does."""
        if self.item_id:
            return "item", self.item_id
        return self.layer, self.episode_id or self.experience_id or 0


class MemoryEvent(models.Model):
    """Append-only audit of every change and every read. Written in the change's transaction."""

    class Actor(models.TextChoices):
        PERSON = "person"
        SYSTEM = "system"
        MODEL = "model"

    namespace = models.ForeignKey(
        Namespace, null=True, on_delete=models.SET_NULL, related_name="events"
    )
    tenant_id = models.BigIntegerField(db_index=True)  # survives the namespace
    action = models.CharField(max_length=40)  # noun.past_tense: "item.added", "trace.viewed"
    actor_kind = models.CharField(max_length=8, choices=Actor.choices, default=Actor.SYSTEM)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor_name = models.CharField(max_length=150, blank=True)
    item = models.ForeignKey(
        MemoryItem, null=True, on_delete=models.SET_NULL, related_name="events"
    )
    object_type = models.CharField(max_length=40, blank=True)
    object_id = models.BigIntegerField(null=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    episode = models.ForeignKey(
        Episode, null=True, on_delete=models.SET_NULL, related_name="events"
    )
    trace_id = models.CharField(max_length=36, blank=True, db_index=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["tenant_id", "-created_at", "-id"], name="event_by_time"),
            models.Index(fields=["namespace", "-created_at", "-id"], name="event_by_owner"),
            models.Index(fields=["object_type", "object_id"], name="event_by_object"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_type} {self.object_id}"


class WorkingSnapshot(models.Model):
    """Working memory before and after a turn."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="snapshots")
    conversation_id = models.BigIntegerField(db_index=True)
    turn_id = models.BigIntegerField(null=True, unique=True)
    trace_id = models.CharField(max_length=36, blank=True)
    version = models.PositiveIntegerField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"working memory v{self.version}"
