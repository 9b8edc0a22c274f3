"""What people do to memory: audited, atomic, and never neither, never both."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from memory import api
from memory.actions.acting import ActionRefused
from memory.domain.types import Extraction, Mode
from memory.models import (
    Conflict,
    DecayState,
    MemoryEvent,
    MemoryItem,
    Profile,
    Tombstone,
    VectorOperation,
)
from memory.taking_back import take_back
from memory.verify import verify_namespace
from tests.memory.conftest import fact, passing

pytestmark = pytest.mark.django_db


@pytest.fixture
def act(namespace, operator):
    """Return a caller that fills in who acts and why."""

    def call(action, item=None, **values):
        values = {"acting_user": operator, "reason": "because", **values}
        if item is not None:
            values["item_id"] = item.pk
        return action(namespace=namespace, **values)

    return call


@pytest.fixture
def home(speaker):
    speaker.say("I live in Berlin", fact("home", "Berlin", text="The user lives in Berlin."))
    return speaker.items()[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The user lives in Porto.", "Porto"),
        ("The user's home is by the sea.", "Berlin"),  # not understood: it stays
        ("The user is from Porto.", "Berlin"),  # tells something else
    ],
)
def test_the_value_follows_a_text_that_tells_another_one(act, home, text, value):
    edited = act(api.edit_item, home, text=text)
    assert (edited.text, edited.attribute, edited.value) == (text, "home", value)


def test_the_value_follows_a_text_in_chinese_and_of_others(act, speaker):
    told = (
        ("home", "成都", "user", "用户住在成都。", "用户住在重庆。", "重庆"),
        ("home", "Rome", "sister", "The user's sister lives in Rome.",
         "The user's sister lives in Milan.", "Milan"),
    )  # fmt: skip
    for attribute, old, subject, before, after, new in told:
        speaker.say(before, fact(attribute, old, text=before, subject=subject))
        item = next(i for i in speaker.items() if i.value == old)
        assert act(api.edit_item, item, text=after).value == new


def test_an_edit_is_a_new_version_with_its_author(act, home, operator):
    new = act(api.edit_item, home, text="The user lives in Potsdam.", value="Potsdam")
    home.refresh_from_db()
    assert (home.status, home.status_reason, home.text) == (
        "deprecated",
        "edited",
        "The user lives in Berlin.",
    )
    assert (new.status, new.version, new.chain, new.author) == ("active", 2, home.chain, operator)
    assert (new.source, new.confidence) == ("operator", 0.95)
    event = MemoryEvent.objects.get(action="item.edited")
    assert (event.actor, event.actor_kind) == (operator, "person")
    assert Profile.objects.get().text == "- The user lives in Potsdam."
    assert VectorOperation.objects.filter(key=f"item:{new.pk}").exists()


def test_an_edit_that_changes_nothing_writes_nothing(act, home):
    events = MemoryEvent.objects.count()
    assert act(api.edit_item, home, value="Berlin").pk == home.pk
    assert MemoryEvent.objects.count() == events


def test_who_saw_an_older_revision_is_refused(act, home):
    act(api.pin_item, home)
    with pytest.raises(api.StaleItem):
        act(api.edit_item, home, value="Rome", revision=home.revision)
    assert MemoryItem.objects.get().value == "Berlin"


def test_an_edit_is_redacted(act, home):
    key = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0"
    assert key not in act(api.edit_item, home, text=f"key {key}").text


def test_any_version_can_be_restored_and_takes_the_place_of_the_current_one(speaker, act, home):
    speaker.say("I live in Lisbon", fact("home", "Lisbon"))
    speaker.say("I live in Rome", fact("home", "Rome"))
    home.refresh_from_db()
    act(api.restore_item, home)
    assert speaker.active("home") == ["Berlin"]
    rome = MemoryItem.objects.get(value="Rome")
    assert (rome.status, rome.status_reason) == ("deprecated", "replaced")
    assert MemoryItem.objects.get(value="Berlin").valid_to is None
    assert [e["value"] for e in Profile.objects.get().document["home"]] == ["Berlin"]


def test_what_held_for_a_while_and_was_said_again_is_restored_in_the_place_of_its_twin(
    speaker, act, frozen_now
):
    def staying(city, day):
        told = passing("home", city, text=f"The user is staying in {city}.")
        ends = frozen_now + timedelta(days=day, hours=8)
        speaker.say(f"Today I am staying in {city}", replace(told, expires_at=ends))

    for day, city in enumerate(("Oslo", "Rome", "Oslo")):
        staying(city, day)
    first, _second, again = speaker.items(attribute="home")
    assert (first.status, again.status) == ("deprecated", "active")
    restored = act(api.restore_item, first)  # "for good": the day that it was said for is past
    again.refresh_from_db()
    assert (restored.status, restored.expires_at) == ("active", None)
    assert (again.status, again.status_reason) == ("deprecated", "replaced")


@pytest.mark.parametrize("city", ["Berlin", "Rome"])
def test_a_change_is_not_taken_back_to_a_place_that_is_taken_since(
    speaker, act, home, namespace, operator, city
):
    act(api.deprecate_item, home)
    moment = MemoryEvent.objects.get(action="item.deprecated").created_at
    speaker.say(f"I live in {city}", fact("home", city, text=f"The user lives in {city}."))
    with pytest.raises(ActionRefused, match="taken"):
        take_back(namespace=namespace, moment=moment, acting_user=operator)
    home.refresh_from_db()
    assert home.status == "deprecated"


def test_a_restored_statement_about_the_past_stays_in_the_past(speaker, act, home):
    speaker.say("I used to live in Paris", fact("home", "Paris", mode=Mode.PAST))
    paris = MemoryItem.objects.get(value="Paris")
    act(api.deprecate_item, paris)
    act(api.restore_item, paris)
    paris.refresh_from_db()
    assert (paris.status, paris.valid_to) == ("active", speaker.now)
    assert speaker.active("home") == ["Berlin", "Paris"]


def test_archive_and_restore(act, home):
    act(api.archive_item, home)
    home.refresh_from_db()
    assert (home.status, home.status_reason) == ("archived", "by_hand")
    assert Profile.objects.get().document == {}
    act(api.restore_item, home)
    home.refresh_from_db()
    assert home.status == "active"


def test_protection_pins_importance_and_confirmation(act, home, speaker):
    act(api.protect_item, home)
    assert DecayState.objects.get(item=home).protected is True
    speaker.say("I live in Rome", fact("home", "Rome"))
    assert Conflict.objects.get().reason == "protected"
    act(api.pin_item, home)
    act(api.set_importance, home, importance=0.4)
    before = DecayState.objects.get(item=home).last_accessed_at
    act(api.confirm_item, home)
    home.refresh_from_db()
    assert (home.pinned, home.importance) == (True, 0.4)
    assert DecayState.objects.get(item=home).last_accessed_at > before
    with pytest.raises(api.ActionRefused):
        act(api.set_importance, home, importance=1.4)


def test_an_expiry_can_be_set_and_taken_away(speaker, act, home):
    episode = speaker.say("this week in Rome", passing("home", "Rome", expires_at=timezone.now() + timedelta(days=5)))  # fmt: skip
    rome = MemoryItem.objects.get(value="Rome")
    assert rome.overrides_id == home.pk
    act(api.set_expiry, rome, expires_at=None)
    rome.refresh_from_db()
    assert (rome.expires_at, rome.overrides_id) == (None, None)
    assert speaker.active("home") == ["Rome"]
    assert episode.state == "done"


def test_what_holds_for_a_while_hides_whatever_takes_the_place_of_the_rule(speaker, act, home):
    ends = timezone.now() + timedelta(days=5)
    speaker.say("this week in Rome", passing("home", "Rome", expires_at=ends))
    rome = MemoryItem.objects.get(value="Rome")

    def hidden():
        rome.refresh_from_db()
        return rome.overrides_id

    edited = act(api.edit_item, home, text="The user lives in Potsdam.", value="Potsdam")
    assert hidden() == edited.pk
    act(api.restore_item, home)
    assert hidden() == home.pk
    actions = MemoryEvent.objects.filter(item_id=rome.pk).values_list("action", flat=True)
    assert list(actions.order_by("pk"))[-2:] == ["item.overridden"] * 2
    assert verify_namespace(speaker.namespace, now=timezone.now()) == []


def test_merging_keeps_every_source(speaker, act):
    speaker.say("I like tea", fact("likes", "tea"))
    speaker.say("green tea is great", fact("likes", "sencha"))
    speaker.say("green tea is great, again", fact("likes", "sencha"))
    tea, sencha = speaker.items()
    act(api.merge_items, item_ids=[tea.pk, sencha.pk], into_id=tea.pk, text="The user likes tea, sencha most.")  # fmt: skip
    tea.refresh_from_db()
    sencha.refresh_from_db()
    assert (tea.mention_count, tea.evidence.count()) == (3, 2)
    assert (sencha.status, sencha.status_reason) == ("deprecated", "merged")
    assert speaker.active("likes") == ["tea"]


def test_review_ends_with_approval_or_rejection(speaker, act, home):
    speaker.say("maybe Rome", fact("home", "Rome", confidence=0.3))
    speaker.say("maybe Oslo", fact("home", "Oslo", confidence=0.3))
    rome, oslo = MemoryItem.objects.filter(status="pending").order_by("pk")
    act(api.reject_item, oslo)
    act(api.approve_item, rome)
    assert speaker.active("home") == ["Rome"]
    with pytest.raises(api.ActionRefused):
        act(api.approve_item, rome)


@pytest.mark.parametrize(
    ("state", "left"),
    [
        ("new_wins", ["Rome"]),
        ("old_wins", ["Berlin"]),
        ("both_true", ["Berlin", "Rome"]),
        ("temporary", ["Berlin", "Rome"]),
    ],
)
def test_a_conflict_is_settled_once(speaker, act, home, state, left):
    act(api.pin_item, home)
    speaker.say("I live in Rome", fact("home", "Rome"))
    conflict = Conflict.objects.get()
    act(api.settle_conflict, conflict_id=conflict.pk, state=state)
    conflict.refresh_from_db()
    assert (conflict.state, speaker.active("home")) == (state, left)
    rome = MemoryItem.objects.get(value="Rome")
    if state == "new_wins":
        assert (rome.supersedes_id, rome.chain) == (home.pk, home.chain)
    if state == "temporary":
        assert (rome.overrides_id, rome.expires_at is not None) == (home.pk, True)
    with pytest.raises(api.ActionRefused):
        act(api.settle_conflict, conflict_id=conflict.pk, state=state)


def test_the_question_is_put_once(speaker, act, home, namespace):
    act(api.pin_item, home)
    speaker.say("I live in Rome", fact("home", "Rome"))
    conflict = api.next_question(namespace=namespace)
    now = timezone.now()
    ask = {"namespace": namespace, "conflict_id": conflict.pk, "now": now}
    assert api.mark_asked(turn_id=5, **ask) is True
    assert api.mark_asked(turn_id=6, **ask) is False
    assert api.next_question(namespace=namespace) is None


def test_forgetting_leaves_a_tombstone_and_a_whole_chain(speaker, act, home):
    speaker.say("I live in Lisbon", fact("home", "Lisbon"))
    speaker.say("I live in Rome", fact("home", "Rome"))
    lisbon = MemoryItem.objects.get(value="Lisbon")
    act(api.forget_item, lisbon)
    assert Tombstone.objects.get().content_hash == lisbon.content_hash
    assert MemoryItem.objects.get(value="Rome").supersedes_id == home.pk
    assert MemoryEvent.objects.get(action="item.erased").object_id == lisbon.pk
    assert not MemoryEvent.objects.filter(after__icontains="Lisbon").exists()


@pytest.mark.parametrize(
    "name",
    ["edit_item", "pin_item", "protect_item", "deprecate_item", "restore_item", "archive_item",
     "confirm_item", "approve_item", "reject_item", "forget_item"],
)  # fmt: skip
def test_an_id_of_another_namespace_finds_nothing(home, stranger, colleague, name):
    for user in (stranger, colleague):
        with pytest.raises(MemoryItem.DoesNotExist):
            getattr(api, name)(
                namespace=api.namespace_for(user),
                item_id=home.pk,
                acting_user=user,
                reason="none of theirs",
            )


def test_an_edited_message_is_absorbed_anew_and_counts_once(speaker, namespace):
    first = speaker.say("I live in Berlin. I like tea.", fact("home", "Berlin", quote="I live in Berlin"), fact("likes", "tea", quote="I like tea"))  # fmt: skip
    words = "I live in Bern. I like tea."
    speaker.extractor.found[words] = Extraction(
        candidates=(
            fact("home", "Bern", quote="I live in Bern"),
            fact("likes", "tea", quote="I like tea"),
        ),
        extractor="scripted",
    )
    message = [first.user_message_id]
    api.messages_changed(namespace=namespace, message_ids=message, deleted=False, text=words)
    assert api.absorb_episode(first.pk) == [first.pk]
    assert speaker.active("home") == ["Bern"]
    assert MemoryItem.objects.get(value="tea").mention_count == 1


def test_an_older_version_edited_again_leaves_one_of_its_chain(speaker, owner):
    speaker.say("I used to live in Rome", fact("home", "Rome", mode=Mode.PAST))
    (rome,) = speaker.items(attribute="home")
    act = {"namespace": speaker.namespace, "acting_user": owner, "reason": "typo"}
    api.edit_item(item_id=rome.pk, text="The user lived in Roma.", value="Roma", **act)
    api.edit_item(item_id=rome.pk, text="The user lived in Rimini.", value="Rimini", **act)
    assert speaker.active("home") == ["Rimini"]
