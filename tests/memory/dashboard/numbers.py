"""Follows the numbers of pages: one link of every kind, from one page of every kind."""

import re
from collections import deque
from dataclasses import dataclass, field
from functools import cache, partial
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

NUMBER = re.compile(r"[\d,]+\+?")
MOST_PAGES = 90
# Where the number is not that of a list but of what the page itself compares, by its own tests.
COMPARED = {"show", "only"}


@dataclass
class Link:
    href: str
    classes: set[str]
    is_chosen: bool  # it takes the filter away that it names
    text: str = ""
    number: str = ""


@dataclass
class Page(HTMLParser):
    """What a page links to, and how many rows it says that it has."""

    links: list[Link] = field(default_factory=list)
    total: str = ""  # in words of the page; "" where it says none
    rows: int = 0
    waiting: int = 0  # the sum over its tabs
    _open: list[tuple[str, set[str]]] = field(default_factory=list)

    def __post_init__(self):
        super().__init__()

    def _within(self, name):
        return any(name in classes for _tag, classes in self._open)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        classes = set((values.get("class") or "").split())
        self.rows += bool({"data-row", "data-relation"} & set(values))
        if tag == "a" and "href" in values:
            is_chosen = values.get("aria-current") == "true"
            self.links.append(Link(values["href"], classes, is_chosen))
        if tag not in ("input", "meta", "link", "br", "hr", "img"):
            self._open.append((tag, classes))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not self._open or not (text := " ".join(data.split())):
            return
        tag, classes = self._open[-1]
        is_figure = tag == "strong" or "count" in classes
        if self._within("list-total") and tag == "strong" and not self.total:
            self.total = text
        if self._within("tabs") and "count" in classes:
            self.waiting += int(text)
        if any(opened == "a" for opened, _classes in self._open):
            link = self.links[-1]
            link.text = f"{link.text} {text}".strip()
            if is_figure and NUMBER.fullmatch(text):
                link.number = text

    def numbers(self):
        """Return (link, its number) of every link that is a number or shows one by itself."""
        for link in self.links:
            number = link.number or (link.text if NUMBER.fullmatch(link.text) else "")
            is_other = "id" in link.classes or link.is_chosen or "filter" in link.text
            if number and not is_other and not COMPARED & set(dict(_query(link.href))):
                yield link, number

    def says(self, number):
        """Tell whether this is a page of so many."""
        said = self.total or str(self.rows)
        return number in (said, str(self.waiting)) or number.replace(",", "") == said


def follow(client, start):
    """Walk from `start`; return how many numbers were followed, and those that were not true."""
    queue, seen, kinds, wrong = deque([start]), set(), set(), []
    read = cache(partial(_read, client))  # the menu's numbers lead to the same lists everywhere
    while queue and len(seen) < MOST_PAGES:
        address = queue.popleft()
        if _kind(address) in seen or "format=" in address:
            continue
        seen.add(_kind(address))
        page = read(address)
        if page is None:
            continue
        for link, number in page.numbers():
            target = _joined(address, link.href)
            kind = _kind(address), _kind(target)
            if kind in kinds or number == "0":
                continue
            kinds.add(kind)
            found = read(target)
            if found is None or not found.says(number):
                said = found and (found.total, found.rows, found.waiting)
                wrong.append(f"{address} [{link.text}] {number} -> {target}: {said}")
        hrefs = (_joined(address, link.href) for link in page.links)
        queue.extend(href for href in hrefs if href.startswith("/dashboard/"))
    return len(kinds), wrong


def _read(client, address):
    answer = client.get(address)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    page = Page()
    page.feed(answer.content.decode())
    return page


def _joined(address, href):
    """Join as browsers do: "?" alone is the page without a query, which urljoin takes as nothing."""
    return urlsplit(address).path if href == "?" else urljoin(address, href)


def _kind(address):
    parts = urlsplit(address)
    path = re.sub(r"/[0-9a-f-]{36}/|/\d+/", "/N/", parts.path)
    return path, tuple(sorted(name for name, _value in _query(address)))


def _query(address):
    return parse_qsl(urlsplit(address).query)
