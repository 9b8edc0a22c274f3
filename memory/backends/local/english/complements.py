"""Rules for single complements: sensitivities, leanings, ages and sizes."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView, is_in_other_clause
from memory.backends.local.english.content import contents, number_in
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import Mode

Token = Any  # spacy.tokens.Token

LEANINGS = words(
    "fond keen crazy mad obsessed passionate nuts addicted enthusiastic hooked into partial"
)


FEARS = words("afraid scared terrified frightened petrified sick tired")


_SICK_OF = words("sick tired bored")


_FANS = words("fan lover supporter enthusiast admirer follower nerd geek buff addict junkie")


_DEGREES = words(
    "big huge massive total real proper heavy lifelong die-hard great hard hardcore true"
)


def age_within(word: Token) -> str:
    """Return the 27 of "a 27-year-old architect", or ""."""
    for child in word.children:
        if child.dep_ == "amod" and child.lower_ == "old":
            return next((t.text for t in child.subtree if t.like_num), "")
    return ""


def state_mode(clause: ClauseView) -> Mode | None:
    """Return the mode of a state: denied, over, or as it is."""
    if clause.is_negated:
        return Mode.DENIAL
    if clause.lemma in ("become", "turn", "get", "go"):
        return None
    return Mode.PAST if clause.is_past or clause.used_to else None


def after_word(word: Token, *prepositions: str) -> list[Token]:
    """Return the objects of a word's prepositions, coordinated ones too ("to nuts and to eggs")."""
    first = [c for c in word.children if c.dep_ == "prep" and c.lower_ in prepositions]
    joined = [c for c in word.children if c.dep_ == "conj" and c.lower_ in prepositions]
    joined += [c for one in first for c in one.conjuncts if c.lower_ in prepositions]
    return [
        grandchild
        for child in dict.fromkeys((*first, *joined))
        for grandchild in child.children
        if grandchild.dep_ in ("pobj", "pcomp")
    ]


def sensitivity(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    mode = state_mode(clause)
    if word.lower_ in ("allergic", "hypersensitive", "sensitive"):
        found = after_word(word, "to") or clause.prepositions("to")
        if not found or all(t.pos_ == "PRON" for t in found):
            found = _meant_before(word)
        found = [t for t in found if t.lower_ not in ("only", "just")]
        strong = word.lower_ != "sensitive"
        return [
            Fact(
                attribute="allergy",
                value=value,
                subject=subject,
                mode=mode,
                confidence=0.92 if strong else 0.75,
            )
            for token in found
            for value in contents(reading, token)
        ]
    return []


def _meant_before(word: Token) -> list[Token]:
    """Return what "I'm allergic (to them)" is about: the thing that the sentence began with."""
    before = word.doc[word.sent.start : word.i]
    things = [
        t
        for t in before
        if t.pos_ in ("NOUN", "PROPN")
        and (t.dep_ == "nsubj" and t.head != word.head or t.head.lower_ == "without")
        and t.head != word
    ]
    return things[-1:]


def intolerant(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "lactose intolerant": a pair that the parser often takes for something else."""
    word = next(
        (
            t
            for t in clause.head.subtree
            if t.lower_ == "intolerant" and not is_in_other_clause(t, clause.head)
        ),
        None,
    )
    if word is None or not subject:
        return None
    before = [t for t in word.doc[word.sent.start : word.i] if not t.is_punct]
    named = [v for t in after_word(word, "to", "of") for v in contents(reading, t)]
    mistaken = [c.text for c in word.children if c.dep_ == "xcomp" and not list(c.rights)]
    named = named or mistaken  # "intolerant to fructose" read as an infinitive
    if not named and before and before[-1].pos_ not in ("AUX", "ADV", "PRON"):
        named = [before[-1].text]
    return [
        Fact(
            attribute="allergy",
            value=v,
            subject=subject,
            mode=state_mode(clause),
            predicate=f"be {v} intolerant",
        )
        for v in named
    ] or None


def leaning(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    """Read "keen on", "into", "a fan of", "scared of": liking or disliking something."""
    if word.lower_ in _FANS or word.lemma_ in _FANS:
        compound = [
            c
            for c in word.children
            if c.dep_ == "compound" or c.dep_ == "amod" and c.ent_type_ and c.text[0].isupper()
            if c.lower_ not in _DEGREES
        ]
        objects = after_word(word, "of", "to") or compound
    elif word.lower_ in LEANINGS or word.lower_ in FEARS or word.lower_ in _SICK_OF:
        objects = after_word(word, "of", "on", "about", "with", "to", "for")
    else:
        return []
    dislikes = clause.is_negated or word.lower_ in FEARS or _negated(word)
    if dislikes and word.lower_ in FEARS and clause.is_negated:
        return []
    mode = Mode.PAST if clause.is_past or clause.used_to else None
    if clause.is_ended and not dislikes:
        mode = Mode.DENIAL
    if clause.is_ended and clause.is_negated:
        dislikes, mode = False, Mode.DENIAL
    return [
        Fact(attribute="dislikes" if dislikes else "likes", value=value, subject=subject, mode=mode)
        for token in objects
        for value in things_in(reading, token)
    ]


def _negated(word: Token) -> bool:
    return any(c.lower_ in ("not", "no", "n't", "never") for c in word.children)


def things_in(reading: Reading, token: Token) -> list[str]:
    if token.dep_ == "pcomp" or token.tag_ == "VBG":
        return [" ".join(t.text for t in token.subtree if not t.is_punct)]
    return list(contents(reading, token))


def age_facts(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    number = None
    if word.lower_ in ("old", "years", "year"):
        number = next((t for t in word.subtree if t.like_num and t.i < word.i), None)
        if word.lower_ != "old" and "old" not in [t.lower_ for t in word.subtree]:
            number = number if word.lower_ == "years" and "old" in word.sent.text else None
    elif (
        word.like_num
        and word.lower_ != "one"
        and not any(c.dep_ in ("prep", "nmod", "quantmod", "det", "relcl") for c in word.children)
    ):
        after = word.nbor(1).lower_ if word.i + 1 < len(word.doc) else ""
        number = word if after not in ("%", "percent", "euros", "kg", "cm", "am", "pm") else None
        if number is not None and number.text.isdigit() and not 0 < int(number.text) < 120:
            return []
    elif word.lower_ in ("months", "weeks") and "old" in word.sent.text:
        return [
            Fact(
                attribute="age",
                value=reading.np(word),
                subject=subject,
                predicate=f"be {reading.np(word)} old",
            )
        ]
    if number is not None and any(t.like_num and t.lower_ != "half" for t in word.conjuncts):
        return []  # "my kids are 4 and 7" is of several people
    if clause.is_future or clause.used_to or clause.modals() & {"will", "'ll", "would", "'d"}:
        return []
    if number is None or clause.is_past and clause.lemma == "be" or clause.is_negated:
        return []
    half = number.doc[number.i + 1 : number.i + 4].text.casefold() == "and a half"
    value = f"{number.text} and a half" if half else number.text
    return [Fact(attribute="age", value=value, subject=subject, confidence=0.9)]


def height_facts(reading: Reading, clause: ClauseView, subject: str, word: Token) -> list[Fact]:
    text = " ".join(t.text_with_ws.strip() for t in word.subtree)
    if word.lower_ == "tall" and number_in(text):
        value = "".join(t.text_with_ws for t in word.subtree if t.i < word.i).strip()
        return [Fact(attribute="measure:height", value=value, subject=subject)]
    before = word.doc[clause.head.i + 1 : word.right_edge.i + 1].text
    marked = re.search(r"\d ?['\"′″]", before)
    if marked and number_in(before) and len(before) < 12 and not clause.is_negated:
        return [Fact(attribute="measure:height", value=before.strip(" ,."), subject=subject)]
    return []
