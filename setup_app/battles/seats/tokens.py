"""Tokens of the seats of a battle: `<battle>-<seat>-<code>`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from setup_app.battles.models import Battle
from setup_app.engine.hidden import ORGANISER, SPECTATOR, UMPIRE, Viewer, seat
from setup_app.engine.values import SIDES, Side
from setup_app.identity.tokens import Claim, TokenKind

KIND = TokenKind("seat", thing="[2-9a-z]{14}", holder="[01cus]")

DEVICE = TokenKind("device", thing="[2-9a-z]{14}", holder="[01]d[1-9][0-9]{0,6}")
"""The token of a link for another device of a seat: `<battle>-<side>d<number>-<code>`."""

MAX_GENERATIONS_BACK = 50
"""How many earlier generations of a seat are recognised as used links."""


class Seat(Enum):
    """The seats that a token can open."""

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
"""The two seats that play, by side."""


def generation(battle: Battle, seat_: Seat) -> int:
    return int(battle.generations.get(seat_.value, 0))


def token(battle: Battle, seat_: Seat, *, of: int | None = None) -> str:
    """Return the token of a seat, of its current generation or of generation `of`."""
    return token_of(battle.public_id, seat_, generation(battle, seat_) if of is None else of)


def token_of(battle: str, seat_: Seat, generation_: int) -> str:
    """Return the token of a seat of the battle with this id, of one generation."""
    return KIND.token(battle, seat_.value, generation_)


def device_token(battle: Battle, side: Side, number: int) -> str:
    """Return the token of a device link, valid until the seat is reissued."""
    return DEVICE.token(battle.public_id, f"{side}d{number}", generation(battle, SEATS[side]))


def parse_token(text: str) -> Claim | None:
    """Return the claim of a token, or None if it is no token."""
    return KIND.read(text)


def has_umpire(battle: Battle) -> bool:
    """Return whether the battle has an umpire, who sees both hands."""
    return bool(battle.setup.get("umpire", False))


def is_current(claim: Claim, battle: Battle) -> bool:
    """Return whether the claim is valid for this battle; an umpire's never is without an umpire."""
    if claim.holder == Seat.UMPIRE.value and not has_umpire(battle):
        return False
    number = generation(battle, Seat(claim.holder))
    return KIND.holds(claim, thing=battle.public_id, generation=number)


def find_earlier_generation(claim: Claim, battle: Battle) -> int | None:
    """Return the earlier generation for which the claim was valid, or None."""
    number = generation(battle, Seat(claim.holder)) - 1
    return _find_generation(KIND, claim, battle, latest=number)


def _find_generation(kind: TokenKind, claim: Claim, battle: Battle, *, latest: int) -> int | None:
    for number in range(latest, max(-1, latest - MAX_GENERATIONS_BACK), -1):
        if kind.holds(claim, thing=battle.public_id, generation=number):
            return number
    return None


@dataclass(frozen=True)
class DeviceClaim:
    """A genuine link for another device: its side, its number, and whether it is current."""

    side: Side
    number: int
    current: bool


def read_device_token(text: str, battle: Battle) -> DeviceClaim | None:
    """Return the claim of a device link, or None if it was never created."""
    claim = DEVICE.read(text)
    if claim is None:
        return None
    side, number = (int(part) for part in claim.holder.split("d"))
    current = generation(battle, SEATS[side])
    found = _find_generation(DEVICE, claim, battle, latest=current)
    return None if found is None else DeviceClaim(side, number, found == current)


@dataclass(frozen=True)
class Seated:
    """A caller whose token is valid for this battle, seat and generation.

    `row` is the battle as it was when the token was checked.
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
    """A caller with a token that was valid before; `generation` is the token's."""


def seated_at(battle: Battle, side: Side | None) -> Seated | None:
    """Return the holder of a side's seat by this row; None for a device that holds both."""
    if side is None:
        return None
    return Seated(battle.public_id, SEATS[side], generation(battle, SEATS[side]))


def find_seated(text: str) -> Seated | None:
    """Return the holder of a valid token, or None."""
    claim, battle = _claim_and_battle(text)
    if claim is None or battle is None or not is_current(claim, battle):
        return None
    seat_ = Seat(claim.holder)
    return Seated(battle.public_id, seat_, generation(battle, seat_), battle)


def find_used_up(text: str) -> UsedUp | None:
    """Return the holder of a token that was valid before; None for every other token."""
    claim, battle = _claim_and_battle(text)
    if claim is None or battle is None:
        return None
    number = find_earlier_generation(claim, battle)
    return None if number is None else UsedUp(battle.public_id, Seat(claim.holder), number)


def _claim_and_battle(text: str) -> tuple[Claim | None, Battle | None]:
    claim = parse_token(text)
    return claim, Battle.objects.filter(public_id=claim.thing).first() if claim else None
