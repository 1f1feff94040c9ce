"""Does a refusal say what is wrong with a layout, with its figure, and what would be right?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.engine.errors import DomainError
from setup_app.layouts import queries
from setup_app.rulebooks import registry
from setup_app.web.problems import problem_of
from setup_app.wording.place_refusals import in_words
from setup_app.wording.sentences import closest
from setup_app.wording.speaker import Speaker
from tests.layouts.test_checking import box, layout, piece
from tests.layouts.test_generating import WISH

WATER = piece("w", box(0, 0, 5, 30), type="deep_water", slot="secure_flank", die=None)
MARSH = {"type": "marsh", "slot": "optional", "declared": "dangerous"}


def said_of(stated: Any) -> list[str]:
    return [str(broken["message"]) for broken in queries.judge_layout(stated)["violations"]]


def said_to(wish: Any) -> tuple[str, list[str]]:
    with pytest.raises(DomainError) as refused:
        queries.generated(wish)
    problem = problem_of(refused.value)
    return problem["detail"], [broken["message"] for broken in problem["violations"]]


BROKEN: dict[str, tuple[Any, str]] = {
    "hills over a sector line": (
        layout(piece("h", box(31, 10, 7, 7), type="hills")),
        "h: 3 BW outside the centre.",
    ),
    "a third optional piece": (
        layout(
            *(
                piece(f"m{at}", box(12 + 7 * at, 8, 4, 4), type="hills", slot="optional")
                for at in range(3)
            )
        ),
        "m2: no slot is open for another piece of this category (3 for 2).",
    ),
    "a square town": (
        layout(piece("t", box(12, 0, 6, 6), type="town"), settings={}),
        "t: the longer side is 6 BW (must be more than 6).",
    ),
    "a town in the water": (
        layout(WATER, piece("t", box(0, 9, 4.5, 7), type="town", die=1), flank=["deep_water"]),
        "t, w: part of it must be on land of its own.",
    ),
    "dangerous hills": (
        layout(piece("h", box(12, 8, 6, 6), type="hills", declared="dangerous")),
        "h: this territory does not allow this type to be declared dangerous.",
    ),
    "a large dangerous marsh": (
        layout(piece("m", box(12, 8, 4, 7), **MARSH), territory="jungle"),
        "m: 7 BW; declared dangerous, both sides must be 4 BW.",
    ),
    "a second town of a player": (
        layout(
            piece("t", box(12, 0, 6, 7), type="town"),
            piece("u", box(22, 0, 6, 7), type="town"),
            settings={"max_counts": "player"},
        ),
        "u: 2 for this player (maximum 1).",
    ),
}


@pytest.mark.parametrize(("stated", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_says_which_of_its_reasons_it_is(stated: Any, said: str) -> None:
    assert said in said_of(stated)


def test_no_figure_is_made_up_where_nothing_could_be_measured() -> None:
    heap = layout(*(piece(f"p{at}", box(11, 11, 6, 6)) for at in range(20)))

    overlaps = [said for said in said_of(heap) if "overlap" in said]

    assert len(overlaps) == 190
    assert not [said for said in overlaps if "None" in said]
    assert "p19, p0 overlap. Move them apart." in overlaps


UNREADABLE: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown territory": ({"territory": "moon"}, "/territory must be one of: waterside,"),
    "a gap of 9": ({"settings": {"gap": 9}}, '/settings/gap must match this schema: {"type"'),
    "a count of its own": (
        {"settings": {"max_counts": "nobody"}},
        "/settings/max_counts must be one of: player, table.",
    ),
    "a narrow table": (
        {"table": {"width": 20, "depth": 30}},
        "/table/width is out of range (30 to 90).",
    ),
    "a sixth row": ({"cell": [5, 0]}, "/cell/0 is out of range (0 to 4)."),
    "a box and a density": ({"density": "open"}, "/density cannot be combined with cell."),
    "a seed that is a list": ({"seed": []}, "/seed must be a whole number or short text."),
    "sizes the wrong way round": (
        {"settings": {"compulsory_size": [10, 6]}},
        "/settings/compulsory_size must be two numbers from 1 to 20: ",
    ),
    "a size of a type that has none of its own": (
        {"settings": {"own_sizes": {"woods": {"max": 5}}}},
        '/settings/own_sizes must match this schema: {"type"',
    ),
    "a table of nothing": (
        {"table": {"width": 0, "depth": 30}},
        "/table/width is out of range (more than 0, at most 1000).",
    ),
    "a huge seed": ({"seed": 2**80}, "/seed is out of range (maximum 9223372036854775808)."),
}


@pytest.mark.parametrize(("changed", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_said_with_its_place(changed: dict[str, Any], said: str) -> None:
    (words,) = said_to(WISH | changed)[1]

    assert words.startswith(said)


def test_wished_pieces_are_named_in_words() -> None:
    wish = WISH | {"selection": {"optional": {"defender": ["marsh"] * 3}}}

    detail, words = said_to(wish)

    assert detail == "These pieces cannot be chosen: marsh (optional, the defender)."
    assert words
    assert all("optional/defender" not in each for each in words)


def test_a_wished_piece_without_a_place_is_named_with_its_die() -> None:
    """A table so small, and so full of what stays, that no mountain fits in its sector."""
    table = {"width": 30, "depth": 20}
    wish = {**WISH, "table": table, "cell": [4, 4], "seed": 1}
    full = queries.generated(wish)["layout"]["pieces"]
    stay = [each for each in full if each["slot"] != "optional"]
    selection = {"optional": {"defender": ["mountains"] * 2, "invader": ["mountains"] * 2}}

    detail, words = said_to({**wish, "locked": stay, "selection": selection})

    assert detail == words[0]
    assert detail.startswith("No table we tried had a legal place for mountain (optional, the ")
    assert " after a roll of 3. Ask for" in detail


def test_the_closest_sentence_is_taken() -> None:
    templates = {"a": 1, "a.why": 2, "a.more": 3, "a.unmeasured": 4}

    assert closest(templates, "a", {}) == 1
    assert closest(templates, "a", {"reason": "why", "more": 0}) == 2
    assert closest(templates, "a", {"reason": "other", "more": 0}) == 3
    assert closest(templates, "a", {"more": False, "measured": 1.0}) == 1
    assert closest(templates, "a", {"more": None, "measured": None}) == 4
    assert closest(templates, "b", {"more": 1}) is None


def test_of_troops_that_are_refused_a_page_says_the_names() -> None:
    broken = {
        "code": "works_first",
        "params": {"unit": 3, "pieces": "Spearmen of Thala"},
        "pieces": ["u3"],
        "measured": None,
        "required": None,
        "where": None,
    }

    words = in_words(broken, {"p1": "woods"}, Speaker(registry.rulebook("pbs-2023.1")))["words"]

    assert words == "Spearmen of Thala has no works. Deploy TUGs with works first."
