"""Can a battle's table be printed: a page and a PDF with the same figures, for whom it is?"""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from setup_app.battles.seats.tokens import Seat, token
from setup_app.battles.sheets import heading_of
from setup_app.layouts.names import map_names
from setup_app.layouts.queries import table_sheet
from terrain.core.layout import read_layout
from terrain.draw.piece_list import rows
from tests.battles.pages.hands import Browser
from tests.battles.test_schema import pbs

pytestmark = pytest.mark.django_db


def seated(battle: str, *seats: Seat) -> Browser:
    browser = Browser(battle=battle)
    for seat in seats:
        browser.sit(int(seat.value))
    return browser


def viewed_from(browser: Browser, path: str) -> str:
    (said,) = re.findall(r"Seen from the (defender|invader)'s edge\.", browser.page(path))
    return said


def test_page_and_pdf_are_seen_from_the_own_edge_and_from_any_other() -> None:
    table = pbs(None)
    roles = [side["role"] for side in table.view(table.seats[0])["sides"]]

    for side, seat in enumerate((Seat.FIRST, Seat.SECOND)):
        browser = seated(table.id, seat)
        assert viewed_from(browser, "print/") == roles[side]
        for other in ("defender", "invader"):
            assert viewed_from(browser, f"print/?view_from={other}") == other
        own, asked = browser.get("sheet.pdf"), browser.get(f"sheet.pdf?view_from={roles[side]}")
        assert own["Content-Type"] == "application/pdf"
        assert own.content == asked.content != browser.get("sheet.pdf?paper=letter").content
        assert b"/MediaBox[0 0 612 792]" in browser.get("sheet.pdf?paper=letter").content


def test_the_sheet_tells_how_the_battle_began_as_the_page_does() -> None:
    table = pbs(None)
    browser = seated(table.id, Seat.FIRST)
    view = table.view(table.seats[0])
    page = browser.page("print/")
    told = tuple(map(html.unescape, re.findall(r'<p class="result">(.*?)</p>', page)[1:]))
    watching = f"http://testserver/b/{table.id}/watch/{token(browser.row, Seat.SPECTATOR)}/"

    assert any(line.startswith("The armies meet at row") for line in told)
    heading = heading_of(browser.row, view, url=watching, told=told)
    assert browser.get("sheet.pdf?view_from=invader").content == table_sheet(
        view["layout"], heading, view_from="invader", paper="a4"
    )


def test_from_the_sheet_whoever_has_a_seat_comes_back_to_it_and_a_watcher_watches_on() -> None:
    table = pbs("place_piece")
    watching = token(Browser(battle=table.id).row, Seat.SPECTATOR)
    watch = f"http://testserver/b/{table.id}/watch/{watching}/"

    def live(browser: Browser, path: str) -> str:
        (link,) = re.findall(r'<a\s+href="([^"]*)">Back to battle</a>', browser.page(path))
        return link

    for seats in ((Seat.FIRST,), (Seat.SECOND,), (Seat.FIRST, Seat.SECOND)):
        browser = seated(table.id, *seats)
        assert live(browser, "print/") == f"/b/{table.id}/"
        assert f'<footer translate="no">{watch}</footer>' in browser.page("print/")
    assert live(Browser(battle=table.id), f"print/{watching}/") == watch


def test_the_page_lists_what_the_sheet_lists() -> None:
    table = pbs(None)
    layout: Any = table.view(table.seats[0])["layout"]
    browser = seated(table.id, Seat.FIRST)
    page = re.sub(r"\s+", " ", browser.page("print/?view_from=invader"))

    for row in rows(read_layout(layout), view_from="invader", names=map_names("pbs-2023.1")):
        for edge, bw, cm, *_ in row.spots:
            assert f'<td class="edge">{edge}</td> <td class="number">{bw}</td>' in page
            assert f'<td class="number">{cm}</td>' in page
    assert f", {layout['density'].replace('_', ' ')} terrain.</p>" in page


def test_the_read_only_link_has_a_sheet_and_strangers_have_none() -> None:
    table = pbs("place_piece")
    stranger = Browser(battle=table.id)
    watching = token(stranger.row, Seat.SPECTATOR)

    assert f"/b/{table.id}/sheet/{watching}.pdf" in stranger.page(f"print/{watching}/")
    assert stranger.get(f"sheet/{watching}.pdf").content.startswith(b"%PDF-")
    assert stranger.get("sheet.pdf").status_code == 404
    assert stranger.get(f"sheet/{token(stranger.row, Seat.FIRST)}.pdf").status_code == 404
    assert stranger.get(f"sheet/{watching}x.pdf").status_code == 404
