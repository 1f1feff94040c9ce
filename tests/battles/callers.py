"""How do the tests speak to battles? As a program does: JSON over HTTP, with a token or none."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.test import Client

from setup_app.battles.seats.tokens import Seat, token
from setup_app.battles.services import store_log
from setup_app.battles.services.creation import NewBattle, setup_for
from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.battle import EngineBattle
from setup_app.rulebooks import registry
from tests.engine.playing import exported

SKIRMISH = {
    "rulebook": "toy-skirmish",
    "table": {"width": 48, "depth": 36},
    "sides": [{"general": "Piso", "spies": 2}, {"general": "Iugurtha", "spies": 3}],
}
MARCHES = {
    "rulebook": "toy-marches",
    "table": {"width": 1440, "depth": 960},
    "sides": [{"name": "Medes"}, {"name": "Lydians"}],
}
FRAGILE = {
    "rulebook": "toy-fragile",
    "table": {"width": 1, "depth": 1},
    "sides": [{"name": "Medes"}, {"name": "Lydians"}],
}


@dataclass
class Caller:
    """One who asks, with the token of a seat or without."""

    token: str | None = None
    client: Client = field(default_factory=Client)

    def headers(self, **more: str) -> dict[str, str]:
        return ({"Authorization": f"Seat {self.token}"} if self.token else {}) | more

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers(**headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        sent = body if isinstance(body, (bytes, str)) else json.dumps({} if body is None else body)
        return self.client.post(
            f"/api/v1/{path}",
            data=sent,
            content_type="application/json",
            headers=self.headers(**headers),
        )


@dataclass
class Table:
    """A battle, and everybody around it."""

    id: str
    creator: Caller
    seats: tuple[Caller, Caller]
    stranger: Caller = field(default_factory=Caller)

    @property
    def path(self) -> str:
        return f"battles/{self.id}/"

    def view(self, caller: Caller | None = None, query: str = "") -> dict[str, Any]:
        answer = (caller or self.seats[0]).get(self.path + query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def version(self) -> int:
        return self.view()["version"]

    def events(self, caller: Caller | None = None, after: int = 0) -> list[dict[str, Any]]:
        answer = (caller or self.seats[0]).get(f"{self.path}events/?after={after}")
        assert answer.status_code == 200, answer.content
        return answer.json()["results"]

    def asked(self, side: int, kind: str | None = None) -> dict[str, Any] | None:
        """The first prompt that this side can answer now."""
        for prompt in self.view(self.seats[side])["prompts"]:
            if not prompt["waiting"] and kind in (None, prompt["kind"]):
                return prompt
        return None

    def move(self, side: int, prompt: str, answer: Any, **more: Any) -> Any:
        version = more.pop("expected_version", None)
        body = {
            "prompt": prompt,
            "expected_version": self.version() if version is None else version,
            "answer": answer,
        }
        return self.seats[side].post(f"{self.path}moves/", body, **more)

    def answer(self, side: int, kind: str, answer: Any) -> dict[str, Any]:
        prompt = self.asked(side, kind)
        assert prompt, f"side {side} is not asked {kind}"
        answered = self.move(side, prompt["id"], answer)
        assert answered.status_code == 201, answered.content
        return answered.json()

    def sit_down(self) -> None:
        for side in (0, 1):
            self.answer(side, "sit_down", {"accept": True, "entropy": f"from {side}"})

    def play_on(self, chooser: random.Random, *, until: str | None = None) -> None:
        """Answer whatever is asked, at random, until a prompt of this kind is asked or the end."""
        while True:
            asked = [(side, self.asked(side)) for side in (0, 1)]
            open_ = [(side, prompt) for side, prompt in asked if prompt]
            if not open_ or until in [prompt["kind"] for _, prompt in open_]:
                return
            side, prompt = open_[chooser.randrange(len(open_))]
            if "options" in prompt:
                answer = chooser.choice(prompt["options"])
            else:
                found = self.seats[side].post(f"{self.path}suggest/", {"prompt": prompt["id"]})
                assert found.status_code == 200, found.content
                answer = found.json()["answer"]
            answered = self.move(side, prompt["id"], answer)
            assert answered.status_code == 201, answered.content


def begin(stated: dict[str, Any], **changed: Any) -> Table:
    answer = Caller().post("battles/", {**stated, **changed})
    assert answer.status_code == 201, answer.content
    return seated(answer.json())


def seated(created: dict[str, Any]) -> Table:
    first, second = created["seats"]
    return Table(
        created["battle"]["id"],
        Caller(created["creator"]),
        (Caller(first["token"]), Caller(second["token"])),
    )


def stored(battle: EngineBattle) -> Table:
    """A battle that the engine played in memory, kept as one that is played over HTTP.

    Its seed is the test's own, so its dice are known.
    """
    return table_of(json.loads(exported(battle)))


def ready(stated: dict[str, Any], *, until: str | None = None, seed: int = 1) -> Table:
    """A battle that has come to the first asking of a kind, or to its end.

    It is played at random by the engine, once for each process; each caller has a row of his own.
    """
    return table_of(json.loads(_played(json.dumps(stated), until, seed)))


@cache
def _played(stated: str, until: str | None, seed: int) -> str:
    wanted = NewBattle(**{**json.loads(stated), "sides": tuple(json.loads(stated)["sides"])})
    setup = setup_for(wanted)
    battle = EngineBattle.begin(registry.rulebook(setup.rulebook), setup, bytes(32))
    chooser = random.Random(seed)
    while not battle.over and until not in {each.prompt.kind for each in unanswered(battle)}:
        play_one(battle, unanswered(battle)[0], chooser)
    return exported(battle)


def table_of(log: Mapping[str, Any]) -> Table:
    """A log kept as a battle in the test's own database."""
    row = store_log(exported=log)
    return Table(
        row.public_id,
        Caller(token(row, Seat.CREATOR)),
        (Caller(token(row, Seat.FIRST)), Caller(token(row, Seat.SECOND))),
    )
