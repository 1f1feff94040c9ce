"""Ask what stands beside battles and events: rulebooks, maps, armies with plans, layouts."""

from __future__ import annotations

from typing import Any

from setup_app.maps import services as maps
from tests.api_answers.recording import Answers, Recording
from tests.armies.lists import SMALL, small
from tests.armies.test_plans import PLAN, TROOPS
from tests.events.callers import Asking
from tests.layouts.test_checking import LEGAL, box, layout, piece

RULEBOOK = "rulebooks/pbs-2023.1/"
TERRITORIES = ("waterside", "desert", "cultivated", "forest", "jungle", "plains", "mountains")
HILLS = piece("b", box(29, 10, 7, 7), type="hills")
BOW_TIE = {"type": "Polygon", "coordinates": [[[0, 0], [5, 5], [5, 0], [0, 5], [0, 0]]]}


def rulebooks() -> Answers:
    recording = Recording({"reader": Asking()})
    for address in ("rulebooks/", RULEBOOK, f"{RULEBOOK}territories/", "rulebooks/go/"):
        recording.get("reader", address)
    for territory in (*TERRITORIES, "moon"):
        recording.get("reader", f"{RULEBOOK}territories/{territory}/")
    return recording.answers()


def maps_and_armies() -> Answers:
    maps.sync_official_maps()
    recording = Recording({"owner": Asking(), "stranger": Asking()})
    asking = recording.send
    recording.get("owner", "maps/?page_size=2")
    recording.get("owner", "maps/pbs-2023-1-plains/")
    asking("stranger", "PUT", "maps/pbs-2023-1-plains/", {"name": "Mine"})
    made = asking("owner", "POST", "maps/pbs-2023-1-plains/copy/", {"name": "Club"})
    recording.call(made["id"], "map")
    own = f"maps/{made['id']}/"
    for who in ("owner", "stranger"):
        recording.get(who, own)
    asking("owner", "PUT", own, {"name": "Club", "cells": [[{"flank": ["moon"]}]]})
    asking("owner", "DELETE", own)

    army = asking("owner", "POST", "armies/", {**SMALL, "units": TROOPS, "points": 300})
    recording.call(army["id"], "army")
    path = f"armies/{army['id']}/"
    for who in ("owner", "stranger"):
        recording.get(who, "armies/")
        recording.get(who, path)
    asking("owner", "POST", "armies/", {}, case="nothing")
    wrong = small(pbs_cards="many", scouting=-1, home=["moon", "moon"], wings=2)
    asking("owner", "POST", "armies/", wrong, case="much is wrong")
    asking("owner", "POST", "armies/import/", {"text": "no army\n"}, case="no army")
    asking("owner", "POST", "armies/import/", {"text": "{"}, case="no JSON")
    asking("owner", "PUT", f"{path}plans/lines/", PLAN)
    asking("owner", "PUT", f"{path}plans/lines/", {**PLAN, "reserve": [9]}, case="no such unit")
    recording.get("owner", f"{path}plans/")
    recording.get("owner", f"{path}plans/lines/")
    recording.get("owner", f"{path}plans/none/")
    asking("owner", "DELETE", f"{path}plans/lines/")
    asking("owner", "PUT", path, SMALL)
    asking("stranger", "DELETE", path)
    asking("owner", "DELETE", path)
    return recording.answers()


def layout_refusals() -> Answers:
    """Layouts and orders that are refused before a worker is asked."""
    recording = Recording({"reader": Asking()})
    placing = {"layout": LEGAL, "piece": HILLS}
    wrong: dict[str, Any] = {
        "nothing": {},
        "a list": [],
        "no piece": {"layout": LEGAL},
        "a third field": {**placing, "more": 1},
        "a bow-tie": {**placing, "piece": HILLS | {"outline": BOW_TIE}},
        "another rulebook": {**placing, "layout": LEGAL | {"rulebook": "go"}},
    }
    for question in ("where", "nearest", "hints"):
        for case, body in wrong.items():
            recording.send("reader", "POST", f"layouts/{question}/", body, case=case)
    for question in ("check", "audit", "print", "generate"):
        for case, body in (("nothing", {}), ("another rulebook", LEGAL | {"rulebook": "go"})):
            recording.send("reader", "POST", f"layouts/{question}/", body, case=case)
    return recording.answers()


def layouts() -> Answers:
    """A legal table and one that breaks rules, checked, audited and asked about by a worker."""
    recording = Recording({"reader": Asking()})
    close = layout(
        LEGAL["pieces"][0],
        piece("b", box(28, 10, 7, 7)),
        piece("c", box(40, 20, 9, 12), type="forest"),
    )
    for case, stated in (("legal", LEGAL), ("against rules", close)):
        for question in ("check", "audit"):
            recording.work("reader", f"layouts/{question}/", stated, case=case)
    for question in ("where", "hints", "nearest"):
        body = {"layout": LEGAL, "piece": HILLS}
        recording.work("reader", f"layouts/{question}/", body)
    order = {
        "rulebook": "pbs-2023.1",
        "territory": "plains",
        "cell": [0, 0],
        "seed": "1",
        "table": {"width": 45, "depth": 30},
    }
    recording.work("reader", "layouts/generate/", order)
    return recording.answers()
