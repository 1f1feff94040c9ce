"""What does bad input get? A problem with its code, and a battle that is exactly as before."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from setup_app.battles.models import Battle, LogEntry, Submission
from tests.battles.callers import MARCHES, SKIRMISH, Caller, Table, ready

pytestmark = pytest.mark.django_db


def stored(table: Table) -> list[Any]:
    """Everything that is kept of a battle."""
    rows = Battle.objects.filter(public_id=table.id)
    return [
        *rows.values_list(),
        *LogEntry.objects.filter(battle__in=rows).values_list(),
        *Submission.objects.filter(battle__in=rows).values_list(),
    ]


def code(answer: Any) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert sorted(problem) == ["code", "detail", "status", "title", "type", "violations"]
    return answer.status_code, problem["code"]


@pytest.fixture
def table() -> Table:
    """Both have cards, and are asked to play one."""
    table = ready(SKIRMISH, until="play_card")
    for seat in table.seats:
        # That it was heard of is noted with its first request.
        table.view(seat)
    return table


CARD = {"card": "ace"}


def held(table: Table, side: int) -> list[str]:
    return table.view(table.seats[side])["hands"][side]["cards"]


def body(table: Table, **changed: Any) -> dict[str, Any]:
    prompt = table.asked(0)
    assert prompt
    return {
        "prompt": prompt["id"],
        "expected_version": table.version(),
        "answer": prompt["options"][0],
    } | changed


def not_held(table: Table) -> dict[str, Any]:
    card = next(card for card in ("ace", "king", "queen", "ten") if card not in held(table, 0))
    return {"card": card}


Refused = tuple[str, Callable[[Table], Any], tuple[int, str]]

MOVES: list[Refused] = [
    ("nothing at all", lambda table: {}, (400, "unreadable")),
    ("a list", lambda table: [], (400, "unreadable")),
    ("a word", lambda table: '"word"', (400, "unreadable")),
    ("no JSON", lambda table: "{", (400, "unreadable")),
    ("not UTF-8", lambda table: b'{"prompt": "\xff"}', (400, "unreadable")),
    ("an unknown field", lambda table: body(table, more=1), (400, "unreadable")),
    ("a version in words", lambda table: body(table, expected_version="1"), (400, "unreadable")),
    ("a version below 0", lambda table: body(table, expected_version=-1), (400, "unreadable")),
    ("an endless version", lambda table: body(table, expected_version=10**15), (400, "unreadable")),
    ("a prompt that is none", lambda table: body(table, prompt=None), (400, "unreadable")),
    (
        "NaN",
        lambda table: json.dumps(body(table, answer=float("nan"))),
        (400, "unreadable"),
    ),
    (
        "an infinity in disguise",
        lambda table: json.dumps(body(table, answer="*")).replace('"*"', "1e999"),
        (400, "unreadable"),
    ),
    (
        "half a surrogate pair",
        lambda table: json.dumps(body(table, answer={"card": "\ud800"})),
        (400, "unreadable"),
    ),
    ("a NUL", lambda table: body(table, answer={"card": "\0"}), (400, "unreadable")),
    (
        "a nesting bomb",
        lambda table: '{"answer": ' + "[" * 100_000 + "]" * 100_000 + "}",
        (400, "unreadable"),
    ),
    (
        "a deep answer",
        lambda table: body(table, answer=json.loads("[" * 40 + "]" * 40)),
        (400, "unreadable"),
    ),
    ("10 MB", lambda table: b" " * 10_000_000, (413, "too_much")),
    ("a wrong shape", lambda table: body(table, answer=CARD["card"]), (422, "wrong_shape")),
    ("null", lambda table: body(table, answer=None), (422, "wrong_shape")),
    ("a card more", lambda table: body(table, answer=CARD | {"x": 1}), (422, "wrong_shape")),
    (
        "no card of the pack",
        lambda table: body(table, answer={"card": "joker"}),
        (422, "wrong_shape"),
    ),
    (
        "a card not held",
        lambda table: body(table, answer=not_held(table)),
        (422, "not_an_option"),
    ),
    (
        "a prompt that is not open",
        lambda table: body(table, prompt="99-play_card-0"),
        (422, "prompt_not_open"),
    ),
    (
        "a prompt long past",
        lambda table: body(table, prompt="1-sit_down-0"),
        (409, "already_answered"),
    ),
    (
        "the other side's prompt",
        lambda table: body(table, prompt=table.asked(1)["id"]),
        (403, "not_your_prompt"),
    ),
    ("too early a version", lambda table: body(table, expected_version=1), (409, "stale_version")),
    (
        "a version to come",
        lambda table: body(table, expected_version=table.version() + 1),
        (409, "stale_version"),
    ),
]


@pytest.mark.parametrize(
    ("sent", "refused"), [case[1:] for case in MOVES], ids=[case[0] for case in MOVES]
)
def test_a_bad_move_is_refused_and_changes_nothing(
    table: Table, sent: Callable[[Table], Any], refused: tuple[int, str]
) -> None:
    move = sent(table)
    before = stored(table)

    answer = table.seats[0].post(f"{table.path}moves/", move)

    assert code(answer) == refused
    assert stored(table) == before


def test_a_second_answer_to_a_sealed_prompt_is_refused(table: Table) -> None:
    sent = body(table)
    assert table.seats[0].post(f"{table.path}moves/", sent).status_code == 201
    before = stored(table)

    again = table.seats[0].post(f"{table.path}moves/", sent)

    assert code(again) == (409, "already_answered")
    assert stored(table) == before


@pytest.mark.parametrize(
    ("path", "sent", "refused"),
    [
        ("undo/", {}, (409, "cannot_undo")),
        ("undo/", {"to": 1}, (400, "unreadable")),
        ("close/", {}, (422, "not_over_yet")),
        ("proposals/", {"kind": "back"}, (400, "unreadable")),
        ("proposals/", {"kind": "forth"}, (400, "unreadable")),
        ("proposals/", {"kind": "back", "to": 10**6}, (422, "cannot_go_back_there")),
        ("proposals/", {"kind": "back", "to": 0}, (422, "cannot_go_back_there")),
        ("proposals/1/accept/", {}, (404, "no_such_proposal")),
        ("proposals/1/decline/", {}, (404, "no_such_proposal")),
        ("envelopes/orders-1/open/", {}, (404, "no_such_envelope")),
        ("suggest/", {"prompt": "99-play_card-0"}, (422, "prompt_not_open")),
        ("suggest/", {}, (400, "unreadable")),
        ("hints/", {"prompt": "99-play_card-0", "outline": {}}, (422, "prompt_not_open")),
        ("hints/", {"prompt": "1-sit_down-0"}, (400, "unreadable")),
        ("zones/", {"prompt": "99-play_card-0", "unit": None}, (422, "prompt_not_open")),
        ("zones/", {"prompt": "1-sit_down-0", "unit": -1}, (400, "unreadable")),
        ("seats/1/reissue/", {}, (403, "not_allowed")),
        ("seats/1/take/", {}, (403, "not_allowed")),
        ("seats/1/device/", {}, (403, "not_allowed")),
        ("seats/9/take/", {}, (404, "not_found")),
        ("seats/0/take/", {"token": "mine"}, (400, "unreadable")),
        ("rematch/", {}, (403, "not_allowed")),
    ],
)
def test_what_cannot_be_done_now_is_refused_and_changes_nothing(
    table: Table, path: str, sent: Any, refused: tuple[int, str]
) -> None:
    before = stored(table)

    answer = table.seats[0].post(f"{table.path}{path}", sent)

    assert code(answer) == refused
    assert stored(table) == before


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("?at=x", (400, "unreadable")),
        ("?at=-1", (400, "unreadable")),
        ("?at=0", (404, "no_such_version")),
        ("?at=99999999999999999999", (404, "no_such_version")),
        ("events/?after=x", (400, "unreadable")),
        ("layout.json", (404, "no_layout")),
        ("layout.svg", (404, "no_layout")),
        ("layout.png", (404, "no_layout")),
        ("layout.pdf", (404, "no_layout")),
    ],
)
def test_what_cannot_be_read_is_refused(table: Table, query: str, refused: tuple[int, str]) -> None:
    assert code(table.seats[0].get(f"{table.path}{query}")) == refused


def test_the_log_after_its_end_is_empty(table: Table) -> None:
    assert table.events(after=10**12) == []


NEW: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
    ("no rulebook", {"rulebook": "chess"}, (422, "unknown_rulebook")),
    ("a number for a rulebook", {"rulebook": []}, (400, "unreadable")),
    ("one side", {"sides": [{"general": "Piso"}]}, (400, "unreadable")),
    ("sides that are numbers", {"sides": [1, 2]}, (400, "unreadable")),
    ("a list that is not there", {"sides": ["nobody", "nobody"]}, (422, "army_not_found")),
    ("a list without a general", {"sides": [{}, {"general": "x"}]}, (422, "no_general")),
    ("a table of words", {"table": {"width": "48", "depth": 36}}, (400, "unreadable")),
    ("a table that is none", {"table": 48}, (400, "unreadable")),
    (
        "a table with a height",
        {"table": {"width": 1, "depth": 1, "height": 1}},
        (400, "unreadable"),
    ),
    ("an unknown setting", {"settings": {"moon": 1}}, (422, "unknown_setting")),
    ("a setting's wrong value", {"settings": {"ford": ""}}, (422, "setting_not_allowed")),
    ("an unknown end", {"until": "doomsday"}, (422, "until_not_known")),
    ("unknown dice", {"dice": "loaded"}, (400, "unreadable")),
    ("an unknown visibility", {"visibility": "secret"}, (400, "unreadable")),
    ("a bot at a third side", {"bot_side": 2}, (400, "unreadable")),
    ("a bot with real dice", {"bot_side": 1, "dice": "entered"}, (422, "bot_needs_server")),
    ("an unknown field", {"owner": 1}, (400, "unreadable")),
    ("a map that is not there", {"maps": {"plains": "nowhere"}}, (422, "map_not_found")),
]


@pytest.mark.parametrize(
    ("changed", "refused"), [case[1:] for case in NEW], ids=[case[0] for case in NEW]
)
def test_a_battle_that_cannot_be_is_not_begun(
    changed: dict[str, Any], refused: tuple[int, str]
) -> None:
    answer = Caller().post("battles/", SKIRMISH | changed)

    assert code(answer) == refused
    assert Battle.objects.count() == 0


SPOTS: dict[str, tuple[Any, tuple[int, str]]] = {
    "nothing": (None, (422, "wrong_shape")),
    "words": ({"x": "here", "y": 1}, (422, "wrong_shape")),
    "10,000 points": ([[n, n] for n in range(10_000)], (422, "wrong_shape")),
    "off the table": ({"x": -1, "y": 1}, (422, "wrong_half")),
    "very far": ({"x": 1e308, "y": 1}, (422, "wrong_half")),
}


@pytest.mark.usefixtures("worker")
def test_a_bad_placement_is_refused_by_the_worker_and_changes_no_log() -> None:
    table = ready({**MARCHES, "dice": "server"}, until="place_feature")
    side = 0 if table.asked(0) else 1
    prompt = table.asked(side, "place_feature")
    assert prompt
    before = list(LogEntry.objects.values_list())

    answers = {
        name: code(table.move(side, prompt["id"], sent)) for name, (sent, _) in SPOTS.items()
    }

    assert answers == {name: refused for name, (_, refused) in SPOTS.items()}
    assert list(LogEntry.objects.values_list()) == before
    assert table.asked(side, "place_feature") == prompt


def test_an_id_that_is_not_known_is_said_again_in_part_alone() -> None:
    answer = Caller().post("battles/", SKIRMISH | {"sides": ["x" * 400_000, "nobody"]})

    assert code(answer) == (422, "army_not_found")
    assert b"x" * 60 in answer.content
    assert len(answer.content) < 1000
