"""What the candidates of one message make of each other."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.domain.types import USER, Candidate, Mode


def forgotten(candidate: Candidate, quote: str) -> Candidate:
    return replace(candidate, mode=Mode.FORGET, text=f"请忘掉：{candidate.text}", quote=quote)


def settled(candidates: list[Candidate]) -> Iterator[Candidate]:
    """Drop what other words of the message replace: a surname by the full name, 不是…… by 是……."""
    corrected = {(c.subject, c.attribute) for c in candidates if c.mode is Mode.CORRECTION}
    names = [c for c in candidates if c.attribute == "name" and c.subject == USER]
    renamed = any(c.attribute == "form_of_address" for c in candidates)
    family = [c for c in candidates if c.attribute == "family" and c.subject == USER]
    pets = [c.value for c in candidates if c.attribute == "pet" and c.subject == USER]
    allergies = {(c.subject, c.value) for c in candidates if c.attribute == "allergy"}
    last_measured = {c.attribute: c for c in candidates if c.attribute.startswith("measure:")}
    for c in candidates:
        if last_measured.get(c.attribute, c) is not c and c.mode is Mode.STANDING:
            continue
        if c.mode is Mode.DENIAL and (c.subject, c.attribute) in corrected:
            continue
        nameless = c.attribute == "pet" and sum(v.startswith(c.value) for v in pets) > 2
        if nameless:  # 养了两只猫，一只叫栈，一只叫队列
            continue
        if c.attribute == "avoids" and any(
            c.subject == who and what in c.value for who, what in allergies
        ):
            continue
        if c.attribute == "never" and renamed and re.match(r"[叫喊]我", c.value):
            continue
        if c in family and any(len(o.value) > len(c.value) and c.value in o.value for o in family):
            continue
        if c in names and any(len(o.value) > len(c.value) and c.value in o.value for o in names):
            continue
        yield c
