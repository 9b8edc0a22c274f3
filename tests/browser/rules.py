"""The rules of docs/interface.md that a page can be read for, whatever it shows."""

from pathlib import Path

from playwright.sync_api import Page

_RULES = (Path(__file__).parent / "rules.js").read_text()


def broken(page: Page) -> list[str]:
    """Return the places where a rule does not hold, as the rule's number and the element."""
    found: list[str] = page.evaluate(_RULES)
    return found
