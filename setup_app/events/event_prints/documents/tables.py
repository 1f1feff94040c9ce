"""The sheet from which helpers set up a table of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event_prints.documents.players import numbered_names, numbers_at_tables
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_tables.invaders import Invaders
from setup_app.events.event_tables.kit_wording import box_words
from setup_app.events.event_tables.queries import tables_view
from setup_app.events.models import EventTable, Kind, PackingLine
from setup_app.layouts import queries as layouts
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read_with_rules
from terrain.draw.lines import TableLines
from terrain.draw.sheet import Heading, Sheet, sheets
from terrain.draw.view import ViewFrom


def tables(piece: PrintPart) -> bytes:
    """Return a sheet for each table that still has terrain: round, table, players, invader, the
    boxes of its pieces, and a code that leads to the table's page.
    """
    rows: dict[tuple[int, ...], EventTable] = {
        (row.round, row.table): row
        for row in EventTable.objects.filter(
            event=piece.event, round__in=piece.rounds, layout__isnull=False
        ).defer("log", "audit")
    }
    names = map_names(piece.event.rulebook)
    paper = layouts.PAPERS[piece.order.paper]
    return sheets(_drawn(piece, rows), names=names, paper=paper)


def _drawn(piece: PrintPart, rows: dict[tuple[int, ...], EventTable]) -> Iterator[Sheet]:
    who, called = numbers_at_tables(piece), numbered_names(piece.event)
    boxes, kit = _boxes(piece), _kit(piece)
    # Only organisers print these sheets.
    invaders = Invaders.of(EventAccess(piece.event, Kind.ORGANISER), piece.rounds)
    side: ViewFrom = "invader" if piece.order.view_from == "invader" else "defender"
    for done, at in enumerate(piece.sheets):
        piece.progress(done, len(piece.sheets))
        row = rows.get(at)
        if row is None:
            continue
        layout, rules = read_with_rules(row.layout)
        number, table = at
        url = piece.url("event-table", piece.event.public_id, number, table)
        numbers = who.get(at, ())
        names = " – ".join(called[each] for each in numbers)
        invader = invaders.words(number, numbers, called)
        heading = Heading(
            title=_("Round %(number)d, table %(table)d") % {"number": number, "table": table},
            subtitle=" · ".join(filter(None, (names, piece.event.name))),
            code=str(table),
            url=None if piece.place.here_only else url,
            told=(*((f"{invader}.",) if invader else ()), *boxes.get(at, ())),
        )
        yield Sheet(
            layout, heading, view_from=side, lines=TableLines.of(rules), beside=kit.get(at, {})
        )


def _kit(piece: PrintPart) -> dict[tuple[int, ...], dict[str, str]]:
    """Return the club's own piece, with its box, for each piece of a table that was generated from
    its kit.
    """
    standing = EventAccess(piece.event, Kind.ORGANISER)
    return {
        (number, view["table"]): {
            each["piece"]: f"{each['kit']} ({each['box']})" if each["box"] else each["kit"]
            for each in view.get("kit", ())
        }
        for number in piece.rounds
        if number <= piece.event.rounds
        for view in tables_view(standing, number)
    }


def _boxes(piece: PrintPart) -> dict[tuple[int, ...], tuple[str, ...]]:
    """Return what to fetch from the boxes for each table, by the round's last plan."""
    rows = PackingLine.objects.filter(event=piece.event, round__in=piece.rounds, gone=False)
    lines = sorted(rows, key=lambda line: (line.round, line.table, line.box, line.piece))
    found: dict[tuple[int, ...], tuple[str, ...]] = {}
    for at, here in groupby(lines, key=lambda line: (line.round, line.table)):
        said = []
        for box, of_it in groupby(here, key=lambda line: line.box):
            copies = Counter(line.piece for line in of_it)
            pieces = (f"{many} × {name}" if many > 1 else name for name, many in copies.items())
            said.append(f"{box_words(box)}: {', '.join(pieces)}.")
        found[at] = (_("From the boxes:"), *said)
    return found
