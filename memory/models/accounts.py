"""Tenants and their users. Roles are Django groups: `operator` and `admin`."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class Tenant(models.Model):
    """An organisation. Nothing of one tenant is ever visible to another."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    redact_contacts = models.BooleanField(
        default=True,
        help_text="Replace e-mail addresses and phone numbers in memory.",
    )
    redact_messages = models.BooleanField(
        default=False, help_text="Redact the user's own message in the conversation too."
    )
    deprecated_retention_days = models.PositiveIntegerField(default=365)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class User(AbstractUser):
    """An account; belongs to exactly one tenant."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="users")
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, default="auto")  # auto, light, dark
    uses_memory = models.BooleanField(default=True)  # recall for replies
    learns = models.BooleanField(default=True)  # write new memories
    REQUIRED_FIELDS = ["email", "tenant"]

    class Meta(AbstractUser.Meta):
        permissions = [
            ("inspect_memory", "May see and edit the memories of the users of the tenant"),
            ("govern_memory", "May deprecate conflicts, set policies and read the audit log"),
        ]

    @property
    def is_operator(self) -> bool:
        return self.has_perm("memory.inspect_memory")

    @property
    def is_admin(self) -> bool:
        return self.has_perm("memory.govern_memory")


class NamespaceQuerySet(models.QuerySet["Namespace"]):
    def for_user(self, user: User) -> "Namespace":
        """Return the user's namespace, made at first use."""
        namespace, _ = self.get_or_create(tenant_id=user.tenant_id, user=user)
        return namespace

    def shared(self, tenant: Tenant) -> "Namespace":
        """Return the namespace of what the whole tenant shares."""
        namespace, _ = self.get_or_create(tenant=tenant, user=None)
        return namespace


class Namespace(models.Model):
    """The owner of memory: one user of a tenant, or (without a user) what the tenant shares.

    `generation` rises in the transaction of every change of the namespace's live items, so that
    each process knows when its hot index is out of date.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="namespaces")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="namespaces"
    )
    generation = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = NamespaceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "user"], name="namespace_of_user"),
            models.UniqueConstraint(
                fields=["tenant"], condition=models.Q(user=None), name="namespace_shared"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tenant_id}/{self.user_id or 'shared'}"
