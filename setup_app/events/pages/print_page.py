"""The page on which an organiser or a desk orders prints and downloads the PDF."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event_prints import services
from setup_app.events.event_prints.orders import Document, PrintOrder, documents_for
from setup_app.events.event_prints.places import PrintAddress
from setup_app.events.event_prints.typesetting import PAPER_NAMES
from setup_app.events.event_prints.unreadable import unreadable_players
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number
from setup_app.events.pages.refusal import page, tell, told_of_problem
from setup_app.jobs.models import Job, JobFile, State
from setup_app.jobs.queries import error_of
from setup_app.jobs.services import cancel
from setup_app.web.addresses import here_only
from terrain.core.layout import PLAYERS

MAX_NUMBER: Final = 4000
SHOWN: Final = 12

TITLES: Final[Mapping[Document, tuple[Promise, Promise]]] = {
    "tables": (
        _("Table sheets"),
        _(
            "One sheet per table and round: the map, and measurements to set it up with a tape "
            "measure."
        ),
    ),
    "cards": (
        _("Player cards"),
        _("Four per page, to cut out. Each has the player's personal link as a QR code."),
    ),
    "pairings": (_("Pairings"), _("For the wall, in large print: by table, then by name.")),
    "lists": (_("All lists"), _("All published lists, one per page.")),
    "signup": (_("Check-in sheet"), _("All players by name, with room to sign and blank rows.")),
    "slips": (
        _("Result slips"),
        _("Six per page, to cut out: names, scores, signatures."),
    ),
    "packing": (
        _("Packing list"),
        _("Which pieces go from which box to which table."),
    ),
    "form": (
        _("Paper form"),
        _("Every step of the rulebook to fill in by hand, in case phones fail."),
    ),
}


@page
@require_http_methods(["GET", "HEAD", "POST"])
def prints(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the documents to order and earlier PDFs; on POST order one or cancel a job.

    The form keeps its fields after a refusal, and after the question whether cards shall carry an
    address that only this computer can open.
    """
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    must_confirm = _must_confirm(request)
    if request.method == "POST" and not must_confirm:
        try:
            _done(request, standing)
        except DomainError as refused:
            tell(request, refused)
        else:
            return redirect(reverse("event-print", args=(event, role)))
    sent = request.POST
    jobs = _jobs(standing)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "documents": _documents(standing, sent),
        "rounds": _rounds(standing, sent),
        "sent": sent,
        "run": next((job for job in jobs if not job.over), None),
        "prints": _lines(jobs),
        "here_only": here_only(request),
        "must_confirm": must_confirm,
        "unreadable": unreadable_players(standing.event),
    }
    return render(request, "events/print.html", shown)


def _must_confirm(request: HttpRequest) -> bool:
    """Return whether the request orders cards with an address that no other device can open."""
    sent = request.POST
    return sent.get("document") == "cards" and here_only(request) and "anyway" not in sent


def _done(request: HttpRequest, standing: EventAccess) -> None:
    """Order what the form states, or cancel a running print; raises why not."""
    sent = request.POST
    if sent.get("do") == "cancel":
        for job in _jobs(standing):
            if str(job.pk) == sent.get("job"):
                cancel(job.pk)
        return
    services.ask_for(
        standing=standing, order=_order(standing, sent), place=PrintAddress.of(request)
    )


def _order(standing: EventAccess, sent: QueryDict) -> PrintOrder:
    """Return the order of the form. Raises `no_numbers` for a selection that cannot be read."""
    may = documents_for(standing)
    document = next((each for each in may if each == sent.get("document")), None)
    if document is None:
        raise DomainError("nothing_to_print")
    rounds = [int(each) for each in sent.getlist("round") if is_number(each)]
    return PrintOrder.of(
        {
            "document": document,
            "rounds": rounds,
            "tables": numbers_in(sent.get("tables", ""), standing.event.tables),
            "entries": numbers_in(sent.get("entries", ""), standing.event.last_entry),
            "paper": _one_of(tuple(PAPER_NAMES), sent.get("paper")),
            "view_from": _one_of(PLAYERS, sent.get("view_from")),
        }
    )


MAX_LENGTH: Final = 2000
"""The maximum length of a selection: every second number of a thousand fits."""


def numbers_in(text: str, last: int) -> list[int] | None:
    """Return “1-8, 12, 20-” as numbers, None for an empty text; raises `no_numbers`."""
    if not text.strip():
        return None
    if len(text) > MAX_LENGTH:
        raise DomainError("no_numbers", {"found": f"{text.strip()[:40]}…"})
    found: set[int] = set()
    for part in text.replace(";", ",").replace("–", "-").split(","):
        low, dash, high = (each.strip() for each in part.partition("-"))
        if not is_number(low) or (high and not is_number(high)):
            raise DomainError("no_numbers", {"found": part.strip()[:40]})
        to = int(high) if high else (last if dash else int(low))
        found |= set(range(int(low), min(to, MAX_NUMBER) + 1))
    return sorted(found)


def _one_of(known: tuple[str, ...], typed: str | None) -> str:
    return typed if typed in known else known[0]


def _documents(standing: EventAccess, sent: QueryDict) -> list[dict[str, Any]]:
    may = documents_for(standing)
    chosen = sent.get("document", may[0])
    return [
        {"name": name, "title": title, "words": words, "chosen": name == chosen}
        for name, (title, words) in TITLES.items()
        if name in may
    ]


def _rounds(standing: EventAccess, sent: QueryDict) -> list[dict[str, Any]]:
    """Return each round; initially the last paired one is chosen, or the first."""
    paired = list(standing.event.round_rows.values_list("number", flat=True))
    chosen = sent.getlist("round") if sent else [str(max(paired, default=1))]
    return [
        {"number": number, "chosen": str(number) in chosen}
        for number in range(1, standing.event.rounds + 1)
    ]


def _jobs(standing: EventAccess) -> list[Job]:
    """Return the last prints of the event for this viewer, the newest first. One query."""
    rows = services.prints_of(standing.event).order_by("-created")[: 4 * SHOWN]
    return [job for job in rows if services.is_for(job.arguments, standing)][:SHOWN]


def _lines(jobs: list[Job]) -> list[dict[str, Any]]:
    """Return the finished prints. One query."""
    over = [job for job in jobs if job.over]
    kept = set(JobFile.objects.filter(job__in=over).values_list("pk", flat=True))
    return [_line(job, has_file=job.pk in kept) for job in over]


def _line(job: Job, *, has_file: bool) -> dict[str, Any]:
    order = PrintOrder.of(job.arguments["order"])
    done = job.state == State.DONE
    return {
        "id": job.pk,
        "title": TITLES[order.document][0],
        "rounds": order.rounds,
        "at": job.created,
        "pages": job.result["pages"] if done and job.result else None,
        "file": has_file,
        "why": "" if done else " ".join(told_of_problem(error_of(job))),
    }
