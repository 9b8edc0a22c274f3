"""Knowledge updates: does the newest statement come first, and does a stale one get in unmarked?

LongMemEval and BEAM: old and new statements with their places. StateBench: strings that the
assembled context must and must not hold; only the conversation turns go in, through the write
path. Every talk has a user of its own.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from memory.domain.types import DropReason, Layer, RecalledItem, RecallResult
from memory.evaluation import SuiteOptions, SuiteResult
from memory.evaluation.harness import (
    Baselines,
    data_dir,
    means,
    new_namespace,
    ranked,
    recall,
    remember_talk,
)
from memory.evaluation.stores import temporary_stores
from memory.importing import PastExchange
from memory.models import MemoryItem
from memory.terms import terms

TRACKS = ("supersession", "supersession_detection")
BASELINE_DEPTH = 10  # passages that a baseline puts into the context
Figures = Iterator[tuple[str, dict[str, float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A talk, a question, and the places of the exchanges with the old and the new statement."""

    exchanges: Sequence[PastExchange]
    old: frozenset[int]
    new: frozenset[int]
    questions: Sequence[str]
    now: datetime
    learns: bool = True


def run(options: SuiteOptions) -> SuiteResult:
    begun = perf_counter()
    folder = data_dir(options.data)
    rows: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    with temporary_stores(policy=options.policy):
        for name, updates in (
            ("longmemeval", _longmemeval(folder / "longmemeval")),
            ("beam", _beam(folder / "beam_100k")),
        ):
            for update in _first(updates, options.limit):
                for method, figures in _newest_first(update):
                    rows[name, method].append(figures)
        for timeline in _first(_timelines(folder / "statebench"), options.limit):
            for method, figures in _statebench(timeline):
                rows["statebench", method].append(figures)
    names = ("longmemeval", "beam", "statebench")
    return SuiteResult(
        suite="updates",
        n=sum(len(rows[name, "recall"]) for name in names),
        metrics={
            f"{name}_{figure}": value
            for name in names
            for figure, value in means(rows[name, "recall"]).items()
        },
        by_category={
            name: {"n": len(rows[name, "recall"]), **means(rows[name, "recall"])} for name in names
        },
        baselines={
            method: {name: means(rows[name, method]) for name in names}
            for method in ("bm25", "vector", "last_n", "full_history")
        },
        data="knowledge updates: one user a question (LongMemEval) or a talk (BEAM, StateBench)",
        seconds=round(perf_counter() - begun, 1),
    )


def _first(rows: Iterator[Any], limit: int) -> Iterator[Any]:
    for place, row in enumerate(rows):
        if limit and place >= limit:
            return
        yield row


def _newest_first(update: Update) -> Figures:
    namespace = new_namespace()
    ids = remember_talk(namespace, update.exchanges, update.now, learns=update.learns)
    place_of = {episode_id: place for place, episode_id in enumerate(ids)}
    baselines = Baselines([exchange.text for exchange in update.exchanges])
    for question in update.questions:
        result = recall(namespace, question, update.now)
        sources = _sources(result, place_of, update)
        asked = set(terms(question))
        order = [
            place
            for item in ranked(result)
            if _speaks_to(item, asked)
            for place in sources.get(_key(item), ())
        ]
        stale = any(
            update.old & set(sources.get(_key(item), ()))
            and _speaks_to(item, asked)
            and not _is_marked(item)
            for item in result.injected
        )
        yield "recall", _figures(update, order, stale=stale)
        for name, places in baselines.rankings(question).items():
            stale = bool(update.old & set(places[:BASELINE_DEPTH]))
            yield name, _figures(update, places, stale=stale)
        everything = list(range(len(update.exchanges)))
        yield "full_history", _figures(update, everything, stale=True)


def _figures(update: Update, order: Sequence[int], *, stale: bool) -> dict[str, float]:
    new, old = _place(order, update.new), _place(order, update.old)
    return {
        "newest_first": float(new < old),
        "newest_found": float(new < BASELINE_DEPTH),
        "stale_unmarked": float(stale),
    }


def _place(order: Sequence[int], wanted: frozenset[int]) -> float:
    return min((place for place, found in enumerate(order) if found in wanted), default=1e9)


def _key(item: RecalledItem) -> tuple[bool, int]:
    return item.layer == Layer.HISTORY, item.item_id


def _sources(
    result: RecallResult, place_of: Mapping[int, int], update: Update
) -> dict[tuple[bool, int], tuple[int, ...]]:
    """Return, for each entry, the places of the exchanges that it came from.

    An item whose value the new statement has too is no old statement, though it was first made
    from one ("lives in Harajuku", when what changed is for how long).
    """
    news = [set(terms(update.exchanges[place].text)) for place in update.new]
    entries = [*result.injected, *result.dropped]
    items = MemoryItem.objects.in_bulk([e.item_id for e in entries if e.layer != Layer.HISTORY])
    found: dict[tuple[bool, int], tuple[int, ...]] = {}
    for entry in entries:
        source: int | None = entry.item_id
        if entry.layer != Layer.HISTORY:
            source = items[entry.item_id].episode_id if entry.item_id in items else None
            value = set(terms(entry.value))
            is_old = place_of.get(source or 0) in update.old
            if is_old and value and any(value <= told for told in news):
                source = None
        found[_key(entry)] = (place_of[source],) if source and source in place_of else ()
    return found


def _speaks_to(item: RecalledItem, asked: set[str]) -> bool:
    """An exchange counts whole; of the items made from it, only those about what is asked."""
    return item.layer == Layer.HISTORY or bool(asked & set(terms(item.text)))


def _is_marked(item: RecalledItem) -> bool:
    return bool(item.detail.get("marks")) or item.reason == DropReason.SUPERSEDED


def _longmemeval(folder: Path) -> Iterator[Update]:
    for path in sorted(folder.glob("evidence_turns*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            sessions = sorted(
                row["evidence_sessions"], key=lambda session: _moment(session["date"])
            )
            if row["question_type"] != "knowledge-update" or row["is_abstention"]:
                continue
            if len(sessions) < 2:
                continue
            talks = [_session(session) for session in sessions]
            last = sum(len(talk) for talk in talks[:-1])
            exchanges = [exchange for talk in talks for exchange in talk]
            yield Update(
                exchanges=exchanges,
                old=frozenset(range(last)),
                new=frozenset(range(last, len(exchanges))),
                questions=[row["question"]],
                now=_asked_at(row, exchanges),
            )


def longmemeval_talk(row: Mapping[str, Any]) -> tuple[list[PastExchange], datetime]:
    """Return the evidence turns of a question as exchanges, and when it is asked."""
    sessions = sorted(row["evidence_sessions"], key=lambda session: _moment(session["date"]))
    found = [exchange for session in sessions for exchange in _session(session)]
    return found, _asked_at(row, found)


def _asked_at(row: Mapping[str, Any], exchanges: Sequence[PastExchange]) -> datetime:
    """Return when a question is asked: in some rows hours before what it is about was said."""
    said = [exchange.occurred_at for exchange in exchanges]
    return max([_moment(row["question_date"]), *said])


def _moment(text: str) -> datetime:
    """Read a date as the set writes it: "2023/04/10 (Mon) 23:07", in some rows ISO 8601."""
    if "/" in text:
        return datetime.strptime(text, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
    return datetime.fromisoformat(text)


def _session(session: Mapping[str, Any]) -> list[PastExchange]:
    return paired(
        [(turn["role"], turn["content"]) for turn in session["turns"]],
        _moment(session["date"]),
        talk=session["local_id"],
    )


def paired(turns: Sequence[tuple[str, str]], begun: datetime, *, talk: str) -> list[PastExchange]:
    """Return messages of a talk as exchanges: what the user said with the answer to it."""
    made: list[PastExchange] = []
    for place, (role, text) in enumerate(turns):
        if role == "user":
            follows = turns[place + 1] if place + 1 < len(turns) else ("", "")
            reply = follows[1] if follows[0] == "assistant" else ""
            moment = begun + timedelta(seconds=30 * place)
            made.append(PastExchange(text=text, occurred_at=moment, talk=talk, reply=reply))
    return made


def _beam(folder: Path) -> Iterator[Update]:
    for path in sorted((folder / "chats").glob("*.json")):
        exchanges, place_of = _beam_talk(json.loads(path.read_text()))
        probing = json.loads((folder / "probing_questions" / path.name).read_text())
        for question in probing["knowledge_update"]:
            ids = question["source_chat_ids"]
            yield Update(
                exchanges=exchanges,
                old=frozenset(place_of[i] for i in ids["original_info"] if i in place_of),
                new=frozenset(place_of[i] for i in ids["updated_info"] if i in place_of),
                questions=[question["question"]],
                now=exchanges[-1].occurred_at + timedelta(days=1),
                learns=False,  # long work talks: quoted from the history
            )


def _beam_talk(batches: Any) -> tuple[list[PastExchange], dict[int, int]]:
    """Return the exchanges of a chat and the place of each message id."""
    exchanges: list[PastExchange] = []
    place_of: dict[int, int] = {}
    day = datetime(2024, 1, 1, tzinfo=UTC)
    for batch in batches:
        for group in batch["turns"]:
            anchor = next((turn["time_anchor"] for turn in group if turn.get("time_anchor")), None)
            moment = _anchor(anchor) or day
            day = max(day, moment) + timedelta(minutes=10)
            for place, turn in enumerate(group):
                if turn["role"] == "user":
                    follows = group[place + 1] if place + 1 < len(group) else {}
                    place_of[turn["id"]] = len(exchanges)
                    if follows.get("role") == "assistant":
                        place_of[follows["id"]] = len(exchanges)
                    exchanges.append(
                        PastExchange(
                            text=turn["content"],
                            occurred_at=day + timedelta(seconds=place),
                            talk=str(batch["batch_number"]),
                            reply=follows.get("content", ""),
                        )
                    )
    return exchanges, place_of


def _anchor(text: str | None) -> datetime | None:
    try:
        return datetime.strptime(text or "", "%B-%d-%Y").replace(tzinfo=UTC)
    except ValueError:
        return None


def _timelines(folder: Path) -> Iterator[Mapping[str, Any]]:
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            timeline = json.loads(line)
            if timeline["track"] in TRACKS:
                yield timeline


def _statebench(timeline: Mapping[str, Any]) -> Figures:
    said: list[tuple[datetime, str, str]] = []
    for event in timeline["events"]:
        moment = datetime.fromisoformat(event["ts"]).replace(tzinfo=UTC)
        if event["type"] == "conversation_turn":
            said.append((moment, event["speaker"], event["text"]))
        elif event["type"] == "query" and said:
            exchanges = _spoken(said)
            yield from _strings(exchanges, event["prompt"], event["ground_truth"], moment)


def _spoken(said: Sequence[tuple[datetime, str, str]]) -> list[PastExchange]:
    ordered = sorted(said, key=lambda turn: turn[0])
    made: list[PastExchange] = []
    for place, (moment, speaker, text) in enumerate(ordered):
        if speaker == "user":
            follows = ordered[place + 1] if place + 1 < len(ordered) else (moment, "", "")
            reply = follows[2] if follows[1] == "assistant" else ""
            made.append(PastExchange(text=text, occurred_at=moment, talk="1", reply=reply))
    return made


def _strings(
    exchanges: Sequence[PastExchange], prompt: str, truth: Mapping[str, Any], now: datetime
) -> Figures:
    namespace = new_namespace()
    remember_talk(namespace, exchanges, now, learns=True)
    result = recall(namespace, prompt, now)
    yield "recall", _mentions(f"{result.profile_text}\n{result.block_text}", truth)
    passages = [f"{exchange.text}\n{exchange.reply}" for exchange in exchanges]
    for name, places in Baselines(passages).rankings(prompt).items():
        shown = "\n".join(passages[place] for place in places[:BASELINE_DEPTH])
        yield name, _mentions(shown, truth)
    yield "full_history", _mentions("\n".join(passages), truth)


def _mentions(context: str, truth: Mapping[str, Any]) -> dict[str, float]:
    text = context.casefold()
    figures: dict[str, float] = {}
    must, must_not = truth["must_mention"], truth["must_not_mention"]
    if must:
        figures["must_mention"] = sum(word.casefold() in text for word in must) / len(must)
    if must_not:
        violated = sum(word.casefold() in text for word in must_not)
        figures["must_not_violations"] = violated / len(must_not)
    return figures
