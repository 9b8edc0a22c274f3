"""Surface rules for what somebody likes, avoids and cannot have."""

import re

from memory.backends.local.english.evidence import LIMITED
from memory.backends.local.english.lexicon import DIETS, FREE_DIET, ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_LIKE = words("like love enjoy adore dig prefer favour favor relish")
_HATE = words("hate dislike detest loathe despise dread")
_CONSUME = words("eat drink touch consume")
_GERUND = re.compile(r"^(?:to )?(?:[a-z]+ing\b|[a-z]+ [a-z]+ing\b)", re.I)
_SPICY = re.compile(r"\b(?:spicy|spice|spices|hot food|chil+i(?:es|s)?|heat)\b", re.I)
_ABSENT = words("it that this you him her them me the your his their how when what being")
_TRANSIENT = re.compile(
    r"^(?:the idea|your|it when|how|that|this|when|what|the way|the fact|to (?:know|see|hear"
    r"|ask|be|say|have|get"
    r"|admit|break|bother|interrupt|complain|nag|disturb|disappoint|confess|tell"
    r"|talk|discuss|think|make|use|try|add|thank)|if|a (?:few|bit|recommendation|list|second)"
    r"|some (?:help|advice|ideas|tips|feedback|suggestions)|help|for you|you to)\b",
    re.I,
)


def liking(clause: Plain) -> list[Fact]:
    """Read liking and disliking verbs; "not like" dislikes, "no longer like" denies."""
    rest = clause.rest
    when = re.match(
        r"^(?:it )?(?P<v>when (?:people|someone|others|you|my|the|i|he|she|they) .+)", rest, re.I
    )
    if when and clause.is_asserted and not (clause.is_past or clause.is_future):
        attribute = {"hate": "dislikes", "love": "likes"}.get(clause.verb, "")
        value = action(when["v"])
        return [fact(clause, attribute, value)] if attribute and " this" not in value else []
    if clause.noun or clause.is_future or _TRANSIENT.match(rest):
        return []
    off = _GONE_OFF.match(rest) if clause.verb == "go" and clause.is_perfect else None
    if off and not clause.is_negated:
        return [fact(clause, "dislikes", v, mode=None) for v in things(off["v"])]
    if clause.verb in _HATE:
        if clause.is_negated or clause.is_past and not clause.used_to and not clause.is_perfect:
            return []
        mode = Mode.PAST if clause.used_to else None
        return _values(clause, "dislikes", rest, mode)
    if clause.verb in _LIKE:
        if clause.modals or clause.is_past and not clause.used_to and not clause.is_perfect:
            return []
        if _SPICY.search(rest):
            return []
        if clause.is_negated:
            over = clause.is_ended
            return _values(
                clause, "likes" if over else "dislikes", rest, Mode.DENIAL if over else None
            )
        preferred = re.split(r"\b(?:over|to|than|rather than|more than|instead of)\b", rest)[0]
        rest = (
            preferred
            if preferred.strip() and clause.verb in ("prefer", "favour", "favor")
            else rest
        )
        return _values(clause, "likes", rest, Mode.PAST if clause.used_to else None)
    if (
        clause.verb == "support"
        and re.match(r"^[A-Z]", rest)
        and not clause.is_negated
        and not clause.is_past
    ):
        return [fact(clause, "likes", v, mode=None) for v in things(rest)]
    found = _FOUND.match(rest) if clause.verb == "find" and clause.is_asserted else None
    if found and not clause.is_past:
        attribute = "likes" if found["good"] else "dislikes"
        return [fact(clause, attribute, v, mode=None) for v in things(found["v"])]
    return _bearing(clause)


_GONE_OFF = re.compile(
    r"^(?:right |completely |totally )?off (?:the idea of )?(?P<v>(?!(?:on|to|at|in|with|for|it"
    r"|him|her|you"
    r"|the|topic|script|piste|grid|work|duty|sick|course|track|air|menu|road)\b).+)",
    re.I,
)
_FOUND = re.compile(
    r"^(?P<v>(?!it\b|this\b|that\b|the\b|your\b|him\b|her\b|them\b|myself\b)[\w' -]+?) (?:\w+ly "
    r"|so |a bit"
    r" |really |very )*(?:(?P<good>fascinating|relaxing|soothing|fun|delightful|calming|therapeutic"
    r"|comforting|beautiful)|boring|dull|tedious|annoying|irritating|stressful|exhausting|gross"
    r"|disgusting|unbearable|creepy|cringe|overrated|insufferable|depressing|scary)$",
    re.I,
)


def _bearing(clause: Plain) -> list[Fact]:
    rest, verb = clause.rest, clause.verb
    could = "could" in clause.modals and clause.never  # "never could stand"
    if verb == "stand" and ("can" in clause.modals or could) and clause.is_negated:
        return _values(clause, "dislikes", rest, None)
    if verb in ("bear", "abide") and "can" in clause.modals and clause.is_negated:
        return _values(clause, "dislikes", rest, None)
    if (
        verb in ("tolerate", "digest", "stomach", "handle")
        and "can" in clause.modals
        and clause.is_negated
    ):
        if _SPICY.search(rest):
            return [fact(clause, "spice_level", "none", mode=None)]
        return _values(clause, "avoids", rest, None)
    if (
        verb == "do"
        and "can" in clause.modals
        and clause.is_negated
        and clause.is_progressive
        and rest.startswith("with ")
    ):
        return _values(clause, "dislikes", rest[5:], None)
    if verb == "get" and clause.is_negated and re.match(r"^enough of\b", rest, re.I):
        return _values(clause, "likes", rest[len("enough of") :], None)
    if verb == "live" and clause.is_negated and re.match(r"^without\b", rest, re.I):
        return _values(clause, "likes", rest[len("without") :], None)
    match = re.match(
        r"^(?:up )?(?:a )?(?:bit of )?a? ?soft spot for (?P<v>.+)|^a (?:sweet tooth|thing for "
        r"(?P<w>.+))",
        rest,
        re.I,
    )
    if verb == "have" and match and not clause.is_negated and not clause.is_past:
        value = match["v"] or match["w"] or ""
        return (
            _values(clause, "likes", value, None)
            if value
            else [fact(clause, "likes", "sweets", mode=None)]
        )
    return []


def _values(clause: Plain, attribute: str, rest: str, mode: Mode | None) -> list[Fact]:
    if _TRANSIENT.match(rest):
        return []
    if _GERUND.match(rest):
        said = re.sub(r"^to ", "", rest)
        parts = re.split(
            r"\s*,\s*(?:and )?(?=\w+ing\b)|\s+and\s+(?=\w+ing\b)",
            action(said) if "," not in said else said,
        )
        return [fact(clause, attribute, v, mode=mode) for part in parts if (v := action(part))]
    to = re.match(r"^to (?P<v>\w+ .+|\w+)$", rest, re.I)
    if to:
        value = action(to["v"])
        return [
            fact(
                clause,
                attribute,
                value,
                mode=mode,
                predicate=f"{'like' if attribute == 'likes' else 'dislike'} to {value}",
            )
        ]
    if rest.split(" ")[:1] and rest.split(" ")[0].casefold() in _ABSENT - {"the"}:
        return []
    return [fact(clause, attribute, v, mode=mode) for v in things(rest)]


def avoiding(clause: Plain) -> list[Fact]:
    """Read what is not eaten, done or used: "won't touch pork", "cut out sugar"."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.is_imperative:
        return []
    seldom = re.search(r"\b(?:rarely|seldom|hardly|barely)\b", clause.segment.said, re.I)
    if clause.is_negated and not (seldom or clause.is_ended or clause.is_past):
        found = _refused(clause)
        if found:
            return found
    barring = _ALL_BUT.match(rest) if verb == "eat" and not clause.is_negated else None
    if barring and not clause.is_past:
        return [fact(clause, "avoids", v, mode=None) for v in things(barring["v"])]
    refuses = _REFUSING.match(rest) if verb == "refuse" else None
    if refuses and not clause.is_negated and not clause.is_past:
        return [fact(clause, "avoids", action(refuses["v"]), mode=None)]
    if verb == "smoke" and clause.is_negated and not rest and not clause.is_past:
        if clause.is_ended:
            return [fact(clause, "habit", "smoking", mode=Mode.DENIAL)]
        return [fact(clause, "avoids", "smoking", mode=None)]
    lead = _STOPPING.get(verb)
    match = re.match(lead, rest, re.I) if lead else None
    if match and not clause.is_negated and not clause.is_future:
        return _stopped(clause, rest[match.end() :])
    match = re.match(r"^off (?P<v>.+)", rest, re.I) if verb in ("be", "") else None
    if match and not clause.is_negated and not clause.is_past:
        return [fact(clause, "avoids", v) for v in things(match["v"]) if _is_food(v)]
    return []


_REFUSING = re.compile(r"^to (?P<v>(?!.*\b(?:that|this|those|these|you)\b)[a-z]+ .+)", re.I)
# Verb of stopping -> what must follow it.
_STOPPING = {
    "give": r"^up ", "cut": r"^out |^down on ", "quit": r"^", "avoid": r"^", "ditch": r"^",
    "skip": r"^(?!to\b)", "abstain": r"^from ", "steer": r"^clear of |^away from ",
    "stay": r"^(?:clear|off|away) (?:of |from )?", "keep": r"^off (?:the )?", "swear": r"^off ",
}  # fmt: skip
_UNEATEN = re.compile(
    r"^(?:anything|food|stuff|things) (?:with|containing|made (?:with|from|of)|that has"
    r"|(?=fried|sweet)) ?(?P<v>.*)",
    re.I,
)
_MOMENTS = re.compile(
    r"^(?:\w+days|mornings|evenings|weekends|nights|early mornings|late nights)$", re.I
)


_ALL_BUT = re.compile(
    r"^(?:almost |pretty much )?(?:everything|anything) (?:apart from|except(?: for)?|but|bar"
    r"|other than) (?P<v>.+)",
    re.I,
)


def _is_food(value: str) -> bool:
    return any(word in FOODS for word in value.casefold().split())


def _refused(clause: Plain) -> list[Fact]:
    """Read "don't eat X", "can't have X", "don't do phone calls"."""
    rest, verb, can = clause.rest, clause.verb, "can" in clause.modals
    if LIMITED.search(clause.segment.said):
        return []
    if verb in _CONSUME and ("would" not in clause.modals or clause.never):
        passing = re.match(
            r"^(?:much|enough|that|it|this|out|anything (?:today|yet))\b", rest, re.I
        )
        if passing or clause.is_perfect:
            return []
        if _SPICY.search(rest):
            return [fact(clause, "spice_level", "none", mode=None)]
        if not rest and verb == "drink":
            return [fact(clause, "avoids", "alcohol", mode=None)]
        anything = _UNEATEN.match(rest)
        rest = anything["v"] if anything else rest
        return [fact(clause, "avoids", v, mode=None) for v in things(rest)]
    if verb not in ("do", "have", "handle") or not (can or verb == "do"):
        return []
    anything = _UNEATEN.match(rest) if can else None
    if anything:
        return [fact(clause, "avoids", v, mode=None) for v in things(anything["v"])]
    found = [v for v in things(rest) if v.split()[-1].casefold() not in ROLES]
    if _SPICY.search(rest) and found:
        return [fact(clause, "spice_level", "none", mode=None)]
    definite = re.match(r"^(?:my|the|any|much|this|that)\b", rest, re.I)
    kind = not can and not definite and found and found[0].endswith(("s", "ing"))
    if any(map(_is_food, found)) or can and _MOMENTS.match(rest) or kind:
        return [fact(clause, "avoids", v, mode=None) for v in found]
    return []


def _stopped(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb in ("skip", "stay", "keep", "ditch"):
        found = [
            v
            for v in things(rest)
            if any(w in FOODS for w in v.casefold().split())
            or v in ("breakfast", "lunch", "dinner")
        ]
        return [fact(clause, "avoids", v, mode=None) for v in found if not clause.is_past]
    drops = clause.verb in ("quit", "give", "ditch")
    habit = re.match(r"^(?:eating|drinking|having) (?P<v>.+)", rest, re.I)
    if not habit and re.match(r"^(?:teaching|work(?:ing)?|studying|acting|nursing)\b", rest):
        return []
    rest = habit["v"] if habit else rest
    if re.match(r"^(?:my|the|his|her|on|it|that|this|a) ", rest, re.I) or rest.casefold() in (
        "it",
        "",
    ):
        return []
    found = [
        v
        for v in things(rest)
        if v.casefold() not in ("job", "work", "school", "uni", "hope", "time")
    ]
    if drops and any(v[:1].isupper() for v in found):
        return []
    return [fact(clause, "avoids", v, mode=None) for v in found]


def diets(clause: Plain) -> list[Fact]:
    """Read "eat halal", "went vegan", "on a keto diet", "keep kosher"."""
    rest = clause.rest
    if clause.noun or clause.is_future or clause.modals:
        return []
    if (
        clause.verb in ("eat", "go", "keep", "follow", "cook", "do")
        or clause.verb == "be"
        and re.match(r"^on ", rest, re.I)
    ):
        named = re.match(r"^(?:on )?(?:the |an? )(?P<v>[A-Z][a-z]+) diet\b", rest)
        if named and not clause.is_negated:
            mode = Mode.PAST if clause.used_to or clause.is_past else None
            return [fact(clause, "diet", named["v"], mode=mode)]
        match = re.match(
            r"^(?:on )?(?:an? |the |strictly |completely |fully )?(?P<v>[\w-]+(?: free)?)\b(?:"
            r" diet)?",
            rest,
            re.I,
        )
        word = match["v"].casefold() if match else ""
        diet = DIETS.get(word) or (word.replace(" ", "-") if FREE_DIET.fullmatch(word) else "")
        plain_on = clause.verb == "be" and "diet" not in rest and word not in ("keto",)
        if diet and not plain_on:
            mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
            return [fact(clause, "diet", diet, mode=mode)]
    return []


_NO_FOOD = re.compile(
    r"^no (?:more )?(?P<v>[\w', -]+?)(?: in (?:anything|my|the|any|there)\b.*)?(?:,? (?:please"
    r"|thanks|for me|doctor's orders|dentist's"
    r" orders))*$",
    re.I,
)


_NOTHING = re.compile(
    r"^nothing (?:(?:with|containing|made (?:with|of|from)) (?P<v>[\w', -]+?)|(?P<w>spicy|hot|fried"
    r"|raw|sweet|salty|fatty|greasy))(?: in it)?(?:,? (?:please|thanks|for me))*$",
    re.I,
)


def _nothing(clause: Plain) -> list[Fact]:
    """Read "nothing with gelatine please", "nothing spicy for me"."""
    match = _NOTHING.match(clause.segment.text)
    if not match or clause.segment.is_question:
        return []
    if match["w"]:
        spicy = match["w"].casefold() in ("spicy", "hot")
        said = f"{match['w'].casefold()} food"
        return [
            Fact(attribute="spice_level", value="none")
            if spicy
            else Fact(attribute="avoids", value=said)
        ]
    return [Fact(attribute="avoids", value=v) for v in things(match["v"])]


def _without(clause: Plain) -> list[Fact]:
    """Read "No meat, no fish", "no dairy this week": a refusal of what is eaten."""
    match = _NO_FOOD.match(clause.segment.text)
    if not match or clause.segment.is_question:
        return []
    parts = re.split(r"\s*(?:,|\band\b|\bor\b)\s*(?:no )?", match["v"])
    if not all(_is_food(part) and len(part.split()) < 4 for part in parts if part):
        return []
    return [Fact(attribute="avoids", value=part.strip()) for part in parts if part.strip()]


def favourites(clause: Plain) -> list[Fact]:
    """Read "nothing beats X"-like clauses and refusals without a verb ("no grapefruit for me")."""
    text = clause.segment.text
    match = re.match(r"^no (?:more )?(?P<v>[\w' -]+?) for me\b", text, re.I)
    if match:
        return [Fact(attribute="avoids", value=v) for v in things(match["v"])]
    match = re.match(
        r"^(?:only|just) (?P<v>[\w' -]+?) for me\b", clause.segment.said.strip(" ,"), re.I
    )
    if match:
        return [
            Fact(attribute="likes", value=v, predicate=f"take only {v}") for v in things(match["v"])
        ]
    match = re.match(
        r"^no (?P<v>[\w' -]+?) (?:please|thanks)\b", clause.segment.said.strip(" ,"), re.I
    )
    if match and any(w in FOODS for w in match["v"].casefold().split()):
        return [Fact(attribute="avoids", value=v) for v in things(match["v"])]
    return _nothing(clause) or _without(clause)
