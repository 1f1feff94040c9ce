"""The service that swaps the terrain of two tables of a round."""

from __future__ import annotations

from typing import Final

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event_tables.queries import parts_at_work
from setup_app.events.event_tables.services import refuse_numbers, rounds_out
from setup_app.events.event_tables.table_battles import is_played, make_battles
from setup_app.events.models import EventTable, Kind

GOES_ALONG: Final = (
    "terms",
    "seed",
    "base_seed",
    "edited",
    "layout",
    "log",
    "audit",
    "imbalance",
    "refused",
    "kit",
)
"""The fields of a table's terrain that a swap moves; a note belongs to the table."""


def swap_grounds(*, standing: EventAccess, round_: int, one: int, other: int, words: str) -> None:
    """Swap the terrain of two tables; a table without terrain gives none.

    Raises `no_such_round`, `no_such_table`, `mark_two_tables`, `run_under_way` while either is
    being generated, `players_lay_it` if either has a battle, and `note_required` if they are
    public.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event = held.event
        refuse_numbers(event, [round_], [one, other])
        lying = EventTable.objects.select_for_update().filter(event=event, round=round_)
        rows = {row.table: row for row in lying.filter(table__in=(one, other))}
        if one == other or not rows:
            raise DomainError("mark_two_tables")
        at_work = parts_at_work(rows.values())
        for table, row in rows.items():
            if row.part in at_work:
                raise DomainError("run_under_way", {"round": round_, "table": table})
            if row.battle_id is not None and is_played(row):
                raise DomainError("players_lay_it", {"table": table})
        out = round_ in rounds_out(event) and any(row.layout for row in rows.values())
        if out and not words:
            raise DomainError("note_required")
        first, second = (
            rows.get(table) or EventTable(event=event, round=round_, table=table)
            for table in (one, other)
        )
        for name in GOES_ALONG:
            mine, theirs = getattr(first, name), getattr(second, name)
            setattr(first, name, theirs)
            setattr(second, name, mine)
        for row in (first, second):
            row.note = words
            row.save()
        if is_played(first) or is_played(second):
            for each in event.round_rows.filter(number=round_, published__isnull=False):
                make_battles(held, each)
        note(held, "grounds_swapped", round=round_, one=one, other=other, note=words)
