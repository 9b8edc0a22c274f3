"""Surface rules for names: how somebody is called, presents themself, and names others."""

import re

from memory.backends.local.english.lexicon import (
    PETS,
    ROLES,
    is_trade,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.plain import Discourse, Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import place
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode


def calling(clause: Plain) -> list[Fact]:
    """Read names: "call me X", "I go by X", "everyone calls me X", "name is X"."""
    rest = clause.rest
    if clause.verb == "call" and clause.is_imperative and not clause.is_negated:
        match = re.match(
            r"^me (?:by my (?:surname|last name|first name|middle name|nickname|full name)[, ]+"
            r"|by )?"
            r"(?P<v>[A-Za-z][\w'-]+(?: [A-Z][\w'-]+)?)",
            rest,
        )
        if match and match["v"].casefold() not in (*_NOT_CALLED, "by"):
            return [Fact(attribute="form_of_address", value=match["v"])]
    if clause.verb == "call" and clause.is_imperative and clause.is_negated:
        match = re.match(r"^me (?P<v>[\w' -]{2,20}?)(?:,? please)?$", rest)
        if match and match["v"].split()[0].casefold() not in _NOT_CALLED - {"a", "an", "the"}:
            return [
                Fact(
                    attribute="never",
                    value=f"call me {match['v']}",
                    predicate=f"want the assistant never to call them {match['v']}",
                )
            ]
    pronouns = re.match(
        r"^(?:by |my pronouns are )?(?P<v>(?:they|she|he|ze|xe)/(?:them|her|him|they)\w*)",
        rest,
        re.I,
    )
    if pronouns and clause.subject == USER and clause.verb in ("go", "use", "be"):
        return [Fact(attribute="gender", value=pronouns["v"])]
    if clause.subject == USER and clause.verb == "go" and not clause.is_past:
        match = re.match(r"^by (?:the name )?(?:of )?(?P<v>[A-Z][\w'-]+)", rest)
        if match and not clause.is_negated:
            return [Fact(attribute="form_of_address", value=match["v"])]
    if (
        clause.subject == USER
        and clause.verb == "call"
        and clause.is_progressive is False
        and clause.segment.said
    ):
        match = re.match(r"^(?P<v>[A-Z][\w'-]+)$", rest)
        if match and " called " in f" {clause.segment.text} " and not clause.is_negated:
            return [Fact(attribute="name", value=match["v"])]
    return []


_NOT_CALLED = words(
    "back later tomorrow when if at on the a an crazy old what whatever anytime out maybe names now"
)


_TITLE = r"(?P<v>Mr|Mrs|Ms|Mx|Dr|Miss|Prof|Professor|Doctor|Sir|Madam)"
_TITLED = re.compile(
    rf"\b(?:use|put|say|write|address me as|call me|it is|i go by|i prefer) {_TITLE}\b\.?"
    r"(?=$| (?:rather than|instead|not|please|from now|when|and not)\b|[,.])"
)


def titled(segment: Segment) -> list[Fact]:
    """Read "use Ms rather than Mrs"."""
    match = _TITLED.search(segment.text)
    if re.search(r"\b(?:in|on) (?:the|this|my|your) [a-z]+$", segment.text):
        return []  # of a text, not of the user
    return [Fact(attribute="form_of_address", value=match["v"])] if match else []


def naming(segment: Segment, discourse: Discourse) -> list[Fact]:
    """Read the name that is given to what was just mentioned: "we called her Matilda"."""
    match = re.match(
        r"^(?:(?:(?:i|we) (?:have )?)?(?:called|named) (?:her|him|it|them)|(?:she|he|it|they) (?:is"
        r"|are) (?:called|named)"
        r"|(?:called|named)|(?:her|his|its|their) names? (?:is|are)) (?P<v>[A-Z][\w'-]+(?:(?:, "
        r"| and | & )[A-Z][\w'-]+)*)",
        segment.text,
        re.I,
    )
    if match and match["v"][:1].isupper():
        if discourse.animal:
            return [Fact(attribute="pet", value=f"{discourse.animal} {match['v']}")]
        if discourse.unborn:
            return [Fact(attribute="family", value=f"{discourse.unborn} {match['v']}")]
    match = re.match(
        r"^(?i:the) (?P<a>[a-z]+) (?:is|are) (?:called|named) (?P<v>[A-Z][\w'-]+)|^(?i:the) "
        r"(?P<b>[a-z]+)'?s name is (?P<w>[A-Z][\w'-]+)",
        segment.text,
    )
    if match and (match["a"] or match["b"]) in PETS:
        return [
            Fact(attribute="pet", value=f"{match['a'] or match['b']} {match['v'] or match['w']}")
        ]
    return _own_name(segment)


_PRESENTED = (
    re.compile(r"^(?:this|it) is (?P<v>[A-Z][\w'-]+)(?: (?:from|in) (?P<w>[A-Z].+)| here)$"),
    re.compile(
        r"^(?:(?:this|it) is )?(?!\w+-[a-z])(?P<v>[A-Za-z][\w'-]+) (?:here|speaking)(?: (?:from"
        r"|in) (?P<w>[A-Z][^,]+))?"
        r"(?:, (?P<n>\d\d))?$"
    ),
    re.compile(r"^(?:[Tt]he )?[Nn]ame is (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?P<w>)(?=$|,)"),
)


# "Reli will do", where the message is about names.
_ENOUGH = re.compile(
    r"(?:^|, |\b(?:just|plain|simply) )(?P<v>[A-Z][\w'-]+) (?:will do|is (?:fine|enough|plenty)"
    r"|works(?: fine)?"
    r"|does it)\b"
)
_ROLE = "|".join(sorted((re.escape(r) for r in ROLES), key=len, reverse=True))
_CHAIN = re.compile(
    rf"^(?:my|our) (?P<r>{_ROLE})'s (?P<o>{_ROLE})(?:'s name is|,? (?:is )?(?:called|named)) "
    r"(?P<v>(?-i:[A-Z])[\w'-]+)",
    re.I,
)
_OF_NAMES = re.compile(
    r"\b(?:names?|surname|titles?|formal\w*|call(?:ed)? me|Mrs?|Ms|Miss|Dr|Prof|sir|madam|ma'am"
    r"|short for"
    r"|(?:I'm|I am|this is) [A-Z][a-z]+)\b|\b[A-Z][a-z]+ here\b"
)
_CHRISTENED = re.compile(
    r"^(?:i|we) (?:was|were) (?:christened|baptised|named) (?P<v>(?-i:[A-Z])[\w'-]+)", re.I
)
_FROM_HERE = re.compile(
    r"^(?P<v>[A-Z][\w'-]+) from (?:the )?[\w' -]{2,30} (?:here|speaking|calling|writing)$"
)
_SURNAME = re.compile(
    r"\bmy (?:(?<=to my )maiden|(?<=using my )maiden|last|sur|family|married"
    r"|new)[ -]?name,? (?:is |which is )?(?P<v>[A-Z][\w'-]+)"
)


_RESPELLED = re.compile(
    r"^(?:it|It|name) is (?P<v>[A-Z][\w'-]+),? (?:not (?:an? )?(?P<o>[A-Z][\w'-]+)|with an? [A-Z])$"
)


def _own_name(segment: Segment) -> list[Fact]:
    """Read how somebody presents themself: "it's marta here", "name's Priya"."""
    for pattern in _PRESENTED if segment.opens else ():
        match = pattern.match(segment.text)
        said = match["v"].casefold() if match else ""
        if match and (match["v"][0].isupper() or said in FIRST_NAMES) and not is_trade(said):
            where = place(match["w"]) if match["w"] else ""
            found = [Fact(attribute="name", value=match["v"])]
            aged = match.groupdict().get("n")
            found += [Fact(attribute="age", value=aged)] if aged else []
            return found + ([Fact(attribute="hometown", value=where)] if where else [])
    given = _CHRISTENED.match(segment.text) or (
        _FROM_HERE.match(segment.text) if segment.opens else None
    )
    if given:
        return [Fact(attribute="name", value=given["v"])]
    chain = _CHAIN.match(segment.text)
    if chain:  # "my sister's husband's name is Kwame"
        whose = f"{ROLES[chain['r'].casefold()]}'s {ROLES[chain['o'].casefold()]}"
        return [Fact(attribute="name", value=chain["v"], subject=whose)]
    enough = _ENOUGH.search(segment.text)
    if enough and _OF_NAMES.search(segment.whole):
        return [Fact(attribute="form_of_address", value=enough["v"])]
    match = _SURNAME.search(segment.text)
    if match:
        return [Fact(attribute="name", value=match["v"])]
    match = _RESPELLED.match(segment.text)
    if match and (not match["o"] or _alike(match["v"], match["o"])):
        return [Fact(attribute="name", value=match["v"], mode=Mode.CORRECTION)]
    return []


def _alike(one: str, other: str) -> bool:
    """Say whether two names are spellings of one ("Jo", "Joe"; "Catherine", "Katherine")."""
    first, second = one.casefold(), other.casefold()
    common = len(set(first) & set(second)) / max(len(set(first) | set(second)), 1)
    return first != second and abs(len(first) - len(second)) <= 2 and common >= 0.6
