"""The entities that a question names, and the items that tell of them: neighbours in the graph."""

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping

from django.db.models import Q

from memory.domain.graph import entity_key, is_user
from memory.domain.types import Status
from memory.models import Entity, Namespace, Relation

KEPT_NAMESPACES = 512
LONGEST = 6  # words of a name, or twice as many Han characters
MOST_ITEMS = 20  # a question about everybody's friend is not about all of their relations
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_POSSESSIVE = re.compile(r"['’]s?$")

Names = dict[str, tuple[int, str]]  # key or alias → (entity, its name)
_kept: OrderedDict[int, tuple[int, Names]] = OrderedDict()  # namespace → (generation, names)


def neighbours_of(namespace: Namespace, text: str) -> Mapping[int, str]:
    """Return the items whose relations hold an entity that a text names, with that entity's name.

    No query when the text names none, beyond reading the names anew after a change.
    """
    names = _names(namespace)
    named = {names[key][0]: names[key][1] for key in _keys(text) if key in names}
    if not named:
        return {}
    relations = Relation.objects.filter(
        Q(subject__in=named) | Q(object__in=named),
        namespace=namespace,
        source__status=Status.ACTIVE,
    )
    rows = relations.order_by("-source_id").values_list("source_id", "subject_id", "object_id")
    found: dict[int, str] = {}
    for source_id, subject_id, object_id in rows[: 2 * MOST_ITEMS]:
        found.setdefault(source_id, named.get(subject_id) or named[object_id])
    return dict(list(found.items())[:MOST_ITEMS])


def _names(namespace: Namespace) -> Names:
    kept = _kept.get(namespace.pk)
    if kept is None or kept[0] != namespace.generation:
        entities = Entity.objects.filter(namespace=namespace)
        names: Names = {}
        for pk, name, aliases in entities.values_list("pk", "name", "aliases"):
            names |= {entity_key(n): (pk, name) for n in (name, *aliases) if not is_user(n)}
        kept = _kept[namespace.pk] = (namespace.generation, names)
    _kept.move_to_end(namespace.pk)
    while len(_kept) > KEPT_NAMESPACES:
        _kept.popitem(last=False)
    return kept[1]


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
