"""Settles what a message says twice: "I said 30, but he's actually 31"."""

import re
from dataclasses import replace

from memory.domain.ontology import attribute_spec
from memory.domain.types import Candidate, Mode

_AMENDING = re.compile(
    r"\b(?:actually|sorry|i mean|i meant|no,? wait|scratch that|correction|rather|in fact"
    r"|it should be)\b",
    re.I,
)
# What may stand between a value and the one that replaces it in the same breath.
_INSTEAD = re.compile(
    r"^(?: ?(?:kg|kilos?|cm|km|pounds|years old|a month))?\s*[,.;:–—-]+\s*(?:(?:oh |wait |no,? "
    r"|sorry,? "
    r"|actually,? )*(?:sorry|no wait|wait no|i mean(?:t)?|scratch that|make that|correction"
    r"|or rather"
    r"|actually|no(?=[,:]))\b[,:]?\s*)(?:i mean(?:t)? )?(?:it(?:'s| is) )?"
    r"(?P<new>[\w£$€.:' -]{1,30}?)[.!]*$",
    re.I,
)
_BUT = re.compile(
    r"^,? but (?:it|that|he|she|i)(?:'s|'m| is| was) (?:actually |really |in fact )?"
    r"(?P<new>[\w£$€.:' -]{1,30}?)[.!]*$",
    re.I,
)
_SAID = re.compile(r"\bi (?:said|told you|wrote|mentioned|thought|put)\b", re.I)


def amended(found: list[Candidate], text: str, *, said: list[Candidate]) -> list[Candidate]:
    """Return the candidates with the earlier of two values left out where the later amends it.

    `said` also holds what was doubted because it was taken back.
    """
    found = [_replaced(made, text) for made in _placed(found, text, said)]
    kept = {(c.subject, c.attribute, c.value, c.mode): c for c in found}
    in_order = sorted(kept.items(), key=lambda item: _ends(item[1], text))
    for index, (key, made) in enumerate(in_order):
        for other, earlier in in_order[:index]:
            if other in kept and _is_rival(earlier, made) and _amends(earlier, made, text):
                del kept[other]
                kept[key] = replace(made, mode=Mode.CORRECTION)
    return list(kept.values())


def _placed(found: list[Candidate], text: str, said: list[Candidate]) -> list[Candidate]:
    """Give "I meant a vet nurse" the attribute of what the message said before."""
    for index, made in enumerate(found):
        if made.attribute or made.mode is not Mode.CORRECTION:
            continue
        at = text.find(made.quote)
        before = [
            c
            for c in (*found, *said)
            if c.attribute and attribute_spec(c.attribute).single and _ends(c, text) <= at + 40
            if _is_numeric(c.value) == _is_numeric(made.value) and c is not made
        ]
        if len({(c.subject, c.attribute) for c in before}) == 1:
            found[index] = replace(
                made,
                attribute=before[0].attribute,
                subject=before[0].subject,
                text=before[0].text.replace(before[0].value, made.value),
            )
    return found


def _ends(made: Candidate, text: str) -> int:
    return text.find(made.value) + len(made.value)


def _replaced(made: Candidate, text: str) -> Candidate:
    """Return what "my rent is 900, no wait, 950" says in the end."""
    at = text.find(made.value)
    after = text[at + len(made.value) :] if at >= 0 else ""
    match = _INSTEAD.match(after) or (_BUT.match(after) if _SAID.search(text[:at]) else None)
    if match is None or made.mode not in (Mode.STANDING, Mode.CORRECTION):
        return made
    new = re.sub(r"^(?:in|at|on|an?|the) ", "", match["new"].strip())
    if not new or _shape(new) != _shape(made.value):
        return made
    if len(new.split()) > len(made.value.split()) + 2:
        return made
    told = made.text.replace(made.value, new)
    quote = text[text.find(made.quote) :]
    return replace(made, value=new, text=told, mode=Mode.CORRECTION, quote=quote)


def _shape(value: str) -> tuple[bool, bool]:
    return _is_numeric(value), value[:1].isupper()


def _is_numeric(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _is_rival(one: Candidate, other: Candidate) -> bool:
    same = (one.subject, one.attribute) == (other.subject, other.attribute)
    stands = {one.mode, other.mode} <= {Mode.STANDING, Mode.CORRECTION}
    return same and stands and attribute_spec(one.attribute).single


def _amends(earlier: Candidate, later: Candidate, text: str) -> bool:
    start, at = text.find(earlier.quote), text.find(later.quote)
    end = at + max(0, later.quote.find(later.value))
    between = text[max(start, 0) : end]
    said = _SAID.search(text[: start + len(earlier.quote)]) is not None
    return at >= 0 and (_AMENDING.search(between) is not None or said and " but " in between)
