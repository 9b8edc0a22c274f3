"""Forms of the acts: each asks for a reason, and for what the act needs besides."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access
from memory.dashboard.differences import word_changes
from memory.domain.decay import DecaySettings
from memory.domain.types import Status
from memory.models import MemoryItem, Namespace
from memory.ontology import attribute_label


class ActForm(forms.Form):
    """A reason, kept in the audit."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        min_length=3,
        help_text=gettext_lazy("Kept in the audit."),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    field_order = [
        "text",
        "value",
        "importance",
        "days",
        "until",
        "others",
        "confirmation",
        "accept",
        "reason",
    ]

    def __init__(self, *args: Any, item: MemoryItem | None = None, **kwargs: Any) -> None:
        self.item = item
        self.standing: list[dict[str, Any]] = []
        if item is not None:
            kwargs["initial"] = {**self.first_values(item), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)

    def first_values(self, item: MemoryItem) -> dict[str, Any]:
        return {}

    def tell_standing(self, rows: Sequence[tuple[Any, str, str]], **seen: int) -> None:
        """Tell the second writer how it stands by now, and let a save go over that.

        `rows` are (label, what the person wrote, what stands now); `seen` is the hidden field that
        names the state they saw, with its value of now.
        """
        self.add_error(
            None,
            _("Somebody changed it meanwhile. Nothing is lost: compare, then save."),
        )
        self.standing = [
            {"label": label, "now": now, "changes": word_changes(now, yours)}
            for label, yours, now in rows
            if now != yours
        ]
        self.data = {**self.data.dict(), **{name: str(seen[name]) for name in seen}}  # type: ignore[attr-defined]


class EditForm(ActForm):
    """A new version; `revision` is the one that the person saw."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 3}),
        max_length=4000,
    )
    value = forms.CharField(
        label=gettext_lazy("Value"),
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)
    accept = forms.BooleanField(
        label=gettext_lazy("Accept it at the same time"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.item is None or self.item.status != Status.PENDING:
            del self.fields["accept"]
        for name in ("text", "value"):
            self.fields[name].widget.attrs["lang"] = self.item.language if self.item else "en"
        if self.item is not None and self.item.attribute:
            self.fields["value"].help_text = _(
                "Of: %(attribute)s, which stays. Where the new text tells another value that can "
                "be read, this follows it; otherwise change it here."
            ) % {"attribute": attribute_label(self.item.attribute)}

    def first_values(self, item: MemoryItem) -> dict[str, Any]:
        return {"text": item.text, "value": item.value, "revision": item.revision}


class ImportanceForm(ActForm):
    importance = forms.FloatField(
        label=gettext_lazy("Importance"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput(attrs={"class": "form-control", "step": "0.05"}),
    )

    def first_values(self, item: MemoryItem) -> dict[str, Any]:
        return {"importance": item.importance}


class _DateForm(ActForm):
    """A day in the future; at its end (UTC) the act ends."""

    until = forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        input_formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"],
        widget=forms.DateInput(attrs={"class": "form-control", "type": "date"}, format="%Y-%m-%d"),
    )

    def clean_until(self) -> Any:
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("The day has passed already."))
        return until


class ExpiryForm(_DateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("Empty: it holds for good.")

    def first_values(self, item: MemoryItem) -> dict[str, Any]:
        return {"until": item.expires_at}


class ExemptForm(_DateForm):
    days = forms.TypedChoiceField(
        label=gettext_lazy("For"),
        coerce=int,
        choices=[
            (7, gettext_lazy("7 days")),
            (30, gettext_lazy("30 days")),
            (180, gettext_lazy("180 days")),
        ],
        initial=30,
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("Or a day of your own. To keep it always, protect it.")


class MergeForm(ActForm):
    """Others of the same user and subject, chosen from a list."""

    others = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Merge into this one"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.item is None:
            return
        near = (
            MemoryItem.objects.of(self.item.namespace)
            .active()
            .filter(subject=self.item.subject)
            .exclude(pk=self.item.pk)
        )
        same = near.filter(attribute=self.item.attribute) if self.item.attribute else near
        self.fields["others"].choices = [  # type: ignore[attr-defined]
            (item.pk, item.text) for item in same.order_by("-said_at")[:30]
        ]


class EraseForm(ActForm):
    """What cannot be undone is typed."""

    confirmation = forms.CharField(
        label=gettext_lazy("Type the number of the item to erase it"),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"].strip().removeprefix("#")
        if self.item is None or typed != str(self.item.pk):
            raise forms.ValidationError(_("That is not the number of this item."))
        return typed


class EraseUserForm(ActForm):
    confirmation = forms.CharField(
        label=gettext_lazy("Type the name of the person"),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"].strip()
        if typed != self.name:
            raise forms.ValidationError(_("That is not the name of this person."))
        return typed


class UntilForm(ActForm):
    """A conflict settled for a while."""

    until = forms.DateTimeField(
        label=gettext_lazy("Until"),
        input_formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"],
        widget=forms.DateInput(attrs={"class": "form-control", "type": "date"}),
    )


class AlarmForm(ActForm):
    """Who acknowledges an alarm says for how long; raising it again needs no time."""

    hours = forms.TypedChoiceField(
        label=gettext_lazy("Quiet for"),
        coerce=int,
        choices=[
            (1, gettext_lazy("an hour")),
            (8, gettext_lazy("8 hours")),
            (24, gettext_lazy("a day")),
            (168, gettext_lazy("7 days")),
        ],
        initial=8,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    field_order = ["hours", "reason"]

    def __init__(self, *args: Any, is_end: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_end:
            del self.fields["hours"]


class PolicyForm(ActForm):
    name = forms.SlugField(
        label=gettext_lazy("Name of the policy"),
        max_length=60,
        help_text=gettext_lazy("A known name becomes its next version."),
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    what = forms.ChoiceField(
        label=gettext_lazy("Use it"),
        choices=[
            ("keep", gettext_lazy("not yet: only keep it")),
            ("default", gettext_lazy("for everybody from now on")),
            ("experiment", gettext_lazy("for half of the users, as an experiment")),
        ],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    field_order = ["name", "what", "reason"]


class PersonJobForm(ActForm):
    """Whose memory a job is about; cleaned, the namespace."""

    person = forms.CharField(
        label=gettext_lazy("User name"),
        required=False,
        help_text=gettext_lazy("Empty: what the tenant shares."),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    field_order = ["person", "reason"]

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_person(self) -> Namespace:
        name = self.cleaned_data["person"].strip()
        if not name:
            return Namespace.objects.shared(access.tenant_of(self.request))
        person = access.users_of(self.request).filter(username=name).first()
        if person is None:
            raise forms.ValidationError(_("Nobody of this tenant has that name."))
        return Namespace.objects.for_user(person)


class EvaluateForm(ActForm):
    """Which suite, and how much of it."""

    suite = forms.ChoiceField(
        label=gettext_lazy("Suite"), widget=forms.Select(attrs={"class": "form-select"})
    )
    limit = forms.IntegerField(
        label=gettext_lazy("At most so many cases"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("Empty: all of them."),
        widget=forms.NumberInput(attrs={"class": "form-control"}),
    )
    field_order = ["suite", "limit", "reason"]

    def __init__(self, *args: Any, suites: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["suite"].choices = suites  # type: ignore[attr-defined]


class CountForm(ActForm):
    """A number that was shown is typed, so that nobody confirms what they did not read."""

    confirmation = forms.CharField(
        label=gettext_lazy("Type the number of items that would be archived besides"),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, number: int, label: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        if label:
            self.fields["confirmation"].label = label

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"].strip()
        if typed != str(self.number):
            raise forms.ValidationError(_("That is not the number."))
        return typed


def plain(number: float) -> float | int:
    """Return a number as a field shows it: 720, not 720.0."""
    return int(number) if float(number).is_integer() else number


def _number(label: Any, step: str, *, highest: float | None = None) -> forms.FloatField:
    return forms.FloatField(
        label=label,
        min_value=0,
        max_value=highest,
        widget=forms.NumberInput(attrs={"class": "form-control", "step": step}),
    )


class ForgettingForm(forms.Form):
    """The parameters of forgetting, see memory.domain.decay.DecaySettings."""

    threshold = _number(gettext_lazy("Archive below this retention"), "0.01", highest=1)
    protected_importance = _number(
        gettext_lazy("Never archive from this importance on"), "0.05", highest=1
    )
    weak_importance = _number(
        gettext_lazy("Archive first below this importance"), "0.05", highest=1
    )
    fact_days = _number(gettext_lazy("Half-life of facts and events, days"), "1")
    preference_days = _number(gettext_lazy("Half-life of preferences, days"), "1")
    episodic_days = _number(gettext_lazy("Half-life of abstracts of talks, days"), "1")
    unused_days = _number(gettext_lazy("Archive when not used for, days"), "1")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            DecaySettings.from_values(cleaned)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return cleaned

    def values(self) -> dict[str, float]:
        return {name: float(self.cleaned_data[name]) for name in self.fields}

    def confirmation(self, data: Any, *, number: int) -> CountForm:
        return CountForm(data, number=number)
