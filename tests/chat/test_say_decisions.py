"""Each decision of the write path, in both languages, through real turns of `manage.py say`."""

import pytest

from chat.models import Message
from memory import api
from memory.models import Conflict, Episode, MemoryItem
from tests.chat.saying import say, say_json

pytestmark = pytest.mark.django_db(transaction=True)


def written(text):
    """Say something; return {(action, value)} of what memory made of it."""
    return {(entry["action"], entry["value"]) for entry in say_json("owner", text)["written"]}


def items(**wanted):
    return {item.value: item for item in MemoryItem.objects.filter(**wanted)}


def recalled(question):
    """Ask in a new conversation; return the texts that reached the prompt, as one."""
    report = say_json("owner", question, "--new")
    return " ".join(entry["text"] for entry in report["injected"])


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        ("I like tea.", "I like coffee.", {"tea", "coffee"}),
        ("我喜欢喝茶。", "我喜欢喝咖啡。", {"喝茶", "喝咖啡"}),
    ],
    ids=["en", "zh"],
)
def test_values_of_an_attribute_with_several_stand_side_by_side(
    owner, worker, first, second, values
):
    say("owner", first)
    say("owner", second)
    assert set(items(status="active", attribute="likes")) == values


@pytest.mark.parametrize(
    ("first", "second", "old", "new", "question"),
    [
        ("I live in Berlin.", "I've moved to Lisbon.", "Berlin", "Lisbon", "Where do I live?"),
        ("我住在上海。", "我搬到杭州了。", "上海", "杭州", "我住在哪里？"),
    ],
    ids=["en", "zh"],
)
def test_a_new_standing_value_supersedes_the_old_one(
    owner, worker, first, second, old, new, question
):
    say("owner", first)
    assert ("superseded", new) in written(second)
    homes = items(attribute="home")
    assert (homes[old].status, homes[new].status) == ("deprecated", "active")
    assert homes[new].supersedes_id == homes[old].pk
    assert homes[old].valid_to is not None
    assert new in recalled(question)
    dropped = say_json("owner", question, "--new")["dropped"]
    assert [entry["reason"] for entry in dropped if old in entry["text"]][0]


@pytest.mark.parametrize(
    ("rule", "today", "values", "question"),
    [
        (
            "I don't eat spicy food.",
            "Today I'd like something mildly spicy.",
            ("none", "mild"),
            "How spicy may my food be?",
        ),
        ("我不吃辣。", "今天想尝尝微辣的川菜。", ("none", "mild"), "我能吃多辣？"),
    ],
    ids=["en", "zh"],
)
def test_a_passing_wish_overrides_the_rule_until_it_ends(
    owner, worker, rule, today, values, question
):
    standing, passing = values
    say("owner", rule)
    assert ("overridden", passing) in written(today)
    found = items(attribute="spice_level")
    assert found[standing].status == "active"
    assert found[passing].overrides_id == found[standing].pk
    assert found[passing].expires_at is not None
    say("owner", question, "--new")
    namespace = api.namespace_for(owner)
    profile = api.profile_text(
        namespace, found[passing].expires_at, count_tokens=len, budget_tokens=1000
    )
    assert found[standing].text.rstrip("。.") in profile
    assert found[passing].text.rstrip("。.") not in profile


@pytest.mark.parametrize(
    ("now", "past", "place", "old"),
    [
        ("I live in Berlin.", "I used to live in Oslo.", "Berlin", "Oslo"),
        ("我住在上海。", "我以前住在成都。", "上海", "成都"),
    ],
    ids=["en", "zh"],
)
def test_the_past_is_history_and_displaces_nothing(owner, worker, now, past, place, old):
    say("owner", now)
    say("owner", past)
    homes = items(attribute="home")
    assert homes[place].status == "active"
    assert homes[place].valid_to is None
    assert homes[old].valid_to is not None


@pytest.mark.parametrize(
    ("first", "second", "old", "new", "answer"),
    [
        ("I live in Berlin.", "I've moved to Lisbon.", "Berlin", "Lisbon", "Lisbon is right."),
        ("我住在上海。", "我搬到杭州了。", "上海", "杭州", "杭州是对的。"),
    ],
    ids=["en", "zh"],
)
def test_what_contradicts_a_pinned_item_is_asked_once_and_settled_by_the_answer(
    owner, worker, first, second, old, new, answer
):
    say("owner", first)
    MemoryItem.objects.filter(value=old).update(pinned=True)
    say("owner", second)
    conflict = Conflict.objects.get()
    assert {item.status for item in items(attribute="home").values()} == {"active"}
    replies = [say("owner", text) for text in ("Thank you!", answer, "Thanks!")]
    assert [conflict.question in reply for reply in replies] == [True, False, False]
    homes = items(attribute="home")
    assert (homes[old].status, homes[new].status) == ("deprecated", "active")


@pytest.mark.parametrize(
    ("first", "denial", "value"),
    [
        ("I live in Berlin.", "I don't live in Berlin any more.", "Berlin"),
        ("我住在上海。", "我不住在上海了。", "上海"),
    ],
    ids=["en", "zh"],
)
def test_a_denial_closes_what_it_names(owner, worker, first, denial, value):
    say("owner", first)
    assert "closed" in {action for action, _ in written(denial)}
    assert items()[value].status == "deprecated"


@pytest.mark.parametrize(
    ("first", "correction", "wrong", "right"),
    [
        ("I live in Berlin.", "No, that's wrong, I live in Bern.", "Berlin", "Bern"),
        ("我住在上海。", "不对，我住在苏州。", "上海", "苏州"),
    ],
    ids=["en", "zh"],
)
def test_a_correction_replaces_what_was_just_said(owner, worker, first, correction, wrong, right):
    say("owner", first)
    assert ("superseded", right) in written(correction)
    homes = items(attribute="home")
    assert (homes[wrong].status, homes[right].status) == ("deprecated", "active")


@pytest.mark.parametrize(
    ("first", "request_", "value"),
    [
        ("I'm allergic to peanuts.", "Please forget that I'm allergic to peanuts.", "peanuts"),
        ("我对花生过敏。", "请忘掉我对花生过敏这件事。", "花生"),
    ],
    ids=["en", "zh"],
)
def test_a_request_to_forget_erases(owner, worker, first, request_, value):
    say("owner", first)
    assert value in items()
    assert "erased" in {action for action, _ in written(request_)}
    assert value not in items()


@pytest.mark.parametrize(
    ("fact", "value"),
    [("I'm allergic to seafood.", "seafood"), ("我对海鲜过敏。", "海鲜")],
    ids=["en", "zh"],
)
def test_the_same_again_is_evidence_and_no_second_row(owner, worker, fact, value):
    say("owner", fact)
    assert ("reinforced", value) in written(fact)
    assert MemoryItem.objects.get(value=value).mention_count == 2


@pytest.mark.parametrize(
    "text",
    [
        "Where does Anna live?",
        "If I lived in Rome, what would I eat?",
        "我该住在哪里？",
        "要是我住在罗马就好了。",
    ],
)
def test_questions_and_what_is_only_imagined_are_not_remembered(owner, worker, text):
    assert {action for action, _ in written(text)} <= {"refused"}
    assert items() == {}
    assert Episode.objects.get().state == "done"
    assert Message.objects.filter(content=text).exists()


@pytest.mark.parametrize(
    ("first", "correction", "old", "new", "question"),
    [
        (
            "My wife Mia is kind.",
            "Actually my wife's name is Maya, not Mia.",
            "Mia",
            "Maya",
            "What is my wife's name?",
        ),
        (
            "I have a cat called Lulu and a dog called Rex.",
            "Actually my cat is called Luna, not Lulu.",
            "Lulu",
            "Luna",
            "What's my cat called?",
        ),
    ],
)
def test_a_corrected_name_takes_the_place_of_the_wrong_one_and_of_no_other(
    owner, worker, first, correction, old, new, question
):
    say("owner", first)
    others = {value for value in items(status="active") if old not in value}
    say("owner", correction)
    active = items(status="active")
    assert not [value for value in active if old in value.split()]
    assert others <= set(active)
    answered = say("owner", question, "--new")
    assert new in answered
    assert "Rex" not in answered


def test_a_correction_ends_the_opposite(owner, worker):
    say("owner", "I don't like mushrooms.")
    say("owner", "That's wrong, I like mushrooms.")
    assert set(items(status="active", attribute="likes")) == {"mushrooms"}
    assert items(status="active", attribute="dislikes") == {}


def test_a_job_that_was_quit_is_over_and_the_next_one_is_to_come(owner, worker):
    say("owner", "I work as a nurse at Bupa.")
    say("owner", "I quit my job last week.")
    assert items(status="active", attribute="employer") == {}
    said = say("owner", "I start as a teacher in eleven months.", "--new")
    assert "nurse" not in said
    assert "nurse" not in say("owner", "What do I do for work?", "--new")


def test_to_dos_are_those_of_every_conversation_and_are_ticked_off_from_any(owner, worker):
    say("owner", "I need to call the dentist and buy milk.")
    listed = say("owner", "What do I have to do?", "--new")
    assert "[ ] buy milk" in listed
    assert "[ ] call the dentist" in listed
    assert "Ticked off: buy milk" in say("owner", "Done with the milk.", "--new")
    assert "[x] buy milk" in say("owner", "What do I have to do?", "--new")
    assert "so nothing changes" in say("owner", "Done with the ironing.", "--new")
