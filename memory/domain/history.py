"""Ranks past exchanges for a question by several weak signals at once. Pure numpy.

In a talk between people an exchange is judged with its neighbours: an answer often shares no word
with the question that was asked a turn before it. What a user said to the assistant stands alone:
each message is followed by its own answer, and mostly tells while it asks. The weights were learned
by listwise logistic regression on two-person talks and are the same for every user and language;
`docs/evaluation.md` says how.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.domain.lexical import K1, B, Postings, inverse_frequency

Floats = NDArray[np.float32]
Places = NDArray[np.intp]

WEIGHTS: Mapping[str, float] = {
    "semantic": 0.74,
    "semantic_before": 0.25,
    "semantic_after": 0.34,
    "words": -0.07,
    "words_alone": 0.44,
    "words_with_before": 0.41,
    "words_with_both": 0.1,
    "words_before": -0.23,
    "conversation_words": 0.58,
    "two_before": 0.12,
    "ends_asking": -0.39,
    "asks": -0.19,
    "after_question": 0.29,
    "after_question_words": 0.22,
    "length": 0.37,
    "speaker_named": 1.11,
    "tells_time": 1.06,
    "tells_number": 0.22,
    "in_time": 1.57,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Aligned facts about n exchanges. `before` and `after` are the places of the neighbours in
    the same conversation, -1 where there is none; `speaker` and `conversation` are codes."""

    before: Places
    after: Places
    conversation: Places
    spoken: Floats  # 1 where a named person spoke, 0 for what the user said to the assistant
    asks: Floats
    ends_asking: Floats
    length: Floats  # log of characters
    tells_time: Floats
    tells_number: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the question asks of an exchange. `in_time` and `speaker_named` are (n,) in [0, 1]."""

    terms: Mapping[int, float]
    cosines: Floats
    in_time: Floats
    speaker_named: Floats
    asks_time: bool
    asks_number: bool


def neighbours(conversation: NDArray[Any], order: NDArray[Any]) -> tuple[Places, Places]:
    """Return the places of the exchange before and after each, within its conversation."""
    codes = conversation
    by_time = np.lexsort((np.arange(len(codes)), order, codes))
    before = np.full(len(codes), -1, np.intp)
    after = np.full(len(codes), -1, np.intp)
    linked = codes[by_time][1:] == codes[by_time][:-1]
    before[by_time[1:][linked]] = by_time[:-1][linked]
    after[by_time[:-1][linked]] = by_time[1:][linked]
    return before, after


def signals(talk: Talk, postings: Postings, wanted: Wanted) -> dict[str, Floats]:
    """Return every signal (n,) by name: z-scores within the history, or shares in [0, 1]."""
    words, with_before, with_both, conversation = _lexical(talk, postings, wanted.terms)
    # What was said alone has no neighbours to add: its words would count four times, and its
    # length says nothing (within a talk, what is short is mostly small talk).
    in_talk = talk.spoken * np.asarray((talk.before >= 0) | (talk.after >= 0), np.float32)
    semantic = _z(wanted.cosines)
    words_before = _from(words, talk.before) * in_talk
    semantic_before = _from(semantic, talk.before) * in_talk
    after_question = _from(talk.ends_asking, talk.before) * in_talk
    return {
        "semantic": semantic,
        "semantic_before": semantic_before,
        "semantic_after": _from(semantic, talk.after) * in_talk,
        "words": words,
        "words_alone": words * (1 - in_talk),
        "words_with_before": with_before * in_talk,
        "words_with_both": with_both * in_talk,
        "words_before": words_before,
        "conversation_words": conversation * in_talk,
        "two_before": _from(words_before + semantic_before, talk.before),
        "ends_asking": talk.ends_asking * in_talk,
        "asks": talk.asks * in_talk,
        "after_question": after_question,
        "after_question_words": words_before * after_question,
        "length": _z(talk.length) * in_talk,
        "speaker_named": wanted.speaker_named,
        "tells_time": talk.tells_time * wanted.asks_time * talk.spoken,
        "tells_number": talk.tells_number * wanted.asks_number,
        "in_time": wanted.in_time,
    }


def rank_scores(found: Mapping[str, Floats], weights: Mapping[str, float] = WEIGHTS) -> Floats:
    """Return the weighted sum (n,) of the signals; only its order means anything."""
    total = np.zeros_like(found["semantic"], np.float32)
    for name, weight in weights.items():
        total += np.float32(weight) * found[name]
    return total


def _lexical(
    talk: Talk, postings: Postings, terms: Mapping[int, float]
) -> tuple[Floats, Floats, Floats, Floats]:
    """BM25 of each exchange alone, with the one before, with both neighbours, and of its whole
    conversation; as z-scores."""
    n = len(postings.lengths)
    lengths = postings.lengths
    pairs = lengths + _from(lengths, talk.before)
    triples = pairs + _from(lengths, talk.after)
    talks = np.bincount(talk.conversation, weights=lengths).astype(np.float32)
    sums = [np.zeros(n, np.float32) for _ in range(3)]
    whole = np.zeros(len(talks), np.float32)
    for term, weight in terms.items():
        documents, counts = postings.find(term)
        if not len(documents):
            continue
        single = np.zeros(n, np.float32)
        single[documents] = counts
        pair = single + _from(single, talk.before)
        triple = pair + _from(single, talk.after)
        for total, held, size in zip(
            sums, (single, pair, triple), (lengths, pairs, triples), strict=True
        ):
            total += weight * _bm25(held, size)
        in_talks = np.bincount(talk.conversation, weights=single, minlength=len(talks))
        whole += weight * _bm25(in_talks.astype(np.float32), talks)
    alone, with_before, with_both = (_z(total) for total in sums)
    return alone, with_before, with_both, _z(whole[talk.conversation])


def _bm25(counts: Floats, lengths: Floats) -> Floats:
    idf = inverse_frequency(int(np.count_nonzero(counts)), len(counts))
    norm = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
    return np.asarray(idf * counts * (K1 + 1) / (counts + norm), np.float32)


def _from(values: Floats, places: Places) -> Floats:
    """Return the values at `places`, 0 where there is no neighbour."""
    return np.where(places >= 0, values[places], np.float32(0.0)).astype(np.float32)


def _z(values: Floats) -> Floats:
    deviation = float(values.std())
    return np.asarray((values - values.mean()) / (deviation if deviation > 1e-9 else 1.0))
