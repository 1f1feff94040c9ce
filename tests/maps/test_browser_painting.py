"""Is a map painted by finger, by mouse and by keys, and is the same stored as by drop-downs?"""

import pytest

from tests.battles.pages.test_browser_everyone import found_in

pytestmark = pytest.mark.browser


@pytest.fixture
def copied(metator, page):
    page.goto(f"{metator.url}/maps/pbs-2023-1-plains/")
    page.get_by_role("button", name="Copy").click()
    page.wait_for_url("**/edit/")
    page.wait_for_selector(".to-paint")
    return page


def middle(page, at):
    box = page.locator(f'[data-box="{at}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def flanks(page, *boxes):
    return [page.locator(f'[name="flank-{at}"]').input_value() for at in boxes]


def test_a_stroke_paints_what_it_goes_over_and_is_undone_as_one(copied):
    page = copied
    row = ("1-0", "1-1", "1-2")
    before = flanks(page, *row)
    brush = page.locator('.brush:has([data-field="flank"])').nth(1)
    brush.click()
    value = brush.locator("input").get_attribute("value")
    # It waits until nothing shifts any more: fonts that come late move the boxes.
    page.locator(f'[data-box="{row[0]}"]').hover()
    # Where the hand is slow the map is drawn while it paints, and not once more at the end.
    with page.expect_response("**/drawing/") as drawn:
        page.mouse.down()
        for at in row[1:]:
            page.mouse.move(*middle(page, at), steps=4)
        page.mouse.up()
    assert (drawn.value.status, flanks(page, *row)) == (200, [value] * 3)
    page.get_by_role("button", name="Undo").click()
    assert flanks(page, *row) == before


def test_by_keys_boxes_are_gone_to_and_painted_and_the_map_is_stored(copied):
    page = copied
    page.locator('.brush:has([value="very_dense"])').click()
    page.locator('[data-box="0-0"]').focus()
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.box") == "1-1"
    assert page.locator('[name="density-1-1"]').input_value() == "very_dense"
    assert found_in(page) == []
    page.get_by_role("button", name="Save map").click()
    page.wait_for_url(lambda url: not url.endswith("/edit/"))
    assert page.locator('[data-box="1-1"] .density').inner_text() == "Very dense"


def test_no_label_touches_the_border_of_its_box_on_a_phone(metator, phone_page):
    phone_page.goto(f"{metator.url}/maps/pbs-2023-1-cultivated/")
    nearest = phone_page.evaluate(
        """() => Math.min(...[...document.querySelectorAll(".box")].flatMap((box) => {
            const edge = box.getBoundingClientRect();
            return [...box.querySelectorAll(".face > *")].filter((each) => each.textContent).map(
              (each) => {
                const words = document.createRange();
                words.selectNodeContents(each);
                const at = words.getBoundingClientRect();
                const aside = Math.min(at.left - edge.left, edge.right - at.right);
                return Math.min(aside, edge.bottom - at.bottom);
              });
        }))"""
    )
    assert nearest >= 1.5
