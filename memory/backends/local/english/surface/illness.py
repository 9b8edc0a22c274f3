"""Surface rules for health: conditions, medicines, aids."""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import (
    CONDITION_HEADS,
    CONDITIONS,
    MEDICATION_SUFFIX,
)
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import MEDICINE_WORDS, MEDICINES
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import things
from memory.backends.local.frame import words
from memory.domain.types import Mode

_AILING = re.compile(
    r"\b(?:bad|weak|dodgy|sore|chronic|torn|slipped|broken|injured|bum|poor|high|low|no|trick"
    r"|frozen"
    r"|herniated|irregular|(?:only )?one)\s+(?:back|knees?|hip|heart(?:beat)?|neck|shoulder|ankle"
    r"|wrist|disc"
    r"|back pain|pain|foot|leg|arm|kidney|lung|eye|ear|hand"
    r"|stomach|lungs?|acl|tendon|eyesight|hearing|circulation|blood pressure|cholesterol|blood"
    r" sugar"
    r"|iron|sense of smell|sense of taste|ferritin|vitamin d)\b",
    re.I,
)


_AIDS = re.compile(
    r"^(?:an? |my )?(?P<v>wheelchair|hearing aids?|cane|walking stick|crutches|walker|insulin"
    r" pump|cpap(?: machine)?|glasses|contact lenses|contacts|braces|screen reader|mobility"
    r" scooter|prosthetic leg|white cane|pacemaker|catheter|stoma bag|knee brace|back brace"
    r"|guide dog)\b",
    re.I,
)


_ACCESS = re.compile(
    r"^(?:an? |the )?(?P<v>(?:step-free|wheelchair|level|disabled) (?:access|access room|entrance"
    r"|parking|toilet)|wheelchair-accessible \w+|ground[- ]floor (?:room|flat|bedroom)|large print"
    r"|subtitles|captions|sign language interpreter|hearing loop|aisle seat|lift access"
    r"|screen reader)\b",
    re.I,
)


_ABILITIES = re.compile(
    r"^(?:drive|swim|cook|whistle|sing|dance|ski|skate|type|sew|knit|read music|ride a bike"
    r"|speak|juggle|draw|dive|climb stairs|do stairs|kneel|bend down|stand for long|walk far"
    r"|lift (?:anything|much|heavy)(?: [\w ]+)?)$",
    re.I,
)


def bodies(clause: Plain) -> list[Fact]:
    """Read aids and what somebody cannot do: "use a wheelchair", "can't drive"."""
    if clause.noun or clause.is_past or clause.is_future:
        return []
    aid = _AIDS.match(clause.rest)
    if clause.verb in ("use", "wear", "need") and aid and not clause.is_negated:
        worn = aid["v"].casefold() in ("glasses", "contacts", "braces", "contact lenses")
        said = aid["v"] if aid["v"].endswith("s") else f"a {aid['v']}"
        how = "wear" if worn or clause.verb == "wear" else "use"
        return [
            fact(
                clause, "medical_condition", f"{how}s {said}", mode=None, predicate=f"{how} {said}"
            )
        ]
    access = _ACCESS.match(clause.rest) if clause.verb == "need" else None
    if access and not clause.is_negated and not clause.segment.is_question:
        said = f"needs {access['v']}"
        return [fact(clause, "fact", said, mode=None, predicate=f"need {access['v']}")]
    said = f"{clause.verb} {clause.rest}".strip()
    if (
        "can" in clause.modals
        and clause.is_negated
        and _ABILITIES.match(said)
        and "because" not in clause.segment.said
    ):
        return [fact(clause, "fact", f"can't {said}", mode=None, predicate=f"be unable to {said}")]
    return []


def illness(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("have", "get", "suffer", "diagnose"):
        return []
    mode = Mode.DENIAL if clause.is_negated else Mode.PAST if clause.used_to else None
    if clause.is_past and not clause.is_perfect and clause.verb in ("have", "suffer"):
        mode = Mode.PAST
    allergy = re.match(
        r"^(?:an? )?(?:severe |bad |mild |serious |life-threatening )?(?:allergy to (?P<v>.+)|"
        r"(?P<w>[\w-]+(?: [\w-]+)?) allerg(?:y|ies)\b)",
        rest,
        re.I,
    )
    if allergy:
        value = allergy["v"] or allergy["w"]
        return [
            fact(clause, "allergy", v, mode=mode)
            for v in things(re.sub(r"^(?:an?|severe|bad|mild|terrible|awful|serious) ", "", value))
        ]
    ailing = _AILING.match(re.sub(r"^(?:an? |really )", "", rest))
    if ailing:
        return [fact(clause, "medical_condition", ailing[0], mode=mode)]
    rest = re.sub(r"^(?:from|with)\s+", "", rest)
    found = []
    for value in things(rest):
        said = value.casefold().split()
        sure = clause.verb in ("suffer", "diagnose") and clause.is_past is not None
        if (
            any(w in CONDITIONS and w != "add" for w in said)
            or (said[-1] in CONDITION_HEADS - {"back", "heart", "knee", "condition", "pressure"})
            or sure
            or re.search(r"(?:itis|osis|emia|algia|pathy|phobia|plegia|noma)$", said[-1])
            or value.isupper()
            and value in ("ADHD", "PTSD", "OCD", "IBS", "PCOS", "POTS", "MS", "ADD", "COPD", "GERD")
        ):
            found.append(
                fact(
                    clause,
                    "medical_condition",
                    value,
                    mode=None if clause.verb == "diagnose" else mode,
                )
            )
    return found


def medicine(value: str) -> bool:
    said = value.casefold().split()
    last = said[-1]
    return (
        last in MEDICINES | MEDICINE_WORDS
        and value.casefold() not in ("pills", "drops", "iron shots", "shots")
        or len(last) > 6
        and bool(MEDICATION_SUFFIX.search(last))
        and last not in _NOT_MEDICINE
        or bool(set(said) & MEDICINES)
    )


_NOT_MEDICINE = words(
    "saxophone telephone microphone headphone magazine medicine online vaccine routine machine"
    " gasoline engine marine peptide outside inside besides statutory xylophone phone"
    " earphone megaphone"
)


_DOSE = re.compile(
    r"\b(?P<v>(?:\d[\d.,]*|one|two|three|four|half a|a) ?(?:units?|mg|mcg|micrograms?|milligrams?"
    r"|puffs?|drops?|tablets?|pills?|capsules?|injections?|shots?)(?: a day)?(?: of)? "
    r"(?P<w>[a-z]{4,}))\b",
    re.I,
)
_TYPED = re.compile(r"^(?:have |am |a )?(?P<v>type (?:1|2|one|two|i{1,2}))(?: diabetic)?$", re.I)


def doses(segment: Segment) -> Iterator[Fact]:
    """Read "two units of insulin before breakfast", "type 1 since I was nine"."""
    if re.search(r"\b(?:he|she|they|his|her|their|you|your|is|does|can|should)\b", segment.text):
        return
    match = _DOSE.search(segment.text)
    if match and medicine(match["w"]) and not re.search(r"\bnot?\b|n't\b", segment.text):
        over = re.search(r"\b(?:used to|stopped|came off|was on|quit)\b", segment.text)
        if not over:
            yield Fact(attribute="medication", value=match["v"])
    typed = _TYPED.match(segment.text)
    if typed and any(s.role == "since" for s in segment.times) and "diab" not in segment.text:
        yield Fact(attribute="medical_condition", value=f"{typed['v']} diabetes")


_TREATED = re.compile(
    r"^(?:i|we) (?:am on|am taking|take|have taken|have been taking|have been on|use) "
    r"(?P<drug>[a-z][\w-]+) for (?:my |the |an? )?(?P<ill>(?:type (?:1|2|one|two) diabetes"
    r"|diabetes|asthma|(?:high )?blood pressure|(?:high )?cholesterol|thyroid|hypothyroidism"
    r"|depression|anxiety|migraines?|epilepsy|adhd|arthritis|acid reflux|reflux|hay ?fever"
    r"|eczema|psoriasis|insomnia|gout|angina|anaemia|anemia))\b",
    re.I,
)


def treated(segment: Segment) -> Iterator[Fact]:
    """Read what a medicine is for: "I'm on metformin for type 2 diabetes"."""
    match = _TREATED.match(segment.text)
    if match and medicine(match["drug"]):
        yield Fact(attribute="medical_condition", value=match["ill"])


def medicines(clause: Plain, rest: str) -> list[Fact]:
    if clause.verb not in ("take", "prescribe", "inject"):
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
    elif (
        clause.verb in ("have", "need")
        and (match := re.match(r"^to (?:take|use|inject|be on) (?P<v>.+)", rest, re.I))
        or clause.verb in ("start", "stop")
        and (match := re.match(r"^(?:on |taking )?(?P<v>.+)", rest, re.I))
    ):
        text = match["v"]
    came_off = re.match(r"^off (?:of )?(?:my |the |all )?(?P<v>.+)", rest, re.I)
    if clause.verb in ("come", "be", "go", "wean") and came_off and not clause.is_negated:
        found = [v for v in things(came_off["v"]) if medicine(v)]
        return [fact(clause, "medication", v, mode=Mode.DENIAL) for v in found]
    begins = clause.verb == "start" and clause.segment.ahead and not clause.is_past
    if not text or begins or clause.is_future or clause.modals & {"would"}:
        return []
    over = clause.is_negated or clause.verb == "stop"
    mode = (
        Mode.DENIAL
        if over
        else Mode.PAST
        if clause.used_to or clause.is_past and clause.verb == "be"
        else None
    )
    return [fact(clause, "medication", v, mode=mode) for v in things(text) if medicine(v)]
