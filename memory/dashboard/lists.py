"""The machinery that all lists share: search, filters, sort, keyset pages, totals.

The address is the whole state. A list never loads more rows than it shows: pages are cut by the
values of the last row, not by an offset, and totals are counted up to a cap.
"""

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Generic, TypeVar

from django.db.models import F, Model, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

M = TypeVar("M", bound=Model)
Rows = QuerySet[Any]

PAGE_SIZE = 50
COUNT_CAP = 10_000
BROUGHT_BACK_CAP = 1_000
ANY = "any"  # in the address: no narrowing, where a filter has a default
NEW_ROWS_CAP = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A choice that narrows a list. `apply` gets the rows and the chosen value.

    `choices` are (value, label) pairs; without them the value is free (an id from a link), shown as
    a pill only. `default` holds where the address says nothing of the filter.
    """

    name: str
    label: str
    apply: Callable[[Rows, str], Rows]
    choices: Sequence[tuple[str, str]] = ()
    show: Callable[[str], str] | None = None
    default: str = ""

    def value(self, query: QueryDict) -> str:
        """Return what an address narrows to; "" for nothing."""
        value = query.get(self.name, self.default)
        return "" if self.default and value == ANY else value

    @property
    def nothing(self) -> str:
        """What an address says of the filter to narrow to nothing."""
        return ANY if self.default else ""

    def text(self, value: str) -> str:
        if self.show:
            return self.show(value)
        return dict(self.choices).get(value, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort:
    """An order by one column that is never null, ties by id. `parse` reads a cursor's value."""

    name: str
    label: str
    field: str
    parse: Callable[[str], Any]
    is_descending: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the CSV."""

    name: str
    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSpec:
    """What a list can do. The first sort is the default one."""

    name: str
    sorts: Sequence[Sort]
    filters: Sequence[Filter] = ()
    search: Callable[[Rows, str], Rows] | None = None
    search_label: str = ""
    columns: Sequence[Column] = ()
    page_size: int = PAGE_SIZE
    time_field: str = ""  # with it, rows newer than the first page are announced, not mixed in


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveFilter:
    """A pill: what it narrows to, and the address without it."""

    label: str
    value: str
    without: str
    is_default: bool = False  # narrowed so without anybody having asked
    brings_back: int = 0  # on an empty result: how many rows would show without this filter

    @property
    def brings_back_text(self) -> str:
        is_capped = self.brings_back > BROUGHT_BACK_CAP
        return f"{BROUGHT_BACK_CAP:,}+" if is_capped else f"{self.brings_back:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterControl:
    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]]
    nothing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[M]):
    """One page of a list, with everything that its template draws."""

    list_name: str
    rows: list[M]
    total: int
    is_capped: bool
    query: str
    search_label: str
    has_search: bool
    sort: str
    sorts: Sequence[tuple[str, str]]
    controls: Sequence[FilterControl]
    active: Sequence[ActiveFilter]
    hidden: Sequence[tuple[str, str]]  # filters without a control, kept by the form
    next_url: str = ""
    first_url: str = ""
    csv_url: str = ""
    all_url: str = ""  # without search and filters
    new_rows: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total_text(self) -> str:
        return _("10,000+") if self.is_capped else f"{self.total:,}"

    @property
    def is_filtered(self) -> bool:
        return any(not pill.is_default for pill in self.active)

    @property
    def ways_out(self) -> list[ActiveFilter]:
        """The filters without which an empty list has rows, what excludes most first."""
        found = [pill for pill in self.active if pill.brings_back]
        return sorted(found, key=lambda pill: -pill.brings_back)


def parse_time(text: str) -> datetime:
    """Return an aware moment: without an offset it is the reader's. ValueError for other text."""
    moment = parse_datetime(text)
    if moment is None:
        raise ValueError(text)
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment


def day_span(text: str) -> tuple[datetime, datetime]:
    """Return the midnights, at the reader's place, that begin and end a day such as 2026-03-01.

    Raises ValueError for another text.
    """
    day = date.fromisoformat(text)
    begin, end = (datetime.combine(at, time.min) for at in (day, day + timedelta(days=1)))
    return timezone.make_aware(begin), timezone.make_aware(end)


def contains(*fields: str) -> Callable[[Rows, str], Rows]:
    """Return a search that asks for every word of the text in any of the fields."""

    def search(rows: Rows, text: str) -> Rows:
        for word in text.split():
            wanted = Q()
            for name in fields:
                wanted |= Q(**{f"{name}__icontains": word})
            rows = rows.filter(wanted)
        return rows

    return search


def equals(lookup: str) -> Callable[[Rows, str], Rows]:
    """Return a filter on equality; a value that the column cannot hold matches nothing."""

    def apply(rows: Rows, value: str) -> Rows:
        try:
            return rows.filter(**{lookup: value})
        except (ValueError, TypeError):
            return rows.none()

    return apply


def count_up_to(rows: Rows, cap: int = COUNT_CAP) -> tuple[int, bool]:
    """Return how many rows there are, at most `cap`, and whether there are more."""
    number = rows.order_by().values("pk")[: cap + 1].count()
    return min(number, cap), number > cap


class Part(list[Any]):
    """The first of many rows, with how many there are; `shown_of` says it in a template."""

    def __init__(self, rows: Iterable[Any], total: int) -> None:
        super().__init__(rows)
        self.total = total


def part_of(rows: Rows, limit: int) -> Part:
    """Return the first rows, counted only when there are more."""
    found = list(rows[: limit + 1])
    total = len(found) if len(found) <= limit else rows.order_by().count()
    return Part(found[:limit], total)


def build_page(request: HttpRequest, spec: ListSpec, rows: Rows) -> Page[Any]:
    """Return the page of `rows` that the address asks for."""
    matching = narrowed(request.GET, spec, rows)
    sort = chosen_sort(request.GET, spec)
    shown, cursor = _cut(matching, sort, request.GET.get("after", ""), spec.page_size)
    total, is_capped = count_up_to(matching)
    since = request.GET.get("since") or timezone.now().isoformat()
    return Page(
        list_name=spec.name,
        rows=shown,
        total=total,
        is_capped=is_capped,
        query=request.GET.get("q", ""),
        search_label=spec.search_label,
        has_search=spec.search is not None,
        sort=sort.name,
        sorts=[(choice.name, choice.label) for choice in spec.sorts],
        controls=_controls(request.GET, spec),
        active=_active(request.GET, spec, rows, is_empty=total == 0),
        hidden=_hidden(request.GET, spec),
        next_url=address(request.GET, after=cursor, since=since) if cursor else "",
        first_url=address(request.GET, after="", since="") if request.GET.get("after") else "",
        all_url=address(
            request.GET,
            q="",
            after="",
            since="",
            **{item.name: item.nothing for item in spec.filters},
        ),
        csv_url=address(request.GET, format="csv", after="", since="") if spec.columns else "",
        new_rows=_new_rows(matching, spec, request.GET.get("since", "")),
    )


def narrowed(query: QueryDict, spec: ListSpec, rows: Rows, *, leave_out: str = "") -> Rows:
    """Return the rows that the search and the filters of an address let through."""
    text = query.get("q", "").strip()
    if text and spec.search and leave_out != "q":
        rows = spec.search(rows, text)
    for item in spec.filters:
        value = item.value(query)
        if value and item.name != leave_out:
            rows = item.apply(rows, value)
    return rows


def chosen_sort(query: QueryDict, spec: ListSpec) -> Sort:
    """Return the order that the address names, the default one for any other."""
    return next((sort for sort in spec.sorts if sort.name == query.get("sort")), spec.sorts[0])


def _cut(rows: Rows, sort: Sort, after: str, size: int) -> tuple[list[Any], str]:
    sign = "-" if sort.is_descending else ""
    rows = rows.annotate(sort_key=F(sort.field)).order_by(f"{sign}{sort.field}", f"{sign}pk")
    position = _read_cursor(after, sort)
    if position:
        value, pk = position
        side = "lt" if sort.is_descending else "gt"
        rows = rows.filter(
            Q(**{f"{sort.field}__{side}": value}) | Q(**{sort.field: value, f"pk__{side}": pk}),
        )
    found = list(rows[: size + 1])
    if len(found) <= size:
        return found, ""
    last = found[size - 1]
    return found[:size], _write_cursor(last.sort_key, last.pk)


def _write_cursor(value: Any, pk: int) -> str:
    text = value.isoformat() if isinstance(value, datetime) else value
    return base64.urlsafe_b64encode(json.dumps([text, pk]).encode()).decode().rstrip("=")


def _read_cursor(text: str, sort: Sort) -> tuple[Any, int] | None:
    """Return (value, pk) of the last row seen; None when there is none or it is not readable."""
    if not text:
        return None
    try:
        value, pk = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return sort.parse(str(value)), int(pk)
    except (binascii.Error, ValueError, TypeError):
        return None


def _controls(query: QueryDict, spec: ListSpec) -> list[FilterControl]:
    return [
        FilterControl(
            name=item.name,
            label=item.label,
            value=item.value(query),
            choices=item.choices,
            nothing=item.nothing,
        )
        for item in spec.filters
        if item.choices
    ]


def _hidden(query: QueryDict, spec: ListSpec) -> list[tuple[str, str]]:
    return [
        (item.name, query.get(item.name, ""))
        for item in spec.filters
        if not item.choices and query.get(item.name)
    ]


def _active(query: QueryDict, spec: ListSpec, rows: Rows, *, is_empty: bool) -> list[ActiveFilter]:
    named = [(item.name, item.label, item.text(item.value(query)), item.nothing)
             for item in spec.filters if item.value(query)]  # fmt: skip
    if query.get("q", "").strip():
        named.append(("q", _("Search"), query.get("q", ""), ""))
    return [
        ActiveFilter(
            label=label,
            value=value,
            without=address(query, **{name: nothing, "after": "", "since": ""}),
            is_default=bool(nothing) and name not in query,
            brings_back=_brought_back(narrowed(query, spec, rows, leave_out=name))
            if is_empty
            else 0,
        )
        for name, label, value, nothing in named
    ]


def _brought_back(rows: Rows) -> int:
    """Return how many rows there are, at most one more than the cap."""
    return rows.order_by().values("pk")[: BROUGHT_BACK_CAP + 1].count()


def _new_rows(matching: Rows, spec: ListSpec, since: str) -> int:
    if not since or not spec.time_field:
        return 0
    try:
        newer = matching.filter(**{f"{spec.time_field}__gt": parse_time(since)})
    except ValueError:
        return 0
    return count_up_to(newer, NEW_ROWS_CAP)[0]


def address(query: QueryDict, **changes: str) -> str:
    """Return the query string with some values changed; an empty value is left out."""
    changed = query.copy()
    for name, value in changes.items():
        changed.pop(name, None)
        if value:
            changed[name] = value
    changed.pop("peek", None)
    return "?" + changed.urlencode()
