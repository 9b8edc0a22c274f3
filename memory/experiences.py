"""The experience library: solutions that a user confirmed, generalised, approved by an operator."""

import hashlib
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from memory.audit import person
from memory.changes import Change, changing
from memory.domain.decay import HOURS_PER_DAY
from memory.domain.generalise import generalise, is_confirmation
from memory.domain.graph import PERSON
from memory.domain.language import language_of
from memory.domain.ontology import normalise_value
from memory.models import DecayState, Entity, Episode, Experience, MemoryItem, Namespace, User
from memory.redaction import redact_text

HALF_LIFE_HOURS = 90 * HOURS_PER_DAY
CONFIRMED_WITHIN = timedelta(hours=12)  # "that worked" speaks of the answer just before
MIN_SOLUTION = 20  # characters: a shorter reply solves nothing that is worth keeping


class ExperienceRefused(Exception):
    """The experience is not in a state that allows this; the message says which it is in."""


def propose_experience(
    *,
    namespace: Namespace,
    acting_user: User,
    task: str,
    solution: str,
    turn_id: int | None = None,
    conversation_id: int | None = None,
    feedback: str = "",
    now: datetime | None = None,
) -> Experience | None:
    """Propose that a confirmed reply be kept; an operator decides. None when it solves nothing.

    The same turn is proposed once. One that the library has already counts as having helped.
    """
    tenant = namespace.tenant
    task, solution = redact_text(task, tenant).text, redact_text(solution, tenant).text
    if not task.strip() or len(solution.strip()) < MIN_SOLUTION:
        return None
    names = _names(namespace)
    general_task, general_solution = generalise(task, names), generalise(solution, names)
    moment = now or timezone.now()
    digest = _hash(general_task, general_solution)
    with _library(namespace, acting_user, moment, "confirmed by the user") as change:
        known = Experience.objects.filter(namespace=change.namespace)
        same = known.filter(content_hash=digest).exclude(state=Experience.State.REJECTED).first()
        if turn_id is not None and known.filter(turn_id=turn_id).exists():
            return known.get(turn_id=turn_id)
        if same is not None:
            count_outcome([same.pk], helped=True)
            return same
        experience = Experience.objects.create(
            namespace=change.namespace,
            proposed_by=acting_user,
            task=task,
            general_task=general_task,
            solution=general_solution,
            feedback=feedback,
            language=language_of(task),
            conversation_id=conversation_id,
            turn_id=turn_id,
            content_hash=digest,
            created_at=moment,
            updated_at=moment,
        )
        _event(change, experience, "experience.proposed")
    return experience


def withdraw_proposal(*, namespace: Namespace, turn_id: int) -> None:
    """Take back what a turn proposed and nobody decided yet: its reply was judged bad after all."""
    Experience.objects.filter(
        namespace=Namespace.objects.shared(namespace.tenant),
        turn_id=turn_id,
        state=Experience.State.REVIEW,
    ).delete()


def notice_confirmation(episode: Episode) -> Experience | None:
    """Propose the exchange before one in which the user says that it worked (解决了)."""
    user = episode.namespace.user
    if user is None or not is_confirmation(episode.user_text):
        return None
    before = (
        Episode.objects.filter(
            namespace=episode.namespace,
            conversation_id=episode.conversation_id,
            occurred_at__lt=episode.occurred_at,
            occurred_at__gte=episode.occurred_at - CONFIRMED_WITHIN,
        )
        .order_by("-occurred_at")
        .first()
    )
    if before is None or episode.conversation_id is None:
        return None
    return propose_experience(
        namespace=episode.namespace,
        acting_user=user,
        task=before.user_text,
        solution=before.reply_text,
        turn_id=before.turn_id,
        conversation_id=before.conversation_id,
        feedback=episode.user_text,
        now=episode.occurred_at,
    )


def approve_experience(
    *,
    experience: Experience,
    acting_user: User,
    reason: str = "",
    general_task: str = "",
    solution: str = "",
) -> Experience:
    """Let a proposed or archived experience be recalled, with edits where given."""
    if experience.state == Experience.State.ACTIVE:
        raise ExperienceRefused("the experience is active already")
    return _set_state(
        experience,
        Experience.State.ACTIVE,
        "experience.approved",
        acting_user,
        reason,
        general_task=general_task or experience.general_task,
        solution=solution or experience.solution,
    )


def reject_experience(*, experience: Experience, acting_user: User, reason: str = "") -> Experience:
    """Refuse a proposal for good."""
    if experience.state != Experience.State.REVIEW:
        raise ExperienceRefused(f"the experience is {experience.state}, not in review")
    return _set_state(
        experience, Experience.State.REJECTED, "experience.rejected", acting_user, reason
    )


def archive_experience(
    *, experience: Experience, acting_user: User, reason: str = ""
) -> Experience:
    """Take an experience out of recall; approving it again brings it back."""
    if experience.state != Experience.State.ACTIVE:
        raise ExperienceRefused(f"the experience is {experience.state}, not active")
    return _set_state(
        experience, Experience.State.ARCHIVED, "experience.archived", acting_user, reason
    )


def edit_experience(
    *, experience: Experience, acting_user: User, general_task: str, solution: str, reason: str = ""
) -> Experience:
    """Change the words of an experience in whatever state it is."""
    state = Experience.State(experience.state)
    return _set_state(
        experience,
        state,
        "experience.edited",
        acting_user,
        reason,
        general_task=general_task,
        solution=solution,
    )


def count_outcome(experience_ids: Iterable[int], *, helped: bool) -> None:
    """Count what became of replies that used experiences."""
    name = "helped" if helped else "not_helped"
    Experience.objects.filter(pk__in=list(experience_ids)).update(**{name: F(name) + 1})


def _set_state(
    experience: Experience,
    state: Experience.State,
    action: str,
    acting_user: User,
    reason: str,
    **words: str,
) -> Experience:
    now = timezone.now()
    with _library(experience.namespace, acting_user, now, reason) as change:
        before = {"state": experience.state, "solution": experience.solution}
        for name, value in words.items():
            setattr(experience, name, value)
        if state == Experience.State.ACTIVE and experience.state != state:
            experience.approved_by, experience.approved_at = acting_user, now
            DecayState.objects.update_or_create(
                experience=experience,
                defaults={"half_life_hours": HALF_LIFE_HOURS, "last_accessed_at": now},
            )
        experience.state = state
        experience.version += 1
        experience.updated_at = now
        experience.save()
        change.indexed.add(f"experience:{experience.pk}")
        _event(change, experience, action, before=before)
    return experience


def _library(
    namespace: Namespace, acting_user: User, now: datetime, reason: str
) -> AbstractContextManager[Change]:
    shared = Namespace.objects.shared(namespace.tenant)
    return changing(shared, author=person(acting_user), now=now, reason=reason)


def _event(
    change: Change, experience: Experience, action: str, before: dict[str, str] | None = None
) -> None:
    change.event(
        action,
        object_type="experience",
        object_id=experience.pk,
        before=before or {},
        after={"state": experience.state, "solution": experience.solution},
    )


def _names(namespace: Namespace) -> set[str]:
    """Return the names that memory knows of a user: their own, and of the people around them."""
    own = MemoryItem.objects.of(namespace).filter(attribute__in=["name", "form_of_address"])
    entities = Entity.objects.filter(namespace=namespace, type=PERSON).exclude(key="user")
    return {
        *own.values_list("value", flat=True),
        *entities.values_list("name", flat=True),
    }


def _hash(task: str, solution: str) -> str:
    said = f"{normalise_value(task)}\0{normalise_value(solution)}"
    return hashlib.sha256(said.encode()).hexdigest()
