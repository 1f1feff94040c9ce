"""Do two phones at one table keep together, however slow a page comes, and over plain HTTP too?"""

import random

import pytest
from playwright.sync_api import expect

from setup_app.battles import services
from setup_app.battles.models import Submission
from setup_app.battles.services.moves import judge_submission
from tests import stock
from tests.battles.callers import begin
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Asking, Fast, sit_by, without_stream
from tests.battles.pages.sitting import device_path
from tests.battles.pages.travelling import goes_on_from
from tests.battles.test_pbs import PBS
from tests.battles.test_schema import pbs
from tests.battles.wire import Wire
from tests.browser import DRAWN, FLAGS, PHONE, executable
from tests.processes import until

pytestmark = pytest.mark.browser


def spoken(fast, side, **line):
    answer = Wire(fast.url, fast.tokens[side]).post(f"/api/v1/battles/{fast.id}/messages/", line)
    assert answer.status == 201


def goes_on_soon(page, act):
    """The page asks for what it is now and is drawn anew where it stands, without a load."""
    asking = Asking(page)
    before, here = (page.get_attribute("#battle", name) for name in ("data-version", "data-here"))
    page.evaluate("window.stood = true")
    with page.expect_request(lambda request: request.url.endswith(here)) as asked:
        asking.soon(act, lambda: asked.value)
    goes_on_from(page, before)
    assert page.evaluate("window.stood")


def test_a_line_comes_in_by_itself_and_is_text_in_its_own_direction(metator, page):
    fast = Fast.asked_for(metator, "sit_down")
    fast.sit(page, 0)
    Player(page, fast.url).ready()
    Asking(page).soon(
        lambda: spoken(fast, 1, text="<img src=x onerror=alert(1)> \u202eabc"),
        lambda: page.wait_for_selector(".talk .last bdi:not(:empty)"),
    )
    assert page.inner_text(".talk .aloud").startswith("Ben: <img")
    assert page.locator(".talk img").count() == 0
    page.locator(".talk summary").click()
    page.locator('.talk button[value="agreed"]').click()
    until(lambda: page.locator(".talk .lines li").count() == 2, what="the own line")
    page.locator("#line").fill("  my own words ")
    page.keyboard.press("Enter")
    until(lambda: "my own words" in page.inner_text(".talk .lines"), what="the typed line")
    # The line may come in before the answer does that it was taken.
    expect(page.locator("#line")).to_have_value("")


def test_a_line_is_said_once_and_what_is_typed_meanwhile_stays(metator, page):
    fast = Fast.asked_for(metator, "sit_down")
    fast.sit(page, 0)
    Player(page, fast.url).ready()
    page.locator(".talk summary").click()
    action = page.locator(".talk form").get_attribute("action")
    held = []

    def hold(route):
        held.append(route)

    page.route(f"**{action}", hold)
    page.locator("#line").fill("my own words")
    for _ in range(2):
        page.keyboard.press("Enter")
    page.locator("#line").fill("and others")
    until(lambda: page.title() and held, what="the line on its way")
    # One that is sent meanwhile has its turn after it.
    page.locator('.talk button[value="agreed"]').click()
    page.evaluate(DRAWN)
    assert len(held) == 1
    held[0].continue_()
    until(lambda: page.title() and len(held) == 2, what="the other line on its way")
    assert page.input_value("#line") == "and others"
    held[1].continue_()
    until(lambda: page.locator(".talk .lines li").count() == 2, what="both lines")
    page.evaluate(DRAWN)
    assert (len(held), page.input_value("#line")) == (2, "and others")


def test_a_page_that_goes_on_takes_nothing_from_under_the_hand(metator, page):
    fast = Fast.asked_for(metator, "place_marker")
    side, view, question = fast.asked()
    without_stream(page)
    fast.sit(page, 1 - side)
    Player(page, fast.url).ready()
    page.evaluate("document.documentElement.dataset.holding = ''")
    page.evaluate("window.stayed = true")
    fast.answer(side, view, question, random.Random(1))
    Asking(page).answered_twice()
    assert page.evaluate("window.stayed") is True
    goes_on_soon(page, lambda: page.evaluate("delete document.documentElement.dataset.holding"))
    assert page.get_attribute("#battle", "data-version") != str(view["version"])


def test_a_phone_sees_the_other_sides_move_by_itself(metator, page):
    fast = Fast.asked_for(metator, "place_marker")
    side, view, question = fast.asked()
    fast.sit(page, 1 - side)
    Player(page, fast.url).ready()
    option = question["options"][0]
    sent = {"prompt": question["id"], "expected_version": view["version"], "answer": option}

    def move():
        posted = Wire(fast.url, fast.tokens[side]).post(f"/api/v1/battles/{fast.id}/moves/", sent)
        assert posted.status == 201

    goes_on_soon(page, move)
    assert page.get_attribute("#battle", "data-version") != str(view["version"])


def test_an_offered_return_match_appears_on_the_other_phone_by_itself(metator, page):
    battle, (first, second, creator) = metator.store(stock.asked("place_marker"))
    fast = Fast(metator.url, battle, [first, second])
    sit_by(page.context.request, fast.link(1))
    path = f"/api/v1/battles/{battle}/"
    assert Wire(fast.url, first).post(f"{path}resign/").status == 200
    fast.open(page)
    Player(page, fast.url).ready()
    page.evaluate("window.stood = true")
    offer = page.get_by_role("link", name="Go to the rematch")
    assert offer.count() == 0

    assert Wire(fast.url, creator).post(f"{path}rematch/").status == 201

    offer.wait_for()
    assert page.evaluate("window.stood")


def test_without_scripts_a_waiting_page_does_not_promise_to_go_on(metator, chromium):
    fast = Fast.asked_for(metator, "place_marker")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()

    fast.sit(page, 1 - fast.side)

    assert page.locator(".waiting noscript").is_visible()
    assert page.inner_text(".waiting noscript").startswith("Reload this page")
    assert page.locator(".waiting .by-itself").is_hidden()
    context.close()


def test_a_seat_is_taken_on_another_phone_by_a_code_that_is_large_enough(metator, phone_page):
    fast = Fast.asked_for(metator, "sit_down")
    fast.sit(phone_page, 0)
    phone_page.goto(f"{fast.page_url}links/")
    assert phone_page.locator(".own-seat [data-copy]").count() == 0
    phone_page.locator('.own-seat form[action*="another-device"] button').click()
    phone_page.locator(".own-seat [data-copy]").wait_for()
    # Here no other device could scan one; where one can, it stands like this.
    assert phone_page.locator(".qr").count() == 0
    assert "LAN=1 make run" in phone_page.inner_text(".own-seat")
    phone_page.evaluate(
        """() => {
          const link = document.querySelector(".own-seat .link");
          link.classList.remove("bare");
          link.insertAdjacentHTML(
            "afterbegin", '<div class="qr"><svg viewBox="0 0 41 41"></svg></div>');
        }"""
    )
    code = phone_page.locator(".own-seat .qr svg").bounding_box()
    assert code["width"] >= 250
    link = phone_page.locator(".own-seat [data-copy]").input_value()
    assert link.startswith(f"{fast.page_url}device/{fast.id}-0d")
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone_page.locator("[data-plain-http]").is_hidden()


def test_a_page_that_goes_on_asks_for_the_next_one_once_however_slow_it_comes(metator, chromium):
    fast = Fast.asked_for(metator, "place_marker")
    side, view, question = fast.asked()
    # A worker would ask for the page before anybody could hold it up.
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    without_stream(page)
    fast.sit(page, 1 - side)
    Player(page, fast.url).ready()
    held = []

    def hold(route):
        held.append(route)

    page.route(fast.page_url, hold)
    fast.answer(side, view, question, random.Random(1))
    while not held:
        page.wait_for_timeout(50)
    asking = Asking(page)
    while len(asking.requests) < 3:
        page.wait_for_timeout(50)
    assert len(held) == 1
    held[0].continue_()
    goes_on_from(page, view["version"])
    assert page.get_attribute("#battle", "data-version") != str(view["version"])
    context.close()


@pytest.mark.django_db(transaction=True)
def test_a_place_that_no_worker_checks_yet_is_stored_and_the_page_says_so(live_server, page):
    table = pbs("place_piece")
    side = next(side for side in (0, 1) if table.asked(side, "place_piece"))
    page.goto(f"{live_server.url}{device_path(table.id, side)}")
    page.locator(".sitting .primary").click()
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    page.locator("#laying button.primary").click()
    page.get_by_role("heading", name="Checking your placement").wait_for()
    assert "It is saved; you can leave this page" in page.inner_text(".asked")
    page.reload()
    assert "It is saved; you can leave this page" in page.inner_text(".asked")
    page.evaluate("window.stood = true")
    judge_submission(Submission.objects.get().pk)
    page.wait_for_selector('#battle[data-checking="0"]')
    assert page.evaluate("window.stood")


@pytest.mark.django_db(transaction=True)
def test_over_plain_http_all_works_and_the_page_says_once_what_does_not(
    live_server, chromium, settings
):
    settings.ALLOWED_HOSTS = ["club.test", "testserver"]
    table = begin(PBS)
    rules = "--host-resolver-rules=MAP club.test 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=executable(), args=[*FLAGS, rules])
    page = browser.new_page(viewport=PHONE)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    club = f"http://club.test:{live_server.url.rsplit(':', 1)[1]}/b/{table.id}"

    page.goto(f"{club}{device_path(table.id, 0).removeprefix(f'/b/{table.id}')}")
    page.locator(".sitting .primary").click()
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")

    assert page.evaluate("isSecureContext") is False
    assert page.locator("[data-plain-http]:visible").count() == 0
    assert services.say(battle=table.id, side=1, word="one_moment").number == 1
    page.wait_for_selector(".talk .last bdi:not(:empty)")
    page.locator(".sit-down .primary").click()
    until(lambda: table.asked(0, "sit_down") is None, what="the seat to be taken")
    page.goto(f"{club}/links/")
    page.locator("[data-plain-http]").wait_for()
    assert "plain HTTP" in page.inner_text("[data-plain-http]")
    button = page.locator("[data-copy-button]").first
    button.click()
    until(lambda: button.inner_text() != "Copy", what="the copy")
    assert wrong == []
    browser.close()
