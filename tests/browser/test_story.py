"""The first story: said in one conversation, known in the next, replaced when it changes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAST, WAIT, person_at

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def test_what_was_said_is_known_in_a_new_conversation_until_it_changes(browser, live_instance):
    with person_at(browser, live_instance, "user") as user:
        user.open().say(
            "Hi, I'm allergic to seafood and I moved to Berlin last month. Please keep answers short."
        )
        user.remembered("Berlin")
        first = user.page.url

        turn = user.open().say("What should I avoid eating, and where do I live?")
        expect(turn.locator(".blocks")).to_contain_text("seafood")
        expect(turn.locator(".blocks")).to_contain_text("Berlin")
        expect(turn.locator(".chip", has_text="Berlin")).to_be_visible()
        expect(turn.locator(".chip", has_text="seafood")).to_be_visible()
        assert user.page.url != first

        user.open().say("I've moved to Lisbon")
        user.remembered("Lisbon")
        turn = user.open().say("Where do I live?")
        expect(turn.locator(".blocks")).to_contain_text("Lisbon")
        expect(turn.locator(".blocks")).not_to_contain_text("Berlin")

        user.open("/memory/")
        rows = user.page.locator("#memory-list")
        expect(rows).to_contain_text("Lisbon")
        expect(rows).to_contain_text("seafood")
        expect(rows).not_to_contain_text("Berlin")
        user.page.locator("summary", has_text="No longer right").click()
        expect(user.page.locator(".put-away .memory-row", has_text="Berlin")).to_be_visible()


def test_the_same_in_chinese(browser, live_instance):
    with person_at(browser, live_instance, "operator", language="zh-hans") as user:
        user.open().say("我对海鲜过敏，上个月搬到了上海，回答请简短。")
        user.remembered("上海")
        turn = user.open().say("我住在哪里？不能吃什么？")
        expect(turn.locator(".blocks")).to_contain_text("上海")
        expect(turn.locator(".blocks")).to_contain_text("海鲜")
        expect(turn.locator(".chip", has_text="上海")).to_be_visible()
        expect(user.page.locator("html")).to_have_attribute("lang", "zh-hans")


def test_a_chip_shows_the_words_and_the_person_can_say_that_it_is_over(browser, live_instance):
    with person_at(browser, live_instance, "admin") as user:
        user.open().say("I am allergic to peanuts.")
        user.remembered("peanuts")
        turn = user.open().say("What am I allergic to?")
        chip = turn.locator(".chip", has_text="peanuts")
        chip.click()
        card = user.page.locator("[data-popover]")
        expect(card).to_contain_text("allergic to peanuts")
        expect(card.locator(".used-quote")).to_contain_text("peanuts")
        user.page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        expect(chip).to_be_focused()

        chip.click()
        card.get_by_role("button", name="Not any more").click()
        expect(card).to_contain_text("no longer used", timeout=WAIT)
        turn = user.open().say("What am I allergic to?")
        expect(turn.locator(".blocks")).not_to_contain_text("You are allergic to peanuts")
        expect(turn.locator(".chip", has_text="peanuts")).to_have_count(0)


def test_every_answer_under_a_reply_can_be_clicked(browser, live_instance):
    live_instance.run("create_user", "clicker", "--password-stdin", stdin=live_instance.password)
    with person_at(browser, live_instance, "clicker") as user:
        page = user.page
        user.open().say("My sister's name is Paula. I live in Oslo.")
        user.remembered("Oslo")
        note = page.locator(f"{LAST} .note-line", has_text="Paula").first
        note.get_by_role("button", name="Undo").click()
        expect(page.locator(f"{LAST} .notes")).to_contain_text("Oslo", timeout=WAIT)

        turn = user.open().say("Where do I live?")
        chip = turn.locator(".chip", has_text="Oslo")
        card = page.locator("[data-popover]")
        chip.click()
        card.get_by_role("button", name="Still right").click()
        expect(card.get_by_role("status")).to_be_visible(timeout=WAIT)
        page.keyboard.press("Escape")
        chip.click()
        card.get_by_role("button", name="Not in this conversation").click()
        expect(card.get_by_role("status")).to_be_visible(timeout=WAIT)
        page.keyboard.press("Escape")
        turn = user.say("Where do I live?")
        expect(turn.locator(".chip", has_text="Oslo")).to_have_count(0)
        turn = user.open().say("Where do I live?")
        expect(turn.locator(".chip", has_text="Oslo")).to_be_visible()


def test_a_conflict_is_settled_by_a_button_and_erasing_shows_a_receipt(browser, live_instance):
    live_instance.run("create_user", "eraser", "--password-stdin", stdin=live_instance.password)
    with person_at(browser, live_instance, "eraser") as user:
        page = user.page
        user.open().say("I live in Oslo.")
        user.remembered("Oslo")
        user.open("/memory/")
        page.locator(".memory-row", has_text="Oslo").locator("[data-pin]").click()
        pinned = page.locator(".memory-row", has_text="Oslo").locator("[data-pin]")
        expect(pinned).to_have_attribute("aria-pressed", "true", timeout=WAIT)
        user.open().say("I've moved to Quito.")
        conflict = page.locator(f"{LAST} form.conflict")
        expect(conflict).to_be_visible(timeout=WAIT)
        conflict.get_by_role("button", name="The new one").click()
        expect(conflict).to_have_count(0, timeout=WAIT)
        turn = user.open().say("Where do I live?")
        expect(turn.locator(".blocks")).to_contain_text("Quito")
        expect(turn.locator(".blocks")).not_to_contain_text("Oslo")

        user.open("/memory/")
        page.get_by_role("button", name="Erase…").click()
        dialog = page.get_by_role("dialog")
        word = re.search(r"Type “(.+)” to confirm", dialog.inner_text())
        assert word is not None
        dialog.get_by_role("textbox").fill(word[1])
        dialog.get_by_role("button", name="Erase everything").click()
        expect(dialog).to_contain_text("Everything was erased", timeout=WAIT)
        dialog.get_by_role("link", name="Done").click()
        expect(page.locator(".memory-row")).to_have_count(0)
