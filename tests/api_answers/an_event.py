"""Ask an event everything, as each who has a part in it, before and after things are published."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.api_answers.recording import Answers, Recording
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin
from tests.events.ground_runs import PLAINS, run
from tests.layouts.test_checking import LEGAL

PAST, FUTURE = "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
TERMS: dict[str, Any] = {
    "name": "Ides of March",
    "venue": "Town hall",
    "timezone": "Europe/London",
    "days": ["2026-12-19"],
    "table": {"width": 45, "depth": 30},
    "tables": 2,
    "rounds": 2,
    "visibility": "public",
    "registration": "open",
    "places": 12,
    "lists": {
        "opens": PAST,
        "closes": FUTURE,
        "late": "accept",
        "penalty": {"points": 2, "per": "round"},
        "limits": {"points": {"most": 600}, "home": {"among": ["plains"]}},
    },
    # Lots are drawn by the event's id, which is another at each run.
    "tie_breaks": ["opponents", "wins", "head_to_head"],
    "avoid": ["club"],
}
KIT = (
    "id,types,long_mm,short_mm,count,box,section,note\n"
    "h1,hills,300,290,2,A,no,green felt\n"
    "r1,rivers_and_streams,300,50,,B,yes,\n"
)
ENTRIES = "name,club,country\nMemmius,Cirta,IT\nMarius,Arpinum,IT\nGauda,Cirta,\n"
WHO = ("organiser", "checker", "desk", "player", "other_player", "stranger")
GETS = (
    *("", "clock/", "commitments/", "entries/", "entries/?page=2&page_size=2", "fairness/"),
    *("journal/", "kit/", "kit.csv", "lists/", "lists.csv", "lists.xlsx", "looks/", "peers/"),
    *("roles/", "rounds/", "rounds/1/", "rounds/1/packing/", "rounds/1/pairings.csv"),
    *("rounds/1/tables/", "rounds/1/tables/1/", "standings/", "standings/?after=1"),
    *("standings.csv", "standings.pdf", "entries/1/list/", "entries/2/list/"),
)


def met() -> tuple[Meeting, Recording]:
    meeting = begin(**TERMS)
    recording = Recording({who: getattr(meeting, who) for who in WHO})
    recording.call(meeting.id, "event")
    return meeting, recording


def prepared() -> tuple[Meeting, Recording]:
    """Five players, two lists, a kit, tables, a packing list and a draft of the first round."""
    meeting, recording = met()
    path, organiser, desk = meeting.path, meeting.organiser, meeting.desk
    answered(desk.post(f"{path}entries/import/", {"text": ENTRIES}), 201)
    answered(desk.patch(f"{path}entries/1/", {"here": True}), 200)
    for caller, entry in ((meeting.player, 1), (meeting.other_player, 2)):
        army = {**deepcopy(SMALL), "name": f"List {entry}"}
        answered(caller.put(f"{path}entries/{entry}/list/", army), 200)
        answered(caller.post(f"{path}entries/{entry}/list/submit/", {}), 201)
    decision = {"version": 1, "decision": "sent_back", "comment": "Which general leads?"}
    answered(meeting.checker.post(f"{path}entries/1/list/decisions/", decision), 201)
    answered(meeting.player.post(f"{path}entries/1/list/submit/", SMALL), 201)
    approved = {"version": 2, "decision": "approved"}
    answered(meeting.checker.post(f"{path}entries/1/list/decisions/", approved), 201)
    answered(organiser.put(f"{path}kit/", {"text": KIT}), 200)
    fixed = {"kind": "fixed", "layout": LEGAL}
    asked = {"rounds": [1], "seed": "lots", "ground": PLAINS, "grounds": {"1": fixed}}
    run(answered(organiser.post(f"{path}prepare/", asked), 202)["job"])
    plan = {"round": 1, "tolerance_mm": 60, "seconds": 1}
    run(answered(organiser.post(f"{path}kit/plan/", plan), 202)["job"])
    answered(desk.post(f"{path}rounds/", {"pairing": "none"}), 201)
    pairs = [{"table": 1, "entries": [1, 2]}, {"table": 2, "entries": [3, 4]}]
    pairs.append({"table": None, "entries": [5]})
    answered(desk.put(f"{path}rounds/1/pairings/", {"pairings": pairs}), 200)
    return meeting, recording


def asked_by_all(recording: Recording, path: str) -> None:
    for address in GETS:
        for who in WHO:
            recording.get(who, path + address)


def before() -> Answers:
    """Nothing is published yet."""
    meeting, recording = prepared()
    asked_by_all(recording, meeting.path)
    return recording.answers()


def after() -> Answers:
    """Lists and the round are published, results are in."""
    meeting, recording = prepared()
    path, desk = meeting.path, meeting.desk
    line = answered(desk.get(f"{path}rounds/1/packing/"), 200)["lines"][0]["line"]
    recording.send("desk", "PATCH", f"{path}rounds/1/packing/{line}/", {"out": True})
    recording.send("organiser", "POST", f"{path}lists/publish/", {}, case="some are missing")
    recording.send("organiser", "POST", f"{path}lists/publish/", {"anyway": True})
    recording.send("desk", "POST", f"{path}rounds/1/publish/", {})
    result = f"{path}rounds/1/tables/1/result/"
    recording.send("player", "PUT", result, {"scores": [3, 0], "entries": [1, 2]})
    recording.send("other_player", "PUT", result, {"scores": [1, 1], "entries": [1, 2]})
    recording.send("desk", "PUT", result, {"scores": [3, 0], "entries": [1, 2]})
    other = f"{path}rounds/1/tables/2/result/"
    recording.send("desk", "PUT", other, {"scores": [1, 1], "entries": [3, 4]})
    recording.send("desk", "PATCH", f"{path}entries/5/", {"dropped": True})
    recording.send("desk", "PUT", f"{path}clock/", {"seconds": 600, "running": False})
    asked_by_all(recording, path)
    recording.get("stranger", "events/")
    order = {"document": "signup"}
    job = recording.send("desk", "POST", f"{path}print/", order)["job"]
    run(job)
    recording.get("desk", f"jobs/{job}/")
    recording.get("desk", f"jobs/{job}/file/")
    recording.get("stranger", f"jobs/{job}/")
    recording.send("desk", "POST", f"{path}rounds/", {"seed": "a"})
    recording.get("organiser", f"{path}rounds/2/tables/")
    return recording.answers()


def refusals() -> Answers:
    """What is refused: the body, the role, the moment, the number."""
    meeting, recording = met()
    path = meeting.path
    asking = recording.send
    asking("stranger", "POST", "events/", {}, case="nothing")
    asking("stranger", "POST", "events/", {**TERMS, "rulebook": "go"}, case="unknown rulebook")
    asking("stranger", "POST", "events/", {**TERMS, "rulebook": "pbs-2023.1", "more": 1}, case="+")
    wrong = {"rounds": 0, "timezone": "Moon", "tie_breaks": ["wins", "wins"], "places": "six"}
    asking("organiser", "PATCH", path, wrong)
    asking("player", "PATCH", path, {"name": "Mine"})
    asking("stranger", "DELETE", path)
    recording.get("stranger", f"{path}roles/")
    recording.get("stranger", "events/22222222222222/")
    recording.callers["liar"] = Asking(f"{meeting.id}-r1-{'a' * 22}")
    recording.get("liar", path)
    asking("desk", "POST", f"{path}entries/", {}, case="no name")
    asking("desk", "POST", f"{path}entries/import/", {"text": "names,shoes\nMemmius,42\n"})
    asking("desk", "PATCH", f"{path}entries/99/", {"here": True})
    asking("player", "PUT", f"{path}entries/2/list/", SMALL, case="another's")
    asking("player", "PUT", f"{path}entries/1/list/", {"name": 7}, case="no army")
    asking("player", "POST", f"{path}entries/1/list/submit/", {}, case="nothing to submit")
    asking("player", "POST", f"{path}entries/1/list/withdraw/", {})
    asking("checker", "POST", f"{path}entries/1/list/decisions/", {"version": 1, "decision": "no"})
    asking("organiser", "POST", f"{path}entries/1/list/reopen/", {})
    asking("organiser", "PUT", f"{path}kit/", {"text": "id,types\nw1,moon\n"})
    pieces = [{"id": "w1", "types": ["moon"], "long_mm": 0, "short_mm": 10}]
    asking("organiser", "PUT", f"{path}kit/", {"pieces": pieces})
    asking("organiser", "POST", f"{path}kit/plan/", {"round": 1})
    asking("organiser", "POST", f"{path}prepare/", {"rounds": [9], "ground": PLAINS})
    moon = {"rounds": [1], "ground": {**PLAINS, "territory": "moon"}}
    asking("organiser", "POST", f"{path}prepare/", moon, case="no such territory")
    asking("organiser", "POST", f"{path}rounds/1/tables/1/lay/", {})
    asking("player", "POST", f"{path}rounds/1/tables/1/seat/", {})
    asking("desk", "POST", f"{path}rounds/1/publish/", {})
    asking("desk", "POST", f"{path}rounds/", {"pairing": "best"})
    asking("desk", "POST", f"{path}rounds/", {"pairing": "none"})
    once_each = [{"table": 1, "entries": [1, 1]}, {"table": 1, "entries": [2, 77]}]
    asking("desk", "PUT", f"{path}rounds/1/pairings/", {"pairings": once_each})
    asking("player", "PUT", f"{path}rounds/1/tables/1/result/", {"scores": [3], "entries": [1]})
    asking("desk", "PUT", f"{path}clock/", {"do": "dance"})
    asking("organiser", "POST", f"{path}print/", {"document": "novel"})
    asking("organiser", "POST", f"{path}print/", {"document": "standings"})
    asking("organiser", "POST", f"{path}roles/", {"kind": "king", "name": "Jugurtha"})
    asking("organiser", "DELETE", f"{path}roles/1/")
    asking("checker", "POST", f"{path}roles/4/reissue/", {})
    asking("player", "POST", f"{path}peers/1/", {"remark": "Too many bases."})
    asking("stranger", "POST", "kits/plan/", {"pieces": None, "wanted": []})
    return recording.answers()


def roles() -> Answers:
    """What changes who takes part: roles, links, entries, a copy of the event, its end."""
    meeting, recording = met()
    path = meeting.path
    recording.send("organiser", "POST", f"{path}roles/", {"kind": "checker", "name": "Crispus"})
    recording.send("organiser", "PATCH", f"{path}roles/6/", {"name": "Sallust"})
    recording.send("organiser", "POST", f"{path}roles/6/reissue/", {})
    recording.send("organiser", "DELETE", f"{path}roles/6/")
    recording.send("desk", "POST", f"{path}entries/", {"name": "Memmius", "club": "Cirta"})
    recording.send("organiser", "DELETE", f"{path}entries/3/")
    recording.send("desk", "PUT", f"{path}clock/", {"seconds": 600, "running": False})
    recording.get("organiser", f"{path}roles/")
    recording.send("organiser", "POST", f"{path}copy/", {})
    recording.send("organiser", "DELETE", path)
    recording.get("player", path)
    return recording.answers()


def peers() -> Answers:
    """Players read each other's lists without names."""
    meeting = begin(**{**TERMS, "lists": {"closes": FUTURE, "peers": True}})
    recording = Recording({who: getattr(meeting, who) for who in WHO})
    recording.call(meeting.id, "event")
    path = meeting.path
    for who, entry in (("player", 1), ("other_player", 2)):
        recording.send(who, "PUT", f"{path}entries/{entry}/list/", SMALL)
        recording.send(who, "POST", f"{path}entries/{entry}/list/submit/", {})
    recording.get("player", f"{path}peers/")
    closed = {"lists": {"closes": PAST, "peers": True}}
    recording.send("organiser", "PATCH", path, closed)
    for who in WHO:
        recording.get(who, f"{path}peers/")
    recording.send("player", "POST", f"{path}peers/1/", {"remark": "A general too many."})
    recording.get("checker", f"{path}entries/2/list/")
    recording.get("organiser", f"{path}looks/")
    return recording.answers()
