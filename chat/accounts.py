"""How accounts are made: a person who signs up joins the default tenant."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
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
