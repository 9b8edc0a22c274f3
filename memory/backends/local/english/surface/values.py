"""Cuts values out of plain text: noun phrases, lists of them, places and names."""

import re
from collections.abc import Iterator

from memory.backends.local.english.content import _NOT_PLACES, _VAGUE
from memory.backends.local.english.surface.verbs import AUXILIARIES, form_of
from memory.backends.local.frame import words

_END = re.compile(
    r"\s*(?:[;:()!?\"]|\b(?:but|so|because|cause|cos|since|which|who|whom|that|when|whenever|where"
    r"|while|if|unless|though|although|however|after|before|until|till|than|except|apart from"
    r"|rather|instead|even|again|either|lately|recently|these days|nowadays|right now|again"
    r"|at the moment|currently|for now|by now|already|yet|anyway|though|please|thanks|thx|lol"
    r"|haha|as well|at all|though|to be|with me|these|right|all day|whatsoever|atm|w|hence"
    r"|once|twice|every|each|most days|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:and|or) (?:i|we|my|it|he|she|they|that|this|have|am|is|so|then|now|want|need|would"
    r"|can|will"
    r"|do|not|no|just|also|never|always|the rest)\b)\b).*",
    re.I | re.S,
)
_PREPOSITION = re.compile(
    r"\s+(?:in|on|at|for|from|with|by|during|under|over|near|around|into|about|as|through|against"
    r"|to|like|without|per|via|due|out|up|outside|inside|across|between|among|behind|beyond)\b.*",
    re.I | re.S,
)
_SOME_PREPOSITIONS = re.compile(
    r"\s+(?:at|for|from|by|during|as|since|to|like|via|due|because|in)\b.*", re.I | re.S
)
_LEADING = re.compile(
    r"^(?:(?:a (?:little )?bit of|a lot of|a|an|the|my|our|some|any|such|these|those|this|that"
    r"|his|her|their|its|your|all|lots of"
    r"|loads of|plenty of|kind of|most|every|both|really|very|quite|just|only"
    r"|mostly|mainly|of|about|around|roughly|especially|particularly|pretty|old|new|well|good old"
    r"|sort of|certain|bloody|proper|actual|super|so|eating|drinking|being|having)\s+)+",
    re.I,
)
_LIST = re.compile(
    r"\s*,\s*(?:and\s+|or\s+|but\s+not\s+)?|\s+(?:and|or|&|nor|plus)\s+|\s*/\s*", re.I
)
_TRAILING = re.compile(
    r"\s+(?:and|or|of|in|on|at|for|from|with|to|a|an|the|my|too|either|now|well|though|by|as|is|are"
    r"|really|anymore|more|lately|today|tonight|yet|much|lot|bit|ones?|stuff|things?|day|like|are"
    r"|again|btw|tbh|anyway|since|about|up|over|out|it)$",
    re.I,
)
_EMPTY = words(
    "it them that this these those me him her us you one ones some any something anything nothing"
    " everything someone anyone everyone all both none such here there what how who which stuff"
    " things thing lot bit much more less most very so too a an the my our yes no okay ok fine"
    " i we he she they only just he's being myself mine yours each other others whatever"
    " whoever idea point"
)
# What a lower-case word after "in" or "to" is not, if it is to be a town.
_COMMON = words(
    "a an the my our his her their bed work school college uni university church prison jail"
    " hospital"
    " town bed home court sea space class private public person theory practice practise particular"
    " general short full fact case time season line touch shape order front bulk tears total"
    " marketing sales finance hr it tech retail law accounting advertising insurance logistics"
    " education healthcare medicine construction publishing consulting management engineering"
    " product design research security support charge love need danger trouble half two three four"
    " new next last this that these management bits shifts silence poverty fear hope peace"
    " remote remotely teams winter summer spring autumn one another different mid early late around"
    " bristles cash person january february march april may june july august september october"
    " november december english german french spanish italian here there somewhere nowhere anywhere"
)
_PLACE = re.compile(
    r"^(?:(?:the )?(?:(?:south|north|east|west|central|downtown|greater|upstate|rural|northern"
    r"|southern|eastern|western)(?:east|west)?(?:ern)? )?(?:(?:a|the) (?:\w+ )?(?:village|town"
    r"|city|suburb|farm|island|area|part"
    r"|outskirts|neighbourhood)"
    r"(?: (?:near|outside|in|of|called|just outside|north|south|east|west) (?:of )?)?)?)?",
    re.I,
)


def cut(text: str, *, at_prepositions: bool = True) -> str:
    """Return a text up to where its phrase ends."""
    text = _END.sub("", text.strip())
    return (_PREPOSITION if at_prepositions else _SOME_PREPOSITIONS).sub("", text).strip(" ,.")


def clean(phrase: str) -> str:
    """Return a phrase without its articles and what trails after it."""
    phrase = phrase.strip(" ,.'\"!")
    while True:
        shorter = _TRAILING.sub("", _LEADING.sub("", phrase)).strip(" ,.")
        if shorter == phrase:
            return phrase
        phrase = shorter


def things(text: str, *, at_prepositions: bool = True, limit: int = 5) -> list[str]:
    """Return the members of a list of noun phrases at the front of a text."""
    found: list[str] = []
    text = _END.sub("", text.strip())
    for index, part in enumerate(_LIST.split(text)):
        phrase = clean(cut(part, at_prepositions=at_prepositions))
        if not is_value(phrase, limit):
            break
        if index and _is_clause(part):
            break
        found.append(phrase)
        if cut(part, at_prepositions=at_prepositions) != part.strip(" ,."):
            break
    return found


def thing(text: str, *, at_prepositions: bool = True, limit: int = 6) -> str:
    """Return the noun phrase at the front of a text, "" if there is none worth keeping."""
    phrase = clean(cut(text, at_prepositions=at_prepositions).split(",")[0])
    return phrase if is_value(phrase, limit) else ""


_NOT_FIRST = words(
    "you your to if not how when for with at in on by from as because due with into onto of"
)


def is_value(phrase: str, limit: int = 6) -> bool:
    said = phrase.casefold().split()
    if not said or len(said) > limit or said[0] in _EMPTY | AUXILIARIES or len(phrase) < 2:
        return False
    return not (
        said[-1] in _VAGUE | {"me", "you", "us", "him", "them", "her"} or said[0] in _NOT_FIRST
    )


def _is_clause(part: str) -> bool:
    said = part.casefold().split()
    form = form_of(said[0]) if said else None
    finite = form is not None and form.tense in ("past", "s") and len(said) > 1
    return finite or any(w in AUXILIARIES for w in said[:3])


def action(text: str, limit: int = 9) -> str:
    """Return what is done, from its verb on, up to the end of its clause."""
    phrase = _END.sub("", text.strip()).strip(" ,.")
    phrase = re.sub(r"\s+(?:a lot|a bit|a little|a ton|so much)$", "", phrase)
    phrase = re.split(r"\s*,\s*(?=(?:\w+ing|but|and|so)\b)|\s+and\s+(?=\w+ing\b)", phrase)[0]
    said = _TRAILING.sub("", phrase).split()
    return " ".join(said) if 0 < len(said) <= limit else " ".join(said[:limit])


def place(text: str, *, lower: bool = True) -> str:
    """Return the place that a text begins with, "" if it is none."""
    text = _END.sub("", text.strip()).split(" / ")[0]
    prefix = _PLACE.match(text)
    rest = text[prefix.end() :].strip() if prefix and prefix[0].strip() != "the" else text
    name = re.match(
        r"(?:the )?(?:[A-Z][\w'.-]*|St\.?)(?:(?: (?:of|the|de|la|del|on|upon|am|do|da|le|di"
        r"|and))?(?: |-)[A-Z][\w'.-]*){0,3}",
        rest,
    )
    if name and not form_of(name[0].split()[0].casefold()):
        return name[0].strip(".").removeprefix("the ")
    region = re.match(
        r"(?:the )?(countryside|suburbs|mountains|north|south|coast|seaside|highlands)\b",
        text,
        re.I,
    )
    if region:
        return region[1]
    if not lower:
        return ""
    bare = re.match(
        r"((?:the (?=uk|us|usa|states|netherlands|hague|bronx|philippines|gambia"
        r"|bahamas))?[a-z][\w'-]+)(?: ([a-z]{3,}))?",
        rest,
    )
    if not bare or bare[1] in _COMMON | _NOT_PLACES or bare[1].endswith("ing") or form_of(bare[1]):
        return ""
    if prefix and prefix[0].strip() in ("a", "an"):
        return ""
    after = rest[bare.end(1) :].strip(" ,.")
    two = bare[1] in (
        "new",
        "san",
        "los",
        "las",
        "cape",
        "hong",
        "kuala",
        "sri",
        "south",
        "north",
        "tel",
        "abu",
        "rio",
        "st",
        "santa",
    )
    if two and bare[2]:
        return f"{bare[1]} {bare[2]}"
    return (
        bare[1]
        if not after or re.match(r"(?:with|and|for|now|in|on|at|by|as|near|to|from|,)\b", after)
        else ""
    )


def names(text: str) -> Iterator[str]:
    """Yield the proper names at the front of a text ("Ana and Tim Brown")."""
    for part in _LIST.split(text.strip()):
        match = re.match(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}", part.strip())
        if not match:
            return
        yield match[0]
