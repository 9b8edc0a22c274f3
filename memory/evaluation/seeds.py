"""The five figures that the product was asked for, each against its baseline in the same run.

Tokens a turn and evidence (LoCoMo) · constraints and preferences recalled · time of assembling ·
stale facts in context · top-5 hits of elliptic follow-ups with and without rewriting. The small
sets are this product's own, in both languages, and go in through the write path.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter

from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.bench import bench_recall
from memory.evaluation.harness import (
    Baselines,
    data_dir,
    new_namespace,
    per_cent,
    ranked_history,
    recall,
    remember_talk,
)
from memory.evaluation.locomo import measure, read_talks
from memory.evaluation.seed_cases import CHANGES, SMALL_TALK, STANDING, facts, follow_ups
from memory.evaluation.stores import kept_stores, temporary_stores
from memory.importing import PastExchange

BEGUN = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
LATER = timedelta(days=200)  # when standing things are asked for
BASELINE_DEPTH = 5
QUESTIONS_OF_TALK = 40
BENCH_ITEMS, BENCH_NAMESPACES = 2000, 2
Pair = dict[str, float]


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    with temporary_stores(policy=options.policy):
        tokens = _tokens(options)
        standing = _standing()
        stale = _stale()
        hits = _follow_ups()
    with kept_stores(f"recall-{BENCH_ITEMS}-{BENCH_NAMESPACES}"):
        speed = bench_recall(items=BENCH_ITEMS, namespaces=BENCH_NAMESPACES, repeats=30)
    ours = {
        **tokens["recall"],
        "standing_recalled": standing["recall"],
        "assemble_p99_ms_without_embedding": speed["hot"]["p99_without_embedding"],
        "stale_in_context": stale["recall"],
        "follow_up_top5": hits["recall"],
    }
    return SuiteResult(
        suite="seeds",
        n=len(STANDING) + len(CHANGES) + len(list(follow_ups())),
        metrics=ours,
        baselines={
            "full_history": tokens["full_history"],
            "vector": {
                **tokens["vector"],
                "standing_recalled": standing["vector"],
                "stale_in_context": stale["vector"],
            },
            "last_n": {"standing_recalled": standing["last_n"]},
            "naive": {"assemble_p99_ms_without_embedding": speed["naive"]["p99_without_embedding"]},
            "without_rewriting": {"follow_up_top5": hits["without_rewriting"]},
        },
        data=f"own sets, LoCoMo ({QUESTIONS_OF_TALK} questions a talk), {BENCH_ITEMS} items",
        seconds=round(perf_counter() - begun, 1),
    )


def _tokens(options: SuiteOptions) -> dict[str, Pair]:
    """Tokens a turn and the share of the evidence that they hold."""
    tokens: dict[str, list[float]] = {}
    evidence: dict[str, list[float]] = {}
    for talk in read_talks(data_dir(options.data) / "locomo"):
        for method, _category, figures in measure(talk, options.limit or QUESTIONS_OF_TALK):
            evidence.setdefault(method, []).append(figures["in_context"])
            if "tokens" in figures:
                tokens.setdefault(method, []).append(figures["tokens"])
    return {
        method: {
            "evidence_in_context": per_cent(evidence.get(method, [])),
            **(
                {"tokens_a_turn": round(sum(tokens[method]) / len(tokens[method]), 1)}
                if method in tokens
                else {}
            ),
        }
        for method in ("recall", "vector", "full_history")
    }


def _talk(said: Sequence[str], name: str) -> list[PastExchange]:
    return [
        PastExchange(text=text, occurred_at=BEGUN + timedelta(hours=place), talk=name)
        for place, text in enumerate(said)
    ]


def _standing() -> Pair:
    """Share of constraints and preferences in the context of a message that they bear on."""
    namespace = new_namespace()
    said: list[str] = []
    for place, case in enumerate(STANDING):
        said += [case.said, SMALL_TALK[place % len(SMALL_TALK)]]
    exchanges = _talk(said, "standing")
    now = exchanges[-1].occurred_at + LATER
    remember_talk(namespace, exchanges, now, learns=True)
    plain = Baselines(said)
    found: dict[str, list[float]] = {"recall": [], "vector": [], "last_n": []}
    for case in STANDING:
        result = recall(namespace, case.asked, now)
        told = f"{result.profile_text}\n{result.block_text}".casefold()
        found["recall"].append(float(case.wanted.casefold() in told))
        for name, places in plain.rankings(case.asked).items():
            if name in found:
                shown = " ".join(said[place] for place in places[:BASELINE_DEPTH]).casefold()
                found[name].append(float(case.wanted.casefold() in shown))
    return {name: per_cent(values) for name, values in found.items()}


def _stale() -> Pair:
    """Share of contexts that hold a value that was changed since, without a mark."""
    found: dict[str, list[float]] = {"recall": [], "vector": []}
    for case in CHANGES:
        namespace = new_namespace()
        said = [case.old_said, *SMALL_TALK[:4], case.new_said]
        exchanges = _talk(said, "changes")
        now = exchanges[-1].occurred_at + timedelta(days=1)
        remember_talk(namespace, exchanges, now, learns=True)
        result = recall(namespace, case.asked, now)
        stale = any(
            case.old.casefold() in item.text.casefold() and not item.detail.get("marks")
            for item in result.injected
        )
        found["recall"].append(float(stale))
        places = Baselines(said).rankings(case.asked)["vector"][:BASELINE_DEPTH]
        found["vector"].append(float(0 in places))
    return {name: per_cent(values) for name, values in found.items()}


def _follow_ups() -> Pair:
    """Share of elliptic follow-ups whose answer is among the first five, both languages."""
    namespace = new_namespace()
    exchanges = _talk(list(facts()), "facts")
    now = exchanges[-1].occurred_at + timedelta(days=1)
    remember_talk(namespace, exchanges, now, learns=False)
    found: dict[str, list[float]] = {"recall": [], "without_rewriting": []}
    for case in follow_ups():
        recent = (("user", case.before), ("assistant", case.answer))
        for name, context in (("recall", recent), ("without_rewriting", ())):
            result = recall(namespace, case.asked, now, recent=context)
            first = ranked_history(result)[:5]
            found[name].append(
                float(any(case.name in item.text and case.wanted in item.text for item in first))
            )
    return {name: per_cent(values) for name, values in found.items()}
