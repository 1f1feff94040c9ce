"""Who holds which seat of a battle? Whoever holds its token: `<battle>-<seat>-<code>`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from setup_app.battles.models import Battle
from setup_app.people.authentication import Credential
from setup_app.people.tokens import Claim, TokenKind
from setup_app.script.hidden import ORGANISER, SPECTATOR, UMPIRE, Viewer, seat
from setup_app.script.values import SIDES, Side

KIND = TokenKind("seat", thing="[2-9a-z]{14}", holder="[01cus]")
SHAPE = KIND.shape


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


def generation(battle: Battle, seat_: Seat) -> int:
    return int(battle.generations.get(seat_.value, 0))


def token(battle: Battle, seat_: Seat, *, of: int | None = None) -> str:
    """The token of a seat: of its present generation, or of generation `of`."""
    number = generation(battle, seat_) if of is None else of
    return KIND.token(battle.public_id, seat_.value, number)


def read(text: str) -> Claim | None:
    """What a token claims; None where it has not even the shape of one."""
    return KIND.read(text)


def holds(claim: Claim, battle: Battle) -> bool:
    """Whether the claim is true for this battle."""
    number = generation(battle, Seat(claim.holder))
    return KIND.holds(claim, thing=battle.public_id, generation=number)


@dataclass(frozen=True)
class Seated:
    """A caller whose token was found true: for this battle, this seat, this generation."""

    battle: str
    seat: Seat
    generation: int

    @property
    def caller_key(self) -> str:
        return f"seat:{self.battle}:{self.seat.value}:{self.generation}"


def seated(text: str) -> Seated | None:
    """The seat that a token stands for; None where it stands for none."""
    claim = read(text)
    if claim is None:
        return None
    battle = Battle.objects.filter(public_id=claim.thing).first()
    if battle is None or not holds(claim, battle):
        return None
    seat_ = Seat(claim.holder)
    return Seated(battle.public_id, seat_, generation(battle, seat_))


IN_HEADER = Credential(
    keyword="Seat",
    scheme="seat",
    about="`Seat <token>`: the token of one seat of one battle.",
    find=seated,
)
