"""What is worth moving from a task or a conversation into long-term memory. Pure."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.domain.language import language_of
from memory.domain.ontology import normalise_value
from memory.domain.types import Candidate, Kind

WORTH = 0.7  # of an entry of working memory, from which it is kept
REPEATED = 3  # turns in which an entry stood: as good as the score
MIN_ROUNDS = 20  # new rounds of a conversation that make an episodic chunk
MIN_CONFIDENCE = 0.8  # a chunk below it is not kept
MAX_REMOVED = 0.2  # share of a namespace that one consolidation may take out of recall
DUPLICATE = 0.95  # cosine from which two statements may be the same
MAX_SENTENCES = 6

# What an entry of a field is worth for later, from DESIGN: commitments and decisions ~0.7.
_FIELD_WORTH = {
    "goal": 0.75,
    "confirmed": 0.8,
    "todos": 0.7,
    "preferences": 0.6,
    "notes": 0.5,
}
_ATTRIBUTES = {"goal": "goal", "todos": "commitment", "notes": "fact"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of working memory: its field, the name it has there, and what it says."""

    field: str
    name: str
    value: str


def entries_of(fields: Mapping[str, Any]) -> list[Entry]:
    """Return the entries of a working state that could be kept: not what is ticked off."""
    found: list[Entry] = []
    for field in _FIELD_WORTH:
        value = fields.get(field)
        if isinstance(value, str) and value.strip():
            found.append(Entry(field=field, name="", value=value.strip()))
        elif isinstance(value, Mapping):
            found += [
                Entry(field=field, name=str(name), value=str(part))
                for name, part in value.items()
                if str(part).strip()
            ]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            found += [Entry(field=field, name="", value=text) for text in _open_texts(value)]
    return found


def is_worth_keeping(entry: Entry, *, turns: int) -> bool:
    """Tell whether an entry goes to long-term memory; `turns` is in how many it stood."""
    return _FIELD_WORTH[entry.field] >= WORTH or turns >= REPEATED


def candidate_of(entry: Entry) -> Candidate:
    """Return an entry as a statement about the user, in the language in which it was said."""
    language = language_of(entry.value)
    attribute = _ATTRIBUTES.get(entry.field)
    if attribute is None:
        head = "preference" if entry.field == "preferences" else "detail"
        attribute = f"{head}:{entry.name}"
    kind = {"todos": Kind.EVENT, "preferences": Kind.PREFERENCE}.get(entry.field, Kind.FACT)
    return Candidate(
        text=_sentence(entry, language),
        attribute=attribute,
        value=entry.value,
        kind=kind,
        importance=_FIELD_WORTH[entry.field],
        confidence=0.8,
        language=language,
    )


def summarise_rounds(texts: Sequence[str]) -> tuple[str, float]:
    """Return the sentences of a user's messages that say most, in their order, and a confidence.

    Extractive: every sentence is the user's own. A sentence counts by the weight of its rare words
    (tf · idf over the messages, as in Luhn 1958); the confidence is the share of the messages
    whose chief words the chosen sentences cover, from 0.6 up.
    """
    sentences = [part for text in texts for part in _sentences(text)]
    if not sentences:
        return "", 0.0
    counts = Counter(word for sentence in sentences for word in set(_words(sentence)))
    weights = {word: math.log(1 + len(sentences) / count) for word, count in counts.items()}
    ranked = sorted(range(len(sentences)), key=lambda i: (-_weight(sentences[i], weights), i))
    chosen = sorted(ranked[:MAX_SENTENCES])
    told = [sentences[i] for i in chosen]
    covered = {word for sentence in told for word in _words(sentence)}
    chief = [word for word, count in counts.items() if count > 1]
    share = sum(word in covered for word in chief) / len(chief) if chief else 1.0
    return " ".join(told), round(0.6 + 0.4 * share, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """An active item as the search for duplicates sees it."""

    item_id: int
    subject: str
    attribute: str
    value: str
    text: str
    mentions: int
    pinned: bool = False


def find_duplicates(
    statements: Sequence[Statement], similarity: Callable[[int, int], float]
) -> list[tuple[int, int]]:
    """Return pairs (kept id, merged id) of statements that say the same.

    Same subject and attribute, cosine above DUPLICATE, and the same value: what sentences of one
    form differ in is their value, and embeddings hardly see it. `similarity` takes positions.
    """
    pairs: list[tuple[int, int]] = []
    merged: set[int] = set()
    order = sorted(
        range(len(statements)), key=lambda i: (-statements[i].mentions, statements[i].item_id)
    )
    for place, kept in enumerate(order):
        if kept in merged:
            continue
        for other in order[place + 1 :]:
            if other in merged or statements[other].pinned:
                continue
            if _same_slot(statements[kept], statements[other]) and (
                similarity(kept, other) > DUPLICATE
            ):
                pairs.append((statements[kept].item_id, statements[other].item_id))
                merged.add(other)
    return pairs


def is_refused(*, active: int, removed: int) -> bool:
    """Tell whether a consolidation would take too much out of recall to be done unasked."""
    return removed > 0 and (removed >= active or removed > MAX_REMOVED * active)


def _same_slot(one: Statement, other: Statement) -> bool:
    if (one.subject, one.attribute) != (other.subject, other.attribute):
        return False
    said, again = normalise_value(one.value), normalise_value(other.value)
    if said or again:
        return _same_value(said, again)
    numbers = re.compile(r"\d+")
    return numbers.findall(one.text) == numbers.findall(other.text)


def _same_value(one: str, other: str) -> bool:
    """The same words whatever their order and endings: "green tea", "green teas"."""
    shorter, longer = sorted((_stems(one), _stems(other)), key=len)
    return bool(shorter) and shorter == longer


def _stems(value: str) -> set[str]:
    return {word[:-1] if word.endswith("s") else word for word in _words(value)}


def _open_texts(entries: Sequence[Any]) -> list[str]:
    texts = []
    for entry in entries:
        is_done = isinstance(entry, Mapping) and bool(entry.get("done"))
        text = entry.get("text", "") if isinstance(entry, Mapping) else entry
        if not is_done and str(text).strip():
            texts.append(str(text).strip())
    return texts


def _sentence(entry: Entry, language: str) -> str:
    value = entry.value
    if language == "zh":
        told = {"goal": f"用户的目标：{value}。", "todos": f"用户要做：{value}。"}
        return told.get(
            entry.field, f"用户：{entry.name}是{value}。" if entry.name else f"{value}。"
        )
    told = {"goal": f"The user's goal: {value}.", "todos": f"The user has to: {value}."}
    named = f"The user's {entry.name.replace('_', ' ')}: {value}." if entry.name else f"{value}."
    return told.get(entry.field, named)


def _sentences(text: str) -> list[str]:
    parts = re.split(r"(?<=[.!?。！？\n])\s*", text)
    return [
        part.strip() for part in parts if len(part.strip()) > 3 and part.strip()[-1] not in "?？"
    ]


def _words(text: str) -> list[str]:
    low = text.casefold()
    han = re.findall(r"[\u3400-\u9fff]{2}", low) or re.findall(r"[\u3400-\u9fff]", low)
    return re.findall(r"[a-z0-9']{3,}", low) + han


def _weight(sentence: str, weights: Mapping[str, float]) -> float:
    words = set(_words(sentence))
    return sum(weights[word] for word in words) / math.sqrt(len(words) + 4) if words else 0.0
