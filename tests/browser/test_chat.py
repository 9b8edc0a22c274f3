"""Sending, streaming, stopping, failing, trying again, losing the line, two windows."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAST, WAIT, person_at
from tests.model_server import fail, say

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
LONG = " ".join(f"word{n}" for n in range(400))
PARAGRAPHS = "\n\n".join(
    f"## Part {n}\n\nSome **words** of part {n}.\n\n- one\n- two\n\n```python\nx = {n}\n```"
    for n in range(12)
)
MARKDOWN = "First **bold**.\n\n```python\nprint('x')\n```\n\n<script>alert(1)</script>\n\nThe end."


def test_a_reply_streams_as_safe_markdown_and_stays_as_it_is_after_a_reload(talker, model):
    model.script(say(MARKDOWN, pause=0.01))
    turn = talker.open().say("Show me code")
    expect(turn.locator(".blocks strong")).to_have_text("bold")
    expect(turn.locator(".blocks pre.code")).to_contain_text("print('x')")
    expect(turn.locator(".tail")).to_have_text("")
    assert turn.locator("script").count() == 0
    streamed = turn.locator(".blocks").inner_html()
    talker.page.reload()
    assert talker.page.locator(f"{LAST} .blocks").inner_html().split() == streamed.split()


def test_stop_ends_the_reply_at_once_and_keeps_what_had_arrived(talker, model):
    model.script(say(LONG, pause=0.05), say("Next."))
    talker.open().type("Tell me a long story")
    expect(talker.page.locator(f"{LAST} .reply")).to_contain_text("word3", timeout=WAIT)
    talker.page.click("#stop")
    turn = talker.finished()
    expect(turn).to_have_attribute("data-state", "cancelled")
    expect(turn.locator(".reply")).to_contain_text("word3")
    expect(turn.locator(".reply")).not_to_contain_text("word399")
    expect(talker.page.locator("#send")).to_be_visible()
    turn = talker.say("Go on")
    expect(turn.locator(".blocks")).to_contain_text("Next.")


def test_an_error_is_one_line_with_a_button_that_tries_again(talker, model):
    model.script(*[fail(401, code="invalid_api_key")] * 4)
    turn = talker.open().say("Hello there")
    expect(turn.locator(".turn-error")).to_contain_text("refused the key")
    expect(turn.locator(".bubble")).to_have_text("Hello there")
    model.clear()
    model.script(say("Now it works."))
    turn.get_by_role("button", name="Try again").click()
    expect(talker.page.locator(f"{LAST} .blocks")).to_contain_text("Now it works.", timeout=WAIT)
    expect(talker.page.locator(".bubble", has_text="Hello there")).to_have_count(1)
    # The browser itself writes no complaint of an error that the socket carried.


def test_two_windows_stay_in_step(browser, talker, model_instance, model):
    talker.open().say("First")
    address = talker.page.url.removeprefix(model_instance.url)
    with person_at(browser, model_instance, "user") as other:
        other.open(address)
        expect(other.page.locator(".bubble")).to_have_count(1)
        model.script(say("Seen in both."))
        talker.say("Second")
        expect(other.page.locator(f"{LAST} .blocks")).to_contain_text("Seen in both.", timeout=WAIT)
        expect(other.page.locator(".bubble")).to_have_count(2)


def test_a_closed_window_loses_nothing(talker, model):
    model.script(say("It went on without you.", pause=0.2))
    talker.open().type("Answer slowly")
    talker.page.wait_for_url(re.compile(r"/c/\d+/$"), timeout=WAIT)
    address = talker.page.url
    talker.page.goto("about:blank")
    talker.page.goto(address)
    expect(talker.page.locator(f"{LAST} .blocks")).to_contain_text("without you", timeout=WAIT)


def test_the_page_recovers_when_the_web_server_is_killed_and_sends_what_waited(
    talker, model_instance, model
):
    talker.open().say("Before")
    model_instance.kill_child("web", signal.SIGKILL)
    talker.page.wait_for_function("() => document.body.dataset.connection !== 'live'", timeout=WAIT)
    model.script(say("Answered after the restart."))
    talker.type("Sent while the server was away")
    expect(talker.page.locator("#outbox .bubble")).to_have_text("Sent while the server was away")
    expect(talker.page.locator(f"{LAST} .blocks")).to_contain_text(
        "Answered after the restart.", timeout=2 * WAIT
    )
    expect(talker.page.locator("#outbox .bubble")).to_have_count(0)
    expect(talker.page.locator(".bubble", has_text="while the server")).to_have_count(1)
    talker.complaints.clear()  # requests that met no server


def test_a_draft_survives_a_reload_and_enter_does_not_send_while_composing(talker):
    talker.open().say("Hello")
    talker.page.fill("#message", "not sent yet")
    talker.page.reload()
    expect(talker.page.locator("#message")).to_have_value("not sent yet")
    talker.page.evaluate(
        "document.getElementById('message').dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'Enter', keyCode: 229, isComposing: true, bubbles: true}))"
    )
    expect(talker.page.locator("#message")).to_have_value("not sent yet")
    expect(talker.page.locator(".bubble")).to_have_count(1)


# Follows where everything stands within the conversation, frame by frame, and how high that is.
WATCH = """() => {
  const turns = document.getElementById('turns'), scroll = document.getElementById('scroll');
  const seen = new Map();
  let count = 0;
  Object.assign(window, {moved: [], heights: []});
  const look = () => {
    if (count !== turns.childElementCount) seen.clear(); // they sent something: their own act
    count = turns.childElementCount;
    const top = turns.getBoundingClientRect().top;
    for (const element of turns.querySelectorAll('.bubble, .blocks > *')) {
      const y = element.getBoundingClientRect().top - top;
      if (seen.has(element) && Math.abs(seen.get(element) - y) > 1)
        moved.push([element.textContent.slice(0, 40), seen.get(element), y]);
      seen.set(element, y);
    }
    heights.push([turns.lastElementChild.dataset.state, scroll.scrollHeight, scroll.scrollTop]);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_nothing_moves_while_a_reply_comes_and_when_it_is_complete(talker, model):
    """Read at the end, where the page follows, and then from further up, where it stays."""
    model.script(*[say(PARAGRAPHS, pause=0.005)] * 3)
    talker.open().say("Something long")
    talker.page.wait_for_timeout(500)
    talker.page.evaluate(WATCH)
    talker.say("And more")
    talker.page.wait_for_timeout(500)
    frames = talker.page.evaluate("window.heights")
    last = max(n for n, (state, *_rest) in enumerate(frames) if state == "running")
    assert frames[last][1:] == frames[-1][1:]
    talker.type("And again")
    expect(talker.page.locator(f"{LAST} .blocks > p")).not_to_have_count(0, timeout=WAIT)
    talker.page.hover("#scroll")
    talker.page.mouse.wheel(0, -600)
    talker.page.wait_for_timeout(200)
    top = talker.page.evaluate("document.getElementById('scroll').scrollTop")
    expect(talker.page.locator("#new-text")).to_be_visible()
    talker.finished()
    talker.page.wait_for_timeout(500)
    assert talker.page.evaluate("document.getElementById('scroll').scrollTop") == top
    moved = talker.page.evaluate("window.moved")
    assert not moved, "\n".join(map(str, moved))


def test_a_conversation_is_renamed_pinned_and_deleted(talker):
    talker.page.clock.install()
    talker.open().say("A conversation to be renamed")
    row = talker.page.locator(".conversation-row.is-current")
    menu = row.get_by_role("button", name=re.compile("Actions for"))
    menu.click()
    row.get_by_role("button", name="Rename", exact=True).click()
    talker.page.fill("[data-rename]", "My own title")
    talker.page.press("[data-rename]", "Enter")
    expect(row.locator(".side-title")).to_have_text("My own title")
    expect(talker.page.locator("#conversation-title")).to_have_text("My own title")
    menu.click()
    row.get_by_role("button", name="Pin", exact=True).click()
    expect(talker.page.locator(".side-head").first).to_have_text("Pinned")
    menu.click()
    row.get_by_role("button", name="Delete", exact=True).click()
    delete = talker.page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True)
    delete.click()
    talker.page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(row).not_to_have_class(re.compile("is-leaving"))
    menu.click()
    row.get_by_role("button", name="Delete", exact=True).click()
    delete.click()
    expect(row).to_have_class(re.compile("is-leaving"))
    talker.page.clock.run_for(9000)  # the time to undo
    expect(talker.page).to_have_url(f"{talker.base_url}/", timeout=WAIT)
    expect(talker.page.locator("#toasts")).to_contain_text("deleted")
    expect(talker.page.locator(".side-title", has_text="My own title")).to_have_count(0)
