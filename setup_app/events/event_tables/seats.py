"""Services that seat a player at the battle that sets up their table.

A player's link to the event works for this once. From then on the seat belongs to the device or
program that took it: another holder of that link, such as an organiser, is not let in beside them.
Players move to another device by a step that both players and the organisers are told about.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from setup_app.battles.models import Battle
from setup_app.battles.seats.services import keep_seat_alone, take_seat
from setup_app.battles.seats.state import is_taken
from setup_app.battles.seats.tokens import Seat, generation
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.events.event.access import EventAccess
from setup_app.events.event.round_queries import round_seen
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event_tables.table_battles import is_played
from setup_app.events.models import EventTable, JournalLine, Kind, Match, Role
from setup_app.identity.ownership import NotThere

LINK_REPLACED: Final = "link_replaced_in_battle"


@dataclass(frozen=True)
class OwnSeat:
    """A player's seat at the battle of their table, and its present generation."""

    battle: Battle
    side: Side

    @property
    def seat(self) -> Seat:
        return Seat(str(self.side))

    @property
    def generation(self) -> int:
        return generation(self.battle, self.seat)

    @property
    def taken(self) -> bool:
        return is_taken(self.battle, self.side)


def guard_running_battle(held: EventAccess, role: Role) -> None:
    """Protect the seat of a player whose battle is running from a replaced link, with which it
    could be taken over. Raises `not_allowed` for a desk; an organiser's act is recorded.
    """
    if role.kind != Kind.PLAYER or role.entry is None:
        return
    running = held.event.grounds.filter(battle__isnull=False, battle__finished=None)
    for row in running:
        if role.entry.number in row.players:
            held.needs(Kind.ORGANISER)
            where = {"round": row.round, "table": row.table, "entry": role.entry.number}
            note(held, LINK_REPLACED, name=role.entry.name, **where)


def link_replaced_at(standing: EventAccess, number: int, table: int) -> datetime | None:
    """Return when an organiser last replaced the caller's link during the battle at this table."""
    if standing.entry is None:
        return None
    where = {"round": number, "table": table, "entry": standing.entry.number}
    same = {f"params__{name}": value for name, value in where.items()}
    lines = JournalLine.objects.filter(event=standing.event, code=LINK_REPLACED, **same)
    return lines.order_by("-number").values_list("at", flat=True).first()


def own_seat(standing: EventAccess, number: int, table: int) -> OwnSeat:
    """Return the seat of a player at their table.

    Raises `not_allowed` for everyone else, `not_found` if there is no such table for them,
    `no_battle` if its terrain has another source. Four queries.
    """
    standing.needs(Kind.PLAYER)
    round_ = round_seen(standing, number)
    both = Match.objects.select_related("first", "second")
    match = both.filter(round=round_, table=table).first()
    if match is None:
        raise NotThere
    if standing.entry is None or standing.entry not in match.entries:
        raise DomainError("not_allowed")
    row = EventTable.objects.filter(event=standing.event, round=number, table=table)
    ground = row.select_related("battle").first()
    if ground is None or ground.battle is None or not is_played(ground):
        raise DomainError("no_battle")
    if {entry.number for entry in match.entries} != set(ground.players):
        raise DomainError("no_battle")
    return OwnSeat(ground.battle, ground.players.index(standing.entry.number))


def sit_down(*, standing: EventAccess, number: int, table: int) -> OwnSeat:
    """Take a free seat; from now on it belongs to the caller alone.

    The event is locked, so that the round is not re-paired in the meantime. Raises what `own_seat`
    raises, and `seat_taken` if the seat is taken, usually by the same player on another device.
    """
    with acting(standing) as held:
        own = own_seat(held, number, table)
        if own.taken:
            raise DomainError("seat_taken")
        take_seat(battle=own.battle.public_id, side=own.side, of=own.generation)
        own.battle.refresh_from_db()
        return own


def take_over(*, standing: EventAccess, number: int, table: int) -> OwnSeat:
    """Move one's seat from the device that has it to this one; the other one loses it.

    The battle's log, where both players see it, and the journal record this. Raises what `own_seat`
    raises.
    """
    with acting(standing) as held:
        own = own_seat(held, number, table)
        keep_seat_alone(battle=own.battle.public_id, side=own.side, of=own.generation)
        note(held, "seat_taken_over", round=number, table=table)
        own.battle.refresh_from_db()
        return own
