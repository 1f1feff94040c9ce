"""What happens to an event's tables and kit when the event or one of its battles changes."""

from __future__ import annotations

from typing import Any

from setup_app.battles.models import Battle
from setup_app.battles.signals import battle_finished
from setup_app.events.event import signals
from setup_app.events.event.access import EventAccess
from setup_app.events.event_tables import seats, table_battles
from setup_app.events.models import Event, KitPiece, Role, Round


def connect() -> None:
    """Connect the receivers below; called once, when the app is ready."""
    signals.lists_published.connect(make_missing_battles)
    signals.round_published.connect(make_battles)
    signals.round_withdrawn.connect(show_to_watchers)
    signals.role_reissued.connect(guard_running_battle)
    signals.event_changed.connect(show_to_watchers)
    signals.event_copied.connect(copy_kit)
    signals.event_deleted.connect(set_battles_aside)
    battle_finished.connect(note_end)


def make_missing_battles(*, held: EventAccess, **_: Any) -> None:
    table_battles.make_missing_battles(held)


def make_battles(*, held: EventAccess, round_: Round, **_: Any) -> None:
    table_battles.make_battles(held, round_)


def guard_running_battle(*, held: EventAccess, role: Role, **_: Any) -> None:
    seats.guard_running_battle(held, role)


def show_to_watchers(*, held: EventAccess, **_: Any) -> None:
    table_battles.show_to_watchers(held.event)


def copy_kit(*, held: EventAccess, original: Event, **_: Any) -> None:
    pieces = list(original.kit_rows.all())
    for piece in pieces:
        piece.pk, piece.event = None, held.event
    KitPiece.objects.bulk_create(pieces)


def set_battles_aside(*, held: EventAccess, **_: Any) -> None:
    """Make the battles of a deleted event private, as its tables go with it."""
    played = held.event.grounds.filter(battle__isnull=False)
    table_battles.set_aside(played.values_list("battle", flat=True))


def note_end(*, battle: Battle, **_: Any) -> None:
    table_battles.note_end(battle)
