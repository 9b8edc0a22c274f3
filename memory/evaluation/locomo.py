"""LoCoMo at the level of turns: is what answers the question among what is recalled?

An item is one turn of the talk. Every question with evidence counts, in all five categories; the
talk goes in as history with speaker and date. Annotations of the set are never used.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from memory.domain.types import Layer
from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import (
    Baselines,
    count_tokens,
    data_dir,
    means,
    new_namespace,
    ranked_history,
    recall,
    remember_talk,
)
from memory.evaluation.stores import temporary_stores
from memory.importing import PastExchange

CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}
LAST_N = 20  # turns that the baseline "last_n" has in its window


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation: the turns in order with their ids, and the questions with evidence."""

    ids: tuple[str, ...]
    turns: tuple[PastExchange, ...]
    questions: tuple[Mapping[str, Any], ...]


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    rows: dict[str, list[tuple[str, dict[str, float]]]] = defaultdict(list)
    with temporary_stores(policy=options.policy):
        for talk in options.followed(list(read_talks(data_dir(options.data) / "locomo"))):
            for method, category, figures in measure(talk, options.limit):
                rows[method].append((category, figures))
    ours = rows.pop("recall", [])
    return SuiteResult(
        suite="locomo",
        n=len(ours),
        metrics=_summary(ours),
        by_category={
            name: _summary([row for row in ours if row[0] == name]) for name in CATEGORIES.values()
        },
        baselines={
            method: {
                **_summary(found),
                "by_category": {
                    name: _summary([row for row in found if row[0] == name])
                    for name in CATEGORIES.values()
                },
            }
            for method, found in rows.items()
        },
        data=f"{options.data or 'locomo'}: turns, all five categories, questions with evidence",
        seconds=round(perf_counter() - begun, 1),
    )


def _summary(rows: Sequence[tuple[str, dict[str, float]]]) -> dict[str, float]:
    figures = [row for _category, row in rows]
    tokens = [row.pop("tokens") for row in (dict(row) for row in figures) if "tokens" in row]
    shares = means([{k: v for k, v in row.items() if k != "tokens"} for row in figures])
    extra = {"injected_tokens": round(sum(tokens) / len(tokens), 1)} if tokens else {}
    return {"n": len(rows), **shares, **extra}


def measure(talk: Talk, limit: int) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Yield (method, category, figures) for each question and way of ranking."""
    namespace = new_namespace()
    now = talk.turns[-1].occurred_at + timedelta(days=1)
    episode_ids = remember_talk(namespace, talk.turns, now, learns=False)
    turn_of = dict(zip(episode_ids, talk.ids, strict=True))
    baselines = Baselines([f"{turn.speaker}: {turn.text}" for turn in talk.turns])
    full = count_tokens("\n".join(turn.text for turn in talk.turns))
    for question in talk.questions[: limit or None]:
        category, evidence = CATEGORIES[question["category"]], question["evidence"]
        result = recall(namespace, question["question"], now)
        found = [turn_of[e.item_id] for e in ranked_history(result)]
        shown = {turn_of[e.item_id] for e in result.injected if e.layer == Layer.HISTORY}
        figures = at_turns(found, evidence)
        figures["in_context"] = len(shown & set(evidence)) / len(evidence)
        yield "recall", category, {**figures, "tokens": result.recalled_tokens}
        for name, order in baselines.rankings(question["question"]).items():
            figures = at_turns([talk.ids[place] for place in order], evidence)
            window = {talk.ids[place] for place in order[:LAST_N]}
            figures["in_context"] = len(window & set(evidence)) / len(evidence)
            yield name, category, figures
        yield "full_history", category, {"in_context": 1.0, "tokens": full}


def at_turns(found: Sequence[str], evidence: Sequence[str]) -> dict[str, float]:
    """Return the shares for one question; `found` are turn ids, best first."""
    wanted = set(evidence)
    five, ten = set(found[:5]), set(found[:10])
    return {
        "hit@1": float(bool(found) and found[0] in wanted),
        "any@5": float(bool(wanted & five)),
        "all@5": float(wanted <= five),
        "frac@10": len(wanted & ten) / len(wanted),
        "all@10": float(wanted <= ten),
    }


def read_talks(folder: Path) -> Iterator[Talk]:
    for path in sorted(folder.glob("*.json")):
        for sample in json.loads(path.read_text()):
            yield _talk(sample)


def _talk(sample: Mapping[str, Any]) -> Talk:
    conversation = sample["conversation"]
    numbers = sorted(
        int(match[1]) for key in conversation if (match := re.fullmatch(r"session_(\d+)", key))
    )
    ids: list[str] = []
    turns: list[PastExchange] = []
    for number in numbers:
        begun = _moment(conversation[f"session_{number}_date_time"])
        for place, turn in enumerate(conversation[f"session_{number}"]):
            ids.append(turn["dia_id"])
            turns.append(
                PastExchange(
                    text=_text(turn),
                    occurred_at=begun + timedelta(seconds=30 * place),
                    talk=str(number),
                    speaker=turn["speaker"],
                )
            )
    return Talk(tuple(ids), tuple(turns), tuple(_questions(sample["qa"], set(ids))))


def _text(turn: Mapping[str, Any]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [photo: {caption}]" if caption else str(turn["text"])


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _questions(rows: Sequence[Mapping[str, Any]], ids: set[str]) -> Iterator[Mapping[str, Any]]:
    for row in rows:
        named = [turn for text in row["evidence"] for turn in re.findall(r"D\d+:\d+", text)]
        evidence = [turn for turn in dict.fromkeys(named) if turn in ids]
        if evidence:
            yield {**row, "evidence": evidence}
