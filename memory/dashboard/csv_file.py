"""A list as a file: what the address asks for, as CSV; the head names filter, time and count."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from memory.dashboard.lists import ListSpec, Rows, chosen_sort, count_up_to, narrowed

CSV_CAP = 100_000


def csv_response(request: HttpRequest, spec: ListSpec, rows: Rows) -> HttpResponse:
    """Return the rows that the address asks for as CSV; the head names filter, time and count."""
    matching = narrowed(request.GET, spec, rows)
    sort = chosen_sort(request.GET, spec)
    sign = "-" if sort.is_descending else ""
    ordered = matching.order_by(f"{sign}{sort.field}", f"{sign}pk")[:CSV_CAP]
    total, is_capped = count_up_to(matching, CSV_CAP)
    text = io.StringIO()
    writer = csv.writer(text)
    for line in _csv_head(request.GET, spec, total, is_capped=is_capped):
        writer.writerow([line])
    writer.writerow([column.name for column in spec.columns])
    for row in ordered.iterator(chunk_size=2000):
        writer.writerow([_cell(column.value(row)) for column in spec.columns])
    name = f"{spec.name}-{timezone.now():%Y%m%d-%H%M%S}.csv"
    return HttpResponse(
        "\ufeff" + text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _csv_head(query: QueryDict, spec: ListSpec, total: int, *, is_capped: bool) -> Iterator[str]:
    filters = [f"{item.name}={value}" for item in spec.filters if (value := item.value(query))]
    if query.get("q"):
        filters.append(f"q={query['q']}")
    yield f"# {spec.name} · {timezone.now():%Y-%m-%d %H:%M:%S} UTC"
    yield "# filter: " + (", ".join(filters) or "none")
    yield f"# rows: {total}" + (f" (the first {CSV_CAP} of more)" if is_capped else "")


def _cell(value: Any) -> Any:
    """Return the value of a cell; text that a spreadsheet would run as a formula is disarmed."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value
