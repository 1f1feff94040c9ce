"""Can a battle be looked at as it was by hand, by keyboard and without scripts, and left again?"""

import pytest
from playwright.sync_api import expect

from tests import stock
from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser

FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def played(metator):
    """A battle on whose table somebody is about to place something."""
    return Fast.at(metator, stock.kept("first_piece"))


def ready(page):
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")


def looked_at(page):
    page.wait_for_selector('#battle[data-mode="past"]')
    ready(page)
    return int(page.url.split("?at=")[1])


def test_the_slider_goes_back_by_keyboard_and_keeps_the_focus(played, page):
    played.sit(page, 0, 1)
    ready(page)
    page.locator("#when").focus()
    assert page.locator("#when").get_attribute("aria-valuetext") == "Now"
    page.keyboard.press("ArrowLeft")
    first = looked_at(page)
    page.wait_for_selector("#when:focus")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: not url.endswith(f"?at={first}"))
    assert looked_at(page) < first
    assert " of " in page.locator("#when").get_attribute("aria-valuetext")
    page.keyboard.press("End")
    page.wait_for_selector('#battle:not([data-mode="past"])')
    assert page.url == played.page_url


def test_the_way_back_from_the_past_is_one_step_long(played, page):
    played.sit(page, 0, 1)
    page.locator("#earlier").click()
    first = looked_at(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: not url.endswith(f"?at={first}"))
    assert looked_at(page) < first
    page.go_back()
    page.wait_for_url(played.page_url)
    assert page.locator("#battle").get_attribute("data-mode") != "past"


def test_a_step_of_the_rail_says_what_happened_and_opens_it(played, page):
    played.sit(page, 0, 1)
    ready(page)
    step = page.locator(".rail button.stop", has_text="Marker")
    step.focus()
    page.keyboard.press("Enter")
    account = page.locator(".account:popover-open")
    assert "placed the army marker" in account.inner_text()
    account.get_by_role("link").click()
    looked_at(page)
    assert "placed the army marker" in page.locator(".asked").inner_text()
    assert page.locator(".boxes").count() == 1


def test_a_line_of_the_log_reload_second_tab_and_back_to_now_agree(played, page):
    played.sit(page, 0, 1)
    page.locator(".record li a", has_text="Day 1").first.click()
    looked_at(page)
    seen = page.locator(".asked").inner_text()
    assert "Day 1" in seen
    page.reload()
    looked_at(page)
    assert page.locator(".asked").inner_text() == seen
    tab = page.context.new_page()
    tab.goto(page.url)
    assert tab.locator(".asked").inner_text() == seen
    tab.get_by_role("link", name="Back to now").click()
    tab.wait_for_url(played.page_url)
    assert tab.locator("#laying").count() == 1


def test_looking_back_stays_where_it_is_while_the_battle_goes_on(metator, page):
    fast = Fast.asked_for(metator, "choose_territory")
    fast.sit(page, 0)
    page.locator("#earlier").click()
    looked_at(page)
    # In another tab the same battle goes on by itself.
    live = page.context.new_page()
    live.goto(fast.page_url)
    before = live.get_attribute("#battle", "data-version")
    fast.play_until("play_day_card")
    live.wait_for_selector(f'#battle:not([data-version="{before}"])')
    page.wait_for_selector(".bar-wentOn")
    assert page.locator("#battle").get_attribute("data-mode") == "past"
    page.get_by_role("button", name="Show update").click()
    page.wait_for_selector('#battle:not([data-mode="past"])')


def test_who_steps_back_finds_the_arrow_where_it_was(played, page):
    played.sit(page, 0)
    page.locator("#earlier").click()
    places = set()
    for _ in range(4):
        page.wait_for_selector('#battle[data-mode="past"]')
        ready(page)
        places.add(page.locator("#earlier").bounding_box()["y"])
        version = page.locator("#battle").get_attribute("data-version")
        page.locator("#earlier").click()
        page.wait_for_selector(f'#battle:not([data-version="{version}"])')
    assert len(places) == 1


def test_without_scripts_links_lead_through_the_battle(played, chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    played.sit(page, 0)
    page.locator("#earlier").click()
    page.wait_for_url("**?at=*")
    page.locator("#later").click()
    page.wait_for_url(played.page_url)
    page.locator(".rail button.stop").nth(1).click()
    page.locator(".account:popover-open a").click()
    assert "Looking back" in page.locator(".asked").inner_text()
    context.close()


def test_no_page_of_a_battle_scrolls_sideways_and_a_large_screen_is_used(played, page):
    """At 400 per cent, on a small phone, on one that lies on its side, and on a large screen."""
    played.sit(page, 0, 1)
    for path in ("", "?at=9", "screen/"):
        page.goto(played.page_url + path)
        ready(page)
        for width, height in ((320, 256), (360, 740), (844, 390), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FITS), (path, width)
    assert page.locator(".stage").bounding_box()["width"] > 0.7 * 2560


def test_the_big_screen_goes_on_by_itself(metator, page):
    fast = Fast.asked_for(metator, "choose_territory")
    fast.sit(page, 0)
    page.goto(f"{fast.page_url}screen/")
    ready(page)
    assert "is choosing the territory" in page.locator(".question").inner_text()
    fast.play_until("play_day_card")
    page.wait_for_selector(".boxes", timeout=10_000)
    page.locator(".question", has_text="are secretly choosing").wait_for()
    page.locator("#said", has_text="are secretly choosing").wait_for(state="attached")
    assert page.locator(".hand").count() == 0


@pytest.mark.parametrize("device", ["phone_page", pytest.param("page", marks=pytest.mark.soak)])
def test_nothing_shifts_while_a_page_comes_in_over_a_slow_line(metator, played, request, device):
    page = request.getfixturevalue(device)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => {"
        "for (const each of list.getEntries()) moved += each.value;"
        "}).observe({ type: 'layout-shift', buffered: true });"
    )
    fast = Fast.asked_for(metator, "choose_territory")
    played.sit(page, 0, 1)
    fast.sit(page, 0, 1)
    page.goto(played.page_url)
    slow = {"offline": False, "latency": 40, "downloadThroughput": 60_000, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    shown = [fast.page_url + path for path in ("", "?at=5", "screen/")]
    for url in (*shown, played.page_url):
        page.goto(url)
        ready(page)
        page.wait_for_timeout(400)
        assert page.evaluate("moved") < 0.05, url


def test_a_page_of_which_the_end_never_comes_is_shown_all_the_same(played, page):
    played.sit(page, 0, 1)

    def cut_off(route):
        whole = route.fetch()
        route.fulfill(response=whole, body=whole.text().split('<section class="record"')[0])

    page.route(played.page_url, cut_off)
    page.goto(played.page_url)
    expect(page.locator(".asked")).to_be_visible()
