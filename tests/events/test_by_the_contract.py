"""Is an event of sixteen run over the API as its contract tells, word for word?

Who writes a client has that text alone: every answer is looked at for what stands there.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from setup_app.engine.values import canonical
from tests.armies.lists import SMALL
from tests.events.callers import Asking, answered, refused

pytestmark = pytest.mark.django_db

ENTRIES = 16
PAIRING = {"table", "entries", "state", "scores"}
STANDING = {
    *("place", "entry", "name", "played", "score", "penalty", "total", "tie_breaks"),
}


def listed(caller: Asking, path: str) -> list[dict[str, Any]]:
    """The whole of a list, over its pages."""
    found, where = [], f"{path}?page_size=7"
    while where:
        page = answered(caller.get(where), 200)
        assert set(page) == {"count", "next", "previous", "results"}
        found += page["results"]
        where = (page["next"] or "").partition("/api/v1/")[2]
    return found


def army_of(number: int) -> dict[str, Any]:
    return {**SMALL, "name": f"Army {number}"}


def test_sixteen_play_three_rounds() -> None:
    made = answered(Asking().post("events/", {"name": "Ides", "rulebook": "pbs-2023.1"}), 201)
    event = made["event"]
    assert (event["tables"], event["rounds"], event["visibility"]) == (8, 3, "link")
    assert event["scoring"] == {"kind": "outcome", "win": 3, "draw": 1, "loss": 0, "bye": 3}
    assert event["tie_breaks"] == ["opponents", "wins", "lots"]
    organiser, path = Asking(made["organiser"]), f"events/{event['id']}/"

    rows = "\n".join(f"Player {number},Club {number % 3}," for number in range(1, ENTRIES + 1))
    brought = answered(
        organiser.post(f"{path}entries/import/", {"text": f"name,club,country\n{rows}"}), 201
    )["entries"]
    assert [set(each) for each in brought] == [{"entry", "name", "token"}] * ENTRIES
    players = {each["entry"]: Asking(each["token"]) for each in brought}
    checker, desk = (
        Asking(answered(organiser.post(f"{path}roles/", body), 201)["token"])
        for body in ({"kind": "checker", "name": "Ceto"}, {"kind": "desk", "name": "Dion"})
    )

    hand_in(path, players, organiser, checker)
    for number in (1, 2, 3):
        play(path, number, players, desk)
    last(path, players, organiser)


def hand_in(path: str, players: dict[int, Asking], organiser: Asking, checker: Asking) -> None:
    """Lists, their commitments, the checker's decisions, publication."""
    stranger = Asking()
    for number, player in players.items():
        where = f"{path}entries/{number}/list/"
        kept = answered(player.put(where, army_of(number)), 200)["list"]
        assert (kept["status"], kept["versions"]) == ("draft", [])
        view = answered(player.post(f"{where}submit/", {}), 201)["list"]
        assert (view["status"], view["versions"][0]["version"]) == ("submitted", 1)
        # Sent twice it is one version; what was written since is none before it is sent back.
        again = answered(player.post(f"{where}submit/", {}), 201)["list"]
        assert [each["version"] for each in again["versions"]] == [1]
        answered(player.put(where, army_of(0)), 200)
        assert refused(player.post(f"{where}submit/", {})) == (409, "list_locked")
    told = {each["entry"]: each["commitment"] for each in listed(stranger, f"{path}commitments/")}
    assert refused(stranger.get(f"{path}lists/")) == (404, "not_found")
    assert {each["list"] for each in listed(stranger, f"{path}entries/")} == {"in"}
    unchecked = organiser.post(f"{path}lists/publish/", {})
    assert refused(unchecked) == (422, "lists_unchecked")
    assert len(unchecked.json()["violations"]) == ENTRIES
    for number in players:
        where = f"{path}entries/{number}/list/"
        answered(checker.get(where), 200)
        made = answered(
            checker.post(f"{where}decisions/", {"version": 1, "decision": "approved"}), 201
        )
        assert isinstance(made["decision"], int)
        again = {"version": 1, "decision": "sent_back"}
        assert refused(checker.post(f"{where}decisions/", again)) == (409, "already_decided")
    out = answered(organiser.post(f"{path}lists/publish/", {}), 200)
    assert out["lists"] == ENTRIES
    book = listed(stranger, f"{path}lists/")
    assert [each["army"]["name"] for each in book] == [f"Army {each}" for each in players]
    for each in book:
        sealed = each["salt"].encode("ascii") + b"\n" + canonical(each["army"])
        assert hashlib.sha256(sealed).hexdigest() == each["commitment"] == told[each["entry"]]
    assert len(listed(stranger, f"{path}looks/")) == ENTRIES


def play(path: str, number: int, players: dict[int, Asking], desk: Asking) -> None:
    """A round from the draft to its last result: agreed, disputed and settled, absent."""
    stranger, where = Asking(), f"{path}rounds/{number}/"
    view = answered(desk.post(f"{path}rounds/", {"pairing": "swiss", "seed": "s"}), 201)
    assert (view["round"], view["state"]) == (number, "draft")
    assert refused(stranger.get(where)) == (404, "not_found")
    assert "rematch" not in {each["code"] for each in view["warnings"]}
    assert answered(desk.post(f"{where}publish/", {}), 200)["state"] == "published"
    assert {frozenset(each) for each in view["pairings"]} == {frozenset(PAIRING)}
    assert sorted(each["table"] for each in view["pairings"]) == list(range(1, 9))
    for pairing in view["pairings"]:
        one, other = pairing["entries"]
        result = f"{where}tables/{pairing['table']}/result/"
        body = {"scores": [3, 0], "entries": [one, other]}
        assert answered(players[one].put(result, body), 200)["state"] == "reported"
        if pairing["table"] == 1:
            against = {"scores": [3, 0], "entries": [other, one]}
            assert answered(players[other].put(result, against), 200)["state"] == "disputed"
            answered(desk.put(result, {"scores": [1, 1], "entries": [one, other]}), 200)
        elif pairing["table"] == 2:
            answered(desk.put(result, {"absent": [other], "entries": [one, other]}), 200)
        else:
            turned = {"scores": [0, 3], "entries": [other, one]}
            assert answered(players[other].put(result, turned), 200)["state"] == "confirmed"
        assert refused(players[one].put(result, body)) == (409, "already_confirmed")
    assert answered(stranger.get(where), 200)["state"] == "finished"


def last(path: str, players: dict[int, Asking], organiser: Asking) -> None:
    """The standings, what comes after the last round, the journal."""
    stranger = Asking()
    table = listed(stranger, f"{path}standings/")
    assert {frozenset(each) for each in table} == {frozenset(STANDING)}
    # Each round had six wins, a bye's score for who came and a draw.
    assert sum(each["total"] for each in table) == 3 * (6 * 3 + 3 + 2)
    # Who did not come has not played, and neither has who had the bye for it.
    assert sum(each["played"] for each in table) == 3 * (ENTRIES - 2)
    totals = [each["total"] for each in table]
    assert totals == sorted(totals, reverse=True)
    first = listed(stranger, f"{path}standings/")
    assert first == table
    over = organiser.post(f"{path}rounds/", {"pairing": "swiss"})
    assert refused(over) == (422, "no_such_round")
    codes = [each["code"] for each in listed(organiser, f"{path}journal/")]
    assert codes.count("round_published") == 3
    assert codes.count("result_disputed") == 3
    assert refused(stranger.get(f"{path}journal/"))[0] in (401, 403)
    view = answered(players[1].get(path), 200)
    assert view["me"] == {"kind": "player", "entry": 1}
