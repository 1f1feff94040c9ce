"""Is the map drawn so that it reads: what stands first, what steps back, what shows its kind?"""

import re
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely

from terrain.core import shapes
from terrain.core.layout import Piece
from terrain.draw.chance import Chance
from terrain.draw.legend import type_swatch
from terrain.draw.pieces import nameless
from terrain.draw.plot import Plot
from terrain.draw.relief import FLOOR, gully
from terrain.draw.ridges import CREST, DARK_TONES, LIT_TONES
from terrain.draw.scene import Scene, scene
from terrain.draw.view import View
from tests.terrain_draw import layouts


def of_role(drawn: Scene, role: str) -> list[tuple[float, float]]:
    return [words.at for words in drawn.margin.words if words.role == role]


def test_a_line_steps_back_where_it_crosses_a_piece() -> None:
    drawn = scene(layouts.jungle())

    under = {mark.role: mark for mark in drawn.ground.grid if "line " in mark.role}
    over = {mark.role: mark for mark in drawn.margin.lines}

    for role in ("deployment-line defender", "deployment-line invader"):
        assert under[role].d == over[role].d
        assert over[role].ink.opacity < under[role].ink.opacity


def test_the_title_stands_above_the_table_and_the_legend_beside_the_scale() -> None:
    drawn = scene(layouts.desert())
    left, top, _, bottom = drawn.view.sheet

    (title,) = [words for words in drawn.margin.words if words.text == "Desert"]
    (scale,) = [words for words in drawn.margin.words if words.text == "inches"]

    assert title.at == (left, top - 31)
    assert title.anchor == "start"
    assert all(y > bottom and x > scale.at[0] for x, y in of_role(drawn, "key"))


def test_on_a_narrow_table_the_title_leaves_the_edge_its_room() -> None:
    drawn = scene(layouts.layout(width=24.0, territory="desert"))
    _, _, right, bottom = drawn.view.sheet

    (title,) = [words for words in drawn.margin.words if words.text == "Desert"]

    assert title.anchor == "end"
    assert title.at[0] == right
    assert title.at[1] > bottom


@pytest.mark.parametrize("size", [(4.2, 4.1), (6.3, 5.7), (9.0, 4.4)])
def test_the_floor_of_a_gully_reaches_along_all_of_it(size: tuple[float, float]) -> None:
    for seed in range(12):
        outline = shapes.figure("gully", size, Random(seed))
        plot = Plot(
            shape=shapely.Polygon(outline),
            name=shapely.Polygon(),
            origin=outline[0],
            chance=Chance.named("gully", str(seed)),
            view=View(45, 30, "defender", 0, 0),
            budget=700,
        )

        (floor,) = [mark.d for mark in gully(plot) if mark.ink == FLOOR]

        ground = [np.array(ring) for ring in absolute(floor)]
        across, down = np.ptp(max(ground, key=len), axis=0) / 20
        assert across > size[0] - 2.2
        assert down > size[1] - 2.2


@pytest.mark.parametrize("lean", [-18.0, -4.0, 0.0, 7.0, 18.0, 30.0])
def test_the_name_of_a_river_runs_beside_it_and_along_it(lean: float) -> None:
    outline = ((20.0, 0.0), (21.2, 0.0), (21.2 + lean / 2, 30.0), (20.0 + lean / 2, 30.0))
    drawn = scene(layouts.layout(layouts.piece("r", "rivers_and_streams", outline)))
    ground = shapely.Polygon(drawn.view.at(np.array(outline)))

    (label,) = [piece.label for piece in drawn.pieces if piece.label]

    assert shapely.Polygon(label.box).distance(ground) > 3
    # It is read from the left or from below, as the band runs; the sheet's y grows downwards.
    leaning = np.degrees(np.arctan2(-30.0, lean / 2))
    off = (label.words[-1].angle - leaning) % 180
    assert min(off, 180 - off) < 0.1


def test_the_sample_of_mountains_has_crests() -> None:
    assert CREST in [mark.ink for mark in type_swatch("mountains")]


@pytest.mark.parametrize("seen_from", ["defender", "invader"])
@pytest.mark.parametrize("size", [(4.0, 4.0), (6.5, 6.0), (10.0, 7.0)])
@pytest.mark.parametrize("seed", range(4))
def test_a_mountain_falls_light_and_dark_from_its_crests_within_its_ground(
    seen_from: Any, size: tuple[float, float], seed: int
) -> None:
    outline = tuple((x + 12, y + 9) for x, y in shapes.figure("mountain", size, Random(seed)))
    view = View(45, 30, seen_from, 0, 0)
    piece = Piece("m", "mountains", "optional", "defender", outline=outline)
    ground = shapely.Polygon(view.at(np.array(outline)))

    inks = {mark.ink: mark for mark in nameless(piece, view)}

    assert {*LIT_TONES, *DARK_TONES, CREST} <= inks.keys()
    for ink in (*LIT_TONES, *DARK_TONES):
        corners = np.array([point for ring in absolute(inks[ink].d) for point in ring])
        assert shapely.distance(ground, shapely.points(corners)).max() < 1.0
    lit, dark = (
        shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in absolute(mark.d)])
        for mark in (inks[LIT_TONES[0]], inks[DARK_TONES[0]])
    )
    # The light falls from the upper left of the sheet, whose y grows downwards.
    towards = 0.62 * (dark.centroid.x - lit.centroid.x) + 0.785 * (dark.centroid.y - lit.centroid.y)
    assert towards > 0
    assert lit.area + dark.area > 0.4 * ground.area


def absolute(path: str) -> list[list[tuple[float, float]]]:
    """The rings of a path of straight lines, each point where it lies."""
    rings = []
    for ring in re.findall(r"M([^Mz]*)", path):
        figures = [float(each) for each in re.findall(r"-?\d*\.?\d+", ring)]
        steps = np.cumsum(np.array(figures).reshape(-1, 2), axis=0)
        rings.append([tuple(step) for step in steps.tolist()])
    return rings
