"""Reads English by its surface: plain clauses and what their verbs say, without a parse.

The parser of `english` is small and trained on edited text; lower case, lists and fragments lead it
astray. These rules read the same message from left to right, clause by clause, and add what the
others did not find.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from memory.backends.local.english.assemble import Manner, Saying, candidate
from memory.backends.local.english.lexicon import PETS, ROLES, is_trade
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.surface.ahead import goals, plans, promises
from memory.backends.local.english.surface.being import being
from memory.backends.local.english.surface.bookings import appointments, bookings
from memory.backends.local.english.surface.bygone import again, bygone
from memory.backends.local.english.surface.choices import ANNOUNCED, announced, choices
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.coming import arrivals, called_off, coming, passing
from memory.backends.local.english.surface.counting import (
    changes,
    counts,
    records,
    set_measures,
    sizes,
    tallies,
)
from memory.backends.local.english.surface.customs import customs
from memory.backends.local.english.surface.dwelling import residing, visiting
from memory.backends.local.english.surface.feelings import feelings
from memory.backends.local.english.surface.habits import habits, vows
from memory.backends.local.english.surface.holding import having, riding, swapped
from memory.backends.local.english.surface.idioms import BARRED, idioms
from memory.backends.local.english.surface.illness import bodies, doses, on_medicine, treated
from memory.backends.local.english.surface.introducing import (
    departures,
    introductions,
    labelled,
)
from memory.backends.local.english.surface.jobs import projects, trades, working
from memory.backends.local.english.surface.joined import joined
from memory.backends.local.english.surface.mentions import mentions
from memory.backends.local.english.surface.names import calling, naming, titled
from memory.backends.local.english.surface.origins import origins
from memory.backends.local.english.surface.owned import owned, wishes
from memory.backends.local.english.surface.plain import NOBODY, Discourse, Plain, animal_in, read
from memory.backends.local.english.surface.segments import Segment, segments
from memory.backends.local.english.surface.sentences import sentences
from memory.backends.local.english.surface.stints import stints
from memory.backends.local.english.surface.studies import learning
from memory.backends.local.english.surface.tastes import avoiding, diets, favourites, liking
from memory.backends.local.english.surface.turning import round_age, turns
from memory.backends.local.english.surface.values import place
from memory.backends.local.english.surface.verbs import AUXILIARIES
from memory.backends.local.frame import Piece
from memory.domain.ontology import attribute_spec, normalise_value
from memory.domain.types import USER, Candidate, Mode

Rule = Callable[[Plain], list[Fact]]
_RULES: tuple[Rule, ...] = (
    calling, again, bygone, on_medicine, residing, swapped, bodies, changes, sizes, having,
    riding, trades, projects, counts, diets, avoiding, liking, round_age, origins, working,
    learning, visiting, owned, appointments, called_off, passing, turns, choices, promises, tallies,
    goals, plans, coming, vows, habits, customs, being,
)  # fmt: skip


def read_surface(reading: Reading, piece: Piece, found: list[Candidate]) -> list[Candidate]:
    """Return what the surface says beyond `found`."""
    found = [c for c in found if _is_sound(c)]
    discourse = Discourse(person=reading.people.last, names=dict(reading.people.names))
    added: list[Candidate] = []
    cut = segments(reading.parsed.doc.text, reading.times, reading.now)
    introduced = introductions(cut)
    for segment in cut:
        by_the_way = [] if segment.is_task else [*mentions(segment, discourse), *_scores(segment)]
        would_harm = _WOULD_HARM.search(segment.text) or BARRED.match(segment.text)
        if not (segment.is_unreal and not would_harm or segment.is_question):
            by_the_way += [*idioms(segment), *feelings(segment)]
            by_the_way += [*bookings(segment), *arrivals(segment), *stints(segment)]
        facts, clause = _of_segment(segment, discourse)
        if _is_todo(reading, segment):
            facts = []
        if not (segment.is_unreal or segment.is_question) and (
            clause is None or clause.subject in ("", USER)
        ):
            by_the_way += [*doses(segment), *treated(segment)]
        facts += _of_another(segment, [*found, *added])
        facts += [*by_the_way, *introduced.get(segment.start, ())]
        for fact in facts:
            if not fact.value or not fact.subject:
                continue
            if fact.subject in PETS and fact.attribute not in _OF_ANIMALS:
                continue
            single = attribute_spec(fact.attribute).single or fact.attribute == "plan"
            corrects = segment.is_corrected and single
            made = candidate(fact, _saying(reading, piece, segment, clause, corrects=corrects))
            if not _is_known(made, [*found, *added]):
                added.append(made)
    text = reading.parsed.doc.text
    for start, end, fact in (*labelled(text), *sentences(text), *joined(text, piece.text)):
        how = Saying(reading=reading, piece=piece, clause=Manner(start=start, end=end))
        made = candidate(fact, how)
        if not _is_known(made, [*found, *added]):
            added.append(made)
    return added


_ANOTHER = re.compile(r"^(?:that|it) is (?:only |just )?my (?P<r>[\w-]+)(?: who does)?$", re.I)


def _of_another(segment: Segment, before: list[Candidate]) -> list[Fact]:
    """Read the "that's my sister" after "I don't have asthma": it is true of her."""
    match = _ANOTHER.match(segment.text)
    role = ROLES.get(match["r"].casefold()) if match else None
    denied = [c for c in before if c.mode is Mode.DENIAL and c.subject == USER][-1:]
    if not role:
        return []
    return [Fact(attribute=c.attribute, value=c.value, subject=role) for c in denied]


# "Lupin would put me in hospital", "my GP says I should avoid salt": the modal is no doubt here.
_WOULD_HARM = re.compile(
    r"^(?!if|when|unless)[\w' -]+ (?:would|could) (?:send|put|land) me\b", re.I
)


def _is_todo(reading: Reading, segment: Segment) -> bool:
    """Say whether a segment is one of the tasks that the grammar found ("and buy milk")."""
    tasks = (reading.parsed.doc[index].idx for index in reading.tasks)
    return any(segment.start <= at < segment.end for at in tasks)


_HERE = re.compile(r"^[a-z]+ing(?: [\w-]+){1,3} here$", re.I)
_LIKING = frozenset(
    ["like", "love", "enjoy", "adore", "hate", "dislike", "detest", "loathe", "prefer"]
)


def _of_segment(segment: Segment, discourse: Discourse) -> tuple[list[Fact], Plain | None]:
    if _SO_DO_I.search(segment.said) and discourse.last:
        return [replace(f, subject=USER) for f in discourse.last if f.attribute in _SHARED], None
    if segment.is_unreal or segment.is_question:
        _remember_people(segment, discourse)
        return _wished(segment) or titled(segment), None
    facts = naming(segment, discourse) or favourites_of(segment) or titled(segment)
    clause = read(segment, discourse)
    if clause is None:
        _remember(segment, None, discourse)
        return facts, None
    if _HERE.match(segment.text) and clause.is_progressive:  # "Practising Hindu here"
        clause = replace(clause, subject="", verb="", rest=segment.text)
    if not facts and clause.subject == "" and not clause.noun or clause.is_imperative:
        facts = facts or wishes(clause) or calling(clause)
        if not clause.is_imperative and not facts:
            facts = _fragment(clause, discourse)
    owner = re.match(r"^the one (?:with|who has) (?P<v>.+)", clause.rest)
    if clause.verb == "be" and owner:
        clause = replace(clause, verb="have", rest=owner["v"])
    if clause.verb in _LIKING and discourse.thing and re.match(r"^(?:it|them)\b", clause.rest):
        clause = replace(clause, rest=re.sub(r"^(?:it|them)", discourse.thing, clause.rest))
    if clause.verb == "be" and discourse.thing and _ALLERGIC_TO_IT.match(clause.rest):
        clause = replace(clause, rest=f"allergic to {discourse.thing}")
    if discourse.is_announced and not facts:
        facts = announced(clause)
    discourse.is_announced = ANNOUNCED.match(segment.text) is not None
    for rule in _RULES if clause.subject and not facts and not clause.is_imperative else ():
        facts = rule(clause)
        if facts:
            break
    if (
        "'s " in clause.subject
        or clause.subject[:1].isupper()
        and not _is_told_of(clause, discourse)
    ):
        facts = [  # of these, what a host must know
            f for f in facts if f.subject != clause.subject or f.attribute in _OF_STRANGERS
        ]
    facts += [
        Fact(attribute=f.attribute, value=f.value, subject=other, mode=f.mode)
        for other in clause.others
        for f in facts
        if f.subject == clause.subject and f.attribute in _SHARED
    ]
    _remember(segment, clause, discourse)
    if facts:
        discourse.last = facts
        discourse.attribute = facts[-1].attribute
        discourse.thing = facts[-1].value if facts[-1].attribute in _TASTES else ""
    return facts, clause


def _is_told_of(clause: Plain, discourse: Discourse) -> bool:
    return clause.subject in discourse.names.values()


_SO_DO_I = re.compile(r"^\W*(?:and |but )?(?:so|neither|nor) (?:do|am|have|can) (?:i|we)\b", re.I)
_ALLERGIC_TO_IT = re.compile(r"^allergic to (?:it|them)\b")
_TASTES = ("likes", "dislikes", "avoids", "owns", "hobby", "pet")
_OF_ANIMALS = (
    "medical_condition",
    "allergy",
    "diet",
    "age",
    "medication",
    "avoids",
    "likes",
    "dislikes",
)
# What "my wife and I" say of both; what they own or do together is the user's to remember.
_SHARED = (
    *("occupation", "diet", "allergy", "avoids", "likes", "dislikes", "religion", "nationality"),
    *("spice_level", "medical_condition", "hometown", "language"),
)
_OF_STRANGERS = frozenset(
    ["diet", "allergy", "avoids", "medical_condition", "home", "pet", "religion", "dislikes"]
)


def favourites_of(segment: Segment) -> list[Fact]:
    plain = Plain(subject=USER, verb="", rest=segment.text, segment=segment)
    return favourites(plain)


def _scores(segment: Segment) -> list[Fact]:
    plain = Plain(subject=USER, verb="", rest="", segment=segment)
    return [*records(plain), *(() if segment.is_unreal else set_measures(segment))]


def _wished(segment: Segment) -> list[Fact]:
    plain = Plain(subject="", verb="", rest=segment.text, segment=segment, is_imperative=True)
    return wishes(plain)


def _fragment(clause: Plain, discourse: Discourse) -> list[Fact]:
    """Read a fragment that leaves "I am" out ("allergic to nuts", "from Leeds originally")."""
    if clause.verb or clause.segment.joint not in ("", ",", "and", "but"):
        return []
    own = replace(clause, subject=USER)
    if any(w in AUXILIARIES for w in clause.rest.casefold().split()):
        return []
    since = any(s.role == "since" for s in clause.segment.times)
    if discourse.attribute == "home" and since and place(clause.rest) == clause.rest:
        return [Fact(attribute="home", value=clause.rest)]
    here = re.match(r"^(?:an? )?(?P<v>[\w' -]+?) (?:here|speaking)$", clause.rest, re.I)
    named = here and re.fullmatch(r"[A-Z][a-z]+|[a-z]+", here["v"])
    if (
        here
        and named
        and (here["v"][0].isupper() or here["v"] in FIRST_NAMES)
        and not is_trade(here["v"])
        and not being(replace(own, rest=here["v"]))
    ):
        return [Fact(attribute="name", value=here["v"])]
    if here:  # "teacher here", "ex-smoker here"
        former = re.match(r"^(?:ex|former)[- ](?P<v>[\w-]+)$", here["v"], re.I)
        if former:
            return [Fact(attribute="fact", value=here["v"], predicate=f"be an {here['v']}")]
        said = here["v"] if here["v"][0].isdigit() else f"a {here['v']}"
        return being(replace(own, verb="be", rest=said)) or being(replace(own, rest=here["v"]))
    kept: tuple[str, ...] = (
        "allergy",
        "diet",
        "likes",
        "dislikes",
        "avoids",
        "hometown",
        "home",
        "marital_status",
        "medical_condition",
        "fact",
    )
    if re.match(r"^(?:at|down to|up to|down at) ", clause.rest):
        kept = (*kept, "measure:weight")
    return [f for f in being(own) if f.attribute in kept] or departures(own)


def _remember(segment: Segment, clause: Plain | None, discourse: Discourse) -> None:
    """Keep whom and what the clause was about for the pronouns after it."""
    text = segment.text
    animal = animal_in(text)
    if animal and re.search(
        rf"\b(?:an?|my|our|the|new)\b[\w ]*\b{re.escape(animal)}\b", text, re.I
    ):
        discourse.animal, discourse.unborn = animal, ""
    elif match := re.search(
        r"\b(?:the|our|my|a|another) (?:new )?(baby|son|daughter|girl|boy)\b", text, re.I
    ):
        discourse.unborn, discourse.animal = match[1].casefold(), ""
    _remember_people(segment, discourse)
    if clause is not None and clause.subject:
        discourse.subject = clause.subject if not clause.noun else ""
        if clause.subject != USER:
            discourse.person = clause.subject
    if clause is None:
        discourse.subject = NOBODY if _OTHERS.match(segment.text) else ""


_OTHERS = re.compile(r"^(?:he|she|they|who|[A-Z][a-z]+ (?:is|has|was|and)|everyone|people|the)\b")


def _remember_people(segment: Segment, discourse: Discourse) -> None:
    """Keep who was mentioned, in a question too ("a gift for my dad? He's 70")."""
    for match in re.finditer(
        r"\b(?:my|our) (?:[\w-]+ ){0,2}?([a-z-]+)\b(?:,? ([A-Z][\w'-]+))?", segment.text
    ):
        role = ROLES.get(match[1].casefold())
        if role and match[1] not in PETS:
            discourse.person = role
            if match[2]:
                discourse.names[match[2].casefold()] = role


def _saying(
    reading: Reading, piece: Piece, segment: Segment, clause: Plain | None, *, corrects: bool
) -> Saying:
    start, end = segment.start, segment.end
    return Saying(
        reading=reading,
        piece=piece,
        is_correction=corrects,
        clause=Manner(
            start=start,
            end=end,
            is_past=clause.is_past if clause else False,
            used_to=clause.used_to if clause else False,
            hedge=clause.hedge if clause else 0.0,
        ),
    )


def _is_known(made: Candidate, found: list[Candidate]) -> bool:
    """Say whether another candidate already says this, in these words or others."""
    said = _content(made.value)
    for other in found:
        if not other.attribute:
            continue  # a correction of what is not known yet
        same_subject = other.subject == made.subject
        same_attribute = other.attribute == made.attribute
        theirs = _content(other.value)
        alike = bool(said and theirs) and (said <= theirs or theirs <= said)
        others = USER not in (made.subject, other.subject) and _overlap(made.quote, other.quote)
        if same_subject and same_attribute and made.attribute == "never":
            return True
        if same_subject and same_attribute and made.attribute == "family" and theirs < said:
            continue  # "two kids Leo and Mia" says more than "two kids Leo"
        beside = (made.attribute, other.attribute)
        dated = beside in _SAYS_DAY and _WEEKDAY.search(made.value)
        if theirs < said and dated or beside == ("home", "owns"):
            continue  # "swim on Tuesday" says more than "swim"; a flat may be lived in
        certain = made.attribute in _CERTAIN and not same_attribute and theirs != said
        if alike and certain:
            continue  # "two cats" is news beside "a village with my husband and two cats"
        if alike and (same_subject or same_attribute and others):
            return True
        present = not {Mode.PAST, Mode.DENIAL} & {made.mode, other.mode}
        single = present and attribute_spec(made.attribute).single
        if same_subject and same_attribute and single:
            return True
    return False


def settle(found: list[Candidate]) -> list[Candidate]:
    """Leave out what another candidate of the same words says better.

    Of plans the shorter reading is kept ("quit sugar", not "go to quit sugar"), of the rest the
    fuller one. "Just code" overrules "no code" of the same clause.
    """
    sound = [c for c in found if _is_sound(c)]
    return [c for c in sound if not any(_is_better(other, c) for other in sound if other is not c)]


_SYNONYMS = {"booz": "alcohol", "drink": "alcohol"}  # by stem
_HANGING = frozenset("that it this them him her me you one some us anything something".split())
_OF_WORDS = (
    "likes",
    "dislikes",
    "avoids",
    "habit",
    "plan",
    "goal",
    "commitment",
    "decision",
    "owns",
    "hobby",
    "project",
    "event",
)


def _is_sound(made: Candidate) -> bool:
    """Say whether a value stands by itself: "make that" and "text me" name nothing."""
    said = made.value.casefold().split()
    if said and said[0] in ("and", "or", "but"):
        return False
    return not (made.attribute in _OF_WORDS and said and said[-1] in _HANGING)


def _is_better(other: Candidate, than: Candidate) -> bool:
    if than.mode is Mode.DENIAL and other.mode is Mode.CORRECTION:
        return (other.subject, other.attribute) == (than.subject, than.attribute)
    same = (other.subject, other.attribute, other.mode) == (than.subject, than.attribute, than.mode)
    if not same or not _overlap(other.quote, than.quote):
        return False
    said, theirs = _content(than.value), _content(other.value)
    if than.attribute == "workplace":  # "from my in-laws' in Cork": the town names it
        return other.value[:1].isupper() and not than.value[:1].isupper()
    if than.attribute == "reply_style":
        return other.value.startswith("just ") and than.value == f"no {other.value[5:]}"
    if than.attribute == "plan":
        return theirs < said
    return said < theirs and than.attribute in ("pet", "owns", "habit", "goal", "family")


_SAYS_DAY = (("habit", "hobby"), ("habit", "avoids"))
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_CERTAIN = ("pet", "allergy", "diet", "medication")


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


_EMPTY = frozenset(["a", "an", "the", "to", "of", "in", "at", "on", "my", "for", "and"])
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


def _content(value: str) -> frozenset[str]:
    said = re.findall(r"[a-z0-9']+", normalise_value(value))
    stems = (re.sub(r"(.)\1$", r"\1", _ENDING.sub("", w)) for w in said)
    return frozenset(_SYNONYMS.get(stem, stem) for stem in stems) - _EMPTY
