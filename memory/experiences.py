"""The experience library: solutions that a user confirmed, generalised, approved by an operator."""

import hashlib
import logging
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from memory import backends
from memory.audit import Author, person
from memory.changes import Change, changing
from memory.domain.decay import HOURS_PER_DAY
from memory.domain.generalise import generalise, is_confirmation
from memory.domain.graph import PERSON
from memory.domain.language import language_of
from memory.domain.ontology import normalise_value
from memory.models import DecayState, Entity, Episode, Experience, MemoryItem, Namespace, User
from memory.redaction import redact_text

logger = logging.getLogger(__name__)
GENERALISE_TASK = "memory.tasks.generalise_experience"
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
    names = names_around(namespace)
    general_task, general_solution = generalise(task, names), generalise(solution, names)
    moment = now or timezone.now()
    digest = _hash(general_task, general_solution)
    with in_library(
        namespace, person(acting_user), now=moment, reason="confirmed by the user"
    ) as change:
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
            solution=solution,
            general_solution=general_solution,
            feedback=feedback,
            language=language_of(task),
            conversation_id=conversation_id,
            turn_id=turn_id,
            content_hash=digest,
            created_at=moment,
            updated_at=moment,
        )
        record(change, experience, "experience.proposed")
        if backends.generaliser() is not None:
            transaction.on_commit(partial(_wake_generaliser, experience.pk))
    return experience


def _wake_generaliser(experience_id: int) -> None:
    """Let the worker ask the model. Without a broker the words of the rules stay."""
    try:
        current_app.send_task(GENERALISE_TASK, kwargs={"experience_id": experience_id})
    except OperationalError as error:
        logger.warning("experience %s stays as the rules made it: %s", experience_id, error)


def withdraw_proposal(*, namespace: Namespace, turn_id: int) -> None:
    """Take back what a turn proposed and nobody decided yet: its reply was judged bad after all."""
    Experience.objects.filter(
        Q(turn_id=turn_id) | Q(split_from__turn_id=turn_id),
        namespace=Namespace.objects.shared(namespace.tenant),
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
) -> Experience:
    """Let a proposed or archived experience be recalled."""
    if experience.state == Experience.State.ACTIVE:
        raise ExperienceRefused(_("the experience is active already"))
    return _set_state(
        experience,
        Experience.State.ACTIVE,
        "experience.approved",
        acting_user,
        reason,
    )


def reject_experience(*, experience: Experience, acting_user: User, reason: str = "") -> Experience:
    """Refuse a proposal for good."""
    if experience.state != Experience.State.REVIEW:
        raise ExperienceRefused(_("the experience is not in review"))
    return _set_state(
        experience, Experience.State.REJECTED, "experience.rejected", acting_user, reason
    )


def archive_experience(
    *, experience: Experience, acting_user: User, reason: str = ""
) -> Experience:
    """Take an experience out of recall; approving it again brings it back."""
    if experience.state != Experience.State.ACTIVE:
        raise ExperienceRefused(_("the experience is not active"))
    return _set_state(
        experience, Experience.State.ARCHIVED, "experience.archived", acting_user, reason
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
) -> Experience:
    with in_library(experience.namespace, person(acting_user), reason=reason) as change:
        before = words_of(experience)
        if state == Experience.State.ACTIVE:
            let_recall(experience, acting_user, change.now)
        experience.state = state
        save(change, experience)
        record(change, experience, action, before=before)
    return experience


def let_recall(experience: Experience, acting_user: User, now: datetime) -> None:
    """Give an experience what an active one has: who approved it, and a life that decays."""
    experience.approved_by, experience.approved_at = acting_user, now
    DecayState.objects.update_or_create(
        experience=experience,
        defaults={"half_life_hours": HALF_LIFE_HOURS, "last_accessed_at": now},
    )


def save(change: Change, experience: Experience) -> None:
    """Write an experience as its next version; the index follows."""
    experience.version += 1
    experience.updated_at = change.now
    experience.save()
    change.indexed.add(f"experience:{experience.pk}")


def in_library(
    namespace: Namespace, author: Author, *, now: datetime | None = None, reason: str = ""
) -> AbstractContextManager[Change]:
    """Open a change of the tenant's library."""
    shared = Namespace.objects.shared(namespace.tenant)
    return changing(shared, author=author, now=now or timezone.now(), reason=reason)


def words_of(experience: Experience) -> dict[str, str]:
    """Return what the audit keeps of a state of an experience."""
    return {
        "state": experience.state,
        "general_task": experience.general_task,
        "general_solution": experience.general_solution,
    }


def record(
    change: Change, experience: Experience, action: str, before: Mapping[str, str] | None = None
) -> None:
    """Write the audit row of a change of an experience."""
    change.event(
        action,
        object_type="experience",
        object_id=experience.pk,
        before=before or {},
        after=words_of(experience),
    )


def names_around(person_of: Namespace) -> set[str]:
    """Return the names that memory knows of a user: their own, and of the people around them."""
    own = MemoryItem.objects.of(person_of).filter(attribute__in=["name", "form_of_address"])
    entities = Entity.objects.filter(namespace=person_of, type=PERSON).exclude(key="user")
    return {
        *own.values_list("value", flat=True),
        *entities.values_list("name", flat=True),
    }


def _hash(task: str, solution: str) -> str:
    said = f"{normalise_value(task)}\0{normalise_value(solution)}"
    return hashlib.sha256(said.encode()).hexdigest()
