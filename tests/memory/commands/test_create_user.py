"""`create_user` makes accounts for scripts; the demo accounts come from the same code."""

import io
import sys

import pytest
from django.core.management import CommandError, call_command

from memory.accounts import ensure_demo_accounts
from memory.models import Tenant, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def create(monkeypatch):
    def run(*arguments, stdin=None, **options):
        out, err = io.StringIO(), io.StringIO()
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
            options["password_stdin"] = True
        call_command("create_user", *arguments, stdout=out, stderr=err, **options)
        return out.getvalue().splitlines(), err.getvalue()

    return run


def test_it_makes_user_tenant_and_role(create):
    out, err = create("alice", tenant="acme", role="operator", stdin="a long enough phrase\n")
    assert out == ["Created alice (tenant acme, operator)."]
    assert err == ""
    alice = User.objects.get(username="alice")
    assert alice.tenant.slug == "acme"
    assert alice.check_password("a long enough phrase")
    assert alice.is_operator
    assert not alice.is_admin


def test_it_changes_nothing_the_second_time(create):
    for _ in range(2):
        out, _err = create("alice", tenant="acme", role="admin", stdin="a long enough phrase")
    assert out == ["Unchanged alice (tenant acme, admin)."]
    assert User.objects.filter(username="alice").count() == 1
    assert Tenant.objects.filter(slug="acme").count() == 1


def test_it_sets_what_differs(create):
    create("alice", tenant="acme", role="operator", stdin="a long enough phrase")
    out, _ = create("alice", role="admin", email="alice@example.org", stdin="another good phrase")
    assert out == ["Updated alice (tenant acme, admin): password, e-mail, role."]
    alice = User.objects.get(username="alice")
    assert alice.is_admin
    assert alice.email == "alice@example.org"


def test_without_a_password_it_makes_one_and_prints_it_once(create):
    out, _ = create("alice")
    assert out[0] == "Created alice (tenant main, no role)."
    password = out[1].removeprefix("Password: ")
    assert User.objects.get(username="alice").check_password(password)
    assert create("alice")[0] == ["Unchanged alice (tenant main, no role)."]


def test_it_warns_of_a_weak_password_and_goes_on(create):
    out, err = create("alice", stdin="12345")
    assert out == ["Created alice (tenant main, no role)."]
    assert err.startswith("Warning: a weak password.")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("bad name",), {}, "Enter a valid username"),
        (("alice",), {"tenant": "no slug!"}, "slug"),
        (("alice",), {"email": "nobody"}, "valid email"),
        (("alice",), {"stdin": ""}, "No password on standard input."),
    ],
    ids=["name", "tenant", "e-mail", "password"],
)
def test_it_refuses_what_is_not_valid(create, arguments, options, message):
    with pytest.raises(CommandError, match=message):
        create(*arguments, **options)
    assert not User.objects.exists()


def test_an_account_keeps_its_tenant(create, owner):
    with pytest.raises(CommandError, match="belongs to tenant acme"):
        create("owner", tenant="other")
    assert not Tenant.objects.filter(slug="other").exists()


def test_demo_accounts_keep_a_password_that_a_person_changed():
    first = ensure_demo_accounts(tenant_slug="main", password="first", is_password_given=False)
    assert first == {"user": True, "operator": True, "admin": True}
    user = User.objects.get(username="user")
    user.set_password("my own")
    user.save()
    again = ensure_demo_accounts(tenant_slug="main", password="first", is_password_given=False)
    assert again == {"user": False, "operator": True, "admin": True}
    given = ensure_demo_accounts(tenant_slug="main", password="given", is_password_given=True)
    assert all(given.values())
    assert User.objects.get(username="user").check_password("given")
    assert User.objects.get(username="admin").is_admin
