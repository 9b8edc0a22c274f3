"""Rules for what somebody has and counts: family, pets, things, numbers, sizes, appointments."""

import re
from dataclasses import replace
from typing import Any

from memory.backends.local.english.amounts import achieve, collect, counted, scored, weigh
from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import state_mode
from memory.backends.local.english.content import contents, is_content, named, pets_in
from memory.backends.local.english.evidence import is_possession
from memory.backends.local.english.lexicon import ACQUAINTANCE, FAMILY, PETS, ROLES
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.rewrite import called
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


_HAVE = words("have own get possess keep hold")


_ACQUIRE = words("buy purchase acquire adopt inherit rescue")


_PART_WITH = words("sell lose donate scrap")


APPOINTMENTS = words(
    "appointment meeting exam interview flight wedding party reservation booking deadline concert"
    " surgery operation presentation conference trip holiday vacation race match game test date"
    " train baby performance recital checkup check-up viewing call dinner graduation class exams"
    " interviews finals audition tickets mri scan x-ray ultrasound biopsy colonoscopy session"
    " lesson"
    " tutorial lecture seminar shift gig rehearsal callback haircut massage physio therapy jab"
    " inspection hearing viva induction photoshoot reunion"
)


_NOT_OWNED = words(
    "eyes hair day night look go chance say right experience access plan idea appetite crush"
    " respect faith confidence lunch dinner breakfast meal coffee drink snack shower nap rest walk"
    " argument conversation talk chat fight doubts hopes feelings opinion interest money cash hope"
    " covid corona norovirus chickenpox measles shingles mumps hayfever tonsillitis"
    " seconds minutes hours days weeks months years trip break holiday vacation job life past"
    " people guests visitors company exams kid cold flu fever hangover headache stomachache"
    " degree mind sense idea clue memory way luck energy patience anything option preference"
)


_PER_PERIOD = re.compile(
    r"\b(?:\d[\d.,]*|once|twice|one|two|three|four|five|six|seven|eight|ten|several)\s+"
    r"(?:[\w-]+\s+){0,3}(?:a|per|every|each) (?:day|week|month|year|night|weekend)\b"
)


def is_regular(reading: Reading, clause: ClauseView) -> bool:
    """Say whether a clause tells of something done again and again."""
    adverbs = {c.lower_ for c in clause.head.children if c.dep_ == "advmod"}
    if _PER_PERIOD.search(clause.text):
        return True
    return bool(adverbs & FREQUENCY) or any(s.role == "every" for s in reading.times_of(clause))


FREQUENCY = words(
    "usually always often normally generally typically regularly routinely daily"
    " mostly frequently weekly nightly sometimes"
)


def have(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "have", "own", "got", "bought" with a thing, an animal or a person."""
    lemma = clause.lemma
    away = lemma == "give" and any(c.lower_ == "away" for c in clause.head.children)
    if away and not clause.is_negated and (clause.is_past or clause.modals()):
        return [
            Fact(attribute="owns", value=v, subject=subject, mode=Mode.DENIAL)
            for t in clause.children("dobj")
            for v in contents(reading, t)
        ]
    if lemma in ("drive", "ride") and clause.head.tag_ in ("VBP", "VBZ") and not clause.is_negated:
        return [
            Fact(
                attribute="owns",
                value=reading.np(t),
                subject=subject,
                predicate=f"{lemma} a {reading.np(t)}",
            )
            for t in clause.children("dobj")
            if t.pos_ == "PROPN" and any(c.lower_ in ("a", "an", "my") for c in t.children)
        ]
    if lemma not in _HAVE | _ACQUIRE | _PART_WITH or is_regular(reading, clause):
        return None
    if lemma in ("get", "keep") and not _is_have_got(clause):
        animals = [p for t in clause.children("dobj") for p in pets_in(t)]
        if not animals or lemma == "keep" and clause.is_negated:
            return None
    tag = clause.head.tag_
    coming = tag == "VBG" and not {"have", "'ve", "has"} & clause.modals() and lemma != "have"
    sells = lemma in _PART_WITH and not (clause.is_past or {"have", "'ve", "has"} & clause.modals())
    if coming or sells or lemma in _ACQUIRE and tag in ("VBP", "VBZ"):
        return None  # "we're getting a cat", "I only buy second-hand clothes"
    topic = clause.child("dobj")
    if topic is not None and lemma == "hold" and topic.lower_ not in ("passport", "citizenship"):
        return None
    if topic is None or clause.is_hypothetical:
        return None
    if {"will", "'ll", "can", "ca", "could", "must"} & clause.modals() or clause.is_future:
        return None
    facts: list[Fact] = []
    listed = members(topic)
    named_after = [t for t in listed[1:] if t.pos_ == "PROPN" and t.text[0].isupper()]
    living = topic.lower_ in PETS or topic.lower_ in ROLES
    for member in listed:
        if not (living and member in named_after):
            facts += _had(reading, clause, subject, member)
    if living and named_after and facts:  # "two cats, Miso and Tofu"
        names = " and ".join(t.text for t in named_after)
        facts[0] = replace(facts[0], value=f"{facts[0].value} {names}")
    return facts


def _is_have_got(clause: ClauseView) -> bool:
    return bool({"have", "'ve", "has", "'s"} & clause.modals()) or clause.head.lower_ == "got"


def _mode(clause: ClauseView) -> Mode | None:
    if clause.lemma in _PART_WITH:
        return Mode.DENIAL
    if clause.lemma in _ACQUIRE or clause.head.lower_ == "got":
        return Mode.DENIAL if clause.is_negated else None
    return state_mode(clause)


def _had(reading: Reading, clause: ClauseView, subject: str, thing: Token) -> list[Fact]:
    mode, value = _mode(clause), reading.np(thing)
    no = any(c.dep_ == "det" and c.lower_ == "no" for c in thing.children)
    if no and mode is None:
        mode, value = Mode.DENIAL, value.removeprefix("no ")
    lower = thing.lower_
    if thing.tag_ == "CD" or thing.lower_ in ("lots", "loads", "many", "some", "few"):
        return _counted_before(reading, subject, thing)
    if lower == "passport" or lower == "citizenship":
        kinds = [
            c.text
            for c in (*thing.children, *thing.conjuncts)
            if c.dep_ in ("amod", "compound", "conj") and c.text[0].isupper()
        ]
        return [Fact(attribute="nationality", value=k, subject=subject, mode=mode) for k in kinds]
    if any(c.dep_ == "compound" and c.lower_ in PETS for c in thing.children):
        return [Fact(attribute="pet", value=value, subject=subject, mode=mode)]
    if lower in PETS or thing.lemma_.casefold() in PETS:
        return pet_facts(reading, subject, thing, value, mode)
    kin = next((c for c in thing.children if c.lower_ in ROLES and c.i < thing.i), None)
    if kin is not None and thing.pos_ == "PROPN":  # "a stepbrother, Callum"
        attribute = "family" if kin.lower_ in FAMILY else "relationship"
        return [Fact(attribute=attribute, value=f"{kin.lower_} {thing.text}", subject=subject)]
    if thing.ent_type_ == "PERSON" and thing.dep_ == "conj":
        return []  # "twin boys, Leo and Max"
    born = lower in _NEWBORN and clause.lemma == "have" and clause.is_past and not clause.used_to
    if born and not clause.is_negated:
        said = f"had {value}"
        return [Fact(attribute="event", value=said, subject=subject, mode=Mode.STANDING)]
    grown = thing.lemma_ in ("boy", "girl", "teenager", "teen") and any(
        c.dep_ == "nummod" or c.lower_ in ("twin", "baby", "little") for c in thing.children
    )
    if grown:
        return [Fact(attribute="family", value=value, subject=subject, mode=mode)]
    if lower in ROLES and not any(c.dep_ == "prep" and c.lower_ == "of" for c in thing.children):
        attribute = "family" if lower in FAMILY else "relationship"
        name = listed_names(thing) or named(thing)
        value = value.removesuffix(name).strip() or value
        text = f"{value} {name}" if name and name not in value else value
        return [Fact(attribute=attribute, value=text, subject=subject, mode=mode)]
    if clause.lemma in ("lose",) or lower in ("name",) or clause.head.tag_ == "VBG":
        return []
    if lower in APPOINTMENTS or thing.lemma_ in APPOINTMENTS:
        return dated_fact(reading, clause, subject, thing, value)
    count = next((c for c in thing.children if c.dep_ == "nummod"), None)
    if count is not None and thing.tag_ in ("NNS", "NNPS") and lower not in _NOT_OWNED:
        return counted(reading, subject, thing, count, mode)
    return _owned(clause, subject, thing, value, mode)


def _counted_before(reading: Reading, subject: str, number: Token) -> list[Fact]:
    """Read the "got about 60 now" of "I collect maps, got about 60 now"."""
    before = number.doc[: number.i]
    kept = [t for t in before if t.lemma_ == "collect"]
    things = [c for t in kept for c in t.children if c.dep_ == "dobj"]
    if not things or not number.like_num:
        return []
    topic = reading.np(things[-1])
    return [
        Fact(
            attribute=f"count:{topic.casefold()}",
            value=number.text,
            subject=subject,
            predicate=f"have {number.text} {topic}",
        )
    ]


_LISTED = re.compile(
    r"^\s*(?:[,:(–—-]\s*|(?:called|named)\s+)(?P<v>[A-Z][\w'’-]*"
    r"(?:(?:, and |, | and | & )[A-Z][\w'’-]*)+)"
)


def listed_names(thing: Token) -> str:
    """Return the names that follow several of a kind ("two kids, Tom and Ella"), or ""."""
    if thing.tag_ not in ("NNS", "NNPS"):
        return ""
    match = _LISTED.match(thing.doc[thing.i + 1 : thing.sent.end].text)
    return match["v"].replace(", and ", " and ").replace(" & ", " and ") if match else ""


def pet_facts(
    reading: Reading, subject: str, thing: Token, value: str, mode: Mode | None
) -> list[Fact]:
    name = listed_names(thing) or named(thing)
    value = re.sub(r" (?:for|from|since|at|on|to|in) .*", "", value)
    if name and name not in value:
        value = f"{value} {name}"
    # "a cat named Pixel and a hamster": the parser coordinates the hamster with the name.
    others = [
        t
        for child in thing.children
        if child.dep_ in ("acl", "appos")
        for t in child.subtree
        if (t.dep_ == "conj" or t.dep_ == "appos" and t.pos_ == "NOUN") and t.lower_ in PETS
    ]
    if others and name:
        value = f"{reading.np(thing).split(' named ')[0].split(' called ')[0]} {name.split()[0]}"
    return [
        Fact(attribute="pet", value=v, subject=subject, mode=mode)
        for v in (value, *map(reading.np, others))
    ]


_NEWBORN = words("baby twins triplets boy girl")
_OF_WHAT = words("tickets ticket lesson lessons appointment interview seats audition place spot")


def dated_fact(
    reading: Reading, clause: ClauseView, subject: str, thing: Token, value: str
) -> list[Fact]:
    upcoming = [s for s in reading.times_of(clause) if s.until and s.until >= reading.now]
    if not upcoming or clause.is_negated or clause.is_past:
        return []
    after = [
        s for s in upcoming if s.start >= thing.idx
    ]  # "an exam on Friday and a talk on Monday"
    said = " ".join(clause.head.doc.text[s.start : s.end] for s in (after or upcoming)[:1])
    if value.casefold() in _OF_WHAT:  # "tickets for Radiohead on the 30th"
        held = [t for t in clause.prepositions("for", "to", "with") if is_content(t)]
        tail = [f" {t.head.lower_} {reading.np(t)}" for t in held if t.i not in reading.time_tokens]
        value += "".join(tail[:1])
    return [
        Fact(
            attribute="plan",
            value=value,
            subject=subject,
            predicate=f"have {called(value)} {said}",
        )
    ]


def _owned(
    clause: ClauseView, subject: str, thing: Token, value: str, mode: Mode | None
) -> list[Fact]:
    lower = thing.lower_
    if lower in _NOT_OWNED or not is_content(thing) or thing.ent_type_ in ("DATE", "TIME"):
        if lower in ("eyes", "hair") and list(thing.lefts):
            return [Fact(attribute="fact", value=value, subject=subject, predicate=f"have {value}")]
        return []
    if clause.lemma in ("have", "get") and (mode is Mode.PAST and not clause.used_to):
        return []
    definite = any(c.lower_ == "the" for c in thing.children)
    if definite and clause.lemma != "own" and mode is not Mode.DENIAL:
        return []
    concrete = clause.lemma in ("own", "possess", *_ACQUIRE, *_PART_WITH)
    if not is_possession(thing, is_bought=concrete):
        return []
    if (
        not concrete
        and any(c.dep_ in ("acl", "relcl") for c in thing.children)
        and (thing.pos_ == "NOUN" and not named(thing))
    ):
        return []
    if thing.lower_.endswith(("tion", "ness", "ment", "ity", "ing", "ance", "ence", "ship")):
        return []
    if lower in _FOOD and clause.lemma in _ACQUIRE | {"get"}:
        return []
    return [
        Fact(
            attribute="owns",
            value=value,
            subject=subject,
            mode=mode,
            confidence=0.85 if concrete else 0.75,
        )
    ]


_FOOD = words(
    "milk bread eggs groceries food lunch coffee ticket tickets cheese fruit vegetables"
    " pizza sandwich beer wine cake present gift"
)


def mentioned_family(reading: Reading, token: Token | None) -> list[Fact]:
    """Return the relative or friend that the user names with a role ("my sister Anna")."""
    facts = []
    over = token is not None and token.dep_ == "nsubj" and token.head.lemma_ in ("die", "pass")
    for word in token.subtree if token is not None else ():
        role = ROLES.get(word.lower_)
        mine = any(c.dep_ == "poss" and c.lower_ in ("my", "our") for c in word.children)
        name = _name_of(word)
        if (
            role
            and name
            and (
                mine
                or any(c.dep_ == "poss" and c.lower_ in ("my", "our") for c in word.head.children)
            )
        ):
            attribute = "relationship" if word.lower_ in ACQUAINTANCE else "family"
            facts.append(
                Fact(
                    attribute=attribute,
                    value=f"{role} {name}",
                    subject=USER,
                    mode=Mode.PAST if over else Mode.STANDING,
                    predicate=f"have a {role} called {name}",
                )
            )
    return facts


def _name_of(word: Token) -> str:
    for child in word.children:
        if child.dep_ == "appos" and child.pos_ == "PROPN":
            return _run(child)
    if (
        word.dep_ in ("compound", "nmod", "poss")
        and word.head.pos_ == "PROPN"
        and (word.head.i > word.i and word.dep_ != "poss")
    ):
        return _run(word.head)
    following = word.doc[word.i + 1] if word.i + 1 < len(word.doc) else None
    if (
        following is not None
        and following.pos_ == "PROPN"
        and following.text[0].isupper()
        and (following.lower_ not in ROLES)
    ):
        return _run(following)
    return ""


def _run(token: Token) -> str:
    """Return the whole name around one of its words, without a role before it ("Uncle Bob")."""
    doc, start = token.doc, token.i
    while start > token.sent.start and doc[start - 1].dep_ == "compound":
        if doc[start - 1].pos_ != "PROPN" or doc[start - 1].lower_ in ROLES:
            break
        start -= 1
    run = []
    for part in doc[start : token.sent.end]:
        if part.pos_ != "PROPN" or not part.text[0].isupper():
            break
        run.append(part.text)
    return " ".join(run)


HAVING = (scored, achieve, collect, weigh, have)
