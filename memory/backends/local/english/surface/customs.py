"""Surface rules for customs: the simple present of a verb of action tells what is done as a rule.

"I take my coffee black", "we rehearse in a church", "I don't watch TV": English says what is going
on just now with "-ing", so that the simple present of such a verb needs no "every day" to be a
habit. Verbs of mind, of saying and of what happens at a screen are left out.
"""

import re

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import MEDICINE_WORDS, MEDICINES
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER

ACTIONS = words(
    "coach take use watch wear walk cycle drive ride cook bake eat drink sleep work study train run"
    " swim play practise practice rehearse sing dance paint draw read listen collect volunteer"
    " travel bite"
    " commute shop buy rent share keep grow brew host meditate pray fast owe save donate foster"
    " breed"
    " raise organise organize perform go do climb hike ski surf sail fish garden knit sew crochet"
    " observe moderate forage photograph write blog row fence box bowl camp jog juggle speak"
    " carry attend sponsor handle"
)
_DENIED = words(
    "watch wear use buy do take cook drive fly swim read celebrate gamble dance travel play go lend"
)
_GROOMING = words("cut shave dye trim wash straighten")
_HAIR = re.compile(r"^my (?:hair|beard|legs|armpits)$", re.I)
_REFUSED = words("fly drive dance swim ski gamble camp")
_PASSING = re.compile(
    r"\b(?:it|this|that|these|those|you|your|error|when|if|then|after|before|until|but it|the "
    r"(?:same"
    r"|following|above|code|app|link|button|file|command|script|function)|a (?:look|break"
    r"|moment|seat"
    r"|guess|while)|well|my time|care(?! home| worker)|over(?! (?:breakfast|lunch|dinner|coffee))"
    r"|wrong|right|place|part|note|advantage"
    r"|matter|trouble"
    r"|question|photo|picture|long|ages|way|ahead|through|nothing|everything|anything|something"
    r"|things|stuff|mind|on about|out of|at work|in \d+|at \d+|in [A-Z][a-z]+ at)\b",
    re.I,
)
_LIGHT = words("do go take keep use play run save share handle write read")


def customs(clause: Plain) -> list[Fact]:
    """Read the simple present of a verb of action as a habit."""
    plain = not (clause.is_past or clause.is_perfect or clause.is_progressive)
    if not plain or clause.modals or clause.noun or clause.is_imperative or clause.used_to:
        return []
    said = {word.casefold() for word in re.findall(r"[\w'-]+", clause.rest)}
    if clause.is_negated and not clause.rest and clause.verb in _REFUSED and clause.subject == USER:
        gerund = f"{clause.verb}ing" if clause.verb != "swim" else "swimming"
        gerund = gerund.replace("danceing", "dancing").replace("driveing", "driving")
        return [fact(clause, "avoids", gerund, mode=None)]
    if clause.is_future and clause.is_negated and clause.subject == USER:
        return [] if clause.segment.times or said & SOFTWARE else _not_done(clause)
    if (
        clause.is_future
        or not clause.rest
        or _PASSING.search(clause.rest)
        or said & SOFTWARE
        or len(said) > 9
    ):
        return []
    dated = any(s.role != "every" for s in clause.segment.times)
    if dated or clause.subject != USER:
        return []
    if clause.is_negated:
        return _not_done(clause)
    if clause.segment.times:
        return []
    if clause.verb == "owe":
        owed = action(f"owe {clause.rest}")
        return [fact(clause, "commitment", owed, mode=None, predicate=owed)]
    own = clause.verb == "make" and clause.rest.startswith("my own ")
    if clause.verb not in ACTIONS and not own or said & (MEDICINES | MEDICINE_WORDS):
        return []
    if clause.verb == "speak" and re.match(r"(?:of|about)\b", clause.rest, re.I):
        return []  # "speaking of lenses, …" only leads over to them
    value = action(f"{clause.verb} {clause.rest}")
    repeated = clause.verb == "keep" and re.match(r"^\w+ing\b", clause.rest)  # "keep hitting ..."
    if repeated or clause.verb == "work" and clause.rest.startswith("with "):
        return []
    bare = clause.verb in _LIGHT and len(value.split()) < 3
    if bare or len(value.split()) < 2:
        return []
    return [fact(clause, "habit", value, mode=None, predicate=value, confidence=0.7)]


def _not_done(clause: Plain) -> list[Fact]:
    definite = re.match(r"^(?:the|my|our|any|much|many|well|too)\b", clause.rest, re.I)
    regular = any(s.role == "every" for s in clause.segment.times)
    value = action(clause.rest) if regular else thing(clause.rest)
    if clause.verb in _GROOMING and _HAIR.match(clause.rest) and not clause.is_ended:
        said = f"{clause.verb} {action(clause.rest)}"
        return [fact(clause, "avoids", said, mode=None)]
    if clause.verb not in _DENIED or definite or not value or clause.is_ended or clause.never:
        return []
    said = f"{clause.verb} {value}"
    return [fact(clause, "avoids", said, mode=None, confidence=0.7)]
