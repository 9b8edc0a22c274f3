"""Surface rules for customs: the simple present of a verb of action tells what is done as a rule.

"I take my coffee black", "we rehearse in a church", "I don't watch TV": English says what is going
on just now with "-ing", so that the simple present of such a verb needs no "every day" to be a
habit. Verbs of mind, of saying and of what happens at a screen are left out.
"""

import re

from memory.backends.local.english.evidence import SOFTWARE
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FOODS, MEDICINE_WORDS, MEDICINES
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, thing
from memory.backends.local.frame import words
from memory.domain.types import USER

_AMONG = r"\b(?:in|at|with|for|on) (?:an?|the|my|our) [\w' -]+"
# Verb -> what it takes where its simple present tells how somebody lives. Without one of these it
# may be anything: "I carry a lot of guilt", "I draw the line at shouting".
_CUSTOMS: dict[str, str] = {
    "walk cycle drive commute run jog ride skate travel go": r"^(?:in )?(?:(?:back )?to (?:work"
    r"|school|uni|church|mass"
    r"|town|college|nursery|(?:the|my|our) [\w-]+)|everywhere|on foot|for work|by (?:bus|train"
    r"|tram|bike|car|ferry)"
    r"|light\b|alone\b)",
    "take catch": r"^(?:the (?:bus|train|tram|tube|metro|ferry|stairs|subway)|(?:my"
    r"|our) (?:coffee|tea|shoes|holidays?)"
    r"|(?:my|our|the) (?:kids?|children|dogs?|son|daughter) |sugar|milk|cold (?:showers|baths)"
    r"|no sugar)",
    "sleep": r"^(?:with|on|in|without|naked|late|until|till|(?:\d|\w+) hours)\b(?! it\b)",
    "wear": r"\b(?:glasses|contacts|lenses|uniform|black|hearing aids?|hijab|turban|kippah|suits?"
    r"|dresses|heels|trainers"
    r"|boots|headscarf|make-?up|sunscreen|brace|braces|helmet|wool|leather|perfume|kilt|crucifix)\b",
    "eat drink cook bake brew grow": rf"\b(?:{'|'.join(sorted(FOODS, key=len, reverse=True))})\b"
    r"|\b(?:chopsticks|late|out"
    r"|early|meals|dinners?|lunch|breakfast|vegetables|veg|herbs|roses|flowers|tomatoes"
    r"|from scratch|my own|our own"
    r"|standing up|by the jar|at my desk|kombucha|cider|mead|sourdough|fruit)\b",
    "work": r"^(?:nights|weekends|days|evenings|mornings|part[- ]time|full[- ]time|remotely"
    r"|from home|overnight"
    r"|(?:double|long|night|early|late|split|twelve-hour) \w+"
    r"|shifts|three|four|in an? |at an? |on an? )",
    "keep": r"^(?:an? (?:[\w-]+ )?(?:hotel|shop|diary|journal|garden|allotment|blog|notebook|log"
    r"|stall|inn|pub|farm"
    r"|smallholding|sketchbook|bullet journal)|(?:[\w-]+ )?(?:bees|hens|chickens|ducks|goats"
    r"|sheep|pigs|pigeons|ferrets"
    r"|(?:bank )?accounts|koi|quails|alpacas))\b",
    "coach collect volunteer foster breed rehearse forage moderate observe knit sew crochet"
    " donate": r"^(?!dust\b|my"
    r" (?:thoughts|kids)|your|the (?:data|results?|files)|hope\b|information)\w+",
    "meditate pray fast": r"^(?:during|for|on|in|at|before|after|with|twice|five)\b",
    "carry": r"\b(?:epi-?pens?|inhalers?|insulin|notebook|knife|umbrella|camera|cash|water bottle"
    r"|penknife"
    r"|antihistamines|glucose|rosary|sketchbook|donor card)\b",
    "watch": r"^(?!my|your|the|it\b|this|that)(?:[\w'-]+ )*(?:films?|movies|anime|football"
    r"|cricket|rugby|tennis|snooker|f1"
    r"|telly|tv|wrestling|documentaries|soaps|westerns|series|cartoons|birds|musicals|k-?dramas)\b",
    "read": r"\b(?:novels?|fiction|books?|comics|manga|poetry|papers?|magazines|biographies"
    r"|thrillers|aloud|in bed"
    r"|the (?:paper|news)|to (?:my|our|the) \w+)\b",
    "listen": r"^to (?!you|me\b|him|her\b|reason|this|that|it\b|my|your|the (?:same|error))\w+",
    "do": r"^(?:(?:[a-z]+ )?[a-z]+ing\b|the (?:crossword|school run|cooking|washing|ironing"
    r"|night feeds|cleaning|laundry"
    r"|shopping|dishes|gardening)|(?:my|our) own [\w-]+|yoga|pilates|karate|judo|crossfit"
    r"|tai chi|zumba|night shifts)",
    "play sing dance act perform train swim row climb camp sail fish ski surf hike": _AMONG,
    "rent share": r"^(?:an?|my|our|the) (?:[\w-]+ ){0,2}(?:flat|house|room|studio|office|car"
    r"|allotment|garage|desk"
    r"|kitchen|bathroom|bedroom|garden|cabin)\b",
    "shop buy": r"^(?:at |in |only |mostly )?(?:second-?hand|local(?:ly)?|organic|fair ?trade"
    r"|charity shops|online|vintage"
    r"|refurbished|aldi|lidl|everything (?:second|used))",
    "bite chew": r"^my (?:nails|pens?|lip)",
    "make": r"^(?:my|our|all my|all our) own \w+",
}  # fmt: skip
CUSTOMS = {
    verb: re.compile(taken, re.I) for verbs, taken in _CUSTOMS.items() for verb in verbs.split()
}
_DENIED = words(
    "watch wear use buy do take cook drive fly swim read celebrate gamble dance travel play go lend"
)
_OWED = re.compile(
    r"\d|\b(?:quid|pounds|euros|dollars|money|rent|hundred|thousand|tenner|fiver|deposit"
    r"|a (?:favour|favor|drink|pint"
    r"|dinner|lunch|visit|letter|call|apology))\b",
    re.I,
)
_GROOMING = words("cut shave dye trim wash straighten")
_HAIR = re.compile(r"^my (?:hair|beard|legs|armpits)$", re.I)
_REFUSED = words("fly drive dance swim ski gamble camp")
_PASSING = re.compile(
    r"\b(?:it|this|that|these|those|you|your|error|when|if|then|until|against|compliments|tide|code"
    r"|app|button|file|command|script|function|hat|hats|excuses|bargain|circles|line at)\b",
    re.I,
)


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
    if clause.verb == "owe" and _OWED.search(clause.rest):
        owed = action(f"owe {clause.rest}")
        return [fact(clause, "commitment", owed, mode=None, predicate=owed)]
    taken = CUSTOMS.get(clause.verb)
    if taken is None or not taken.search(clause.rest) or said & (MEDICINES | MEDICINE_WORDS):
        return []
    value = action(f"{clause.verb} {clause.rest}")
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
