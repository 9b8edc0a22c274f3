"""Turns parts of a parse into values: noun phrases, verb phrases, the members of a list."""

from collections.abc import Iterable
from typing import Any

from memory.backends.local.frame import words

Token = Any  # spacy.tokens.Token

_LEADING = words("a an the my our some any such any this that these those his her their its your")
_LEADING_ADVERBS = words(
    "really so very quite just also currently now always usually still pretty actually generally"
    " mostly only especially particularly absolutely truly certainly definitely even both either"
    " all lots of kind sort mainly already too all"
)
_DROPPED = ("relcl", "advcl", "cc", "conj", "punct", "appos", "mark", "intj", "ccomp", "parataxis")
_TRAILING = words("too either though anymore please now more any well lately so far thanks and but")


def noun_phrase(head: Token, *, without: Iterable[int] = (), keep_times: bool = False) -> str:
    """Return the words of a noun phrase without its article, clauses and coordinated members.

    `without` holds the indices of tokens (of time expressions) to leave out.
    """
    dropped = set(without) if not keep_times else set()
    kept = sorted(t.i for t in _kept(head) if t.i not in dropped)
    kept = _run_around(kept, head.i)
    return _joined(head.doc, kept)


def verb_phrase(head: Token, *, without: Iterable[int] = (), base: bool = True) -> str:
    """Return the predicate from its verb on, without subject, auxiliaries and other clauses.

    With `base`, the verb is in its base form ("runs every morning" -> "run every morning").
    """
    skipped = set(without)
    for child in head.children:
        if child.i < head.i or child.dep_ in (
            *("nsubj", "nsubjpass", "aux", "auxpass", "neg", "mark", "cc", "conj", "punct"),
            *("advcl", "intj", "parataxis", "expl", "discourse"),
        ):
            skipped |= {t.i for t in child.subtree}
    kept = [t.i for t in head.subtree if t.i not in skipped and t.i >= head.i and not t.is_space]
    kept = _run_around(sorted(kept), head.i)
    rest = _joined(head.doc, kept[1:], strip_leading=False)
    verb = head.lemma_ if base else head.text
    return f"{verb} {rest}".strip()


def members(head: Token) -> list[Token]:
    """Return a phrase's head and what is coordinated with it, in order."""
    others = [t for t in head.conjuncts if t.i > head.i and t.pos_ not in ("VERB", "AUX")]
    if len(others) == 1 and any(c.dep_ == "poss" and c.pos_ == "NOUN" for c in others[0].children):
        return [head]  # "no dairy this week, doctor's orders": an aside, not a list
    return [head, *others]


def _kept(head: Token) -> list[Token]:
    kept = [head]
    for child in head.children:
        if child.dep_ not in _DROPPED or (child.dep_ == "punct" and child.text in ("-", "/", "'")):
            kept += list(_kept_below(child))
    return kept


def _kept_below(token: Token) -> list[Token]:
    """Keep whole subtrees below, coordination included, but no clauses."""
    kept = [token]
    for child in token.children:
        if child.dep_ not in ("relcl", "advcl", "parataxis", "ccomp", "appos"):
            kept += _kept_below(child)
    return kept


def _run_around(indices: list[int], center: int) -> list[int]:
    """Return the run of neighbours that holds `center`."""
    if center not in indices:
        return [center]
    position = indices.index(center)
    first = last = position
    while first > 0 and indices[first - 1] == indices[first] - 1:
        first -= 1
    while last + 1 < len(indices) and indices[last + 1] == indices[last] + 1:
        last += 1
    return indices[first : last + 1]


def _joined(doc: Any, indices: list[int], *, strip_leading: bool = True) -> str:
    while strip_leading and len(indices) > 1 and _is_leading(doc[indices[0]]):
        indices = indices[1:]
    while len(indices) > 1 and (
        doc[indices[-1]].is_punct
        and doc[indices[-1]].text not in ('"', "'", ")")
        or doc[indices[-1]].lower_ in _TRAILING
        or doc[indices[-1]].dep_ in ("cc", "prep")
        and not list(doc[indices[-1]].children)
    ):
        indices = indices[:-1]
    if not indices:
        return ""
    text = "".join(doc[i].text_with_ws for i in indices)
    return " ".join(text.split()).strip(" ,.;:!?")


def _is_leading(token: Token) -> bool:
    if token.pos_ == "SPACE" or token.is_punct:
        return True
    return token.lower_ in _LEADING or token.lower_ in _LEADING_ADVERBS
