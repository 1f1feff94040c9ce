"""API views that pair, publish and read rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events import job_handlers
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, checked
from setup_app.events.api.round_serializers import (
    NewRoundSerializer,
    PairingsSerializer,
    RoundSerializer,
    WrittenRoundSerializer,
)
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.pairing_table import read_pairings
from setup_app.events.event.rounds.table_list import GivenPairing
from setup_app.events.models import Round
from setup_app.idempotency.services import run_idempotent
from setup_app.identity.callers import caller_of
from setup_app.jobs.api import JobTicketSerializer, failed, ticket, waited
from setup_app.jobs.models import State
from setup_app.spreadsheets.parsers import TEXT_OR_SHEET, import_notes


class RoundsView(EventListEndpoint):
    """The rounds of an event."""

    @extend_schema(operation_id="event_rounds", responses=RoundSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List every published round, and drafts too for desks and organisers."""
        return self.listed(round_queries.rounds_view(self.standing(request, event)))

    @extend_schema(
        operation_id="pair_event_round",
        request=NewRoundSerializer,
        responses={201: RoundSerializer, 202: JobTicketSerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Pair the next round, or re-pair the draft; for desks and organisers. A worker pairs more
        than 128 players in a job, whose result is the round.
        """
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)
        asked = checked(NewRoundSerializer(data=request.data))
        order = {"how": asked["pairing"], "seed": asked["seed"], "anyway": asked["anyway"]}

        def act() -> Any:
            if job_handlers.is_long(standing, asked["pairing"]):
                job = job_handlers.ask_to_pair(
                    standing=standing, caller=caller_of(request), **order
                )
                return {"job": str(job.pk)}
            made = services.pair_round(standing=standing, **order)
            return {"round": _view(standing, made)}

        return run_idempotent(request, act, render=partial(_paired, request))


class RoundView(EventEndpoint):
    """One round."""

    @extend_schema(operation_id="event_round", responses=RoundSerializer)
    def get(self, request: Request, event: str, number: int) -> Response:
        """Get a round; a draft only for desks and organisers."""
        standing = self.standing(request, event)
        found = round_queries.round_seen(standing, number)
        return Response(round_queries.round_view(standing, found))


class PairingsView(EventEndpoint):
    """The pairings of a round, written by hand."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(
        operation_id="write_event_pairings",
        request=PairingsSerializer,
        responses=WrittenRoundSerializer,
    )
    def put(self, request: Request, event: str, number: int) -> Response:
        """Replace all pairings of a round. In a published one, only those without a result may
        change.
        """
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)
        asked = checked(PairingsSerializer(data=request.data))
        table = read_pairings(asked["text"]) if "text" in asked else None
        given = _given(asked["pairings"]) if table is None else table.pairings

        def act() -> Any:
            changed = services.write_pairings(standing=standing, number=number, given=given)
            notes = {} if table is None else import_notes(request.data, table.ignored)
            return {**_view(standing, changed), **notes}

        return run_idempotent(request, act, render=Response)


class PublishView(EventEndpoint):
    """The publication of a round."""

    @extend_schema(operation_id="publish_event_round", request=None, responses=RoundSerializer)
    def post(self, request: Request, event: str, number: int) -> Response:
        """Publish a round; for desks and organisers."""
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)

        def act() -> Any:
            out = services.publish_round(standing=standing, number=number)
            return _view(standing, out)

        return run_idempotent(request, act, render=Response)


class WithdrawView(EventEndpoint):
    """The withdrawal of a round."""

    @extend_schema(operation_id="withdraw_event_round", request=None, responses=RoundSerializer)
    def post(self, request: Request, event: str, number: int) -> Response:
        """Make a round a draft again, as long as it has no result; for desks and organisers."""
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)

        def act() -> Any:
            back = services.withdraw_round(standing=standing, number=number)
            return _view(standing, back)

        return run_idempotent(request, act, render=Response)


class PairingsFileView(EventEndpoint):
    """A round as a file."""

    @extend_schema(
        operation_id="event_pairings_file", responses={(200, "text/csv"): OpenApiTypes.STR}
    )
    def get(self, request: Request, event: str, number: int) -> HttpResponse:
        """Get a round as CSV, with players by name."""
        standing = self.standing(request, event)
        found = round_queries.round_seen(standing, number)
        return as_file(round_queries.pairings_csv(standing, found), f"round-{found.number}.csv")


def as_file(text: str, name: str) -> HttpResponse:
    """Return a CSV text as a file to download."""
    return HttpResponse(
        text,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _view(standing: EventAccess, round_: Round) -> dict[str, Any]:
    return round_queries.round_view(replace(standing, event=round_.event), round_)


def _paired(request: Request, result: dict[str, Any]) -> Response:
    """Return the paired round, or the job while a worker still pairs it."""
    if "round" in result:
        return Response(result["round"], status=201)
    job = waited(request, result["job"])
    if not job.over:
        return ticket(result["job"])
    return Response(job.result, status=201) if job.state == State.DONE else failed(job)


def _given(pairings: list[dict[str, Any]]) -> tuple[GivenPairing, ...]:
    return tuple(GivenPairing(each["table"], tuple(each["entries"])) for each in pairings)
