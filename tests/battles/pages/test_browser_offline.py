"""Is anything lost when the battery dies or the network goes, and is anything sent twice?"""

import json
import os
import re
import signal
from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qs

import pytest

from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.lines import line_to
from tests.battles.pages.losing import UPDATE
from tests.battles.wire import Wire
from tests.browser import WIDE
from tests.house import running_metator
from tests.processes import until

pytestmark = pytest.mark.browser

WRITTEN = """() => Object.entries(localStorage)
  .filter(([key]) => key.startsWith("draft:"))
  .flatMap(([, kept]) => JSON.parse(kept).fields)
  .map(([, value]) => value)"""
"""What the browser has written down of a question that is open."""


@pytest.fixture
def line(metator, complaints):
    for found in line_to(metator.url):
        # A message of the time without a network may come in only when that is over.
        found.on_cut = lambda: complaints.expected.add(UPDATE)
        yield found


def begun(metator, line, kind):
    """A battle at the first question of a kind: as the server has it, and over the line."""
    fast = Fast.asked_for(metator, kind)
    return fast, replace(fast, url=line.url), fast.side


def answers(fast, side, prompt):
    found = Wire(fast.url, fast.tokens[side]).get(f"/api/v1/battles/{fast.id}/events/").json()
    kind = prompt.split("-")[1]
    return sum(each["type"] == "answer" and each["kind"] == kind for each in found["results"])


def asked(page):
    return page.locator('.asked input[name="prompt"]').first.get_attribute("value")


def kept(page):
    return page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")


def bar(page, name):
    return page.locator(f".bar-{name}")


def test_a_piece_that_was_laid_is_back_after_the_battery_died(metator, page, chromium):
    fast = Fast.at(metator, stock.kept("another_first_piece"))
    fast.sit(page, fast.side)
    player = Player(page, fast.url)
    player.ready()
    answer = page.locator('#laying input[name="answer"]')
    lay_there = answer.input_value()
    page.locator(".held").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    if answer.input_value() == lay_there:
        # Deep water, which has two places alone, and lay in this one already.
        page.keyboard.press("ArrowLeft")
    laid = answer.input_value()
    assert laid != lay_there
    until(lambda: laid in page.evaluate(WRITTEN), what="the piece to be written down")

    # The phone goes dark without a goodbye; the browser starts again with what it had written down.
    context = chromium.new_context(storage_state=page.context.storage_state(), viewport=WIDE)
    again = context.new_page()
    again.goto(fast.page_url)
    Player(again, fast.url).ready()

    assert "We restored your unsent answer" in again.inner_text(".kept")
    back = again.locator('#laying input[name="answer"]').input_value()
    assert rounded(back) == rounded(laid)
    again.get_by_role("button", name="Start over").click()
    again.wait_for_selector(".kept", state="detached")
    assert "place_piece" not in kept(again)
    context.close()


def rounded(answer):
    ring = json.loads(answer)["outline"]["coordinates"][0]
    return [[round(part, 2) for part in point] for point in ring]


def test_an_answer_without_a_connection_waits_and_goes_off_once_by_itself(metator, line, page):
    fast, here, side = begun(metator, line, "place_marker")
    here.sit(page, side)
    Player(page, here.url).ready()
    prompt = asked(page)
    page.locator(".box.open-to").first.click()
    # Nobody has noticed yet that there is no network.
    line.cut()
    page.locator(".asked .go button").click()
    bar(page, "waiting").wait_for()
    hour, told = r"\d{1,2}:\d\d\s[AP]M", bar(page, "waiting").inner_text()
    assert re.match(rf"Offline since {hour}\. Your answer is saved on this page", told)
    assert re.fullmatch(hour, page.locator(".record li time").first.inner_text())
    assert page.locator(".bar:visible").count() == 1
    assert prompt in kept(page)
    line.mend()
    page.wait_for_selector(f'input[name="prompt"][value="{prompt}"]', state="detached")
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    assert bar(page, "offline").count() == 0
    assert answers(fast, side, prompt) == 1
    assert prompt not in kept(page)


def test_while_an_answer_waits_nothing_of_it_can_be_changed_until_it_is_taken_back(metator, page):
    fast = Fast.at(metator, stock.kept("hills"))
    fast.sit(page, fast.side)
    player = Player(page, fast.url)
    player.ready()
    player.suggested()
    answer = page.locator('#laying input[name="answer"]')
    place = page.locator("#laying button.primary")

    def tried():
        """The piece is dragged, moved by keys, turned and taken back; what would be sent then."""
        player.drag(to=(20, 15))
        for button in ("#laying [data-turn]", '[data-tool="undo"]'):
            found = page.locator(button).first.bounding_box()
            page.mouse.click(found["x"] + 9, found["y"] + 9)
        page.keyboard.press("Control+z")
        page.locator(".held").evaluate("held => held.focus()")
        page.keyboard.press("ArrowRight")
        return answer.input_value()

    page.context.set_offline(True)
    bar(page, "offline").wait_for()
    place.click()
    bar(page, "waiting").wait_for()
    assert "not sent yet" in place.inner_text()
    assert place.evaluate("button => document.activeElement === button")
    chosen = answer.input_value()
    assert tried() == chosen
    place.click()
    assert bar(page, "waiting").count() == 1

    page.get_by_role("button", name="Don't send").click()
    assert page.locator(".bar:visible").inner_text().startswith("Offline since")
    assert page.locator("[inert]").count() == 0
    assert place.inner_text() == "Place it here"
    assert tried() != chosen

    place.click()
    bar(page, "waiting").wait_for()
    chosen = tried()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.context.set_offline(False)
    assert parse_qs(sent.value.post_data)["answer"] == [chosen]


@pytest.mark.soak
def test_an_answer_given_while_the_server_was_dead_goes_off_once_it_is_started_again(
    tmp_path, own_page, complaints
):
    page = own_page
    complaints.expected.add(UPDATE)
    with running_metator(tmp_path / "home", tmp_path / "before") as first:
        fast = Fast.asked_for(first, "place_marker")
        side = fast.side
        fast.sit(page, side)
        Player(page, fast.url).ready()
        prompt, port = asked(page), first.port
        for pid in first.group() | {first.process.pid}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    bar(page, "offline").wait_for()
    page.locator(".box.open-to").first.click()
    page.locator(".asked .go button").click()
    bar(page, "waiting").wait_for()
    with running_metator(tmp_path / "home", tmp_path / "after", PORT=str(port)):
        page.wait_for_selector(f'input[name="prompt"][value="{prompt}"]', state="detached")
        page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
        assert bar(page, "offline").count() == 0
        assert answers(fast, side, prompt) == 1


def test_what_was_answered_elsewhere_meanwhile_is_not_answered_again(metator, line, page):
    fast, here, side = begun(metator, line, "place_marker")
    here.sit(page, side)
    Player(page, here.url).ready()
    prompt = asked(page)
    line.cut()
    bar(page, "offline").wait_for()
    page.locator(".box.open-to").first.click()
    page.locator(".asked .go button").click()
    bar(page, "waiting").wait_for()
    # The same seat on another phone was quicker.
    _, view, question = fast.asked()
    caller = Wire(fast.url, fast.tokens[side])
    sent = {"prompt": prompt, "expected_version": view["version"], "answer": question["options"][1]}
    assert caller.post(f"/api/v1/battles/{fast.id}/moves/", sent).status == 201
    line.mend()
    page.wait_for_selector(".message")
    assert answers(fast, side, prompt) == 1


def test_a_secret_choice_waits_on_the_page_and_is_written_down_nowhere(metator, line, page):
    fast, here, side = begun(metator, line, "play_territory_card")
    here.sit(page, side)
    Player(page, here.url).ready()
    prompt = asked(page)
    before = kept(page)
    line.cut()
    bar(page, "offline").wait_for()
    page.locator(".pickable").first.click()
    page.locator(".asked .go button").click()
    bar(page, "waiting").wait_for()
    assert kept(page) == before == "{}"
    # The other side seals its card meanwhile: the choice under the hand is not thrown away.
    other = 1 - side
    view = fast.view(other)
    question = next(each for each in view["prompts"] if not each["waiting"])
    sent = {
        "prompt": question["id"],
        "expected_version": view["version"],
        "answer": question["options"][0],
    }
    posted = Wire(fast.url, fast.tokens[other]).post(f"/api/v1/battles/{fast.id}/moves/", sent)
    assert posted.status == 201
    line.mend()
    page.wait_for_selector(f'input[name="prompt"][value="{prompt}"]', state="detached")
    assert answers(fast, side, prompt) == 2


def test_what_has_no_question_is_not_sent_later(metator, line, page):
    fast, here, side = begun(metator, line, "place_marker")
    here.sit(page, 0, 1)
    Player(page, here.url).ready()
    version = fast.view(side)["version"]
    line.cut()
    bar(page, "offline").wait_for()
    page.locator(".record .back").first.click()
    bar(page, "unsent").wait_for()
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    # What waits goes off when the server is found again, before anything is listened to.
    with page.expect_request("**/api/v1/stream/**"):
        line.mend()
    bar(page, "offline").wait_for(state="detached")
    assert "POST" not in sent
    assert fast.view(side)["version"] == version


def tables(page):
    return page.evaluate(
        "caches.open('tables').then((all) => all.keys()).then((all) => all.map((one) => one.url))"
    )


def worked(page):
    """Until the browser has its worker, which stands before the next page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.evaluate("caches.keys()"), what="the worker")


def test_a_finished_table_is_read_without_a_connection_and_no_other(metator, line, own_page):
    page = own_page
    fast, here, side = begun(metator, line, "place_piece")
    here.sit(page, 0, 1)
    worked(page)
    line.cut()
    page.reload()
    assert "No connection" in page.inner_text("h1")
    assert page.locator("#battle, .piece").count() == 0
    line.mend()
    page.wait_for_selector("#battle")

    resigned = Wire(fast.url, fast.tokens[side]).post(f"/api/v1/battles/{fast.id}/resign/")
    assert resigned.status == 200
    page.wait_for_selector('#battle[data-mode="over"]')
    until(lambda: len(tables(page)) == 2, what="the worker to keep battle and sheet")
    line.cut()
    page.reload()
    page.wait_for_selector("#kept-tables:not([hidden])")
    page.get_by_role("link", name="Table sheet").click()
    page.wait_for_selector(".sheet .map svg")
    assert page.evaluate("document.fonts.load('1rem Alegreya').then((faces) => faces.length)") > 0
    page.go_back()
    page.get_by_role("link", name="Battle page").click()
    page.wait_for_selector("#battle .battle-map")
    bar(page, "offline").wait_for()
    assert page.locator("form").count() == 0


KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      found.push([new URL(request.url).pathname, answer.headers.get("Cache-Control") || ""]);
    }
  }
  return found;
}"""


def test_the_worker_keeps_files_and_nothing_of_a_battle_that_goes_on(metator, own_page):
    page = own_page
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, 0, 1)
    worked(page)
    page.reload()
    Player(page, fast.url).step()
    page.wait_for_selector("#battle[data-secret]")
    page.goto(f"{fast.page_url}links/")
    found = page.evaluate(KEPT)
    assert any(path.endswith(".css") for path, _ in found)
    assert {path for path, _ in found if not path.startswith(("/static/", "/assets/"))} == {
        "/offline/"
    }
    assert [path for path, control in found if "no-store" in control] == []


FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
  });
}"""
LEFT = """here => {
  localStorage.setItem(`draft:${here}#place_piece`, "{half a dra");
  localStorage.setItem("draft:/b/other/#1", "null");
  localStorage.setItem(`draft:${here}#${document.querySelector('[name="prompt"]').value}`, "[1]");
  sessionStorage.setItem("put", "{");
  sessionStorage.setItem("place", "{");
}"""


def test_what_cannot_be_read_or_kept_in_the_browser_stops_no_page(metator, page, chromium):
    fast = Fast.at(metator, stock.kept("another_first_piece"))
    fast.sit(page, fast.side)
    Player(page, fast.url).ready()
    page.evaluate(LEFT, page.get_attribute("#battle", "data-here"))
    page.goto(fast.page_url)
    Player(page, fast.url).ready()
    assert page.locator(".held").count() == 1
    assert "half a dra" not in kept(page)
    assert "other" not in kept(page)

    context = chromium.new_context(storage_state=page.context.storage_state(), viewport=WIDE)
    context.add_init_script(FORBIDDEN)
    again = context.new_page()
    again.goto(fast.page_url)
    Player(again, fast.url).ready()
    assert again.locator(".held").count() == 1
    context.close()


def test_how_a_sent_piece_was_turned_is_kept_only_as_long_as_it_may_come_back(metator, page):
    fast = Fast.at(metator, stock.kept("another_first_piece"))
    fast.sit(page, fast.side)
    send = page.locator("#laying button.primary")

    def sent():
        page.goto(fast.page_url)
        Player(page, fast.url).ready()
        page.evaluate("addEventListener('submit', (event) => event.preventDefault(), true)")
        send.click()

    def secret(route):
        route.fulfill(
            body=route.fetch().text().replace(" data-keeps", ""), content_type="text/html"
        )

    page.route(fast.page_url, secret)
    sent()
    assert page.evaluate("sessionStorage.getItem('put')") is None
    page.unroute(fast.page_url)
    sent()
    until(lambda: page.evaluate("sessionStorage.getItem('put')"), what="its turn to be noted")
    other = page.evaluate("JSON.stringify({...JSON.parse(sessionStorage.put), prompt: 'before'})")
    page.evaluate("put => sessionStorage.setItem('put', put)", other)
    page.goto(fast.page_url)
    Player(page, fast.url).ready()
    assert page.evaluate("sessionStorage.getItem('put')") is None
