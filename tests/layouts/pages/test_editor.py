"""Is a copy edited without a script, exactly as far as somebody changes it, legal or not?"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from setup_app.jobs import tasks
from setup_app.jobs.models import Job, State
from setup_app.layouts import job_handlers
from setup_app.layouts.models import SavedTable
from setup_app.layouts.pages import changes, piece_figures, verdicts
from setup_app.layouts.pages.piece_figures import Lying
from setup_app.layouts.requests import read_with_rules
from setup_app.wording.place_refusals import figure
from terrain.core.rules import DieZone, SlotRules
from tests.layouts.pages.laying import changes_in, followed, laid, page, piece_in, pressed, words
from tests.processes import PrivateRedis, until

pytestmark = pytest.mark.django_db


def middle(piece: dict[str, Any]) -> tuple[float, float]:
    lying = piece_figures.lying_of(piece_figures.outline_in(piece), "area")
    return lying.x, lying.y


def test_a_piece_slides_by_half_a_unit_and_all_others_stay_exactly(client: Client) -> None:
    row = laid(client)
    answer = pressed(client, row, "left", chosen="p4")

    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    (x, y), (moved_x, moved_y) = middle(piece_in(row, "p4")), middle(piece_in(made, "p4"))
    assert (round(x - moved_x, 2), round(y - moved_y, 2)) == (0.5, 0.0)
    others = [piece for piece in row.layout["pieces"] if piece["id"] != "p4"]
    assert [piece for piece in made.layout["pieces"] if piece["id"] != "p4"] == others
    assert (made.parent, made.edited) == (row, True)
    row.refresh_from_db()
    assert piece_in(row, "p4") != piece_in(made, "p4")


def test_deep_water_goes_from_side_to_side_by_a_button_that_says_so(client: Client) -> None:
    row = laid(client)
    answer = pressed(client, row, "add", type="deep_water", player="defender")
    assert "Along the left edge" in words(answer)
    assert "Move away by half a unit" not in words(answer)

    row = followed(pressed(client, row, "save", changes=changes_in(answer)))
    (sea,) = [each["id"] for each in row.layout["pieces"] if each["type"] == "deep_water"]
    here, there = ("left", "right") if beside(row, sea)["left"] else ("right", "left")

    # Where it lies already nothing is changed, nor away from any side.
    for do in (here, "farther"):
        assert json.loads(changes_in(pressed(client, row, do, chosen=sea)))["pieces"] == {}
    answer = pressed(client, row, there, chosen=sea)
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    assert beside(made, sea) == {here: False, there: True}


def beside(row: SavedTable, name: str) -> dict[str, bool]:
    """Along which side edges of its table a piece lies."""
    xs = [x for x, _y in piece_in(row, name)["outline"]["coordinates"][0]]
    return {"left": min(xs) == 0, "right": max(xs) == row.layout["table"]["width"]}


def test_another_shape_is_another_each_time_as_large_and_lies_as_it_lay(client: Client) -> None:
    row = laid(client)
    once = pressed(client, row, "another", chosen="p4")
    # Another is drawn for the sides that the piece has by then.
    larger = pressed(client, row, "larger", chosen="p4", changes=changes_in(once))
    twice = pressed(client, row, "another", chosen="p4", changes=changes_in(larger))

    before = piece_in(row, "p4")
    lay = piece_figures.lying_of(piece_figures.outline_in(before), "area")
    outlines = {json.dumps(before["outline"])}
    for answer, more in ((once, 0.0), (larger, 0.5), (twice, 0.5)):
        made = followed(pressed(client, row, "save", changes=changes_in(answer)))
        piece = piece_in(made, "p4")
        outlines.add(json.dumps(piece["outline"]))
        assert piece == {**before, "outline": piece["outline"]}
        lies = piece_figures.lying_of(piece_figures.outline_in(piece), "area")
        wanted = (lay.x, lay.y, lay.width + more, lay.depth + more)
        assert (lies.x, lies.y, lies.width, lies.depth) == pytest.approx(wanted, abs=0.02)
        # Corners are kept to a thousandth: over a short side that is a few hundredths of a degree.
        assert lies.degrees == pytest.approx(lay.degrees, abs=0.2)
    assert len(outlines) == 4


def test_another_shape_stays_on_the_table(client: Client) -> None:
    row = laid(client)
    corner = {"x": "3", "y": "3", "degrees": "40", "chosen": "p4"}
    answer = pressed(client, row, "check", **corner, width="9", depth="5")
    copy = changes.Copy(row.layout, read_with_rules(row.layout)[1])
    for _time in range(4):
        answer = pressed(client, row, "another", chosen="p4", changes=changes_in(answer))
        piece = copy.piece("p4", changes.parse_changes(changes_in(answer)))
        assert min(min(point) for point in piece_figures.outline_in(piece)) >= -0.001


def test_a_sheet_is_called_after_its_seed_and_that_of_a_changed_table_after_itself(
    client: Client,
) -> None:
    row = laid(client)
    answer = pressed(client, row, "left", chosen="p4")
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    names = [
        client.get(f"/t/{each.public_id}/sheet.pdf")["Content-Disposition"] for each in (row, made)
    ]

    assert names == [
        'inline; filename="table-7.pdf"',
        f'inline; filename="table-{made.public_id}.pdf"',
    ]


def test_of_a_piece_that_was_moved_it_is_said_what_it_need_not_keep_any_more(
    client: Client,
) -> None:
    row = laid(client)
    piece_in(row, "p4")["moved"] = True
    row.save()

    said = {name: pressed(client, row, f"choose:{name}") for name in ("p3", "p4")}

    told = "Moved by the opponent: sector and gap rules no longer apply."
    assert [told in words(answer) for answer in said.values()] == [False, True]
    given = json.loads(re.findall(r'<script id="editor"[^>]*>(.*?)</script>', said["p4"].text)[0])
    # What was laid after it keeps its own gap from it.
    gaps = {other["id"]: other["gap"] for other in given["others"]}
    order = [piece["id"] for piece in row.layout["pieces"]]
    earlier = order[: order.index("p4")]
    assert earlier
    assert {gaps[name] for name in earlier} == {0.0}
    assert max(gaps[name] for name in order if name not in (*earlier, "p4")) > 0


def test_an_illegal_copy_is_saved_and_says_plainly_why(client: Client) -> None:
    row = laid(client)
    one, other = (piece_in(row, name) for name in ("p3", "p4"))
    x, y = middle(other)

    answer = pressed(client, row, "check", chosen="p3", x=str(x), y=str(y))
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    assert made.audit["legal"] is False
    said = page(client, made)
    assert "Not legal:" in said
    assert "overlap" in said
    told = said.partition("Not legal:")[2][:400]
    assert one["id"] not in told
    assert not re.search(r"\d\.\d{3}", told)
    assert "Mountains 1" in words(pressed(client, row, "check"))


def test_a_sentence_is_made_for_whoever_reads_it_and_no_other_is_kept(client: Client) -> None:
    row = laid(client)
    answer = pressed(client, row, "check", chosen="p3", x="2", y="2")
    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    assert made.audit["violations"]
    for broken in made.audit["violations"]:
        assert "message" not in broken
    said = page(client, made).partition("Not legal:")[2]
    assert f"{figure(made.audit['violations'][0]['measured'])} BW" in said


@pytest.mark.parametrize(
    ("measured", "limit", "said"),
    [(1.999, 2, "1.99"), (2.001, 2, "2.01"), (2, 2, "2"), (9.803, 2, "9.8"), (1.994, None, "1.99")],
)
def test_a_figure_is_never_rounded_across_its_limit(
    measured: float, limit: float | None, said: str
) -> None:
    assert figure(measured, limit) == said


def test_a_piece_is_taken_away_and_another_added(client: Client) -> None:
    row = laid(client)
    answer = pressed(client, row, "remove", chosen="p2")
    answer = pressed(client, row, "add", changes=changes_in(answer), type="woods", player="invader")

    made = followed(pressed(client, row, "save", changes=changes_in(answer)))

    ids = [piece["id"] for piece in made.layout["pieces"]]
    assert "p2" not in ids
    assert ids[-1] == "a1"
    assert piece_in(made, "a1")["type"] == "woods"
    assert piece_in(made, "a1")["placed_by"] == "invader"


def test_one_that_was_added_and_taken_away_leaves_no_trace(client: Client) -> None:
    row = laid(client)
    answer = pressed(client, row, "add", type="woods")

    answer = pressed(client, row, "remove", changes=changes_in(answer), chosen="a1")

    assert json.loads(changes_in(answer)) == {"pieces": {}, "shapes": {}, "gone": [], "added": []}


WILD = [
    "[",
    "[" * 30_000,
    "x" * 90_000,
    "[]",
    '{"pieces": 7, "gone": {}, "added": "abc"}',
    '{"pieces": {"p4": [1e999, 0, 0, 1, 1, 1]}, "added": [["a1", "woods", "nobody", 1]]}',
    '{"pieces": {"p4": [0, 0, 0, 1, 1, true], "p5": ["1", 0, 0, 1, 1, 1]}}',
    '{"pieces": {"p4": [-200, 200, 1, 60, 60, null]}, "gone": ["p1", 3]}',
    '{"pieces": {"p4": [1, 1, 1, 0.5, 60, 6]}, "added": [["p1", "woods", "defender", 1]]}',
    '{"added": [["a1", "dragon", "defender", 1], ["a2", "woods", "defender", 99999999]]}',
]


@pytest.mark.parametrize("text", WILD)
def test_nothing_that_is_sent_breaks_the_editor(client: Client, text: str) -> None:
    row = laid(client)

    for do in ("right", "larger", "save", "nearest", "choose:p9"):
        assert pressed(client, row, do, changes=text, chosen="p4").status_code < 500


def test_pieces_are_as_many_as_can_be_drawn_at_once(client: Client) -> None:
    row = laid(client)
    added = [[f"a{n}", "woods", "defender", n] for n in range(60)]

    answer = pressed(client, row, "check", changes=json.dumps({"added": added}))

    assert words(answer).count("Woods") <= 4 * changes.MAX_PIECES
    assert "This table already has the maximum number of pieces." in words(answer)


@pytest.mark.usefixtures("seen_worker")
@pytest.mark.django_db(transaction=True)
def test_a_verdict_that_came_too_late_is_called_off_and_asked_for_anew(
    client: Client, redis_server: PrivateRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = laid(client)
    monkeypatch.setattr(verdicts, "TIMEOUT", 0.05)

    answers = [pressed(client, row, "check", chosen="p3", x="2", y="2") for _ in range(2)]
    redis_server.empty()

    asked = Job.objects.filter(kind=job_handlers.JUDGE)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [(job.state, job.error) for job in asked] == [("failed", {"code": "cancelled"})] * 2


@pytest.mark.usefixtures("seen_worker")
@pytest.mark.django_db(transaction=True)
def test_a_verdict_is_asked_for_once(client: Client, redis_server: PrivateRedis) -> None:
    row = laid(client)
    judging = threading.Thread(target=do_what_is_asked)
    judging.start()

    first, second = (pressed(client, row, "check", chosen="p3", x="3", y="2") for _ in range(2))
    judging.join()
    redis_server.empty()

    assert "Not legal" in words(first)
    assert words(first) == words(second)
    assert Job.objects.filter(kind=job_handlers.JUDGE).count() == 1


def do_what_is_asked() -> None:
    """As a worker would, until one verdict was given."""
    judge = Job.objects.filter(kind=job_handlers.JUDGE)
    until(lambda: judge.filter(state=State.QUEUED).exists(), what="a verdict to be asked for")
    tasks.run(judge.get().pk)
    connection.close()


TABLE = {"width": 45.0, "depth": 30.0}


def test_where_and_by_which_die_a_piece_is_added_is_what_the_rules_say(client: Client) -> None:
    row = laid(client)
    assert row.layout
    _layout, rules = read_with_rules(row.layout)
    one = changes.Changes(added=(("a1", "woods", "defender", 1),))
    woods = replace(rules.kind("woods"), sizes={}, by_die={"defender": {4: DieZone("left")}})
    wings, middle = SlotRules("wings", takes_rows=False), SlotRules("middle")
    other = replace(
        rules, types={"woods": woods}, slots={"front": middle, "middle": middle, "wings": wings}
    )
    diceless = replace(other, types={"woods": replace(woods, by_die={})})

    laid_by = [changes.applied(row.layout, each, one) for each in (rules, other, diceless)]
    found = [each["pieces"][-1] for each in laid_by]

    assert [(each["slot"], each["die"]) for each in found] == [
        ("optional", 2),
        ("middle", 4),
        ("middle", None),
    ]
    # What has no size by the rules is drawn by the table's.
    drawn = piece_figures.lying_of(piece_figures.outline_in(found[1]), "area")
    assert sorted((round(drawn.width, 1), round(drawn.depth, 1))) == [3.0, 4.5]


def test_a_band_stays_straight_from_edge_to_edge() -> None:
    river = ((10.0, 0.0), (11.0, 0.0), (11.0, 30.0), (10.0, 30.0))

    turned = piece_figures.place_outline(river, Lying(20.0, 15.0, 60.0, 1.5, 0.0), "band", TABLE)

    assert sorted({y for _x, y in turned}) == [0.0, 30.0]
    assert round(piece_figures.lying_of(turned, "band").width, 2) == 1.5


def test_a_strip_lies_along_the_nearer_side_edge() -> None:
    sea = ((0.0, 0.0), (3.0, 0.0), (3.0, 30.0), (0.0, 30.0))

    assert piece_figures.place_outline(sea, Lying(40.0, 15.0, 0.0, 4.0, 30.0), "strip", TABLE) == (
        (41.0, 0.0),
        (45.0, 0.0),
        (45.0, 30.0),
        (41.0, 30.0),
    )


def test_what_was_not_changed_is_the_very_same_outline() -> None:
    ring = ((3.0, 1.0), (9.001, 1.3), (8.2, 6.0), (5.0, 7.777), (2.5, 4.0))

    assert (
        piece_figures.place_outline(ring, piece_figures.lying_of(ring, "area"), "area", TABLE)
        is ring
    )


def test_what_was_drawn_once_is_not_drawn_again_for_another_change(client: Client) -> None:
    row = laid(client)
    assert row.layout
    _layout, rules = read_with_rules(row.layout)
    added = tuple((f"a{number}", "woods", "defender", number) for number in range(1, 4))
    lying = changes.Figures(Lying(20.0, 10.0, 30.0, 5.0, 4.0), None)
    first = changes.Changes(dict.fromkeys(("a1", "a2"), lying), added=added)
    second = first.with_piece("a1", replace(lying, die=3))
    copy = changes.Copy(row.layout, rules)

    before, after = copy.changed(first)["pieces"], copy.changed(second)["pieces"]

    same = [one["id"] for one, other in zip(before, after, strict=True) if one is other]
    assert same == ["a2", "a3"]
    assert copy.piece("a1", second) == next(each for each in after if each["id"] == "a1")
    assert after == changes.applied(row.layout, rules, second)["pieces"]
