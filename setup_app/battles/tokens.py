"""Who holds which seat? Whoever holds its token, which is derived and never stored.

A token is `<battle>-<seat>-<code>`: the code is an HMAC under the server's secret over battle, seat
and generation. Raising a seat's generation makes its old tokens worthless.
"""

from __future__ import annotations

import base64
import hmac
import re
from dataclasses import dataclass, field
from enum import Enum

from django.conf import settings
from django.utils.crypto import salted_hmac

from setup_app.battles.models import Battle
from setup_app.script.hidden import ORGANISER, SPECTATOR, UMPIRE, Viewer, seat
from setup_app.script.values import SIDES, Side

SHAPE = re.compile(r"^([2-9a-z]{14})-([01cus])-([A-Za-z2-7]{32})$", re.ASCII)


class Seat(Enum):
    """What a token lets its holder be."""

    FIRST = "0"
    SECOND = "1"
    CREATOR = "c"
    UMPIRE = "u"
    SPECTATOR = "s"

    @property
    def side(self) -> Side | None:
        return int(self.value) if self.value in "01" else None

    @property
    def viewer(self) -> Viewer:
        side = self.side
        if side is not None:
            return seat(side)
        return {Seat.CREATOR: ORGANISER, Seat.UMPIRE: UMPIRE, Seat.SPECTATOR: SPECTATOR}[self]


SEATS = tuple(Seat(str(side)) for side in SIDES)
"""The two that play."""


@dataclass(frozen=True)
class Claim:
    """What a token says of itself, not yet believed."""

    battle: str
    seat: Seat
    code: str = field(repr=False)


def generation(battle: Battle, seat_: Seat) -> int:
    return int(battle.generations.get(seat_.value, 0))


def token(battle: Battle, seat_: Seat, *, of: int | None = None) -> str:
    """The token of a seat: of its present generation, or of generation `of`."""
    number = generation(battle, seat_) if of is None else of
    code = _code(settings.SECRET_KEY, battle.public_id, seat_, number)
    return f"{battle.public_id}-{seat_.value}-{code}"


def read(text: str) -> Claim | None:
    """What a token claims; None where it has not even the shape of one."""
    found = SHAPE.match(text)
    return Claim(found[1], Seat(found[2]), found[3].lower()) if found else None


def holds(claim: Claim, battle: Battle) -> bool:
    """Whether the claim is true for this battle. Takes the same time whatever is wrong with it.

    Codes under `SECRET_KEY_FALLBACKS` hold too, so that a key can be replaced without locking
    anybody out.
    """
    number = generation(battle, claim.seat)
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    matches = [
        hmac.compare_digest(claim.code, _code(key, battle.public_id, claim.seat, number))
        for key in keys
    ]
    return any(matches) and claim.battle == battle.public_id


def _code(key: str, battle: str, seat_: Seat, number: int) -> str:
    message = f"{battle}/{seat_.value}/{number}"
    mac = salted_hmac("metator.seat", message, secret=key, algorithm="sha256").digest()
    return base64.b32encode(mac[:20]).decode().lower()
