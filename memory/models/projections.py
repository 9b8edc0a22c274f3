"""What is derived from the items and can be rebuilt: profile, graph, outbox, embeddings."""

from django.db import models

from memory.models.accounts import Namespace
from memory.models.items import MemoryItem


class Profile(models.Model):
    """What is true of a user now: attribute → current items, and its rendered text."""

    namespace = models.OneToOneField(Namespace, on_delete=models.CASCADE, related_name="profile")
    document = models.JSONField(default=dict)
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField()  # when it was last made to match the items

    def __str__(self) -> str:
        return f"profile of {self.namespace_id}"


class ProfileVersion(models.Model):
    """An earlier state of a profile."""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    document = models.JSONField()
    changed_at = models.DateTimeField()
    trace_id = models.CharField(max_length=36, blank=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["profile", "version"], name="profile_version_once")
        ]

    def __str__(self) -> str:
        return f"v{self.version}"


class Entity(models.Model):
    """A person, place, organisation or thing that items speak of."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="entities")
    name = models.CharField(max_length=200)
    key = models.CharField(max_length=200)  # the name, casefolded
    type = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "key", "type"], name="entity_once")
        ]

    def __str__(self) -> str:
        return self.name


class Relation(models.Model):
    """A typed edge, true for an interval, kept as long as one of its sources is."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="relations")
    subject = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="outgoing")
    predicate = models.CharField(max_length=80)
    object = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="incoming")
    source = models.ForeignKey(MemoryItem, on_delete=models.CASCADE, related_name="relations")
    valid_from = models.DateTimeField(null=True)
    valid_to = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "subject", "predicate", "object"], name="relation_once_a_source"
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.predicate} {self.object_id}"


class VectorOperation(models.Model):
    """The outbox to the vector index: written with the change, carried out after it."""

    class Op(models.TextChoices):
        UPSERT = "upsert"
        DELETE = "delete"

    namespace_id = models.BigIntegerField(db_index=True)  # no key: it outlives its namespace
    op = models.CharField(max_length=6, choices=Op.choices)
    key = models.CharField(max_length=60)  # "item:12", "episode:7", "experience:3"
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(done_at=None), name="vector_operation_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.op} {self.key}"


class EmbeddingCache(models.Model):
    """Vectors by model and content hash, so that nothing is embedded twice."""

    model = models.CharField(max_length=120)
    content_hash = models.CharField(max_length=64)
    vector = models.BinaryField()  # float32, little endian
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["model", "content_hash"], name="embedding_once")
        ]

    def __str__(self) -> str:
        return self.content_hash[:12]
