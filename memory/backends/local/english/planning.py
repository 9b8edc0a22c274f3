"""Rules for what is ahead: plans, goals, promises, decisions, rules one keeps."""

from typing import Any

from memory.backends.local.english.clauses import ClauseView, is_first
from memory.backends.local.english.content import contents, is_content, place
from memory.backends.local.english.having import APPOINTMENTS
from memory.backends.local.english.lexicon import is_trade
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.english.rewrite import called
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

Token = Any  # spacy.tokens.Token

_TRAVEL = words("go fly travel drive visit head come leave sail move")


MENTAL = words(
    "know think see understand mean guess hope feel believe wonder remember forget agree"
    " say ask tell need want look sound seem appear suppose get wish be have"
)


_ONCE = words("have get see meet host start finish attend visit marry do take sit be hold")


_DECIDE = words("plump decide choose resolve opt settle pick select")


_PROMISE = words("promise swear vow pledge commit undertake")


_ASPIRE = words("hope aim aspire dream intend want")


def plan(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read the future: "I'm flying to Tokyo on 3 May", "we plan to ...", "I'll visit ..."."""
    if clause.is_negated:
        return None
    head = clause.head
    upcoming = [
        s
        for s in reading.times_of(clause)
        if s.until and s.until >= reading.now and s.role in ("at", "until")
    ]
    if (
        clause.lemma not in _ONCE | _TRAVEL and head.tag_ == "VBG"
    ):  # "this week I'm staying in Hull" is so already
        upcoming = [s for s in upcoming if s.since and s.since > reading.now]
    verb = _planned(clause)
    someday = {"someday", "eventually", "sometime"} & {t.lower_ for t in clause.head.subtree}
    if verb is not None and clause.lemma == "think" and someday:
        return None
    if verb is not None:
        return [_planned_fact(reading, verb, subject)]
    target = _off_to(clause) if upcoming else None
    if target is not None:
        value = f"go to {reading.np(target)}"
        return [Fact(attribute="plan", value=value, subject=subject, predicate=f"plan to {value}")]
    begins = clause.lemma in ("start", "begin", "finish") and head.tag_ in ("VBP", "VBZ")
    if begins and upcoming and clause.child("dobj"):
        return [_planned_fact(reading, head, subject)]
    travels = clause.lemma in _TRAVEL and (
        clause.prepositions("to", "for") or clause.lemma == "visit" and clause.child("dobj")
    )
    progressive = (
        head.tag_ == "VBG"
        and not clause.is_past
        and ({"am", "'m", "are", "'re", "is", "'s", "be"} & clause.modals())
        and not {"have", "has", "'ve"} & clause.modals()
    )
    going = clause.is_future or progressive
    met = clause.lemma == "see" and upcoming and clause.child("dobj") is not None
    leads = clause.lemma == "go" and clause.child("xcomp") is not None  # "going to be an aunt"
    if not going or leads or clause.lemma in MENTAL - {"have", "get", "be", "look"} and not met:
        return None
    settled = clause.lemma in _LIFE_STEPS and clause.matrix is not None and subject == USER
    if not upcoming and not settled and not (travels and _to_place(reading, clause)):
        return None
    if clause.lemma == "be" and not _comes_to_be(reading, clause):
        return None
    tonight = upcoming and all(s.until and s.until.date() == reading.now.date() for s in upcoming)
    if tonight and not travels and clause.lemma not in ("meet", "see"):
        return None  # what is being done right now is no plan to keep
    return [_planned_fact(reading, head, subject)]


def _comes_to_be(reading: Reading, clause: ClauseView) -> bool:
    """Say whether "will be ..." names a place or what somebody becomes ("be a nurse")."""
    if any(t.i not in reading.time_tokens for t in clause.prepositions()):
        return True
    return any(is_trade(t.lower_) for t in clause.children("attr"))


def _planned_fact(reading: Reading, verb: Token, subject: str) -> Fact:
    return Fact(
        attribute="plan",
        value=reading.vp(verb),
        subject=subject,
        predicate=f"plan to {reading.vp(verb, keep_times=True)}",
    )


def _off_to(clause: ClauseView) -> Token | None:
    """Return where somebody is "off to", None if the clause says no such thing."""
    leaves = any(c.lower_ in ("off", "away") for c in clause.head.children)
    targets = clause.prepositions("to") or clause.prepositions("for")
    return targets[0] if clause.lemma == "be" and leaves and targets else None


_LIFE_STEPS = words(
    "study move marry quit buy start become learn retire apply launch open adopt sell"
    " renovate build divorce emigrate resign enrol enroll graduate found"
)


_STEPS = _LIFE_STEPS | _TRAVEL | {"switch", "change", "relocate", "get"}


def _to_place(reading: Reading, clause: ClauseView) -> bool:
    return any(
        t.pos_ == "PROPN" and place(reading, t)
        for t in (*clause.prepositions("to", "for"), *clause.children("dobj"))
    )


def _planned(clause: ClauseView) -> Token | None:
    """Return the verb that "plan to", "intend to", "thinking of", "about to" governs."""
    if clause.lemma in ("plan", "intend", "prepare", "arrange"):
        verb = clause.child("xcomp")
        if verb is not None:
            return verb
        inner = clause.prepositions("on")
        return next((t for t in inner if t.pos_ == "VERB"), None)
    if clause.lemma == "think" and clause.head.tag_ == "VBG" and not clause.is_past:
        inner = clause.prepositions("of", "about")
        return next((t for t in inner if t.pos_ == "VERB" and t.lemma_ in _STEPS), None)
    return None


def plan_noun(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "book", "plan" and the like with a noun: "we're planning a trip to Peru"."""
    if clause.lemma not in ("plan", "book", "schedule", "organise", "organize"):
        return None
    if (
        clause.is_negated
        or clause.lemma != "plan"
        and not (clause.is_past or {"have", "'ve", "has"} & clause.modals())
    ):
        return None
    return [
        Fact(attribute="plan", value=value, subject=subject, predicate=f"plan {called(value)}")
        for t in clause.children("dobj")
        if t.lower_ in APPOINTMENTS or clause.lemma == "plan"
        for value in contents(reading, t)
    ] or None


def goal(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read aims: "I want to learn to sail", "trying to lose weight", "saving for a house"."""
    if clause.is_negated or clause.is_past and not clause.used_to:
        return None
    lemma, verb = clause.lemma, clause.child("xcomp")
    if lemma == "dream":
        verb = next((t for t in clause.prepositions("of", "about") if t.pos_ == "VERB"), None)
    aims = (
        lemma in _ASPIRE or lemma in ("try", "train", "learn", "look") and clause.head.tag_ == "VBG"
    )
    if aims and verb is not None and verb.lemma_ not in MENTAL - {"be", "have", "get"}:
        if any(c.dep_ in ("nsubj", "dobj") and c.lower_ == "you" for c in verb.children) or (
            verb.lemma_ in _NOT_GOALS or lemma == "want" and _names_assistant(verb)
        ):
            return []
        value = reading.vp(verb)
        return [
            Fact(
                attribute="goal",
                value=value,
                subject=subject,
                predicate=f"want to {value}",
                confidence=0.75,
            )
        ]
    if lemma in ("look", "search", "hunt") and clause.head.tag_ == "VBG":
        return [
            Fact(
                attribute="goal",
                value=f"find {reading.np(t)}",
                subject=subject,
                predicate=f"be looking for {reading.np(t)}",
            )
            for t in clause.prepositions("for")
            if t.lower_ in _SOUGHT
        ] or None
    if lemma in ("save", "train", "study", "prepare", "apply") and clause.head.tag_ == "VBG":
        targets = clause.prepositions("for")
        return [
            Fact(
                attribute="goal",
                value=reading.np(t),
                subject=subject,
                predicate=f"be {clause.head.text} for {reading.np(t)}",
            )
            for t in targets
            if is_content(t)
        ] or None
    return None


_SOUGHT = words(
    "job role position internship work placement apprenticeship flat apartment house roommate"
    " flatmate"
)


_NOT_GOALS = words(
    "talk discuss chat show share add mention point thank clarify check test try"
    " make order start use continue stop update correct change find figure eat"
)


def _names_assistant(verb: Token) -> bool:
    return any(t.lower_ in ("you", "your") for t in verb.subtree)


def aspire(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I'd like to become a pilot one day", "I'd love to see Japan"."""
    if clause.lemma not in ("like", "love") or not {"would", "'d"} & clause.modals():
        return None
    verb = clause.child("xcomp")
    if (
        verb is None
        or clause.is_negated
        or clause.is_question
        or any(c.dep_ == "nsubj" for c in verb.children)
    ):
        return None
    said = verb.sent.text.casefold()
    someday = any(
        w in said
        for w in (
            "one day",
            "some day",
            "someday",
            "eventually",
            "in the future",
            "this year",
            "next year",
        )
    )
    if verb.lemma_ not in ("become", "learn") and not someday:
        return None
    value = reading.vp(verb).replace(" one day", "").replace(" some day", "")
    return [
        Fact(
            attribute="goal",
            value=value,
            subject=subject,
            predicate=f"want to {value}",
            confidence=0.75,
        )
    ]


def promise(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    said = clause.lemma == "say" and clause.is_first_person
    told = (clause.lemma in ("tell", "assure") or said) and clause.is_past
    told = told and clause.child("auxpass") is None
    if (
        clause.lemma not in _PROMISE
        and not told
        and not (clause.lemma == "agree" and clause.child("xcomp") is not None)
    ):
        return None
    if clause.is_negated:
        return None
    verb = clause.child("xcomp", "ccomp") or next(
        (t for t in clause.prepositions("to") if t.dep_ == "pcomp"), None
    )
    if verb is None:
        return None
    own = next((c for c in verb.children if c.dep_ == "nsubj"), None)
    if own is not None and not told and not is_first(own) and subject == USER:
        return None
    if told and not any(c.lower_ in ("would", "'d", "will", "'ll") for c in verb.children):
        return None
    if verb.lemma_ == "be" and not any(c.tag_ == "MD" for c in verb.children):
        return None  # "I promise I'm not a robot"
    denied = next((c.lower_ for c in verb.children if c.dep_ == "neg"), "")
    no = "never " if denied == "never" else "not " if denied else ""
    value = f"{no}{reading.vp(verb, keep_times=bool(_is_repeated(reading, verb)))}"
    deed = "promise" if clause.lemma == "tell" else clause.lemma
    return [
        Fact(
            attribute="commitment",
            value=value,
            subject=subject,
            mode=Mode.STANDING,
            predicate=f"have {participle(deed)} to {no}{reading.vp(verb, keep_times=True)}",
        )
    ]


def _is_repeated(reading: Reading, verb: Token) -> bool:
    """Say whether a deed is promised for every time ("run three times a week")."""
    first, last = verb.idx, max(t.idx + len(t.text) for t in verb.subtree)
    return any(span.role == "every" for span in reading.times_between(first, last))


def participle(verb: str) -> str:
    irregular = {"swear": "sworn", "undertake": "undertaken", "commit": "committed"}
    return irregular.get(verb, f"{verb}d" if verb.endswith("e") else f"{verb}ed")


def decide(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    lemma = clause.lemma
    if lemma == "make" and any(c.lemma_ == "mind" for c in clause.children("dobj")):
        return _made_up_mind(reading, clause)
    made = clause.is_past or {"have", "'ve", "has", "'s"} & clause.modals()
    if lemma == "go" and clause.is_past and not clause.is_negated and not clause.prepositions("to"):
        return [
            Fact(
                attribute="decision",
                value=reading.np(t),
                subject=subject,
                mode=Mode.STANDING,
                predicate=f"have decided on {reading.np(t)}",
            )
            for t in clause.prepositions("with", "for")
            if t.pos_ == "NOUN" and any(c.lower_ == "the" for c in t.children)
        ] or None
    if lemma not in _DECIDE or clause.is_negated or not made or clause.children("prt"):
        return None
    verb = clause.child("xcomp", "ccomp")
    if verb is not None:
        negative = "not " if any(c.dep_ == "neg" for c in verb.children) else ""
        value = f"{negative}{reading.vp(verb)}"
        return [
            Fact(
                attribute="decision",
                value=value,
                subject=subject,
                mode=Mode.STANDING,
                predicate=f"have decided to {value}",
            )
        ]
    against = "not " if clause.prepositions("against") else ""
    topics = (
        clause.prepositions("on")
        or clause.prepositions("for", "against")
        or (clause.children("dobj") if lemma in ("choose", "pick", "select") else [])
    )
    return [
        Fact(
            attribute="decision",
            value=f"{against}{value}",
            subject=subject,
            mode=Mode.STANDING,
            predicate=f"have decided {'against' if against else 'on'} {value}",
        )
        for t in topics
        for value in contents(reading, t)
    ] or None


def _made_up_mind(reading: Reading, clause: ClauseView) -> list[Fact] | None:
    """Read "I've made up my mind, I'm taking the job"."""
    verb = clause.head.head if clause.head.dep_ == "ccomp" else clause.child("xcomp", "acl")
    if verb is None or clause.is_negated or verb.pos_ != "VERB":
        return None
    value = reading.vp(verb)
    return [Fact(attribute="decision", value=value, predicate=f"have decided to {value}")]


def never(reading: Reading, clause: ClauseView, subject: str) -> list[Fact] | None:
    """Read "I never fly": a rule that somebody keeps."""
    said = [c for c in clause.children("neg", "advmod") if c.lower_ == "never"]
    if not said or clause.head.tag_ not in ("VBP", "VBZ", "VB") or clause.modals() - {"do", "will"}:
        return None
    if clause.lemma in MENTAL | words("mind get understand have stand bear abide"):
        return None
    value = reading.vp(clause.head, keep_times=True)
    return [
        Fact(
            attribute="never",
            value=value,
            subject=subject,
            mode=Mode.STANDING,
            predicate=f"never {value}",
        )
    ]
