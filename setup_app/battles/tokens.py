"""Who holds which seat of a battle? Whoever holds its token: `<battle>-<seat>-<code>`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from setup_app.battles.models import Battle
from setup_app.engine.hidden import ORGANISER, SPECTATOR, UMPIRE, Viewer, seat
from setup_app.engine.values import SIDES, Side
from setup_app.identity.tokens import Claim, TokenKind

KIND = TokenKind("seat", thing="[2-9a-z]{14}", holder="[01cus]")
SHAPE = KIND.shape

DEVICE = TokenKind("device", thing="[2-9a-z]{14}", holder="[01]d[1-9][0-9]{0,6}")
"""What a link for one more device of a seat ends in: `<battle>-<side>d<number>-<code>`."""

LOOKED_BACK = 50
"""So many generations of a seat are told from what was never a link to it."""


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


def parse_token(text: str) -> Claim | None:
    """What a token claims; None where it has not even the shape of one."""
    return KIND.read(text)


def has_umpire(battle: Battle) -> bool:
    """Whether both sides agree to somebody who sees both hands."""
    return bool(battle.setup.get("umpire", False))


def holds(claim: Claim, battle: Battle) -> bool:
    """Whether the claim is true for this battle. An umpire's is none where it has no umpire."""
    if claim.holder == Seat.UMPIRE.value and not has_umpire(battle):
        return False
    number = generation(battle, Seat(claim.holder))
    return KIND.holds(claim, thing=battle.public_id, generation=number)


def was_held(claim: Claim, battle: Battle) -> int | None:
    """The earlier generation of this battle's seat for which the claim was true; None for none."""
    present = generation(battle, Seat(claim.holder))
    for number in range(present - 1, max(-1, present - 1 - LOOKED_BACK), -1):
        if KIND.holds(claim, thing=battle.public_id, generation=number):
            return number
    return None


def device_token(battle: Battle, side: Side, number: int) -> str:
    """What the link of this number ends in, as long as the seat is not made anew."""
    seat_ = Seat(str(side))
    return DEVICE.token(battle.public_id, f"{side}d{number}", generation(battle, seat_))


@dataclass(frozen=True)
class DeviceClaim:
    """A link for one more device that was ours: of which seat, its number, whether it is still of
    the present generation."""

    side: Side
    number: int
    present: bool


def device_claimed(text: str, battle: Battle) -> DeviceClaim | None:
    """What such a link stands for; None where it was never made."""
    claim = DEVICE.read(text)
    if claim is None:
        return None
    side, number = (int(part) for part in claim.holder.split("d"))
    now = generation(battle, Seat(str(side)))
    for of in range(now, max(-1, now - LOOKED_BACK), -1):
        if DEVICE.holds(claim, thing=battle.public_id, generation=of):
            return DeviceClaim(side, number, of == now)
    return None


@dataclass(frozen=True)
class Seated:
    """A caller whose token was found true: for this battle, this seat, this generation.

    `row` is the battle as it was when the token was looked up.
    """

    battle: str
    seat: Seat
    generation: int
    row: Battle | None = field(default=None, compare=False, repr=False)

    @property
    def caller_key(self) -> str:
        return f"seat:{self.battle}:{self.seat.value}:{self.generation}"


@dataclass(frozen=True)
class UsedUp(Seated):
    """One who comes again with a token that was true before: `generation` is that of the token."""


def used_up(text: str) -> UsedUp | None:
    """The seat that a token stood for once; None where it stands for it still, or never did."""
    claim = parse_token(text)
    battle = Battle.objects.filter(public_id=claim.thing).first() if claim else None
    if claim is None or battle is None:
        return None
    number = was_held(claim, battle)
    return None if number is None else UsedUp(battle.public_id, Seat(claim.holder), number)


def seated(text: str) -> Seated | None:
    """The seat that a token stands for; None where it stands for none."""
    claim = parse_token(text)
    if claim is None:
        return None
    try:
        battle = Battle.objects.get(public_id=claim.thing)
    except Battle.DoesNotExist:
        return None
    if not holds(claim, battle):
        return None
    seat_ = Seat(claim.holder)
    return Seated(battle.public_id, seat_, generation(battle, seat_), battle)
