"""Reads and writes of an event's kit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.models import Event, Kind, KitPiece

FIELDS: Final = ("types", "long_mm", "short_mm", "count", "box", "section", "outline", "note")


def kit_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Return every piece in the contract's form; for organisers. One query."""
    standing.needs(Kind.ORGANISER)
    return pieces_of(standing.event)


def pieces_of(event: Event) -> list[dict[str, Any]]:
    """Return every piece for a worker, which acts for no viewer. One query."""
    return [
        {"id": row.code, **{name: getattr(row, name) for name in FIELDS}}
        for row in event.kit_rows.all()
    ]


def keep_kit(*, standing: EventAccess, pieces: Iterable[Mapping[str, Any]]) -> None:
    """Replace the kit of an event with these validated pieces."""
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        held.event.kit_rows.all().delete()
        made = KitPiece.objects.bulk_create(
            KitPiece(
                event=held.event,
                place=place,
                code=each["id"],
                **{name: each[name] for name in FIELDS},
            )
            for place, each in enumerate(pieces)
        )
        note(held, "kit_kept", count=len(made))
