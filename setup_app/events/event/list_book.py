"""All lists of an event in one file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from django.utils.translation import gettext

from setup_app.armies.exports import as_csv as army_csv
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_queries import published_versions

BYTE_ORDER_MARK = "\ufeff"


def rows(standing: EventAccess) -> Iterator[list[str]]:
    """Yield the rows of every army's own file, with its entry's number first and the header once.

    Raises `not_found` before the lists are published.
    """
    for place, version in enumerate(published_versions(standing)):
        text = army_csv(version.army).removeprefix(BYTE_ORDER_MARK)
        header, *others = csv.reader(io.StringIO(text, newline=""))
        if place == 0:
            yield ["entry", *header]
        for row in others:
            yield [str(version.entry.number), *row]


def as_csv(standing: EventAccess) -> str:
    """Return the list book as CSV, safe to open in a spreadsheet."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows(rows(standing))
    return BYTE_ORDER_MARK + out.getvalue()


def as_xlsx(standing: EventAccess) -> bytes:
    """Return the list book as a spreadsheet."""
    # Loading the writer takes 30 MB, so a process loads it only on request.
    from setup_app.spreadsheets.writing import as_sheet

    return as_sheet(rows(standing), title=gettext("Lists"))
