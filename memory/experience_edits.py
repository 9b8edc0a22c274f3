"""The words of an experience: edited, split, merged, generalised by a model, checked."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from memory import backends
from memory.audit import model, person
from memory.backends.base import BackendError
from memory.domain.generalise import survivors
from memory.domain.types import Solution
from memory.experiences import (
    ExperienceRefused,
    in_library,
    let_recall,
    names_around,
    record,
    save,
    words_of,
)
from memory.models import Experience, MemoryEvent, Namespace, User
from memory.redaction import redact_text

OPEN = (Experience.State.REVIEW, Experience.State.ACTIVE)


class StaleExperience(Exception):
    """Somebody changed it since it was read; `now` is how it stands."""

    def __init__(self, now: Experience) -> None:
        super().__init__(f"the experience has version {now.version} by now")
        self.now = now


class HoldsSecrets(ValueError):
    """The words hold what is never kept; the message names the kinds."""


def edit_experience(
    *,
    experience: Experience,
    acting_user: User,
    words: Solution,
    version: int | None = None,
    reason: str = "",
) -> Experience:
    """Change the general words of an experience in whatever state it is.

    `version` is the one that the person saw: raises StaleExperience when there is another by now.
    Raises HoldsSecrets.
    """
    _refuse_secrets(words, experience.namespace)
    with in_library(experience.namespace, person(acting_user), reason=reason) as change:
        found = Experience.objects.select_for_update().get(pk=experience.pk)
        if version is not None and found.version != version:
            raise StaleExperience(found)
        before = words_of(found)
        found.general_task, found.general_solution = words.task, words.solution
        save(change, found)
        record(change, found, "experience.edited", before=before)
    return found


def split_experience(
    *,
    experience: Experience,
    acting_user: User,
    first: Solution,
    second: Solution,
    version: int | None = None,
    reason: str = "",
) -> tuple[Experience, Experience]:
    """Make two of one that solves two tasks; the second has the state of the first.

    Both keep the person and the conversation that they come from, so that an erasure finds both.
    Raises ExperienceRefused, StaleExperience, HoldsSecrets.
    """
    if experience.state not in OPEN:
        raise ExperienceRefused(_("the experience is neither in review nor active"))
    _refuse_secrets(second, experience.namespace)
    with transaction.atomic():
        kept = edit_experience(
            experience=experience,
            acting_user=acting_user,
            words=first,
            version=version,
            reason=reason,
        )
        with in_library(kept.namespace, person(acting_user), reason=reason) as change:
            other = Experience.objects.create(
                namespace=kept.namespace,
                proposed_by=kept.proposed_by,
                state=kept.state,
                task=kept.task,
                general_task=second.task,
                solution=kept.solution,
                general_solution=second.solution,
                generalised_by=kept.generalised_by,
                feedback=kept.feedback,
                language=kept.language,
                conversation_id=kept.conversation_id,
                split_from=kept,
                importance=kept.importance,
                version=0,
                content_hash=f"{kept.content_hash[:50]}:{kept.version}",
                created_at=kept.created_at,
                updated_at=change.now,
            )
            if other.state == Experience.State.ACTIVE:
                let_recall(other, acting_user, change.now)
            save(change, other)
            record(change, other, "experience.split")
    return kept, other


def merge_experiences(
    *, into: Experience, others: Sequence[Experience], acting_user: User, reason: str = ""
) -> Experience:
    """Keep the words of one; the others leave recall, and what they helped counts for it.

    Raises ExperienceRefused when one of them is of another library or no longer open.
    """
    with in_library(into.namespace, person(acting_user), reason=reason) as change:
        for other in others:
            if other.namespace_id != into.namespace_id or other.pk == into.pk:
                raise ExperienceRefused(_("only different ones of the same library can be merged"))
            if other.state not in OPEN:
                raise ExperienceRefused(_("#%(id)d is not active") % {"id": other.pk})
            before = words_of(other)
            into.helped += other.helped
            into.not_helped += other.not_helped
            other.state, other.merged_into = Experience.State.ARCHIVED, into
            save(change, other)
            record(change, other, "experience.folded", before=before)
        save(change, into)
        record(change, into, "experience.merged", before=words_of(into))
    return into


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one experience stood before a change, and the version that the change left it with.

    Where it `is_reworded`, the words are those of the audit row of its last edit: a copy elsewhere
    would outlive an erasure. `helped` and `not_helped` are taken off its counts again.
    """

    experience_id: int
    version: int
    state: str
    is_reworded: bool = False
    merged_into: int | None = None
    helped: int = 0
    not_helped: int = 0


def standing_of(experience: Experience) -> Standing:
    """Return how an experience stands, to be kept before a change."""
    return Standing(
        experience_id=experience.pk,
        version=experience.version,
        state=experience.state,
    )


def put_back(
    *, namespace: Namespace, standings: Sequence[Standing], acting_user: User, reason: str = ""
) -> None:
    """Take a change of experiences back, of all of them or of none.

    Raises StaleExperience when somebody changed one of them since then.
    """
    with in_library(namespace, person(acting_user), reason=reason) as change:
        for standing in standings:
            found = Experience.objects.select_for_update().get(
                namespace=change.namespace, pk=standing.experience_id
            )
            if found.version != standing.version:
                raise StaleExperience(found)
            before = words_of(found)
            if standing.is_reworded:
                words = _words_before_edit(found)
                found.general_task = words.get("general_task", found.general_task)
                found.general_solution = words.get("general_solution", found.general_solution)
            found.state, found.merged_into_id = standing.state, standing.merged_into
            found.helped -= standing.helped
            found.not_helped -= standing.not_helped
            save(change, found)
            record(change, found, "experience.returned", before=before)


def _words_before_edit(experience: Experience) -> dict[str, str]:
    edits = MemoryEvent.objects.filter(
        object_type="experience", object_id=experience.pk, action="experience.edited"
    )
    before: dict[str, str] = edits.order_by("-pk").values_list("before", flat=True).first() or {}
    return before


def left_details(experience: Experience) -> list[str]:
    """Return the names, numbers, dates and places of the original that the general words keep."""
    names = _names_of(experience)
    return [
        *survivors(experience.task, experience.general_task, names),
        *survivors(experience.solution, experience.general_solution, names),
    ]


def generalise_by_model(experience: Experience) -> Experience:
    """Let the configured model put a waiting experience into general words.

    Its words are taken only when no name, number or secret of the original is in them; otherwise,
    or when it does not answer in time, those of the rules stay and the failure is kept.
    """
    generaliser = backends.generaliser()
    if generaliser is None or experience.state != Experience.State.REVIEW:
        return experience
    try:
        words = generaliser.generalise(Solution(task=experience.task, solution=experience.solution))
        failure = _why_refused(experience, words)
    except BackendError as error:
        failure, words = str(error), None
    with in_library(experience.namespace, model(generaliser.name)) as change:
        found = Experience.objects.select_for_update().get(pk=experience.pk)
        if (found.state, found.version) != (experience.state, experience.version):
            return found  # a person was faster
        if words is None or failure:
            found.generalise_failure = failure[:2000]
            found.save(update_fields=["generalise_failure"])
            return found
        before = words_of(found)
        found.general_task, found.general_solution = words.task, words.solution
        found.generalised_by, found.generalise_failure = generaliser.name, ""
        save(change, found)
        record(change, found, "experience.generalised", before=before)
    return found


def _why_refused(experience: Experience, words: Solution) -> str:
    try:
        _refuse_secrets(words, experience.namespace)
    except HoldsSecrets as error:
        return f"it holds {error}"
    names = _names_of(experience)
    kept = [
        *survivors(experience.task, words.task, names),
        *survivors(experience.solution, words.solution, names),
    ]
    return f"it keeps details of the case: {len(kept)}" if kept else ""


def _refuse_secrets(words: Solution, namespace: Namespace) -> None:
    found = redact_text(f"{words.task}\n{words.solution}", namespace.tenant).found
    if found:
        raise HoldsSecrets(", ".join(kind for kind, _number in found))


def _names_of(experience: Experience) -> set[str]:
    user = experience.proposed_by
    return names_around(Namespace.objects.for_user(user)) if user else set()
