"""What does whoever lays a piece by touch see of what is wrong with it, and what is kept?"""

import itertools
import math

import pytest
from playwright.sync_api import expect

from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.browser import until_held

pytestmark = pytest.mark.browser

BANDS = ("deep_water", "rivers_and_streams", "dry_wadi")
KNOWN = ".ground-lit[data-known]:not(.stale)"
SEEN = """([name]) => {
  const shown = document.querySelector("#table svg").getBoundingClientRect();
  const grip = document.querySelector(`[data-handle="${name}"]`).getBoundingClientRect();
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const inside = x > shown.x + 7 && x < shown.right - 7 && y > shown.y + 7 && y < shown.bottom - 7;
  return inside && document.elementFromPoint(x, y)?.dataset.handle === name;
}"""


@pytest.fixture(scope="module")
def crowded(metator):
    """Asked to place a piece with two sides where another of that kind lies. Nobody here does."""
    return Fast.at(metator, stock.kept("beside_another"))


def sitting(fast, page):
    fast.sit(page, 0, 1)
    return ready(fast, page)


def ready(fast, page):
    player = Player(page, fast.url)
    player.ready()
    page.wait_for_selector(KNOWN, state="attached")
    return player


def onto_another(player):
    """Drag the piece onto one that lies there."""
    other = next(each for each in player.given()["others"] if each["type"] not in BANDS)
    xs, ys = zip(*other["outline"], strict=True)
    player.drag(((min(xs) + max(xs)) / 2 + 1.5, (min(ys) + max(ys)) / 2))


def refused(player, page):
    onto_another(player)
    player.click("#laying button.primary")
    page.wait_for_selector("#laying .refusals")
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    # Until it is known where it may lie; what is said then is shorter, and moves the buttons.
    page.wait_for_selector(KNOWN, state="attached")


def test_a_legal_place_that_was_begun_comes_back_without_the_old_refusal(crowded, phone_page):
    page = phone_page
    player = sitting(crowded, page)
    refused(player, page)
    page.get_by_role("button", name="Nearest legal place").click()
    page.wait_for_selector("[data-readout] .legal")

    page.reload()
    ready(crowded, page)

    expect(page.locator(".kept")).to_contain_text("We restored your unsent answer.")
    expect(page.locator("[data-readout] .legal")).to_be_visible()
    assert page.locator(".refusals, .offences > *, .editor.refused, .held.amiss").count() == 0
    assert page.locator("[data-as-placed]").is_hidden()


def test_the_steps_before_a_refusal_can_still_be_taken_back(crowded, phone_page):
    page = phone_page
    player = sitting(crowded, page)
    begun = page.locator('input[name="left"]').input_value()
    refused(player, page)
    undo = page.locator('[data-tool="undo"]')
    expect(undo).to_be_enabled()
    for _ in range(10):
        if undo.is_enabled():
            undo.click()
    expect(page.locator('input[name="left"]')).to_have_value(begun)


def test_a_refusal_is_said_once_and_what_a_player_sees_first_comes_first(crowded, phone_page):
    page = phone_page
    player = sitting(crowded, page)
    onto_another(player)
    said = page.locator("[data-readout] .amiss:not(.section)")
    expect(said.first).to_contain_text("Overlaps the")
    assert page.locator("#as-placed-says").is_visible()
    late = []

    def holds(route):
        late.append(route)

    page.route("**/hints/", holds)
    with page.expect_request("**/hints/"):
        player.click("#laying button.primary")
        page.wait_for_selector("#laying .refusals")
    # What the server says of it stands where the page says it once it knows: no button moves.
    nearest = page.get_by_role("button", name="Nearest legal place")
    expect(said.first).to_contain_text("Overlaps the")
    lay = nearest.bounding_box()
    until_held(page, late)
    for each in late:
        each.continue_()
    page.unroute("**/hints/")
    page.wait_for_selector(KNOWN, state="attached")
    assert nearest.bounding_box() == lay

    refusal = page.locator(".refusals")
    expect(refusal).to_have_text(
        "Not allowed here; see the reason below. Move it, or find a legal place."
    )
    expect(refusal).to_be_in_viewport()
    expect(said.first).to_contain_text("Overlaps the")
    nearest.click()
    expect(refusal).to_have_count(0)


def test_where_two_pieces_overlap_the_one_in_hand_keeps_its_look(crowded, phone_page):
    page = phone_page
    player = sitting(crowded, page)
    fill = "getComputedStyle(document.querySelector('.editor .held')).fill"
    before = page.evaluate(fill)
    onto_another(player)
    # That it lies too near is seen at once, on what it lies as soon as the server has said so.
    page.wait_for_selector(".offences .both", state="attached")
    assert page.evaluate(fill) == before
    assert page.locator(".offences .both").count() == 1
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.offences .other')).fill") == "none"
    )


def test_every_handle_of_a_piece_at_the_table_s_edge_is_seen_and_can_be_grasped(
    crowded, phone_page
):
    page = phone_page
    player = sitting(crowded, page)
    for corner in ((0, 0), (45, 30), (0, 30)):
        player.drag(corner)
        shown = page.locator('.grip[pointer-events="all"]')
        names = shown.evaluate_all("all => all.map((each) => each.dataset.handle)")
        assert len(names) >= 3
        assert [name for name in names if not page.evaluate(SEEN, [name])] == []
        boxes = [each.bounding_box() for each in shown.all()]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        assert min(math.dist(*pair) for pair in itertools.combinations(middles, 2)) > 24
    page.locator('[data-tool="nearer"]').click()


def test_a_pressed_tool_looks_pressed_under_a_finger(crowded, phone_page):
    page = phone_page
    sitting(crowded, page)
    tape = page.locator('[data-tool="tape"]')
    tape.tap()
    expect(tape).to_have_attribute("aria-pressed", "true")
    expect(tape).to_have_css("background-color", "rgb(43, 41, 38)")
    expect(tape).to_have_css("color", "rgb(253, 252, 249)")
