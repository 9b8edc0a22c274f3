"""A person at the chat: what they do and see, and a model server behind a second instance."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests import browsers
from tests.instance import Instance
from tests.model_server import ModelServer

WAIT = 60_000  # milliseconds: the machine may be shared with everything else
LAST = "#turns > .turn:last-child"


class Person:
    """A signed-in person in one window. Complaints of the browser are collected."""

    def __init__(self, page: Page, base_url: str, name: str, password: str) -> None:
        self.page, self.base_url = page, base_url
        self.complaints: list[str] = []
        page.on("console", self._note)
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (e) =>"
            " console.error(`CSP: ${e.violatedDirective} ${e.blockedURI}`))"
        )
        browsers.sign_in(page, base_url, name, password)

    def _note(self, message) -> None:
        # A server that goes away on purpose makes the browser complain of the connection itself.
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.complaints.append(message.text)

    def open(self, path: str = "/") -> "Person":
        self.page.goto(self.base_url + path)
        return self

    def type(self, text: str) -> None:
        self.page.fill("#message", text)
        self.page.press("#message", "Enter")

    def say(self, text: str) -> Locator:
        """Send a message and return its turn once the reply is complete."""
        before = self.page.locator("#turns > .turn").count()
        self.type(text)
        self.page.wait_for_function(
            "n => document.querySelectorAll('#turns > .turn').length > n", arg=before, timeout=WAIT
        )
        return self.finished()

    def finished(self) -> Locator:
        self.page.wait_for_selector(f"{LAST}:not([data-state='running'])", timeout=WAIT)
        return self.page.locator(LAST)

    def remembered(self, part: str) -> None:
        """Wait until the notes under the last reply name what was noted."""
        expect(self.page.locator(f"{LAST} .notes")).to_contain_text(part, timeout=WAIT)


@contextmanager
def person_at(
    browser: Browser, instance: Instance, name: str, language: str = "en", **options: object
) -> Iterator[Person]:
    with browsers.fresh_page(browser, **options) as page:
        cookie = {"name": "django_language", "value": language, "url": instance.url}
        page.context.add_cookies([cookie])
        person = Person(page, instance.url, name, instance.password)
        yield person
        assert person.complaints == []


@pytest.fixture
def user(browser: Browser, live_instance: Instance) -> Iterator[Person]:
    with person_at(browser, live_instance, "user") as person:
        yield person


@pytest.fixture
def talker(browser: Browser, model_instance: Instance, model: ModelServer) -> Iterator[Person]:
    with person_at(browser, model_instance, "user") as person:
        yield person


@pytest.fixture(scope="session")
def seeded(live_instance):
    """The running instance with two people's weeks in it."""
    assert "anna" in live_instance.run("demo_data", timeout=600)
    return live_instance


@pytest.fixture
def operator(browser, seeded) -> Iterator[Person]:
    with person_at(browser, seeded, "operator") as person:
        yield person
