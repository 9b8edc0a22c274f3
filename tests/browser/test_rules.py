"""Rules of docs/interface.md that show only in what happens: moments, keys, words that are kept."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WAIT, person_at
from tests.browser.test_pages import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SPOKEN = """() => {
  window.spoken = [];
  new MutationObserver(() => {
    const said = document.getElementById("announcer").textContent;
    if (said) window.spoken.push(said);
  }).observe(document.getElementById("announcer"), { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=WAIT)


def test_a_moment_shows_whole_on_hover_focus_and_tap_and_goes_on_by_itself(browser, seeded):
    with person_at(browser, seeded, "admin", has_touch=True) as admin:
        page = admin.page
        page.clock.install()
        admin.open("/dashboard/turns/")
        row = page.locator("tr[data-row]").first
        time = row.locator("time[data-relative]")
        before = time.locator("span").first.inner_text()
        whole = time.locator(".visually-hidden").inner_text().strip()
        assert re.search(r"\d{4}, \d\d:\d\d UTC$", whole)
        hint = page.locator("#hint")

        time.hover()
        page.clock.run_for(1000)
        expect(hint).to_have_text(whole)
        page.keyboard.press("Escape")
        expect(hint).to_be_hidden()

        page.keyboard.press("j")
        page.clock.run_for(1000)
        expect(hint).to_contain_text(whole)
        page.keyboard.press("Escape")
        time.tap()
        expect(hint).to_have_text(whole)

        page.clock.fast_forward("49:00:00")
        expect(time.locator("span").first).not_to_have_text(before)
        page.clock.resume()


def test_single_keys_rest_while_something_else_has_the_keyboard_and_can_be_turned_off(operator):
    page = operator.open("/dashboard/items/?status=active").page
    row = page.locator("[data-row].is-current")
    page.locator(".account-menu > button").click()
    page.keyboard.press("j")
    expect(row).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator(".views-menu summary").click()
    page.keyboard.press("j")
    expect(row).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".views-list")).to_be_hidden()
    expect(page.locator(".views-menu summary")).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_contain_text("Next, previous row")
    page.keyboard.press("j")
    expect(row).to_have_count(0)
    keys.get_by_role("switch").uncheck()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(row).to_have_count(0)

    operator.open("/settings/")
    switch = page.get_by_role("switch", name="Single keys")
    expect(switch).not_to_be_checked()
    switch.check()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Send the message")


def test_a_closed_dialog_stays_closed_and_gives_the_focus_back(operator):
    page = operator.open("/dashboard/items/?q=Lisbon&status=active").page
    page.locator(".row-link").first.click()
    expect(page.locator("h1")).to_have_text("The user lives in Lisbon.")
    page.keyboard.press("e")
    expect(page.locator("#act-dialog [name=text]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#act-dialog")).to_have_count(0)
    expect(page.locator("[data-key=e]")).to_be_focused()
    page.keyboard.press("Control+k")  # its answer settles, as every answer of the server does
    expect(page.locator(".goto-hits a").first).to_be_visible()
    expect(page.locator("#act-dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=e]")).to_be_focused()


def test_characters_are_composed_in_peace(operator):
    page = operator.open("/dashboard/items/").page
    keyboard = page.context.new_cdp_session(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-search-field]").focus()
    keyboard.send(
        "Input.imeSetComposition", {"text": "hua", "selectionStart": 3, "selectionEnd": 3}
    )
    page.wait_for_timeout(500)  # longer than the pause after which a list is searched
    assert not any("q=hua" in url for url in asked)
    keyboard.send("Input.insertText", {"text": "花生"})
    expect(page.locator("#results")).to_contain_text("用户对花生过敏")

    operator.open("/")
    box = page.locator("#message")
    box.focus()
    keyboard.send("Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
    # Some input methods end composing just before their Enter, which then looks like any other.
    box.evaluate(
        """box => {
          box.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
          box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        }"""
    )
    expect(page.locator("#outbox .bubble")).to_have_count(0)
    expect(box).to_have_value("ni")
    box.fill("")


def test_an_act_is_announced_once(operator):
    page = operator.open("/dashboard/items/").page
    page.evaluate(SPOKEN)
    page.fill("[data-search-field]", "nothing like this")
    expect(page.locator("#results")).to_contain_text("Nothing matches")
    page.wait_for_timeout(300)
    [said] = page.evaluate("window.spoken")
    assert said.startswith("0 rows. Nothing matches.")


def test_what_was_typed_outlives_a_sign_in_that_ended(browser, seeded):
    with person_at(browser, seeded, "admin") as admin:
        page = admin.open("/dashboard/items/?q=Lisbon&status=active").page
        page.locator(".row-link").first.click()
        page.locator("[data-key=e]").click()
        dialog = page.locator("#act-dialog")
        dialog.locator("[name=text]").fill("The user lives in Sintra.")
        dialog.locator("[name=reason]").fill("she wrote so")
        session = page.context.cookies()
        page.context.clear_cookies(name="sessionid")
        dialog.locator("button[type=submit]").click()
        expect(dialog.get_by_role("alert")).to_contain_text("your text is kept")
        expect(dialog.get_by_role("link", name="Sign in")).to_have_attribute(
            "href", re.compile(r"/accounts/login/\?next=%2Fdashboard%2Fitems%2F")
        )
        page.context.add_cookies(session)
        page.reload()
        page.locator("[data-key=e]").click()
        expect(dialog.locator("[name=text]")).to_have_value("The user lives in Sintra.")
        expect(dialog).to_contain_text("Your words from before are here again.")
        dialog.get_by_role("button", name="Cancel").click()
        page.locator("[data-key=e]").click()
        expect(dialog.locator("[name=text]")).to_have_value("The user lives in Lisbon.")
        admin.complaints.clear()  # the request that was refused


def test_a_phone_folds_the_filters_and_says_how_many_are_set(browser, seeded):
    with person_at(browser, seeded, "operator", has_touch=True, is_mobile=True) as operator:
        operator.page.set_viewport_size(PHONE)
        page = operator.open("/dashboard/items/?status=archived").page
        button = page.get_by_role("button", name="Filters")
        expect(button).to_contain_text("1")
        expect(page.locator("select[name=status]")).to_be_hidden()
        button.tap()
        expect(button).to_have_attribute("aria-expanded", "true")
        page.select_option("select[name=kind]", index=1)
        expect(button).to_contain_text("2")
        expect(page.locator("select[name=status]")).to_have_value("archived")


def test_nothing_moves_for_those_who_asked_for_stillness(operator):
    page = operator.page
    page.emulate_media(reduced_motion="reduce")
    for path in ("/dashboard/", "/", "/memory/"):
        operator.open(path)
        moving = page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter((element) => {
              const style = getComputedStyle(element);
              const seconds = (style.transitionDuration + "," + style.animationDuration).split(",").map(parseFloat);
              return Math.max(...seconds) > 0.001 || style.animationIterationCount.includes("infinite");
            }).map((element) => element.outerHTML.slice(0, 80))"""
        )
        assert moving == [], path


def test_paper_is_light_and_has_the_whole_conversation(browser, live_instance):
    with person_at(browser, live_instance, "user", color_scheme="dark") as user:
        page = user.open().page
        user.say("Hello there")
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(35, 39, 47)"
        expect(page.locator("#composer")).to_be_hidden()
        below = page.evaluate(
            """() => document.querySelector("#turns").getBoundingClientRect().bottom
              - document.querySelector("#scroll").getBoundingClientRect().bottom"""
        )
        assert below <= 0, "nothing of it is scrolled out of sight"
