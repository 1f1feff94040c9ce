"""Does a hand ever show to the wrong eyes? Looking away, going back, two devices, watching."""

import pytest
from playwright.sync_api import Error

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Asking, Fast, without_stream

pytestmark = pytest.mark.browser


@pytest.fixture
def hidden(metator, page):
    return passing(metator, page)


def passing(metator, page):
    """A device that holds both seats, before the first secret choice."""
    fast = Fast.asked_for(metator, "play_territory_card")
    # One after the other: going back leads through both.
    for side in (0, 1):
        page.goto(fast.device_link(side))
        page.locator(".sitting .primary").click()
        page.wait_for_url("**/b/*/")
    return fast, Player(page, fast.url)


def cards(page):
    """How many faces of cards are seen, or backs that are not the same for all."""
    backs = page.locator(".card-back").evaluate_all("all => all.map((each) => each.className)")
    assert set(backs) <= {"card card-back", "card card-back sealed"}
    return page.locator(".card:not(.card-none, .card-back), .card-back [href*='#card-']").count()


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


def no_stream(answer):
    return answer.status in (404, 503) and "/api/v1/stream/" in answer.url


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
      if (new URL(request.url).pathname.match(/^.(static|assets)./)) continue;
      look("cache", request.url + (await (await cache.match(request)).text()));
    }
  }
  found.push(...(await indexedDB.databases()).map(({ name }) => ["database", name]));
  return found;
}"""


def test_a_sealed_card_is_found_nowhere_once_the_device_is_passed_on(metator, own_page, chromium):
    page = own_page
    fast, player = passing(metator, page)
    kept = []
    # Where there is no stream, nothing is said under its address that could be kept.
    page.on(
        "response",
        lambda answer: (
            kept.append(answer) if fast.id in answer.url and not no_stream(answer) else None
        ),
    )
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    player.ready()
    player.step()
    player.ready()
    card = page.locator(".pickable .card:not(.card-none)").first.get_attribute("class").split()[-1]
    # By a key it is chosen and not yet sealed.
    page.locator(f".pickable:has(.{card}) input").first.press("Space")
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


def test_an_answer_on_its_way_is_not_called_off_when_the_other_side_moves(metator, own_page):
    page = own_page
    fast = Fast.asked_for(metator, "play_territory_card")
    without_stream(page)
    page.clock.install()
    fast.sit(page, 0)
    player = Player(page, fast.url)
    player.ready()
    # A very slow server: the form is on its way and never arrives, and the battle goes on.
    page.route("**/move/", lambda route: None)
    page.evaluate("window.stayed = true")
    player.any_of(".pickable").click()
    page.route("**/state/", lambda route: route.fulfill(json={"version": 999, "checking": 0}))
    page.locator(".asked .go button").click()
    asking = Asking(page)
    page.clock.run_for(10_000)
    assert page.evaluate("window.stayed") is True
    assert asking.requests == []
    page.unroute("**/state/")
    page.goto(fast.page_url)
    page.unroute("**/move/")
    player.ready()
    player.any_of(".pickable").click()
    page.route("**/state/", lambda route: route.fulfill(json={"version": 999, "checking": 0}))
    # A secret choice that nothing keeps is not thrown away either: the page says what it would do.
    page.wait_for_selector(".bar-wentOn")
    page.get_by_role("button", name="Show update").click()
    page.locator(".pickable input:checked").wait_for(state="detached")


def test_a_choice_that_is_made_while_what_went_on_is_on_its_way_stays(metator, own_page):
    page = own_page
    fast = Fast.asked_for(metator, "play_territory_card")
    without_stream(page)
    fast.sit(page, 0)
    player = Player(page, fast.url)
    player.ready()
    held = []

    def hold(route):
        held.append(route)

    page.route(fast.page_url, hold)
    page.route("**/state/", lambda route: route.fulfill(json={"version": 999, "checking": 0}))
    while not held:
        page.wait_for_timeout(50)
    player.any_of(".pickable").click()
    page.unroute(fast.page_url)
    held[0].continue_()
    page.wait_for_selector(".bar-wentOn")
    page.locator(".pickable input:checked").wait_for(state="attached")
