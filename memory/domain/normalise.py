"""One name for one thing: attributes by their aliases, values in the form they are compared in."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from memory.domain.ontology import SPECS, normalise_value
from memory.domain.types import Candidate, Mode

# What models call the attributes that the ontology knows.
ALIASES = {
    "residence": "home",
    "lives_in": "home",
    "location": "home",
    "city": "home",
    "current_city": "home",
    "address": "home",
    "job": "occupation",
    "job_title": "occupation",
    "profession": "occupation",
    "company": "employer",
    "works_at": "employer",
    "works_for": "employer",
    "allergies": "allergy",
    "allergic_to": "allergy",
    "dietary_restriction": "diet",
    "dietary_preference": "diet",
    "dietary_restrictions": "diet",
    "like": "likes",
    "interest": "likes",
    "interests": "likes",
    "dislike": "dislikes",
    "hates": "dislikes",
    "hobbies": "hobby",
    "habits": "habit",
    "skills": "skill",
    "pets": "pet",
    "languages": "language",
    "spoken_language": "language",
    "birth_date": "birthday",
    "date_of_birth": "birthday",
    "nickname": "form_of_address",
    "preferred_name": "form_of_address",
    "full_name": "name",
    "first_name": "name",
    "origin": "hometown",
    "birthplace": "hometown",
    "spouse": "family",
    "children": "family",
    "partner": "family",
    "possession": "owns",
    "possessions": "owns",
    "plans": "plan",
    "goals": "goal",
    "projects": "project",
    "answer_length": "reply_length",
    "response_length": "reply_length",
    "response_language": "reply_language",
    "answer_language": "reply_language",
    "response_style": "reply_style",
    "answer_style": "reply_style",
    "spiciness": "spice_level",
    "spice_tolerance": "spice_level",
    "medicine": "medication",
    "medications": "medication",
    "disease": "medical_condition",
    "health": "medical_condition",
    "faith": "religion",
}
_AVOIDING = frozenset({"avoids", "dislikes", "never", "diet"})
_SPICY = frozenset(
    {"spicy", "spicy food", "spicy dishes", "hot food", "辣", "辣的", "辣椒", "辛辣", "吃辣"}
    | {"辣味", "辛辣食物", "辣的食物", "辣食", "辛辣的食物", "辣的东西", "辣的菜"}
)


def normalise_attribute(attribute: str, aliases: Mapping[str, str] | None = None) -> str:
    """Return the ontology's name of an attribute; a topic after a colon is kept."""
    slug = "_".join(attribute.strip().casefold().replace("-", " ").split())
    known = {**ALIASES, **{_slug(alias): name for alias, name in (aliases or {}).items()}}
    if slug in SPECS or slug in (aliases or {}).values():
        return slug
    if slug in known:
        return known[slug]
    head, colon, topic = slug.partition(":")
    if not colon:
        return slug
    if head + ":" in SPECS:
        return f"{head}:{topic}"
    return f"{known.get(head, head)}" if head in known else slug


def normalise_candidate(
    candidate: Candidate, aliases: Mapping[str, str] | None = None
) -> Candidate:
    """Return the candidate with its attribute in the ontology's words and clamped scores.

    "Does not eat spicy food" is a spice level, whichever way it was put, so that "mild today"
    can meet it.
    """
    attribute = normalise_attribute(candidate.attribute, aliases)
    value = candidate.value.strip()
    if attribute in _AVOIDING and normalise_value(value) in _SPICY:
        attribute, value = "spice_level", "none"
    return replace(
        candidate,
        attribute=attribute,
        value=value,
        subject=candidate.subject.strip() or "user",
        importance=min(1.0, max(0.0, candidate.importance)),
        confidence=min(1.0, max(0.0, candidate.confidence)),
    )


def content_hash(candidate: Candidate) -> str:
    """Return the identity of a statement: who, which attribute, which value, and which time.

    Two stays in one place are two statements, and so is "today" beside "always"; the wording is
    only looked at where there is no value.
    """
    said = normalise_value(candidate.value) or normalise_value(candidate.text)
    parts = [normalise_value(candidate.subject), candidate.attribute, said]
    if candidate.mode == Mode.PAST:
        parts += ["past", _stamp(candidate.valid_from), _stamp(candidate.valid_to)]
    elif candidate.mode == Mode.TEMPORARY:
        parts += ["temporary", _stamp(candidate.expires_at)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def _stamp(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _slug(name: str) -> str:
    return "_".join(name.strip().casefold().replace("-", " ").split())


def pieces(value: str) -> list[str]:
    """Return a value, its words, and each two characters where words are not written apart.

    团子 is one of those of 叫团子的狗. Single characters are none.
    """
    pairs = [] if value.isascii() else [value[at : at + 2] for at in range(len(value) - 1)]
    return [piece for piece in (value, *value.split(), *pairs) if len(piece) > 1]
