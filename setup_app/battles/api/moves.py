"""Endpoints for a seat: moves, suggestions, hints, undo, proposals, envelopes, close."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries, services
from setup_app.battles.api import examples
from setup_app.battles.api.battles import KEY
from setup_app.battles.api.endpoint import BattleEndpoint
from setup_app.battles.job_handlers import hints_by_worker, suggested_by_worker
from setup_app.battles.serializers import (
    BattleSerializer,
    HintsRequestSerializer,
    HintsSerializer,
    LaidPlanSerializer,
    LayPlanSerializer,
    MoveSerializer,
    NothingSerializer,
    PlayedSerializer,
    PromptOnlySerializer,
    ProposalRequestSerializer,
    SuggestionSerializer,
    ZonesRequestSerializer,
    ZonesSerializer,
)
from setup_app.battles.services.moves import Sent, read_move
from setup_app.engine.errors import DomainError
from setup_app.engine.prompts import Laying
from setup_app.engine.values import Side
from setup_app.identity.callers import caller_of
from setup_app.jobs.api import JobTicketSerializer, failed
from setup_app.jobs.models import State
from setup_app.web.preferences import APPLIED

PREFER = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="`respond-async`: respond with 202 at once if a worker has to check the move.",
)


PREFER_BRIEFLY = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="`respond-async`: respond with 202 at once if a worker has to check the move."
    " `return=minimal`: respond with 201 and only id, version and head instead of the view."
    " Separate the two with a comma.",
)

VIEW_OR_PLAYED = PolymorphicProxySerializer(
    component_name="PlayedMove",
    serializers=[BattleSerializer, PlayedSerializer],
    resource_type_field_name=None,
)


def validate_body(serializer: Any, request: Request) -> dict[str, Any]:
    """Return the request's body as the serializer reads it, or raise its errors."""
    reading = serializer(data=request.data)
    reading.is_valid(raise_exception=True)
    return dict(reading.validated_data)


class MovesView(BattleEndpoint):
    @extend_schema(
        operation_id="move",
        request=MoveSerializer,
        responses={201: VIEW_OR_PLAYED, 202: JobTicketSerializer},
        parameters=[KEY, PREFER_BRIEFLY, APPLIED],
        examples=examples.MOVE,
    )
    def post(self, request: Request, battle: str) -> Response:
        """Answer an open prompt; 202 while a worker still checks an outline."""
        asked = self.asked(request, battle)
        side = asked.side(otherwise="not_your_prompt")
        move = read_move(**validate_body(MoveSerializer, request))

        def act() -> dict[str, Any]:
            return asdict(
                services.play(
                    battle=battle,
                    side=side,
                    move=move,
                    caller=caller_of(request),
                    seated=asked.holder,
                )
            )

        return self.run_idempotent(
            request, act, render=lambda sent: self.judged(request, asked, sent, briefly=True)
        )


class SuggestView(BattleEndpoint):
    @extend_schema(
        operation_id="suggest",
        request=PromptOnlySerializer,
        responses=SuggestionSerializer,
        examples=examples.ANY_PROMPT,
    )
    def post(self, request: Request, battle: str) -> Response:
        """Get a legal answer to one of the caller's open prompts.

        If there is none, the response says so and how that was established.
        """
        asked = self.asked(request, battle)
        side = asked.side(otherwise="not_your_prompt")
        prompt = validate_body(PromptOnlySerializer, request)["prompt"]
        # The same key gives the same answer again, without storing it.
        seed = request.headers.get("Idempotency-Key") or secrets.token_hex(16)
        if not queries.needs_worker(asked.row, side, prompt):
            return Response(queries.suggestion(asked.row, side, prompt, random.Random(seed)))
        job = suggested_by_worker(
            battle=battle, side=side, prompt=prompt, seed=seed, caller=caller_of(request)
        )
        return Response(job.result) if job.state == State.DONE else failed(job)


class HintsView(BattleEndpoint):
    @extend_schema(
        operation_id="hints",
        request=HintsRequestSerializer,
        responses=HintsSerializer,
        examples=examples.HINTS,
    )
    def post(self, request: Request, battle: str) -> Response:
        """Get where the first point of an outline may not be, in its current rotation, and why not.

        A worker answers within 5 s. The regions help while a piece is dragged; the move itself is
        still checked.
        """
        asked = self.asked(request, battle)
        side = asked.side(otherwise="not_your_prompt")
        wanted = validate_body(HintsRequestSerializer, request)
        if not queries.places_something(asked.row, side, wanted["prompt"]):
            raise DomainError("places_nothing", {"prompt": wanted["prompt"]})
        job = hints_by_worker(battle=battle, side=side, caller=caller_of(request), **wanted)
        return Response(job.result) if job.state == State.DONE else failed(job)


class ZonesView(BattleEndpoint):
    @extend_schema(operation_id="zones", request=ZonesRequestSerializer, responses=ZonesSerializer)
    def post(self, request: Request, battle: str) -> Response:
        """Get where a thing may stand, in any rotation, and which rules close the rest.

        Ask once per thing; the response is immediate. What is on the table already is closed as
        `overlap`; the caller must keep the other units of an unsent answer apart.
        """
        asked = self.asked(request, battle)
        side = asked.side(otherwise="not_your_prompt")
        wanted = validate_body(ZonesRequestSerializer, request)
        return Response(queries.zones(asked.row, side, wanted["prompt"], wanted["unit"]))


class PlanView(BattleEndpoint):
    @extend_schema(operation_id="lay_plan", request=LayPlanSerializer, responses=LaidPlanSerializer)
    def post(self, request: Request, battle: str) -> Response:
        """Turn one of the caller's own plans into an answer to an open prompt, and list what does
        not fit.

        Nothing is played, and the battle stores nothing of the plan.
        """
        asked = self.asked(request, battle)
        side = asked.side(otherwise="not_your_prompt")
        wanted = validate_body(LayPlanSerializer, request)
        laying = Laying(wanted["plan"], wanted["mirror"], tuple(wanted["shift"]))
        return Response(queries.laid_by_plan(asked.row, side, wanted["prompt"], laying))


def bodiless(operation_id: str) -> Callable[[Any], Any]:
    """Describe an act without a body."""
    return extend_schema(
        operation_id=operation_id,
        request=NothingSerializer,
        responses=BattleSerializer,
        parameters=[KEY],
    )


def acted(
    view: BattleEndpoint, request: Request, battle: str, act: Callable[[Side], int]
) -> Response:
    """Let the caller's seat do such an act and answer with its view of the new version."""
    asked = view.asked(request, battle)
    side = asked.side()
    validate_body(NothingSerializer, request)
    return view.run_idempotent(
        request,
        lambda: {"version": act(side)},
        render=lambda done: view.shown(asked, done["version"]),
    )


class UndoView(BattleEndpoint):
    @bodiless("undo")
    def post(self, request: Request, battle: str) -> Response:
        """Undo the caller's last answer, as long as nothing was revealed, rolled or done since."""
        return acted(self, request, battle, lambda side: services.undo(battle=battle, side=side))


class ProposalsView(BattleEndpoint):
    @extend_schema(
        operation_id="propose",
        request=ProposalRequestSerializer,
        responses={201: BattleSerializer, 202: JobTicketSerializer},
        parameters=[KEY, PREFER],
        examples=examples.PROPOSALS,
    )
    def post(self, request: Request, battle: str) -> Response:
        """Propose to go back, to end the battle as it stands, or to allow something where the rules
        forbid it.
        """
        asked = self.asked(request, battle)
        side = asked.side()
        wanted = validate_body(ProposalRequestSerializer, request)

        def act() -> dict[str, Any]:
            if wanted["kind"] == "back":
                return asdict(
                    Sent(services.propose_back(battle=battle, side=side, to=wanted["to"]))
                )
            if wanted["kind"] == "stop":
                return asdict(Sent(services.propose_stop(battle=battle, side=side)))
            move = read_move(
                prompt=wanted["prompt"],
                expected_version=wanted.get("expected_version", asked.row.version),
                answer=wanted["answer"],
            )
            return asdict(
                services.propose_as_placed(
                    battle=battle,
                    side=side,
                    move=move,
                    caller=caller_of(request),
                    seated=asked.holder,
                )
            )

        return self.run_idempotent(
            request, act, render=lambda sent: self.judged(request, asked, sent)
        )


def answer_proposal(
    view: BattleEndpoint, request: Request, battle: str, proposal: int, *, accept: bool
) -> Response:
    return acted(
        view,
        request,
        battle,
        lambda side: services.answer_proposal(
            battle=battle, side=side, proposal=proposal, accept=accept
        ),
    )


class AcceptProposalView(BattleEndpoint):
    @bodiless("accept_proposal")
    def post(self, request: Request, battle: str, proposal: int) -> Response:
        """Accept the other side's proposal."""
        return answer_proposal(self, request, battle, proposal, accept=True)


class DeclineProposalView(BattleEndpoint):
    @bodiless("decline_proposal")
    def post(self, request: Request, battle: str, proposal: int) -> Response:
        """Decline the other side's proposal, or withdraw the caller's own."""
        return answer_proposal(self, request, battle, proposal, accept=False)


class OpenEnvelopeView(BattleEndpoint):
    @bodiless("open_envelope")
    def post(self, request: Request, battle: str, envelope: str) -> Response:
        """Open one of the caller's own envelopes for everyone."""
        return acted(
            self,
            request,
            battle,
            lambda side: services.open_envelope(battle=battle, side=side, envelope=envelope),
        )


class CloseView(BattleEndpoint):
    @bodiless("close_battle")
    def post(self, request: Request, battle: str) -> Response:
        """Ask to reveal everything. It is revealed once both sides have asked."""
        return acted(self, request, battle, lambda side: services.close(battle=battle, side=side))


class ResignView(BattleEndpoint):
    @bodiless("resign")
    def post(self, request: Request, battle: str) -> Response:
        """Resign the battle."""
        return acted(self, request, battle, lambda side: services.resign(battle=battle, side=side))
