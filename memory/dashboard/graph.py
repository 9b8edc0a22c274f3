"""The entity graph of one person as a picture: at most 150 nodes, positions fixed on the server."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import networkx as nx
from django.db.models import Q

from memory.dashboard.field_words import entity_kind, relation_label, subject_label
from memory.graph import identities
from memory.models import Namespace, Relation

NODES_SHOWN = 150
RELATIONS_SHOWN = 300
SMALL = 60  # relations that the picture begins with; from there on it grows by click


def neighbourhood(
    namespace: Namespace, *, now: datetime, center: int | None = None
) -> dict[str, Any]:
    """Return nodes with positions, and the edges; those that no longer hold are marked.

    With `center`, the relations of that entity alone.
    """
    same = identities(namespace)
    rows = namespace.relations.select_related("subject", "object", "source")
    if center is not None:
        center = same.get(center, center)
        ids = [center, *(pk for pk, other in same.items() if other == center)]
        rows = rows.filter(Q(subject_id__in=ids) | Q(object_id__in=ids))
    total = rows.count()
    relations = list(rows.order_by("-pk")[:RELATIONS_SHOWN])
    _unite(namespace, relations, same)
    graph: nx.Graph[int] = nx.Graph()
    for relation in relations:
        graph.add_edge(relation.subject_id, relation.object_id)
    kept = _most_connected(graph)
    relations = [r for r in relations if r.subject_id in kept and r.object_id in kept]
    positions = _positions(graph, kept)
    names = {r.subject_id: r.subject for r in relations} | {
        r.object_id: r.object for r in relations
    }
    return {
        "nodes": [
            {
                "id": str(pk),
                "name": subject_label(entity.name),
                "type": entity.type,
                "kind": entity_kind(entity.type),
                "x": round(float(positions[pk][0]) * 400, 1),
                "y": round(float(positions[pk][1]) * 300, 1),
                "degree": graph.degree[pk],
            }
            for pk, entity in names.items()
        ],
        "edges": [_edge(relation, now) for relation in relations],
        "relations": relations,
        "shown": [{"relation": r, "holds": holds(r, now), "label": words_of(r)} for r in relations],
        "total": total,
        "center": center,
    }


def _unite(namespace: Namespace, relations: list[Relation], same: Mapping[int, int]) -> None:
    """Let the relations of "the sister" hang on Clara, where they are one."""
    bearers = namespace.entities.in_bulk(set(same.values()))
    for relation in relations:
        relation.subject = bearers.get(same.get(relation.subject_id, 0), relation.subject)
        relation.object = bearers.get(same.get(relation.object_id, 0), relation.object)


def view(namespace: Namespace, *, now: datetime, query: Mapping[str, str]) -> dict[str, Any]:
    """Return what the page begins with: everything while it is small or asked for (`all`), else
    the relations of one entity (`entity`, or the best connected one)."""
    asked = query.get("entity", "")
    if asked.isdecimal():
        return neighbourhood(namespace, now=now, center=int(asked))
    whole = neighbourhood(namespace, now=now)
    if whole["total"] <= SMALL or query.get("all"):
        return whole
    best = max(whole["nodes"], key=lambda node: (node["degree"], -int(node["id"])))
    return neighbourhood(namespace, now=now, center=int(best["id"])) | {"whole": whole["total"]}


def _positions(graph: "nx.Graph[int]", kept: list[int]) -> Any:
    """Place the nodes; parts that hang apart are tied loosely to the best connected node."""
    if not kept:
        return {}
    tied = nx.Graph(graph.subgraph(kept))
    for part in list(nx.connected_components(tied)):
        if kept[0] not in part:
            tied.add_edge(kept[0], max(part, key=graph.degree), weight=0.3)
    return nx.spring_layout(tied, seed=7, iterations=80, k=1.6 / len(kept) ** 0.5)


def _most_connected(graph: "nx.Graph[int]") -> list[int]:
    """Return the nodes to draw, the best connected first, each with those that it is tied to."""

    def standing(node: int) -> tuple[int, int]:
        return -graph.degree[node], node

    kept: dict[int, None] = {}
    for node in sorted(graph.nodes, key=standing):
        kept |= dict.fromkeys([node, *sorted(graph[node], key=standing)])
        if len(kept) >= NODES_SHOWN:
            break
    return list(kept)[:NODES_SHOWN]


def holds(relation: Relation, now: datetime) -> bool:
    """Tell whether an edge holds now: it has not ended, and its source is still active."""
    begun = relation.valid_from is None or relation.valid_from <= now
    ended = relation.valid_to is not None and relation.valid_to <= now
    return begun and not ended and relation.source.status == "active"


def words_of(relation: Relation) -> str:
    return relation_label(relation.predicate)


def _edge(relation: Relation, now: datetime) -> dict[str, Any]:
    return {
        "source": str(relation.subject_id),
        "target": str(relation.object_id),
        "id": relation.pk,
        "label": words_of(relation),
        "subject": subject_label(relation.subject.name),
        "object": subject_label(relation.object.name),
        "text": relation.source.text,
        "holds": holds(relation, now),
        "item": relation.source_id,
    }
