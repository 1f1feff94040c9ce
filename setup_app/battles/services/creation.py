"""Create battles: new ones, rematches and imported logs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle, Visibility, new_seed
from setup_app.battles.repository import LockedBattle, row_named, setup_of, store
from setup_app.battles.seats.state import SEEN, SeatState, current_hour, is_taken, seat_of
from setup_app.battles.services.bots import wake_bot
from setup_app.battles.services.limits import make_room
from setup_app.engine.audit import check_every_move
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError, ReplayMismatch
from setup_app.engine.log import Entry
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, PerSide, Side, as_stored, other
from setup_app.identity.ownership import owner_if_any
from setup_app.identity.requesters import NOBODY, Requester
from setup_app.rulebooks import registry


@dataclass(frozen=True)
class NewBattle:
    """The terms of a battle before anyone sits down. `sides` are two army lists as JSON.

    `maps` are the boxes of territories that are not played on their official map. With an `umpire`,
    anyone with the umpire's link sees both hands. At `closes_at` a finished battle is revealed,
    whatever its sides do.
    """

    rulebook: str
    sides: tuple[Mapping[str, Any], Mapping[str, Any]] = field(repr=False)
    table: Mapping[str, float]
    base_width_mm: float = 40
    settings: Mapping[str, Any] = field(default_factory=dict)
    until: str | None = None
    dice: str = "server"
    cards: str = "server"
    visibility: str = Visibility.PRIVATE
    maps: Mapping[str, Any] = field(default_factory=dict)
    bot_side: Side | None = None
    umpire: bool = False
    closes_at: datetime | None = None


SAT_DOWN = SeatState(taken=True, devices=1, since=1)
"""A seat that is taken from the beginning: its first link was given to no one."""


def create_battle(
    *, wanted: NewBattle, asker: Requester = NOBODY, seated: tuple[Side, ...] = ()
) -> Battle:
    """Create a battle in which the sides `seated` are taken from the beginning.

    Raises `unknown_rulebook`, `until_not_known`, `too_many_open`, what
    `complete_settings` raises, and every violation that the rulebook's `check_setup` finds.
    """
    return _begin(setup_for(wanted), wanted, asker=asker, taken=dict.fromkeys(seated, SAT_DOWN))


def setup_for(wanted: NewBattle) -> BattleSetup:
    """Return the complete set-up with its defaults, for `check_setup` to judge."""
    rulebook = registry.rulebook(wanted.rulebook)
    until = wanted.until or rulebook.can_go_until(PerSide(*wanted.sides))
    if until not in rulebook.until:
        raise DomainError("until_not_known", {"until": until, "known": ", ".join(rulebook.until)})
    setup = BattleSetup(
        rulebook=rulebook.id,
        revision=rulebook.revision,
        table=wanted.table,
        base_width_mm=wanted.base_width_mm,
        settings=rulebook.complete_settings(wanted.settings),
        until=until,
        dice=wanted.dice,
        cards=wanted.cards,
        sides=PerSide(*wanted.sides),
        maps=wanted.maps,
        umpire=wanted.umpire,
    )
    # As it will be read back: the first run and every replay must be handed the same values.
    return BattleSetup.from_json(as_stored(setup.as_json()))


def _begin(
    setup: BattleSetup,
    wanted: NewBattle,
    *,
    asker: Requester,
    taken: Mapping[Side, SeatState],
    rematch_of: Battle | None = None,
) -> Battle:
    seed = new_seed()
    played = EngineBattle.begin(registry.rulebook(setup.rulebook), setup, seed)
    for side in sorted(taken):
        played.act("seat_taken", side, {"seat": str(side)})
    with transaction.atomic():
        make_room(asker)
        row = Battle.objects.create(
            generations={str(side): state.since for side, state in taken.items()},
            seats={str(side): state.as_json() for side, state in taken.items()},
            **{SEEN[side]: current_hour() for side in taken},
            rulebook=setup.rulebook,
            revision=setup.revision,
            setup=setup.as_json(),
            seed=seed,
            visibility=wanted.visibility,
            **owner_if_any(asker),
            opened_from=asker.network,
            bot_side=wanted.bot_side,
            closes_at=wanted.closes_at,
            rematch_of=rematch_of,
        )
        locked = LockedBattle(row, played)
        store(locked)
        wake_bot(locked)
    battle_cache.add(row.public_id, played)
    return row


def show_battles(*, battles: Iterable[int], visibility: str) -> None:
    """Set the visibility of these battles, by their primary keys."""
    Battle.objects.filter(pk__in=list(battles)).update(visibility=visibility)


def disown(*, battle: str, asker: Requester) -> None:
    """Remove a battle from those of a browser. The battle stays, and so do an account's own."""
    if asker.key:
        Battle.objects.filter(public_id=battle, owner_key=asker.key).update(owner_key="")


def rematch(*, battle: str, asker: Requester = NOBODY) -> Battle:
    """Create the same battle with sides swapped and a new seed.

    Everyone keeps their list, the bot too, and their seat at it. Raises `not_over_yet`,
    `too_many_open`.
    """
    row = row_named(battle)
    if row.finished is None:
        raise DomainError("not_over_yet")
    before, rulebook = setup_of(row), registry.rulebook(row.rulebook)
    setup = BattleSetup.from_json(
        as_stored(
            {
                **before.as_json(),
                "revision": rulebook.revision,
                # Played as before, whatever has become usual since.
                "settings": dict(rulebook.settings_of(before)),
                "sides": [dict(before.sides.second), dict(before.sides.first)],
            }
        )
    )
    wanted = NewBattle(
        rulebook=setup.rulebook,
        sides=(setup.sides.first, setup.sides.second),
        table=setup.table,
        visibility=row.visibility,
        bot_side=_swapped(row.bot_side),
    )
    return _begin(setup, wanted, asker=asker, taken=_kept(row), rematch_of=row)


def _kept(before: Battle) -> dict[Side, SeatState]:
    """Return the seats that are taken from the beginning, since they were taken before."""
    sat = {other(side): seat_of(before, side) for side in SIDES if is_taken(before, side)}
    return {
        side: replace(SAT_DOWN, devices=state.devices, kept=state.since)
        for side, state in sat.items()
        if side != _swapped(before.bot_side)
    }


def _swapped(side: Side | None) -> Side | None:
    return None if side is None else other(side)


def store_log(*, exported: Mapping[str, Any], visibility: str = Visibility.PRIVATE) -> Battle:
    """Store an exported battle with its seed and log.

    `exported` holds `setup`, `seed` (hex) and `entries`. Raises `replay_mismatch` where the log
    does not replay to its own heads and digests.
    """
    setup = BattleSetup.from_json(exported["setup"])
    seed = bytes.fromhex(exported["seed"])
    entries = [Entry.from_json(entry) for entry in exported["entries"]]
    if not entries:
        raise ReplayMismatch(1, "a battle that was opened", "nothing")
    played = EngineBattle(registry.rulebook(setup.rulebook), setup, seed, entries)
    check_every_move(played)
    with transaction.atomic():
        row = Battle.objects.create(
            rulebook=setup.rulebook,
            revision=setup.revision,
            setup=setup.as_json(),
            seed=seed,
            visibility=visibility,
        )
        store(LockedBattle(row, played))
    return row
