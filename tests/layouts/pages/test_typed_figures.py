"""Is a piece drawn by the figures that are typed, and what stands beside one that is none?"""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from setup_app.layouts.models import SavedTable
from setup_app.layouts.pages import changes, piece_figures
from tests.layouts.pages.laying import changes_in, followed, laid, piece_in, pressed, words

pytestmark = pytest.mark.django_db


def test_typed_sizes_and_turns_are_those_that_are_measured(client: Client) -> None:
    row = laid(client)
    figures = {"x": "20", "y": "15", "degrees": "30", "width": "7", "depth": "6,5"}

    answer = pressed(client, row, "check", chosen="p4", **figures)
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    kept = json.loads(changes_in(answer))["pieces"]["p4"]
    assert kept[:5] == [20.0, 15.0, 30.0, 7.0, 6.5]
    assert max(piece_in(made, "p4")["outline"]["coordinates"][0])[0] < 26


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"x": "far"}, "“far” is not a number. Enter one such as 4 or 4.5."),
        ({"x": "inf"}, "“inf” is not a number."),
        ({"x": "45.01"}, "“45.01” is out of range. Enter a number from 0 to 45."),
        ({"y": "-20"}, "“-20” is out of range. Enter a number from 0 to 30."),
        ({"degrees": "400"}, "“400” is out of range. Enter a number from -360 to 360."),
        ({"width": "0"}, "“0” is out of range. Enter a side from 0.5 to 45."),
        ({"depth": "45,1"}, "“45,1” is out of range. Enter a side from 0.5 to 45."),
    ],
)
def test_a_figure_that_is_none_stands_as_it_was_typed_and_is_not_saved(
    client: Client, fields: dict[str, str], said: str
) -> None:
    row = laid(client)

    answer = pressed(client, row, "save", chosen="p4", **fields)

    assert answer.status_code == 422
    ((name, typed),) = fields.items()
    body = answer.content.decode()
    beside = re.search(
        rf'name="{name}"[^>]*\svalue="([^"]*)"(?s:.*?)id="{name}-fault">\s*([^<]*)<', body
    )
    assert beside
    assert beside[1] == typed
    assert html.unescape(beside[2]).startswith(said)
    assert body.count('aria-invalid="true"') == 1
    assert "Check what you entered:" in body
    assert "Ready to save." not in body
    assert SavedTable.objects.count() == 1
    other = pressed(client, row, "choose:p3", chosen="p4", **fields)
    assert said in words(other)
    assert 'aria-invalid="true"' not in other.content.decode()


@pytest.mark.parametrize(
    "fields", [{"x": "45", "y": "0"}, {"width": "45", "depth": "0.5"}, {"degrees": "-360"}]
)
def test_a_figure_that_may_be_typed_is_drawn_as_it_was_typed(
    client: Client, fields: dict[str, str]
) -> None:
    row = laid(client)

    answer = pressed(client, row, "check", chosen="p4", **fields)
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    body = answer.content.decode()
    for name, typed in fields.items():
        assert re.search(rf'name="{name}"[^>]* value="{typed}"', body)
    lying = piece_figures.lying_of(piece_figures.outline_in(piece_in(made, "p4")), "area")
    figures = {name: float(typed) for name, typed in fields.items()}
    if "x" in figures:
        assert (figures["x"], figures["y"]) == pytest.approx((lying.x, lying.y), abs=0.02)
    if "width" in figures:
        # A quarter turn more gives the same outline, with the sides the other way round.
        sides = sorted((lying.width, lying.depth))
        assert sorted((figures["width"], figures["depth"])) == pytest.approx(sides, abs=0.02)


def test_what_cannot_be_drawn_stays_as_it_lay_and_says_so(client: Client) -> None:
    row = laid(client)
    added = changes_in(pressed(client, row, "add", type="rivers_and_streams"))

    # Across a corner of the table there is no way from edge to edge.
    corner = {"x": "0", "y": "0", "degrees": "135"}
    answer = pressed(client, row, "check", changes=added, chosen="a1", **corner)

    assert "That shape cannot be drawn. The piece is unchanged." in words(answer)
    assert changes_in(answer) == added


def test_one_figure_is_the_farthest_for_the_script_and_for_the_server(client: Client) -> None:
    row = laid(client)
    editor = client.get(f"/t/{row.public_id}/edit/", {"piece": "p4"}).content.decode()
    found = re.search(r'<script id="editor"[^>]*>(.*?)</script>', editor, flags=re.S)
    assert found
    given = json.loads(found[1])

    for beyond, kept in ((0.0, True), (0.5, False)):
        far, long = (given["limits"][name][1] + beyond for name in ("x", "width"))
        answer = pressed(client, row, "check", chosen="p4", x=str(far), width=str(long))
        assert ("p4" in changes.parse_changes(changes_in(answer)).pieces) is kept


def test_the_words_beside_a_piece_in_hand_are_of_its_place_alone(client: Client) -> None:
    row = laid(client)

    said = client.get(f"/t/{row.public_id}/edit/", {"piece": "p4"}).content.decode()

    assert '"legal": "This place is legal."' in said
    assert "Legal here." not in said


def test_typed_places_say_from_whose_edge_they_are_measured(client: Client) -> None:
    row = laid(client)

    said = words(client.get(f"/t/{row.public_id}/edit/", {"piece": "p4"}))

    assert "as the defender sees the table. The die is the piece's placement roll" in said
