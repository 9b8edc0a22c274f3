"""The inbox of the write path: recorded exchanges, and what was decided about each."""

from django.db import models

from memory.domain.types import Action
from memory.models.accounts import Namespace


class Episode(models.Model):
    """One recorded exchange. Its texts are redacted before they are stored."""

    class State(models.TextChoices):
        PENDING = "pending"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="episodes")
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    trace_id = models.CharField(max_length=36, blank=True, db_index=True)
    channel = models.CharField(max_length=20, default="chat")  # chat, command, import, tool
    conversation_id = models.BigIntegerField(null=True, db_index=True)
    turn_id = models.BigIntegerField(null=True, unique=True)
    user_message_id = models.BigIntegerField(null=True, db_index=True)
    reply_message_id = models.BigIntegerField(null=True)
    speaker = models.CharField(max_length=120, blank=True)  # set by imports of talks among several
    user_text = models.TextField()
    reply_text = models.TextField(blank=True)
    language = models.CharField(max_length=12, blank=True)
    occurred_at = models.DateTimeField()
    extractor = models.CharField(max_length=60, blank=True)
    extractor_failure = models.TextField(blank=True)
    quotable = models.BooleanField(default=True)  # False once the user asked to forget what it says
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "claimed_at"], name="episode_by_state"),
            models.Index(fields=["namespace", "occurred_at"], name="episode_by_time"),
        ]

    def __str__(self) -> str:
        return f"episode {self.pk} ({self.state})"


class Decision(models.Model):
    """What was done with one candidate of an episode, and why; refusals too."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="decisions")
    episode = models.ForeignKey(
        Episode, null=True, on_delete=models.CASCADE, related_name="decisions"
    )
    position = models.PositiveSmallIntegerField(default=0)
    action = models.CharField(max_length=12, choices=[(a.value, a.value) for a in Action])
    item = models.ForeignKey(
        "memory.MemoryItem", null=True, on_delete=models.SET_NULL, related_name="decisions"
    )
    text = models.TextField(blank=True)
    subject = models.CharField(max_length=120, blank=True)
    attribute = models.CharField(max_length=120, blank=True)
    value = models.TextField(blank=True)
    reason = models.CharField(max_length=60)  # a code; sentences are made from it and `detail`
    detail = models.JSONField(default=dict)
    importance = models.FloatField(null=True)
    confidence = models.FloatField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["episode_id", "position"]

    def __str__(self) -> str:
        return f"{self.action} {self.text[:40]}"
