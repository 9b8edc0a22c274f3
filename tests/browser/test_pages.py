"""Every page of the end user: fits a phone, passes axe, follows the theme, breaks no policy."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import person_at
from tests.browser.rules import broken

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text()
PAGES = ["/", "/memory/", "/settings/", "/help/", "/accounts/password/change/"]
PHONE = {"width": 390, "height": 844}


def read_by_axe(page):
    """Load axe into each page from now on, and still them: colours halfway are no colours."""
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(AXE)
    return page


def faults(page, rules=()):
    """Return what axe finds by all its rules or these, as lines that name the rule and the element."""
    # Without `preload` it fetches no style sheet again, which only its rule on rotation needs.
    options = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{v['id']}: {n['html'][:150]} {[check['data'] for check in n['any']]}"
        for v in found
        for n in v["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_pass_axe(user, theme):
    user.open().say("I live in Oslo and I like chess.")
    address = user.page.url.removeprefix(user.base_url)
    read_by_axe(user.page).emulate_media(color_scheme=theme)
    for path in [*PAGES, address]:
        user.open(path)
        expect(user.page.locator("html")).to_have_attribute("data-bs-theme", theme)
        assert faults(user.page) == [], path
        assert broken(user.page) == [], path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sign_in_page_passes_axe_and_names_the_demo_accounts(page, live_instance, theme):
    read_by_axe(page).emulate_media(color_scheme=theme)
    page.goto(f"{live_instance.url}/accounts/login/")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
    assert faults(page) == []
    expect(page.locator(".demo-hint")).to_contain_text("operator")
    assert live_instance.password not in page.content()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_phone_shows_every_page_whole_and_by_the_rules(browser, live_instance, language):
    options = {"has_touch": True, "is_mobile": True}
    with person_at(browser, live_instance, "user", language, **options) as person:
        person.page.set_viewport_size(PHONE)
        talk = person.open().page.locator("a.side-link[href^='/c/']").first.get_attribute("href")
        for path in [*PAGES, talk, "/accounts/email/", "/nothing/here/"]:
            person.open(path)
            width = person.page.evaluate("document.documentElement.scrollWidth")
            assert width <= PHONE["width"], path
            assert broken(person.page) == [], path
        assert len(person.complaints) == 1  # of the page that is not there
        person.complaints.clear()


def test_a_theme_is_kept_and_drawn_by_the_server(user):
    user.open("/settings/")
    user.page.locator(".settings [data-set-theme=dark]").click()
    expect(user.page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    user.page.wait_for_load_state("networkidle")
    answer = user.page.request.get(f"{user.base_url}/help/")
    assert 'data-bs-theme="dark"' in answer.text()
    user.page.locator(".settings [data-set-theme=auto]").click()
    user.page.wait_for_load_state("networkidle")


def test_saved_is_said_once_the_server_has_and_a_failure_keeps_what_was_chosen(user):
    user.open("/settings/")
    form = user.page.locator("form.setting", has=user.page.locator("#first_name"))
    mark = form.locator("[data-saved]")
    waiting = []
    user.page.route("**/settings/", lambda route: waiting.append(route))
    user.page.fill("#first_name", "Vera")
    user.page.press("#first_name", "Enter")
    expect(mark).to_have_text("Saving…")
    waiting.pop().abort()
    expect(mark).to_contain_text("Not saved.")
    expect(user.page.locator("#first_name")).to_have_value("Vera")
    mark.get_by_role("button", name="Try again").click()
    expect(mark).to_have_text("Saving…")
    waiting.pop().continue_()
    expect(mark).to_have_text("Saved")
    user.page.unroute("**/settings/")
    user.page.reload()
    expect(user.page.locator("#first_name")).to_have_value("Vera")
    user.complaints.clear()  # the request that met no server


def test_a_memory_is_edited_in_place_and_forgotten_only_after_the_time_to_undo(user):
    user.open().say("My favourite colour is green.")
    user.remembered("green")
    user.open("/memory/")
    row = user.page.locator(".memory-row", has_text="green")
    row.get_by_role("button", name="Forget this").click()
    toast = user.page.locator("[data-toast]")
    expect(toast).to_contain_text("green")
    toast.get_by_role("button", name="Undo").click()
    user.page.reload()
    expect(row).to_have_count(1)

    row.get_by_role("button", name="Edit").click()
    user.page.fill("[data-item-text]", "Your favourite colour is blue.")
    user.page.press("[data-item-text]", "Enter")
    changed = user.page.locator(".memory-row", has_text="colour is blue")
    expect(changed).to_be_visible()
    expect(changed.locator("[data-edit]")).to_be_focused()

    changed.get_by_role("button", name="Forget this").click()
    expect(changed).to_have_count(0, timeout=15_000)
    user.page.reload()
    expect(user.page.locator("#memory-list")).not_to_contain_text("blue")
