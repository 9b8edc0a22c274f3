"""What a turn used from memory and what it wrote, for the fragments under a reply.

The socket renders the same fragments without a request, so that they ask for rows themselves.
"""

from dataclasses import dataclass, field
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from chat.llm.local.persons import to_third_person
from chat.llm.local.wording import to_second_person
from chat.models import Turn
from memory import api
from memory.domain.types import Action, Kind

register = template.Library()

# Action → icon, label. What is not here is not shown in the chat.
_NOTES: dict[str, tuple[str, Any]] = {
    Action.ADDED: ("note", _("Noted:")),
    Action.REINFORCED: ("check", _("Already known:")),
    Action.SUPERSEDED: ("refresh", _("Updated:")),
    Action.OVERRIDDEN: ("clock", _("Noted for now:")),
    Action.CLOSED: ("history", _("No longer right:")),
    Action.TO_REVIEW: ("status-pending", _("Waiting for review:")),
    Action.ERASED: ("trash", _("Forgotten.")),
    Action.RESTORED: ("arrow-back-up", _("Brought back:")),
}
_UNDOABLE = (Action.ADDED, Action.SUPERSEDED, Action.OVERRIDDEN)
_SHOWN = 3
_STRIP_HEIGHT = 32  # pixels above and below the line
_SOON_SECONDS, _LATER_SECONDS = 2, 15  # between two looks at an exchange that is being absorbed


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLine:
    icon: str
    label: str
    text: str = ""
    language: str = ""
    item_id: int | None = None
    can_undo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What a turn wrote. `seconds`: when to look again while it is not absorbed."""

    lines: list[NoteLine] = field(default_factory=list)
    conflicts: list[Any] = field(default_factory=list)
    is_waiting: bool = False
    failed: bool = False
    seconds: int = _SOON_SECONDS


def notes_of(turn: Turn) -> Notes:
    """Return what the exchange of a turn changed in memory, as it stands now."""
    if turn.conversation.is_temporary:
        return Notes()
    namespace = api.namespace_for(turn.conversation.user)
    state = api.absorb_state(namespace=namespace, turn_id=turn.pk)
    if state in ("pending", "running"):
        age = (timezone.now() - (turn.finished_at or turn.started_at)).total_seconds()
        return Notes(is_waiting=True, seconds=_SOON_SECONDS if age < 60 else _LATER_SECONDS)
    decisions = [d for d in api.decisions_of_turn(namespace, turn.pk) if d.action in _NOTES]
    lines = [_line(decision) for decision in decisions[:_SHOWN]]
    if len(decisions) > _SHOWN:
        rest = len(decisions) - _SHOWN
        lines.append(NoteLine(icon="dots", label=gettext("and %(n)d more") % {"n": rest}))
    conflicts = api.open_conflicts(namespace=namespace, turn_id=turn.pk)
    return Notes(lines=lines, conflicts=conflicts, failed=state == "failed")


def _line(decision: Any) -> NoteLine:
    icon, label = _NOTES[decision.action]
    item = decision.item
    language = item.language if item else ""
    is_erased = decision.action == Action.ERASED
    return NoteLine(
        icon=icon,
        label=str(label),
        text="" if is_erased else to_second_person(decision.text, language),
        language=language,
        item_id=item.pk if item else None,
        can_undo=bool(
            item and decision.action in _UNDOABLE and item.status in ("active", "pending")
        ),
    )


@register.filter
def told(item: Any) -> str:
    """Return what an item says, told to the person it is about; a passage is left as it reads."""
    return item.text if _is_passage(item) else to_second_person(item.text, item.language)


def statement_of(told_text: str, item: Any) -> str:
    """Return what a person wrote in the place of what `told` showed of an item, to be kept."""
    if _is_passage(item):
        return told_text
    return to_third_person(told_text, stored=item.text, language=item.language)


def _is_passage(item: Any) -> bool:
    return item.kind in (Kind.KNOWLEDGE, Kind.EPISODE_CHUNK)


@register.filter
def told_memory(memory: Any) -> str:
    """Return a memory that a reply used, told to the person; without an item it is a quote."""
    return told(memory.item) if memory.item and memory.item.text == memory.text else memory.text


@register.simple_tag
def turn_notes(turn: Turn) -> Notes:
    return notes_of(turn)


@register.simple_tag
def used_memories(turn: Turn) -> list[Any]:
    """Return the memories that the reply of a turn used, the best first."""
    if turn.conversation.is_temporary:
        return []
    namespace = api.namespace_for(turn.conversation.user)
    return api.used_in_turn(namespace=namespace, trace_id=turn.trace_id)


@register.simple_tag
def operator_link(turn: Turn) -> str:
    """Return the address of the operator's page of a turn; "" for who may not see it."""
    if not turn.conversation.user.is_operator:
        return ""
    try:
        return reverse("dashboard:turn", args=[turn.pk])
    except NoReverseMatch:
        return ""


@register.inclusion_tag("chat/memory/months.html")
def month_strip(months: list[Any]) -> dict[str, Any]:
    """Draw what was learned and what left by month; every number is there as text."""
    highest = max((max(month.learned, month.left) for month in months), default=0) or 1
    return {
        "months": [
            {
                "month": month,
                "up": round(_STRIP_HEIGHT * month.learned / highest, 1),
                "down": round(_STRIP_HEIGHT * month.left / highest, 1),
                "y": round(_STRIP_HEIGHT * (1 - month.learned / highest), 1),
            }
            for month in months
        ],
        "middle": _STRIP_HEIGHT,
        "height": 2 * _STRIP_HEIGHT,
        "learned": sum(month.learned for month in months),
        "left": sum(month.left for month in months),
    }


@register.simple_tag
def layer_name(layer: str) -> str:
    return api.layer_label(layer)


@register.simple_tag
def seconds(milliseconds: float) -> str:
    """Return a duration for people: "0.4 s"."""
    return gettext("%(n).1f s") % {"n": milliseconds / 1000}
