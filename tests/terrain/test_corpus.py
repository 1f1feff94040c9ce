"""Do check and oracle say of every layout of the corpus what was written of it from the rules?"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations, groupby
from pathlib import Path

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import read_layout, write_layout
from terrain.core.legality import check
from tests.oracle.agreement import disagreements
from tests.oracle.judge import CODES, legal
from tests.rulebooks.second_transcription import TERRAIN
from tests.terrain.corpus import FOLDER, SIDES, Case, cases
from tests.terrain.corpus.plan import points_of
from tools.corpus_sheet.sheet import page

ALL = cases()
TOPICS = [list(found) for _, found in groupby(ALL, key=lambda case: case.topic)]
NAMES = [found[0].topic for found in TOPICS]

VERBS = """
    is are has have does do may must needs need keeps keep lies lie touches touch reaches reach runs
    stops ends begins leaves straddles overlaps overlap fills breaks break counts count gives
    stays obeys lacks leads names
"""
FIGURES_OF_THE_RULES = {
    "table": "front, back, left side, right side, across a corner, another depth",
    "edge": "on a 3, on a 5, by type, on a 1 where the setting asks it",
    "gap": "of 2, of 1, slantwise, from deep water",
    "size, optional": "least, most, least of an event, most of an event",
    "size, compulsory": "least, most, least of an event, most of an event",
    "size, flank piece": "least, most",
    "size, at most 6": "least, most, least in a slot of at most 8, most in a slot of at most 8, "
    "least of a slot that keeps it",
    "size, fields": "least, most",
    "size, tilled fields": "least, most",
    "size, town": "short side, more than 6, most, more than 6 in a slot of at most 6",
    "size, fort": "least, most",
    "size, vital settlement": "least, most",
    "least fill": "of 0.35, of 0.75",
    "overlap": "of 0.01",
    "half": "a flank piece of the defender, a flank piece of the invader, a fort of the defender, "
    "a settlement of the invader",
    "sector": "a 1 of the defender, left of a 2 of the defender, right of a 4 of the defender, "
    "a 6 of the defender, a 1 of the invader, a 6 of the invader, a flank piece, 8 deep",
    "river": "least width, most width, end off deep water",
    "wadi": "least width, most width, end off the edge",
    "band": "side off its line, end off the edge",
    "deep water": "least depth, most depth, off the front edge, off the side edge, evenness",
    "touching": "to be placed undiced, as a marsh, to extend",
    "one sector": "left line, right line",
    "declared, optional": "least size, greatest size",
    "declared, compulsory": "least size, greatest size",
    "declared, flank piece": "least size, greatest size",
    "declared": "dangerous sandy ground in desert, dangerous sandy ground in plains, "
    "dangerous forest in jungle, dangerous marsh in jungle, dangerous marsh in mountains, "
    "impassable mountains in mountains",
    "max": "of 1, of 2, of 2 shared by two types",
    "optional pieces": "of one player",
    "compulsory pieces": "open, normal, difficult in dense, rough or good in dense, "
    "difficult in very dense, rough or good in very dense",
    "settlements": "of one player",
    "flank pieces": "of one player",
}
NEAR = 0.1
OF_NO_PLACE = frozenset(
    {"unknown_type", "not_in_territory", "not_in_box", "limit_exceeded", "category_not_open"}
    | {"must_not_move", "impassable_not_allowed", "declaration_not_allowed", "die_required"}
)
SETTINGS_THAT_GEOMETRY_READS = frozenset(
    {"gap", "moved_keeps_gap", "moved_keeps_sector", "bands_obey_sector", "touch_deep_water"}
    | {"flank_die_touches_edge", "flank_pieces_own_half", "max_counts", "least_fill"}
    | {"flank_sector_depth", "compulsory_size", "optional_size", "own_size_replaces", "own_sizes"}
)


@pytest.mark.parametrize("topic", TOPICS, ids=NAMES)
def test_the_check_says_what_the_corpus_expects(topic: list[Case]) -> None:
    differing = {}
    for case in topic:
        layout = read_layout(case.layout)
        found = check(layout, layout_rules(layout))
        if not case.is_as_expected(found):
            differing[case.name] = [(each.code, *each.pieces, each.measured) for each in found]
    assert differing == {}


@pytest.mark.parametrize("topic", TOPICS, ids=NAMES)
def test_what_is_wrong_with_a_place_is_shown_there(topic: list[Case]) -> None:
    """In the picture of a violation, and where the piece is."""
    for case in topic:
        layout = read_layout(case.layout)
        bounds = {piece.id: piece.bounds for piece in layout.pieces}
        for violation in check(layout, layout_rules(layout)):
            if violation.code not in OF_NO_PLACE:
                assert violation.where, case.name
                xs, ys = zip(*points_of(violation.where), strict=True)
                left, bottom, right, top = bounds[violation.pieces[0]]
                assert left - NEAR <= max(xs), case.name
                assert min(xs) <= right + NEAR, case.name
                assert bottom - NEAR <= max(ys), case.name
                assert min(ys) <= top + NEAR, case.name


@pytest.mark.parametrize("topic", TOPICS, ids=NAMES)
def test_the_oracle_says_what_the_corpus_expects(topic: list[Case]) -> None:
    """Where it is sure: the corpus goes to within a thousandth of every limit."""
    differing = {}
    for case in topic:
        expected = [(said["code"], tuple(said["pieces"])) for said in case.expected]
        wrong = disagreements(case.layout, expected)
        unlike = legal(case.layout) == ("no" if not case.expected else "yes")
        if wrong or unlike:
            differing[case.name] = wrong or "the verdict differs"
    assert differing == {}


def test_every_file_name_is_a_sentence() -> None:
    for case in ALL:
        words = case.sentence.split()
        assert re.fullmatch(r"[a-z0-9]+([ .][a-z0-9]+)*", case.sentence), case.name
        assert len(words) >= 4, case.name
        assert set(VERBS.split()) & set(words), case.name
        assert case.because.endswith("."), case.name


def test_every_file_is_a_layout_as_it_is_written() -> None:
    """Nothing is left out, rings run anticlockwise and are closed; outlines that are none aside."""
    for case in ALL:
        if "invalid_outline" not in {said["code"] for said in case.expected}:
            assert write_layout(read_layout(case.layout)) == case.layout, case.name


def test_every_expectation_names_a_code_and_pieces_of_its_layout() -> None:
    for case in ALL:
        ids = {piece["id"] for piece in case.layout["pieces"]}
        for said in case.expected:
            assert said["code"] in CODES, case.name
            assert said["pieces"], case.name
            assert ids.issuperset(said["pieces"]), case.name


def test_every_code_is_expected_at_least_twice() -> None:
    told = Counter(said["code"] for case in ALL for said in case.expected)
    assert {code: told[code] for code in CODES if told[code] < 2} == {}


def test_every_figure_is_judged_just_under_it_at_it_and_just_over_it() -> None:
    wanted = {
        f"{subject}: {figure}"
        for subject, figures in FIGURES_OF_THE_RULES.items()
        for figure in figures.split(", ")
    }
    found: dict[str, list[str]] = {}
    for case in ALL:
        if "figure" in case.shows:
            found.setdefault(case.shows["figure"], []).append(case.shows["side"])
    none_at_all = found.pop("compulsory pieces: featureless")
    assert sorted(none_at_all) == ["equal", "over"]
    assert set(found) == wanted
    assert {
        figure: sides for figure, sides in found.items() if sorted(sides) != sorted(SIDES)
    } == {}


def test_of_every_triple_one_end_is_illegal_and_the_figure_itself_is_legal() -> None:
    by_figure: dict[str, dict[str, bool]] = {}
    for case in ALL:
        if "figure" in case.shows:
            sides = by_figure.setdefault(case.shows["figure"], {})
            sides[case.shows["side"]] = not case.expected
    for figure, is_legal in by_figure.items():
        assert is_legal["equal"], figure
        assert is_legal.get("under", True) != is_legal["over"], figure


def test_every_special_of_every_territory_holds_once_and_is_broken_once() -> None:
    wanted = {
        (territory, row.type, special["code"])
        for territory, rows in TERRAIN.items()
        for row in rows
        for special in row.placement
    }
    for holds in (True, False):
        found = [case for case in ALL if "special" in case.shows and case.shows["holds"] is holds]
        named = {
            (case.layout["territory"], case.shows["type"], case.shows["special"]) for case in found
        }
        assert named == wanted
        for case in found:
            assert (case.expected == ()) is holds, case.name
            assert case.shows["type"] in {piece["type"] for piece in case.layout["pieces"]}


def test_every_setting_that_geometry_reads_changes_a_verdict() -> None:
    """Two files that differ in nothing else."""
    deciding = set()
    by_name: dict[str, list[Case]] = {}
    for case in ALL:
        if "setting" in case.shows:
            by_name.setdefault(case.shows["setting"], []).append(case)
    for name, found in by_name.items():
        for one, other in combinations(found, 2):
            alike = {**one.layout, "settings": 0} == {**other.layout, "settings": 0}
            if alike and bool(one.expected) != bool(other.expected):
                deciding.add(name)
    assert deciding == SETTINGS_THAT_GEOMETRY_READS


def test_a_case_that_expects_something_else_is_found_out(tmp_path: Path) -> None:
    case = next(case for case in ALL if len(case.expected) == 1)
    layout = read_layout(case.layout)
    found = check(layout, layout_rules(layout))
    (said,) = case.expected
    wrong: list[tuple[dict[str, object], ...]] = [
        (),
        (said, said),
        ({**said, "code": "overlap"},),
        ({**said, "pieces": ["somebody"]},),
        ({**said, "measured": -1},),
    ]
    for expected in wrong:
        changed = Case(case.topic, case.sentence, case.because, expected, {}, case.layout)
        assert not changed.is_as_expected(found)


def test_the_corpus_as_one_page() -> None:
    some = [next(iter(topic)) for topic in TOPICS]
    drawn = page(some)
    assert drawn.count("<figure") == len(some)
    assert "differs" not in re.findall(r'<figure class="([a-z ]+)">', drawn)
    for case in some:
        assert case.sentence.capitalize() in drawn


def test_no_file_lies_beside_the_topics_and_none_twice() -> None:
    assert list(FOLDER.glob("*.json")) == []
    assert len({json.dumps(case.layout) for case in ALL}) == len(ALL)
