"""Surface rules for where somebody lives and works, what they learn, own, and live with."""

import re

from memory.backends.local.english.evidence import _POSSESSIONS
from memory.backends.local.english.lexicon import (
    CONDITION_HEADS,
    CONDITIONS,
    FAMILY,
    LANGUAGES,
    MEDICATION_SUFFIX,
    PETS,
    ROLES,
    is_trade,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.being import employers, fact, mode_of
from memory.backends.local.english.surface.closed import MEDICINE_WORDS, MEDICINES
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, cut, names, place, thing, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_NUMBER = r"(?:\d[\d,.]*|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|several)"
_AILING = re.compile(
    r"\b(?:bad|weak|dodgy|sore|chronic|torn|slipped|broken|injured|bum|poor|high|low|no|trick|frozen"
    r"|herniated|irregular)\s+(?:back|knees?|hip|heart(?:beat)?|neck|shoulder|ankle|wrist|disc|back pain|pain|foot|leg|arm"
    r"|stomach|lungs?|acl|tendon|eyesight|hearing|circulation|blood pressure|cholesterol|blood sugar"
    r"|iron|sense of smell|sense of taste|ferritin|vitamin d)\b",
    re.I,
)


def residing(clause: Plain) -> list[Fact]:
    """Read where somebody lives, stays or has moved to."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals and verb != "live":
        return []
    if verb in ("live", "reside", "base", "dwell") or verb == "settle" and re.match(r"^(?:down )?in\b", rest):
        if clause.is_future or clause.modals:
            return []
        match = re.search(r"\b(?:in|near|outside|at|on|by|around) (?P<v>.+)", rest)
        where = place(match["v"]) if match else ""
        mode = mode_of(clause)
        if verb in ("settle", "base") and mode is Mode.PAST and not clause.used_to:
            mode = None
        if clause.is_perfect and not clause.is_negated and not clause.used_to:
            mode = None if clause.is_progressive or _lasting(clause) else Mode.PAST
        return [fact(clause, "home", where, mode=mode)] if where else []
    if verb in ("move", "relocate", "emigrate", "immigrate"):
        return _moved(clause)
    if verb == "stay" and clause.is_progressive and not clause.is_past:
        match = re.search(r"\bin (?P<v>.+)", rest)
        where = place(match["v"], lower=False) if match else ""
        bounded = any(s.role in ("until", "for_now", "at") for s in clause.segment.times)
        return [fact(clause, "home", where, mode=Mode.TEMPORARY)] if where and bounded else []
    return []


def _lasting(clause: Plain) -> bool:
    return any(s.role in ("since", "duration") for s in clause.segment.times) or bool(
        re.search(r"\b(?:since|all my life|ages|forever|decades?|always)\b", clause.segment.said)
    )


def _moved(clause: Plain) -> list[Fact]:
    rest = clause.rest
    if clause.is_negated or clause.used_to:
        return []
    match = re.search(r"\b(?:to|into|in) (?P<v>.+)", rest)
    where = place(match["v"]) if match else ""
    ahead = clause.is_future or clause.is_progressive and not clause.is_past and not clause.is_perfect
    if not where:
        return []
    if ahead:
        return [fact(clause, "plan", f"move to {where}", mode=None, predicate=f"plan to move to {where}")]
    facts = [fact(clause, "home", where, mode=None)]
    origin = re.search(r"\bfrom (?P<v>.+)", rest)
    before = place(origin["v"]) if origin else ""
    return facts + ([fact(clause, "home", before, mode=Mode.PAST)] if before else [])


def working(clause: Plain) -> list[Fact]:
    """Read jobs and employers: "work as", "work at", "got a job at", "joined", "left"."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals or clause.is_future:
        return []
    mode = mode_of(clause)
    if clause.is_perfect and mode is Mode.PAST:
        mode = None
    if verb in ("work", "freelance", "volunteer", "intern"):
        facts = []
        match = re.search(r"\bas (?:an? |the )?(?P<v>(?:[\w'/-]+ ?){1,4})", rest)
        if match:
            role = cut(match["v"])
            if role and (is_trade(role.split()[-1]) or verb == "work"):
                facts.append(fact(clause, "occupation", role, mode=mode))
        return facts + [f for f in employers(clause, f" {rest}") if f.attribute != "hometown"]
    if verb == "promote" or verb == "get" and re.match(r"^promoted\b", rest):
        match = re.search(r"\bto (?P<v>(?:[\w'/-]+ ?){1,4})", rest)
        value = cut(match["v"], at_prepositions=False) if match else ""
        return [fact(clause, "occupation", value, mode=None)] if value else []
    if verb in ("join", "leave", "quit") and (name := next(names(rest), "")) and not clause.is_negated:
        if verb == "join" and clause.is_progressive or name.split()[0].casefold() in ROLES:
            return []
        return [fact(clause, "employer", name, mode=Mode.DENIAL if verb != "join" else None)] if verb == "join" else []
    match = re.match(
        r"^(?:an? |the |my )?(?:new |first |dream |part-time |full-time )?(?:job|position|role|internship|gig|post)"
        r"(?P<tail> .+)?$", rest, re.I,
    )
    if match and verb in ("get", "start", "land", "find", "accept", "have", "take") and not clause.is_negated:
        tail = match["tail"] or ""
        role = re.search(r"\bas (?:an? |the )?(?P<v>(?:[\w'/-]+ ?){1,4})", tail)
        facts = [fact(clause, "occupation", cut(role["v"]), mode=None)] if role else []
        return facts + [
            fact(clause, f.attribute, f.value, mode=None) for f in employers(clause, tail)
        ]
    if verb == "teach" and not clause.is_past and not clause.is_negated and rest and not re.match(r"^(?:me|you|him|myself|my|us|her)\b", rest):
        said = "teach" if clause.subject == USER else "teaches"
        return [fact(clause, "occupation", f"{said} {action(rest)}", predicate=f"teach {action(rest)}")]
    return []


def learning(clause: Plain) -> list[Fact]:
    """Read languages, studies and skills."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.modals or clause.is_future:
        return []
    if verb == "speak":
        spoken = [w for w in re.findall(r"[A-Za-z]+", rest) if w.casefold() in LANGUAGES]
        return [fact(clause, "language", w) for w in spoken]
    if verb in ("learn", "study", "practise", "practice") and clause.is_progressive and not clause.is_negated:
        found = things(rest)
        tongues = [v for v in found if v.split()[0].casefold() in LANGUAGES]
        if tongues:
            return [fact(clause, "goal", f"learn {v}", predicate=f"be learning {v}") for v in tongues]
        if verb == "learn" and found and not rest.startswith(("how", "about", "that")):
            value = action(re.sub(r"^to ", "", rest))
            return [fact(clause, "goal", f"learn {value}", mode=None, predicate=f"be learning {value}")]
    if verb in ("study", "major") and not clause.is_negated:
        value = re.sub(r"^in ", "", cut(rest, at_prepositions=False))
        school = re.search(r"\bat (?:the )?(?-i:(?P<v>[A-Z][\w' -]+))", rest)
        if (value and value.casefold() not in ("hard", "a lot", "for")) or school:
            whole = f"{value} at {school['v']}".strip() if school and value else value or school["v"] if school else value
            return [fact(clause, "education", whole, mode=None)]
    if verb == "graduate" and not clause.is_negated:
        match = re.match(r"^(?:from|in|with) (?P<v>.+)", rest, re.I)
        value = cut(match["v"], at_prepositions=False) if match else ""
        return [fact(clause, "education", value, mode=None)] if value else []
    return []


def having(clause: Plain) -> list[Fact]:
    """Read "have", "have got", "got", "bought", "sold" with an animal, a thing, a person, an illness."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.is_imperative or clause.is_future or clause.modals & {"would", "can", "must", "could"}:
        return []
    if verb not in ("have", "get", "own", "buy", "adopt", "sell", "foster", "rescue", "suffer", "diagnose", "take", "prescribe", "inherit"):
        return []
    for rule in (_illness, _medicine, _animals, _people, _possession):
        found = rule(clause, rest)
        if found:
            return found
    return []


def _illness(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("have", "get", "suffer", "diagnose"):
        return []
    mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
    if clause.is_past and not clause.is_perfect and clause.verb in ("have", "suffer"):
        mode = Mode.PAST
    allergy = re.match(r"^(?:an? )?(?:severe |bad |mild |serious |life-threatening )?(?:allergy to (?P<v>.+)|(?P<w>[\w-]+(?: [\w-]+)?) allerg(?:y|ies)\b)", rest, re.I)
    if allergy:
        value = allergy["v"] or allergy["w"]
        return [fact(clause, "allergy", v, mode=mode) for v in things(re.sub(r"^(?:an?|severe|bad|mild|terrible|awful|serious) ", "", value))]
    ailing = _AILING.match(re.sub(r"^(?:an? |really )", "", rest))
    if ailing:
        return [fact(clause, "medical_condition", ailing[0], mode=mode)]
    rest = re.sub(r"^(?:from|with)\s+", "", rest)
    found = []
    for value in things(rest):
        said = value.casefold().split()
        sure = clause.verb in ("suffer", "diagnose") and clause.is_past is not None
        if any(w in CONDITIONS and w != "add" for w in said) or (said[-1] in CONDITION_HEADS - {"back", "heart", "knee", "condition", "pressure"}) or sure or re.search(r"(?:itis|osis|emia|algia|pathy|phobia|plegia|noma)$", said[-1]) or value.isupper() and value in ("ADHD", "PTSD", "OCD", "IBS", "PCOS", "POTS", "MS", "ADD", "COPD", "GERD"):
            found.append(fact(clause, "medical_condition", value, mode=None if clause.verb == "diagnose" else mode))
    return found


def medicine(value: str) -> bool:
    said = value.casefold().split()
    last = said[-1]
    return last in MEDICINES | MEDICINE_WORDS and value.casefold() not in ("pills", "drops", "iron shots", "shots") or len(last) > 6 and bool(MEDICATION_SUFFIX.search(last)) and last not in _NOT_MEDICINE or bool(set(said) & MEDICINES)


_NOT_MEDICINE = words("saxophone telephone microphone headphone magazine medicine online vaccine routine machine gasoline engine marine peptide outside inside besides statutory xylophone phone earphone megaphone")


def _medicine(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("take", "prescribe"):
        return []
    mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
    if clause.is_past and clause.verb == "take" and not clause.used_to and not clause.is_perfect:
        return []
    plain = re.sub(r"^(?:\d+ ?(?:mg|mcg|g|ml) (?:of )?|a |daily |some )+", "", rest)
    return [fact(clause, "medication", v, mode=mode) for v in things(plain) if medicine(v)]


def on_medicine(clause: Plain) -> list[Fact]:
    """Read "I'm on warfarin", "they put me on statins", "I have to take warfarin"."""
    rest = clause.rest
    text = ""
    if clause.verb == "be" and not clause.noun:
        match = re.match(r"^on (?P<v>.+)", rest, re.I)
        text = match["v"] if match else ""
    elif clause.verb in ("have", "need") and (match := re.match(r"^to (?:take|use|inject|be on) (?P<v>.+)", rest, re.I)):
        text = match["v"]
    elif clause.verb in ("start", "stop") and (match := re.match(r"^(?:on |taking )?(?P<v>.+)", rest, re.I)):
        text = match["v"]
    if not text or clause.is_future or clause.modals & {"would"}:
        return []
    over = clause.is_negated or clause.verb == "stop"
    mode = Mode.DENIAL if over else Mode.PAST if clause.used_to or clause.is_past and clause.verb == "be" else None
    return [fact(clause, "medication", v, mode=mode) for v in things(text) if medicine(v)]


def _animals(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("have", "get", "own", "adopt", "buy", "foster", "rescue"):
        return []
    mode = Mode.DENIAL if clause.is_negated or re.match(r"^no\b", rest) else Mode.PAST if clause.used_to or clause.is_past and clause.verb == "have" else None
    called = re.search(r"\b(?:called|named|whose name is|by the name of) (?P<v>(?:[A-Z][\w'-]*(?:,? (?:and|&) |, | )?)+)", rest)
    before = rest[: called.start()] if called else rest
    found = []
    for value in things(re.sub(r"^no ", "", before), at_prepositions=True):
        said = [w.casefold() for w in re.findall(r"[\w-]+", value)]
        if said and any(w in PETS - {"fish", "chicken", "duck", "mouse", "guinea"} for w in said[-2:]) and said[-1] in PETS or said[-2:] == ["guinea", "pig"]:
            name = called["v"].strip(" ,") if called else ""
            found.append(fact(clause, "pet", f"{value} {name}".strip(), mode=mode))
    return found


def _people(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("have", "get") or clause.is_progressive or re.match(r"^(?:no|a lot)\b", rest):
        return []
    if re.search(r"\b(?:coming|visiting|over|staying|round|around)\b", rest):
        return []
    match = re.match(rf"^(?P<v>(?:{_NUMBER} )?(?:(?:older|younger|little|big|twin|small|grown-up|adult|teenage|half|step|best|good|new) )*(?P<role>[a-z-]+))(?=$|[ ,.])(?P<tail>.*)", rest, re.I)
    if not match:
        return []
    role = match["role"].casefold()
    grown = role in ("boys", "girls", "boy", "girl", "teenagers")
    if role not in ROLES and not grown or role in ("team", "doctor", "client", "student", "boss", "teacher", "mate", "pal"):
        return []
    mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
    called = re.match(r"^,? ?(?:called|named)? ?(?P<v>(?:(?-i:[A-Z])[\w'-]*(?:,? (?:and|&) |, | )?)+)", match["tail"])
    name = called["v"].strip(" ,") if called else ""
    attribute = "family" if grown or role in FAMILY else "relationship"
    return [fact(clause, attribute, f"{thing(match['v']) or match['v']} {name}".strip(), mode=mode)]


_BAD_THINGS = words("question problem issue idea day time job meeting exam flight cold test message")


def _possession(clause: Plain, rest: str) -> list[Fact]:
    concrete = clause.verb in ("own", "buy", "sell", "inherit")
    if clause.verb in ("take", "suffer", "diagnose", "prescribe", "adopt") or clause.verb == "get" and not clause.is_perfect and not re.match(r"^(?:an?|two|three|some|my(?:self)?|ourselves) ", rest, re.I):
        return []
    if clause.verb == "buy" and (not clause.is_past and not clause.is_perfect):
        return []
    mode = Mode.DENIAL if clause.is_negated or clause.verb == "sell" or re.match(r"^no\b", rest) else Mode.PAST if clause.used_to else None
    if clause.verb == "sell" and (not (clause.is_past or clause.is_perfect) or clause.is_negated):
        return []
    if clause.is_past and clause.verb == "have" and not clause.used_to:
        return []
    found = []
    for value in things(re.sub(r"^(?:no|myself|ourselves) ", "", rest)):
        last = value.casefold().split()[-1]
        named = value[:1].isupper() and concrete and last not in ROLES
        if (last in _POSSESSIONS or named) and last not in PETS | _BAD_THINGS:
            found.append(fact(clause, "owns", value, mode=mode))
    return found


def visiting(clause: Plain) -> list[Fact]:
    """Read places that were seen: "got back from Tbilisi", "have been to Laos", "went to Kyoto"."""
    rest, verb = clause.rest, clause.verb
    if clause.noun or clause.is_negated or clause.is_future or clause.modals or clause.subject != USER:
        return []
    where = ""
    back = re.match(r"^(?:home |back )+(?:home )?from (?:(?:a|my|our) (?:trip|holiday|vacation|week|weekend|visit|honeymoon) (?:to|in) )?(?P<v>.+)", rest, re.I)
    if back and verb in ("get", "come", "be", "return", "fly", ""):
        where = place(back["v"], lower=False)
    elif verb == "return" and (m := re.match(r"^from (?P<v>.+)", rest, re.I)):
        where = place(m["v"], lower=False)
    elif (verb == "been" or verb == "be" and clause.is_perfect) and (m := re.match(r"^to (?P<v>.+)", rest, re.I)):
        found = [place(p, lower=False) for p in re.split(r",|\band\b", m["v"])]
        return [fact(clause, "visited", v, mode=None) for v in found if v]
    elif verb == "visit" and (clause.is_past or clause.is_perfect):
        where = place(rest, lower=False)
    elif verb in ("go", "travel", "fly") and clause.is_past and not clause.used_to and (m := re.match(r"^(?:on holiday |backpacking |travelling |over )?to (?P<v>.+)", rest, re.I)):
        where = place(m["v"], lower=False)
    return [fact(clause, "visited", where, mode=None)] if where else []

