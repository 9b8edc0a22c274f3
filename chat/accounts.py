"""How accounts are made, and whether a session still holds."""

from importlib import import_module
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest

from memory.models import Tenant, User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def new_user(self, request: HttpRequest) -> User:
        tenant, _ = Tenant.objects.get_or_create(
            slug=settings.DEFAULT_TENANT, defaults={"name": settings.DEFAULT_TENANT}
        )
        return User(tenant=tenant)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        saved: User = super().save_user(request, user, form, commit)
        return saved


def is_signed_in(*, session_key: str | None, user_id: int) -> bool:
    """Say whether a session is still that of an active user: a socket may outlive both."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    is_own = store.get(SESSION_KEY) == str(user_id)
    return is_own and User.objects.filter(pk=user_id, is_active=True).exists()
