"""English conversations without a model, through real turns: told, corrected, asked back, undone."""

import pytest

from tests.chat.saying import say

pytestmark = pytest.mark.django_db(transaction=True)


def talk(*lines):
    """Say the lines in one conversation; return the replies."""
    first = say("owner", lines[0], "--new")
    return [first.strip(), *(say("owner", line).strip() for line in lines[1:])]


def test_what_was_said_just_before_is_corrected_by_the_value_alone(owner, worker):
    *_, corrected, told = talk("I live in York.", "No, not York, Durham.", "Where do I live?")
    assert corrected == "Corrected: You live in Durham"
    assert told.startswith("You live in Durham (you said “No, not York, Durham.” on ")
    *_, told = talk("My sister is called Anna.", "No, sorry, Hannah.", "what's my sister's name?")
    assert told.startswith("Your sister is called Hannah")
    talk("my shoe size is 39", "what's my shoe size?", "sorry, 40")
    assert say("owner", "what's my shoe size?", "--new").startswith("Your shoe size is 40")


def test_what_was_switched_or_given_up_gives_way_to_what_came_instead(owner, worker):
    *_, noted, now, before = talk(
        "I study biology at Leeds.",
        "I switched from biology to biochemistry",
        "What do I study?",
        "what did i study before?",
    )
    assert "You study biochemistry at Leeds" in noted
    assert now.startswith("You study biochemistry at Leeds")
    assert before.startswith("You used to study biology at Leeds")
    *_, now = talk(
        "I sing in the church choir on Thursdays",
        "actually the choir is on Wednesdays now, not Thursdays",
        "when is choir?",
    )
    assert now.startswith("You sing in the church choir on Wednesdays")
    *_, changed = talk("I work from home", "Actually I don't work from home any more.")
    assert changed == "Noted: You no longer work from home"


def test_an_exception_of_today_stands_before_the_rule_and_does_not_end_it(owner, worker):
    _, noted, told = talk(
        "I'm vegetarian.", "Today I'd like a steak for once.", "what can't I eat?"
    )
    assert noted.startswith("Noted: You are having a steak today, as an exception (until ")
    assert "a steak today" in told
    assert "You are vegetarian" in told


def test_a_question_when_is_answered_with_what_tells_the_time(owner, worker):
    *_, due, flight = talk(
        "We're expecting a baby in April.",
        "My flight to Rome leaves on Friday",
        "When is the baby due?",
        "When does my flight leave?",
    )
    assert due.startswith("You are expecting a baby in April")
    assert flight.startswith("You have a flight to Rome on Friday")


def test_errands_are_all_taken_and_ticked_off_as_people_tell_of_them(owner, worker):
    added, rang, bought, done, left = talk(
        "I need to order the tablets, ring the surgery on Monday, buy a coat and renew my passport",
        "i rang the surgery",
        "bought a warm coat!",
        "the passport is done",
        "what's left?",
    )
    for task in ("order the tablets", "ring the surgery on Monday", "buy a coat", "renew passport"):
        assert task in added
    assert "Ticked off: ring the surgery" in rang
    assert "Ticked off: buy a coat" in bought
    assert done == "Ticked off: renew passport."
    assert left == "Your to-dos:\n- [ ] order the tablets"


def test_a_deed_that_was_no_task_is_not_held_against_the_user(owner, worker):
    told, finished = talk("I bought a book", "I finished the book")
    assert "Ticked off" not in told
    assert "not on your to-do list" not in told
    assert finished.startswith("That was not on your to-do list, so nothing changes")


def test_a_person_is_one_by_role_by_name_and_by_pronoun(owner, worker):
    talk("My daughter Ruth lives in Bristol.", "Ruth has moved to Bath")
    now, before = talk("where does ruth live?", "where did she live before?")
    assert now.startswith("Your daughter lives in Bath")
    assert "Bristol" not in now
    assert before.startswith("Your daughter used to live in Bristol")
    (told,) = talk("remind me where my daughter lives")
    assert told.startswith("Your daughter lives in Bath")
    assert "\n" not in told


def test_did_i_tell_you_and_what_did_i_say_are_answered_with_what_was_said(owner, worker):
    talk("My rent is 620 pounds.", "We've decided to stay in Lagos for the first week.")
    told, not_told, topic = talk(
        "did i ever tell you about my rent?",
        "did I ever tell you where I grew up?",
        "what did I say about Lagos?",
    )
    assert told.startswith("Yes. Your rent is 620 pounds")
    assert not_told == "Not that you told me."
    assert topic.startswith("You have decided to stay in Lagos")


def test_what_no_rule_could_read_is_answered_in_the_users_own_words(owner, worker):
    talk("my grandad always whistled Mozart in the greenhouse")
    (told,) = talk("what did my grandad whistle in the greenhouse?")
    assert "you said: “my grandad always whistled Mozart in the greenhouse”" in told


def test_what_is_forgotten_is_gone_and_what_is_not_there_is_not_said_to_be(owner, worker):
    *_, forgot, budget, again = talk(
        "My budget is 3000 euros",
        "my boyfriend Kenji lives in Osaka",
        "Forget about the budget",
        "what's my budget?",
        "forget about the budget",
    )
    assert forgot == "I am forgetting what you told me about the budget."
    assert "3000" not in budget
    assert again == "I remember nothing about the budget, so there is nothing to forget."
    _, name, home = talk(
        "forget my boyfriend", "what's my boyfriend's name?", "where does my boyfriend live?"
    )
    assert "Kenji" not in name
    assert "Osaka" not in home


def test_yes_or_no_goes_by_what_the_fact_says(owner, worker):
    *_, drinks, avoids, nuts = talk(
        "I don't drink alcohol.",
        "I'm allergic to nuts.",
        "do i drink alcohol?",
        "do I avoid alcohol?",
        "am i allergic to nuts?",
    )
    assert drinks.startswith("No. You avoid alcohol")
    assert avoids.startswith("Yes. You avoid alcohol")
    assert nuts.startswith("Yes. You are allergic to nuts")


def test_each_date_belongs_to_its_own_thing_and_moves_with_it(owner, worker):
    *_, exam, talk_day, moved, later = talk(
        "i have a statistics exam on 12 january and a presentation on monday",
        "when is my exam?",
        "when's the presentation?",
        "the exam moved to 19 january",
        "when is my exam?",
    )
    assert exam.startswith("You have a statistics exam on 12 january")
    assert talk_day.startswith("You have a presentation on monday")
    assert moved == "Corrected: You have an exam on 19 january"
    assert later.startswith("You have an exam on 19 january")
    assert "12 january" not in later


def test_a_better_time_and_an_amount_in_passing_take_the_place_of_the_last(owner, worker):
    best, before = talk(
        "My half marathon PB is 1:42:30",
        "i ran 1:39:58 in the half marathon yesterday, new pb!",
        "whats my half marathon pb?",
        "what was it before?",
    )[2:]
    *_, weight = talk("I weigh 58 kilos", "no wait, 59", "what do i weigh")
    assert best.startswith("Your half marathon time is 1:39:58")
    assert before.startswith("Your half marathon time was 1:42:30")
    assert weight.startswith("Your weight is 59 kilos")


def test_a_medicine_that_a_doctor_ended_is_over(owner, worker):
    *_, now, before = talk(
        "I take warfarin and metoprolol",
        "my doctor told me to stop the metoprolol",
        "which tablets am i on now?",
        "what was I taking before?",
    )
    assert now.startswith("You take warfarin")
    assert "metoprolol" not in now.split("(")[0]
    assert before.startswith("You used to take metoprolol")


def test_what_is_over_is_told_as_over(owner, worker):
    *_, married, job = talk(
        "My wife Edith passed away in 2019.",
        "I'm a retired postman.",
        "Am I married?",
        "What did I use to do for work?",
    )
    assert married.startswith("Not any more. You had a wife called Edith")
    assert job.startswith("You are a retired postman")
