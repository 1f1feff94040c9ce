"""How does a result come to count, and who is ahead by it?"""

from __future__ import annotations

from typing import Any

import pytest

from tests.events.callers import Meeting, answered, begin, refused
from tests.events.test_rounds import of, out, paired, settle

pytestmark = pytest.mark.django_db

FIRST_WINS = {"scores": [3, 0], "entries": [1, 2]}
SAID_THE_OTHER_WAY_ROUND = {"scores": [0, 3], "entries": [2, 1]}
DRAWN = {"scores": [1, 1], "entries": [1, 2]}


@pytest.fixture
def meeting() -> Meeting:
    """Two players at table 1 of a round that is out."""
    made = begin()
    paired(made)
    out(made, 1)
    return made


def table(meeting: Meeting) -> str:
    return f"{meeting.path}rounds/1/tables/1/result/"


def seen(meeting: Meeting) -> tuple[str, Any]:
    view = answered(meeting.stranger.get(f"{meeting.path}rounds/1/"), 200)["pairings"][0]
    return view["state"], view["scores"]


def test_one_reports_and_the_other_confirms(meeting: Meeting) -> None:
    reported = answered(meeting.player.put(table(meeting), FIRST_WINS), 200)
    assert reported == {"table": 1, "entries": [1, 2], "state": "reported", "scores": [3, 0]}
    assert seen(meeting) == ("reported", None)

    answered(meeting.other_player.put(table(meeting), SAID_THE_OTHER_WAY_ROUND), 200)

    assert seen(meeting) == ("confirmed", [3, 0])
    assert refused(meeting.player.put(table(meeting), DRAWN)) == (409, "already_confirmed")


def test_who_reported_corrects_himself_until_the_other_has_spoken(meeting: Meeting) -> None:
    meeting.player.put(table(meeting), FIRST_WINS)
    again = answered(meeting.player.put(table(meeting), DRAWN), 200)
    assert (again["state"], again["scores"]) == ("reported", [1, 1])


def test_two_who_differ_dispute_until_they_agree(meeting: Meeting) -> None:
    meeting.player.put(table(meeting), FIRST_WINS)
    disputed = answered(meeting.other_player.put(table(meeting), DRAWN), 200)
    assert (disputed["state"], disputed["scores"]) == ("disputed", None)

    agreed = answered(meeting.player.put(table(meeting), DRAWN), 200)
    assert (agreed["state"], agreed["scores"]) == ("confirmed", [1, 1])


def test_the_desk_decides_and_corrects(meeting: Meeting) -> None:
    meeting.player.put(table(meeting), FIRST_WINS)
    meeting.other_player.put(table(meeting), DRAWN)

    answered(meeting.desk.put(table(meeting), DRAWN), 200)
    assert seen(meeting) == ("confirmed", [1, 1])
    answered(meeting.desk.put(table(meeting), FIRST_WINS), 200)
    assert seen(meeting) == ("confirmed", [3, 0])
    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert [line["code"] for line in lines[:4]] == [
        "result_corrected",
        "result_confirmed",
        "result_disputed",
        "result_reported",
    ]


def test_an_absent_player_gives_the_other_a_bye(meeting: Meeting) -> None:
    absent = {"absent": [2], "entries": [1, 2]}

    assert refused(meeting.player.put(table(meeting), absent)) == (403, "not_allowed")
    answered(meeting.desk.put(table(meeting), absent), 200)

    assert seen(meeting) == ("confirmed", [3, 0])
    rows = answered(meeting.stranger.get(f"{meeting.path}standings/"), 200)["results"]
    assert [(row["entry"], row["played"], row["score"]) for row in rows] == [(1, 0, 3), (2, 0, 0)]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"scores": [3, 3], "entries": [1, 2]}, (422, "scores_do_not_add_up")),
        ({"scores": [2, 0], "entries": [1, 2]}, (422, "scores_out_of_range")),
        ({"scores": [3, 0], "entries": [1, 3]}, (422, "not_at_this_table")),
        ({"scores": [3, 0], "entries": [1, 1]}, (422, "not_at_this_table")),
        ({"absent": [3], "entries": [1, 2]}, (422, "not_at_this_table")),
        ({"scores": [3], "entries": [1, 2]}, (400, "unreadable")),
        ({"scores": [3, -1], "entries": [1, 2]}, (400, "unreadable")),
        ({"scores": [3, 0]}, (400, "unreadable")),
        ({"entries": [1, 2]}, (400, "unreadable")),
        ({"scores": [3, 0], "absent": [1], "entries": [1, 2]}, (400, "unreadable")),
    ],
)
def test_a_result_that_cannot_be_is_refused(
    meeting: Meeting, body: dict[str, Any], why: tuple[int, str]
) -> None:
    assert refused(meeting.desk.put(table(meeting), body)) == why
    assert seen(meeting) == ("open", None)


def test_nobody_reports_another_table(meeting: Meeting) -> None:
    token = answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Third"}), 201)["token"]
    third = type(meeting.player)(token)

    assert refused(third.put(table(meeting), FIRST_WINS)) == (403, "not_allowed")
    assert refused(meeting.checker.put(table(meeting), FIRST_WINS)) == (403, "not_allowed")
    assert refused(meeting.stranger.put(table(meeting), FIRST_WINS)) == (401, "not_signed_in")
    other = f"{meeting.path}rounds/1/tables/2/result/"
    assert refused(meeting.desk.put(other, FIRST_WINS)) == (404, "not_found")


def test_a_correction_moves_the_standings_and_marks_the_round_that_was_paired_by_it() -> None:
    meeting = of(4, rounds=3)
    paired(meeting, pairing="none")
    both = [{"table": 1, "entries": [1, 2]}, {"table": 2, "entries": [3, 4]}]
    meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": both})
    out(meeting, 1)
    settle(meeting, 1)
    second = paired(meeting)["pairings"]
    out(meeting, 2)

    path = f"{meeting.path}rounds/1/tables/1/result/"
    answered(meeting.desk.put(path, {"scores": [0, 3], "entries": [1, 2]}), 200)

    rows = answered(meeting.stranger.get(f"{meeting.path}standings/?after=1"), 200)["results"]
    assert [(row["entry"], row["total"]) for row in rows if row["entry"] < 3] == [(2, 3), (1, 0)]
    view = answered(meeting.desk.get(f"{meeting.path}rounds/2/"), 200)
    assert view["pairings"] == second
    assert [each["code"] for each in view["warnings"]] == ["results_changed"]


def test_the_standings_are_those_that_were_computed_by_hand() -> None:
    meeting = of(4, rounds=2, tie_breaks=["opponents", "wins"])
    results = (
        (((1, 2), (3, 0)), ((3, 4), (1, 1))),
        (((1, 3), (3, 0)), ((4, 2), (0, 3))),
    )
    for number, tables in enumerate(results, start=1):
        paired(meeting, pairing="none")
        pairings = [
            {"table": at, "entries": list(both)} for at, (both, _) in enumerate(tables, start=1)
        ]
        meeting.desk.put(f"{meeting.path}rounds/{number}/pairings/", {"pairings": pairings})
        out(meeting, number)
        for at, (both, scores) in enumerate(tables, start=1):
            path = f"{meeting.path}rounds/{number}/tables/{at}/result/"
            answered(meeting.desk.put(path, {"scores": scores, "entries": both}), 200)
    meeting.organiser.patch(f"{meeting.path}entries/1/", {"penalty": 4})

    rows = answered(meeting.stranger.get(f"{meeting.path}standings/"), 200)["results"]

    # Scores: 1 has 6, 2 has 3, 3 and 4 have 1. The opponents of 3 are 4 and 1: 1 + 6; of 4: 3, 2.
    shown = [
        (row["place"], row["entry"], row["score"], row["total"], row["tie_breaks"]) for row in rows
    ]
    assert shown == [
        (1, 2, 3, 3, {"opponents": 7, "wins": 1}),
        (2, 1, 6, 2, {"opponents": 4, "wins": 2}),
        (3, 3, 1, 1, {"opponents": 7, "wins": 0}),
        (4, 4, 1, 1, {"opponents": 4, "wins": 0}),
    ]
    text = meeting.stranger.get(f"{meeting.path}standings.csv").content.decode()
    assert text.splitlines()[:2] == [
        "\ufeffplace,entry,name,played,score,penalty,total,opponents,wins",
        "1,2,Iugurtha,2,3,0,3,7,1",
    ]


@pytest.mark.parametrize("how", ["by the desk", "by both", "penalty", "the same penalty"])
def test_a_round_is_marked_that_was_paired_before_a_result_or_a_penalty(
    meeting: Meeting, how: str
) -> None:
    paired(meeting, anyway=True)
    if how == "by the desk":
        answered(meeting.desk.put(table(meeting), FIRST_WINS), 200)
    elif how == "by both":
        answered(meeting.player.put(table(meeting), FIRST_WINS), 200)
        answered(meeting.other_player.put(table(meeting), FIRST_WINS), 200)
    else:
        points = {"penalty": 0 if how == "the same penalty" else 2}
        answered(meeting.organiser.patch(f"{meeting.path}entries/1/", points), 200)

    def codes(number: int) -> list[str]:
        view = answered(meeting.desk.get(f"{meeting.path}rounds/{number}/"), 200)
        return [each["code"] for each in view["warnings"]]

    assert ("results_changed" in codes(2)) is (how != "the same penalty")
    assert "results_changed" not in codes(1)
