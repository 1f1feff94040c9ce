"""How do the tests run an event? As a program does, with a token of each kind of role."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from setup_app.events.event import services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.entry_table import EntryLine
from setup_app.events.event.terms import TermsSerializer
from setup_app.events.event.tokens import token_of
from setup_app.events.models import Kind
from setup_app.identity.requesters import Requester
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
    """An event with a checker, a desk and two players: entries 1 and 2, roles 1 to 5.

    By the services that the API calls: what it answers is looked at where it is asked itself.
    """
    serializer = TermsSerializer(data=described(**terms))
    serializer.is_valid(raise_exception=True)
    event, organiser = services.create_event(terms=serializer.validated_data, asker=Requester())
    standing = EventAccess(event, Kind.ORGANISER, organiser)
    roles = [
        *(
            services.add_role(standing=standing, kind=kind, name=name, entry=None)
            for kind, name in ((Kind.CHECKER, "Ceto"), (Kind.DESK, "Dion"))
        ),
        *(
            services.enter(standing=standing, line=EntryLine(name=name))
            for name in ("Piso", "Iugurtha")
        ),
    ]
    return Meeting(event.public_id, *(Asking(token_of(role)) for role in (organiser, *roles)))


def created(caller: Caller | None = None, **terms: Any) -> dict[str, Any]:
    """The answer to a creation."""
    return answered((caller or Asking()).post("events/", described(**terms)), 201)


def described(**terms: Any) -> dict[str, Any]:
    """What an event is made by: the least that is needed, and these."""
    return {"name": "Ides of March", "rulebook": RULEBOOK, **terms}


def answered(answer: Any, status: int) -> Any:
    """What an answer holds, which must have this status."""
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def refused(answer: Any) -> tuple[int, str]:
    """The status and code of a refusal."""
    return answer.status_code, answer.json()["code"]
