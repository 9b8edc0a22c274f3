"""Experiences: what has been learned to do, and whether it helps."""

from typing import Any

from django.db.models import F, FloatField, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.dashboard import access, lists, transcripts
from memory.dashboard.csv_file import csv_response
from memory.dashboard.differences import word_changes
from memory.domain import intervals
from memory.experience_edits import OPEN, left_details
from memory.models import Experience, RecallCandidate

STATES = {
    Experience.State.REVIEW: gettext_lazy("suggested"),
    Experience.State.ACTIVE: gettext_lazy("in use"),
    Experience.State.ARCHIVED: gettext_lazy("retired"),
    Experience.State.REJECTED: gettext_lazy("rejected"),
}
USES_SHOWN = 20
EVENTS_SHOWN = 30
RATES_SHOWN = 20
TRIALS_FOR_SOLID = 5


def spec() -> lists.ListSpec:
    return lists.ListSpec(
        name="experiences",
        search=lists.contains("general_task", "general_solution", "task", "solution"),
        search_label=_("Words of task or solution"),
        sorts=[
            lists.Sort(name="newest", label=_("Last changed"), field="updated_at",
                       parse=lists.parse_time),
            lists.Sort(name="helped", label=_("Helped most"), field="helped", parse=int),
            lists.Sort(name="failed", label=_("Failed most"), field="not_helped", parse=int),
        ],
        filters=[
            lists.Filter(name="state", label=_("State"), apply=lists.equals("state"),
                         choices=[(k.value, str(v)) for k, v in STATES.items()]),
            lists.Filter(name="language", label=_("Language"), apply=_by_language,
                         choices=[("en", _("English")), ("zh", _("Chinese"))]),
        ],
        columns=[
            lists.Column(name="id", value=lambda e: e.pk),
            lists.Column(name="state", value=lambda e: e.state),
            lists.Column(name="task", value=lambda e: e.general_task),
            lists.Column(name="solution", value=lambda e: e.general_solution),
            lists.Column(name="helped", value=lambda e: e.helped),
            lists.Column(name="not_helped", value=lambda e: e.not_helped),
        ],
        time_field="updated_at",
    )  # fmt: skip


def _by_language(rows: lists.Rows, value: str) -> lists.Rows:
    return rows.filter(language__startswith=value)


@access.operator_page
def experiences(request: HttpRequest) -> HttpResponse:
    """Show the experience library of the tenant."""
    rows = access.experiences_of(request).select_related("proposed_by", "approved_by", "decay")
    if request.GET.get("format") == "csv":
        return csv_response(request, spec(), rows)
    page = lists.build_page(request, spec(), rows)
    return render(
        request,
        "dashboard/experiences.html",
        {
            "page": page,
            "rows": experience_rows(page.rows),
            "rates": help_rates(lists.narrowed(request.GET, spec(), rows)),
        },
    )


def help_rates(rows: lists.Rows) -> lists.Part:
    """Return the experiences that were tried, the most helpful first, with how sure that is."""
    trials = F("helped") + F("not_helped")
    tried = rows.annotate(trials=trials).filter(trials__gt=0)
    share = Cast("helped", FloatField()) / Cast("trials", FloatField())
    part = lists.part_of(tried.annotate(rate=share).order_by("-rate", "-trials", "pk"), RATES_SHOWN)
    found = [(experience, intervals.share(experience.helped, experience.trials))
             for experience in part]  # fmt: skip
    return lists.Part(
        [{"experience": one, "estimate": rate, "picture": intervals.placed(rate)}
         for one, rate in found if rate is not None],
        part.total,
    )  # fmt: skip


def experience_rows(found: list[Experience]) -> list[dict[str, Any]]:
    uses = last_uses([experience.pk for experience in found])
    return [
        {
            "experience": experience,
            "state": STATES.get(Experience.State(experience.state), experience.state),
            "tier": tier(experience),
            "uses": uses.get(experience.pk, []),
            "trials": experience.helped + experience.not_helped,
        }
        for experience in found
    ]


def tier(experience: Experience) -> str:
    """Return how far it has proved itself: new, solid or shaky."""
    trials = experience.helped + experience.not_helped
    if trials < TRIALS_FOR_SOLID:
        return _("new")
    return _("solid") if experience.helped >= 2 * experience.not_helped else _("shaky")


def abstracted(experience: Experience) -> list[dict[str, Any]]:
    """Return the original beside its general words, with what was taken out and what came in."""
    pairs = (
        (_("Task"), experience.task, experience.general_task),
        (_("Solution"), experience.solution, experience.general_solution),
    )
    found = []
    for label, original, general in pairs:
        changes = word_changes(original, general)
        found.append(
            {
                "label": label,
                "original": [c for c in changes if c.kind != "in"],
                "general": [c for c in changes if c.kind != "out"],
                "is_same": original == general,
            }
        )
    return found


def uses_of(*ids: int) -> QuerySet[RecallCandidate]:
    """Return where experiences reached the prompt."""
    return RecallCandidate.objects.filter(experience_id__in=ids).exclude(outcome="dropped")


def last_uses(ids: list[int]) -> dict[int, list[RecallCandidate]]:
    """Return the last turns in which each experience reached the prompt, oldest first."""
    rows = (
        uses_of(*ids)
        .select_related("trace")
        .defer("trace__messages")
        .order_by("-pk")[: USES_SHOWN * max(len(ids), 1)]
    )
    uses: dict[int, list[RecallCandidate]] = {}
    for candidate in rows:
        found = uses.setdefault(candidate.experience_id or 0, [])
        if len(found) < USES_SHOWN:
            found.insert(0, candidate)
    return uses


@access.operator_page
def experience_page(request: HttpRequest, experience_id: int) -> HttpResponse:
    """Show one experience with its evidence."""
    found = access.one(
        access.experiences_of(request).select_related(
            "namespace__tenant", "proposed_by", "approved_by", "decay", "merged_into", "split_from"
        ),
        pk=experience_id,
    )
    turns = transcripts.trace_ids_of_turns([found.turn_id] if found.turn_id else [])
    events = access.events_of(request).filter(object_type="experience", object_id=found.pk)
    return render(
        request,
        "dashboard/experience.html",
        {
            "row": experience_rows([found])[0],
            "experience": found,
            "trace_id": turns.get(found.turn_id or 0, ""),
            "abstracted": abstracted(found),
            "left": left_details(found),
            "can_change": found.state in OPEN,
            "can_try": found.state == Experience.State.ACTIVE and found.proposed_by is not None,
            "uses_total": uses_of(found.pk).values("trace").distinct().count(),
            "events": lists.part_of(events.select_related("actor").order_by("-pk"), EVENTS_SHOWN),
        },
    )
