"""The dashboard in a real browser: every page as it looks and reads, and seven tasks of operators."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WAIT, person_at
from tests.browser.rules import broken
from tests.browser.test_pages import faults, read_by_axe
from tests.watching import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
SHOTS = os.environ.get("SHOTS", "")  # a folder: then each page is photographed there
LISTS = [
    "", "turns/", "users/", "items/", "entities/", "review/", "review/?tab=experiences", "conflicts/",
    "forgetting/?days=30", "forgetting/?tab=settings", "forgetting/?tab=runs", "lab/",
    "experiences/", "knowledge/", "policies/", "evaluations/", "jobs/", "audit/", "erasure/",
]  # fmt: skip
# Rules of axe on what a theme, a language or a phone's own controls can break.
OF_LOOK_AND_NAME = [
    "color-contrast", "link-in-text-block", "button-name", "link-name", "label", "select-name",
    "summary-name", "aria-command-name", "aria-input-field-name", "aria-toggle-field-name",
    "aria-hidden-focus", "nested-interactive", "svg-img-alt", "html-lang-valid", "valid-lang",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=WAIT)  # two cores may be shared with everything else


def dashboard(person, path=""):
    person.open(f"/dashboard/{path}")
    return person.page


def go_to(person, text, name):
    """Use Ctrl+K as a person does: type, choose the hit."""
    person.page.keyboard.press("Control+k")
    person.page.fill("[data-goto-field]", text)
    person.page.locator(".goto-hits a", has_text=name).first.click(timeout=WAIT)


def objects(person):
    """Return the address of one page of every kind that shows one thing, with all its tabs."""
    page = dashboard(person, "turns/?q=Where+do+I+live")
    turn = page.locator(".row-link").first.get_attribute("href")
    page = dashboard(person, "items/?q=Lisbon&status=active")
    item = page.locator(".row-link").first.get_attribute("href")
    page = dashboard(person, item.removeprefix("/dashboard/"))
    talk = page.locator("a[href*='/conversations/']").first.get_attribute("href")
    page = dashboard(person, "users/?q=anna")
    user = page.locator(".row-link").first.get_attribute("href")
    first = {}
    for name in ("forgetting/?tab=runs", "policies/", "experiences/", "knowledge/", "erasure/"):
        first[name] = dashboard(person, name).locator(".row-link").first.get_attribute("href")
    tabs = ("candidates", "context", "steps", "messages", "written", "working")
    layers = ("window", "working", "profile", "items", "experiences", "graph", "history")
    return [
        *[f"{turn}?tab={tab}" for tab in tabs],
        item,
        f"{item}edit/",
        talk,
        *[f"{user}?tab={layer}" for layer in layers],
        *first.values(),
        f"/dashboard/lab/?user={user.split('/')[-2]}&q=Where+do+I+live&b=relevance_first",
    ]


@pytest.fixture(scope="module")
def paths(browser, seeded):
    """The address of every page."""
    with person_at(browser, seeded, "admin") as admin:
        return [*[f"/dashboard/{name}" for name in LISTS], *objects(admin)]


@pytest.mark.parametrize(
    ("language", "theme", "widths", "rules"),
    [("en", "light", (390, 1440), ()), ("zh-hans", "dark", (1440, 390), OF_LOOK_AND_NAME)],
)
def test_every_page_reads_well_fits_and_breaks_no_policy(
    browser, seeded, paths, language, theme, widths, rules
):
    """Each page is loaded once a language and drawn in both widths; axe reads it in the second:
    on the desk and light whole; on the phone, dark and in Chinese for what differs there."""
    with person_at(browser, seeded, "admin", language, color_scheme=theme) as admin:
        page = read_by_axe(admin.page)
        for path in paths:
            page.set_viewport_size({"width": widths[0], "height": 844})
            admin.open(path)
            expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
            for width in widths:
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path
                assert broken(page) == [], (path, width)
            photograph(page, path, f"{theme}-{language}-{widths[-1]}")
            assert faults(page, rules) == [], path


def photograph(page, path, how):
    if SHOTS:
        page.wait_for_timeout(400)
        name = re.sub(r"\W+", "-", path).strip("-")
        page.screenshot(path=Path(SHOTS) / f"{name}-{how}.png", full_page=True, timeout=90_000)


def test_task_why_did_it_say_lisbon(operator):
    dashboard(operator)
    go_to(operator, "Where do I live", "Where do I live")
    page = operator.page
    row = page.locator("tr", has_text="The user lives in Lisbon.").first
    expect(row).to_contain_text("used in the reply")
    expect(row.locator(".why")).not_to_be_empty()
    berlin = page.locator("tr", has_text="The user lives in Berlin.").first
    expect(berlin).to_contain_text("A newer version replaced it")
    row.locator(".row-link").click()
    expect(page.locator("mark")).to_contain_text("Lisbon")


def test_task_exempt_what_will_be_forgotten_this_week(operator):
    page = dashboard(operator, "forgetting/")
    page.keyboard.press("3")
    expect(page.locator(".segmented [data-key='3']")).to_have_attribute("aria-current", "true")
    page.keyboard.press("2")
    expect(page.locator(".segmented [data-key='2']")).to_have_attribute("aria-current", "true")
    row = page.locator("tr", has_text="kayak")
    expect(row).to_have_count(1)
    row.locator(".row-link").focus()
    page.keyboard.press("t")
    page.fill("#act-dialog [name=reason]", "She paddles every summer")
    page.press("#act-dialog [name=reason]", "Enter")
    expect(page.locator(".last-change")).to_contain_text("Exempted")
    expect(page.locator("tr", has_text="kayak")).to_have_count(0)
    expect(page.locator("tr.is-current .row-link")).to_be_focused()  # the next one
    page.keyboard.press("u")
    expect(page.locator("tr", has_text="kayak")).to_have_count(1)


def test_task_resolve_a_conflict_by_one_key_and_undo_it(operator):
    read_by_axe(operator.page)
    page = dashboard(operator, "conflicts/")
    card = page.locator(".queue-card", has_text="pescatarian")
    expect(card).to_contain_text("I am a pescatarian")
    card.get_by_text("What each answer leads to").click()
    expect(card.locator(".outlooks tbody tr")).to_have_count(4)
    expect(card.locator(".outlooks")).to_contain_text("no longer right since")
    assert faults(page) == []
    page.keyboard.press("f")
    page.fill("#act-dialog [name=reason]", "ask her again")
    page.press("#act-dialog [name=reason]", "Enter")
    expect(card.locator(".flag-warn")).to_contain_text("ask her again")
    card.get_by_role("checkbox").focus()
    page.keyboard.press("f")
    expect(card.locator(".flag-warn")).to_have_count(0)
    page.keyboard.press("x")
    page.locator("#settle-many button").click()
    expect(page.locator("h1")).to_have_text("1 conflict: the new one is right")
    assert faults(page) == []
    page.get_by_role("link", name="Cancel").click()
    expect(card).to_be_visible()
    for _card in range(page.locator(".queue-card").count()):
        page.keyboard.press("j")
        if page.locator(".queue-card.is-current", has_text="pescatarian").count():
            break
    page.keyboard.press("2")
    expect(page.locator(".decided")).to_contain_text("the old one is right")
    if page.locator(".queue-card form.decide").count():
        expect(page.locator(".queue-card.is-current")).to_be_focused()  # the next one
    page.keyboard.press("u")
    expect(page.locator(".queue-card", has_text="pescatarian")).to_have_count(1)


def test_two_runs_are_compared_by_keys(operator):
    read_by_axe(operator.page)
    page = dashboard(operator, "evaluations/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("b")
    expect(page.locator("#comparison")).to_contain_text("did not measure the same cases")
    everything = page.locator("#comparison tbody tr").count()
    page.keyboard.press("d")
    expect(page.locator("#comparison [data-key=d]")).to_contain_text("all measures")
    assert "show=differences" in page.url
    assert page.locator("#comparison tbody tr").count() <= everything
    assert faults(page) == []


def test_task_undo_a_wrong_edit(operator):
    page = dashboard(operator, "items/?q=mushrooms&status=active")
    page.locator(".row-link").first.click()
    expect(page.locator("h1")).to_have_text("The user likes mushrooms.")
    page.keyboard.press("e")
    expect(page.locator("#act-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".dash-head [data-key=e], .panel-card [data-key=e]").first).to_be_focused()
    page.keyboard.press("e")
    page.fill("#act-dialog [name=text]", "The user dislikes mushrooms.")
    page.fill("#act-dialog [name=reason]", "no")
    page.locator("#act-dialog form").evaluate("form => { form.noValidate = true; }")
    page.locator("#act-dialog button[type=submit]").click()
    expect(page.locator("#act-dialog [name=reason]")).to_be_focused()  # it is too short
    expect(page.locator("#act-dialog [name=text]")).to_have_value("The user dislikes mushrooms.")
    operator.complaints.clear()  # the browser's own, that a form was refused
    page.fill("#act-dialog [name=reason]", "misread")
    page.locator("#act-dialog button[type=submit]").click()
    expect(page.locator("h1")).to_have_text("The user dislikes mushrooms.")
    expect(page.locator(".versions ins").first).to_contain_text("dislikes")
    page.locator("button[data-undo]").click()
    dashboard(operator, "items/?q=mushrooms&status=active")
    expect(page.locator(".row-link")).to_contain_text("likes mushrooms")


def test_task_everything_derived_from_one_message(operator):
    page = dashboard(operator, "items/?q=Lisbon&status=active")
    page.locator(".row-link").first.click()
    page.get_by_role("link", name="Everything derived from this message").click()
    expect(page.locator("h1")).to_have_text("Everything derived from one message")
    expect(page.locator(".tree")).to_contain_text("The user lives in Lisbon.")


def test_task_show_that_something_is_gone(operator):
    page = dashboard(operator, "erasure/")
    page.locator(".row-link").first.click()
    expect(page.locator("h1")).to_contain_text("Receipt")
    left = page.locator("tbody tr td:nth-child(4)").all_inner_texts()
    assert left
    assert set(left) <= {"0", "–"}


def test_task_compare_two_policies_on_one_question(operator):
    page = dashboard(operator, "turns/?q=dinner+with+friends")
    page.locator(".row-link").first.click()
    page.get_by_role("link", name="Open in the lab").click()
    page.select_option("select[name=b]", "relevance_first")
    expect(page.locator(".lab-summary")).to_contain_text("relevance_first", timeout=WAIT)
    page.fill("[name=b_budget_tokens]", "100")
    expect(page.locator(".lab-summary")).to_contain_text("out", timeout=WAIT)
    assert "b_budget_tokens=100" in page.url


def test_shared_material_is_looked_at_then_imported_with_progress(operator, tmp_path):
    handbook = tmp_path / "returns.md"
    handbook.write_text("# Returns\nWithin 30 days.\n\n## Food\nNever.\n")
    page = dashboard(operator, "knowledge/")
    page.set_input_files("input[name=files]", handbook)
    expect(page.locator("h1")).to_have_text("Before the import")
    expect(page.locator(".upload .chunks li")).to_have_count(2)
    page.get_by_role("button", name="Import 1 file").click()
    page.fill("#act-dialog [name=reason]", "for everybody")
    page.press("#act-dialog [name=reason]", "Enter")
    expect(page.locator(".run-card .job-done")).to_be_visible()
    expect(page.locator("#results")).to_contain_text("Returns")


def test_a_turn_is_judged_and_a_view_is_saved(operator):
    page = dashboard(operator, "turns/?q=Where+do+I+live")
    page.locator(".views-menu summary").click()
    page.get_by_role("button", name="Save this view").click()
    page.fill("#act-dialog [name=name]", "Where people live")
    page.press("#act-dialog [name=name]", "Enter")
    page.locator(".views-menu summary").click()
    expect(page.locator(".views-list a[aria-current]")).to_have_text("Where people live")
    page.locator(".row-link").first.click()
    page.locator(".judge-button").first.click()
    expect(page.locator(".judge-button[aria-pressed=true]")).to_have_count(1)


def test_filters_survive_an_empty_result_and_the_address_is_the_state(operator):
    page = dashboard(operator, "items/")
    page.select_option("select[name=status]", "archived")
    page.fill("[data-search-field]", "nothing like this")
    expect(page.locator("#results")).to_contain_text("Nothing matches", timeout=WAIT)
    expect(page.locator("select[name=status]")).to_have_value("archived")
    assert "status=archived" in page.url
    page.reload()
    expect(page.locator("[data-search-field]")).to_have_value("nothing like this")
    page.get_by_role("link", name="Without “Search").click()
    expect(page.locator("#results tbody tr").first).to_be_visible()


def test_back_leads_to_the_same_row_place_and_choice_in_every_list(operator):
    for name in ("items/", "turns/", "users/", "entities/", "forgetting/?days=30", "experiences/"):
        page = dashboard(operator, name)
        boxes, links = page.locator("[data-select]"), page.locator("[data-row] .row-link")
        for n in range(min(boxes.count(), 2)):
            boxes.nth(n).check()
        link = links.nth(min(links.count() - 1, 30))
        link.scroll_into_view_if_needed()
        address, top = link.get_attribute("href"), page.evaluate("scrollY")
        link.click()
        page.wait_for_url(lambda url, address=address: address in url)
        page.go_back()
        expect(page.locator(".is-current .row-link")).to_have_attribute("href", address)
        expect(page.locator(".is-current .row-link")).to_be_focused()
        assert page.locator("[data-select]:checked").count() == min(boxes.count(), 2), name
        assert page.evaluate("scrollY") == top, name


def press_until_current(page, key):
    """Press a key of the list until it has a current row: a page that is loading hears none."""
    current = page.locator("[data-row].is-current")
    wait_for(lambda: page.keyboard.press(key) or current.count() == 1)


def test_typing_replaces_the_address_choosing_adds_to_it_and_the_page_before_works(operator):
    page = dashboard(operator, "items/")
    page.select_option("select[name=status]", "active")
    page.wait_for_url("**status=active**")
    for words in ("li", "lisbon"):
        page.fill("[data-search-field]", words)
        page.wait_for_url(f"**q={words}&**")
    page.go_back()
    page.wait_for_url(lambda url: "status=active" not in url)
    expect(page.locator("[data-search-field]")).to_have_value("")
    press_until_current(page, "j")
    page.keyboard.press("p")
    expect(page.locator("#peek h2")).to_be_visible(timeout=WAIT)


def test_keys_move_peek_and_close_and_are_ignored_while_typing(operator):
    page = dashboard(operator, "items/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("[data-row].is-current")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator("#peek h2")).to_be_visible(timeout=WAIT)
    assert "peek=item" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#peek")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("jkx")
    expect(page.locator("[data-search-field]")).to_have_value("jkx")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("#dash-keys")).to_be_visible()


def test_another_tab_shows_a_change_at_once_and_keeps_what_is_being_typed(
    browser, operator, seeded
):
    page = dashboard(operator, "items/?q=kayak")
    expect(page.locator("[data-live-state]")).to_contain_text("live", timeout=WAIT)
    queue = operator.page.context.new_page()
    queue.goto(f"{operator.base_url}/dashboard/review/")
    expect(queue.locator("[data-live-state]")).to_contain_text("live", timeout=WAIT)
    card = queue.locator(".queue-card").first
    card.locator("[name=reason]").fill("I am still typing")
    waiting = card.get_attribute("data-peek").split(":")[1]
    with person_at(browser, seeded, "admin") as admin:
        for item in (page.locator("[data-peek]").first.get_attribute("data-peek"), waiting):
            number = item.split(":")[-1]
            admin.open(f"/dashboard/items/{number}/pin/")
            admin.page.fill("[name=reason]", "look at this")
            admin.page.locator(".act-dialog button[type=submit]").click()
            admin.page.wait_for_url(lambda url: not url.endswith("/pin/"))
    expect(page.locator("tr .icon[aria-label=Pinned]")).to_be_visible(timeout=WAIT)
    expect(card.locator(".stale-note")).to_contain_text("Changed by admin", timeout=WAIT)
    expect(card.locator(".stale-note a")).to_have_attribute("href", f"/dashboard/items/{waiting}/")
    expect(card.locator("[name=reason]")).to_be_focused()
    expect(card.locator("[name=reason]")).to_have_value("I am still typing")


def test_a_live_update_changes_no_filter_order_page_or_choice(browser, operator, seeded):
    page = dashboard(operator, "items/?status=active&sort=least")
    expect(page.locator("[data-live-state]")).to_contain_text("live", timeout=WAIT)
    page.locator("[data-select]").first.check()
    rows = page.locator("[data-row] .row-link").all_inner_texts()
    total = int(page.locator(".list-total strong").inner_text())
    with person_at(browser, seeded, "admin") as admin:
        archived = dashboard(admin, "items/?status=archived").locator("[data-row]").first
        number = archived.get_attribute("data-peek").split(":")[1]
        admin.open(f"/dashboard/items/{number}/restore/")
        admin.page.fill("[name=reason]", "needed again")
        admin.page.locator(".act-dialog button[type=submit]").click()
        expect(page.locator(".pill-new")).to_have_text("1 new", timeout=WAIT)
        assert page.locator("[data-row] .row-link").all_inner_texts() == rows
        assert page.locator(".list-total strong").inner_text() == str(total + 1)
        assert page.locator("[data-select]:checked").count() == 1
        assert page.locator("select[name=sort]").input_value() == "least"
        assert page.url.endswith("items/?status=active&sort=least")
        admin.page.locator("button[data-undo]").click()
        expect(page.locator(".pill-new")).to_have_count(0, timeout=WAIT)
