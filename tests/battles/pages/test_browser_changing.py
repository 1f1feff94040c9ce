"""Does a battle's page change where it stands, after one's own answer and the other's?"""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.battles.pages.clicking import NOT_DRAWN
from tests.battles.pages.fast import Asking, Fast
from tests.battles.pages.travelling import back, goes_on_from, shown
from tests.processes import until

pytestmark = pytest.mark.browser

MARK = "() => { window.stood = true; }"
STANDS = "() => window.stood === true"
READ_TO = (
    "([down, log]) => { scrollTo(0, down); document.querySelector('.record').scrollTop = log; }"
)
READ_AT = """([down, log]) =>
  scrollY === down && document.querySelector(".record").scrollTop === log"""


def chosen(page: Any, number: int = 0) -> None:
    """Choose a card and play it."""
    page.locator(".fan label").nth(number).click()
    page.locator(".asked form .go button").click()


def test_ones_own_answer_changes_the_page_and_loads_none(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, fast.side)
    before = shown(page)
    address, length = page.url, page.evaluate("history.length")
    page.evaluate(MARK)

    chosen(page)

    goes_on_from(page, before["version"])
    assert page.evaluate(STANDS)
    assert shown(page)["sentence"] != before["sentence"]
    assert (page.url, page.evaluate("history.length")) == (address, length)
    # By keys it goes on at what stands there now.
    assert page.evaluate("document.activeElement.matches('.asked, .stage')")
    page.reload()
    assert not page.evaluate(STANDS)
    assert shown(page)["sentence"] != before["sentence"]


def test_what_is_drawn_anew_is_drawn_as_a_load_would(metator: Any, page: Any) -> None:
    """The sheets of all territories give way to the map of one, and come back."""
    fast = Fast.asked_for(metator, "choose_territory")
    fast.sit(page, 0, 1)
    before = shown(page)

    page.locator('.asked form button[name="answer"]').first.click()

    goes_on_from(page, before["version"])
    assert page.locator(".chart svg").first.bounding_box()["width"] > 200
    assert page.evaluate(NOT_DRAWN) == []
    page.get_by_role("button", name="Undo the last answer").click()
    page.locator(".lands").wait_for()
    assert page.locator(".land-sheet svg").count() == 4
    assert page.evaluate(NOT_DRAWN) == []


def test_the_others_answer_changes_it_and_a_line_that_is_being_written_stays(
    metator: Any, page: Any
) -> None:
    fast = Fast.asked_for(metator, "place_marker")
    found = fast.asked()
    assert found
    side, view, question = found
    fast.sit(page, 1 - side)
    shown(page)
    page.evaluate(MARK)
    page.locator(".talk summary").click()
    page.locator("#line").fill("a line that is not")

    fast.answer(side, view, question, random.Random(1))
    goes_on_from(page, view["version"])
    page.keyboard.type(" sent")

    assert page.evaluate(STANDS)
    assert page.input_value("#line") == "a line that is not sent"


def test_a_secret_choice_that_is_not_sent_stays_when_the_other_has_answered(
    metator: Any, page: Any
) -> None:
    fast = Fast.asked_for(metator, "play_day_card")
    fast.sit(page, 0)
    shown(page)
    page.locator(".fan label").first.click()
    view = fast.view(1)
    [question] = (each for each in view["prompts"] if not each["waiting"])

    fast.answer(1, view, question, random.Random(1))

    page.locator(".bar-wentOn").wait_for()
    assert page.locator(".fan input").first.is_checked()
    page.locator(".asked form .go button").click()
    goes_on_from(page, view["version"])
    assert page.locator(".bar-wentOn").count() == 0


def test_how_far_was_read_stays_however_often_the_battle_goes_on_and_on_coming_back(
    metator: Any, page: Any
) -> None:
    fast = Fast.asked_for(metator, "play_day_card")
    fast.sit(page, 0)
    page.goto(f"{fast.page_url}links/")
    to_watch = page.locator("[data-copy]").input_value()
    page.context.clear_cookies()
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto(to_watch)
    shown(page)
    page.evaluate(READ_TO, [60, 40])
    page.wait_for_function(READ_AT, arg=[60, 40])

    for side in (0, 1):
        view = fast.view(side)
        [question] = (each for each in view["prompts"] if not each["waiting"])
        fast.answer(side, view, question, random.Random(1))
        goes_on_from(page, view["version"])
        page.wait_for_function(READ_AT, arg=[60, 40])
    for _ in range(2):
        page.reload()
        shown(page)
        page.wait_for_function(READ_AT, arg=[60, 40])


def test_two_quick_presses_send_one_answer(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, fast.side)
    posted: list[str] = []
    page.on("request", lambda each: posted.append(each.url) if each.method == "POST" else None)

    page.locator(".fan label").first.click()
    page.locator(".asked form .go button").dblclick()

    page.wait_for_function("() => !document.querySelector('form[data-sent]')")
    page.wait_for_timeout(300)
    assert len(posted) == 1


def test_going_back_leaves_the_battle_and_comes_to_it_again(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "play_territory_card")
    page.goto(f"{fast.url}/battles/")
    fast.sit(page, fast.side)
    chosen(page)
    now = shown(page)

    back(page)
    expect(page).to_have_url(f"{fast.url}/battles/")
    page.go_forward()

    assert shown(page) == now


def test_what_is_refused_is_shown_as_the_server_says_it(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, fast.side)
    page.evaluate(MARK)
    page.evaluate("document.querySelector('.asked form').action += 'nowhere/'")
    page.locator(".fan label").first.click()

    page.locator(".asked form .go button").click()

    expect(page.locator("h1")).to_have_text("Page not found, or you don't have access.")
    assert page.evaluate(STANDS)
    page.go_back()
    page.wait_for_selector("#battle")


def test_title_and_icon_say_whose_turn_it_is(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "place_marker")
    found = fast.asked()
    assert found
    side, view, question = found
    fast.sit(page, side)
    shown(page)
    turn = 'link[rel="icon"][href$="favicon-turn.svg"]'
    assert page.title().startswith("Your turn")
    assert page.locator(turn).count() == 1

    # After the marker it is both sides' turn to seal a card.
    fast.answer(side, view, question, random.Random(1))
    goes_on_from(page, view["version"])
    assert page.title().startswith("Your turn")
    assert page.locator(turn).count() == 1

    view = fast.view(side)
    [question] = (each for each in view["prompts"] if not each["waiting"])
    fast.answer(side, view, question, random.Random(1))
    goes_on_from(page, view["version"])
    assert page.title().startswith("Anna")
    assert page.locator(turn).count() == 0


def test_the_page_is_told_by_the_stream_and_goes_on_where_that_broke_off(
    metator: Any, page: Any
) -> None:
    """Asking for the state tells nothing new here: what the page goes on with, the stream told."""
    fast = Fast.asked_for(metator, "place_marker")
    found = fast.asked()
    assert found
    side, view, question = found
    told = {"version": view["version"]}
    asked: list[Any] = []

    def stream(route: Any) -> None:
        asked.append(route.request)
        data = json.dumps({"battle": fast.id, **told})
        body = f"retry: 2000\n\n: here\n\nid: {len(asked)}\nevent: version\ndata: {data}\n\n"
        route.fulfill(body=body, content_type="text/event-stream; charset=utf-8")

    page.route("**/api/v1/stream/**", stream)
    state = {"version": view["version"], "checking": 0, "said": 0}
    page.route("**/state/", lambda route: route.fulfill(json=state))
    fast.sit(page, 1 - side)
    page.evaluate(MARK)

    fast.answer(side, view, question, random.Random(1))
    told["version"] = fast.view(side)["version"]
    goes_on_from(page, view["version"])

    assert page.evaluate(STANDS)
    until(lambda: len(asked) > 1, what="the stream to be asked for again")
    assert asked[1].headers["last-event-id"] == "1"
    assert {each.url for each in asked} == {f"{fast.url}/api/v1/stream/?battles={fast.id}"}


def test_a_page_that_nobody_sees_asks_once_a_minute_and_its_title_stays_true(
    metator: Any, page: Any
) -> None:
    fast = Fast.asked_for(metator, "place_marker")
    found = fast.asked()
    assert found
    side, view, question = found
    page.clock.install()
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => window.away });")
    fast.sit(page, 1 - side)
    shown(page)
    assert not page.title().startswith("Your turn")
    page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'));")
    page.wait_for_load_state("networkidle")
    asking = Asking(page)

    fast.answer(side, view, question, random.Random(1))
    page.clock.run_for(59_000)
    assert asking.requests == []
    page.clock.run_for(2_000)

    until(lambda: page.title().startswith("Your turn"), what="the title")
    assert len(asking.requests) == 1


HEARD = """
  const before = window.fetch;
  window.heard = "";
  window.fetch = async (address, options) => {
    const answer = await before(address, options);
    if (address === document.getElementById("battle").dataset.here && window.holds) {
      window.holds = false;
      await new Promise((go) => { window.letGo = go; });
    }
    if (!String(address).startsWith("/api/v1/stream/") || !answer.ok) return answer;
    const [told, kept] = answer.body.tee();
    kept.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({ write: (text) => { window.heard += text.replaceAll(" ", ""); } }),
    ).catch(() => {});
    return new Response(told, { headers: answer.headers });
  };
"""
"""Notes what a page's stream tells it, and holds the next page that it fetches if `holds`."""
TOLD = '(version) => window.heard.includes(`"version":${version}}`)'


def test_what_is_told_while_a_page_is_fetched_is_not_lost(metator: Any, page: Any) -> None:
    fast = Fast.asked_for(metator, "place_marker")
    found = fast.asked()
    assert found
    side, view, question = found
    page.add_init_script(HEARD)
    fast.sit(page, 1 - side)
    shown(page)
    page.wait_for_function(TOLD, arg=view["version"])
    page.evaluate("() => { window.stood = window.holds = true; }")

    fast.answer(side, view, question, random.Random(1))
    page.wait_for_function("() => window.letGo")
    now, view, question = fast.asked() or pytest.fail("nobody is asked")
    fast.answer(now, view, question, random.Random(1))
    latest = fast.view(side)["version"]
    page.wait_for_function(TOLD, arg=latest)
    page.evaluate("() => { window.letGo(); }")

    goes_on_from(page, latest - 1)
    assert page.evaluate(STANDS)
