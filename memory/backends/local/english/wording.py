"""How a statement is put where the message says more than the value ("does not", "has read")."""

import re

from memory.backends.local.english.surface.verbs import guess
from memory.domain.types import Mode

_NO_MORE = re.compile(
    r"\b(?:no longer|any ?more|any longer|stopped|quit|gave up|given up|finished|left|ended|died"
    r"|used to)\b",
    re.I,
)
_PLAINLY = re.compile(
    r"\b(?:do not|don't|does not|doesn't|(?:am|'m|is|are) not an?|(?:isn't|aren't) an?"
    r"|haven't got|have not got|hasn't got|have no|has no)\b",
    re.I,
)
_DONE = re.compile(
    r"\b(?:have|has|'ve|'s)(?: (?:now|already|just|only|even))* "
    r"(?P<verb>read|watched|seen|visited|run|climbed|finished|completed|written|swum|cycled|done|played|walked)\b",
    re.I,
)
_AT_SCHOOL = re.compile(r"\b(?:student|studying|studies|study|degree|course)\b.*\bat ", re.I)

_DEGREE_UNDER_WAY = re.compile(
    r"\b(?:i'm|i am|he's|she's|he is|she is|is|are|been) (?:currently )?doing "
    r"(?P<what>(?:an?|my|his|her) (?:[\w-]+ )?(?:master's|masters|phd|degree|mba|diploma"
    r"|doctorate|bachelor's)"
    r"(?: in [a-z]+(?: (?!at\b|and\b|but\b)[a-z]+)?)?(?: at [A-Z]\w+)?)",
    re.I,
)


def predicate_said(attribute: str, value: str, quote: str) -> str:
    """Return what the message makes of an attribute that has no predicate yet, "" for nothing."""
    head, _, topic = attribute.partition(":")
    done = _DONE.search(quote) if head == "count" else None
    if done:
        return f"have {done['verb'].casefold()} {value} {topic}"
    if (
        head == "education"
        and _AT_SCHOOL.search(quote)
        and re.search(rf"\bat (?:the )?{re.escape(value)}\b", quote)
    ):
        return f"study at {value}"
    if head == "marital_status" and re.search(r"\bgetting (?:divorced|separated)\b", quote, re.I):
        return f"be getting {value}"
    doing = _DEGREE_UNDER_WAY.search(quote) if head == "education" else None
    if doing:
        return f"be doing {doing['what']}"
    if head == "employer" and re.search(rf"\bthe {re.escape(value)}\b", quote):
        return f"work for the {value}"
    return ""


def text_said(text: str, mode: Mode, quote: str) -> str:
    """Return the sentence of a plain denial ("I don't have a dog") without "no longer"."""
    if mode is not Mode.DENIAL or _NO_MORE.search(quote) or not _PLAINLY.search(quote):
        return text.replace(" plans to expect ", " is expecting ")
    return re.sub(
        r"\bno longer (\w+)", lambda found: f"does not {guess(found[1]).lemma}", text, count=1
    )
