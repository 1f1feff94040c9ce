"""Ask a battle everything: at every GET address, as every kind of viewer, at every prompt."""

from __future__ import annotations

from typing import Any

from setup_app.battles.models import Battle
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.services import store_log
from tests import stock
from tests.api_answers.recording import Answers, Recording
from tests.battles.callers import SKIRMISH, ready
from tests.battles.test_challenges import OTHER, PBS
from tests.events.callers import Asking

FILES = ("layout", "position")
FORMS = ("json", "svg", "png", "pdf")
Ring = list[list[float]]
SQUARE: Ring = [[30, 8], [35, 8], [35, 13], [30, 13], [30, 8]]
FAR: Ring = [[90, 8], [95, 8], [95, 13], [90, 13], [90, 8]]
BOW_TIE: Ring = [[0, 0], [5, 5], [5, 0], [0, 5], [0, 0]]


def recording_of(log: Any, *, visibility: str = "private") -> tuple[Recording, str]:
    """A stored log as a battle, everyone who may look at it, and its path."""
    return recording_at(store_log(exported=log, visibility=visibility))


def recording_at(row: Battle) -> tuple[Recording, str]:
    callers = {
        "first": Asking(tokens.token(row, Seat.FIRST)),
        "second": Asking(tokens.token(row, Seat.SECOND)),
        "creator": Asking(tokens.token(row, Seat.CREATOR)),
        "umpire": Asking(tokens.token(row, Seat.UMPIRE)),
        "spectator": Asking(tokens.token(row, Seat.SPECTATOR)),
        "stranger": Asking(),
    }
    recording = Recording(callers)
    recording.call(row.public_id, "battle")
    return recording, f"battles/{row.public_id}/"


def polygon(ring: Ring) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [ring]}


def seen_by_all() -> Answers:
    """A battle at its last prompt, at every address, as each viewer."""
    recording, path = recording_of(stock.kept(stock.DEPLOYED))
    say = recording.callers["first"].post(f"{path}messages/", {"text": "Shall we begin?"})
    assert say.status_code == 201, say.content
    for who in recording.callers:
        for address in ("", "?at=40", "events/", "events/?after=80", "proof/", "links/"):
            recording.get(who, path + address)
        recording.get(who, f"{path}messages/")
        for name in FILES:
            recording.get(who, f"{path}{name}.json")
    for name in FILES:
        for form in FORMS:
            recording.get("spectator", f"{path}{name}.{form}")
    recording.get("first", f"{path}layout.pdf?paper=a3&view_from=defender")
    recording.get("first", "battles/")
    return recording.answers()


def closed() -> Answers:
    """A finished battle whose secrets are revealed: what is public, and what follows."""
    recording, path = recording_of(stock.kept(stock.SERVED), visibility="link")
    for who in ("first", "second"):
        recording.send(who, "POST", f"{path}close/")
    recording.send("second", "POST", f"{path}close/", case="again")
    for who in ("first", "stranger", "spectator"):
        for address in ("", "proof/", "events/", "layout.json", "position.json"):
            recording.get(who, path + address)
    recording.get("stranger", "battles/")
    recording.get("stranger", f"{path}?at=20")
    return recording.answers()


def begun() -> Answers:
    """Battles that are begun here: a rematch, and one of a rulebook with an umpire."""
    row = store_log(exported=stock.kept(stock.SERVED))
    creator = Asking(tokens.token(row, Seat.CREATOR))
    recording = Recording({"creator": creator, "stranger": Asking()}, seeded=True)
    recording.call(row.public_id, "battle")
    recording.send("creator", "POST", f"battles/{row.public_id}/rematch/")
    stated = {**SKIRMISH, "umpire": True, "visibility": "public"}
    made = recording.send("stranger", "POST", "battles/", stated)
    recording.get("stranger", f"battles/{made['battle']['id']}/")
    recording.get("stranger", "battles/")
    return recording.answers()


def umpired() -> Answers:
    """Sealed prompts and hands, as both seats, the umpire and those who watch see them."""
    answers: Answers = {}
    for until in ("mood", "play_card", None):
        made = ready({**SKIRMISH, "umpire": True}, until=until)
        row = Battle.objects.get(public_id=made.id)
        recording, path = recording_at(row)
        for who in recording.callers:
            for address in ("", "events/", "proof/"):
                recording.get(who, f"{path}{address}")
        recording.get("creator", f"{path}links/")
        answers |= {f"{until}: {name}": each for name, each in recording.answers().items()}
    return answers


def prompts() -> Answers:
    """The prompts of each kind, as both seats and a spectator see them."""
    answers: Answers = {}
    for kind in (*stock.KINDS, *stock.DEPLOYING):
        recording, path = recording_of(stock.asked(kind))
        for who in ("first", "second", "spectator"):
            view = recording.callers[who].get(path).json()
            kept = {name: view[name] for name in ("version", "head", "step", "prompts")}
            recording.keep_part(f"{kind}: {who}", {**kept, "fields": sorted(view)})
        answers |= recording.answers()
    return answers


def questions() -> Answers:
    """What a seat asks about its prompt, and what it may not ask."""
    answers: Answers = {}
    for kind in ("deploy", "pregame_move", "place_marker"):
        recording, path = recording_of(stock.asked(kind))
        who, other, prompt = prompt_of(recording, path)
        body = {"prompt": prompt["id"]}
        recording.send(other, "POST", f"{path}suggest/", body, case=kind)
        for unit in (None, 0):
            recording.send(
                who, "POST", f"{path}zones/", {**body, "unit": unit}, case=f"{kind}, unit {unit}"
            )
        plan = {**body, "plan": {"format": "metator-plan/1", "units": []}}
        recording.send(who, "POST", f"{path}plan/", plan, case=kind)
        recording.send(
            who, "POST", f"{path}hints/", {**body, "outline": polygon(SQUARE)}, case=kind
        )
        answers |= recording.answers()
    return answers


def by_workers() -> Answers:
    """What a worker finds about a piece: where it may lie, and whether it may lie there."""
    recording, path = recording_of(stock.asked("place_piece"))
    who, _other, prompt = prompt_of(recording, path)
    version = recording.callers[who].get(path).json()["version"]
    # Which outline is suggested is left to chance.
    found = recording.callers[who].post(f"{path}suggest/", {"prompt": prompt["id"]}).json()
    recording.keep_part("suggested", {name: sorted(found[name]) for name in found})
    for case, ring in (("a square", SQUARE), ("a bow-tie", BOW_TIE), ("off the table", FAR)):
        hinted = {"prompt": prompt["id"], "outline": polygon(ring)}
        recording.send(who, "POST", f"{path}hints/", hinted, case=case)
        answer = {"outline": polygon(ring)}
        move = {"prompt": prompt["id"], "expected_version": version, "answer": answer}
        recording.work(who, f"{path}moves/", move, case=case)
    return recording.answers()


def prompt_of(recording: Recording, path: str) -> tuple[str, str, dict[str, Any]]:
    """Who is asked, who is not, and the first open prompt."""
    for who, other in (("first", "second"), ("second", "first")):
        for prompt in recording.callers[who].get(path).json()["prompts"]:
            if not prompt["waiting"]:
                return who, other, prompt
    raise AssertionError("no prompt is open")


def refusals() -> Answers:
    """What is refused: the request, the caller, the version, the answer, the place."""
    recording, path = recording_of(stock.asked("place_marker"))
    who, other, asked = prompt_of(recording, path)
    version = recording.callers[who].get(path).json()["version"]
    body = {"prompt": asked["id"], "expected_version": version, "answer": asked["options"][0]}
    cases: dict[str, Any] = {
        "nothing": {},
        "a list": [],
        "no JSON": "{",
        "an unknown field": {**body, "more": 1},
        "a version in words": {**body, "expected_version": "1"},
        "too early a version": {**body, "expected_version": 1},
        "a version to come": {**body, "expected_version": version + 1},
        "a wrong shape": {**body, "answer": "here"},
        "an unknown property": {**body, "answer": {**asked["options"][0], "more": 1}},
        "no option": {**body, "answer": {"box": [99, 99]}},
        "a prompt that is not open": {**body, "prompt": "99-place_marker-0"},
        "a prompt long past": {**body, "prompt": "1-sit_down-0"},
        "10 MB": " " * 10_000_000,
    }
    for case, sent in cases.items():
        recording.send(who, "POST", f"{path}moves/", sent, case=case)
    for caller in (other, "creator", "spectator", "stranger"):
        recording.send(caller, "POST", f"{path}moves/", body, case="not asked")
    for address in ("?at=99", "?at=x", "events/?after=x", "layout.json", "position.json"):
        recording.get("first", path + address)
    recording.callers["liar"] = Asking(f"{path.split('/')[1]}-0-{'a' * 22}")
    recording.get("liar", path)
    recording.get("stranger", "battles/22222222222222/")
    recording.get("stranger", "battles/no-id/")
    recording.send(who, "POST", f"{path}proposals/", {"kind": "back", "to": 999}, case="no number")
    recording.send(who, "POST", f"{path}proposals/", {"kind": "wish"}, case="no kind")
    for address in ("proposals/7/accept/", "proposals/7/decline/", "envelopes/orders/open/"):
        recording.send(who, "POST", path + address)
    recording.send("creator", "POST", f"{path}resign/")
    recording.send("first", "POST", f"{path}close/")
    recording.send("first", "POST", f"{path}rematch/")
    recording.send("first", "POST", f"{path}seats/7/reissue/")
    recording.send("stranger", "POST", "battles/", {"rulebook": "go"}, case="unknown rulebook")
    recording.send("stranger", "POST", "battles/", {}, case="nothing")
    recording.send(who, "POST", f"{path}moves/", body, case="the move")
    recording.send(who, "POST", f"{path}moves/", body, case="the move again")
    recording.send("first", "POST", f"{path}undo/")
    return recording.answers()


def acts() -> Answers:
    """What changes a battle beside a move: seats, links, proposals, resigning."""
    recording, path = recording_of(stock.asked("keep_cards"))
    recording.send("first", "POST", f"{path}proposals/", {"kind": "back", "to": 10})
    proposal = recording.callers["second"].get(path).json()["proposals"][0]["id"]
    recording.send("first", "POST", f"{path}proposals/{proposal}/accept/")
    recording.send("second", "POST", f"{path}proposals/{proposal}/decline/")
    recording.send("first", "POST", f"{path}seats/0/take/")
    recording.send("first", "POST", f"{path}seats/0/take/", case="with a void token")
    recording.send("creator", "POST", f"{path}seats/1/reissue/")
    recording.get("second", path)
    recording.get("creator", f"{path}links/")
    row = Battle.objects.get(public_id=path.split("/")[1])
    recording.callers["first"] = Asking(tokens.token(row, Seat.FIRST))
    recording.send("first", "POST", f"{path}seats/0/device/")
    recording.get("first", path)
    recording.send("first", "POST", f"{path}resign/")
    recording.get("first", path)
    return recording.answers()


def challenges() -> Answers:
    """A challenge as each reads it, and what its acceptance is refused for."""
    recording = Recording(
        {"challenger": Asking(), "stranger": Asking(), "other": Asking()}, seeded=True
    )
    body = recording.send("challenger", "POST", "challenges/", {**PBS, "listed": True})
    recording.callers["challenger"].token = body["token"]
    path = f"challenges/{body['challenge']['id']}/"
    recording.get("challenger", path)
    recording.get("stranger", path)
    recording.get("challenger", "challenges/")
    recording.get("stranger", "challenges/")
    recording.send("stranger", "POST", f"{path}accept/", {"army": {}}, case="no list")
    recording.send("stranger", "DELETE", path)
    recording.send("other", "POST", f"{path}accept/", {"army": OTHER}, case="a list")
    recording.send("stranger", "POST", f"{path}accept/", {"army": OTHER}, case="too late")
    recording.get("challenger", path)
    recording.get("stranger", "challenges/22222222222222/")
    return recording.answers()
