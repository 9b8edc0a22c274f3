"""The table of decisions, in both languages, and its invariants."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.domain.conflicts import Verdict, clashing, decide
from memory.domain.naming import ItemView
from memory.domain.ontology import attribute_spec
from memory.domain.types import Candidate, Mode, Status
from memory.domain.validity import is_history

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
BEFORE = NOW - timedelta(days=30)
LATER = NOW + timedelta(hours=8)


def new(attribute, value, mode=Mode.STANDING, **values):
    if mode == Mode.TEMPORARY:
        values = {"expires_at": LATER, **values}
    return Candidate(
        text=f"{attribute} {value}", attribute=attribute, value=value, mode=mode, **values
    )


def old(attribute, value, **values):
    values = {"id": 1, "said_at": BEFORE, "text": f"{attribute} {value}", **values}
    return ItemView(attribute=attribute, value=value, **values)


CASES = [
    # coexist
    ("first of all", new("home", "Berlin"), [], Verdict.ADD, "new"),
    ("another attribute", new("home", "Lisbon"), [old("allergy", "seafood")], Verdict.ADD, "new"),
    ("many values", new("likes", "tea"), [old("likes", "jazz")], Verdict.ADD, "coexists"),
    ("多个值", new("likes", "茶"), [old("likes", "爵士乐")], Verdict.ADD, "coexists"),
    ("another subject", new("home", "Rome", subject="sister"), [old("home", "Berlin")], Verdict.ADD, "new"),
    ("friends are several", new("home", "Rome", subject="friend"), [old("home", "Oslo", subject="friend")], Verdict.ADD, "coexists"),
    ("朋友不止一个", new("home", "罗马", subject="朋友"), [old("home", "奥斯陆", subject="朋友")], Verdict.ADD, "coexists"),
    # the same again
    ("the same", new("home", "berlin "), [old("home", "Berlin")], Verdict.REINFORCE, "said_again"),
    ("同样的", new("allergy", "海鲜"), [old("allergy", "海鲜")], Verdict.REINFORCE, "said_again"),
    # supersede
    ("a new value", new("home", "Lisbon"), [old("home", "Berlin")], Verdict.SUPERSEDE, "newer_value"),
    ("新的值", new("home", "里斯本"), [old("home", "柏林")], Verdict.SUPERSEDE, "newer_value"),
    ("dynamic attribute", new("favorite:player", "Messi"), [old("favorite:player", "Ronaldo")], Verdict.SUPERSEDE, "newer_value"),
    ("another topic", new("favorite:colour", "red"), [old("favorite:player", "Messi")], Verdict.ADD, "new"),
    ("the opposite", new("dislikes", "coffee"), [old("likes", "coffee")], Verdict.SUPERSEDE, "opposite"),
    ("sister's home", new("home", "Rome", subject="sister"), [old("home", "Oslo", subject="sister")], Verdict.SUPERSEDE, "newer_value"),
    ("deprecated does not count", new("home", "Berlin"), [old("home", "Berlin", status=Status.DEPRECATED)], Verdict.ADD, "new"),
    ("said earlier, come late", new("home", "Rome"), [old("home", "Berlin", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("corrected earlier, comes late", new("home", "Rome", Mode.CORRECTION), [old("home", "Berlin", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("the opposite came after it", new("likes", "coffee"), [old("dislikes", "coffee", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("更正之后又说了相反的", new("likes", "咖啡", Mode.CORRECTION), [old("dislikes", "咖啡", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("another wife came after it", new("family", "wife Ann"), [old("family", "wife Eve", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("today came after it", new("home", "Rome", Mode.TEMPORARY), [old("home", "Oslo", said_at=LATER, expires_at=LATER)], Verdict.HISTORY, "said_earlier"),
    ("a standing word came after today's", new("home", "Rome", Mode.TEMPORARY), [old("home", "Oslo", said_at=LATER)], Verdict.HISTORY, "said_earlier"),
    # for a while
    ("today only", new("spice_level", "mild", Mode.TEMPORARY), [old("spice_level", "none")], Verdict.OVERRIDE, "for_a_while"),
    ("今天想吃辣", new("spice_level", "微辣", Mode.TEMPORARY), [old("spice_level", "不辣")], Verdict.OVERRIDE, "for_a_while"),
    ("nothing to override", new("spice_level", "mild", Mode.TEMPORARY), [], Verdict.ADD, "for_a_while"),
    ("holds anyway", new("spice_level", "none", Mode.TEMPORARY), [old("spice_level", "none")], Verdict.REINFORCE, "holds_anyway"),
    ("even a pinned one is only hidden", new("spice_level", "mild", Mode.TEMPORARY), [old("spice_level", "none", pinned=True)], Verdict.OVERRIDE, "for_a_while"),
    ("many values for a while", new("likes", "noise", Mode.TEMPORARY), [old("likes", "silence")], Verdict.ADD, "for_a_while"),
    # the past
    ("past", new("home", "Paris", Mode.PAST, valid_to=BEFORE), [old("home", "Lisbon")], Verdict.HISTORY, "about_the_past"),
    ("以前住在巴黎", new("home", "巴黎", Mode.PAST, valid_to=BEFORE), [old("home", "里斯本")], Verdict.HISTORY, "about_the_past"),
    ("known history", new("home", "Paris", Mode.PAST), [old("home", "Paris", status=Status.DEPRECATED, valid_to=BEFORE)], Verdict.REINFORCE, "known_history"),
    ("was it until now?", new("home", "Berlin", Mode.PAST), [old("home", "Berlin")], Verdict.CONFLICT, "past_of_present"),
    ("a visit ends nothing", new("visited", "Rome", Mode.PAST), [old("visited", "Rome")], Verdict.HISTORY, "about_the_past"),
    # doubt
    ("pinned", new("home", "Rome"), [old("home", "Berlin", pinned=True)], Verdict.CONFLICT, "pinned"),
    ("protected", new("home", "罗马"), [old("home", "柏林", protected=True)], Verdict.CONFLICT, "protected"),
    ("less certain", new("home", "Rome", confidence=0.55), [old("home", "Berlin", confidence=0.9)], Verdict.CONFLICT, "less_certain"),
    ("likes what is forbidden", new("likes", "shrimp"), [old("allergy", "shrimp")], Verdict.CONFLICT, "probable"),
    ("喜欢忌口的", new("likes", "虾"), [old("avoids", "虾")], Verdict.CONFLICT, "probable"),
    # corrections and denials
    ("corrected", new("home", "Rome", Mode.CORRECTION), [old("home", "Berlin")], Verdict.SUPERSEDE, "corrected"),
    ("更正", new("home", "罗马", Mode.CORRECTION), [old("home", "柏林")], Verdict.SUPERSEDE, "corrected"),
    ("a correction is stronger than a pin", new("home", "Rome", Mode.CORRECTION), [old("home", "Berlin", pinned=True)], Verdict.SUPERSEDE, "corrected"),
    ("the car of who drives one", new("owns", "car", Mode.DENIAL), [old("owns", "Skoda", text="The user drives a Skoda.")], Verdict.CLOSE, "denied"),
    ("车就是开的那辆", new("owns", "车", Mode.DENIAL), [old("owns", "特斯拉", text="用户开特斯拉。")], Verdict.CLOSE, "denied"),
    ("no car of who has a kayak", new("owns", "car", Mode.DENIAL), [old("owns", "kayak", text="The user has a kayak.")], Verdict.NOTHING, "nothing_remembered"),
    ("corrects one of several", new("pet", "Roxy", Mode.CORRECTION), [old("pet", "Rex")], Verdict.SUPERSEDE, "corrected"),
    ("nothing to correct", new("home", "Rome", Mode.CORRECTION), [], Verdict.ADD, "new"),
    ("denied", new("diet", "vegan", Mode.DENIAL), [old("diet", "vegan")], Verdict.CLOSE, "denied"),
    ("我不再吃素了", new("diet", "素食", Mode.DENIAL), [old("diet", "素食")], Verdict.CLOSE, "denied"),
    ("denied without a value", new("pet", "", Mode.DENIAL), [old("pet", "Rex")], Verdict.CLOSE, "denied"),
    ("denies another value", new("home", "Oslo", Mode.DENIAL), [old("home", "Berlin")], Verdict.NOTHING, "nothing_remembered"),
    ("a denial of a liking is no denial of a dislike", new("likes", "coffee", Mode.DENIAL), [old("dislikes", "coffee")], Verdict.NOTHING, "nothing_remembered"),
    ("denied before it was said", new("home", "Berlin", Mode.DENIAL), [old("home", "Berlin", said_at=LATER)], Verdict.NOTHING, "nothing_remembered"),
    ("history is not denied", new("home", "Paris", Mode.DENIAL), [old("home", "Paris", valid_to=BEFORE)], Verdict.NOTHING, "nothing_remembered"),
    # forgetting
    ("forget it", new("home", "Berlin", Mode.FORGET), [old("home", "Berlin")], Verdict.ERASE, "asked_to_forget"),
    ("忘掉它", new("", "海鲜", Mode.FORGET), [old("allergy", "海鲜")], Verdict.ERASE, "asked_to_forget"),
    ("forget an old version too", new("home", "Berlin", Mode.FORGET), [old("home", "Berlin", status=Status.DEPRECATED)], Verdict.ERASE, "asked_to_forget"),
    ("forget all about her", new("", "", Mode.FORGET, subject="sister"), [old("home", "Rome", subject="sister")], Verdict.ERASE, "asked_to_forget"),
    ("要忘的话说在前面", new("", "海鲜", Mode.FORGET), [old("allergy", "海鲜", said_at=LATER)], Verdict.NOTHING, "nothing_remembered"),
    ("forget nothing in particular", new("", "", Mode.FORGET), [old("home", "Berlin")], Verdict.NOTHING, "nothing_remembered"),
    ("sorted under another attribute", new("likes", "seafood", Mode.FORGET), [old("allergy", "seafood")], Verdict.ERASE, "asked_to_forget"),
    ("whole words only", new("", "art", Mode.FORGET), [old("likes", "party")], Verdict.NOTHING, "nothing_remembered"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("candidate", "existing", "kind", "reason"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_the_decision(candidate, existing, kind, reason):
    decision = decide(candidate, existing, NOW)
    assert (decision.kind, decision.reason) == (kind, reason)
    if kind not in (Verdict.ADD, Verdict.NOTHING) and reason != "about_the_past":
        assert decision.targets == (1,)


def test_a_less_reliable_source_does_not_displace():
    decision = decide(new("home", "Rome"), [old("home", "Berlin")], NOW, source="consolidation")
    assert (decision.kind, decision.reason) == (Verdict.CONFLICT, "less_reliable_source")


def test_a_standing_word_ends_what_was_for_a_while():
    existing = [
        old("spice_level", "none"),
        old("spice_level", "mild", id=2, expires_at=LATER, overrides=1),
    ]
    decision = decide(new("spice_level", "hot"), existing, NOW)
    assert (decision.kind, decision.targets, decision.closes) == (Verdict.SUPERSEDE, (1,), (2,))


def test_what_has_expired_hides_nothing():
    existing = [
        old("spice_level", "none"),
        old("spice_level", "mild", id=2, expires_at=BEFORE, overrides=1),
    ]
    decision = decide(new("spice_level", "mild", Mode.TEMPORARY), existing, NOW)
    assert (decision.kind, decision.targets, decision.closes) == (Verdict.OVERRIDE, (1,), ())


def test_two_stays_are_two_intervals():
    first = old(
        "home", "Berlin", valid_from=NOW.replace(year=2010), valid_to=NOW.replace(year=2012)
    )
    again = new(
        "home", "Berlin", Mode.PAST,
        valid_from=NOW.replace(year=2018), valid_to=NOW.replace(year=2020),
    )  # fmt: skip
    assert decide(again, [first], NOW).kind == Verdict.HISTORY
    within = replace(again, valid_from=NOW.replace(year=2011), valid_to=NOW.replace(year=2012))
    assert decide(within, [first], NOW).kind == Verdict.REINFORCE


def test_a_third_value_beside_an_open_conflict_replaces_the_unprotected_one():
    existing = [old("home", "Berlin", pinned=True), old("home", "Rome", id=2)]
    decision = decide(new("home", "Oslo"), existing, NOW)
    assert (decision.kind, decision.targets, decision.closes) == (Verdict.CONFLICT, (1,), (2,))


CANDIDATES = st.builds(
    new,
    attribute=st.sampled_from(["home", "diet", "likes", "favorite:food"]),
    value=st.sampled_from(["A", "B", "C"]),
    mode=st.sampled_from(list(Mode)),
    subject=st.sampled_from(["user", "sister"]),
    confidence=st.sampled_from([0.5, 0.9]),
)


class Store:
    """The smallest store that carries decisions out, to try the rules in sequence.

    What is said some hours below nothing comes late: the message of then was changed.
    """

    def __init__(self):
        self.items, self.open, self.now = {}, set(), NOW

    def say(self, candidate, hours, pin):
        self.now += timedelta(hours=max(hours, 0))
        said_at = self.now + timedelta(hours=min(hours, 0))
        if candidate.mode == Mode.TEMPORARY:
            candidate = replace(candidate, expires_at=said_at + timedelta(hours=5))
        if candidate.mode == Mode.PAST:
            candidate = replace(candidate, valid_to=said_at)
        standing = self.standing(candidate)
        decision = decide(candidate, list(self.items.values()), said_at)
        assert all(self.items[pk].said_at <= said_at for pk in self.ended_by(decision))
        self.carry_out(candidate, decision, said_at)
        if pin and self.items:
            last = max(self.items)
            self.items[last] = replace(self.items[last], pinned=True)
        return standing, decision

    def standing(self, candidate):
        return [
            item for item in self.items.values()
            if item.status == Status.ACTIVE and item.attribute == candidate.attribute
            and item.subject == candidate.subject and item.expires_at is None
            and not is_history(item, self.now)
        ]  # fmt: skip

    def ended_by(self, decision):
        ends = decision.kind in (Verdict.SUPERSEDE, Verdict.CLOSE)
        return (*decision.targets, *decision.closes) if ends else decision.closes

    def carry_out(self, candidate, decision, said_at):
        for pk in self.ended_by(decision):
            self.items[pk] = replace(self.items[pk], status=Status.DEPRECATED)
        if decision.kind == Verdict.ERASE:
            for pk in decision.targets:
                del self.items[pk]
        adds = (Verdict.ADD, Verdict.SUPERSEDE, Verdict.OVERRIDE, Verdict.HISTORY, Verdict.CONFLICT)
        if decision.kind in adds and decision.reason != "said_earlier":
            pk = max(self.items, default=0) + 1
            self.items[pk] = ItemView(
                id=pk, subject=candidate.subject, attribute=candidate.attribute,
                value=candidate.value, text=candidate.text, confidence=candidate.confidence,
                said_at=said_at, valid_to=candidate.valid_to, expires_at=candidate.expires_at,
            )  # fmt: skip
            if decision.kind == Verdict.CONFLICT:
                self.open |= {frozenset((pk, target)) for target in decision.targets}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(CANDIDATES, st.integers(-9, 9), st.booleans()), max_size=12))
def test_never_neither_and_never_both(said):
    store = Store()
    for candidate, hours, pin in said:
        before, decision = store.say(candidate, hours, pin and candidate.attribute == "home")
        after = store.standing(candidate)
        if before and decision.kind not in (Verdict.CLOSE, Verdict.ERASE):
            assert after, f"{decision} left nothing standing"
        for first, second in combinations(store.items.values(), 2):
            spec = attribute_spec(first.attribute)
            if clashing(first, second, spec, store.now):
                pair = frozenset((first.id, second.id))
                assert pair in store.open or first.pinned or second.pinned, f"{decision}: both"


@given(st.lists(CANDIDATES, max_size=5), CANDIDATES)
def test_a_decision_touches_only_the_same_subject(earlier, candidate):
    store = Store()
    for one in earlier:
        store.say(one, 1, pin=False)
    decision = decide(candidate, list(store.items.values()), store.now)
    for pk in (*decision.targets, *decision.closes):
        assert store.items[pk].subject == candidate.subject
        if decision.kind == Verdict.SUPERSEDE and decision.reason == "newer_value":
            assert store.items[pk].attribute == candidate.attribute


@pytest.mark.parametrize(
    ("right", "quote", "wrong", "other"),
    [
        ("dog Rex", "my dog is Rex, not Max", "dog Max", "cat Tom"),
        ("狗圆子", "其实狗叫圆子，不叫团子", "叫团子的狗", "叫芝麻的猫"),
        ("猫汤圆", "其实我的猫叫汤圆，不叫年糕", "猫年糕", "狗旺财"),
    ],
)
def test_of_several_values_a_correction_replaces_the_one_that_its_words_call_wrong(
    right, quote, wrong, other
):
    candidate = replace(new("pet", right, Mode.CORRECTION), quote=quote)
    existing = [old("pet", wrong), replace(old("pet", other), id=2, said_at=NOW)]
    assert decide(candidate, existing, NOW).targets == (1,)
