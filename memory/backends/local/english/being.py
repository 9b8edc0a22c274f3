"""Rules for what somebody is: "I'm vegan", "she is 34", "I'm from Leeds", "not a fan of X"."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.complements import (
    FEARS,
    LEANINGS,
    after_word,
    age_facts,
    age_within,
    height_facts,
    leaning,
    sensitivity,
    state_mode,
    things_in,
)
from memory.backends.local.english.content import (
    condition_of,
    contents,
    diet_of,
    medication_of,
    place,
)
from memory.backends.local.english.evidence import is_trait
from memory.backends.local.english.lexicon import (
    FAMILY,
    GENDERS,
    LANGUAGES,
    MARITAL,
    OCCUPATIONS,
    RELIGIONS,
    is_trade,
)
from memory.backends.local.english.phrases import members
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.surface.closed import DEMONYMS, FIRST_NAMES
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token


BECOMING = words("be become turn get stay remain 's 'm")


_WORK_STATES = words("self-employed retired unemployed freelance jobless freelancing redundant")


_PREDICATES = ("attr", "acomp", "oprd", "dobj")


_NATIVE = words("speaker speakers")


def being(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read a copular clause about a person."""
    if not subject:
        return None
    if clause.lemma not in BECOMING:
        participle = (
            clause.head.tag_ in ("VBN", "VBD") and clause.child("auxpass", "aux") is not None
        )
        return (
            _of_complement(reading, clause, subject, clause.head)
            if participle and (clause.head.lower_ in LEANINGS | FEARS | _WORK_STATES | {"employed"})
            else None
        )
    if clause.lemma == "get" and not clause.children("acomp", "oprd"):
        return None
    facts: list[Fact] = []
    for complement in clause.children(*_PREDICATES):
        for member in (complement, *complement.conjuncts):
            if member.i >= complement.i and not any(
                c.dep_ in ("nsubj", "nsubjpass") for c in member.children
            ):
                facts += _of_complement(reading, clause, subject, member)
                facts += _apposed(reading, clause, subject, member)
    if clause.lemma == "turn":  # "she turned six yesterday"
        pool = clause.children("advmod", "npadvmod", "dobj", "attr", "acomp")
        turned = [t for t in pool if t.like_num]
        if turned and _is_to_come(reading, clause):
            value = f"turn {turned[0].text}"
            return [Fact(attribute="plan", value=value, subject=subject, predicate=value)]
        facts += [f for t in turned[:1] for f in age_facts(reading, clause, subject, t)]
    facts += _of_prepositions(reading, clause, subject)
    return facts


def _is_to_come(reading: Reading, clause: ClauseView) -> bool:
    """Say whether a birthday is ahead: "turning 28 next month", "turns 7 on Saturday"."""
    ahead = any(s.since and s.since > reading.now for s in reading.times_of(clause))
    return ahead and (clause.head.tag_ in ("VBG", "VBZ", "VBP") or clause.is_future)


def _apposed(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read "I'm Aisha, a 27-year-old architect from Lagos"."""
    facts: list[Fact] = []
    numbers = [
        c
        for c in word.children
        if c.dep_ == "appos" and c.like_num and not word.like_num and not list(c.lefts)
    ]
    facts += [f for c in numbers for f in age_facts(reading, clause, subject, c)]
    for other in [c for c in word.children if c.dep_ == "appos" and c.pos_ == "NOUN"]:
        facts += _of_complement(reading, clause, subject, other)
        facts += [
            Fact(attribute="hometown", value=value, subject=subject)
            for t in after_word(other, "from")
            if (value := place(reading, t))
        ]
    return facts


def predicate(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read a complement without a verb ("allergic to nuts", "not a fan of olives")."""
    return _of_complement(reading, clause, subject, word)


def _of_complement(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    age = age_within(word)
    aged = [Fact(attribute="age", value=age, subject=subject)] if age and not clause.is_past else []
    for rule in (sensitivity, leaning, age_facts, height_facts, _classified, _noun):
        facts = rule(reading, clause, subject, word)
        if facts:
            return facts + aged
    return aged


def _classified(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read words of the closed classes: diets, religions, conditions, marital states."""
    mode, lower = state_mode(clause), word.lower_
    diet = diet_of(word)
    if diet:
        return [Fact(attribute="diet", value=diet, subject=subject, mode=mode, confidence=0.92)]
    if lower in ("sober", "teetotal", "teetotaller", "teetotaler"):
        return [Fact(attribute="avoids", value="alcohol", subject=subject, mode=mode)]
    if lower in RELIGIONS:
        return [Fact(attribute="religion", value=word.text, subject=subject, mode=mode)]
    if lower in MARITAL and not after_word(word, "to") or lower in ("married", "engaged"):
        if lower == "engaged" and after_word(word, "in", "with"):
            return []
        if lower == "divorced" and after_word(word, "from"):
            return []
        if lower == "married" and (clause.is_future or _progressive(clause)):
            return []
        wed = clause.lemma == "get" and not clause.is_negated
        return [
            Fact(
                attribute="marital_status",
                value=MARITAL[lower],
                subject=subject,
                mode=None if wed else mode,
            )
        ]
    return _described(reading, clause, subject, word)


def _described(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read words for health, standing at work, nation and ability."""
    mode, lower = state_mode(clause), word.lower_
    condition = condition_of(reading, word)
    if condition:
        return [
            Fact(
                attribute="medical_condition",
                value=condition,
                subject=subject,
                mode=mode,
                predicate=f"be {condition}" if word.pos_ == "ADJ" else "",
            )
        ]
    if lower == "employed" and word.i > 1 and word.nbor(-1).text in ("-", "self"):
        return [
            Fact(
                attribute="occupation",
                value="self-employed",
                subject=subject,
                mode=mode,
                predicate="be self-employed",
            )
        ]
    if lower in _WORK_STATES:
        return [
            Fact(
                attribute="occupation",
                value=lower,
                subject=subject,
                mode=mode,
                predicate=f"be {lower}",
            )
        ]
    if (
        word.pos_ in ("ADJ", "PROPN", "NOUN")
        and word.text[0].isupper()
        and (word.ent_type_ == "NORP" or lower.endswith(("ese", "ish", "ian", "ean")))
        and all(t.lower_ in ("on", "by") or t.dep_ in ("punct", "cc", "conj") for t in word.rights)
    ):
        return [Fact(attribute="nationality", value=word.text, subject=subject, mode=mode)]
    return _able(reading, clause, subject, word)


def _able(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read "good at chess", "fluent in Italian"."""
    mode, lower = state_mode(clause), word.lower_
    if lower in ("good", "great", "skilled", "bad", "terrible", "brilliant") and after_word(
        word, "at"
    ):
        if clause.is_negated or lower in ("bad", "terrible"):
            return []
        return [
            Fact(attribute="skill", value=value, subject=subject, predicate=f"be good at {value}")
            for token in after_word(word, "at")
            for value in things_in(reading, token)
        ]
    if lower in ("fluent", "bilingual", "conversational", "proficient"):
        return [
            Fact(attribute="language", value=member.text, subject=subject, mode=mode)
            for token in after_word(word, "in") + clause.prepositions("in")
            for member in members(token)
            if member.lower_ in LANGUAGES
        ]
    return []


def _progressive(clause: ClauseView) -> bool:
    return bool(clause.head.tag_ == "VBG")


def _noun(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    if word.pos_ not in ("NOUN", "PROPN", "ADJ"):
        return []
    mode, lower = state_mode(clause), word.lower_
    if lower in _NATIVE:
        return [
            Fact(attribute="language", value=c.text, subject=subject, mode=mode)
            for c in word.children
            if c.lower_ in LANGUAGES
        ]
    described = [c for c in word.children if c.dep_ in ("amod", "compound")]
    definite = any(c.lower_ == "the" for c in word.children)
    if lower in GENDERS and (definite or described or clause.is_future):
        return []  # "I'll be the bad guy"
    if lower in GENDERS:
        facts = [Fact(attribute="gender", value=lower, subject=subject, mode=mode)]
        return facts if not clause.is_negated else []
    if lower in FAMILY and subject == USER:
        return _parenthood(reading, word)
    if lower in ("family", "couple", "group", "team", "household"):
        return []
    determined = [c for c in word.children if c.dep_ in ("det", "poss")]
    trade = is_trade(lower) or is_trade(word.lemma_)
    bare_adjective = word.pos_ == "ADJ" and not determined and lower not in OCCUPATIONS
    if trade and not bare_adjective and not _is_demonym(word):
        return _trade(reading, clause, subject, word)
    if lower in DEMONYMS and not determined and subject == USER and not clause.is_negated:
        by_birth = [t.lower_ for t in after_word(word, "by") + clause.prepositions("by")]
        born = bool({"birth", "blood", "descent", "heritage"} & set(by_birth))
        return [Fact(attribute="nationality", value=word.text, mode=mode)] if born else []
    if not determined and subject == USER and _is_name(word) and not clause.is_negated:
        return [Fact(attribute="name", value=_name(word), confidence=0.8)]
    if (
        determined
        and determined[0].lower_ in ("a", "an")
        and not clause.is_past
        and (not clause.is_negated)
        and word.pos_ == "NOUN"
        and list(word.children)[1:]
        and is_trait(word)
    ):
        value = reading.np(word)
        return [
            Fact(
                attribute="fact",
                value=value,
                subject=subject,
                confidence=0.7,
                predicate=f"be {determined[0].lower_} {value}",
            )
        ]
    return []


_UNPAID = words("keen avid amateur hobby passionate enthusiastic weekend recreational")
_NOT_YET = words(
    "hard tough aspiring budding wannabe would-be frustrated terrible bad lousy poor huge big"
)


_HEADS = words(
    "head director vp manager chief president chair captain editor leader member partner"
)


def _is_demonym(word: Token) -> bool:
    return bool(
        word.text[0].isupper()
        and word.lower_.endswith(("ian", "er", "an"))
        and not (word.text.isupper())
    )


def _parenthood(reading: Reading, word: Token) -> list[Fact]:
    if FAMILY.get(word.lower_) not in ("mother", "father", "parent", "parents"):
        return []
    facts = [
        Fact(attribute="marital_status", value=MARITAL[c.lower_])
        for c in word.children
        if c.dep_ == "amod" and c.lower_ in MARITAL
    ]
    return facts + _children(reading, word)


def _children(reading: Reading, word: Token) -> list[Fact]:
    numbers = [t for t in after_word(word, "of", "to") if t.like_num or t.pos_ == "NOUN"]
    return [
        Fact(attribute="family", value=f"{reading.np(t)} children" if t.like_num else reading.np(t))
        for t in numbers
    ]


def _trade(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    value, lower = reading.np(word), word.lower_
    if any(c.dep_ == "nummod" for c in word.children):
        return []  # "I'm two chapters in"
    if lower in _HEADS:
        value = re.split(r" (?:at|for|with|in|by|from) ", value)[0]
    if word.tag_ == "NNS" and value.casefold().endswith(f"{word.lower_}") and is_trade(word.lemma_):
        value = value[: -len(word.text)] + str(word.lemma_)  # "we're both teachers"
    manner = {c.lower_ for c in word.children if c.dep_ == "amod"}
    if manner & _UNPAID:
        keen = not clause.is_negated and not clause.is_past
        return [Fact(attribute="hobby", value=value, subject=subject)] if keen else []
    if manner & _NOT_YET:
        return []
    definite = any(c.lower_ == "the" for c in word.children)
    if definite and not any(c.dep_ in ("prep", "compound", "amod") for c in word.children):
        return []  # "I'm just the messenger"
    for child in word.children:  # the employer is a value of its own
        if lower in _HEADS and child.lower_ == "of":
            continue
        if child.dep_ == "prep" and child.lower_ in ("at", "for", "with", "of", "in", "by", "from"):
            value = value.split(f" {child.text} ")[0]
    mode = state_mode(clause)
    facts = [Fact(attribute="occupation", value=value, subject=subject, mode=mode)]
    for token in after_word(word, "at", "for", "with", "of") + clause.prepositions("at", "for"):
        if token.pos_ == "PROPN" or named_company(token) or _has_name(token):
            facts.append(
                Fact(
                    attribute="employer",
                    value=named_company(token) or reading.np(token),
                    subject=subject,
                    mode=mode,
                )
            )
    facts += [
        Fact(attribute="hometown", value=value, subject=subject, mode=mode)
        for token in after_word(word, "from")
        if token.pos_ == "PROPN" and (value := place(reading, token))
    ]
    for token in after_word(word, "in") + clause.prepositions("in"):
        if place(reading, token) and token.pos_ == "PROPN":
            facts.append(
                Fact(attribute="workplace", value=reading.np(token), subject=subject, mode=mode)
            )
    return facts


def _has_name(token: Token) -> bool:
    """Say whether a common noun carries a proper name ("St. Mary's hospital")."""
    return any(c.pos_ == "PROPN" and c.dep_ in ("poss", "compound", "nmod") for c in token.children)


def named_company(token: Token) -> str:
    for child in token.children:
        if child.dep_ in ("acl", "relcl") and child.lower_ in ("called", "named"):
            return " ".join(t.text for t in child.subtree if t.i > child.i and not t.is_punct)
    return ""


def _is_name(word: Token) -> bool:
    after = word.doc[word.i + 1 : word.i + 3].text
    if word.pos_ == "PROPN" and word.ent_type_ == "GPE" and re.match(r", (?:\d|an?\b)", after):
        return True  # "I'm Yolanda, 44, a paralegal": a name taken for a town
    if word.ent_type_ in ("GPE", "LOC", "NORP", "ORG", "LANGUAGE", "DATE", "CARDINAL"):
        return False
    if word.pos_ == "PROPN":
        return bool(word.text[0].isupper() or word.doc[0].lower_ == "i")
    # "i'm tom": a bare singular noun right after the verb, at the start of a message.
    follows = word.doc[word.i + 1 : word.i + 3].text
    aged = word.tag_ == "JJ" and re.match(r", \d|and I", follows) is not None
    known = word.lower_ in FIRST_NAMES or aged
    starts = word.i <= 3 and known
    return starts and len(word.text) > 2 and all(c.is_punct for c in word.children)


def _name(word: Token) -> str:
    parts = [t for t in word.subtree if t == word or t.dep_ in ("compound", "flat")]
    run = [t for t in parts if t.head in (word, word.head) and not _is_cut(word, t)]
    return " ".join(t.text for t in run or [word])


def _is_cut(word: Token, part: Token) -> bool:
    """Say whether a comma stands between: "I'm Priya, a biology student"."""
    first, last = sorted((word.i, part.i))
    return any(t.text in (",", ";", "(", "-", "–", "—") for t in word.doc[first:last])


_AWAY_FROM = re.compile(
    r"\b(?:minutes?|mins?|hours?|miles?|kilomet(?:re|er)s?|kms?|blocks?|walk|drive|ride|throw"
    r"|not (?:far|too far)|away|yards|met(?:re|er)s) (?:away )?from\b"
)


def _of_prepositions(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    mode = state_mode(clause)
    facts: list[Fact] = []
    distance = _AWAY_FROM.search(clause.text)
    for token in clause.prepositions("from"):
        for member in members(token):
            value = place(reading, member)
            if value and distance is None:
                facts.append(Fact(attribute="hometown", value=value, subject=subject, mode=mode))
    for token in clause.prepositions("with"):
        is_new = bool(re.search(r"\bnow\b", clause.text)) and token.ent_type_ != "PERSON"
        if token.pos_ == "PROPN" and (token.ent_type_ == "ORG" or is_new):
            facts.append(
                Fact(
                    attribute="employer",
                    value=reading.np(token),
                    subject=subject,
                    mode=mode,
                    confidence=0.6,
                )
            )
    for token in clause.prepositions("into") if clause.head.pos_ == "AUX" else ():
        facts += [
            Fact(
                attribute="dislikes" if clause.is_negated else "likes", value=value, subject=subject
            )
            for value in things_in(reading, token)
        ]
    for token in clause.prepositions("on"):
        facts += [
            Fact(attribute="medication", value=value, subject=subject, mode=mode)
            for member in members(token)
            if (value := medication_of(reading, member))
        ]
        diet = next((diet_of(c) for c in token.subtree if diet_of(c)), "")
        if token.lower_ == "diet" and not diet:
            diet = reading.np(token).casefold().removesuffix("diet").strip()
        if diet and not facts:
            facts.append(Fact(attribute="diet", value=diet, subject=subject, mode=mode))
    for token in clause.prepositions("off"):
        if token.lower_ not in ("work", "school", "duty", "topic"):
            facts += [
                Fact(attribute="avoids", value=value, subject=subject)
                for value in contents(reading, token)
            ]
    return facts + _whereabouts(reading, clause, subject)


def _whereabouts(reading: Reading, clause: ClauseView, subject: str) -> list[Fact]:
    """Read "in my second year of law school", "in Paris this week"."""
    mode = state_mode(clause)
    facts: list[Fact] = []
    for token in clause.prepositions("in"):
        studies = [g for c in token.children if c.dep_ == "prep" for g in c.children]
        if token.lower_ == "year" and any(c.dep_ in ("amod", "poss") for c in token.children):
            facts += [
                Fact(attribute="education", value=reading.np(t), subject=subject, mode=mode)
                for t in studies[:1]
            ]
    off = any(c.lower_ == "off" for c in clause.head.children)  # "off to uni in Leeds in May"
    for token in () if off else clause.prepositions("in", "at"):
        value = place(reading, token)
        passing = any(span.until for span in reading.times_of(clause))
        if (
            value
            and passing
            and token.pos_ == "PROPN"
            and token.i not in reading.time_tokens
            and not clause.is_negated
        ):
            if clause.is_future:
                said = f"be in {value}"
                facts.append(Fact(attribute="plan", value=said, subject=subject, predicate=said))
                continue
            seen = clause.is_past and not clause.used_to
            facts.append(
                Fact(
                    attribute="visited" if seen else "home",
                    value=value,
                    subject=subject,
                    mode=Mode.STANDING if seen else mode,
                    confidence=0.6,
                )
            )
    return facts
