"""Plain English statements: what each gives, from when, and in which words it is kept."""

from datetime import date, datetime

import pytest

from memory.backends.local.extractor import LocalExtractor
from memory.domain.types import ExtractionRequest, Mode

WEDNESDAY = datetime.fromisoformat("2026-03-11T10:30:00+00:00")


def read(text):
    return LocalExtractor().extract(ExtractionRequest(text=text, said_at=WEDNESDAY)).candidates


def day(moment):
    return moment.date() if moment else None


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I prefer tea to coffee in the morning", {("likes", "tea")}),
        ("I started a new job at a bakery on Monday", {("employer", "bakery")}),
        ("I've been in Toronto since 2015", {("home", "Toronto")}),
        ("I'm married to Kate", {("marital_status", "married"), ("family", "Kate")}),
        ("I must see the dentist on Friday", {("plan", "see the dentist")}),
        ("From next year I work in Berlin", {("workplace", "Berlin")}),
        ("I'm not going to accept the Oslo offer", {("decision", "not accept the Oslo offer")}),
        ("I just love Mondays", set()),
        ("can you explain pivot tables to me", set()),
        ("i cant stand coriander, suggest a curry without it", {("dislikes", "coriander")}),
        ("We have two boys, Callum and Jude", {("family", "two boys Callum and Jude")}),
        (
            "I'm on metformin for type 2 diabetes",
            {("medication", "metformin"), ("medical_condition", "type 2 diabetes")},
        ),
        ("I don't like being called sweetie", {("dislikes", "being called sweetie")}),
        ("Always show prices in euros", {("reply_style", "prices in euros")}),
        (
            "We bought a flat in Gdansk in January and moved in two weeks ago",
            {("owns", "flat"), ("home", "Gdansk")},
        ),
        (
            "I can't do Wednesdays, I look after my grandson then",
            {("habit", "look after my grandson on Wednesdays")},
        ),
        ("it's Thursdays I go to choir", {("habit", "go to choir on Thursdays")}),
        ("it's Friday that worries me", set()),
        (
            "I'm intolerant to lactose and to gluten",
            {("allergy", "lactose"), ("allergy", "gluten")},
        ),
        ("I work as fast as possible", set()),
        ("I collect vintage cameras", {("hobby", "vintage cameras")}),
        ("Can't do Sundays, that's church", {("avoids", "Sundays")}),
        (
            "I captain a tugboat in Rotterdam harbour, not as glamorous as it sounds",
            {("occupation", "captain a tugboat"), ("workplace", "Rotterdam")},
        ),
        (
            "we bought a house in Leith and moved in last month",
            {("owns", "house"), ("home", "Leith")},
        ),
        ("Ben, 12, plays football", set()),
        ("My sister visits in May 2027", {("plan", "visit")}),
        ("write a story: my son Ben (12) plays the cello", set()),
    ],
)
def test_what_a_plain_statement_gives(text, facts):
    assert {(c.attribute, c.value) for c in read(text)} == facts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I've now read 17 books this year", "The user has read 17 books."),
        ("I don't have a dog", "The user does not have a dog."),
        ("I don't have a dog any more", "The user no longer has a dog."),
        ("our cat Miso died in January", "The user no longer has a cat called Miso."),
        ("I'm not a teacher", "The user does not work as a teacher."),
        ("I'm no longer a teacher", "The user no longer works as a teacher."),
        ("I've decided against the surgery", "The user has decided against surgery."),
        (
            "I've an interview at the BBC next Tuesday",
            "The user has an interview at the BBC next Tuesday.",
        ),
        (
            "I'm doing a master's in public health at Lund",
            "The user is doing a master's in public health at Lund.",
        ),
        ("my bike needs a service in April", "The user's bike is due for a service in April."),
        (
            "I'm in Rome from 3 April to 9 April",
            "The user plans to be in Rome from 3 April to 9 April.",
        ),
        ("I'm getting divorced", "The user is getting divorced."),
        (
            "My partner and I are expecting a girl in August",
            "The user is expecting a girl in August.",
        ),
        (
            "I've been working for the city council since 2018",
            "The user works for the city council.",
        ),
        (
            "I taught chemistry at a secondary school for 35 years",
            "The user used to teach chemistry at a secondary school.",
        ),
        ("I'll be in Paris from April to June", "The user is in Paris from April to June."),
    ],
)
def test_in_which_words_it_is_kept(text, kept):
    assert [c.text for c in read(text)] == [kept]


def test_the_age_of_a_pet_is_no_part_of_its_name():
    pet = next(c for c in read("our cat is called Biscuit, she's 14") if c.attribute == "pet")
    assert (pet.value, pet.text) == ("cat Biscuit", "The user has a cat called Biscuit.")


def test_a_school_is_studied_at():
    texts = [c.text for c in read("I'm a second-year nursing student at Trinity")]
    assert "The user studies at Trinity." in texts


@pytest.mark.parametrize(
    ("text", "mode", "begins", "ends"),
    [
        ("I've been a vegetarian since March", Mode.STANDING, date(2026, 3, 1), None),
        ("From next year I work in Berlin", Mode.STANDING, date(2027, 1, 1), None),
        ("I started a new job at a bakery on Monday", Mode.STANDING, date(2026, 3, 9), None),
        ("until last year I smoked a pack a day", Mode.PAST, None, date(2025, 12, 31)),
        ("From 2012 to 2017 I lived in Seoul", Mode.PAST, date(2012, 1, 1), date(2017, 12, 31)),
    ],
)
def test_from_when_and_until_when_it_holds(text, mode, begins, ends):
    (told,) = read(text)
    assert (told.mode, day(told.valid_from), day(told.valid_to)) == (mode, begins, ends)
    assert told.expires_at is None


@pytest.mark.parametrize(
    ("text", "role", "age"),
    [
        ("my son Ben (12) plays the cello", "son", "12"),
        ("my sister Kate, 34, is a vet", "sister", "34"),
        ("our dog Rex (5) is a beagle", "dog", "5"),
    ],
)
def test_an_age_beside_a_name_is_that_of_who_is_named(text, role, age):
    assert (role, "age", age) in {(c.subject, c.attribute, c.value) for c in read(text)}


@pytest.mark.parametrize(
    ("text", "expires"),
    [
        ("no running today", date(2026, 3, 11)),
        ("just for today I'm skipping my no sugar rule", date(2026, 3, 11)),
        ("my car is a red Skoda, and it's due for its MOT on 12 May", date(2026, 5, 12)),
        ("I start my PhD on the first of October", date(2026, 10, 1)),
        ("I'm in Rome from the 3rd to the 9th of April", date(2026, 4, 9)),
    ],
)
def test_until_which_day_it_is_kept(text, expires):
    assert expires in [day(c.expires_at) for c in read(text)]
