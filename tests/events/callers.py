"""How do the tests run an event? As a program does, with a token of each kind of role."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from tests.battles.callers import Caller

RULEBOOK = "pbs-2023.1"


class Asking(Caller):
    """A caller who also changes things."""

    def patch(self, path: str, body: Any) -> Any:
        return self._send("patch", path, body)

    def put(self, path: str, body: Any) -> Any:
        return self._send("put", path, body)

    def delete(self, path: str) -> Any:
        return self._send("delete", path, {})

    def _send(self, method: str, path: str, body: Any) -> Any:
        return getattr(self.client, method)(
            f"/api/v1/{path}",
            data=json.dumps(body),
            content_type="application/json",
            headers=self.headers(),
        )


@dataclass
class Meeting:
    """An event, and everybody in it: one of each kind."""

    id: str
    organiser: Asking
    checker: Asking
    desk: Asking
    player: Asking
    other_player: Asking

    @property
    def path(self) -> str:
        return f"events/{self.id}/"

    @property
    def stranger(self) -> Asking:
        return Asking(client=Client())


def begin(**terms: Any) -> Meeting:
    """An event with a checker, a desk and two players: entries 1 and 2, roles 1 to 5."""
    made = created(**terms)
    event, organiser = made["event"]["id"], Asking(made["organiser"])
    path = f"events/{event}/"
    tokens = [
        answered(organiser.post(f"{path}roles/", {"kind": kind, "name": name}), 201)["token"]
        for kind, name in (("checker", "Ceto"), ("desk", "Dion"))
    ]
    tokens += [
        answered(organiser.post(f"{path}entries/", {"name": name}), 201)["token"]
        for name in ("Piso", "Iugurtha")
    ]
    return Meeting(event, organiser, *(Asking(token) for token in tokens))


def created(caller: Caller | None = None, **terms: Any) -> dict[str, Any]:
    """The answer to a creation."""
    body = {"name": "Ides of March", "rulebook": RULEBOOK, **terms}
    return answered((caller or Asking()).post("events/", body), 201)


def answered(answer: Any, status: int) -> Any:
    """What an answer holds, which must have this status."""
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def refused(answer: Any) -> tuple[int, str]:
    """The status and code of a refusal."""
    return answer.status_code, answer.json()["code"]
