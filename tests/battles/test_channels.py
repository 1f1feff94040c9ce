"""Does a stored battle's secret reach anybody over HTTP, in any byte?

Each secret of side 0 is stored in two variants, one after the other, and everybody else reads what
there is: API, pages, pictures. With some, and in the soak with all, everybody tries everything
besides: refusals, acts, repeated requests. What comes back must be the same, byte for byte; heads,
commitments, job ids and form tokens alone are masked.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from setup_app.battles.models import Battle as Row
from setup_app.battles.models import Submission
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.engine.battle import EngineBattle
from tests.battles.pages.sitting import device_path
from tests.battles.stored_twins import (
    ID,
    SECRETS,
    Secret,
    asked,
    hash_names,
    play_until,
    stop_the_clock,
    stored,
)
from tests.battles.wire import Answer, Wire, blinded
from tests.rulebooks.pbs.test_non_interference import begin, game

pytestmark = pytest.mark.django_db(transaction=True)

API = f"/api/v1/battles/{ID}/"
PAGE = f"/b/{ID}/"
SHEET = "layout.pdf?paper=letter&view_from=invader"
KEY = "0123456789abcdef0123456789abcdef"
ASKED_FOR_EVERYTHING = ("hand", "closed list", "garrison at the end")
"""Secrets of a battle under way, of a list, of a battle that is over. The others are kept by the
same means."""
assert set(ASKED_FOR_EVERYTHING) <= {each.name for each in SECRETS}


def program(url: str, row: Row, seat: Seat | None) -> Wire:
    return Wire(url, tokens.token(row, seat) if seat else None)


def browser(url: str, row: Row, *seats: Seat) -> Wire:
    """A browser that holds these seats."""
    wire = Wire(url)
    # It has a form, and with that the cookie without which nothing is taken.
    wire.get("/armies/import/")
    for seat in seats:
        if seat.side is None:
            wire.get(f"{PAGE}seat/{tokens.token(row, seat)}/")
        else:
            link = device_path(ID, seat.side)
            wire.get(link)
            wire.submit(link)
    return wire


def reads_by_program(wire: Wire, row: Row) -> None:
    wire.get(API)
    wire.get(f"{API}events/")
    wire.get(f"{API}events/?after={row.version - 1}")
    for version in {row.version // 2, row.version - 1, row.version + 1}:
        wire.get(f"{API}?at={version}")
    for path in (
        "layout.json",
        "layout.svg",
        "layout.png",
        "layout.pdf",
        SHEET,
        "proof/",
        "links/",
        *(f"position.{kind}" for kind in ("json", "svg", "png", "pdf")),
    ):
        wire.get(API + path)
    wire.get("/api/v1/battles/")


def pries_by_program(wire: Wire, row: Row, battle: EngineBattle) -> None:
    """Everything that may be tried without playing the battle on."""
    prompts = [*(asking.id for asking in battle.askings()), "1-sit_down-0", "9-nothing-1"]
    for prompt in prompts:
        if not prompt.endswith("-1"):
            wire.post(f"{API}suggest/", {"prompt": prompt})
            wire.post(f"{API}hints/", {"prompt": prompt, "outline": {}})
            wire.post(f"{API}zones/", {"prompt": prompt, "unit": None})
            wire.post(f"{API}plan/", {"prompt": prompt, "plan": {}})
        guesses = [None, {}, {"card": "gold"}]
        if prompt.endswith("-0"):
            guesses += [{"card": "red"}, {"units": [0]}]
        for answer in guesses if wire.token and "-1-" in wire.token else [None]:
            move = {"prompt": prompt, "expected_version": row.version, "answer": answer}
            wire.post(f"{API}moves/", move)
        wire.post(f"{API}moves/", {"prompt": prompt, "expected_version": 0, "answer": {}})
    wire.post(f"{API}moves/", b"{")
    wire.post(f"{API}moves/", {"prompt": 1, "answer": []})
    wire.post(f"{API}undo/", {"to": 1})
    wire.post(f"{API}envelopes/orders/open/")
    wire.post(f"{API}proposals/", {"kind": "back", "to": 99999})
    wire.post(f"{API}proposals/7/accept/")
    if not battle.over:
        wire.post(f"{API}close/")


def acts_by_program(wire: Wire, row: Row) -> None:
    """What plays the battle on, sent twice under one key, and what is to be seen afterwards."""
    for _ in range(2):
        wire.post(f"{API}undo/", Idempotency_Key=f"{KEY}undo")
        wire.post(f"{API}proposals/", {"kind": "back", "to": 5}, Idempotency_Key=f"{KEY}back")
        wire.post(f"{API}close/", Idempotency_Key=f"{KEY}close")
    stop_the_clock(row)
    wire.get(API)
    wire.get(f"{API}events/?after={row.version}")
    wire.get(f"{API}proof/")


def reads_by_browser(wire: Wire, row: Row) -> None:
    wire.get(PAGE)
    for path in ("state/", "print/", "sheet.pdf", "links/", "screen/", "table/", "proof/", "said/"):
        wire.get(PAGE + path)
    for kind in ("svg", "png", "pdf", "pdf?for=everybody&view_from=invader"):
        wire.get(f"{PAGE}position.{kind}")
    for version in moments_near(row):
        wire.get(f"{PAGE}?at={version}")
    for path in ("/", "/battles/"):
        wire.get(path)


def watches(wire: Wire, row: Row) -> None:
    """Everything that hangs on the read-only link."""
    link = tokens.token(row, Seat.SPECTATOR)
    for path in (
        f"watch/{link}/",
        f"watch/{link}/picture.png",
        f"print/{link}/",
        f"sheet/{link}.pdf",
        *(f"position/{link}.{kind}" for kind in ("svg", "png", "pdf")),
        f"screen/{link}/",
        f"table/{link}/",
        f"proof/{link}/",
        f"state/?token={link}",
    ):
        wire.get(PAGE + path)
    for version in moments_near(row):
        wire.get(f"{PAGE}watch/{link}/?at={version}")
    wire.get(f"{PAGE}table/{link}/?at={row.version - 1}")


def moments_near(row: Row) -> tuple[int, int]:
    return row.version // 2, row.version - 1


def pries_by_browser(wire: Wire, row: Row, battle: EngineBattle) -> None:
    for asking in battle.askings():
        if asking.side == 0:
            field = {"prompt": asking.id, "version": row.version, "answer": '{"card": "red"}'}
            wire.submit(f"{PAGE}move/", **field)
            wire.submit(f"{PAGE}place/", do="suggest", **field)
            wire.submit(f"{PAGE}suggest/", **field)
            wire.submit(f"{PAGE}hints/", outline="{}", **field)
            wire.submit(f"{PAGE}nearest/", outline="{}", **field)
    wire.submit(f"{PAGE}take-up/", side="0", version=row.version)
    wire.submit(f"{PAGE}give/", side="0")
    wire.get(PAGE)


def everything(url: str, row: Row, battle: EngineBattle) -> Iterator[tuple[str, Wire]]:
    """Everybody but side 0, each having asked for all there is."""
    for name, seat in (
        ("side 1", Seat.SECOND),
        ("spectator", Seat.SPECTATOR),
        ("creator", Seat.CREATOR),
        ("stranger", None),
    ):
        wire = program(url, row, seat)
        reads_by_program(wire, row)
        pries_by_program(wire, row, battle)
        yield f"{name}'s program", wire
    for name, seats in (("side 1", [Seat.SECOND]), ("stranger", [])):
        wire = browser(url, row, *seats)
        reads_by_browser(wire, row)
        pries_by_browser(wire, row, battle)
        yield f"{name}'s browser", wire
    wire = browser(url, row)
    watches(wire, row)
    yield "spectator's browser", wire
    wire = browser(url, row, Seat.FIRST, Seat.SECOND)
    reads_by_browser(wire, row)
    wire.submit(f"{PAGE}take-up/", side="1", version=row.version)
    wire.get(PAGE)
    yield "the screen that both pass on", wire
    wire = program(url, row, Seat.SECOND)
    acts_by_program(wire, row)
    yield "side 1's acts", wire


def what_is_read(url: str, row: Row, battle: EngineBattle) -> Iterator[tuple[str, Wire]]:
    """The other player, a spectator and a stranger, without trying anything."""
    wire = program(url, row, Seat.SECOND)
    reads_by_program(wire, row)
    yield "side 1's program", wire
    wire = browser(url, row, Seat.SECOND)
    reads_by_browser(wire, row)
    yield "side 1's browser", wire
    wire = browser(url, row)
    watches(wire, row)
    yield "spectator's browser", wire
    wire = program(url, row, None)
    reads_by_program(wire, row)
    yield "stranger's program", wire


Told = dict[tuple[str, int, str], bytes]


def told_to_others(
    url: str, battle: EngineBattle, prepare: Callable[[str, Row], Any], asking: Any = everything
) -> Told:
    told: Told = {}
    with stored(battle) as row:
        prepare(url, row)
        for who, wire in asking(url, row, battle):
            for place, (request, answer) in enumerate(wire.answers):
                told[who, place, request] = answer.told
        names = hash_names(row)
    return {key: blinded(value, names) for key, value in told.items()}


def nothing(url: str, row: Row) -> None:
    """Nothing is done beforehand."""


def where_they_differ(one: Told, two: Told) -> list[str]:
    assert list(one) == list(two)
    found = []
    for key in one:
        if one[key] != two[key]:
            at = next(
                (i for i, (a, b) in enumerate(zip(one[key], two[key], strict=False)) if a != b),
                min(len(one[key]), len(two[key])),
            )
            around = slice(max(0, at - 80), at + 80)
            found.append(f"{key}: {one[key][around]!r} and {two[key][around]!r}")
    return found


# Both databases give back the same log, as tests of their own hold; answers are made of that.
@pytest.mark.parametrize(
    ("secret", "asking"),
    [
        pytest.param(secret, everything, id=secret.name)
        if secret.name in ASKED_FOR_EVERYTHING
        else pytest.param(secret, what_is_read, id=secret.name)
        for secret in SECRETS
    ],
)
def test_a_secret_of_side_0_changes_no_byte_for_who_asks(
    secret: Secret, asking: Any, live_server: Any
) -> None:
    nobody_else_is_told(secret, asking, live_server.url)


@pytest.mark.soak
@pytest.mark.parametrize(
    "secret",
    [each for each in SECRETS if each.name not in ASKED_FOR_EVERYTHING],
    ids=lambda secret: secret.name,
)
def test_nor_does_any_other_secret_when_everybody_asks_for_everything(
    secret: Secret, live_server: Any
) -> None:
    nobody_else_is_told(secret, everything, live_server.url)


def nobody_else_is_told(secret: Secret, asking: Any, url: str) -> None:
    one, two = (told_to_others(url, twin, nothing, asking) for twin in secret.twins())

    assert where_they_differ(one, two) == []
    statuses = {told[:3] for told in one.values()}
    assert not any(status.startswith(b"5") for status in statuses), statuses


def test_that_a_worker_checks_a_placement_is_known_to_its_own_seat_alone(live_server: Any) -> None:
    battle = play_until(begin(game()), asked("place_piece", 0), random.Random(1))

    def send(url: str, row: Row) -> None:
        (asking,) = battle.askings()
        move = {
            "prompt": asking.id,
            "expected_version": row.version,
            "answer": {"impossible": True, "searched": {}},
        }
        wire = program(url, row, Seat.FIRST)
        sent = wire.post(f"{API}moves/", move, Prefer="respond-async")
        assert sent.status == 202, sent.body
        assert Submission.objects.get(battle=row).state == "checking"
        # Its own seat reads that it is checked; the others' requests come next.
        assert wire.get(API).json()["checking"] != []

    one = told_to_others(live_server.url, battle, nothing)
    two = told_to_others(live_server.url, battle, send)

    # A screen that holds both seats holds the one that waits.
    found = where_they_differ(one, two)
    assert [line for line in found if "both pass on" not in line] == []


def test_the_harness_would_notice(live_server: Any) -> None:
    """Side 0's own bytes do differ: what is compared is not blind."""
    twins = SECRETS[1].twins()
    mine = []
    for twin in twins:
        with stored(twin) as row:
            wire = program(live_server.url, row, Seat.FIRST)
            reads_by_program(wire, row)
            page = browser(live_server.url, row, Seat.FIRST)
            page.get(PAGE)
            names = hash_names(row)
            answers = [answer for _, answer in (*wire.answers, *page.answers)]
            mine.append([blinded(answer.told, names) for answer in answers])

    assert mine[0][0] != mine[1][0]
    assert mine[0][-1] != mine[1][-1]


GIVEN_THE_LINK = (
    *("side 0's program", "creator's program", "side 1's browser", "spectator's browser"),
    "the screen that both pass on",
)
"""Who reads the address under which others may look on."""

TOKEN = re.compile(rb"[2-9a-z]{14}-[01cus]-[a-z2-7]{32}")


@cache
def all_answers(url: str) -> tuple[str, list[tuple[str, str, Answer]]]:
    """To everybody, side 0 too, about one battle: who asked, what, and what came. With the token of
    its read-only link. Asked for once, whoever looks at it."""
    battle = SECRETS[3].twins().one
    with stored(battle) as row:
        mine = program(url, row, Seat.FIRST)
        reads_by_program(mine, row)
        callers = [*everything(url, row, battle), ("side 0's program", mine)]
        link = tokens.token(row, Seat.SPECTATOR)
    return link, [(who, *told) for who, wire in callers for told in wire.answers]


def test_whatever_depends_on_a_seat_is_kept_by_no_cache(live_server: Any) -> None:
    _, answers = all_answers(live_server.url)
    kept = {
        request
        for _, request, answer in answers
        if ID in request and answer.status != 404
        if "no-store" not in answer.headers.get("cache-control", "")
    }

    assert kept == set()


def test_tokens_leave_in_no_referrer_and_no_other_answer(live_server: Any) -> None:
    """A page may link to a seat only for whom that seat is; a redirect stays on this server."""
    link, answers = all_answers(live_server.url)
    for who, request, answer in answers:
        found = {each.decode() for each in TOKEN.findall(answer.body)}
        assert found <= ({link} if who in GIVEN_THE_LINK else set()), (who, request)
        assert answer.headers["referrer-policy"] == "same-origin", (who, request)
        location = answer.headers.get("location", "")
        assert location.startswith("/") or not location, (who, request)
        assert not TOKEN.search(location.encode()), (who, request)


def test_a_job_is_shown_to_its_caller_alone_and_kept_by_no_cache(live_server: Any) -> None:
    battle = play_until(begin(game()), asked("place_piece", 0), random.Random(1))
    with stored(battle) as row:
        (asking,) = battle.askings()
        mine, its = (program(live_server.url, row, seat) for seat in (Seat.FIRST, Seat.SECOND))
        answer = {"impossible": True, "searched": {}}
        move = {"prompt": asking.id, "expected_version": row.version, "answer": answer}
        sent = mine.post(f"{API}moves/", move, Prefer="respond-async")
        path = f"/api/v1/jobs/{sent.json()['job']}/"

        shown = [
            wire.get(path) for wire in (mine, its, program(live_server.url, row, Seat.CREATOR))
        ]

    assert [answer.status for answer in shown] == [200, 404, 404]
    assert shown[0].headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("seats", "status"), [(["1"], 404), (["1", "c"], 302)])
def test_only_who_began_a_battle_begins_its_rematch(
    seats: list[str], status: int, live_server: Any
) -> None:
    """The other player's browser would come to hold the link to a list that is closed to it."""
    battle = SECRETS[-1].twins().one
    with stored(battle) as row:
        wire = browser(live_server.url, row, *map(Seat, seats))
        page = wire.get(PAGE)

        answer = wire.submit(f"{PAGE}rematch/")

        assert answer.status == status
        assert (f"{PAGE}rematch/".encode() in page.body) == (status == 302)
        Row.objects.filter(rematch_of=row).delete()
