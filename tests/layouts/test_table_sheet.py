"""Does a battle's table come as a sheet to lay it out from, and with nothing that is secret?"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from setup_app.battles.models import Battle
from setup_app.battles.queries import speaker_for
from setup_app.battles.seats.tokens import Seat, token
from setup_app.layouts import queries
from setup_app.layouts.names import map_names
from terrain.draw.sheet import Heading
from tests.battles.callers import Caller, Table
from tests.battles.test_schema import pbs

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("until", ["place_piece", None])
def test_a_sheet_holds_what_its_viewer_sees_and_nothing_else(until: str | None) -> None:
    table = pbs(until)
    row = Battle.objects.get()
    watching = f"http://testserver/b/{table.id}/watch/{token(row, Seat.SPECTATOR)}/"

    for viewer in (*table.seats, Caller(token(row, Seat.SPECTATOR))):
        seen = viewer.get(f"{table.path}layout.json").json()
        names = list(map(speaker_for(row).player, (0, 1)))
        roles = [side["role"] for side in viewer.get(table.path).json()["sides"]]
        acts = {"defender": "defends", "invader": "invades"}
        parts = [f"{name} {acts[role]}" for name, role in zip(names, roles, strict=True)]
        heading = Heading(" – ".join(names), " · ".join(parts), url=watching)
        assert sheet(viewer, table).content == queries.table_sheet(
            seen, heading, view_from="defender", paper="a4"
        )


def test_paper_and_side_are_as_asked_for_or_refused() -> None:
    table = pbs(None)
    by_side = [
        sheet(table.seats[1], table, f"?paper=a4&view_from={side}").content
        for side in ("defender", "invader")
    ]

    assert by_side[0] == sheet(table.seats[1], table).content != by_side[1]
    assert all(b"/MediaBox[0 0 595.2756 841.8898]" in each for each in by_side)
    assert b"/MediaBox[0 0 612 792]" in sheet(table.seats[0], table, "?paper=letter").content
    for query in ("?paper=a3", "?view_from=above"):
        assert sheet(table.seats[0], table, query).status_code == 400


def sheet(viewer: Caller, table: Table, query: str = "") -> Any:
    return viewer.get(f"{table.path}layout.pdf{query}")


def test_numbers_on_a_drawing_are_those_of_the_readers_language() -> None:
    told = {}
    for language in ("en", "de"):
        with translation.override(language):
            told[language] = map_names("pbs-2023.1").number(4.5)

    assert told == {"en": "4.5", "de": "4,5"}
