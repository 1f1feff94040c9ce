"""Are outlines judged as they are written, and bad ones named by every question?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from setup_app.engine.errors import DomainError
from setup_app.layouts import queries
from setup_app.web.problems import problem_of
from tests.layouts.test_checking import LEGAL, box, layout, piece
from tests.layouts.test_generating import WISH

INPUTS: Final = Path(__file__).parent / "inputs"
HILLS = piece("b", box(31, 10, 7, 7), type="hills")
BOW_TIE = {"type": "Polygon", "coordinates": [[[0, 0], [5, 5], [5, 0], [0, 5], [0, 0]]]}
CROSSED = layout(*LEGAL["pieces"], piece("p2", BOW_TIE))


def ringed(*points: tuple[float, float]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [[list(each) for each in (*points, points[0])]]}


def refused(ask: Any, stated: Any) -> dict[str, Any]:
    with pytest.raises(DomainError) as found:
        ask(stated)
    return problem_of(found.value)


@pytest.mark.parametrize("apart", [1e-12, 1e-5, 4e-4])
def test_points_that_are_one_when_written_are_one_when_judged(apart: float) -> None:
    """A side that is shorter than what is written is none, whatever is asked."""
    plain = piece("x", ringed((20, 5), (27, 5), (27, 12), (20, 12)), type="hills")
    for ring in (
        ((20, 5), (20 + apart, 5), (27, 5), (27, 12), (20, 12)),
        ((20, 5), (27, 5), (27, 12), (20, 12), (20, 5 + apart)),
    ):
        rough = piece("x", ringed(*ring), type="hills")

        assert queries.judge_layout(layout(rough)) == queries.judge_layout(layout(plain))
        for ask in (queries.where_it_may_lie, queries.nearest_place, queries.hinted):
            placing = {"layout": layout(), "piece": rough}
            assert ask(placing) == ask({"layout": layout(), "piece": plain})


@pytest.mark.parametrize("name", ["repeated-point", "near-point"])
def test_a_corner_twice_changes_no_verdict(name: str) -> None:
    judged = {
        each: queries.judge_layout(json.loads((INPUTS / f"{each}.json").read_text("utf-8")))
        for each in ("legal", name)
    }

    assert judged["legal"]["violations"] == []
    assert judged[name] == judged["legal"]


def test_a_ring_that_touches_itself_is_still_no_polygon() -> None:
    spike = ringed((20, 5), (27, 5), (27, 12), (27, 14), (27, 12), (20, 12))
    one_point = ringed((20, 5), (20, 5), (20, 5))

    for outline in (spike, one_point):
        stated = layout(piece("x", outline, type="hills"))
        (broken,) = queries.judge_layout(stated)["violations"]
        assert broken["code"] == "invalid_outline"


@pytest.mark.parametrize(("x", "legal"), [(28.98996, True), (28.98944, False)])
def test_a_gap_is_judged_as_it_is_written(x: float, legal: bool) -> None:
    """With three decimals 1.98996 is 1.99, the least that the tolerance allows."""
    first = piece("a", box(20, 10, 7, 7), type="hills")
    stated = layout(first, piece("b", box(x, 10, 7, 7), type="hills", die=3))

    found = [broken["code"] for broken in queries.judge_layout(stated)["violations"]]

    assert ("too_close" not in found) == legal


def test_pieces_that_stay_come_back_as_they_were_sent() -> None:
    laid = queries.generated(WISH)["layout"]["pieces"]
    first = laid[0]
    (x, y), *others = first["outline"]["coordinates"][0][:-1]
    sent = first | {"outline": ringed((x + 0.0001, y - 0.0001), *map(tuple, others))}

    back = queries.generated(WISH | {"locked": [sent], "seed": 9})["layout"]["pieces"][0]

    assert back == first


@pytest.mark.parametrize(
    ("ask", "stated"),
    [
        (queries.where_it_may_lie, {"layout": CROSSED, "piece": HILLS}),
        (queries.nearest_place, {"layout": CROSSED, "piece": HILLS}),
        (queries.hinted, {"layout": CROSSED, "piece": HILLS}),
        (queries.printed, {"tables": [{"layout": LEGAL}, {"layout": CROSSED}]}),
    ],
)
def test_a_bad_outline_on_the_table_is_named_and_not_ignored(ask: Any, stated: Any) -> None:
    problem = refused(ask, stated)

    assert problem["code"] == "invalid_outline"
    assert [each["pieces"] for each in problem["violations"]] == [["p2"]]
    assert "crosses or touches itself" in problem["detail"]


def test_one_more_piece_has_an_id_of_its_own() -> None:
    problem = refused(queries.where_it_may_lie, {"layout": LEGAL, "piece": HILLS | {"id": "a"}})

    assert problem["violations"][0]["message"] == "/piece/id: duplicate id."


ABSURD: dict[str, tuple[dict[str, Any], str]] = {
    "far to the right": ({"pieces": [piece("a", box(84, 10, 7, 7))]}, "/pieces/0/outline is out"),
    "far in front": ({"pieces": [piece("a", box(10, -46, 7, 7))]}, "/pieces/0/outline is out"),
    "a base of nothing": ({"base_width_mm": 1e-320}, "/base_width_mm is out of range (10"),
    "a base of a metre": ({"base_width_mm": 1000}, "/base_width_mm is out of range (10 to"),
    "a box of three": ({"flank": ["deep_water", "mountains", "woods"]}, "/flank must be one of:"),
    "deep water twice": ({"flank": ["deep_water", "deep_water"]}, "/flank must be one of: [], ["),
}


@pytest.mark.parametrize(("changed", "said"), ABSURD.values(), ids=ABSURD)
def test_what_no_table_has_is_refused_before_anything_is_drawn(
    changed: dict[str, Any], said: str
) -> None:
    (broken,) = refused(queries.judge_layout, LEGAL | changed)["violations"]

    assert broken["message"].startswith(said)


def test_a_heap_gets_a_verdict_and_no_card() -> None:
    crowd = [piece(f"p{at}", box(11, 11, 6, 6)) for at in range(7)]

    few, many = queries.audited(layout(*crowd[:6])), queries.audited(layout(*crowd))

    assert few["fairness"]["halves"]["defender"]["rough"] == pytest.approx(24)
    assert (many["legal"], many["fairness"]) == (False, None)
