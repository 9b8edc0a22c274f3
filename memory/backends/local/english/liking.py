"""Rules for taste, tolerance and health: liking, avoiding, allergies, medicines, conditions."""

import re
from dataclasses import replace
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import contents, medication_of
from memory.backends.local.english.evidence import LIMITED
from memory.backends.local.english.health import health, hives
from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.illness import medicine
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


LIKE = words("like love enjoy adore prefer favor favour dig fancy appreciate cherish worship")


_DISLIKE = words("hate dislike detest loathe despise resent fear mind")


_CONSUME = words("eat drink touch consume smoke use wear have take")


_BEAR = words("stand bear tolerate abide handle stomach digest")


_SPICY = words("spicy spice spices hot chili chilli chile pepper curry")


def taste(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    lemma = clause.lemma
    if lemma in LIKE:
        return _liking(reading, clause, subject)
    if lemma in _DISLIKE:
        over = clause.is_past and not clause.used_to  # "I hated that film" says little of now
        if over or lemma == "mind" or clause.is_negated and not clause.is_ended:
            return []
        mode = Mode.DENIAL if clause.is_ended else Mode.PAST if clause.used_to else None
        return _facts(reading, clause, subject, "dislikes", mode)
    if lemma in _BEAR and clause.is_negated and ({"can", "ca", "could"} & clause.modals()):
        if any(t.lower_ in _SPICY for o in _objects(clause) for t in o.subtree):
            return [_spice("none", subject)]
        attribute = "avoids" if lemma in ("digest", "tolerate", "stomach") else "dislikes"
        return _facts(reading, clause, subject, attribute, None)
    return None


def _spice(level: str, subject: str) -> Fact:
    return Fact(attribute="spice_level", value=level, subject=subject)


def _objects(clause: ClauseView) -> list[Token]:
    return [*clause.children("dobj", "xcomp", "oprd"), *clause.prepositions("to")[:0]]


def _liking(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    if clause.is_past and not clause.used_to or {"would", "'d"} & clause.modals():
        return []
    spice = _spice_of_liking(clause)
    if spice:
        return [_spice(spice, subject)]
    if clause.is_negated:
        mode = Mode.DENIAL if clause.is_ended else None
        return _facts(reading, clause, subject, "likes" if mode else "dislikes", mode)
    mode = Mode.PAST if clause.used_to else None
    found = _facts(reading, clause, subject, "likes", mode)
    return _preferring(found) if clause.lemma == "prefer" else found


def _preferring(found: list[Fact]) -> list[Fact]:
    """Keep what is preferred as the value; what it is preferred to stays in the sentence."""
    return [
        replace(
            fact,
            value=re.split(r"\s+(?:over|to|than|rather than|instead of)\s+", fact.value)[0],
            predicate=fact.predicate or f"prefer {fact.value}",
        )
        for fact in found
    ]


def _spice_of_liking(clause: ClauseView) -> str:
    """Read "I like my food spicy", "I don't like spicy food", "I prefer it mild"."""
    said = [t.lower_ for o in (*_objects(clause), *clause.children("ccomp")) for t in o.subtree]
    said += [
        t.lower_ for t in clause.head.subtree if t.dep_ in ("oprd", "acomp", "advmod", "npadvmod")
    ]
    about_food = {"food", "it", "dishes", "meals", "curry", "curries", "spice"} & set(said)
    if not about_food:
        return ""
    if {"spicy", "spice"} & set(said):
        mild = {"mildly", "mild", "slightly", "little", "bit"} & set(said)
        return "none" if clause.is_negated else "mild" if mild else "hot"
    if "medium" in said or "mild" in said:
        level = "medium" if "medium" in said else "mild"
        return level if not clause.is_negated else ""
    return "hot" if "hot" in said and {"curry", "curries"} & set(said) else ""


_MANNERS = words(
    "admit say ask break bother interrupt complain nag disturb disappoint tell confess"
)


def _facts(
    reading: Reading, clause: ClauseView, subject: str, attribute: str, mode: Mode | None
) -> list[Fact]:
    facts = []
    for token in _objects(clause):
        if token.lemma_ in _MANNERS and token.dep_ == "xcomp":
            continue  # "I hate to admit it"
        verbal = token.dep_ == "xcomp" or token.tag_ == "VBG"
        if verbal and token.dep_ in ("xcomp", "dobj") and token.pos_ == "VERB":
            values = [_action(reading, t) for t in (token, *_verbs(token))]
        else:
            values = list(contents(reading, token))
            if not values and token.lower_ in ("anything", "everything"):
                makers = clause.prepositions("by", "from", "with")
                values = [v for t in makers for v in contents(reading, t)]
        facts += [
            Fact(attribute=attribute, value=value, subject=subject, mode=mode)
            for value in values
            if value
        ]
    return facts


def _verbs(token: Token) -> list[Token]:
    return [t for t in token.conjuncts if t.i > token.i and t.tag_ == token.tag_]


def _action(reading: Reading, verb: Token) -> str:
    """Return a liked action: "cooking for friends" as it is, "to travel by train" in base form."""
    if any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children):
        return ""
    if verb.lemma_ in ("know", "see", "hear", "think", "say", "ask", "talk"):
        return ""
    passive = next((c for c in verb.children if c.lower_ == "being"), None)
    if passive is not None:
        return str(verb.doc[passive.i : verb.right_edge.i + 1].text)
    base = verb.tag_ != "VBG"
    value = reading.vp(verb)
    return value if base else f"{verb.text}{value[len(verb.lemma_) :]}"


_FONDNESS = words(
    "spot weakness passion love thing fondness liking crush appetite taste addiction"
    " obsession sweet"
)


_AVERSION = words("fear phobia hatred dislike aversion horror hate dread")


def leaning_noun(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I have a soft spot for westerns", "I have a fear of heights"."""
    topic = clause.child("dobj")
    if clause.lemma not in ("have", "get") or topic is None or clause.is_negated or clause.is_past:
        return None
    if topic.lower_ not in _FONDNESS | _AVERSION:
        return None
    tokens = [
        g
        for t in topic.subtree
        if t.dep_ == "prep" and t.lower_ in ("for", "of")
        for g in t.children
    ]
    attribute = "likes" if topic.lower_ in _FONDNESS else "dislikes"
    return [
        Fact(attribute=attribute, value=v, subject=subject)
        for t in tokens
        for v in contents(reading, t)
    ] or None


def _said(clause: ClauseView) -> set[str]:
    return {c.lower_ for c in clause.head.children}


_SKIPPED = FOODS | words("breakfast lunch dinner supper dessert starters snacks")
_GIVEN_UP = {"fly": "flying", "gamble": "gambling", "vape": "vaping", "swear": "swearing"}


def avoid(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I don't eat pork", "I never fly", "I avoid sugar", "I stopped eating dairy"."""
    lemma = clause.lemma
    skipped = lemma != "skip" or any(t.lower_ in _SKIPPED for t in clause.children("dobj"))
    if (
        lemma in ("avoid", "skip")
        and skipped
        and not clause.is_negated
        and clause.child("dobj", "xcomp")
    ):
        if any(t.lower_ in _SPICY for o in _objects(clause) for t in o.subtree):
            return [_spice("none", subject)]
        return _facts(reading, clause, subject, "avoids", None)
    if lemma in ("stop", "quit") or lemma == "give" and clause.child("prt"):
        return _stopped(reading, clause, subject)
    if lemma == "eat" and not clause.is_negated:
        return _all_but(reading, clause, subject)
    if not clause.is_negated or clause.is_past and not clause.used_to:
        return None
    if {"will", "wo", "'ll", "could", "would", "need", "should"} & clause.modals():
        return None
    if lemma == "drink" and any(t.lower_ == "drive" for t in clause.head.conjuncts):
        return [Fact(attribute="never", value="drink and drive", subject=subject)]
    if lemma in ("drink", "smoke") and clause.child("dobj") is None:
        if re.match(r"\w+ (?:on|at|in|with|alone|before|during) ", f"{clause.text} "):
            return None  # "never drink on weeknights"
        value = {"drink": "alcohol", "smoke": "smoking"}[lemma]
        return [Fact(attribute="avoids", value=value, subject=subject)]
    if (
        lemma in _GIVEN_UP
        and "never" not in _said(clause)
        and clause.child("dobj") is None
        and len(clause.text.split()) <= 2
    ):
        return [Fact(attribute="avoids", value=_GIVEN_UP[lemma], subject=subject)]
    if lemma in ("eat", "drink", "touch", "consume", "smoke", "wear"):
        return _food(reading, clause, subject)
    if lemma in ("have", "take", "do") and {"can", "ca"} & clause.modals():
        if any(t.lower_ in ROLES for t in clause.children("dobj")):
            return None  # "I can't have kids"
        return _food(reading, clause, subject)
    return None


def _food(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    if LIMITED.search(clause.text):
        value = reading.vp(clause.head, keep_times=True)
        said = f"never {value}"
        return [Fact(attribute="never", value=value, subject=subject, predicate=said)]
    facts = []
    for token in clause.children("dobj", "xcomp"):
        if token.dep_ == "xcomp" and list(token.children):
            continue  # a noun alone is sometimes read as a verb ("I can't eat gluten")
        target = token
        if token.pos_ == "PRON":  # "anything with gelatine"
            inner = [g for c in token.children if c.dep_ == "prep" for g in c.children]
            if not inner:
                continue
            target = inner[0]
        if target.lower_ in ("breakfast", "lunch", "dinner", "much", "enough", "lot"):
            continue
        if any(t.lower_ in ("spicy", "spice") for t in target.subtree):
            return [_spice("none", subject)]
        if any(c.lower_ in ("enough", "much", "many") for c in target.children):
            continue
        facts += [
            Fact(attribute="avoids", value=value, subject=subject, confidence=0.9)
            for value in contents(reading, target)
        ]
    return facts


def _all_but(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I eat everything except shellfish"."""
    exceptions = [
        g
        for t in clause.head.subtree
        if t.lower_ in ("except", "but", "besides") and t.dep_ == "prep"
        for g in t.children
        if g.dep_ == "pobj"
    ]
    return [
        Fact(attribute="avoids", value=reading.np(m), subject=subject)
        for t in exceptions
        for m in members(t)
    ] or None


SPICE_LEVELS = {"mild": "mild", "mildly": "mild", "slightly": "mild", "medium": "medium",
                "moderately": "medium"}  # fmt: skip


def craving(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read a wish about spice: "today I'd like something mildly spicy", "mild spice is fine"."""
    said = [t.lower_ for t in clause.head.subtree]
    if not {"spicy", "spice", "hot", "mild", "heat"} & set(said) or clause.is_negated:
        return None
    wishes = (
        clause.lemma in words("like want fancy feel try have eat crave love") and subject == USER
    )
    fine = (
        clause.lemma == "be" and "me" in said and {"fine", "ok", "okay", "good", "best"} & set(said)
    )
    if not (wishes and ({"spicy", "spice"} & set(said) or "mild" in said) or fine):
        return None
    if not fine and not any(s.until for s in reading.times_of(clause)):
        return None
    level = next((SPICE_LEVELS[w] for w in said if w in SPICE_LEVELS), "")
    level = level or ("mild" if {"little", "bit"} & set(said) else "hot")
    return [
        Fact(
            attribute="spice_level",
            value=level,
            subject=USER,
            mode=None if fine else Mode.TEMPORARY,
        )
    ]


def _stopped(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    if clause.is_negated or clause.is_future:
        return None
    verb = clause.child("xcomp")
    topics = [*clause.children("dobj")]
    stopped = [m for t in topics for m in members(t) if medicine(reading.np(m) or "-")]
    if stopped:
        return [
            Fact(attribute="medication", value=reading.np(m), subject=subject, mode=Mode.DENIAL)
            for m in stopped
        ]
    if verb is not None and verb.lemma_ in ("take", "use"):
        found = [
            v
            for t in verb.children
            if t.dep_ == "dobj"
            for m in members(t)
            if (v := medication_of(reading, m))
        ]
        return [
            Fact(attribute="medication", value=v, subject=subject, mode=Mode.DENIAL) for v in found
        ]
    if verb is not None and verb.lemma_ in ("eat", "drink", "smoke"):
        topics = [t for t in verb.children if t.dep_ == "dobj"]
        if not topics:
            value = {"smoke": "smoking", "drink": "alcohol"}.get(verb.lemma_, "")
            return [Fact(attribute="avoids", value=value, subject=subject)] if value else []
    elif verb is not None and verb.tag_ == "VB":
        return None  # "quit teaching to open a bakery", "stopped to look"
    elif verb is not None:
        return [Fact(attribute="habit", value=reading.vp(verb), subject=subject, mode=Mode.DENIAL)]
    return [
        Fact(attribute="avoids", value=value, subject=subject)
        for t in topics
        if t.lower_ not in ("job", "work", "school") and t.pos_ != "PROPN"
        if not any(c.dep_ in ("det", "poss") for c in t.children)  # "I stopped the car"
        for value in contents(reading, t)
    ] or None


def prefer_over(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I'd rather fly than take the train"."""
    if not any(c.lower_ == "rather" for c in clause.head.children) or subject != USER:
        return None
    if not {"would", "'d"} & clause.modals() or clause.is_negated:
        return None
    value = reading.vp(clause.head).split(" than ")[0]
    return [Fact(attribute="likes", value=value, predicate=f"prefer to {value}")]


LIKING = (taste, leaning_noun, hives, health, avoid)
