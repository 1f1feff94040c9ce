"""API views that order an event's prints."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
from setup_app.events.api.endpoint import EventEndpoint, checked
from setup_app.events.event.access import RUNS_ROUNDS
from setup_app.events.event_prints import services
from setup_app.events.event_prints.orders import DOCUMENTS, PrintOrder
from setup_app.events.event_prints.places import PrintAddress
from setup_app.events.event_prints.typesetting import PAPER_NAMES
from setup_app.idempotency.services import run_idempotent
from setup_app.jobs import kinds
from setup_app.jobs.api import JobTicketSerializer
from setup_app.web.json_fields import WholeField
from setup_app.web.strict import Strict
from terrain.core.layout import PLAYERS

MAX_NUMBERS: Final = 2000


def _numbers() -> serializers.ListField:
    return serializers.ListField(
        child=WholeField(), required=False, allow_null=True, default=None, max_length=MAX_NUMBERS
    )


class PrintOrderSerializer(Strict):
    """A document for a selection; null, or an omitted selection, means everything."""

    document = serializers.ChoiceField(choices=DOCUMENTS)
    rounds = _numbers()
    tables = _numbers()
    entries = _numbers()
    paper = serializers.ChoiceField(choices=tuple(PAPER_NAMES), required=False, default="a4")
    view_from = serializers.ChoiceField(choices=PLAYERS, required=False, default="defender")


class PrintView(EventEndpoint):
    @extend_schema(
        operation_id="print_event",
        request=PrintOrderSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Print a document of the event as one PDF, in a job; for organisers, and for desks most
        documents.

        The job's `file` is the PDF; its result is `{"sheets", "pages"}`: the number of tables,
        cards, slips, lists or forms, and the number of pages.
        """
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)
        order = PrintOrder.of(checked(PrintOrderSerializer(data=request.data)))
        place = PrintAddress.of(request)

        def act() -> Any:
            job = services.ask_for(standing=standing, order=order, place=place)
            return {"job": str(job.pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))


def may_follow(arguments: Any, request: Request) -> bool:
    """Return whether the requester may follow a print: the event's organisers and the role that
    ordered it may.
    """
    try:
        standing = EventEndpoint().standing(request, arguments["event"])
    except (DomainError, AuthenticationFailed):
        return False
    return services.is_for(arguments, standing)


def register() -> None:
    """Let the organisers of an event, and the requester, follow its prints."""
    kinds.show_to(services.PRINT, may_follow)
