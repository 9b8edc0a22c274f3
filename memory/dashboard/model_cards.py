"""The models at work: which answers, which reads turns; calls, errors, tokens, cost.

Costs come from the prices in the settings; without a price there is none. What extraction spends is
not counted by its model and is not part of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from memory.dashboard import access, figures, transcripts
from memory.models import Episode

STATES = {
    "connected": gettext_lazy("connected"),
    "failing": gettext_lazy("failing"),
    "idle": gettext_lazy("idle"),
}
PER = 1_000_000  # tokens that a price is for


@dataclass(slots=True, kw_only=True)
class Card:
    """One model in one role over the range. `apart` are calls that left no trace to list."""

    name: str
    role: str  # "answers" or "reads"
    calls: int = 0
    apart: int = 0
    errors: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    last_good: datetime | None = None
    last_bad: datetime | None = None
    last_error: str = ""
    urls: dict[str, str] = field(default_factory=dict)

    @property
    def state(self) -> str:
        if self.last_bad and (self.last_good is None or self.last_bad > self.last_good):
            return "failing"
        return "connected" if self.last_good else "idle"

    @property
    def state_label(self) -> str:
        return str(STATES[self.state])

    @property
    def cost(self) -> float | None:
        """Return what the replies cost, in the currency of the settings; None without a price."""
        return (
            cost_of(self.name, self.tokens_in, self.tokens_out) if self.role == "answers" else None
        )


def cost_of(model: str, tokens_in: int, tokens_out: int) -> float | None:
    price = settings.MODEL_PRICES.get(model)
    if price is None:
        return None
    return (tokens_in * price.get("input", 0) + tokens_out * price.get("output", 0)) / PER


def cards(request: HttpRequest, period: figures.Period, traced: set[str]) -> list[Card]:
    """Return the models that answered, those that read turns, and the configured one if idle.

    `traced` are the trace ids of the period: those that the list of turns has.
    """
    return [*_answering(request, period, traced), *_reading(request, period)]


def _answering(request: HttpRequest, period: figures.Period, traced: set[str]) -> Iterable[Card]:
    calls = transcripts.model_calls(
        tenant_id=access.viewer(request).tenant_id,
        since=period.start,
        limit=figures.TRACES_READ,
        traced=traced,
    )
    found: dict[str, Card] = {}
    for call in calls:
        card = found.setdefault(call.model, Card(name=call.model, role="answers"))
        card.calls += call.is_traced
        card.apart += not call.is_traced
        card.tokens_in += call.tokens_in
        card.tokens_out += call.tokens_out
        if call.has_failed:
            card.errors += call.is_traced
            card.last_bad, card.last_error = card.last_bad or call.at, card.last_error or call.error
        else:
            card.last_good = card.last_good or call.at
    configured = settings.CHAT_MODEL if settings.OPENAI_API_KEY else "local"
    found.setdefault(configured, Card(name=configured, role="answers"))
    for card in found.values():
        query = {"from": figures.stamp(period.start), "model": card.name}
        card.urls = {
            "calls": figures.address_of("turns", query),
            "errors": figures.address_of("turns", {**query, "state": "failed"}),
        }
    return found.values()


def _reading(request: HttpRequest, period: figures.Period) -> Iterable[Card]:
    rows = access.episodes_of(request).filter(created_at__gte=period.start).exclude(extractor="")
    fell_back = ~Q(extractor_failure="")
    read = rows.order_by().values("extractor").annotate(
        calls=Count("pk"), errors=Count("pk", filter=fell_back),
        good=Max("finished_at", filter=Q(extractor_failure="", state=Episode.State.DONE)),
        bad=Max("finished_at", filter=fell_back),
    )  # fmt: skip
    for row in read:
        last = None
        if row["errors"]:
            last = rows.filter(fell_back, extractor=row["extractor"]).order_by("-pk").first()
        query = {"extractor": row["extractor"], "from": figures.stamp(period.start)}
        yield Card(
            name=row["extractor"],
            role="reads",
            calls=row["calls"],
            errors=row["errors"],
            last_good=row["good"],
            last_bad=row["bad"],
            last_error=last.extractor_failure if last else "",
            urls={
                "calls": figures.address_of("jobs", query),
                "errors": figures.address_of("jobs", {**query, "late": "fallback"}),
            },
        )


def turn_cost(turn: Any) -> float | None:
    """Return what one reply cost, None without a price."""
    if turn is None:
        return None
    tokens = turn.tokens
    return cost_of(turn.model, int(tokens.get("input") or 0), int(tokens.get("output") or 0))
