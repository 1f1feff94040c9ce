"""Make the moves requested on standard input and print the answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from django.test import Client

GOLDEN = Path(__file__).parents[2] / "tests" / "battles" / "golden" / "by_the_book.json"
FIRST, LAST = 9, 29
"""The first and last of a range of moves with only cards, choices and markers, and nothing for a
worker.
"""

AHEAD = 8
"""The number of battles that are prepared before the clock runs."""

EACH = 8
"""The number of moves in each of the long battles, and of the short ones."""

Move = Callable[[], int]


def main() -> None:
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.ROOT_URLCONF = "tools.bench.bare_rest"
    call_command("migrate", verbosity=0)
    client = Client()
    kept = settings.BATTLE_CACHE_SIZE
    made = {
        "bare": bare(client),
        "view": played(client),
        "brief": played(client, Prefer="return=minimal"),
        "1": walked(client, 4),
        "300": walked(client, 300),
    }
    for line in sys.stdin:
        name, _, off = line.strip().partition(" ")
        settings.BATTLE_CACHE_SIZE = 0 if off else kept
        print(next(made[name])(), flush=True)


def bare(client: Client) -> Iterator[Move]:
    """Yield requests to the bare view: lock one row, add one more each time."""
    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    from setup_app.battles.models import Battle, Challenge

    token = Token.objects.create(user=User.objects.create_user("bare"))
    battle = Battle.objects.create(rulebook="", revision=1, setup={})
    row = Challenge.objects.create(rulebook="", army={}, wanted={}, battle=battle)
    headers = {"Authorization": f"Token {token.key}"}
    for number in count(1):
        yield _posted(client, f"/bare/{row.pk}/", {"number": number}, headers)


def played(client: Client, **preferred: str) -> Iterator[Move]:
    """Yield the light moves of a golden battle, of one battle after the other."""
    log = json.loads(GOLDEN.read_text())
    begun = {**log, "entries": log["entries"][:FIRST]}
    ready = [_stored(client, begun) for _ in range(AHEAD)]
    while True:
        battle, tokens = ready.pop() if ready else _stored(client, begun)
        for entry in log["entries"][FIRST:LAST]:
            yield _move(client, battle, tokens, entry, preferred)


def walked(client: Client, entries: int) -> Iterator[Move]:
    """Yield steps in endless battles of this many entries; each takes a few and is then set
    aside.
    """
    from setup_app.battles.services.creation import NewBattle, setup_for
    from setup_app.engine.battle import EngineBattle as Engine
    from setup_app.engine.battle import Move as Answered
    from setup_app.rulebooks import registry

    stated = NewBattle("toy-endless", ({}, {}), {"width": 1.0, "depth": 1.0})
    setup = setup_for(stated)
    engine = Engine.begin(registry.rulebook(setup.rulebook), setup, bytes(32))
    log: dict[str, Any] = {"setup": setup.as_json(), "seed": bytes(32).hex(), "entries": []}
    while engine.version < entries + EACH:
        asking = next(each for each in engine.askings() if each.answered_by is None)
        answer: Any = "left"
        if asking.prompt.kind == "sit_down":
            answer = {"accept": True, "entropy": ""}
        engine.answer(asking.side, Answered(asking.id, engine.version, answer))
    log["entries"] = [entry.as_json() for entry in engine.entries]
    begun = {**log, "entries": log["entries"][:entries]}
    ready = [_stored(client, begun) for _ in range(AHEAD)]
    while True:
        battle, tokens = ready.pop() if ready else _stored(client, begun)
        for entry in log["entries"][entries : entries + EACH]:
            yield _move(client, battle, tokens, entry, {"Prefer": "return=minimal"})


def _stored(client: Client, log: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return a battle that has been viewed, as a played one has been."""
    from setup_app.battles.seats.tokens import SEATS, token
    from setup_app.battles.services import store_log

    row = store_log(exported=log)
    tokens = [token(row, seat) for seat in SEATS]
    for each in tokens:
        client.get(f"/api/v1/battles/{row.public_id}/", headers={"Authorization": f"Seat {each}"})
    return row.public_id, tokens


def _move(
    client: Client,
    battle: str,
    tokens: list[str],
    entry: Mapping[str, Any],
    preferred: Mapping[str, str],
) -> Move:
    side = entry["side"]
    body = {
        "prompt": f"{entry['asking']}-{entry['kind']}-{side}",
        "expected_version": entry["number"] - 1,
        "answer": entry["value"],
    }
    headers = {"Authorization": f"Seat {tokens[side]}", **preferred}
    return _posted(client, f"/api/v1/battles/{battle}/moves/", body, headers)


def _posted(client: Client, address: str, body: Any, headers: Mapping[str, str]) -> Move:
    sent = json.dumps(body)
    return lambda: (
        client.post(address, sent, content_type="application/json", headers=headers).status_code
    )


if __name__ == "__main__":
    main()
