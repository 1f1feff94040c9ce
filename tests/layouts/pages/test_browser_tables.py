"""Is a table two taps away on a phone, and usable by keyboard, by everybody, without a script?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.battles.pages.test_browser_everyone import all_found_in
from tests.browser import DRAWN, PHONE, opened, until_held

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table_url(metator: Any, chromium: Any) -> str:
    """A finished table of some other browser."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{metator.url}/tables/?seed=7&territory=mountains&box-mountains=1-2&policy=random")
    page.locator(".wish > .go button").click()
    page.wait_for_selector("[data-table]", timeout=30_000)
    url = str(page.url)
    context.close()
    return url


# Words of the map that are drawn and that its edge cuts.
CUT_OFF = """() => {
  const sheet = document.querySelector("#table .battle-map").getBoundingClientRect();
  const words = [...document.querySelectorAll("#table .battle-map text")];
  return words.filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const seen = bottom > sheet.top && top < sheet.bottom && bottom > top;
    return seen && (top < sheet.top - 1 || bottom > sheet.bottom + 1);
  }).map((each) => each.textContent);
}"""


def no_sideways(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [(844, 390), (720, 450), (640, 400)])
@pytest.mark.parametrize("page_of_it", ["", "edit/"])
def test_a_table_is_in_sight_at_once_in_a_low_window(
    page: Any, table_url: str, size: tuple[int, int], page_of_it: str
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table_url + page_of_it)
    drawn = page.locator("#table .battle-map").bounding_box()
    assert drawn["y"] + drawn["height"] <= height
    assert drawn["width"] * drawn["height"] > width * height / 3
    assert page.evaluate(CUT_OFF) == []
    assert no_sideways(page)


@pytest.mark.parametrize("size", [(844, 390), (720, 450)])
def test_the_verdict_is_in_sight_with_the_table_in_a_low_window(
    page: Any, table_url: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table_url)
    verdict, sheet = (page.locator(each).bounding_box() for each in (".verdict", "#table"))
    assert verdict["y"] + verdict["height"] <= size[1]
    assert verdict["x"] >= sheet["x"] + sheet["width"]


def test_two_taps_on_a_phone_give_a_table(metator: Any, phone_page: Any) -> None:
    phone_page.goto(f"{metator.url}/tables/")

    phone_page.locator(".tile", has_text="Plains").tap()
    go = phone_page.locator(".wish > .go button")
    box = go.bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    go.tap()

    phone_page.wait_for_url("**/t/*/")
    phone_page.wait_for_selector("[data-table] .piece")
    assert phone_page.locator("h1").inner_text().startswith("Plains")
    assert no_sideways(phone_page)


def test_tapped_pieces_are_kept(metator: Any, phone_page: Any, table_url: str) -> None:
    phone_page.goto(table_url)
    piece = phone_page.locator("[data-piece]").nth(2)
    name = piece.get_attribute("data-piece")

    piece.locator(".hold").tap()

    assert phone_page.locator(f'[name="lock"][value="{name}"]').is_checked()
    assert "Kept:" in phone_page.locator(".hint").inner_text()
    before = phone_page.request.get(f"{table_url}layout.json").json()
    phone_page.locator("[data-again]").tap()
    phone_page.wait_for_url(lambda url: url != table_url)
    phone_page.wait_for_selector("[data-table]")
    after = phone_page.request.get(f"{phone_page.url}layout.json").json()
    kept = next(each for each in before["pieces"] if each["id"] == name)
    assert kept in after["pieces"]
    assert phone_page.request.get(f"{table_url}layout.json").json() == before


def test_a_table_by_keyboard_alone(metator: Any, page: Any) -> None:
    page.goto(f"{metator.url}/tables/")
    page.locator('[name="territory"]:checked').focus()

    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-table]", timeout=30_000)

    assert page.locator("h1").inner_text().startswith("Desert")


def taken(page: Any, table_url: str) -> None:
    """The editor with a piece in hand, its ground known."""
    page.goto(f"{table_url}edit/")
    page.locator('[data-choose="p4"]').click()
    page.wait_for_selector(".ground-lit[data-known]:not(.stale)", state="attached")


def spot(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def put(page: Any) -> tuple[float, float]:
    return float(page.locator("#x").input_value()), float(page.locator("#y").input_value())


def settled(page: Any) -> None:
    page.wait_for_selector('[name="changes"][value*="p4"]', state="attached")
    page.wait_for_selector("#laying:not([aria-busy])")


def test_a_piece_is_edited_by_keyboard_and_saved(page: Any, table_url: str) -> None:
    page.goto(f"{table_url}edit/")
    page.locator('[data-piece="p4"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor .held", state="attached")
    x, _y = put(page)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("q")
    settled(page)

    assert put(page)[0] == pytest.approx(x + 1, abs=0.02)
    assert page.evaluate("document.activeElement.classList.contains('held')")
    page.locator(".save button").click()
    page.wait_for_url(lambda url: url.endswith("/") and "edit" not in url)
    assert "edited by hand" in page.locator(".heading").inner_text()


def test_a_dragged_piece_says_at_once_what_is_wrong_and_finds_its_way_back(
    page: Any, table_url: str
) -> None:
    taken(page, table_url)
    before = put(page)

    page.mouse.move(*spot(page, ".held"))
    page.mouse.down()
    page.mouse.move(*spot(page, '[data-piece="p3"] .hold'), steps=6)
    page.wait_for_selector(".offences .where", state="attached")
    assert page.locator(".offences .figure", has_text="on Brush").count() == 1
    assert "Outside its sector." in page.locator("[data-readout]").inner_text()
    page.mouse.up()
    page.wait_for_selector(".verdict-of.illegal")
    page.locator("[data-nearest]").click()
    page.wait_for_selector(".verdict-of.legal")
    assert put(page) != before

    for _step in range(2):
        page.locator('[data-tool="undo"]').click()
        # Whatever makes the table anew while the server is asked, the step is not undone by it.
        page.evaluate("dispatchEvent(new Event('resize'))")
        page.wait_for_selector("#laying:not([aria-busy])")
    page.wait_for_selector('[name="changes"][value*="{}"]', state="attached")
    assert put(page) == before


def test_a_piece_turned_past_a_quarter_keeps_its_shape(page: Any, table_url: str) -> None:
    taken(page, table_url)
    page.locator(".editor .held").focus()
    for _turn in range(10):
        page.keyboard.press("q")
    settled(page)

    shown = page.locator("[data-readout] b").inner_text()
    page.locator('[data-choose="p5"]').click()
    page.wait_for_selector('[name="chosen"][value="p5"]', state="attached")
    page.locator('[data-choose="p4"]').click()
    page.wait_for_selector('[name="chosen"][value="p4"]', state="attached")

    assert page.locator("[data-readout] b").inner_text() == shown


def test_what_is_dragged_while_an_answer_is_on_its_way_is_kept(page: Any, table_url: str) -> None:
    taken(page, table_url)
    waiting: list[Any] = []

    def first_one_late(route: Any) -> None:
        if waiting:
            route.continue_()
        else:
            waiting.append(route)

    page.route("**/edit/", first_one_late)
    page.locator('[data-choose="p5"]').click()
    page.wait_for_function("document.querySelector('#laying[aria-busy]')")
    x, y = spot(page, ".held")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=3)
    page.evaluate(DRAWN)
    moved = put(page)
    # The answer comes in the middle of the drag: what was sent is sent again with it.
    until_held(page, waiting)
    with page.expect_response("**/edit/"):
        waiting[0].continue_()
    page.mouse.move(x - 32, y, steps=2)
    page.mouse.up()
    page.wait_for_selector('[name="chosen"][value="p5"]', state="attached")
    page.wait_for_selector("#laying:not([aria-busy])")

    kept = json.loads(page.locator('[name="changes"]').input_value())["pieces"]
    assert kept["p4"][0] == pytest.approx(moved[0], abs=0.2)
    # Pressed twice at once it is done twice.
    width = float(page.locator("#width").input_value())
    page.evaluate("for (const time of [1, 2]) document.querySelector('[value=larger]').click()")
    page.wait_for_function(
        "most => Number(document.querySelector('#width').value) > most - 0.05", arg=width + 1
    )
    page.wait_for_selector("#laying:not([aria-busy])")
    # And the next piece is not stuck to the table.
    before = put(page)
    x, y = spot(page, ".held")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=3)
    page.mouse.up()
    assert put(page) != before


def test_an_answer_that_is_no_table_takes_nothing_away(page: Any, table_url: str) -> None:
    taken(page, table_url)
    page.locator('button[value="larger"]').click()
    settled(page)
    changed = page.locator('[name="changes"]').input_value()
    nowhere = f"{table_url.replace('/t/', '/t/none')}edit/"
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)

    # Nobody answers; and the table was forgotten in another tab.
    for answer, why in (
        (lambda route: route.abort(), "The server cannot be reached."),
        (lambda route: route.continue_(url=nowhere), "Page not found"),
    ):
        page.route("**/edit/", answer)
        for button in ('[data-choose="p5"]', "[data-save] button"):
            page.locator("[data-verdict]").evaluate("each => { each.textContent = ''; }")
            page.locator(button).click()
            page.locator("[data-verdict]", has_text=why).wait_for()
            page.wait_for_selector("#laying:not([aria-busy])")
        page.unroute("**/edit/")

    assert page.locator('[name="changes"]').input_value() == changed
    assert page.locator('[name="chosen"]').input_value() == "p4"
    # Pressed twice it is saved once, with the step just before it.
    x, _y = put(page)
    sent.clear()
    page.evaluate(
        "for (const each of ['[value=left]', '[data-save] button', '[data-save] button'])"
        " document.querySelector(each).click()"
    )
    page.wait_for_url(lambda url: not url.endswith("edit/"))
    assert "edited by hand" in page.locator(".heading").inner_text()
    assert sum("\r\nsave\r\n" in (request.post_data or "") for request in sent) == 1
    taken(page, page.url)
    assert put(page)[0] == pytest.approx(x - 0.5, abs=0.02)


def test_a_figure_off_the_table_is_not_drawn_and_what_is_added_is_in_hand(
    page: Any, table_url: str
) -> None:
    taken(page, table_url)
    page.locator("[data-figures] summary").click()
    before, drawn = put(page), spot(page, ".held")

    for typed, press in (("-20", "Tab"), ("60", "Tab"), ("60", "Enter")):
        page.locator("#x").fill(typed)
        page.locator("#x").press(press)
        said = f"“{typed}” is out of range. Enter a number from 0 to 45."
        page.locator("#x-fault", has_text=said).wait_for()
        page.locator("[data-verdict]", has_text=said).wait_for()
        page.wait_for_selector("#laying:not([aria-busy])")
        assert spot(page, ".held") == pytest.approx(drawn, abs=1)
        assert page.locator("#x").input_value() == typed
        assert page.locator("#x").get_attribute("aria-invalid") == "true"

    page.locator(".editor .held").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".verdict-of.legal")
    assert put(page)[0] == pytest.approx(before[0] + 0.5, abs=0.02)
    page.wait_for_selector('#x[aria-invalid="false"]')
    assert page.locator("#x").input_value() != "60"

    page.locator("#type").select_option("woods")
    page.locator('[value="add"]').click()
    page.wait_for_selector(".editor .held:focus")
    page.wait_for_selector(".ground-lit[data-known]:not(.stale)", state="attached")
    page.locator(".readout .legal", has_text="This place is legal.").wait_for()
    before = put(page)
    page.keyboard.press("ArrowLeft")
    assert put(page)[0] == pytest.approx(before[0] - 0.5, abs=0.02)


def looked_for(page: Any, table_url: str) -> Any:
    """The editor with a piece whose nearest place is asked for; the request, held back."""
    taken(page, table_url)
    held: list[Any] = []

    def late(route: Any) -> None:
        held.append(route)

    page.route("**/nearest/", late)
    page.locator("[data-nearest]").click()
    until_held(page, held)
    return held[0]


def test_a_place_looked_for_while_the_form_is_drawn_anew_is_said_to_be_overtaken(
    page: Any, table_url: str
) -> None:
    answer = looked_for(page, table_url)
    page.locator('button[value="larger"]').click()
    settled(page)

    answer.continue_()
    page.locator(".told", has_text="in the meantime").wait_for()


def test_a_place_looked_for_when_the_piece_is_gone_is_told_to_nobody(
    page: Any, table_url: str
) -> None:
    answer = looked_for(page, table_url)
    page.locator('button[value="remove"]').click()
    page.wait_for_selector("#laying:not(:has([data-readout]))")

    with page.expect_response("**/nearest/"):
        answer.continue_()
    settled(page)
    # Nor does the script stumble: the page's fixture would say so.
    assert page.locator(".told").count() == 0


def test_the_mouse_takes_a_piece_and_drags_it_in_one_go(page: Any, table_url: str) -> None:
    page.goto(f"{table_url}edit/")
    x, y = spot(page, '[data-piece="p4"] .hold')

    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_selector(".editor .held", state="attached")
    page.mouse.move(x - 40, y, steps=4)
    page.mouse.up()
    settled(page)

    assert page.locator('[name="chosen"]').input_value() == "p4"


LISTENING = """window.listening = 0;
for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
  const usual = EventTarget.prototype[name];
  EventTarget.prototype[name] = function (kind, ...rest) {
    if (kind === "pointermove" && this instanceof SVGSVGElement) listening += by;
    return usual.call(this, kind, ...rest);
  };
}"""


def test_a_press_and_the_mouse_that_takes_a_piece_wait_for_each_other(
    page: Any, table_url: str
) -> None:
    page.add_init_script(LISTENING)
    taken(page, table_url)
    listening = page.evaluate("listening")
    late: list[Any] = []
    page.route("**/edit/", lambda route: route.continue_() if late else late.append(route))

    def wide(name: str) -> float:
        kept = json.loads(page.locator('[name="changes"]').input_value())["pieces"]
        return float(kept[name][3])

    def take(name: str) -> None:
        page.mouse.move(*spot(page, f'[data-piece="{name}"] .hold'))
        page.mouse.down()
        page.mouse.up()

    def answered(name: str) -> None:
        page.wait_for_function("document.querySelector('#laying[aria-busy]')")
        until_held(page, late)
        late[0].continue_()
        page.wait_for_selector(f'[name="chosen"][value="{name}"]', state="attached")
        page.wait_for_selector("#laying:not([aria-busy])")
        page.wait_for_function(f"listening === {listening}")

    width = float(page.locator("#width").input_value())
    page.locator('[value="larger"]').click()
    take("p5")
    answered("p5")
    assert wide("p4") == pytest.approx(width + 0.5, abs=0.02)

    late.clear()
    take("p4")
    page.locator('[value="larger"]').click()
    answered("p4")
    assert wide("p4") == pytest.approx(width + 1, abs=0.02)
    assert "p5" not in json.loads(page.locator('[name="changes"]').input_value())["pieces"]


def test_a_finished_table_is_turned_round_and_keeps_its_ticks(page: Any, table_url: str) -> None:
    page.goto(table_url)
    page.locator('[name="lock"]').nth(1).check()

    page.locator('[data-tool="turn"]').click()
    page.wait_for_selector('svg[data-view="invader"]')

    assert page.locator('[name="lock"]').nth(1).is_checked()
    assert page.locator('[data-piece="p2"]').get_attribute("aria-pressed") == "true"
    page.locator('[data-tool="nearer"]').click()
    assert page.locator("svg.magnified").count() == 1


def test_without_a_script_a_table_is_asked_for_kept_edited_and_saved(
    metator: Any, chromium: Any
) -> None:
    for page in opened(chromium, PHONE, java_script_enabled=False):
        page.goto(f"{metator.url}/tables/")
        page.locator(".tile", has_text="Mountains").click()
        assert page.locator(".box-map:visible").count() == 1
        page.locator(".wish > .go button").click()
        page.wait_for_selector("[data-table]", timeout=30_000)
        page.locator('[name="lock"]').first.check()
        page.locator("[data-again]").click()
        page.wait_for_selector("[data-table]", timeout=30_000)
        assert page.locator('[name="lock"]').first.is_checked()
        page.locator(".do a", has_text="Edit").click()
        # The first may be deep water, which does not slide; the last never is.
        page.locator("[data-choose]").last.click()
        page.locator('.pad [value="left"]').click()
        page.locator(".save button").click()
        page.wait_for_selector("[data-table]", timeout=30_000)
        assert "edited by hand" in page.locator(".heading").inner_text()


def test_a_table_its_wish_and_its_editor_are_for_everyone(
    metator: Any, page: Any, table_url: str
) -> None:
    page.goto(f"{metator.url}/tables/")
    wrong = all_found_in(page)
    page.goto(table_url)
    page.locator('[name="lock"]').first.check()
    wrong += all_found_in(page)
    taken(page, table_url)
    page.locator("[data-figures] summary").click()
    page.locator("#x").fill("44")
    page.locator("#x").press("Tab")
    page.wait_for_selector(".verdict-of.illegal")
    wrong += all_found_in(page)
    assert wrong == [], "\n".join(wrong)
