"""Drives Debian's Chromium through Playwright, without a download."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
SIZE = {"width": 1280, "height": 860}


def find() -> str | None:
    """Return the path of Chromium: the one in CHROMIUM, else the system's.

    Its shell without windows computes a third less for the same pages.
    """
    named = os.environ.get("CHROMIUM")
    names = [named] if named else ["chromium-headless-shell", "chromium"]
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def launch() -> Iterator[Browser]:
    path = find()
    if path is None:
        reason = "browser tests need Chromium: apt-get install chromium, or name it in CHROMIUM"
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def fresh_page(browser: Browser, **options: object) -> Iterator[Page]:
    """Open a window with its own cookies; an uncaught error of the page's scripts is a failure."""
    context = browser.new_context(viewport=SIZE, locale="en-US", **options)
    context.set_default_timeout(15_000)
    errors: list[str] = []
    try:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        assert errors == [], errors
    finally:
        context.close()


_sessions: dict[tuple[str, str], list[dict[str, object]]] = {}


def sign_in(page: Page, base_url: str, name: str, password: str) -> None:
    """Sign in through the form, as a person does; later windows of theirs have their session."""
    known = _sessions.get((base_url, name))
    if known is None:
        _fill_in(page, base_url, name, password)
        cookies = page.context.cookies(base_url)
        _sessions[base_url, name] = [row for row in cookies if row["name"] == "sessionid"]
    else:
        page.context.add_cookies(known)


def _fill_in(page: Page, base_url: str, name: str, password: str) -> None:
    page.goto(f"{base_url}/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/accounts/login" not in url)
