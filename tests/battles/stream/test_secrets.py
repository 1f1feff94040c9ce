"""Does what a side hides change what others hear: a byte, a number of events, an order?"""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest

from setup_app.battles.models import Battle as Row
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.engine.battle import EngineBattle
from tests.battles.callers import Caller
from tests.battles.stored_twins import ID, SECRETS, asked, open_asking, play_until, stored
from tests.battles.stream.streams import Stream, seat
from tests.rulebooks.pbs.test_non_interference import begin, game
from tests.web_server import WebServer

OTHERS = (Seat.SECOND, Seat.CREATOR, Seat.SPECTATOR, None)


def heard(web: WebServer, battle: EngineBattle, answer: Any = None) -> dict[str, bytes]:
    """What everybody hears while side 0 answers, is refused, says something and asks to go back."""
    with stored(battle) as row, ExitStack() as open_:
        mine = Caller(tokens.token(row, Seat.FIRST))
        streams = {}
        for each in (Seat.FIRST, *OTHERS):
            given = seat(tokens.token(row, each)) if each else {}
            streams[str(each)] = open_.enter_context(Stream(web, ID, **given))
        for stream in streams.values():
            stream.told("version")
        path = f"battles/{ID}/"
        asking = open_asking(battle, "play_territory_card", 0)
        if asking is not None and answer is not None:
            move = {"prompt": asking.id, "expected_version": row.version, "answer": answer}
            assert mine.post(f"{path}moves/", {**move, "answer": {}}).status_code == 422
            assert mine.post(f"{path}moves/", move).status_code == 201
        mine.post(f"{path}messages/", {"word": "one_moment"})
        streams[str(Seat.FIRST)].told("said")
        streams[str(Seat.SECOND)].told("said")
        mine.post(f"{path}proposals/", {"kind": "back", "to": 3})
        row.refresh_from_db()
        for stream in streams.values():
            if Row.objects.get(pk=row.pk).version > battle.version:
                stream.told("version", version=row.version)
        return {name: stream.raw.replace(b":\n\n", b"") for name, stream in streams.items()}


@pytest.mark.parametrize("secret", [SECRETS[1], SECRETS[5]], ids=lambda secret: secret.name)
def test_what_a_side_hides_is_heard_by_nobody_else(secret: Any, web: WebServer) -> None:
    twins = secret.twins()

    one, two = (heard(web, twin) for twin in twins)

    assert one == two


def test_what_a_side_answers_in_secret_is_heard_by_nobody_else(web: WebServer) -> None:
    battle = play_until(begin(game()), asked("play_territory_card", 0), random.Random(1))
    asking = open_asking(battle, "play_territory_card", 0)
    assert asking is not None
    options = asking.prompt.options(0, battle.known_to(asking, 0)) or ()

    one, two = (heard(web, battle, answer) for answer in (options[0], options[-1]))

    assert options[0] != options[-1]
    assert one == two
    assert b"event: said" in one[str(Seat.SECOND)]
    assert b"said" not in b"".join(one[str(each)] for each in OTHERS[1:])
