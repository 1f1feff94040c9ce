"""Services that order a print, make it in pieces by workers, and join them."""

from __future__ import annotations

import io
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import translation

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event_prints.documents import PRINTED
from setup_app.events.event_prints.orders import PrintOrder, Sheet, sheets_of
from setup_app.events.event_prints.pieces import PrintPart, Progress
from setup_app.events.event_prints.places import PrintAddress
from setup_app.events.event_tables.table_battles import caller_for
from setup_app.events.models import Event, Kind
from setup_app.identity.ownership import NotThere
from setup_app.jobs.kinds import Product
from setup_app.jobs.models import Job, JobFile, State
from setup_app.jobs.queries import error_of
from setup_app.jobs.services import JobPart, enqueue_whole
from setup_app.jobs.timeouts import NoWorker

PRINT: Final = "events.print"
PIECE: Final = "events.print_piece"
MEDIA_TYPE: Final = "application/pdf"
IN_A_PIECE: Final[Mapping[str, int]] = {
    "tables": 10,
    "lists": 10,
    "form": 10,
    # One sheet per round, which may have a thousand tables.
    "pairings": 1,
    "packing": 1,
}
MAX_IN_A_PIECE: Final = 24
"""Whole pages of documents with four or six sheets each; a worker is free again in a few
seconds.
"""
MAX_WAITING: Final = 8
KEPT: Final = 12
"""The maximum number of running prints of one event, and of its stored files."""


def ask_for(*, standing: EventAccess, order: PrintOrder, place: PrintAddress) -> Job:
    """Return a job that prints an order; its result is `{"sheets", "pages"}`, its file the PDF.

    Raises what `sheets_of` raises, and `NoWorker` while too many of this event are running.
    """
    with acting(standing) as held:
        sheets = sheets_of(held, order)
        if prints_of(held.event).filter(finished=None).count() >= MAX_WAITING:
            raise NoWorker
        _forget_old_files(held.event)
        parts = [
            JobPart(PIECE, _told(held.event, order, some, place)) for some in _pieces(order, sheets)
        ]
        if order.document == "cards":
            # The cards hold players' links, so the journal records who printed them.
            note(held, "cards_printed", count=len(sheets))
        arguments = {
            "event": held.event.public_id,
            "role": held.role.number if held.role else None,
            "order": order.as_json(),
            "sheets": len(sheets),
            "parts": [str(part.id) for part in parts],
        }
        return enqueue_whole(PRINT, arguments, parts, caller=caller_for(held.event))


def prints_of(event: Event) -> QuerySet[Job]:
    """Return the stored prints of an event."""
    return Job.objects.filter(kind=PRINT, caller=caller_for(event))


def is_for(arguments: Mapping[str, Any], standing: EventAccess) -> bool:
    """Return whether this viewer may see a print: organisers and the role that ordered it may."""
    if standing.kind == Kind.ORGANISER:
        return True
    return standing.role is not None and standing.role.number == arguments["role"]


def _pieces(order: PrintOrder, sheets: Sequence[Sheet]) -> list[Sequence[Sheet]]:
    size = IN_A_PIECE.get(order.document, MAX_IN_A_PIECE)
    return [sheets[at : at + size] for at in range(0, len(sheets), size)]


def _told(
    event: Event, order: PrintOrder, sheets: Sequence[Sheet], place: PrintAddress
) -> dict[str, Any]:
    """Return a worker's arguments: only numbers, no name and no link."""
    return {
        "event": event.public_id,
        "order": order.as_json(),
        "sheets": [list(sheet) for sheet in sheets],
        "place": asdict(place),
    }


def _forget_old_files(event: Event) -> None:
    kept = prints_of(event).filter(file__isnull=False).order_by("-created")
    JobFile.objects.filter(job__in=list(kept.values_list("pk", flat=True)[KEPT - 1 :])).delete()


def print_piece(arguments: Mapping[str, Any], progress: Progress) -> Product:
    """Print some sheets as a PDF of their own; runs in a worker.

    Raises `not_found` for an event that was deleted in the meantime.
    """
    event = Event.objects.filter(public_id=arguments["event"]).first()
    if event is None:
        raise NotThere
    order = PrintOrder.of(arguments["order"])
    place = PrintAddress(**arguments["place"])
    sheets = tuple(tuple(sheet) for sheet in arguments["sheets"])
    piece = PrintPart(event, order, sheets, place, progress)
    with translation.override(place.language):
        body = PRINTED[order.document](piece)
    return Product({}, name=f"{order.document}.pdf", media_type=MEDIA_TYPE, body=body)


def join(arguments: Mapping[str, Any], progress: Progress) -> Product:
    """Join all parts into one PDF; runs in a worker. Raises why a part failed."""
    # Loaded here, because web processes read this module and never join PDFs.
    from pypdf import PdfReader, PdfWriter

    bodies = _bodies([uuid.UUID(each) for each in arguments["parts"]])
    if len(bodies) == 1:
        body, pages = bodies[0], len(PdfReader(io.BytesIO(bodies[0])).pages)
    else:
        writer = PdfWriter()
        for each in bodies:
            writer.append(io.BytesIO(each), import_outline=False)
        out = io.BytesIO()
        writer.write(out)
        body, pages = out.getvalue(), len(writer.pages)
    return Product(
        {"sheets": arguments["sheets"], "pages": pages},
        name=f"{arguments['order']['document']}.pdf",
        media_type=MEDIA_TYPE,
        body=body,
    )


def _bodies(parts: Sequence[uuid.UUID]) -> list[bytes]:
    """Return the contents of the parts, in order."""
    for part in Job.objects.filter(pk__in=parts, state=State.FAILED):
        code = error_of(part)["code"]
        if code == "fault":
            raise RuntimeError("a piece of a print broke")
        raise DomainError(code)
    found = {file.pk: bytes(file.body) for file in JobFile.objects.filter(pk__in=parts)}
    return [found[part] for part in parts]
