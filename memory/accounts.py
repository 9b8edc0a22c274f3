"""Accounts made by commands: users with tenant and role, and the demo accounts."""

from dataclasses import dataclass

from django.contrib.auth.models import Group
from django.db import transaction

from memory.models import Tenant, User

ROLES = ("operator", "admin")
DEMO_ACCOUNTS = {"user": "", "operator": "operator", "admin": "admin"}  # name -> role


class AccountError(Exception):
    """The account cannot be made as asked; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnsuredAccount:
    user: User
    is_new: bool
    changes: tuple[str, ...]  # of an account that was there: what was set


@transaction.atomic
def ensure_account(
    *, name: str, tenant_slug: str, role: str = "", password: str | None = None, email: str = ""
) -> EnsuredAccount:
    """Make the account, or set what differs. The tenant is made when it is new.

    An empty role or e-mail leaves what is there. Raises AccountError for an account of another
    tenant: its memories belong to that one.
    """
    if role and role not in ROLES:
        raise AccountError(f"There is no role {role!r}; roles are: {', '.join(ROLES)}.")
    user = User.objects.select_related("tenant").filter(username=name).first()
    if user is None:
        tenant, _ = Tenant.objects.get_or_create(slug=tenant_slug, defaults={"name": tenant_slug})
        user = User.objects.create_user(
            username=name, email=email, password=password, tenant=tenant
        )
        _set_role(user, role)
        return EnsuredAccount(user=user, is_new=True, changes=())
    if user.tenant.slug != tenant_slug:
        raise AccountError(
            f"{name} belongs to tenant {user.tenant.slug}; an account cannot change its tenant."
        )
    return EnsuredAccount(
        user=user, is_new=False, changes=_bring_up_to_date(user, role, password, email)
    )


def _bring_up_to_date(user: User, role: str, password: str | None, email: str) -> tuple[str, ...]:
    changes = []
    if password is not None and not user.check_password(password):
        user.set_password(password)
        changes.append("password")
    if email and user.email != email:
        user.email = email
        changes.append("e-mail")
    if changes:
        user.save()
    if _set_role(user, role):
        changes.append("role")
    return tuple(changes)


def _set_role(user: User, role: str) -> bool:
    """Give exactly this role; an empty one changes nothing. Return whether something changed."""
    if not role or set(user.groups.values_list("name", flat=True)) == {role}:
        return False
    user.groups.set([Group.objects.get(name=role)])
    return True


def ensure_demo_accounts(
    *, tenant_slug: str, password: str, is_password_given: bool
) -> dict[str, bool]:
    """Make `user`, `operator` and `admin`; return by name whether `password` opens the account.

    A password that a person changed since is left alone, unless one was given explicitly.
    """
    opens = {}
    for name, role in DEMO_ACCOUNTS.items():
        is_known = User.objects.filter(username=name).exists()
        ensured = ensure_account(
            name=name,
            tenant_slug=tenant_slug,
            role=role,
            password=password if is_password_given or not is_known else None,
        )
        opens[name] = is_password_given or ensured.is_new or ensured.user.check_password(password)
    return opens
