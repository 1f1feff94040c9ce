"""Are the rows of a list written, copied, taken out and added up in place?"""

import pytest

from tests.battles.pages.test_browser_everyone import found_in

pytestmark = pytest.mark.browser

FROM_A_SAMPLE = "/armies/new/?from=marian-romans"


def names(page):
    return [
        page.locator("#units [data-row] .cell.text input").nth(at).input_value() for at in (0, 1, 2)
    ]


def held(page):
    return page.evaluate(
        "document.activeElement.closest('[data-row]').querySelector('legend').textContent"
    )


def test_rows_are_copied_taken_out_and_put_back_by_keys_and_the_sum_follows(metator, page):
    page.goto(metator.url + FROM_A_SAMPLE)
    first, second, third = names(page)
    said = page.locator("[data-sum]")
    assert said.inner_text() == "Units total 9700 of 10000 points (300 unaccounted for)."
    page.locator("#units-0 summary").press("Enter")
    page.locator("#units-0 [data-copies]").press("Enter")
    assert (names(page), held(page)) == ([first, first, second], "Unit 2")
    assert said.inner_text() == "Units total 10660 points, 660 more than the 10000 stated."
    page.locator("#units-0 [data-drops]").press("Enter")
    page.locator("#units-18 summary").press("Enter")
    page.locator("#units-18 [data-drops]").press("Enter")
    assert (names(page)[:2], held(page)) == ([second, third], "Unit 1")
    page.get_by_role("button", name="Undo").press("Enter")
    assert (names(page), held(page)) == ([first, second, third], "Unit 1")
    page.locator("#points").fill("9700")
    assert said.inner_text() == "Units total 9700 points, as stated."
    page.get_by_role("button", name="Save list").click()
    page.wait_for_url("**/armies/*/")
    assert page.locator("table.units tbody tr").count() == 18
    stored = page.locator("table.units tbody th")
    assert [stored.nth(at).inner_text() for at in (0, 1, 2)] == [first, second, third]


def test_a_unit_is_two_short_lines_on_a_phone_and_nothing_is_pushed_sideways(metator, phone_page):
    phone_page.goto(metator.url + FROM_A_SAMPLE)
    rows = phone_page.locator("#units [data-row]")
    tall = {rows.nth(at).bounding_box()["height"] for at in range(rows.count())}
    assert max(tall) <= 96
    assert phone_page.evaluate("document.documentElement.scrollWidth") == 390
    phone_page.locator("#units-1 summary").tap()
    assert found_in(phone_page) == []
