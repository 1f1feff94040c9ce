"""Does the table help whoever lays a piece, and whoever only looks? Mouse, touch and keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.browser import until_held

pytestmark = pytest.mark.browser

KNOWN = ".ground-lit[data-known]:not(.stale)"
ACROSS = (3, 22.5, 42)


@pytest.fixture(scope="module")
def placing(metator):
    """A battle in which somebody is asked to place rocky ground on a flank. Nobody here does."""
    return Fast.at(metator, stock.kept("rocky_ground"))


def sitting(fast, page):
    fast.sit(page, 0, 1)
    player = Player(page, fast.url)
    player.ready()
    page.wait_for_selector(KNOWN, state="attached")
    return player


def tool(page, name):
    page.locator(f'[data-tool="{name}"]').click()


def typed(page, name):
    return float(page.locator(f'input[name="{name}"]').input_value())


def box(page):
    return [float(each) for each in page.locator("#table svg").get_attribute("viewBox").split()]


def settled(page):
    page.wait_for_selector('[data-tool="undo"]:not([disabled])')


def outside(player):
    """Drag the piece to where its die does not send it, well off its zones."""
    zones = player.given()["zones"]
    far = max(ACROSS, key=lambda x: min(max(low - x, x - high) for low, _, high, _ in zones))
    player.drag((far, 15))


def test_an_illegal_place_says_which_rule_and_by_how_much_and_the_nearest_place_mends_it(
    placing, page
):
    player = sitting(placing, page)
    assert page.locator(".ground-lit .lit").get_attribute("d")
    outside(player)
    said = page.locator("[data-readout]")
    # What the page sees by itself is told at once, in figures as soon as the zones have come.
    expect(said).to_contain_text("BW outside its sector")
    assert said.locator(".section").first.inner_text().startswith("9.")
    assert page.locator(".offences .figure").first.text_content().endswith("BW out")
    expect(page.locator(".held.amiss")).to_have_count(1)
    expect(page.locator("[data-as-placed]")).to_be_visible()
    expect(page.locator("[data-says]")).to_contain_text("BW out")

    page.get_by_role("button", name="Nearest legal place").click()
    page.wait_for_selector("[data-readout] .legal")

    expect(page.locator(".offences .figure")).to_have_count(0)
    expect(page.locator("[data-as-placed]")).to_be_hidden()


def drawn_with_its_ground(page):
    expect(page.locator(".editor .held.alike")).to_have_count(1)
    ground, piece = (page.locator(each).bounding_box() for each in (".likeness", ".editor .held"))
    # Its corners are drawn round.
    assert ground == pytest.approx(piece, abs=8)
    # Carried along, neither turned nor stretched.
    carried = re.findall(r"-?[\d.]+", page.locator(".likeness").get_attribute("transform"))
    assert [float(part) for part in carried[:4]] == pytest.approx([1, 0, 0, 1], abs=0.01)


def test_a_piece_that_is_slid_as_it_is_keeps_its_ground(placing, page):
    player = sitting(placing, page)
    page.locator(".measured summary").click()
    page.get_by_role("radio", name="Rectangle").check()
    # Three to four: so far from each other its corners lie also once they are rounded, and nothing
    # is asked anew. What comes back is held with its sides exchanged.
    for name, figure in {"width": "8", "depth": "6", "degrees": "53.13"}.items():
        page.locator(f'input[name="{name}"]').fill(figure)
    outside(player)
    page.wait_for_selector(KNOWN, state="attached")
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    page.get_by_role("button", name="Nearest legal place").click()
    page.wait_for_selector("[data-readout] .legal")

    assert typed(page, "degrees") == pytest.approx(-36.87, abs=0.02)
    drawn_with_its_ground(page)
    tool(page, "undo")
    assert typed(page, "degrees") == pytest.approx(53.13, abs=0.02)
    drawn_with_its_ground(page)
    assert not [url for url in asked if "/hints/" in url]


def test_nothing_of_the_piece_lies_under_the_tools(placing, page):
    sitting(placing, page)
    page.locator(".measured summary").click()
    for name, figure in {"width": "8", "depth": "7", "left": "31", "near": "23"}.items():
        page.locator(f'input[name="{name}"]').fill(figure)
    for magnified in range(3):
        bar = page.locator("[data-tools]").bounding_box()
        marks = page.locator('.handle:not([visibility="hidden"]), .offences .ground').all()
        assert marks or magnified
        for each in marks:
            box = each.bounding_box()
            lower, right = box["y"] + box["height"], box["x"] + box["width"]
            below = box["y"] >= bar["y"] + bar["height"]
            assert below or right <= bar["x"] or lower <= bar["y"]
        tool(page, "nearer")


def test_where_no_place_is_found_it_is_said_without_moving_a_button(placing, page):
    sitting(placing, page)
    page.locator(".measured summary").click()
    page.locator('input[name="depth"]').fill("1")
    page.locator(".measured summary").click()
    page.wait_for_selector(KNOWN, state="attached")
    nearest = page.get_by_role("button", name="Nearest legal place")
    before = nearest.bounding_box()
    nearest.click()
    told = page.get_by_role("alert").filter(has_text="No room for it in this shape")
    told.wait_for()
    assert nearest.bounding_box() == before
    tool(page, "nearer")
    assert told.is_visible()
    page.locator(".held").press("ArrowUp")
    assert told.count() == 0


def test_the_view_follows_a_piece_to_where_a_place_is_found(placing, page):
    player = sitting(placing, page)
    outside(player)
    page.wait_for_selector(KNOWN, state="attached")
    for _ in range(3):
        tool(page, "nearer")
    page.get_by_role("button", name="Nearest legal place").click()
    page.wait_for_selector("[data-readout] .legal")
    room, piece = (page.locator(each).bounding_box() for each in ("#table svg", ".held"))
    assert piece["x"] >= room["x"]
    assert piece["y"] >= room["y"]
    assert piece["x"] + piece["width"] <= room["x"] + room["width"]
    assert piece["y"] + piece["height"] <= room["y"] + room["height"]


def test_the_table_is_magnified_about_the_piece_in_hand(placing, page):
    player = sitting(placing, page)
    outside(player)
    before = middle_of(page.locator(".held"))
    for _ in range(2):
        tool(page, "nearer")
        # Its middle stays, and an outline that comes other each time is not even about its middle.
        assert middle_of(page.locator(".held")) == pytest.approx(before, abs=24)
    tool(page, "whole")
    assert page.locator("svg.magnified").count() == 0


def middle_of(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_done_while_a_place_is_looked_for_wins_over_the_place_found(placing, page):
    player = sitting(placing, page)
    late = []

    def keep_waiting(route):
        late.append(route)

    page.route(re.compile("/(suggest|nearest)/$"), keep_waiting)
    outside(player)

    for button in ("Nearest legal place", "Suggest a place"):
        page.get_by_role("button", name=button).click()
        page.wait_for_selector(".laying.busy")
        tool(page, "undo")
        put = page.locator('input[name="answer"]').input_value()
        until_held(page, late)
        late.pop().continue_()
        page.wait_for_selector(".laying:not(.busy)")

        assert page.locator('input[name="answer"]').input_value() == put
        assert page.locator(".told").inner_text().startswith("You changed it in the meantime")
        tool(page, "redo")


def test_nothing_is_called_legal_while_the_server_has_not_said_so_and_then_it_is_told(
    placing, page
):
    page.route("**/hints/", lambda route: route.fulfill(status=503, json={}))
    placing.sit(page, 0, 1)
    player = Player(page, placing.url)
    player.ready()
    player.drag_into_zone()
    assert page.locator("[data-readout] .legal").count() == 0
    outside(player)
    assert "Outside its part of the table" in page.locator("[data-readout]").inner_text()
    spoken = page.locator("[data-says]")
    expect(spoken).to_contain_text("Outside its part of the table")

    page.unroute("**/hints/")

    expect(spoken).to_contain_text("BW out")


def test_near_a_table_edge_the_piece_is_drawn_to_it_and_shows_it_until_it_is_dragged_further(
    placing, page
):
    player = sitting(placing, page)
    high = typed(page, "near")
    held = page.locator(".held").bounding_box()
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    (_, level), (_, beside) = player.on_screen((20, high)), player.on_screen((20, 0.25))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + beside - level, steps=4)
    page.wait_for_selector(".snaps .snap", state="attached")
    assert typed(page, "near") == 0
    (_, further) = player.on_screen((20, 1.5))
    page.mouse.move(x, y + further - level, steps=4)
    expect(page.locator('input[name="near"]')).not_to_have_value("0")
    page.mouse.up()
    assert page.locator(".snaps .snap").count() == 0


def test_every_gesture_is_one_step_that_can_be_undone_and_done_again(placing, page):
    player = sitting(placing, page)
    before = (typed(page, "left"), typed(page, "near"))
    player.drag_into_zone()
    dragged = (typed(page, "left"), typed(page, "near"))
    page.get_by_role("button", name="Turn left by 15 degrees").click()
    turned = typed(page, "degrees")
    tool(page, "undo")
    assert (typed(page, "degrees"), (typed(page, "left"), typed(page, "near"))) == (0, dragged)
    page.locator(".held").focus()
    page.keyboard.press("Control+z")
    assert (typed(page, "left"), typed(page, "near")) == before
    page.keyboard.press("Control+Shift+z")
    assert (typed(page, "left"), typed(page, "near")) == dragged
    page.keyboard.press("Control+y")
    assert typed(page, "degrees") == turned
    assert page.locator('[data-tool="redo"]').is_disabled()


def test_the_keyboard_turns_it_and_arrows_go_where_they_point_from_either_edge(placing, page):
    sitting(placing, page)
    held = page.locator(".held")
    held.focus()
    before = typed(page, "degrees")
    page.keyboard.press("q")
    page.keyboard.press("q")
    page.keyboard.press("e")
    assert typed(page, "degrees") == pytest.approx(before + 5)
    settled(page)
    at = typed(page, "left")
    tool(page, "turn")
    page.wait_for_selector('#table svg[data-view="invader"]')
    assert typed(page, "left") == at
    there = held.bounding_box()["x"]
    held.focus()
    page.keyboard.press("ArrowRight")
    assert typed(page, "left") == pytest.approx(at - 0.5, abs=0.02)
    assert held.bounding_box()["x"] > there
    page.reload()
    assert page.locator("#table svg").get_attribute("data-view") == "invader"


def test_the_wheel_turns_the_piece_and_magnifies_the_ground(placing, page):
    sitting(placing, page)
    held = page.locator(".held").bounding_box()
    whole = box(page)
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    before = typed(page, "degrees")
    page.mouse.wheel(0, -100)
    expect(page.locator('input[name="degrees"]')).not_to_have_value(f"{before:g}")
    assert box(page) == whole
    page.mouse.move(held["x"] + held["width"] * 2.5, held["y"] + held["height"] / 2)
    page.mouse.wheel(0, -100)
    page.wait_for_selector("#table svg.magnified")
    left, top, *_ = box(page)
    grip = page.locator('[data-handle="spin"]').bounding_box()
    assert 34 < grip["width"] < 48
    size = page.locator("#table").bounding_box()
    page.mouse.down()
    page.mouse.move(held["x"] + held["width"] * 2, held["y"], steps=3)
    page.mouse.up()
    assert box(page)[:2] != [left, top]
    assert page.locator("#table").bounding_box() == size
    tool(page, "whole")
    assert box(page) == whole
    page.locator(".held").focus()
    page.keyboard.press("+")
    assert box(page)[2] < whole[2]
    page.keyboard.press("0")
    assert box(page) == whole


def test_the_tape_measures_by_taps_by_a_drag_and_by_arrow_keys(placing, page):
    player = sitting(placing, page)
    tool(page, "tape")
    figure = page.locator(".tape-figure")
    page.mouse.click(*player.on_screen((3, 20)))
    page.mouse.click(*player.on_screen((11, 26)))
    assert figure.text_content() == "10.0 BW"
    tool(page, "unit")
    assert figure.text_content() == "40.0 cm"
    tool(page, "unit")
    assert figure.text_content() == "15.7 inches"
    tool(page, "unit")
    page.mouse.move(*player.on_screen((20, 4)))
    page.mouse.down()
    page.mouse.move(*player.on_screen((30, 4)), steps=4)
    page.mouse.up()
    assert figure.text_content() == "10.0 BW"
    page.locator(".tape-grip").nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert figure.text_content() == "10.6 BW"
    expect(page.locator("[data-says]")).to_have_text("10.6 BW")
    # The same by typing, as the table is seen; what is no figure or off the table moves none.
    boxes, sheet = (page.locator(each).bounding_box() for each in (".tape-points", "#table svg"))
    assert boxes["y"] >= sheet["y"] + sheet["height"]
    assert page.locator(".tape-points label").first.inner_text() == "left edge"
    ends = {"1: distance from the left edge": "3", "1: distance from the near edge": "20"}
    ends["2: distance from the left edge"] = "6"
    for name, figure_typed in {**ends, "2: distance from the near edge": "24"}.items():
        page.get_by_label(f"End {name} (BW)").fill(figure_typed)
    assert figure.text_content() == "5.0 BW"
    expect(page.locator("[data-says]")).to_have_text("5.0 BW")
    last = page.get_by_label("End 2: distance from the near edge (BW)")
    last.fill("x")
    assert (figure.text_content(), last.get_attribute("aria-invalid")) == ("5.0 BW", "true")
    last.fill("99")
    last.blur()
    assert (last.input_value(), last.get_attribute("aria-invalid")) == ("30.0", None)
    tool(page, "turn")
    page.wait_for_selector('#table svg[data-view="invader"]')
    assert last.input_value() == "0.0"
    tool(page, "turn")
    page.wait_for_selector('#table svg[data-view="defender"]')
    last.press("Escape")
    assert figure.is_hidden()
    tool(page, "tape")
    tool(page, "tape")
    assert figure.is_hidden()


def test_whoever_watches_a_battle_turns_magnifies_and_measures_too(placing, page):
    placing.sit(page, 0)
    page.goto(f"{placing.page_url}links/")
    watched = re.search(r"http[^\s\"]*/watch/[^\s\"<]+", page.content()).group()
    page.context.clear_cookies()
    page.goto(watched)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    assert page.locator(".held").count() == 0
    tool(page, "turn")
    page.wait_for_selector('#table svg[data-view="invader"]')
    tool(page, "tape")
    assert page.locator(".tape-figure").text_content() == "10.0 BW"
    tool(page, "nearer")
    assert page.locator("#table svg.magnified").count() == 1


def test_two_fingers_on_the_piece_turn_it_and_on_the_ground_magnify(placing, phone_page):
    player = sitting(placing, phone_page)
    touch = phone_page.context.new_cdp_session(phone_page)

    def fingers(kind, *points):
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    held = phone_page.locator(".held").bounding_box()
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    before = typed(phone_page, "degrees")
    fingers("touchStart", (x, y))
    fingers("touchStart", (x, y), (x + 60, y))
    fingers("touchMove", (x, y), (x + 52, y - 30))
    fingers("touchEnd")
    assert typed(phone_page, "degrees") == pytest.approx(before + 30, abs=1.1)

    # One finger drags it afterwards as before.
    left = typed(phone_page, "left")
    fingers("touchStart", (x, y))
    fingers("touchMove", (x + 20, y))
    fingers("touchMove", (x + 40, y))
    fingers("touchEnd")
    assert typed(phone_page, "left") > left

    whole = box(phone_page)
    (ax, ay), (bx, by) = player.on_screen((3, 27)), player.on_screen((3, 22))
    fingers("touchStart", (ax, ay))
    fingers("touchStart", (ax, ay), (bx, by))
    fingers("touchMove", (ax, ay), (bx + 20, by + 60))
    fingers("touchEnd")
    phone_page.wait_for_selector("#table svg.magnified")
    assert box(phone_page)[2] < whole[2]


def test_the_table_s_tools_are_large_enough_for_a_thumb_and_fit_the_narrowest_phone(
    placing, phone_page
):
    phone_page.set_viewport_size({"width": 360, "height": 640})
    sitting(placing, phone_page)
    tool(phone_page, "tape")
    shown = phone_page.locator("[data-tools] > :visible")
    boxes = [shown.nth(at).bounding_box() for at in range(shown.count())]
    assert len(boxes) == 8
    assert all(each["width"] >= 44 and each["height"] >= 44 for each in boxes)
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_is_asked_to_accept_a_place_sees_what_is_wrong_with_it_on_the_table(metator, page):
    # What is declined stays where it was put: on a battle of its own.
    player = sitting(Fast.at(metator, stock.kept("rocky_ground")), page)
    outside(player)
    page.locator("[data-as-placed]").click()
    page.wait_for_selector(".mode-proposal #table .editor .held")
    expect(page.locator("#table .offences .figure").first).to_contain_text("BW out")
    zones = player.given()["zones"]
    sides = {low for low, *_ in zones} | {high for _, _, high, _ in zones}
    drawn = page.evaluate(
        """() => {
          const { unit, left } = document.querySelector("#table svg").dataset;
          const ends = [...document.querySelectorAll("#table .offences circle.where")];
          return ends.map((end) => (end.getAttribute("cx") - left) / unit);
        }"""
    )
    # The way back ends at the zone that it left.
    assert any(abs(x - side) < 0.01 for side in sides for x in drawn)
    page.get_by_role("button", name="Decline", exact=True).click()
    page.wait_for_selector("#laying")
