"""The entities that a question names, and the items that tell of them: neighbours in the graph."""

import re
from collections.abc import Iterator, Mapping

from memory.domain.graph import called, entity_key, is_user, same_entities
from memory.domain.types import Status
from memory.generations import PerGeneration
from memory.models import Namespace, Relation

LONGEST = 6  # words of a name, or twice as many Han characters
MOST_ITEMS = 20  # a question about everybody's friend is not about all of their relations
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_POSSESSIVE = re.compile(r"['’]s?$")

Told = dict[str, tuple[str, list[int]]]  # key or alias → name, items that tell of it by id


def neighbours_of(namespace: Namespace, text: str) -> Mapping[int, str]:
    """Return the items whose relations hold an entity that a text names, with that entity's name,
    those last told first. No query, beyond reading the relations anew after a change."""
    told = _told.of(namespace)
    found: dict[int, str] = {}
    for name, items in (told[key] for key in _keys(text) if key in told):
        for item_id in items[-MOST_ITEMS:]:
            found.setdefault(item_id, name)
    return {item_id: found[item_id] for item_id in sorted(found, reverse=True)[:MOST_ITEMS]}


def _read(namespace: Namespace) -> Told:
    """Return what active items tell of whom (one query)."""
    relations = Relation.objects.filter(namespace=namespace, source__status=Status.ACTIVE)
    rows = list(
        relations.order_by("source_id").values_list(
            *("source_id", "source__attribute", "source__value"),
            *("subject_id", "subject__name", "object_id", "object__name"),
        )
    )
    aliases = called((to, entity_key(name), *said) for _, *said, _, _, to, name in rows)
    names = {pk: name for *_, pk, name in rows} | {pk: name for *_, pk, name, _, _ in rows}
    same = same_entities({pk: entity_key(name) for pk, name in names.items()}, aliases)
    told: Told = {}
    for item_id, _, _, subject, _, target, _ in rows:
        for entity in dict.fromkeys((same.get(subject, subject), same.get(target, target))):
            for name in (names[entity], *aliases.get(entity, ())):
                if not is_user(name):
                    told.setdefault(entity_key(name), (names[entity], []))[1].append(item_id)
    return told


_told = PerGeneration(_read)


def _keys(text: str) -> Iterator[str]:
    """Give every run of words, and every run of Han characters, that could be a name."""
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(text.casefold())]
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])
    for run in _HAN.findall(text):
        for start in range(len(run) - 1):
            for end in range(start + 2, min(start + 2 * LONGEST, len(run)) + 1):
                yield run[start:end]
