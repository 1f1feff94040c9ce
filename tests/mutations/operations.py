"""A valid request for every operation of the OpenAPI document, and what becomes of it.

Each stage stores what its requests need and returns them. `test_mutations` checks that no operation
is without one.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

from drf_spectacular.generators import SchemaGenerator

from setup_app.maps import services as maps
from tests import stock
from tests.api_answers import an_event
from tests.api_answers.a_battle import SQUARE, polygon
from tests.armies.lists import SMALL
from tests.armies.test_plans import PLAN, TROOPS
from tests.battles.callers import SKIRMISH, Caller, Table, ready, table_of
from tests.battles.test_challenges import OTHER, PBS
from tests.events.callers import Asking, Meeting, answered, begin
from tests.events.ground_runs import PLAINS, run
from tests.events.test_kit_plans import PIECE, WANTED
from tests.layouts.test_checking import LEGAL, box, piece
from tests.mutations.sending import Mutated, Request
from tests.mutations.values import HEADERS, IN_ADDRESSES, mutants

NONE: Final = object()
KEYS: Final = "mutation-key-of-at-least-32-characters"
WITH_HEADERS: Final = frozenset(
    {
        *("armies", "create_army", "map", "job", "battle", "battle_layout_pdf", "say", "stream"),
        *("event", "enter_event", "event_lists_sheet", "set_event_clock", "create_challenge"),
    }
)
"""Operations that are sent with hostile headers too, some of each kind."""
READ_ALIKE: Final = frozenset(
    {
        *("change_army", "keep_event_list", "submit_event_list", "change_event"),
        *("audit_layout", "where", "nearest"),
    }
)
A_PART: Final = 10
HILLS: Final = piece("b", box(29, 10, 7, 7), type="hills")
ASKED_ABOUT: Final = ("sit_down", "place_piece", "deploy")
"""Prompts whose other questions are asked too: of nothing, of a piece, of a unit."""


@dataclass(frozen=True)
class Example:
    """A valid request for an operation."""

    operation: str
    caller: Caller
    path: str
    body: Any = NONE
    refused: bool = False
    """Whether the valid request is refused too, as nothing here can be made to accept it."""

    @property
    def method(self) -> str:
        return _operations()[self.operation][0]

    def request(self) -> Request:
        body = b"" if self.body is NONE else json.dumps(self.body).encode()
        return self._request(self.path, body)

    def mutated(self) -> Iterator[Mutated]:
        """Return each mutant's name and requests: without a key, and twice with the same key.

        Of a body that another operation reads in the same way, it returns a part.
        """
        return islice(self._mutated(), 0, None, A_PART if self.operation in READ_ALIKE else 1)

    def _mutated(self) -> Iterator[Mutated]:
        changes = self.method not in ("GET", "HEAD")
        for name, path in self._paths():
            request = self._request(path, self.request().data)
            yield from self._sent(name, partial(replace, request), keyed=changes)
        for header, values in HEADERS.items() if self.operation in WITH_HEADERS else ():
            for value in values:
                named = f"{header}: {value[:40]!r}"
                request = self.request()
                if header == "Content-Type":
                    request = Request(**{**vars(request), "content_type": value})
                else:
                    request = request.with_headers(**{header: value})
                yield named, partial(list, [request])
        body = {} if self.body is NONE else self.body
        for name, make in mutants(body) if changes else ():
            yield from self._sent(name, partial(self._with_body, make), keyed=True)

    def _sent(self, name: str, make: Callable[[], Request], *, keyed: bool) -> Iterator[Mutated]:
        yield name, lambda: [make()]
        if keyed:
            yield (
                f"{name}, twice with a key",
                lambda: [make().with_headers(Idempotency_Key=KEYS)] * 2,
            )

    def _with_body(self, make: Callable[[], bytes]) -> Request:
        return self._request(self.path, make())

    def _paths(self) -> Iterator[tuple[str, str]]:
        """Return the address with a hostile value for each of its parameters."""
        _method, template, named = _operations()[self.operation]
        whole, _, query = self.path.partition("?")
        found = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", template), whole)
        assert found, (template, whole)
        for parameter, value in found.groupdict().items():
            for name, hostile in IN_ADDRESSES.items():
                path = template
                for other, kept in {**found.groupdict(), parameter: hostile}.items():
                    path = path.replace(f"{{{other}}}", kept)
                yield f"{parameter} {name}", path + (f"?{query}" if query else "")
            assert value
        for parameter in dict.fromkeys((*named, "as")):
            for name, hostile in IN_ADDRESSES.items():
                yield f"?{parameter}= {name}", f"{whole}?{parameter}={hostile}&{query}"
        if "place" in named:
            for name, text in PLACES.items():
                yield f"?place= {name}", f"{whole}?place={quote(text)}"

    def _request(self, path: str, body: bytes) -> Request:
        headers = self.caller.headers()
        return Request(self.caller.client, self.method, path, body, headers=headers)


PLACES: Final[Mapping[str, str]] = {
    name: base64.urlsafe_b64encode(words.encode()).decode().rstrip("=")
    for name, words in {
        "a number beyond 64 bits": f"a 2026-01-01T00:00:00+00:00 {2**64}",
        "the largest number": f"b 2026-01-01T00:00:00+00:00 {2**63 - 1}",
        "a negative number": f"a 2026-01-01T00:00:00+00:00 {-(2**63)}",
        "the first day": "a 0001-01-01T00:00:00+14:00 1",
        "the last day": "b 9999-12-31T23:59:59-14:00 1",
        "no time": "a x 1",
        "5000 digits": "a 2026-01-01T00:00:00+00:00 " + "9" * 5000,
    }.items()
}


@cache
def _operations() -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Return method, address and query parameters of each operation of the document."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    return {
        each["operationId"]: (
            method.upper(),
            path,
            tuple(one["name"] for one in each.get("parameters", ()) if one["in"] == "query"),
        )
        for path, methods in document["paths"].items()
        for method, each in methods.items()
    }


def operations() -> frozenset[str]:
    """Return the names of all operations of the document."""
    return frozenset(_operations())


def things() -> list[Example]:
    """Lists, plans, maps, layouts, rulebooks, challenges, jobs."""
    maps.sync_official_maps()
    owner, stranger = Asking(), Asking()
    army = answered(owner.post("armies/", {**SMALL, "units": TROOPS, "points": 300}), 201)["id"]
    answered(owner.put(f"armies/{army}/plans/lines/", PLAN), 201)
    copied = answered(owner.post("maps/pbs-2023-1-plains/copy/", {"name": "Club"}), 201)
    made = answered(owner.post("challenges/", {**PBS, "listed": True}), 201)
    challenger = Asking(made["token"])
    challenge = f"/api/v1/challenges/{made['challenge']['id']}/"
    kit = {"pieces": [PIECE], "wanted": [WANTED], "tolerance_mm": 20, "seconds": 1}
    job = f"/api/v1/jobs/{answered(owner.post('kits/plan/', kit), 202)['job']}/"
    api = "/api/v1"
    placing = {"layout": LEGAL, "piece": HILLS}
    sheet = {"layout": LEGAL, "title": "Table 1", "subtitle": "Plains", "code": "A1"}
    wish = {
        "rulebook": "pbs-2023.1",
        "territory": "plains",
        "cell": [0, 0],
        "seed": "1",
        "table": {"width": 45, "depth": 30},
        "settings": {"gap": 2},
        "base_width_mm": 40,
        "policy": "random",
        "locked": [],
    }
    points = {"least": 0, "most": 100_000}
    asked = {**PBS, "points": points, "listed": True, "settings": {"gap": 3}, "maps": {}}
    rows = copied["cells"]
    return [
        Example("armies", owner, f"{api}/armies/"),
        Example("create_army", owner, f"{api}/armies/", deepcopy(SMALL)),
        Example("army", owner, f"{api}/armies/{army}/"),
        Example("change_army", owner, f"{api}/armies/{army}/", deepcopy(SMALL)),
        Example("delete_army", owner, f"{api}/armies/{army}/"),
        Example("plans", owner, f"{api}/armies/{army}/plans/"),
        Example("plan", owner, f"{api}/armies/{army}/plans/lines/"),
        Example("keep_plan", owner, f"{api}/armies/{army}/plans/other/", PLAN),
        Example("delete_plan", owner, f"{api}/armies/{army}/plans/lines/"),
        Example(
            "import_armies", owner, f"{api}/armies/import/", {"text": json.dumps(SMALL, indent=1)}
        ),
        Example("maps", owner, f"{api}/maps/"),
        Example("map", owner, f"{api}/maps/{copied['id']}/"),
        Example(
            "change_map", owner, f"{api}/maps/{copied['id']}/", {"name": "Mine", "cells": rows}
        ),
        Example("delete_map", owner, f"{api}/maps/{copied['id']}/"),
        Example("copy_map", owner, f"{api}/maps/pbs-2023-1-plains/copy/", {"name": "Copy"}),
        Example("rulebooks", stranger, f"{api}/rulebooks/"),
        Example("rulebook", stranger, f"{api}/rulebooks/pbs-2023.1/"),
        Example("territories", stranger, f"{api}/rulebooks/pbs-2023.1/territories/"),
        Example("territory", stranger, f"{api}/rulebooks/pbs-2023.1/territories/plains/"),
        Example("challenges", stranger, f"{api}/challenges/"),
        Example("create_challenge", stranger, f"{api}/challenges/", asked),
        Example("challenge", challenger, challenge),
        Example("accept_challenge", stranger, f"{challenge}accept/", {"army": OTHER}),
        Example("withdraw_challenge", challenger, challenge),
        Example("job", owner, job),
        Example("job_file", owner, f"{job}file/", refused=True),
        Example("cancel_job", owner, job),
        Example("plan_kit", stranger, f"{api}/kits/plan/", kit),
        *(
            Example(name, stranger, f"{api}/layouts/{name.partition('_')[0]}/", LEGAL)
            for name in ("audit_layout", "check_layout")
        ),
        Example("layout_hints", stranger, f"{api}/layouts/hints/", placing),
        Example("nearest", stranger, f"{api}/layouts/nearest/", placing),
        Example("where", stranger, f"{api}/layouts/where/", placing),
        Example("generate_layout", stranger, f"{api}/layouts/generate/", wish),
        Example(
            "print_layouts",
            stranger,
            f"{api}/layouts/print/",
            {"tables": [sheet], "paper": "a4", "view_from": "defender"},
        ),
    ]


def event_before() -> list[Example]:
    """An event before its lists and its round are published."""
    meeting, _recording = an_event.prepared()
    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Late"}), 201)
    answered(meeting.desk.patch(f"{meeting.path}entries/6/", {"dropped": True}), 200)
    role = answered(
        meeting.organiser.post(f"{meeting.path}roles/", {"kind": "desk", "name": "Dora"}), 201
    )
    number = int(re.findall(r"-r(\d+)", json.dumps(role))[0])
    line = answered(meeting.desk.get(f"{meeting.path}rounds/1/packing/"), 200)["lines"][0]["line"]
    at = _at(meeting)
    organiser, desk, checker = meeting.organiser, meeting.desk, meeting.checker
    due = "2999-01-01T00:00:00Z"
    pairs = [{"table": at, "entries": both} for at, both in ((1, [1, 2]), (2, [3, 4]), (None, [5]))]
    fixed = {"kind": "fixed", "layout": LEGAL}
    kit = [
        {
            "id": "h1",
            "types": ["hills"],
            "long_mm": 300,
            "short_mm": 290,
            "count": 2,
            "box": "A",
            "section": False,
            "note": "green felt",
        }
    ]
    terms = {
        **deepcopy(an_event.TERMS),
        "rulebook": "pbs-2023.1",
        "settings": {"gap": 3},
        "scoring": {"kind": "points", "most": 15, "sum": 15, "bye": 10},
        "base_width_mm": 40,
    }
    reads = {
        "event": "",
        "event_clock": "clock/",
        "event_commitments": "commitments/",
        "event_entries": "entries/",
        "event_fairness": "fairness/",
        "event_journal": "journal/",
        "event_kit": "kit/",
        "event_kit_file": "kit.csv",
        "event_looks": "looks/",
        "event_roles": "roles/",
        "event_rounds": "rounds/",
        "event_round": "rounds/1/",
        "packing": "rounds/1/packing/",
        "event_pairings_file": "rounds/1/pairings.csv",
        "event_tables": "rounds/1/tables/",
        "event_table": "rounds/1/tables/1/",
        "event_standings": "standings/",
        "event_standings_file": "standings.csv",
        "event_standings_pdf": "standings.pdf",
        "event_list": "entries/1/list/",
    }
    return [
        *(at(name, organiser, path) for name, path in reads.items()),
        Example("events", meeting.stranger, "/api/v1/events/"),
        Example("create_event", Asking(), "/api/v1/events/", terms),
        at("change_event", organiser, "", {**terms, "name": "Nones"}),
        at("delete_event", organiser, ""),
        at("copy_event", organiser, "copy/"),
        at("enter_event", desk, "entries/", {"name": "Bocchus", "club": "C", "country": "IT"}),
        at(
            "change_event_entry",
            organiser,
            "entries/1/",
            {"name": "Piso", "club": "C", "country": "IT", "here": True, "penalty": 3},
        ),
        at("remove_event_entry", organiser, "entries/6/"),
        at("import_event_entries", desk, "entries/import/", {"text": "name,club\nSulla,Roma\n"}),
        at("keep_event_list", meeting.other_player, "entries/2/list/", deepcopy(SMALL)),
        at("submit_event_list", meeting.other_player, "entries/2/list/submit/", deepcopy(SMALL)),
        at("withdraw_event_list", meeting.other_player, "entries/2/list/withdraw/"),
        at("reopen_event_list", organiser, "entries/1/list/reopen/", {"due": due}),
        at(
            "decide_event_list",
            checker,
            "entries/2/list/decisions/",
            {"version": 1, "decision": "sent_back", "comment": "Why?", "due": due},
        ),
        at("publish_event_lists", organiser, "lists/publish/", {"anyway": True}),
        at("keep_event_kit", organiser, "kit/", {"pieces": kit}),
        at("keep_event_kit", organiser, "kit/", {"text": an_event.KIT}),
        at(
            "plan_event_kit",
            organiser,
            "kit/plan/",
            {"round": 1, "tolerance_mm": 60, "seconds": 1},
        ),
        at("add_event_role", organiser, "roles/", {"kind": "player", "name": "Nauta", "entry": 1}),
        at("change_event_role", organiser, f"roles/{number}/", {"name": "Dora"}),
        at("reissue_event_role", organiser, f"roles/{number}/reissue/"),
        at("remove_event_role", organiser, f"roles/{number}/"),
        at("write_event_pairings", desk, "rounds/1/pairings/", {"pairings": pairs}),
        at(
            "write_event_pairings",
            desk,
            "rounds/1/pairings/",
            {"text": "table,player,opponent\n1,Piso,Iugurtha\n2,Memmius,Marius\n,Gauda,\n"},
        ),
        at("publish_event_round", desk, "rounds/1/publish/"),
        at("tick_packing_line", desk, f"rounds/1/packing/{line}/", {"out": True}),
        at(
            "prepare_tables",
            organiser,
            "prepare/",
            {
                "rounds": [2],
                "tables": [1],
                "seed": "lots",
                "each_round": True,
                "ground": {**PLAINS, "kit": False, "cell": [0, 0]},
                "grounds": {"1": fixed},
                "again": True,
                "note": "New terrain",
            },
        ),
        at("lay_event_table", organiser, "rounds/1/tables/1/lay/", {"layout": LEGAL, "note": "x"}),
        at(
            "lay_event_table",
            organiser,
            "rounds/1/tables/2/lay/",
            {"seed": "a", "locked": [], "note": "x"},
        ),
        at("print_event", desk, "print/", {"document": "signup", "paper": "a4", "rounds": [1]}),
    ]


def event_of_peers() -> list[Example]:
    """An event whose players read each other's lists."""
    meeting = _with_lists(peers=True)
    closed = {"lists": {"closes": an_event.PAST, "peers": True}}
    answered(meeting.organiser.patch(meeting.path, closed), 200)
    answered(meeting.player.get(f"{meeting.path}peers/"), 200)
    at = _at(meeting)
    return [
        at("event_peers", meeting.player, "peers/"),
        at("remark_on_event_peer", meeting.player, "peers/1/", {"remark": "A general too many."}),
    ]


def event_after() -> list[Example]:
    """An event whose lists and round are published, with a battle at its table."""
    meeting = _with_lists()
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    order = {"rounds": [1], "ground": {"kind": "battle"}}
    run(answered(meeting.organiser.post(f"{meeting.path}prepare/", order), 202)["job"])
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    pairs = {"pairings": [{"table": 1, "entries": [1, 2]}]}
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", pairs), 200)
    answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/", {}), 200)
    at = _at(meeting)
    return [
        at("event_lists", meeting.organiser, "lists/"),
        at("event_lists_file", meeting.organiser, "lists.csv"),
        at("event_lists_sheet", meeting.organiser, "lists.xlsx"),
        at("take_seat_at_event_table", meeting.player, "rounds/1/tables/1/seat/"),
        at(
            "report_event_result",
            meeting.desk,
            "rounds/1/tables/1/result/",
            {"scores": [3, 0], "entries": [1, 2]},
        ),
        at("set_event_clock", meeting.desk, "clock/", {"seconds": 600, "running": False}),
        at("withdraw_event_round", meeting.organiser, "rounds/1/withdraw/"),
        at(
            "pair_event_round",
            meeting.desk,
            "rounds/",
            {"pairing": "swiss", "seed": "a", "anyway": True},
        ),
    ]


def battle() -> list[Example]:
    """A battle at its last prompt, and all that is read of it."""
    table = table_of(stock.kept(stock.DEPLOYED))
    first, second = table.seats
    path = f"/api/v1/{table.path}"
    answered(second.post(f"{table.path}messages/", {"text": "Shall we begin?"}), 201)
    reads = {
        "battle": "",
        "battle_events": "events/",
        "battle_layout": "layout.json",
        "battle_layout_pdf": "layout.pdf",
        "battle_layout_png": "layout.png",
        "battle_layout_svg": "layout.svg",
        "battle_messages": "messages/",
        "battle_position": "position.json",
        "battle_position_pdf": "position.pdf",
        "battle_position_png": "position.png",
        "battle_position_svg": "position.svg",
        "battle_proof": "proof/",
    }
    sides = deepcopy([PBS["side"], OTHER])
    new = {
        "rulebook": "pbs-2023.1",
        "table": {"width": 45, "depth": 30},
        "base_width_mm": 40,
        "settings": {"gap": 3},
        "until": "scouting",
        "dice": "server",
        "cards": "server",
        "visibility": "private",
        "maps": {},
        "umpire": False,
        "closes_at": "2999-01-01T00:00:00Z",
        "sides": sides,
        "bot_side": None,
    }
    return [
        *(Example(name, first, f"{path}{each}") for name, each in reads.items()),
        Example("battles", first, "/api/v1/battles/"),
        Example("create_battle", Asking(), "/api/v1/battles/", new),
        Example("links", table.creator, f"{path}links/"),
        Example("say", first, f"{path}messages/", {"text": "Yes."}),
        Example("undo", first, f"{path}undo/"),
        Example("propose", first, f"{path}proposals/", {"kind": "back", "to": 10}),
        Example("take_seat", first, f"{path}seats/0/take/"),
        Example("device_link", first, f"{path}seats/0/device/"),
        Example("reissue_seat", table.creator, f"{path}seats/1/reissue/"),
        Example("free_seat", first, f"{path}seats/0/take/"),
    ]


def battle_over() -> list[Example]:
    """A battle that is over, and proposals and envelopes of others."""
    over = table_of(stock.kept(stock.SERVED))
    table = table_of(stock.asked("keep_cards"))
    first, second = table.seats
    answered(first.post(f"{table.path}proposals/", {"kind": "back", "to": 10}), 201)
    proposal = table.view(second)["proposals"][0]["id"]
    path = f"/api/v1/{table.path}"
    return [
        Example("close_battle", over.seats[0], f"/api/v1/{over.path}close/"),
        Example("rematch", over.creator, f"/api/v1/{over.path}rematch/"),
        Example("accept_proposal", second, f"{path}proposals/{proposal}/accept/"),
        Example("decline_proposal", second, f"{path}proposals/{proposal}/decline/"),
        Example("open_envelope", first, f"{path}envelopes/orders/open/", refused=True),
        Example("resign", first, f"{path}resign/"),
        Example("stream", first, f"/api/v1/stream/?battles={table.id}", refused=True),
    ]


def prompt(kind: str) -> list[Example]:
    """A battle that asks a kind of prompt: its answers, and the questions about it."""
    table = table_of(stock.asked(kind))
    side, asked = next(
        (side, found) for side in (0, 1) if (found := table.asked(side, kind)) is not None
    )
    caller, path = table.seats[side], f"/api/v1/{table.path}"
    named = {"prompt": asked["id"]}
    suggested = caller.post(f"{table.path}suggest/", named)
    answer = suggested.json().get("answer") if suggested.status_code == 200 else None
    answer = answer or (asked["options"][0] if asked.get("options") else {})
    move = {**named, "expected_version": table.version(), "answer": answer}
    outline = answer.get("outline", polygon(SQUARE)) if isinstance(answer, dict) else {}
    found = [Example("move", caller, f"{path}moves/", move)]
    if kind in ASKED_ABOUT:
        found += [
            Example("suggest", caller, f"{path}suggest/", named),
            Example(
                "hints",
                caller,
                f"{path}hints/",
                {**named, "outline": outline},
                kind != "place_piece",
            ),
        ]
    if kind == "deploy":
        plan = {**named, "plan": PLAN, "mirror": True, "shift": [0, 0]}
        found += [
            Example("zones", caller, f"{path}zones/", {**named, "unit": 0}),
            Example("lay_plan", caller, f"{path}plan/", plan),
        ]
    if kind == "place_piece":
        wanted = {**named, "kind": "accept_as_placed", "answer": answer}
        wanted["expected_version"] = move["expected_version"]
        # What the rules allow needs no agreement.
        found.append(Example("propose", caller, f"{path}proposals/", wanted, refused=True))
    return found


def toy() -> list[Example]:
    """A battle by other rules, with sealed answers."""
    table: Table = ready({**SKIRMISH}, until="mood")
    asked = next(found for side in (0, 1) if (found := table.asked(side, "mood")))
    caller = table.seats[asked["side"] if asked["side"] in (0, 1) else 0]
    body = {
        "prompt": asked["id"],
        "expected_version": table.version(),
        "answer": (asked.get("options") or [{}])[0],
    }
    return [Example("move", caller, f"/api/v1/{table.path}moves/", body)]


def _with_lists(**terms: Any) -> Meeting:
    meeting = begin(**{**an_event.TERMS, "lists": {"closes": an_event.FUTURE, **terms}})
    for caller, entry in ((meeting.player, 1), (meeting.other_player, 2)):
        answered(caller.put(f"{meeting.path}entries/{entry}/list/", SMALL), 200)
        answered(caller.post(f"{meeting.path}entries/{entry}/list/submit/", {}), 201)
    return meeting


def _at(meeting: Meeting) -> Callable[..., Example]:
    def at(operation: str, caller: Caller, path: str, body: Any = NONE) -> Example:
        return Example(operation, caller, f"/api/v1/{meeting.path}{path}", body)

    return at


STAGES: Final[Mapping[str, Callable[[], list[Example]]]] = {
    "things": things,
    "an event before": event_before,
    "an event after": event_after,
    "an event of peers": event_of_peers,
    "a battle": battle,
    "a battle over": battle_over,
    "a toy battle": toy,
    **{
        f"prompt {kind}": (lambda kind=kind: prompt(kind))  # type: ignore[misc]
        for kind in (*stock.KINDS, *stock.DEPLOYING)
    },
}
