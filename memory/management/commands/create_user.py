"""Makes an account, or sets what differs: `create_user NAME [--tenant SLUG] [--role ROLE]`."""

import secrets
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email, validate_slug

from memory.accounts import ROLES, AccountError, EnsuredAccount, ensure_account
from memory.models import User


class Command(BaseCommand):
    help = "Make an account, or set what differs. Running it twice changes nothing more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--tenant", default="", help="slug; made when it is new")
        parser.add_argument("--role", choices=ROLES, default="")
        parser.add_argument("--email", default="")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        self._validate(name, options["tenant"], options["email"])
        known = User.objects.select_related("tenant").filter(username=name).first()
        tenant = options["tenant"] or (known.tenant.slug if known else settings.DEFAULT_TENANT)
        password = self._read_password() if options["password_stdin"] else None
        made_up = secrets.token_urlsafe(12) if known is None and password is None else None
        try:
            ensured = ensure_account(
                name=name,
                tenant_slug=tenant,
                role=options["role"],
                password=password or made_up,
                email=options["email"],
            )
        except AccountError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(describe(ensured))
        if made_up:
            self.stdout.write(f"Password: {made_up}")

    def _validate(self, name: str, tenant: str, email: str) -> None:
        try:
            User.username_validator(name)
            if tenant:
                validate_slug(tenant)
            if email:
                validate_email(email)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None

    def _read_password(self) -> str:
        password = sys.stdin.readline().rstrip("\r\n")
        if not password:
            raise CommandError("No password on standard input.")
        try:
            validate_password(password)
        except ValidationError as error:
            # A script's owner decides; a person at the sign-up page does not.
            self.stderr.write(f"Warning: a weak password. {' '.join(error.messages)}")
        return password


def describe(ensured: EnsuredAccount) -> str:
    user = ensured.user
    roles = ", ".join(user.groups.order_by("name").values_list("name", flat=True)) or "no role"
    who = f"{user.username} (tenant {user.tenant.slug}, {roles})"
    if ensured.is_new:
        return f"Created {who}."
    if ensured.changes:
        return f"Updated {who}: {', '.join(ensured.changes)}."
    return f"Unchanged {who}."
