"""How is a round paired, written by hand, published, taken back and read?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events import job_handlers
from setup_app.events.event.services import rounds
from tests.events.callers import Asking, Meeting, answered, begin, refused

pytestmark = pytest.mark.django_db


def of(count: int, **terms: Any) -> Meeting:
    """An event in which so many play, numbers 1 to `count`."""
    meeting = begin(**terms)
    names = [f"Player {number}" for number in range(3, count + 1)]
    text = "name\n" + "\n".join(names)
    if names:
        answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": text}), 201)
    return meeting


def paired(meeting: Meeting, **how: Any) -> dict[str, Any]:
    view: dict[str, Any] = answered(meeting.desk.post(f"{meeting.path}rounds/", how), 201)
    return view


def out(meeting: Meeting, number: int) -> dict[str, Any]:
    answer = meeting.desk.post(f"{meeting.path}rounds/{number}/publish/")
    view: dict[str, Any] = answered(answer, 200)
    return view


def settle(meeting: Meeting, number: int, scores: tuple[int, int] = (3, 0)) -> None:
    """Let the first at each table have won."""
    view = answered(meeting.desk.get(f"{meeting.path}rounds/{number}/"), 200)
    for each in view["pairings"]:
        if each["table"]:
            path = f"{meeting.path}rounds/{number}/tables/{each['table']}/result/"
            body = {"scores": list(scores), "entries": each["entries"]}
            answered(meeting.desk.put(path, body), 200)


def test_a_round_is_a_draft_until_it_is_out() -> None:
    meeting = of(3)

    draft = paired(meeting, seed="a")

    assert draft["state"] == "draft"
    assert sorted(len(each["entries"]) for each in draft["pairings"]) == [1, 2]
    assert draft["pairings"][1] == {
        "table": None,
        "entries": draft["pairings"][1]["entries"],
        "state": "confirmed",
        "scores": [3],
    }
    assert refused(meeting.player.get(f"{meeting.path}rounds/1/")) == (404, "not_found")
    assert answered(meeting.player.get(f"{meeting.path}rounds/"), 200)["results"] == []
    assert out(meeting, 1)["state"] == "published"
    assert answered(meeting.stranger.get(f"{meeting.path}rounds/1/"), 200)["state"] == "published"


def test_a_draft_is_paired_anew_and_the_same_seed_pairs_the_same() -> None:
    meeting = of(16)

    first, other, again = (paired(meeting, seed=seed) for seed in ("a", "b", "a"))

    assert first == again
    assert first["pairings"] != other["pairings"]
    assert [first["round"], other["round"]] == [1, 1]


def test_the_next_round_waits_for_results_unless_it_is_wanted_anyway() -> None:
    meeting = of(4)
    paired(meeting)
    out(meeting, 1)

    answer = meeting.desk.post(f"{meeting.path}rounds/", {})
    assert refused(answer) == (422, "results_missing")
    assert [each["message"] for each in answer.json()["violations"]] == [
        "Round 1, table 1: no confirmed result yet.",
        "Round 1, table 2: no confirmed result yet.",
    ]
    second = paired(meeting, anyway=True)
    met = {tuple(sorted(each["entries"])) for each in second["pairings"]}
    first = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)["pairings"]
    assert not met & {tuple(sorted(each["entries"])) for each in first}


def test_a_round_too_many_too_few_tables_and_nobody_to_pair_are_refused() -> None:
    meeting = of(5, rounds=1, tables=1)
    path = f"{meeting.path}rounds/"

    assert refused(meeting.desk.post(path, {})) == (422, "too_few_tables")
    for number in (3, 4):
        meeting.desk.patch(f"{meeting.path}entries/{number}/", {"dropped": True})
    view = paired(meeting)
    assert {entry for each in view["pairings"] for entry in each["entries"]} == {1, 2, 5}
    out(meeting, 1)
    settle(meeting, 1)
    assert refused(meeting.desk.post(path, {})) == (422, "no_such_round")
    meeting.organiser.patch(meeting.path, {"rounds": 2})
    for number in (1, 2):
        meeting.desk.patch(f"{meeting.path}entries/{number}/", {"dropped": True})
    assert refused(meeting.desk.post(path, {})) == (422, "too_few_players")


def test_pairings_are_written_by_number_by_name_or_swapped() -> None:
    meeting = of(4)
    paired(meeting, pairing="none")
    path = f"{meeting.path}rounds/1/pairings/"

    text = "table,player,opponent\n2,Piso,4\n7,Iugurtha,Player 3\n"
    by_text = answered(meeting.desk.put(path, {"text": text}), 200)
    assert [(each["table"], each["entries"]) for each in by_text["pairings"]] == [
        (2, [1, 4]),
        (7, [2, 3]),
    ]
    swapped = [{"table": 2, "entries": [1, 3]}, {"table": 7, "entries": [2, 4]}]
    by_hand = answered(meeting.desk.put(path, {"pairings": swapped}), 200)
    assert [(each["table"], each["entries"]) for each in by_hand["pairings"]] == [
        (2, [1, 3]),
        (7, [2, 4]),
    ]


BAD: tuple[tuple[list[dict[str, Any]], list[str]], ...] = (
    ([], ["player_missing"] * 4),
    (
        [{"table": 1, "entries": [1, 1]}, {"table": 1, "entries": [2, 9]}],
        ["unknown_player", "player_twice", "player_missing", "player_missing", "table_twice"],
    ),
    (
        [{"table": 9, "entries": [1, 2]}, {"table": 2, "entries": [3]}, {"entries": [4]}],
        ["no_such_table"],
    ),
)


@pytest.mark.parametrize(("pairings", "codes"), BAD)
def test_pairings_that_are_no_round_are_refused_with_everything(
    pairings: list[dict[str, Any]], codes: list[str]
) -> None:
    meeting = of(4)
    before = paired(meeting)

    answer = meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": pairings})

    assert refused(answer) == (422, codes[0])
    assert [each["code"] for each in answer.json()["violations"]] == codes
    assert answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200) == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"pairings": [], "text": ""},
        {"pairings": [{"table": 1, "entries": [1, 2, 3]}]},
        {"pairings": [{"table": 1, "entries": ["1", "2"]}]},
        {"pairings": [{"table": "1", "entries": [1, 2]}]},
    ],
)
def test_what_cannot_be_read_as_pairings_is_refused(body: dict[str, Any]) -> None:
    meeting = of(4)
    paired(meeting)

    answer = meeting.desk.put(f"{meeting.path}rounds/1/pairings/", body)
    assert refused(answer) == (400, "unreadable")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,b\n", "line 1: The first row must name the columns: table, player, opponent."),
        ("table,player,opponent\nx,1,2\n", "line 2, table: “x” is not a table number."),
        ("table,player,opponent\n1,,2\n", "line 2, player: This is missing."),
    ],
)
def test_a_faulty_text_of_pairings_names_its_line(text: str, told: str) -> None:
    meeting = of(4)
    paired(meeting)

    answer = meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"text": text})

    assert refused(answer) == (422, "import_refused")
    assert [each["message"] for each in answer.json()["violations"]] == [told]


def test_in_a_round_that_is_out_only_tables_without_a_result_change() -> None:
    meeting = of(4)
    paired(meeting, pairing="none")
    path = f"{meeting.path}rounds/1/pairings/"
    both = [{"table": 1, "entries": [1, 2]}, {"table": 2, "entries": [3, 4]}]
    answered(meeting.desk.put(path, {"pairings": both}), 200)
    out(meeting, 1)
    result = {"scores": [3, 0], "entries": [1, 2]}
    answered(meeting.desk.put(f"{meeting.path}rounds/1/tables/1/result/", result), 200)

    wet = [both[0], {"table": 5, "entries": [3, 4]}]
    moved = answered(meeting.desk.put(path, {"pairings": wet}), 200)
    assert [each["table"] for each in moved["pairings"]] == [1, 5]
    assert moved["pairings"][0]["state"] == "confirmed"
    other = [{"table": 1, "entries": [1, 3]}, {"table": 5, "entries": [2, 4]}]
    assert refused(meeting.desk.put(path, {"pairings": other})) == (409, "already_begun")
    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert lines[0]["message"] == "Round 1: pairings changed after publication."


def test_a_round_is_taken_back_until_it_has_a_result() -> None:
    meeting = of(2)
    paired(meeting)
    path = f"{meeting.path}rounds/1/"
    out(meeting, 1)

    assert answered(meeting.desk.post(f"{path}withdraw/"), 200)["state"] == "draft"
    result = {"scores": [3, 0], "entries": [1, 2]}
    assert refused(meeting.player.put(f"{path}tables/1/result/", result)) == (404, "not_found")
    out(meeting, 1)
    answered(meeting.player.put(f"{path}tables/1/result/", result), 200)
    # What one player says is no result yet.
    answered(meeting.desk.post(f"{path}withdraw/"), 200)
    out(meeting, 1)
    answered(meeting.other_player.put(f"{path}tables/1/result/", result), 200)
    assert refused(meeting.desk.post(f"{path}withdraw/")) == (409, "already_begun")


def test_a_round_cannot_go_out_with_somebody_who_dropped_out_since() -> None:
    meeting = of(4)
    paired(meeting)
    meeting.desk.patch(f"{meeting.path}entries/3/", {"dropped": True})

    answer = meeting.desk.post(f"{meeting.path}rounds/1/publish/")
    assert refused(answer) == (422, "dropped_player")


def test_a_round_warns_of_what_is_to_be_looked_at_twice() -> None:
    meeting = of(4, avoid=["club"])
    for number, change in ((1, {"club": "Roma", "here": True}), (2, {"club": " roma"})):
        meeting.desk.patch(f"{meeting.path}entries/{number}/", change)
    paired(meeting, pairing="none")
    both = [{"table": 1, "entries": [1, 2]}, {"table": 2, "entries": [3, 4]}]
    path = f"{meeting.path}rounds/1/pairings/"

    warned = answered(meeting.desk.put(path, {"pairings": both}), 200)["warnings"]

    assert [(each["code"], each["entries"]) for each in warned] == [
        ("same_club", [1, 2]),
        ("not_here", [2]),
        ("not_here", [3]),
        ("not_here", [4]),
    ]
    assert warned[0]["message"] == "Both from Roma."


def test_who_reads_sees_no_warnings() -> None:
    meeting = of(2)
    meeting.desk.patch(f"{meeting.path}entries/2/", {"here": False})
    paired(meeting)
    assert out(meeting, 1)["warnings"] != []

    assert answered(meeting.player.get(f"{meeting.path}rounds/1/"), 200)["warnings"] == []


def test_a_round_is_a_file() -> None:
    meeting = of(3)
    meeting.desk.patch(f"{meeting.path}entries/1/", {"name": "=Piso"})
    paired(meeting, pairing="none")
    pairings = [{"table": 4, "entries": [1, 2]}, {"entries": [3]}]
    meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": pairings})
    out(meeting, 1)
    settle(meeting, 1, (1, 1))

    text = meeting.stranger.get(f"{meeting.path}rounds/1/pairings.csv").content.decode()

    assert text == (
        "\ufeffround,table,player,opponent,score,opponent_score,state\r\n"
        "1,4,'=Piso,Iugurtha,1,1,confirmed\r\n"
        "1,,Player 3,,3,,confirmed\r\n"
    )


def test_an_event_with_rounds_can_be_deleted() -> None:
    meeting = of(4)
    paired(meeting)
    out(meeting, 1)

    assert meeting.organiser.delete(meeting.path).status_code == 204


def test_the_clock_runs_from_where_it_is_set() -> None:
    meeting = begin()
    path = f"{meeting.path}clock/"

    assert answered(Asking().get(path), 200)["left"] == 0
    held = answered(meeting.desk.put(path, {"round": 1, "seconds": 9000, "running": False}), 200)
    assert (held["round"], held["running"], held["ends"], held["left"]) == (1, False, None, 9000)
    runs = answered(meeting.desk.put(path, {"round": 1, "seconds": 9000, "running": True}), 200)
    assert runs["ends"] > runs["now"]
    assert refused(meeting.desk.put(path, {"seconds": -1, "running": True})) == (400, "unreadable")


def by_hand(meeting: Meeting, *tables: tuple[int | None, list[int]]) -> Any:
    body = {"pairings": [{"table": table, "entries": entries} for table, entries in tables]}
    return meeting.desk.put(f"{meeting.path}rounds/1/pairings/", body)


def test_who_came_late_may_stay_out_of_a_round_that_is_out_or_take_a_place_in_it() -> None:
    meeting = of(4)
    paired(meeting, pairing="none")
    answered(by_hand(meeting, (1, [1, 2]), (2, [3, 4])), 200)
    out(meeting, 1)
    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Late"}), 201)

    answered(by_hand(meeting, (1, [1, 2]), (5, [3, 4])), 200)
    assert refused(by_hand(meeting, (1, [1, 2]), (5, [3, 5]))) == (422, "player_missing")
    meeting.desk.patch(f"{meeting.path}entries/4/", {"dropped": True})
    answered(by_hand(meeting, (1, [1, 2]), (5, [3, 5])), 200)


def test_a_table_moves_with_what_one_has_said_and_one_with_a_result_stays_as_it_is() -> None:
    meeting = of(4)
    paired(meeting, pairing="none")
    answered(by_hand(meeting, (1, [1, 2]), (2, [3, 4])), 200)
    out(meeting, 1)
    tables = f"{meeting.path}rounds/1/tables/"
    said = {"scores": [3, 0], "entries": [1, 2]}
    answered(meeting.player.put(f"{tables}1/result/", said), 200)
    answered(meeting.desk.put(f"{tables}2/result/", {"scores": [0, 3], "entries": [3, 4]}), 200)

    moved = answered(by_hand(meeting, (7, [2, 1]), (2, [4, 3])), 200)["pairings"]

    assert [(each["table"], each["state"]) for each in moved] == [(2, "confirmed"), (7, "reported")]
    assert [each["scores"] for each in moved] == [[0, 3], [3, 0]]
    answered(meeting.other_player.put(f"{tables}7/result/", said), 200)
    assert refused(by_hand(meeting, (1, [1, 2]), (2, [3, 4]))) == (409, "already_begun")


def test_every_round_that_is_out_wants_its_results_before_another_is_paired() -> None:
    meeting = of(2)
    for number in (1, 2):
        paired(meeting, anyway=True)
        out(meeting, number)
    settle(meeting, 2)
    path = f"{meeting.path}rounds/"
    assert refused(meeting.desk.post(path, {})) == (422, "results_missing")
    assert paired(meeting, anyway=True)["round"] == 3

    answer = meeting.desk.post(path, {})

    assert refused(answer) == (422, "results_missing")
    told = [each["message"] for each in answer.json()["violations"]]
    assert told == ["Round 1, table 1: no confirmed result yet."]


def test_a_round_without_anybody_does_not_go_out() -> None:
    meeting = of(2)
    for number in (1, 2):
        meeting.desk.patch(f"{meeting.path}entries/{number}/", {"dropped": True})
    paired(meeting, pairing="none")

    answer = meeting.desk.post(f"{meeting.path}rounds/1/publish/")
    assert refused(answer) == (422, "too_few_players")


def test_a_number_in_a_text_is_who_has_it_whatever_others_are_called() -> None:
    meeting = of(4)
    meeting.desk.patch(f"{meeting.path}entries/4/", {"name": "1"})
    meeting.desk.patch(f"{meeting.path}entries/3/", {"name": "77"})
    paired(meeting, pairing="none")

    text = "table,player,opponent\n1,1,77\n2,2,4\n"
    path = f"{meeting.path}rounds/1/pairings/"
    shown = answered(meeting.desk.put(path, {"text": text}), 200)["pairings"]
    assert [each["entries"] for each in shown] == [[1, 3], [2, 4]]


def test_a_worker_that_runs_a_second_time_pairs_no_other_round() -> None:
    meeting = of(2)
    order: dict[str, Any] = {"how": "swiss", "seed": "", "anyway": True, "number": 1}
    order |= {"event": meeting.id, "role": [3, 0]}
    progress: Any = None
    first = job_handlers.pair(order, progress)
    assert job_handlers.pair(order, progress) == first
    out(meeting, 1)

    assert [first["round"], job_handlers.pair(order, progress)["round"]] == [1, 1]
    assert answered(meeting.desk.get(f"{meeting.path}rounds/"), 200)["count"] == 1


def test_the_clock_is_of_a_round_of_the_event() -> None:
    meeting = begin(rounds=3)
    for number, status in ((3, 200), (4, 422)):
        body = {"round": number, "seconds": 60, "running": False}
        answered(meeting.desk.put(f"{meeting.path}clock/", body), status)


def test_another_bye_in_a_round_that_is_out_marks_those_that_were_paired_by_it() -> None:
    meeting = of(5)
    paired(meeting, pairing="none")
    answered(by_hand(meeting, (1, [1, 2]), (2, [3, 4]), (None, [5])), 200)
    out(meeting, 1)
    paired(meeting, anyway=True)
    out(meeting, 2)

    def marked() -> bool:
        warned = answered(meeting.desk.get(f"{meeting.path}rounds/2/"), 200)["warnings"]
        return "results_changed" in [each["code"] for each in warned]

    answered(by_hand(meeting, (4, [1, 2]), (2, [3, 4]), (None, [5])), 200)
    assert not marked()
    answered(by_hand(meeting, (4, [1, 2]), (2, [3, 5]), (None, [4])), 200)
    assert marked()


def test_who_drops_out_while_a_round_is_paired_is_not_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thousands are paired for as long as a worker has, and nobody is kept from writing by it."""
    meeting = of(4)
    really = rounds.pair

    def meanwhile(*given: Any, **named: Any) -> Any:
        meeting.desk.patch(f"{meeting.path}entries/4/", {"dropped": True})
        return really(*given, **named)

    monkeypatch.setattr(rounds, "pair", meanwhile)
    made = paired(meeting)

    assert sorted(each for pairing in made["pairings"] for each in pairing["entries"]) == [1, 2, 3]
