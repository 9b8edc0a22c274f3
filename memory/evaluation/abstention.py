"""Questions that memory cannot answer: is nothing brought to the prompt for them?

Two kinds. "unrelated": questions of other LoCoMo talks asked of a talk that says nothing of them.
"near": LongMemEval's questions whose evidence is about something close but other. For scale, the
share in which something is injected for questions that can be answered.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from time import perf_counter

from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import data_dir, means, new_namespace, recall, remember_talk
from memory.evaluation.locomo import read_talks
from memory.evaluation.stores import temporary_stores
from memory.evaluation.updates import longmemeval_talk

UNRELATED = (
    "What is the capital of Mongolia?",
    "How do I reverse a linked list in C?",
    "Which enzyme unwinds DNA during replication?",
    "Convert 30 degrees Celsius to Fahrenheit.",
    "Who wrote the Critique of Pure Reason?",
    "What does the HTTP status 418 mean?",
    "How is the Gini coefficient computed?",
    "Which planet has the most moons?",
    "请问光合作用的方程式是什么？",
    "怎么用 Python 读取 CSV 文件？",
    "唐朝的开国皇帝是谁？",
    "牛顿第二定律怎么表述？",
    "TCP 三次握手的过程是怎样的？",
    "世界上最长的河流是哪条？",
)


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    with temporary_stores(policy=options.policy):
        for name, figures in (*_unrelated(options), *_near(options)):
            rows[name].append(figures)
    return SuiteResult(
        suite="abstention",
        n=sum(len(found) for name, found in rows.items() if name != "answerable"),
        metrics={
            f"{name}_{figure}": value
            for name, found in rows.items()
            for figure, value in means(found).items()
        },
        by_category={name: {"n": len(found), **means(found)} for name, found in rows.items()},
        # A plain vector search and a full history always bring something.
        baselines={
            method: {"nothing_injected": 0.0} for method in ("vector", "last_n", "full_history")
        },
        data="questions without evidence",
        seconds=round(perf_counter() - begun, 1),
    )


def _unrelated(options: SuiteOptions) -> Iterator[tuple[str, dict[str, float]]]:
    for talk in read_talks(data_dir(options.data) / "locomo"):
        namespace = new_namespace()
        now = talk.turns[-1].occurred_at + timedelta(days=1)
        remember_talk(namespace, talk.turns, now, learns=False)
        for query in UNRELATED:
            result = recall(namespace, query, now)
            yield "unrelated", _figures(len(result.injected))
        for question in talk.questions[:20]:
            result = recall(namespace, question["question"], now)
            yield "answerable", _figures(len(result.injected))


def _figures(injected: int) -> dict[str, float]:
    return {"nothing_injected": float(injected == 0)}


def _near(options: SuiteOptions) -> Iterator[tuple[str, dict[str, float]]]:
    for path in sorted((data_dir(options.data) / "longmemeval").glob("evidence_turns*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if row["is_abstention"]:
                exchanges, now = longmemeval_talk(row)
                namespace = new_namespace()
                remember_talk(namespace, exchanges, now, learns=False)
                result = recall(namespace, row["question"], now)
                yield "near", _figures(len(result.injected))
