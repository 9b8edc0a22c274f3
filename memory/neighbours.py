"""The entities that a question names, and the items that tell of them: neighbours in the graph."""

import re
from collections.abc import Iterator, Mapping

from memory.domain.graph import entity_key, is_user
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
    ends = ("subject__name", "subject__aliases", "object__name", "object__aliases")
    told: Told = {}
    for item_id, *names in relations.order_by("source_id").values_list("source_id", *ends):
        for name, aliases in (names[:2], names[2:]):
            for called in (name, *aliases):
                if not is_user(called):
                    told.setdefault(entity_key(called), (name, []))[1].append(item_id)
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
