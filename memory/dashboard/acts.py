"""What an operator can do to an item: one row an act, with its form, its permission, its undo."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from memory import actions, api
from memory.dashboard.forms import (
    ActForm,
    EditForm,
    EraseForm,
    ExemptForm,
    ExpiryForm,
    ImportanceForm,
    MergeForm,
)
from memory.domain.types import Status
from memory.models import MemoryItem, User
from memory.ontology import attribute_label
from memory.taking_back import take_back
from memory.upkeep import exempt_item, return_to_review

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The act that takes another one back; kept in the session until the next change."""

    act: str
    values: dict[str, Any] = field(default_factory=dict)
    said: str = ""  # what the act did besides, in words for who did it


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """`refuse` returns why an item cannot have it, "" when it can. `run` returns the undo."""

    name: str
    label: Promise
    icon: str
    done: Promise
    run: Callable[[MemoryItem, User, str, Values], Undo | None]
    refuse: Callable[[MemoryItem], str] = lambda item: ""
    form: type[ActForm] = ActForm
    warning: Promise | str = ""
    needs_admin: bool = False
    in_bulk: bool = False
    is_listed: bool = True


def _who(item: MemoryItem, user: User, reason: str) -> dict[str, Any]:
    return {
        "namespace": item.namespace,
        "item_id": item.pk,
        "acting_user": user,
        "reason": reason,
    }


def _edit(item: MemoryItem, user: User, reason: str, values: Values) -> Undo | None:
    changed = {
        name: values[name]
        for name in ("text", "value", "importance")
        if name in values and values[name] != getattr(item, name)
    }
    if not changed:
        return None
    edited = actions.edit_item(
        **_who(item, user, reason), revision=values.get("revision"), **changed
    )
    said = _value_words(item, edited) if "text" in changed and "value" not in changed else ""
    if edited.status == Status.PENDING and values.get("accept"):
        actions.approve_item(**_who(edited, user, reason))
        return Undo(act="return", values={"item": item.pk}, said=said)
    return Undo(act="restore", values={"item": item.pk}, said=said)


def _value_words(before: MemoryItem, after: MemoryItem) -> str:
    """Return what became of the value of an item whose text alone was edited."""
    if not before.attribute or not before.value:
        return ""
    told = {"attribute": attribute_label(before.attribute), "value": after.value}
    if after.value != before.value:
        return _("Its value follows the text: %(attribute)s %(value)s.") % told
    if after.value.casefold() in after.text.casefold():
        return ""
    return _("No other value could be read from the text: %(attribute)s stays %(value)s.") % told


def _return(item: MemoryItem, user: User, reason: str, values: Values) -> None:
    """Let the words of before an edit wait for review again."""
    actions.restore_item(**_who(item, user, reason))
    return_to_review(**_who(item, user, reason))


def _pin(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.pin_item(**_who(item, user, reason), pinned=True)
    return Undo(act="unpin")


def _unpin(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.pin_item(**_who(item, user, reason), pinned=False)
    return Undo(act="pin")


def _protect(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.protect_item(**_who(item, user, reason), protected=True)
    return Undo(act="unprotect")


def _unprotect(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.protect_item(**_who(item, user, reason), protected=False)
    return Undo(act="protect")


def _archive(item: MemoryItem, user: User, reason: str, values: Values) -> Undo | None:
    archived = actions.archive_item(**_who(item, user, reason))
    return taken_back(archived, archived.updated_at)[1]


def _restore(item: MemoryItem, user: User, reason: str, values: Values) -> Undo | None:
    restored = actions.restore_item(**_who(item, user, reason))
    return taken_back(restored, restored.updated_at)[1]  # what held its place comes back to it


def _deprecate(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.deprecate_item(**_who(item, user, reason))
    return Undo(act="restore")


def _confirm(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    now = timezone.now()
    actions.confirm_item(**_who(item, user, reason), now=now)
    return Undo(act="take_back", values={"moment": now.isoformat()})


def _importance(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.set_importance(**_who(item, user, reason), importance=float(values["importance"]))
    return Undo(act="importance", values={"importance": item.importance})


def _expiry(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    actions.set_expiry(**_who(item, user, reason), expires_at=_moment(values.get("until")))
    before = item.expires_at.isoformat() if item.expires_at else None
    return Undo(act="expiry", values={"until": before})


def _exempt(item: MemoryItem, user: User, reason: str, values: Values) -> Undo:
    until = _moment(values.get("until"))
    if until is None and not values.get("end"):
        until = timezone.now() + timedelta(days=int(values.get("days") or 30))
    before = getattr(item.decay, "exempt_until", None)
    exempt_item(**_who(item, user, reason), until=until)
    previous = {"until": before.isoformat()} if before else {"end": True}
    return Undo(act="exempt", values=previous)


def _merge(item: MemoryItem, user: User, reason: str, values: Values) -> Undo | None:
    merged = actions.merge_items(
        namespace=item.namespace,
        item_ids=[item.pk, *values["others"]],
        into_id=item.pk,
        acting_user=user,
        reason=reason,
    )
    return taken_back(merged, merged.updated_at)[1]


def _erase(item: MemoryItem, user: User, reason: str, values: Values) -> None:
    api.forget_item(**_who(item, user, reason))


def taken_back(item: MemoryItem, moment: datetime | None) -> tuple[int, Undo | None]:
    """Return the step that takes the change of an item at a moment back, with all that it did."""
    undo = Undo(act="take_back", values={"moment": moment.isoformat()}) if moment else None
    return item.pk, undo


def _take_back(item: MemoryItem, user: User, reason: str, values: Values) -> None:
    take_back(
        namespace=item.namespace,
        moment=datetime.fromisoformat(values["moment"]),
        acting_user=user,
        reason=reason,
    )


def _moment(value: Any) -> datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _needs(*statuses: Status) -> Callable[[MemoryItem], str]:
    def refuse(item: MemoryItem) -> str:
        return "" if item.status in statuses else _("its status does not allow it")

    return refuse


LIVE = (Status.ACTIVE, Status.PENDING)
_ALL = (
    Act(name="edit", label=gettext_lazy("Edit"), icon="pencil", done=gettext_lazy("Edited"),
        run=_edit, form=EditForm, refuse=_needs(*LIVE), is_listed=False,
        warning=gettext_lazy("It becomes a new version; the one before stays as history.")),
    Act(name="exempt", label=gettext_lazy("Exempt from forgetting"), icon="hourglass",
        done=gettext_lazy("Exempted"), run=_exempt, form=ExemptForm, refuse=_needs(*LIVE),
        in_bulk=True, is_listed=False),
    Act(name="confirm", label=gettext_lazy("Still right"), icon="check",
        done=gettext_lazy("Confirmed: it begins to fade anew"), run=_confirm,
        refuse=_needs(Status.ACTIVE)),
    Act(name="pin", label=pgettext_lazy("memory item", "Pin"), icon="pin",
        done=pgettext_lazy("memory item", "Pinned"), run=_pin,
        refuse=lambda item: _("pinned already") if item.pinned else "", in_bulk=True),
    Act(name="unpin", label=pgettext_lazy("memory item", "Unpin"), icon="pinned-off",
        done=gettext_lazy("No longer pinned"), run=_unpin, in_bulk=True,
        refuse=lambda item: "" if item.pinned else _("not pinned")),
    Act(name="protect", label=gettext_lazy("Protect"), icon="shield",
        done=gettext_lazy("Protected"), run=_protect, in_bulk=True,
        refuse=lambda item: _("protected already") if item.decay.protected else ""),
    Act(name="unprotect", label=gettext_lazy("No longer protect"), icon="shield",
        done=gettext_lazy("No longer protected"), run=_unprotect, in_bulk=True,
        refuse=lambda item: "" if item.decay.protected else _("not protected")),
    Act(name="importance", label=gettext_lazy("Change the importance"), icon="adjustments",
        done=gettext_lazy("Importance changed"), run=_importance, form=ImportanceForm,
        refuse=_needs(*LIVE)),
    Act(name="expiry", label=gettext_lazy("Change the end"), icon="calendar",
        done=gettext_lazy("End changed"), run=_expiry, form=ExpiryForm, refuse=_needs(*LIVE)),
    Act(name="merge", label=gettext_lazy("Merge others into it"), icon="git-merge",
        done=gettext_lazy("Merged"), run=_merge, form=MergeForm, refuse=_needs(Status.ACTIVE),
        warning=gettext_lazy("The others leave recall; their quotes become its evidence.")),
    Act(name="archive", label=gettext_lazy("Archive"), icon="archive",
        done=gettext_lazy("Archived"), run=_archive, refuse=_needs(Status.ACTIVE), in_bulk=True,
        warning=gettext_lazy("It leaves recall and can be restored.")),
    Act(name="restore", label=gettext_lazy("Restore"), icon="arrow-back-up",
        done=gettext_lazy("Restored"), run=_restore, in_bulk=True, is_listed=False,
        refuse=_needs(Status.ARCHIVED, Status.DEPRECATED),
        warning=gettext_lazy("What holds its place now is kept as history.")),
    Act(name="deprecate", label=gettext_lazy("Mark as no longer right"), icon="status-deprecated",
        done=gettext_lazy("Marked as no longer right"), run=_deprecate, refuse=_needs(*LIVE),
        needs_admin=True, in_bulk=True,
        warning=gettext_lazy("It stays as history and is never recalled.")),
    Act(name="take_back", label=gettext_lazy("Take back"), icon="arrow-back-up",
        done=gettext_lazy("Taken back"), run=_take_back, is_listed=False,
        refuse=lambda item: _("only your last change can be taken back")),
    Act(name="return", label=gettext_lazy("Take back"), icon="arrow-back-up",
        done=gettext_lazy("Taken back"), run=_return, is_listed=False,
        refuse=lambda item: _("only your last change can be taken back")),
    Act(name="erase", label=gettext_lazy("Erase…"), icon="trash", done=gettext_lazy("Erased"),
        run=_erase, form=EraseForm,
        warning=gettext_lazy("It goes from every layer, with its quotes, and cannot come back.")),
)  # fmt: skip
ACTS = {act.name: act for act in _ALL}


def allowed(item: MemoryItem, *, is_admin: bool) -> list[Act]:
    """Return the acts that the menu of an item lists."""
    return [
        act
        for act in _ALL
        if act.is_listed and (is_admin or not act.needs_admin) and not act.refuse(item)
    ]
