"""Edit, split and merge experiences; the second writer is shown what the first one changed."""

from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory import experience_edits, experiences
from memory.dashboard import access, act, undo
from memory.dashboard.forms import ActForm
from memory.domain.types import Solution
from memory.experience_edits import Standing, standing_of
from memory.models import Experience

MERGED_FROM = 30  # candidates of a merge


def _text(label: Any, rows: int) -> forms.CharField:
    widget = forms.Textarea(attrs={"class": "form-control", "rows": rows})
    return forms.CharField(label=label, max_length=8000, widget=widget)


class WordsForm(ActForm):
    """The general words; `version` is the one that the person saw."""

    task = _text(gettext_lazy("Task, in general words"), 2)
    solution = _text(gettext_lazy("Solution, in general words"), 6)
    version = forms.IntegerField(widget=forms.HiddenInput)
    accept = forms.BooleanField(
        label=gettext_lazy("Accept it at the same time"), required=False, initial=True
    )
    field_order = ["task", "solution", "accept", "reason"]

    def __init__(self, *args: Any, is_waiting: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_waiting:
            del self.fields["accept"]


class SplitForm(ActForm):
    task = _text(gettext_lazy("First task"), 2)
    solution = _text(gettext_lazy("Its solution"), 4)
    second_task = _text(gettext_lazy("Second task"), 2)
    second_solution = _text(gettext_lazy("Its solution"), 4)
    version = forms.IntegerField(widget=forms.HiddenInput)
    field_order = ["task", "solution", "second_task", "second_solution", "reason"]


class MergeExperiencesForm(ActForm):
    others = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Merge into this one"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ["others", "reason"]


@access.operator_page
def edit(request: HttpRequest, experience_id: int) -> HttpResponse:
    """Change the general words, and accept it with them where it waits."""
    found = _load(request, experience_id)
    form = WordsForm(
        request.POST if request.method == "POST" else None,
        is_waiting=found.state == Experience.State.REVIEW,
        initial={
            "task": found.general_task,
            "solution": found.general_solution,
            "version": found.version,
        },
    )
    if request.method == "POST" and form.is_valid():
        before = standing_of(found)
        edited = _try(form, lambda values: _save(request, found, values))
        if edited is not None:
            said = _("Accepted") if edited.state != found.state else _("Edited")
            undo.remember(
                request,
                said,
                [],
                experiences=[replace(before, version=edited.version, is_reworded=True)],
            )
            return act.done(request, reverse("dashboard:experience", args=[found.pk]))
    return _dialog(request, form, found, "edit", _("Edit"))


def _save(request: HttpRequest, found: Experience, values: dict[str, Any]) -> Experience:
    person, reason = access.viewer(request), values["reason"]
    edited = experience_edits.edit_experience(
        experience=found,
        acting_user=person,
        words=Solution(task=values["task"], solution=values["solution"]),
        version=values["version"],
        reason=reason,
    )
    if values.get("accept"):
        experiences.approve_experience(experience=edited, acting_user=person, reason=reason)
    return edited


@access.operator_page
def split(request: HttpRequest, experience_id: int) -> HttpResponse:
    """Make two of one that solves two tasks."""
    found = _load(request, experience_id)
    halves = _halves(found.general_solution)
    form = SplitForm(
        request.POST if request.method == "POST" else None,
        initial={
            "task": found.general_task,
            "solution": halves[0],
            "second_task": found.general_task,
            "second_solution": halves[1],
            "version": found.version,
        },
    )
    if request.method == "POST" and form.is_valid():
        before = standing_of(found)
        parts = _try(form, lambda values: _split(request, found, values))
        if parts is not None:
            kept, other = parts
            said = _("Split into #%(a)d and #%(b)d") % {"a": kept.pk, "b": other.pk}
            folded = replace(
                standing_of(other), state=Experience.State.ARCHIVED, merged_into=kept.pk
            )
            undo.remember(
                request,
                said,
                [],
                experiences=[replace(before, version=kept.version, is_reworded=True), folded],
            )
            return act.done(request, reverse("dashboard:experience", args=[found.pk]))
    return _dialog(request, form, found, "split", _("Split in two"))


def _split(
    request: HttpRequest, found: Experience, values: dict[str, Any]
) -> tuple[Experience, Experience]:
    return experience_edits.split_experience(
        experience=found,
        acting_user=access.viewer(request),
        first=Solution(task=values["task"], solution=values["solution"]),
        second=Solution(task=values["second_task"], solution=values["second_solution"]),
        version=values["version"],
        reason=values["reason"],
    )


def _halves(text: str) -> tuple[str, str]:
    """Cut a text at the paragraph or line nearest its middle."""
    breaks = [place for place, letter in enumerate(text) if letter == "\n"]
    middle = min(breaks, key=lambda place: abs(place - len(text) / 2), default=len(text))
    return text[:middle].strip(), text[middle:].strip()


@access.operator_page
def merge(request: HttpRequest, experience_id: int) -> HttpResponse:
    """Let others leave recall in favour of this one."""
    found = _load(request, experience_id)
    near = access.experiences_of(request).filter(
        state__in=experience_edits.OPEN, language=found.language
    )
    others = near.exclude(pk=found.pk).order_by("-updated_at")[:MERGED_FROM]
    form = MergeExperiencesForm(request.POST if request.method == "POST" else None)
    form.fields["others"].choices = [(e.pk, e.general_task) for e in others]  # type: ignore[attr-defined]
    if request.method == "POST" and form.is_valid():
        before = _try(form, lambda values: _merge(request, found, values))
        if before is not None:
            undo.remember(request, _("Merged"), [], experiences=before)
            return act.done(request, reverse("dashboard:experience", args=[found.pk]))
    return _dialog(
        request,
        form,
        found,
        "merge",
        _("Merge others into it"),
        warning=_("The others leave recall; what they helped counts for this one."),
    )


def _merge(request: HttpRequest, found: Experience, values: dict[str, Any]) -> list[Standing]:
    """Merge, and return how all of them stood before."""
    others = list(access.experiences_of(request).filter(pk__in=values["others"]))
    before = [standing_of(found), *map(standing_of, others)]
    experience_edits.merge_experiences(
        into=found,
        others=others,
        acting_user=access.viewer(request),
        reason=values["reason"],
    )
    helped, not_helped = sum(e.helped for e in others), sum(e.not_helped for e in others)
    versions = [found.version, *(other.version for other in others)]
    left = [replace(one, version=version) for one, version in zip(before, versions, strict=True)]
    return [replace(left[0], helped=helped, not_helped=not_helped), *left[1:]]


def _try(form: ActForm, run: Any) -> Any:
    """Return what `run` makes of the form; None with the reason in the form when it is refused."""
    try:
        return run(form.cleaned_data)
    except experience_edits.StaleExperience as error:
        form.tell_standing(
            [
                (_("Task"), form.cleaned_data["task"], error.now.general_task),
                (_("Solution"), form.cleaned_data["solution"], error.now.general_solution),
            ],
            version=error.now.version,
        )
    except experience_edits.HoldsSecrets as error:
        form.add_error(None, _("It holds what is never kept: %(kinds)s") % {"kinds": error})
    except experiences.ExperienceRefused as error:
        form.add_error(None, str(error))
    return None


def _load(request: HttpRequest, experience_id: int) -> Experience:
    rows = access.experiences_of(request).select_related("namespace__tenant", "proposed_by")
    return access.one(rows, pk=experience_id)


def _dialog(
    request: HttpRequest, form: ActForm, found: Experience, name: str, title: str, **context: Any
) -> HttpResponse:
    return act.dialog(
        request,
        form,
        title=title,
        affected=[],
        refused=[],
        url=reverse(f"dashboard:experience_{name}", args=[found.pk]),
        presence=("experience", found.pk),
        **context,
    )
