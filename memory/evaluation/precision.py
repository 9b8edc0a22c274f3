"""PrecisionMemBench: of the beliefs that are brought for a query, how many belong there?

A scope is a user of its own: beliefs of that scope and the universal ones. The suite is a
vendor's; take it as a set of unit tests.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from memory.audit import SYSTEM
from memory.changes import add_item, changing, deprecate
from memory.domain.types import Candidate, Kind, Layer, Status
from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import (
    Baselines,
    data_dir,
    means,
    new_namespace,
    recall,
    set_figures,
)
from memory.evaluation.stores import temporary_stores
from memory.models import Namespace

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
BASELINE_DEPTH = 5
OWN = "test-user"


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    folder = data_dir(options.data) / "precisionmembench"
    beliefs = json.loads((folder / "beliefs.seed.json").read_text())
    cases = json.loads((folder / "retrieval.cases.json").read_text())
    rows: dict[str, list[tuple[str, dict[str, float]]]] = defaultdict(list)
    with temporary_stores(policy=options.policy):
        scopes: dict[str, tuple[Namespace, dict[int, str], list[Any]]] = {}
        for case in options.followed(cases[: options.limit or None]):
            expected = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude")
            if expected is None or case.get("userId", OWN) != OWN:
                continue
            scope = case["scope"][0] if case["scope"] else ""
            if scope not in scopes:
                scopes[scope] = _filled(beliefs, scope)
            for method, found in _rankings(*scopes[scope], case["query"]):
                rows[method].append((case["category"], set_figures(found, expected)))
    ours = rows.pop("recall", [])
    categories = dict.fromkeys(category for category, _f in ours)
    return SuiteResult(
        suite="precision",
        n=len(ours),
        metrics=means([figures for _category, figures in ours]),
        by_category={
            name: means([figures for category, figures in ours if category == name])
            for name in categories
        },
        baselines={name: means([figures for _c, figures in found]) for name, found in rows.items()},
        data="PrecisionMemBench: cases with an expected set, one user a scope",
        seconds=round(perf_counter() - begun, 1),
    )


def _filled(
    beliefs: Sequence[Mapping[str, Any]], scope: str
) -> tuple[Namespace, dict[int, str], list[Any]]:
    namespace = new_namespace()
    names: dict[int, str] = {}
    active = []
    with changing(namespace, author=SYSTEM, now=NOW, reason="evaluation") as change:
        for belief in beliefs:
            scopes = set(belief["scope"])
            if belief["user_id"] != OWN or not scopes & {scope, "user:universal"}:
                continue
            item = add_item(
                change,
                Candidate(
                    text=_text(belief),
                    attribute="fact",
                    value=belief["canonical_name"].replace("_", " "),
                    kind=Kind.FACT,
                    importance=0.8 if belief.get("pinned") else 0.5,
                    confidence=belief.get("confidence", 0.8),
                ),
                source="import",
                said_at=datetime.fromisoformat(belief["created_at"]),
            )
            names[item.pk] = belief["_id"]
            if belief["epistemic_status"] == "superseded":
                deprecate(change, item, reason="superseded")
            elif item.status == Status.ACTIVE:
                active.append(belief)
    return namespace, names, active


def _text(belief: Mapping[str, Any]) -> str:
    names = [belief["canonical_name"].replace("_", " "), *belief.get("aliases", [])]
    return f"{', '.join(names)}: {belief['content']}"


def _rankings(
    namespace: Namespace, names: Mapping[int, str], active: Sequence[Any], query: str
) -> list[tuple[str, list[str]]]:
    result = recall(namespace, query, NOW)
    ours = [names[e.item_id] for e in result.injected if e.layer != Layer.HISTORY]
    plain = Baselines([_text(belief) for belief in active]).rankings(query)
    return [
        ("recall", ours),
        *(
            (name, [active[place]["_id"] for place in places[:BASELINE_DEPTH]])
            for name, places in plain.items()
        ),
    ]
