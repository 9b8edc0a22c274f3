"""The messages exactly as the model got them, with each line that memory put there as a link."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import JsonResponse
from django.urls import reverse

from memory.domain.rendering import escape
from memory.domain.types import LOOKED_UP
from memory.models import RecallCandidate, RecallTrace

MESSAGE_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of a message; with an address it is the words of one thing remembered."""

    text: str
    url: str = ""
    candidate: RecallCandidate | None = None


def messages_tab(trace: RecallTrace | None) -> dict[str, Any]:
    """Return the messages in pieces, and what memory gave that stands in none of them as it was
    (redacted, or beyond what is shown of a message)."""
    if trace is None:
        return {"sent": [], "injected": [], "unseen": []}
    rows = trace.candidates.exclude(outcome="dropped").select_related("item", "episode")
    given = list(rows.order_by("rank", "pk"))
    sent = [_message(message, given) for message in trace.messages]
    seen = {p.candidate.pk for m in sent for p in m["pieces"] if p.candidate is not None}
    # What the local engine looked up went into its reply without a message.
    injected = [c for c in given if c.reason != LOOKED_UP or c.pk in seen]
    return {
        "sent": sent,
        "injected": injected,
        "marked": len(seen),
        "unseen": [(c, address_of(c)) for c in injected if c.pk not in seen],
        "limit": MESSAGE_CHARACTERS,
    }


def _message(message: dict[str, Any], injected: Sequence[RecallCandidate]) -> dict[str, Any]:
    text = str(message.get("content") or "")
    role = str(message.get("role", ""))
    # What memory gives stands in what the product wrote, not in what people said.
    marked = injected if role in ("system", "tool") else ()
    return {
        "role": role,
        "pieces": pieces(text[:MESSAGE_CHARACTERS], marked),
        "length": len(text),
        "tool_calls": message.get("tool_calls"),
        "tokens": message.get("tokens"),
    }


def pieces(text: str, injected: Sequence[RecallCandidate]) -> list[Piece]:
    """Cut a text where it has the words of what was injected; joined again it is the text."""
    by_words = {escape(c.text): c for c in reversed(injected) if c.text.strip()}
    if not by_words:
        return [Piece(text=text)]
    longest_first = sorted(by_words, key=len, reverse=True)
    found = re.split("(" + "|".join(map(re.escape, longest_first)) + ")", text)
    return [
        Piece(text=part, url=address_of(by_words[part]), candidate=by_words[part])
        if part in by_words
        else Piece(text=part)
        for part in found
        if part
    ]


def address_of(candidate: RecallCandidate) -> str:
    """Return where the thing behind a candidate is shown: item, experience, or the old turn."""
    if candidate.item_id:
        return reverse("dashboard:item", args=[candidate.item_id])
    if candidate.experience_id:
        return reverse("dashboard:experience", args=[candidate.experience_id])
    if candidate.episode and candidate.episode.trace_id:
        return reverse("dashboard:turn", args=[candidate.episode.trace_id])
    return ""


def download(trace: RecallTrace) -> JsonResponse:
    """Return the messages whole, as they were sent."""
    name = f"messages-{trace.trace_id[:8]}.json"
    return JsonResponse(
        trace.messages,
        safe=False,  # a list of the tenant's own data, as a file
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
