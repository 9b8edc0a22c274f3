"""Which relations a statement carries by its attribute alone. Pure."""

from collections.abc import Collection, Iterable, Mapping

from memory.domain.kinds import names_of
from memory.domain.types import USER, Triple

PERSON = "person"
# attribute → (predicate, type of the object)
_RELATIONS = {
    "home": ("lives_in", "place"),
    "hometown": ("comes_from", "place"),
    "workplace": ("works_in", "place"),
    "visited": ("visited", "place"),
    "nationality": ("is_national_of", "place"),
    "employer": ("works_at", "organisation"),
    "education": ("studied_at", "organisation"),
    "occupation": ("works_as", "occupation"),
    "family": ("has_family", PERSON),
    "relationship": ("knows", PERSON),
    "pet": ("has_pet", "pet"),
    "language": ("speaks", "language"),
    "project": ("works_on", "project"),
    "hobby": ("does", "activity"),
    "skill": ("can", "skill"),
    "owns": ("owns", "thing"),
    "allergy": ("is_allergic_to", "substance"),
    "medication": ("takes", "substance"),
    "religion": ("follows", "religion"),
}
LONGEST_NAME = 80  # what is longer is a sentence, not the name of something


def triple_of(subject: str, attribute: str, value: str) -> Triple | None:
    """Return the relation of a statement, None where its attribute names no entity."""
    relation = _RELATIONS.get(attribute)
    if relation is None or not value.strip() or len(value) > LONGEST_NAME:
        return None
    predicate, object_type = relation
    return Triple(
        subject=subject,
        subject_type=PERSON,
        predicate=predicate,
        object=names_of(attribute, value)[0],
        object_type=object_type,
    )


def entity_key(name: str) -> str:
    """Return the form in which two names are the same entity."""
    return " ".join(name.casefold().split())


def is_user(name: str) -> bool:
    return entity_key(name) in (USER, "the user", "用户")


def called(told: Iterable[tuple[int, str, str, str]]) -> dict[int, set[str]]:
    """Return what entities are called besides their name, by id.

    `told`: of each relation the id and key of its object, attribute and value of its source.
    """
    found: dict[int, set[str]] = {}
    for pk, key, attribute, value in told:
        name, others = names_of(attribute, value)
        if others and entity_key(name) == key:
            found.setdefault(pk, set()).update(others)
    return found


def same_entities(
    keys: Mapping[int, str], aliases: Mapping[int, Collection[str]]
) -> Mapping[int, int]:
    """Return, by id, which entity another one is: what is told of "the sister" is told of Clara,
    where Clara alone is called that. Ids that are not in it are themselves."""
    bearers: dict[str, set[int]] = {}
    for pk, names in aliases.items():
        for name in names:
            bearers.setdefault(entity_key(name), set()).add(pk)
    return {
        pk: next(iter(others))
        for pk, key in keys.items()
        if len(others := bearers.get(key, set()) - {pk}) == 1 and pk not in aliases
    }
