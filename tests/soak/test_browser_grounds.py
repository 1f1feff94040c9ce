"""Do the tables of a tournament come out of the club's boxes, by a desk and two phones, to print?

The kit is typed in, two rounds of eight tables are laid, one of them anew and one by hand; what is
short is closed by a table that is laid around what there is; everything is printed; two phones tick
what they carry, one of them in a cellar without a network. `GROUNDS_SHOTS` names a folder for the
pictures of all pages and of all sheets, in colour and grey.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.battles.pages.magnifying import found_when_magnified
from tests.battles.pages.test_browser_everyone import found_in_both
from tests.events.story import PHONE, Story, api, begun, token_in

pytestmark = [pytest.mark.soak, pytest.mark.browser]

SHOTS = os.environ.get("GROUNDS_SHOTS")
TABLES, ROUNDS = 8, 2
KIT = (
    # Id, types, longer and shorter side in mm, copies, box, section.
    *(
        ("w-s", "Woods, forest", 200, 160, 6, "A", ""),
        ("w-m", "Woods, forest", 280, 200, 6, "A", ""),
    ),
    *(("w-l", "Woods, forest", 360, 240, 4, "A", ""), ("h-s", "Hills", 240, 180, 6, "B", "")),
    *(("h-l", "Hills", 400, 280, 4, "B", ""), ("f-1", "Fields", 240, 160, 8, "C", "")),
    *(("f-2", "Fields", 320, 200, 6, "C", ""), ("b-1", "Brush", 240, 180, 8, "C", "")),
    *(("t-1", "Town, village", 240, 200, 6, "D", ""), ("m-1", "Marsh", 240, 180, 6, "D", "")),
    *(("o-1", "Orchards", 240, 160, 6, "E", ""), ("r-1", "River", 300, 60, 40, "F", "yes")),
    ("g-1", "Rocky ground", 240, 180, 8, "E", ""),
)
COLUMNS = ("ID", "Types", "Long side", "Short side", "Copies", "Box")
DOCUMENTS = ("tables", "cards", "pairings", "slips", "lists", "signup", "packing", "form")


@pytest.fixture
def story(metator, page):
    story = Story(page.context.browser, metator.url)
    yield story
    for context in story.contexts:
        context.close()


def look(story: Story, page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
    size = page.viewport_size
    found = found_in_both(page) + found_when_magnified(page)
    story.wrong.extend(f"{name}: {each}" for each in found)
    page.set_viewport_size(size)


def over(page: Any) -> None:
    """The run that the page follows is over, and the page shows what came of it."""
    page.wait_for_load_state()
    page.locator("[data-run]").wait_for(state="detached")


def test_tables_come_out_of_boxes_and_onto_paper(story: Story, tmp_path: Path) -> None:
    desk = begun(story)
    address = desk.url.partition("players/")[0]
    event = address.rstrip("/").split("/")[-2]
    links = desk.goto(f"{address}links/") and desk.locator("input[data-copy]").evaluate_all(
        "(found) => found.map((each) => each.value)"
    )
    organiser = token_in(links[0])
    path = f"events/{event}/"
    api(desk, story, organiser, "PATCH", path, {"tables": TABLES, "rounds": ROUNDS})

    # The kit, by keys alone: Tab from cell to cell, Enter for more rows.
    desk.goto(f"{address}kit/")
    for at, row in enumerate(KIT, start=1):
        *cells, section = row
        if desk.get_by_label(f"ID, line {at}", exact=True).count() == 0:
            desk.keyboard.press("Tab")
            desk.keyboard.press("Enter")
            desk.get_by_label(f"ID, line {at}", exact=True).wait_for()
            # The first row that is free is waiting to be typed in.
            assert desk.evaluate("document.activeElement.ariaLabel") == f"ID, line {at}"
        desk.get_by_label(f"ID, line {at}", exact=True).focus()
        for cell in cells:
            desk.keyboard.type(str(cell))
            desk.keyboard.press("Tab")
        if section:
            desk.keyboard.press("y")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    desk.get_by_text(f"Kit saved: {len(KIT)} pieces.").wait_for()
    look(story, desk, "kit")

    # Two rounds, a ground a table.
    desk.get_by_role("link", name="Tables", exact=True).last.click()
    desk.get_by_label("Territory").select_option("cultivated")
    desk.get_by_text("Advanced", exact=True).click()
    desk.get_by_label("Seed").fill("soak")
    desk.get_by_role("button", name="Generate tables").click()
    desk.get_by_text(f"Terrain is set up on {TABLES} of {TABLES} tables.").wait_for()
    over(desk)
    look(story, desk, "tables")
    before = tables(desk, story, organiser, path)
    desk.get_by_role("button", name="Regenerate table 3", exact=True).click()
    over(desk)
    desk.get_by_role("link", name="Change table 2").click()
    look(story, desk, "one-table")
    desk.get_by_role("link", name="Edit by hand").click()
    desk.locator(".choose button").first.click()
    desk.get_by_role("button", name="Remove piece").click()
    desk.get_by_role("button", name="Save table").click()
    over(desk)
    desk.get_by_text("edited by hand").wait_for()
    now = tables(desk, story, organiser, path)
    changed = [
        each["table"] for each in now if each["layout"] != before[each["table"] - 1]["layout"]
    ]
    assert changed == [2, 3]
    assert now[1]["ground"]["edited"] is True

    # What is short, and one table around what there is.
    desk.get_by_role("link", name="All tables for round 1").click()
    desk.get_by_role("link", name="Packing list", exact=True).click()
    desk.get_by_role("button", name="Make packing list").click()
    desk.get_by_role("heading", name="pieces can be built").wait_for()
    look(story, desk, "short")
    short = plan(desk, story, organiser, path)["short"]
    assert short
    desk.get_by_role("button", name="from the kit").first.click()
    over(desk)
    desk.reload()
    over(desk)
    assert len(plan(desk, story, organiser, path)["short"]) < len(short)
    look(story, desk, "closed")

    # A round that is out, so that everything can be printed.
    desk.goto(f"{address}rounds/")
    desk.get_by_role("button", name="Pair next round").click()
    desk.get_by_role("button", name="Publish round").click()
    desk.get_by_text("Round 1 published.").wait_for()
    printed(story, desk, address, tmp_path)

    carried(story, links, address)
    assert story.wrong == [], "\n".join(story.wrong)


def tables(desk: Any, story: Story, token: str, path: str) -> list[Any]:
    answer = api(desk, story, token, "GET", f"{path}rounds/1/tables/?page_size=100")
    return list(answer["results"])


def plan(desk: Any, story: Story, token: str, path: str) -> Any:
    """A plan by the page's own terms, made anew."""
    job = api(desk, story, token, "POST", f"{path}kit/plan/", {"round": 1})["job"]
    while True:
        told = api(desk, story, token, "GET", f"jobs/{job}/")
        if told["state"] not in ("queued", "running"):
            assert told["state"] == "done", told
            return told["result"]


def printed(story: Story, desk: Any, address: str, folder: Path) -> None:
    """Every document, on both papers; each has a page and says of which event it is."""
    for document in DOCUMENTS:
        desk.goto(f"{address}print/")
        choice = desk.locator(f'input[name="document"][value="{document}"]')
        if document == "lists":
            # No list is out: there is nothing to print, and that is said.
            choice.check()
            desk.get_by_role("button", name="Create PDF", exact=True).click()
            desk.get_by_text("printed once they are published").wait_for()
            continue
        for paper in ("a4", "letter"):
            desk.goto(f"{address}print/")
            choice.check()
            desk.get_by_label("Paper", exact=True).select_option(paper)
            desk.get_by_role("button", name="Create PDF", exact=True).click()
            over(desk)
            with desk.expect_download() as found:
                desk.locator(".prints a.primary").evaluate(
                    "each => { each.download = ''; each.click(); }"
                )
            target = (Path(SHOTS) if SHOTS else folder) / f"{document}-{paper}.pdf"
            found.value.save_as(target)
            pages = PdfReader(target).pages
            wide = float(pages[0].mediabox.width)
            assert min(abs(wide - each) for each in (PAPERS[paper])) < 2, (document, wide)
            assert "Ides of March" in pages[0].extract_text() or document == "cards"
    look(story, desk, "print")


PAPERS = {"a4": (595, 842), "letter": (612, 792)}


def carried(story: Story, links: list[str], address: str) -> None:
    """Two phones tick by turns; the one without a network keeps its ticks until it has one."""
    one, other = (story.come(**PHONE) for _ in range(2))
    for phone in (one, other):
        phone.goto(links[0])
        phone.goto(f"{address}packing/?round=1")
    look(story, one, "packing-phone")
    rows = one.locator("[data-row]")
    one.context.set_offline(True)
    for at in (0, 1):
        rows.nth(at).get_by_role("button").click()
    one.get_by_text("to be sent automatically:").wait_for()
    assert one.locator('[data-row] [aria-pressed="true"]').count() == 2
    if SHOTS:
        one.screenshot(path=Path(SHOTS) / "packing-offline.png")
    other.locator("[data-row]").nth(2).get_by_role("button").click()
    other.locator('[data-row] [aria-pressed="true"]').wait_for()
    one.context.set_offline(False)
    one.get_by_text("You are offline.").wait_for(state="hidden")
    # What the other has ticked came with the answer; and the other sees all three.
    one.locator('[data-row] [aria-pressed="true"]').nth(2).wait_for()
    other.reload()
    assert other.locator('[data-row] [aria-pressed="true"]').count() == 3
