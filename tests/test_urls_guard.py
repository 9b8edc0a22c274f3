"""Every address refuses whom it should: anonymous people, plain users, strangers."""

import re
from dataclasses import dataclass

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, UUIDConverter
from django.urls.resolvers import RegexPattern

from memory.models import User
from tests import canary

pytestmark = pytest.mark.django_db

# Open to anybody, with the reason.
OPEN = {
    "healthz": "asked by machines; tells only which part answers",
    "metrics": "checks loopback or the token itself",
    "account_login": "where one signs in",
    "account_signup": "where one signs up",
    "account_logout": "signing out of nothing shows the front page's way in",
    "account_inactive": "says that the account is closed",
    "account_reset_password": "for those who cannot sign in",
    "account_reset_password_done": "for those who cannot sign in",
    "account_reset_password_from_key": "checked by the key in the mail",
    "account_reset_password_from_key_done": "for those who cannot sign in",
    "account_confirm_email": "checked by the key in the mail",
    "account_email_verification_sent": "shown before the first sign-in",
    "account_confirm_login_code": "part of signing in",
    "set_language": "a choice of this browser",
    "javascript_catalog": "texts of the page",
}
# Any signed-in person may have them and they hold nothing of anybody.
MISSING = {403, 404}


@dataclass(frozen=True)
class Address:
    name: str
    path: str

    @property
    def is_operators(self):
        return self.path.startswith("/dashboard/")


def addresses():
    """Return every address of the site, with the canary's number in every variable place."""
    found = list(_walk(get_resolver().url_patterns, ""))
    assert len(found) > 10
    return found


def _walk(patterns, prefix):
    for entry in patterns:
        path = prefix + _fill(entry)
        if isinstance(entry, URLResolver):
            yield from _walk(entry.url_patterns, path)
        elif isinstance(entry, URLPattern):
            yield Address(entry.name or path, "/" + path)


def _fill(entry):
    pattern = entry.pattern
    if isinstance(pattern, RegexPattern):
        text = re.sub(r"\(\?P<\w+>.*?\)(?=[/$-])", str(canary.NUMBER), pattern._regex)
        return text.strip("^$").replace("\\Z", "").replace("?", "")
    text = pattern._route if hasattr(pattern, "_route") else str(pattern)
    for name, converter in pattern.converters.items():
        text = re.sub(rf"<(\w+:)?{name}>", _value(name, converter), text)
    return text


def _value(name, converter):
    if isinstance(converter, UUIDConverter) or "trace" in name:
        return canary.TRACE
    if isinstance(converter, IntConverter):
        return str(canary.NUMBER)
    return {"username": "owner", "name": "owner"}.get(name, str(canary.NUMBER))


@pytest.fixture
def owner(tenant):
    """The usual owner, whose account has the number too."""
    return User.objects.create_user(pk=canary.NUMBER, username="owner", tenant=tenant)


@pytest.fixture
def planted(owner):
    return canary.plant(owner)


@pytest.fixture
def as_user(client):
    def sign_in(user: User):
        client.force_login(user)
        return client

    return sign_in


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_gets_in_without_signing_in(client, planted, method):
    before = canary.values(planted)
    wrong = []
    for address in addresses():
        if address.name in OPEN:
            continue
        response = getattr(client, method)(address.path)
        is_sent_to_sign_in = (
            response.status_code == 302 and "/accounts/login" in response["Location"]
        )
        if not is_sent_to_sign_in and response.status_code not in {*MISSING, 405}:
            wrong.append(f"{method} {address.path}: {response.status_code}")
    assert wrong == []
    assert canary.values(planted) == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_pages_of_operators_refuse_plain_users(as_user, owner, planted, method):
    before = canary.values(planted)
    client = as_user(owner)
    wrong = [
        f"{method} {address.path}: {status}"
        for address in addresses()
        if address.is_operators
        and (status := getattr(client, method)(address.path).status_code) not in {*MISSING, 405}
    ]
    assert wrong == []
    assert canary.values(planted) == before


@pytest.mark.parametrize("who", ["colleague", "stranger", "foreign_operator"])
@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["page", "fragment"])
def test_others_see_and_change_nothing_of_the_owner(request, as_user, planted, who, headers):
    """A plain user is refused every page of operators, as shown above, whoever they are."""
    before = canary.values(planted)
    other = request.getfixturevalue(who)
    client = as_user(other)
    wrong = []
    for address in addresses():
        if address.is_operators and not other.is_operator:
            continue
        for method in ("get", "post"):
            if address.name == "account_logout":
                continue
            response = getattr(client, method)(address.path, **headers)
            is_broken = response.status_code >= 500 and address.name != "healthz"
            if canary.WORD in _text(response) or is_broken:
                wrong.append(f"{method} {address.path}: {response.status_code}")
    assert wrong == []
    assert canary.values(planted) == before


def test_the_owner_and_the_operator_do_see_it(as_user, owner, operator, planted):
    """Without this, a site that shows nothing to anybody would pass the tests above."""
    seen = {
        user.username: [
            address.path
            for address in addresses()
            if address.name != "account_logout"
            and canary.WORD in _text(as_user(user).get(address.path))
        ]
        for user in (owner, operator)
    }
    assert any(not path.startswith("/dashboard/") for path in seen["owner"])
    assert any(path.startswith("/dashboard/") for path in seen["operator"])


@pytest.mark.parametrize("role", ["owner", "operator"])
def test_every_address_that_is_opened_by_itself_is_a_whole_page(request, as_user, planted, role):
    """A part of a page, opened in a new tab, leads to the page that it is a part of."""
    client = as_user(request.getfixturevalue(role))
    bare, parts = [], 0
    for address in addresses():
        if address.name == "account_logout":
            continue
        response = client.get(address.path, HTTP_ACCEPT="text/html,application/xhtml+xml")
        parts += "Accept" in response.get("Vary", "")
        followed = client.get(response["Location"]) if response.status_code == 302 else response
        is_file = not followed["Content-Type"].startswith("text/html")
        is_whole = _text(followed).lstrip()[:9].lower() == "<!doctype"
        if followed.status_code == 200 and not is_whole and not is_file:
            bare.append(address.path)
    assert bare == []
    assert parts > 3


def _text(response):
    if response.streaming:
        return b"".join(response.streaming_content).decode(errors="replace")
    return response.content.decode(errors="replace")
