"""The entity graph: relations follow the items that they came from."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from memory.domain.graph import called, entity_key, is_user, same_entities, triple_of
from memory.domain.kinds import NAMED_KINDS
from memory.domain.types import USER, Status, Triple
from memory.models import Entity, MemoryItem, Namespace, Relation


def relate(item: MemoryItem, triples: Iterable[Triple] = ()) -> None:
    """Make the relations of an item match it: its attribute's, and those that were extracted.

    Call it in the item's transaction. Relations extracted earlier stay while the value that they
    were extracted with does; the interval follows the item's.
    """
    derived = triple_of(item.subject, item.attribute, item.value)
    wanted = {_key(triple): triple for triple in (*triples, *([derived] if derived else []))}
    for triple in wanted.values():
        Relation.objects.update_or_create(
            source=item,
            subject=_entity(item.namespace, triple.subject, triple.subject_type),
            predicate=triple.predicate[:80],
            object=_entity(item.namespace, triple.object, triple.object_type),
            defaults={"namespace": item.namespace},
        )
    Relation.objects.filter(source=item).update(
        valid_from=item.valid_from, valid_to=item.valid_to or item.expires_at
    )


def unrelate(item: MemoryItem) -> None:
    """Remove the relations of an item (its value is another one now, or it is to go)."""
    Relation.objects.filter(source=item).delete()


def remove_orphans(namespace: Namespace) -> int:
    """Remove entities that no relation names any more; return how many."""
    orphans = Entity.objects.filter(namespace=namespace, outgoing=None, incoming=None)
    return orphans.delete()[0]


def aliases_of(relations: "QuerySet[Relation]") -> dict[int, set[str]]:
    """Return what entities are called besides their name, by id, as active items tell (one query).

    Nothing of it is stored: who is erased leaves no other name behind.
    """
    named = relations.filter(source__status=Status.ACTIVE, source__attribute__in=NAMED_KINDS)
    return called(
        named.values_list("object_id", "object__key", "source__attribute", "source__value")
    )


def identities(namespace: Namespace) -> Mapping[int, int]:
    """Return which entities are another one, as `same_entities` says (two queries)."""
    aliases = aliases_of(namespace.relations.all())
    names = {entity_key(name) for others in aliases.values() for name in others}
    keys = namespace.entities.filter(key__in=names).values_list("pk", "key")
    return same_entities(dict(keys), aliases) if names else {}


def _entity(namespace: Namespace, name: str, entity_type: str) -> Entity:
    shown = USER if is_user(name) else " ".join(name.split())[:200]
    entity, _ = Entity.objects.get_or_create(
        namespace=namespace,
        key=entity_key(shown),
        type=(entity_type or "thing")[:40],
        defaults={"name": shown},
    )
    return entity


def _key(triple: Triple) -> tuple[str, str, str]:
    return entity_key(triple.subject), triple.predicate, entity_key(triple.object)
