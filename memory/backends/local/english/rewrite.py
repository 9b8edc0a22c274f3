"""Rewrites what was said from the first person into statements about "the user"."""

import re

from memory.backends.local.english.lexicon import ROLES
from memory.domain.types import USER, Mode

# Attribute -> (verb in its base form, what follows it).
_TEMPLATES = {
    "name": ("be", "called {v}"),
    "form_of_address": ("want", "to be called {v}"),
    "age": ("be", "{v} years old"),
    "gender": ("be", "{v}"),
    "nationality": ("be", "{v}"),
    "hometown": ("be", "from {v}"),
    "home": ("live", "in {v}"),
    "occupation": ("work", "as {v}"),
    "employer": ("work", "for {v}"),
    "workplace": ("work", "in {v}"),
    "education": ("study", "{v}"),
    "marital_status": ("be", "{v}"),
    "language": ("speak", "{v}"),
    "likes": ("like", "{v}"),
    "dislikes": ("dislike", "{v}"),
    "reply_length": ("want", "{v} replies"),
    "reply_language": ("want", "replies in the language {v}"),
    "allergy": ("be", "allergic to {v}"),
    "diet": ("follow", "this diet: {v}"),
    "spice_level": ("want", "{v} food"),
    "avoids": ("avoid", "{v}"),
    "religion": ("be", "{v}"),
    "medication": ("take", "{v}"),
    "medical_condition": ("have", "{v}"),
    "skill": ("can", "{v}"),
    "visited": ("have", "been to {v}"),
    "project": ("work", "on {v}"),
    "plan": ("plan", "to {v}"),
    "goal": ("want", "to {v}"),
    "commitment": ("have", "promised to {v}"),
    "decision": ("have", "decided to {v}"),
}
# What is said of a thing of somebody's: "the user's birthday is 4 May".
_THINGS = {
    "birthday": "birthday",
    "email": "e-mail address",
    "phone": "phone number",
}
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes", "can": "can"}
_SIBILANT = re.compile(r"(?:s|sh|ch|x|z|o)$")
_Y = re.compile(r"[^aeiou]y$")
_PRONOUNS = {
    "i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself",
    "we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves",
}  # fmt: skip
_PRONOUN = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b")


def statement(attribute: str, value: str, subject: str, mode: Mode, predicate: str = "") -> str:
    """Return the third-person statement of a fact, in the way that `mode` asks."""
    who = subject_words(subject)
    is_plural = who.casefold().split()[-1] in _PLURALS
    thing = "" if predicate else _thing(attribute)
    if predicate.startswith("'s "):  # "'s shoe size be 39": said of a thing of somebody's
        thing, _, value = predicate.removeprefix("'s ").partition(" be ")
    if thing:
        who = f"{who}'" if is_plural else f"{who}'s"
        verb, rest = "be", value
        is_plural = attribute.startswith("favorite:") and bool(re.search(r"[^su]s$", thing))
        who = f"{who} {impersonal(thing)}"
    elif predicate:
        verb, _, rest = predicate.partition(" ")
    else:
        verb, rest = _template(attribute, value)
    body = _in_mode(verb, impersonal(rest), mode, is_plural=is_plural)
    body = body.rstrip(". ")
    if mode is Mode.FORGET:
        return f"Forget that {who[0].lower()}{who[1:]} {body}."
    return f"{who[0].upper()}{who[1:]} {body}."


_PLURALS = frozenset(
    ["parents", "kids", "children", "friends", "grandparents", "siblings", "sons", "daughters",
     "sisters", "brothers", "cousins", "colleagues", "twins", "neighbours", "flatmates"]
)  # fmt: skip


def subject_words(subject: str) -> str:
    """Return "the user", "the user's sister" for a role, or the name."""
    if subject == USER:
        return "the user"
    head = re.split(r"['’]s |-", subject)[0].casefold()
    return f"the user's {subject}" if head in ROLES or subject in ROLES else subject


def impersonal(text: str) -> str:
    """Turn first-person words into third-person ones."""
    return _PRONOUN.sub(lambda match: _PRONOUNS[match[0].casefold()], text)


def third_person(verb: str) -> str:
    """Return the form of a base verb after "the user" ("live" -> "lives")."""
    if verb in _THIRD:
        return _THIRD[verb]
    if _Y.search(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def _thing(attribute: str) -> str:
    """Return the noun of a statement such as "the user's weight is 82 kg", "" for others."""
    head, _, topic = attribute.replace("_", " ").partition(":")
    if head == "favorite":
        return f"favourite {topic}"
    if head == "measure":
        return f"{topic} time" if _RACE.search(topic) else topic
    return _THINGS.get(head, "")


def _template(attribute: str, value: str) -> tuple[str, str]:
    head, _, topic = attribute.partition(":")
    if head in ("pet", "family", "relationship"):
        return "have", called(value)
    if head == "home" and _PART_OF_PLACE.match(value):
        return "live", f"{'on' if value.startswith(('outskirts', 'coast')) else 'in'} the {value}"
    if head == "owns":
        return "own", value
    if head == "hobby":
        return "have", f"{value} as a hobby"
    if head == "habit":
        verb, _, rest = value.partition(" ")
        return verb, rest
    if head == "count":
        return "have", value if topic in value else f"{value} {topic}"
    if head == "preference":
        return "prefer", f"{value} for {topic}"
    if head == "reply_style":
        return "want", _styled_replies(value)
    if head == "education":
        return _schooling(value)
    if head == "medical_condition" and value in ("diabetic", "pregnant", "blind", "deaf"):
        return "be", value
    if head == "occupation" and value.endswith("ed"):
        return "be", value
    if head == "occupation" and _BEING.search(value):
        return "be", _with_article(head, value)
    if head == "diet" and value in ("vegetarian", "vegan", "pescatarian", "flexitarian"):
        return "be", value
    if head == "spice_level" and value == "none":
        return "eat", "nothing spicy"
    if head == "diet" and (re.fullmatch(r"[\w-]+", value) or value.endswith(" diet")):
        return "follow", f"{with_article(value.removesuffix(' diet'))} diet"
    verb, rest = _TEMPLATES.get(head, ("note", "{v}"))
    return verb, rest.format(v=_with_article(head, value))


_PART_OF_PLACE = re.compile(
    r"(?:north|south|east|west|outskirts|suburbs?|coast|centre|center|countryside)\b"
)


def _styled_replies(value: str) -> str:
    """Return "formal replies", "replies with code examples", "just code in replies"."""
    if value.startswith("just "):
        return f"{value} in replies"
    is_manner = " " not in value and not value.endswith("s")
    return f"{value} replies" if is_manner else f"replies with {value}"


def _schooling(value: str) -> tuple[str, str]:
    """Return what is said of a degree, a school or a subject that somebody studies."""
    first = value.split()[0].casefold() if value else ""
    if _DEGREE.search(value):
        return "have", value if first in ("a", "an", "the") else f"{_article(value)} {value}"
    if _SCHOOL.match(value):
        return "study", f"at {value}"
    return "study", value


_DEGREE = re.compile(
    r"\b(?:degree|phd|doctorate|master'?s?|bachelor'?s?|mba|diploma|ba|bsc|msc|ma|certificate"
    r"|a-levels|gcses?|apprenticeship|postdoc|place at)\b",
    re.I,
)
_SCHOOL = re.compile(
    r"(?:the )?(?:school|college|university|uni|academy|kindergarten|institute)\b"
    r"|(?:[A-Z][\w'-]* )+(?:School|College|University|Academy|Institute)\b"
)
_RACE = re.compile(
    r"^(?:\d[\d.,]*\s?(?:k|km|m|mi|miles?)|(?:half|full)?[- ]?marathon|parkrun|triathlon|ironman"
    r"|mile)$",
    re.I,
)
_PLURAL_COUNT = re.compile(
    r"^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many|a few|some)\b", re.I
)
_LOWER_THEN_NAMES = re.compile(
    r"(?P<what>[a-z][\w '-]*?)(?<! in)(?<! to)(?<! of)(?<! with)(?<! for)(?<! at)(?<! on)(?<! the)"
    r" (?P<names>[A-Z][\w'’-]*(?:(?: |, | and |, and )[A-Z][\w'’-]*)*)(?P<tail> in [A-Z][\w' -]*)?"
)
_BEING = re.compile(
    r"^(?:retired|former|ex-)|\b(?:student|pupil|apprentice|undergraduate|trainee|pensioner"
    r"|housewife|homemaker|parent)$",
    re.I,
)
_COUNTABLE_ILL = re.compile(
    r"\b(?:knee|back|hip|shoulder|ankle|wrist|neck|leg|arm|foot|heart|condition|disorder|disease"
    r"|hernia|ulcer|pacemaker|murmur|fracture|injury|infection|phobia|stomach|allergy|rash)$"
)


def called(value: str) -> str:
    """Return "a dog called Biscuit" for the value "dog Biscuit", "two cats" for "two cats"."""
    match = _LOWER_THEN_NAMES.fullmatch(value)
    what, name = (match["what"], match["names"]) if match else (value, "")
    tail = match["tail"] or "" if match else ""
    head = re.split(r" (?:in|of|with|for|at|to|on|from|about)\b", what)[0]
    many = _PLURAL_COUNT.match(what) or re.search(r"[^su]s$|children$|sheep$|mice$", head)
    if not many and what[0].islower():
        plural = name and ("," in name or " and " in name)
        what = what if plural or what.startswith(("a ", "an ")) else f"{_article(what)} {what}"
    return f"{what} called {name}{tail}" if name else what


def with_article(thing: str) -> str:
    """Return "an old boat" for "old boat"."""
    return f"{_article(thing)} {thing}"


def _article(word: str) -> str:
    vowel = word[:1].casefold() in "aeio" or re.match(r"u(?!ni|se)", word, re.I)
    return "an" if vowel else "a"


def _with_article(attribute: str, value: str) -> str:
    countable = attribute == "medical_condition" and _COUNTABLE_ILL.search(value)
    if not (attribute == "occupation" or countable) or not value:
        return value
    last = value.split()[-1]
    if value[0].isupper() and not (value.isupper() or last.islower() and last.isalpha()):
        return value
    return value if value.startswith(("a ", "an ", "the ")) else with_article(value)


def _in_mode(verb: str, rest: str, mode: Mode, *, is_plural: bool) -> str:
    if mode is Mode.PAST:
        if verb in ("can", "have"):
            return f"{'could' if verb == 'can' else 'had'} {rest}"
        return f"used to {verb} {rest}".strip()
    if verb == "never":
        first, _, tail = rest.partition(" ")
        return f"never {first if is_plural else third_person(first)} {tail}".strip()
    third = ("are" if verb == "be" else verb) if is_plural else third_person(verb)
    if mode is Mode.DENIAL:
        return f"no longer {third} {rest}".strip() if verb != "be" else f"{third} not {rest}"
    if mode is Mode.TEMPORARY:
        return f"{third} {rest} for now".strip()
    return f"{third} {rest}".strip()
