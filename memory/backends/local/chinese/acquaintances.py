"""Relatives, friends and animals that memory knows by name: 朵朵 of 孙女朵朵."""

import re
from collections.abc import Iterable, Iterator

from memory.backends.local.chinese.people import Person, named_person, pet_person
from memory.backends.local.chinese.rules.family import ANIMAL
from memory.domain.kinds import CHINESE_ROLES
from memory.domain.types import USER

_KIND = re.compile(rf"[^，叫]{{0,3}}?{ANIMAL}")
_RANK = re.compile(r"[大小二三老]")
_LONGEST_NAME = 8


def acquaintances(known: Iterable[tuple[str, str, str]]) -> dict[str, Person]:
    """Return by name whom the remembered (subject, attribute, value) of the user tell of."""
    found: dict[str, Person] = {}
    for subject, attribute, value in known:
        if subject != USER:
            continue
        if attribute in ("family", "relationship"):
            people = _relatives(value)
        else:
            people = _pets(value) if attribute == "pet" else iter(())
        for person in people:
            if 2 <= len(person.name) <= _LONGEST_NAME:
                found.setdefault(person.name, person)
    return found


def _relatives(value: str) -> Iterator[Person]:
    rank = _RANK.match(value) if value[:2] not in CHINESE_ROLES else None
    rest = value[rank.end() :] if rank else value
    term = next((t for t in sorted(CHINESE_ROLES, key=len, reverse=True) if rest.startswith(t)), "")
    if term:
        yield named_person(
            CHINESE_ROLES[term], value[: len(value) - len(rest)] + term, rest[len(term) :]
        )


def _pets(value: str) -> Iterator[Person]:
    """Yield each way to part 猫咪咪: the animal's name is not set off from its kind."""
    for at in range(len(value) - 1, 0, -1):
        if _KIND.fullmatch(value[:at]):
            yield pet_person(value[:at].strip(), value[at:].strip())
