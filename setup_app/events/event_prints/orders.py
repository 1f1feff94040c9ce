"""Print orders: what is printed, who may order it, and which sheets it consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from setup_app.engine.errors import DomainError
from setup_app.events.event import list_queries
from setup_app.events.event import round_values as pairings
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.models import Event, EventTable, Kind, Match, PackingLine

Document = Literal["tables", "cards", "pairings", "lists", "signup", "slips", "packing", "form"]

DOCUMENTS: Final[tuple[Document, ...]] = (
    *("tables", "cards", "pairings", "lists"),
    *("signup", "slips", "packing", "form"),
)
FOR_ORGANISERS: Final = ("tables", "packing")
ONCE_LISTS_ARE_OUT: Final = ("cards", "lists")
"""The documents that a desk may print only after publication: before that, a player's link would
open a hidden list.
"""
MAX_SHEETS: Final = 400
UNPAIRED: Final = (0, 0)
"""The round and table of a blank form."""

Sheet = tuple[int, ...]
"""The key of a sheet: a round and a table, a round, or an entry, each by its number."""


@dataclass(frozen=True)
class PrintOrder:
    """A document for a selection; None selects everything, and of entries all that play."""

    document: Document
    rounds: tuple[int, ...] | None = None
    tables: tuple[int, ...] | None = None
    entries: tuple[int, ...] | None = None
    paper: str = "a4"
    view_from: str = "defender"

    @classmethod
    def of(cls, stated: Mapping[str, Any]) -> PrintOrder:
        """Return the order that `as_json` has written, or a request states."""

        def numbers(name: str) -> tuple[int, ...] | None:
            return None if stated[name] is None else tuple(sorted(set(stated[name])))

        return cls(
            document=stated["document"],
            rounds=numbers("rounds"),
            tables=numbers("tables"),
            entries=numbers("entries"),
            paper=stated["paper"],
            view_from=stated["view_from"],
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain data, to be stored with a job."""
        stated = asdict(self)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in stated.items()
        }


def documents_for(standing: EventAccess) -> list[Document]:
    """Return the documents that this viewer may print now."""
    if standing.kind == Kind.ORGANISER:
        return list(DOCUMENTS)
    if standing.kind not in RUNS_ROUNDS:
        return []
    hidden = standing.event.lists_published is None
    withheld = (*FOR_ORGANISERS, *(ONCE_LISTS_ARE_OUT if hidden else ()))
    return [each for each in DOCUMENTS if each not in withheld]


def sheets_of(standing: EventAccess, order: PrintOrder) -> list[Sheet]:
    """Return the sheets of an order, in the order in which they are printed. Three queries at most.

    Raises `not_allowed`, `lists_not_published`, `nothing_to_print`, and `too_many_sheets` for more
    than MAX_SHEETS.
    """
    if order.document not in documents_for(standing):
        raise DomainError("not_allowed")
    found = list(_FOUND[order.document](standing, order))
    if not found:
        raise DomainError("nothing_to_print", {order.document: True})
    if len(found) > MAX_SHEETS:
        raise DomainError("too_many_sheets", {"sheets": len(found), "most": MAX_SHEETS})
    return found


def matches_of(event: Event, order: PrintOrder) -> list[Match]:
    """Return the selected pairings, including those of drafts, in the order of rounds and
    tables.
    """
    found = pairings.with_entries(Match.objects.filter(round__event=event))
    if order.rounds is not None:
        found = found.filter(round__number__in=order.rounds)
    chosen = [match for match in found.order_by("round__number", "pk") if _is_chosen(match, order)]
    return sorted(chosen, key=lambda each: (each.round.number, each.table is None, each.table or 0))


def _is_chosen(match: Match, order: PrintOrder) -> bool:
    if order.tables is not None and match.table not in order.tables:
        return False
    numbers = {entry.number for entry in match.entries}
    return order.entries is None or not numbers.isdisjoint(order.entries)


def _tables(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    grounds = EventTable.objects.filter(event=standing.event, layout__isnull=False)
    if order.rounds is not None:
        grounds = grounds.filter(round__in=order.rounds)
    if order.tables is not None:
        grounds = grounds.filter(table__in=order.tables)
    lying = list(grounds.order_by("round", "table").values_list("round", "table"))
    if order.entries is None:
        return lying
    played = set(_at_tables(standing, order))
    return [each for each in lying if each in played]


def _at_tables(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    for match in matches_of(standing.event, order):
        if match.table is not None:
            yield match.round.number, match.table


def _rounds(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    found = {match.round.number for match in matches_of(standing.event, order)}
    return [(number,) for number in sorted(found)]


def _entries(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    rows = standing.event.entry_rows.all()
    if order.entries is None:
        rows = rows.filter(dropped=False)
    else:
        rows = rows.filter(number__in=order.entries)
    return [(number,) for number in rows.values_list("number", flat=True)]


def _lists(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    if standing.event.lists_published is None:
        raise DomainError("lists_not_published")
    public = list_queries.current(standing.event, public=True)
    return [each for each in _entries(standing, order) if each[0] in public]


def _signup(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    """Return one sheet, with blank lines even without entries: for players who come on the day."""
    is_empty = order.entries is not None and not list(_entries(standing, order))
    return [] if is_empty else [()]


def _packing(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    lines = PackingLine.objects.filter(event=standing.event, gone=False)
    if order.rounds is not None:
        lines = lines.filter(round__in=order.rounds)
    if order.tables is not None:
        lines = lines.filter(table__in=order.tables)
    rounds = lines.order_by("round").values_list("round", flat=True).distinct()
    return [(number,) for number in rounds]


def _form(standing: EventAccess, order: PrintOrder) -> Iterable[Sheet]:
    """Return one form for each paired table; a blank one if there is none, or no round is
    chosen.
    """
    found = list(_at_tables(standing, order))
    anybody = order.tables is None and order.entries is None
    return found or ([UNPAIRED] if anybody else [])


_FOUND: Final[Mapping[Document, Callable[[EventAccess, PrintOrder], Iterable[Sheet]]]] = {
    "tables": _tables,
    "cards": _entries,
    "pairings": _rounds,
    "lists": _lists,
    "signup": _signup,
    "slips": _at_tables,
    "packing": _packing,
    "form": _form,
}
