"""Does a hand ever show to the wrong eyes? Looking away, going back, two devices, watching."""

import pytest
from playwright.sync_api import Error

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Asking, Fast

pytestmark = pytest.mark.browser

ASKED = '.asked input[name="prompt"][value*="-{}-"]'

COLOURS = ("Black", "White", "Green", "Yellow", "Red")


@pytest.fixture
def hidden(metator, page):
    """A device that holds both seats, before the first secret choice."""
    fast = Fast.begin(metator.url)
    fast.play_until("play_territory_card")
    fast.sit(page, 0, 1)
    return fast, Player(page, fast.url)


def cards(page):
    """How many faces of cards are seen, or backs that are not the same for all."""
    backs = page.locator(".card-back").evaluate_all("all => all.map((each) => each.className)")
    assert set(backs) <= {"card card-back", "card card-back sealed"}
    return page.locator(".card:not(.card-none, .card-back), .card-back [href*='#card-']").count()


def test_between_secret_choices_the_other_is_asked_to_look_away(hidden, page):
    _, player = hidden
    assert player.mode == "look_away"
    player.reads("please look away")
    assert cards(page) == 0
    player.step()
    assert cards(page) > 0
    player.step()
    assert player.mode == "look_away"
    player.reads("This is for Ben alone")
    assert cards(page) == 0


def back(page):
    """Press the back button.

    A page that comes back reloads itself; between the two the browser has none to ask, and the
    driver says so. Then it is pressed again.
    """
    for _ in range(5):
        try:
            page.go_back(wait_until="load")
            break
        except Error:
            page.wait_for_timeout(300)
    else:
        pytest.fail("the browser does not go back")
    page.wait_for_timeout(300)


def test_the_back_button_never_passes_it(hidden, page):
    fast, player = hidden
    player.step()
    assert page.url == fast.page_url
    player.step()
    for _ in range(4):
        back(page)
        assert cards(page) == 0, page.url
    page.goto(fast.page_url)
    player.step()
    player.step()
    back(page)
    assert page.locator(".pickable").count() == 0


def test_leaving_and_coming_back_shows_the_neutral_page(hidden, page):
    fast, player = hidden
    player.step()
    assert cards(page) > 0
    page.reload()
    assert cards(page) == 0
    player.step()
    page.goto(f"{fast.url}/battles/")
    page.go_back()
    page.wait_for_selector('#battle[data-mode="look_away"]')
    assert cards(page) == 0


EVERYWHERE = """async (words) => {
  const found = [];
  const look = (where, text) => {
    const said = String(text).toLowerCase();
    found.push(...words.filter((word) => said.includes(word)).map((word) => [where, word]));
  };
  look("page", document.documentElement.outerHTML.replace(/<use (?![^>]*#card-)[^>]*>/g, ""));
  look("text", document.documentElement.innerText);
  look("history", JSON.stringify(history.state));
  look("name", window.name);
  for (const store of [localStorage, sessionStorage]) look("storage", JSON.stringify({ ...store }));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith("/static/")) continue;
      look("cache", request.url + (await (await cache.match(request)).text()));
    }
  }
  found.push(...(await indexedDB.databases()).map(({ name }) => ["database", name]));
  return found;
}"""


def test_a_sealed_card_is_found_nowhere_once_the_device_is_passed_on(hidden, page, chromium):
    fast, player = hidden
    kept = []
    page.on("response", lambda answer: kept.append(answer) if fast.id in answer.url else None)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    player.step()
    card = page.locator(".pickable .card:not(.card-none)").first.get_attribute("class").split()[-1]
    page.locator(f".pickable:has(.{card})").first.click()
    assert [word for where, word in page.evaluate(EVERYWHERE, [card]) if where == "page"] == [card]
    player.click(".asked .go button")
    page.wait_for_selector('#battle[data-mode="look_away"]')

    def found(there):
        there.wait_for_selector('#battle[data-mode="look_away"]')
        return there.evaluate(EVERYWHERE, [card, card.removeprefix("card-")])

    assert found(page) == []
    for _ in range(3):
        back(page)
        assert found(page) == [], page.url
    for _ in range(2):
        page.evaluate("history.forward()")
        page.wait_for_timeout(400)
        assert found(page) == []
    page.reload()
    assert found(page) == []
    second = page.context.new_page()
    second.goto(fast.page_url)
    assert found(second) == []
    # Closed and restored: all that a browser brings back is its cookies and its storage.
    context = chromium.new_context(storage_state=page.context.storage_state(indexed_db=True))
    restored = context.new_page()
    restored.goto(fast.page_url)
    assert found(restored) == []
    context.close()
    assert kept
    assert all("no-store" in answer.headers.get("cache-control", "") for answer in kept)


def test_a_device_with_one_seat_shows_its_own_hand_and_not_the_others(metator, page):
    fast = Fast.begin(metator.url)
    fast.play_until("play_territory_card")
    fast.sit(page, 0)
    assert Player(page, fast.url).mode == "ask"
    assert page.locator(".pickable").count() > 0
    hand = fast.view(0)["hands"][0]["cards"]
    shown = page.locator(".pickable .word").all_inner_texts()
    assert {word.lower() for word in shown} - {"no card"} == set(hand)


def test_two_devices_follow_each_other(metator, page, chromium):
    fast = Fast.begin(metator.url)
    fast.sit(page, 0)
    other = chromium.new_context()
    theirs = other.new_page()
    fast.sit(theirs, 1)
    assert "sit down" in theirs.inner_text(".asked").lower()
    theirs.locator(".sit-down .primary").click()
    page.locator(".sit-down .primary").click()
    page.wait_for_selector('#battle:not([data-mode="sit_down"])')
    theirs.wait_for_selector('#battle:not([data-mode="sit_down"])')
    other.close()


def test_who_watches_sees_the_table_and_no_hand(metator, page, chromium):
    fast = Fast.begin(metator.url)
    fast.play_until("move_marker", "keep_cards", seed=2)
    fast.sit(page, 0, 1)
    page.goto(f"{fast.page_url}links/")
    watch = page.locator("[data-copy]").last.input_value()
    context = chromium.new_context()
    stranger = context.new_page()
    stranger.goto(watch)
    assert stranger.locator(".boxes .box").count() == 25
    assert stranger.locator(".hand .card").count() == 0
    assert stranger.locator("form").count() == 0
    assert stranger.goto(fast.page_url).status == 404
    context.close()


def test_going_back_takes_two_taps_and_is_told_in_the_log(metator, page):
    fast = Fast.begin(metator.url)
    fast.play_until("place_marker")
    fast.sit(page, 0, 1)
    player = Player(page, fast.url)
    page.locator(".record .back").first.click()
    player.reads("Go back together?")
    page.get_by_role("button", name="Yes, both agree").click()
    page.wait_for_selector('form[action$="/move/"]')
    assert player.kind == "choose_territory"
    player.reads("Taken back together: “")


def test_an_answer_is_undone_while_nothing_followed(metator, page):
    fast = Fast.begin(metator.url)
    fast.play_until("choose_territory")
    fast.sit(page, 0, 1)
    player = Player(page, fast.url)
    player.step()
    page.wait_for_selector(ASKED.format("place_marker"), state="attached")
    player.click(".undo button")
    page.wait_for_selector(ASKED.format("choose_territory"), state="attached")


def test_an_answer_on_its_way_is_not_called_off_when_the_other_side_moves(metator, page):
    fast = Fast.begin(metator.url)
    fast.play_until("play_territory_card")
    page.clock.install()
    fast.sit(page, 0)
    player = Player(page, fast.url)
    player.ready()
    # A very slow server: the form is on its way and never arrives, and the battle goes on.
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.evaluate("window.stayed = true")
    page.route("**/state/", lambda route: route.fulfill(json={"version": 999, "checking": 0}))
    player.any_of(".pickable").click()
    page.locator(".asked .go button").click()
    asking = Asking(page)
    page.clock.run_for(10_000)
    assert page.evaluate("window.stayed") is True
    assert asking.requests == []
    page.unroute("**/state/")
    page.goto(fast.page_url)
    player.ready()
    player.any_of(".pickable").click()
    page.route("**/state/", lambda route: route.fulfill(json={"version": 999, "checking": 0}))
    # A secret choice that nothing keeps is not thrown away either: the page says what it would do.
    page.wait_for_selector(".bar-wentOn")
    with page.expect_navigation():
        page.get_by_role("button", name="Show it").click()
