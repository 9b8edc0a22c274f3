"""Conversations, messages, turns, summaries and feedback."""

from django.conf import settings
from django.db import models

from memory.models import User


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def for_user(self, user: User) -> "ConversationQuerySet":
        return self.filter(user=user)


class Conversation(models.Model):
    """A thread of turns of one user."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations"
    )
    title = models.CharField(max_length=200, blank=True)
    is_pinned = models.BooleanField(default=False)
    is_temporary = models.BooleanField(default=False)  # nothing recalled, nothing written
    draft = models.TextField(blank=True)
    excluded_items = models.JSONField(default=list)  # "don't use for this conversation"
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(db_index=True)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        ordering = ["-is_pinned", "-updated_at"]

    def __str__(self) -> str:
        return self.title or f"conversation {self.pk}"


class Turn(models.Model):
    """One user message and its answer."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="turns")
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    error = models.CharField(max_length=40, blank=True)  # a code; the sentence is made from it
    error_detail = models.TextField(blank=True)
    trace_id = models.CharField(max_length=36, unique=True)
    model = models.CharField(max_length=120, blank=True)
    tokens = models.JSONField(default=dict)
    milliseconds = models.JSONField(default=dict)
    retry_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="retries"
    )
    started_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)  # a running turn without one was lost
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["conversation", "started_at"], name="turn_by_time"),
            models.Index(fields=["state", "finished_at"], name="turn_by_end"),
        ]

    def __str__(self) -> str:
        return f"turn {self.pk} ({self.state})"


class MessageQuerySet(models.QuerySet["Message"]):
    def for_user(self, user: User) -> "MessageQuerySet":
        return self.filter(conversation__user=user)


class Message(models.Model):
    """One message. A tool call and its result are messages of the same turn."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"
        TOOL = "tool"

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    turn = models.ForeignKey(Turn, null=True, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role.choices)
    content = models.TextField(blank=True)
    token_count = models.PositiveIntegerField(default=0)
    channel = models.CharField(max_length=20, default="chat")
    client_id = models.UUIDField(null=True)  # made by the browser; repeats are ignored
    tool_calls = models.JSONField(default=list)
    tool_call_id = models.CharField(max_length=80, blank=True)
    is_partial = models.BooleanField(default=False)  # stopped or cut
    metadata = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "client_id"], name="message_sent_once")
        ]
        indexes = [models.Index(fields=["conversation", "id"], name="message_order")]

    def __str__(self) -> str:
        return f"{self.role}: {self.content[:60]}"


class Summary(models.Model):
    """The running abstract of a conversation up to a message that may leave the window."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="summaries"
    )
    text = models.TextField()
    up_to_message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    token_count = models.PositiveIntegerField(default=0)
    made_by = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-up_to_message_id"]
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return self.text[:80]


class Feedback(models.Model):
    """A thumb on a reply."""

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="feedback")
    is_positive = models.BooleanField()
    comment = models.TextField(blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return "up" if self.is_positive else "down"
