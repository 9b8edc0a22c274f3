"""Surface rules for where somebody was born or grew up."""

import re

from memory.backends.local.english.lexicon import (
    CONDITIONS,
    LANGUAGES,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import place, thing
from memory.domain.types import USER, Mode


def origins(clause: Plain) -> list[Fact]:
    """Read "grew up in Basel", "was born in Lima", "hail from Naples", "come from Ghana"."""
    rest = clause.rest
    if clause.verb == "grow" and re.match(r"^up\b", rest, re.I):
        found = re.finditer(r"\b(?:in|on|near|around|outside) (?=(?P<v>.+))", rest)
        match = next((m for m in found if place(m["v"])), None)
    elif clause.verb == "born" and rest.split(" ")[0].casefold() in CONDITIONS:
        return [fact(clause, "medical_condition", rest.split(" ")[0], mode=None)]
    elif clause.verb == "born" and (ill := re.match(r"^with (?:an? )?(?P<v>[a-z].+)", rest)):
        value = thing(ill["v"])
        return [fact(clause, "medical_condition", value, mode=Mode.STANDING)] if value else []
    elif clause.verb in ("born", "raise"):
        match = re.search(r"\bin (?P<v>.+)", rest)
    elif clause.verb in ("hail", "come") and not clause.is_past and not clause.is_progressive:
        match = re.match(r"^(?:originally )?from (?P<v>.+)", rest, re.I)
    else:
        return []
    kin = re.match(
        r"^up with (?P<v>(?:\w+ )?(?:(?:older|younger|big|little|step|half|twin)[- ]?)*"
        r"(?:brothers?|sisters?|siblings))\b",
        rest,
    )
    if clause.verb == "grow" and kin and clause.subject == USER and not match:
        value = re.sub(r"^an? ", "", kin["v"])
        return [Fact(attribute="family", value=value, mode=Mode.STANDING)]
    where = place(match["v"]) if match else ""
    facts = [fact(clause, "hometown", where, mode=None)] if where and not clause.is_negated else []
    spoken = re.findall(r"[A-Z][a-z]+", rest.partition("speaking")[2])
    facts += [fact(clause, "language", w, mode=None) for w in spoken if w.casefold() in LANGUAGES]
    return facts
