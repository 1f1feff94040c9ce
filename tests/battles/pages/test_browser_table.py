"""How does a piece get onto the table by mouse, by touch, by keyboard and by tape measure?"""

import json
import math

import pytest
from playwright.sync_api import expect

from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.browser import until_held

pytestmark = pytest.mark.browser

SEEN = """() => {
  const [held, shown] = [".held", "#table svg"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return held.bottom > shown.top && held.top < shown.bottom
    && held.right > shown.left && held.left < shown.right;
}"""
KNOWN = ".ground-lit[data-known]:not(.stale)"


@pytest.fixture(scope="module")
def placing(metator):
    """A battle in which somebody is asked to place sandy ground. Nobody here does."""
    return Fast.at(metator, stock.kept("sandy_ground"))


@pytest.fixture
def laying(metator):
    """The same, for whoever places it."""
    return Fast.at(metator, stock.kept("sandy_ground"))


def sitting(fast, page):
    fast.sit(page, 0, 1)
    player = Player(page, fast.url)
    known(player)
    return player


def known(player):
    """Until the server has said where the piece may lie as it is turned."""
    player.ready()
    player.page.wait_for_selector(KNOWN, state="attached")


def outline(page):
    return page.locator('input[name="answer"]').input_value()


def test_a_dragged_piece_goes_where_it_is_dragged_and_says_how_large_it_is(placing, page):
    player = sitting(placing, page)
    before = outline(page)
    player.drag_into_zone()
    assert outline(page) != before
    assert " × " in page.locator("[data-readout]").inner_text()


def test_it_is_sized_by_a_handle_and_turned_by_another(placing, page):
    player = sitting(placing, page)
    player.suggested()
    width = page.locator('input[name="width"]')
    before = float(width.input_value())
    grip = page.locator('[data-handle="e"]').bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60 if before > 7 else x + 60, y, steps=5)
    page.mouse.up()
    assert float(width.input_value()) != before
    degrees = page.locator('input[name="degrees"]')
    turned = float(degrees.input_value())
    page.get_by_role("button", name="Turn left by 15 degrees").click()
    assert float(degrees.input_value()) == pytest.approx(turned + 15, abs=0.02)
    # It is as large and lies as it does, with another outline each time, drawn with its ground.
    names = ("width", "depth", "degrees")
    put = [page.locator(f'input[name="{name}"]').input_value() for name in names]
    seen = {outline(page)}
    for _time in range(3):
        page.get_by_role("button", name="Another shape").press("Enter")
        seen.add(outline(page))
        assert [page.locator(f'input[name="{name}"]').input_value() for name in names] == put
        page.wait_for_selector(".editor .held.alike")
    assert len(seen) == 4
    assert page.locator(".editor .likeness path").count() > 1


def test_it_is_moved_by_the_keyboard(placing, page):
    sitting(placing, page)
    left = page.locator('input[name="left"]')
    before = float(left.input_value())
    page.locator(".held").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert float(left.input_value()) == pytest.approx(before + 0.6, abs=0.02)


def test_its_measures_are_typed_as_taken_on_the_real_table(placing, page):
    sitting(placing, page)
    page.locator(".measured summary").click()
    page.get_by_label("Rectangle").check(force=True)
    for name, figure in {"width": "6.5", "depth": "6", "left": "3", "near": "2"}.items():
        page.locator(f'input[name="{name}"]').fill(figure)
    page.locator('input[name="degrees"]').fill("0")
    corners = json.loads(outline(page))["outline"]["coordinates"][0]
    across, away = zip(*corners, strict=True)
    assert (min(across), max(across), min(away), max(away)) == (3, 9.5, 2, 8)
    assert "6.5 × 6 BW" in page.locator("[data-readout]").inner_text()
    # Enter takes each as it stands and goes on to the next, then to what places it.
    width = page.locator('input[name="width"]')
    width.focus()
    for _field in range(5):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Place it here")).to_be_focused()
    assert json.loads(outline(page))["outline"]["coordinates"][0] == corners


def test_a_size_off_its_limits_is_said_beside_its_fields_before_it_is_sent(placing, page):
    sitting(placing, page)
    page.locator(".measured summary").click()
    given = json.loads(page.locator("#editor").text_content())
    width, depth = page.locator('input[name="width"]'), page.locator('input[name="depth"]')
    said = page.locator("[data-off-size]")
    short, long, least = (
        f"{given['least'] - 1:g}",
        f"{given['most'] - 0.5:g}",
        f"{given['least']:g}",
    )
    for shape in ("Natural", "Rectangle", "Oval"):
        page.get_by_label(shape, exact=True).check(force=True)
        depth.fill(long)
        width.fill(short)
        assert said.inner_text() == f"A side is {short} BW (minimum {least} BW)."
        assert width.get_attribute("aria-invalid") == "true"
        # Nothing invites to send it.
        expect(page.locator("#laying[data-amiss] .primary")).to_be_visible()
        shown = page.locator("[data-readout] b").inner_text()
        assert shown == f"{long} × {short} BW"
        width.fill(least)
        assert said.is_hidden()
        assert width.get_attribute("aria-invalid") == "false"
    # Each side that is off is said; and beside the piece once the panel is closed.
    width.fill("99")
    depth.fill("1")
    both = f"A side is 1 BW (minimum {least} BW). A side is 99 BW (maximum {given['most']:g} BW)."
    assert said.inner_text() == both
    assert [each.get_attribute("aria-invalid") for each in (width, depth)] == ["true", "true"]
    size = page.locator("[data-readout] > span").first
    assert both not in size.inner_text()
    page.locator(".measured summary").click()
    expect(size).to_have_text(f"99 × 1 BW 396 × 4 cm {both}")
    page.locator(".measured summary").click()
    expect(size).to_have_text("99 × 1 BW 396 × 4 cm")


def test_a_refused_place_stays_where_it_was_put_and_the_other_side_may_accept_it(laying, page):
    player = sitting(laying, page)
    page.locator(".measured summary").click()
    page.get_by_label("Oval", exact=True).check(force=True)
    measures = {"width": "3", "depth": "3.5", "degrees": "70", "left": "20", "near": "12"}
    for name, figure in measures.items():
        page.locator(f'input[name="{name}"]').fill(figure)
    sent = outline(page)

    def put():
        return {name: page.locator(f'input[name="{name}"]').input_value() for name in measures}

    player.click("#laying button.primary")
    # Its drawing by the server gives way to the page's own as soon as that is known.
    page.wait_for_selector("#laying .refusals")
    player.ready()
    assert "A side is 3 BW (minimum" in page.locator("#laying").inner_text()
    assert (outline(page), put()) == (sent, measures)
    assert page.get_by_label("Oval", exact=True).is_checked()
    page.locator('button[value="as_placed"]').click()
    page.wait_for_selector('form[action$="/reply/"]')
    player.reads("where it was placed.")
    assert page.locator("#table .editor .held").count() == 1
    page.get_by_role("button", name="Decline", exact=True).click()
    page.wait_for_selector("#laying")
    player.ready()
    assert (outline(page), put()) == (sent, measures)
    assert page.get_by_label("Oval", exact=True).is_checked()
    player.suggested()
    assert page.get_by_label("Natural").is_checked()
    version = player.version
    player.click("#laying button.primary")
    page.wait_for_selector(f'#battle:not([data-version="{version}"])')


def test_a_place_that_the_other_side_accepts_stands(metator, page):
    fast = Fast.at(metator, stock.kept("deep_water"))
    player = sitting(fast, page)
    # Where its dot may lie is two points of the table, and the key shows such a point.
    page.wait_for_selector('.ground-lit[data-seen="dot"]', state="attached")
    assert page.locator("[data-lit-key]").get_attribute("data-seen") == "dot"
    page.locator(".measured summary").click()
    page.locator('[name="depth"]').fill("9")
    player.click("#laying button.primary")
    page.locator('button[value="as_placed"]').click()
    page.wait_for_selector(".mode-proposal #table .editor .held")
    assert page.get_by_text("look away").count() == 0
    page.get_by_role("button", name="agrees").click()
    page.wait_for_selector(".battle-map .piece")
    assert len(fast.view(0)["layout"]["pieces"]) == 1


def test_a_piece_that_lies_illegally_from_the_start_may_be_proposed_untouched(metator, page):
    player = sitting(Fast.at(metator, stock.kept("river")), page)
    # Of two mountains, which are both marked, it is said once.
    expect(page.locator("[data-readout] .amiss:not(.section)")).to_have_text(
        ["Overlaps the mountain. Move them apart."]
    )
    expect(page.locator(".offences .figure:not(rect)")).to_have_text(["on Mountains"] * 2)
    expect(page.locator("[data-as-placed]")).to_be_visible()
    page.locator(".measured summary").click()
    player.reads("measured along the edge from its left corner")


@pytest.mark.parametrize("device", ["phone_page", pytest.param("page", marks=pytest.mark.soak)])
def test_no_button_comes_under_the_hand_when_the_ground_is_known(metator, request, device):
    page = request.getfixturevalue(device)
    held = []

    def late(route):
        held.append(route)

    page.route("**/hints/", late)
    fast = Fast.at(metator, stock.kept("river"))
    fast.sit(page, 0, 1)
    Player(page, fast.url).ready()
    expect(page.locator("[data-readout] b")).to_be_visible()
    buttons = page.locator("#laying button:visible")
    before = {each.inner_text(): each.bounding_box() for each in buttons.all()}
    assert "Place it here" in before

    until_held(page, held)
    held.pop().continue_()

    expect(page.locator("[data-as-placed]")).to_be_visible()
    after = {each.inner_text(): each.bounding_box() for each in buttons.all()}
    assert {name: after[name] for name in before} == before


def off_table(outline, about, degrees):
    """How far an outline sticks out of the table, turned about one of its corners."""
    angle, (ax, ay) = math.radians(degrees), outline[about]
    cos, sin = math.cos(angle), math.sin(angle)
    xs = [ax + (x - ax) * cos - (y - ay) * sin for x, y in outline]
    ys = [ay + (x - ax) * sin + (y - ay) * cos for x, y in outline]
    return max(-min(xs), -min(ys), max(xs) - 45, max(ys) - 30)


def farthest_turn(outline):
    """The corner and the degrees by which an outline is turned the farthest off the table."""
    spots = [(at, turn) for at in range(len(outline)) for turn in range(10, 360, 10)]
    return max(spots, key=lambda spot: off_table(outline, *spot))


def middle_of(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_opponent_turns_or_slides_a_piece_and_sees_at_once_where_it_may_lie(metator, page):
    # A town, which turned goes off the table.
    fast = Fast.at(metator, stock.kept("turned_town"))
    fast.sit(page, 0, 1)
    player = Player(page, fast.url)
    page.get_by_role("button", name="Turn it").click()
    page.wait_for_selector("#laying")
    known(player)
    # However it is magnified, its handle stays where it can be grasped.
    shown = page.locator("#table svg").bounding_box()
    top, bottom = shown["y"], shown["y"] + shown["height"]
    nearer = page.locator('[data-tool="nearer"]')
    while nearer.is_enabled():
        assert page.evaluate(SEEN)
        x, y = middle_of(page, '[data-handle="spin"]')
        assert shown["x"] + 15 < x < shown["x"] + shown["width"] - 15
        assert top + 15 < y < bottom - 15
        nearer.click()
    expect(page.locator('[data-tool="whole"]')).to_be_enabled()
    page.locator('[data-tool="whole"]').click()
    # Grasped beside its middle it does not jump.
    degrees = page.locator('input[name="degrees"]')
    x, y = middle_of(page, '[data-handle="spin"]')
    page.mouse.move(x + 9, y + 9)
    page.mouse.down()
    page.mouse.move(x + 11, y + 11, steps=2)
    page.mouse.up()
    assert 0 < abs(float(degrees.input_value())) < 5

    page.locator(".measured summary").click()
    given = player.given()
    outline = next(each["outline"] for each in given["others"] if each["id"] == given["piece"])
    worst = farthest_turn(outline)
    page.locator('select[name="about"]').select_option(index=worst[0])
    degrees.fill(str(worst[1]))
    said = page.locator("[data-readout]")
    # At once, and then by the server, which names the rule.
    assert "BW off the table" in said.inner_text()
    expect(said.locator(".section").first).to_have_text("9.E")
    assert page.locator("[data-as-placed]").is_hidden()
    page.locator("[data-nearest]").click()
    page.wait_for_selector("[data-readout] .legal, .told")

    page.get_by_role("button", name="Undo the last answer").click()
    page.get_by_role("button", name="Slide it").click()
    page.wait_for_selector("#laying")
    known(player)
    page.locator(".measured summary").click()
    page.locator('input[name="right"]').fill("9")
    assert page.locator("[data-off-size]").inner_text() == ("Slid 9 BW (maximum 6 BW).")
    page.locator("[data-nearest]").click()
    page.wait_for_selector("[data-readout] .legal")
    page.locator(".measured summary").click()
    held = page.locator(".held").bounding_box()
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 700, y + 10, steps=8)
    page.mouse.up()
    assert "of 6 BW" in page.locator("[data-readout]").inner_text()
    assert float(page.locator('input[name="right"]').input_value()) <= 6
    player.suggested()
    version = player.version
    player.click('button[value="leave"]' if page.locator(".told").count() else ".laying .primary")
    page.wait_for_selector(f'#battle:not([data-version="{version}"])')


def test_touch_drags_a_piece_and_does_not_scroll_the_page(placing, phone_page):
    sitting(placing, phone_page)
    held = phone_page.locator(".held").bounding_box()
    before = outline(phone_page)
    touch = phone_page.context.new_cdp_session(phone_page)
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + 10, "y": y + 12}]),
        ("touchMove", [{"x": x + 25, "y": y + 30}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert outline(phone_page) != before
    assert phone_page.evaluate("scrollY") == 0


def test_without_scripts_a_piece_is_placed_by_its_measures_or_where_it_is_suggested(
    laying, chromium
):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    laying.sit(page, 0, 1)
    page.locator(".measured summary").click()
    page.locator('input[name="width"]').fill("2")
    page.locator("#laying button.primary").click()
    assert "(minimum " in page.locator(".refusals").inner_text()
    page.locator("[data-suggest]").click()
    version = page.locator("#battle").get_attribute("data-version")
    page.get_by_role("button", name="Use suggestion").click()
    page.wait_for_selector(f'#battle:not([data-version="{version}"])')
    assert page.locator(".refusals").count() == 0
    context.close()


def test_a_typed_measure_that_is_no_figure_is_not_sent_and_stays(placing, page):
    player = sitting(placing, page)
    page.locator(".measured summary").click()
    field = page.locator('.typed input[name="width"], .typed input[name="depth"]').first
    field.fill("abc")
    assert page.locator("[data-off-size]").inner_text() == "A number such as 6 or 6.5"
    version = player.version
    player.click("#laying button.primary")
    assert field.evaluate("field => field.validationMessage") == "A number such as 6 or 6.5"
    assert (field.input_value(), player.version) == ("abc", version)
    # Nor is it drawn, and nothing that no table holds.
    drawn = outline(page)
    for figure in ("1e9", "Infinity", "99999999"):
        field.fill(figure)
        assert outline(page) == drawn
    # A figure that is no size stays too, is said, and is not sent.
    other = page.locator('.typed input[name="near"]')
    no_size, too_much = "is not a valid size. Enter one", "is too large to draw. Enter a size"
    for figure, fault in (("-3", no_size), ("0", no_size), ("5000", too_much)):
        field.fill(figure)
        other.fill(other.input_value())
        assert (outline(page), field.input_value()) == (drawn, figure)
        told = f"“{figure}” {fault} such as 6 or 6.5."
        assert page.locator("[data-off-size]").inner_text() == told
        assert field.get_attribute("aria-invalid") == "true"
        assert field.evaluate("field => field.checkValidity()") is False
    # What is typed next mends it, and so does the piece where it is moved by other means.
    field.fill("6")
    assert field.evaluate("field => field.checkValidity()") is True
    assert page.locator("[data-off-size]").is_hidden()
    field.fill("5000")
    page.locator(".held").focus()
    page.keyboard.press("ArrowRight")
    assert field.input_value() == "6"
    assert field.get_attribute("aria-invalid") == "false"
    assert page.locator("[data-off-size]").is_hidden()
