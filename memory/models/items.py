"""Memory items, their decay states, their evidence, and the tombstones of what was erased."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from memory.domain.types import Kind, Status
from memory.models.accounts import Namespace
from memory.models.episodes import Episode

LIVE = (Status.PENDING, Status.ACTIVE)


class MemoryItemQuerySet(models.QuerySet["MemoryItem"]):
    def of(self, namespace: Namespace) -> "MemoryItemQuerySet":
        return self.filter(namespace=namespace)

    def active(self) -> "MemoryItemQuerySet":
        return self.filter(status=Status.ACTIVE)

    def live(self) -> "MemoryItemQuerySet":
        return self.filter(status__in=LIVE)

    def valid_at(self, now: datetime) -> "MemoryItemQuerySet":
        return self.filter(
            Q(valid_from=None) | Q(valid_from__lte=now),
            Q(valid_to=None) | Q(valid_to__gt=now),
            Q(expires_at=None) | Q(expires_at__gt=now),
        )

    def about_user(self) -> "MemoryItemQuerySet":
        return self.filter(subject="user")


class MemoryItem(models.Model):
    """One thing remembered."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="items")
    kind = models.CharField(max_length=16, choices=[(k.value, k.value) for k in Kind])
    status = models.CharField(
        max_length=12, choices=[(s.value, s.value) for s in Status], default=Status.ACTIVE
    )
    status_reason = models.CharField(max_length=60, blank=True)
    status_changed_at = models.DateTimeField(null=True)
    text = models.TextField()
    subject = models.CharField(max_length=120, default="user")
    attribute = models.CharField(max_length=120, blank=True)
    value = models.TextField(blank=True)
    quote = models.TextField(blank=True)
    language = models.CharField(max_length=12, default="en")
    importance = models.FloatField(default=0.5)
    confidence = models.FloatField(default=0.8)
    # Where it came from: chat, working_memory, import, operator, consolidation.
    source = models.CharField(max_length=20, default="chat")
    extractor = models.CharField(max_length=60, blank=True)
    episode = models.ForeignKey(Episode, null=True, on_delete=models.SET_NULL, related_name="items")
    conversation_id = models.BigIntegerField(null=True, db_index=True)
    message_id = models.BigIntegerField(null=True, db_index=True)
    document = models.ForeignKey(
        "memory.KnowledgeDocument", null=True, on_delete=models.CASCADE, related_name="chunks"
    )
    trace_id = models.CharField(max_length=36, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    said_at = models.DateTimeField()
    # Truth in the world.
    valid_from = models.DateTimeField(null=True)
    valid_to = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    # A temporary item hides `overrides` while it holds.
    overrides = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="overridden_by"
    )
    # Version chain: `chain` is shared by all versions, `supersedes` is the one before.
    chain = models.UUIDField(db_index=True)
    supersedes = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="successors"
    )
    version = models.PositiveIntegerField(default=1)
    mention_count = models.PositiveIntegerField(default=1)
    pinned = models.BooleanField(default=False)
    content_hash = models.CharField(max_length=64)
    embedding_model = models.CharField(max_length=120, blank=True)
    revision = models.PositiveIntegerField(default=0)  # optimistic lock: rises with every change
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = MemoryItemQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["namespace", "content_hash"],
                condition=Q(status__in=["pending", "active"]),
                name="item_unique_while_live",
            )
        ]
        indexes = [
            models.Index(fields=["namespace", "status", "-updated_at", "-id"], name="item_list"),
            models.Index(
                fields=["namespace", "subject", "attribute", "status"], name="item_attribute"
            ),
            models.Index(fields=["status", "expires_at"], name="item_expiry"),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class ItemEvidence(models.Model):
    """A further place where an item was said (a repetition, or the sources of a merge)."""

    item = models.ForeignKey(MemoryItem, on_delete=models.CASCADE, related_name="evidence")
    episode = models.ForeignKey(Episode, null=True, on_delete=models.SET_NULL, related_name="+")
    conversation_id = models.BigIntegerField(null=True)
    message_id = models.BigIntegerField(null=True, db_index=True)
    quote = models.TextField(blank=True)
    said_at = models.DateTimeField()

    class Meta:
        ordering = ["said_at"]

    def __str__(self) -> str:
        return self.quote[:80]


class DecayState(models.Model):
    """How strongly an item or an experience is held. Retention is never stored."""

    item = models.OneToOneField(
        MemoryItem, null=True, on_delete=models.CASCADE, related_name="decay"
    )
    experience = models.OneToOneField(
        "memory.Experience", null=True, on_delete=models.CASCADE, related_name="decay"
    )
    half_life_hours = models.FloatField(null=True)  # null: never fades
    last_accessed_at = models.DateTimeField()
    recall_count = models.PositiveIntegerField(default=0)  # recalled and used
    protected = models.BooleanField(default=False)
    exempt_until = models.DateTimeField(null=True)
    exempt_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(item__isnull=False) ^ Q(experience__isnull=False),
                name="decay_of_one_thing",
            )
        ]
        indexes = [models.Index(fields=["last_accessed_at"], name="decay_by_access")]

    def __str__(self) -> str:
        return f"decay of {self.item_id or self.experience_id}"


class Tombstone(models.Model):
    """Keeps an erased fact from being extracted again from the same source. Holds no text."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="tombstones")
    content_hash = models.CharField(max_length=64)
    message_id = models.BigIntegerField(null=True)
    episode = models.ForeignKey(Episode, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["namespace", "content_hash"], name="tombstone_lookup")]

    def __str__(self) -> str:
        return self.content_hash[:12]
