"""MADial-Bench in Chinese: given the talk up to the turn under test, recall the right memories.

Query protocol: the last `TURNS` turns before the turn under test, for every method alike. The
memories of all persons lie in one namespace, as in the set's own protocol.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from memory.domain.lexical import bm25, build_postings, term_id, term_ids
from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import (
    Baselines,
    data_dir,
    means,
    new_namespace,
    ranked_history,
    recall,
    remember_talk,
)
from memory.evaluation.stores import temporary_stores
from memory.importing import PastExchange
from memory.models import Namespace
from memory.terms import plain_words

TURNS = 3


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    folder = data_dir(options.data) / "madial"
    memories = list(_memories(folder / "MADial-Bench-zh-memory.json"))
    dialogues = list(_records(folder / "MADial-Bench-zh-dialogue.json"))
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    with temporary_stores(policy=options.policy):
        namespace = new_namespace()
        exchanges = [exchange for _id, exchange in memories]
        now = max(exchange.occurred_at for exchange in exchanges) + timedelta(days=1)
        episodes = remember_talk(namespace, exchanges, now, learns=False)
        names = [name for name, _exchange in memories]
        methods = _Methods(namespace, dict(zip(episodes, names, strict=True)), names, exchanges)
        for dialogue in options.followed(dialogues[: options.limit or None]):
            wanted = {str(one) for one in dialogue["relevant-id"]}
            query = _query(dialogue)
            for method, found in methods.rankings(query, now):
                rows[method].append(_figures(found, wanted))
    ours = rows.pop("recall")
    return SuiteResult(
        suite="chinese",
        n=len(ours),
        metrics=means(ours),
        baselines={name: means(found) for name, found in rows.items()},
        data=f"MADial-Bench zh; query: the last {TURNS} turns before the turn under test",
        seconds=round(perf_counter() - begun, 1),
    )


class _Methods:
    def __init__(
        self,
        namespace: Namespace,
        name_of: Mapping[int, str],
        names: Sequence[str],
        exchanges: Sequence[PastExchange],
    ) -> None:
        self._namespace, self._name_of, self._names = namespace, name_of, names
        texts = [exchange.text for exchange in exchanges]
        self._baselines = Baselines(texts)
        self._words = build_postings([term_ids(plain_words(text)) for text in texts])

    def rankings(self, query: str, now: datetime) -> Iterator[tuple[str, list[str]]]:
        result = recall(self._namespace, query, now)
        yield "recall", [self._name_of[item.item_id] for item in ranked_history(result)]
        for name, places in self._baselines.rankings(query).items():
            yield name, [self._names[place] for place in places]
        scores, _ = bm25(self._words, {term_id(word): 1.0 for word in plain_words(query)})
        yield "bm25_words", [self._names[place] for place in (-scores).argsort(kind="stable")]


def _figures(found: Sequence[str], wanted: set[str]) -> dict[str, float]:
    return {
        f"recall@{depth}": len(wanted & set(found[:depth])) / len(wanted) for depth in (1, 3, 5, 10)
    }


def _query(dialogue: Mapping[str, Any]) -> str:
    turns = [_spoken(turn) for turn in dialogue["dialogue"]]
    under_test = int(dialogue["test-turn"][0])
    return "\n".join(turn for turn in turns[max(under_test - TURNS, 1) : under_test])


def _spoken(turn: str) -> str:
    _speaker, _colon, said = turn.replace("：", ":").partition(":")
    return said.strip().strip('"“”') or turn.strip()


def _memories(path: Path) -> Iterator[tuple[str, PastExchange]]:
    for record in _records(path):
        for name, memory in record.items():
            moment = datetime.fromisoformat(memory["time"]).replace(tzinfo=UTC)
            # Each memory is a talk of its own: none is the neighbour of another.
            yield name, PastExchange(text=memory["event"], occurred_at=moment, talk=name)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    text = path.read_text(encoding="utf-8-sig")
    try:
        found = json.loads(text)
        yield from found if isinstance(found, list) else [found]
    except json.JSONDecodeError:
        for line in text.splitlines():
            if line.strip():
                yield json.loads(line)
