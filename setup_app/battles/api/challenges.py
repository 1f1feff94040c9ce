"""Endpoints for challenges: list, create, accept, withdraw."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import challenges, queries, services
from setup_app.battles.api.battles import KEY
from setup_app.battles.api.endpoint import Endpoint, account_of
from setup_app.battles.api.moves import validate_body
from setup_app.battles.challenge_serializers import (
    AcceptedChallengeSerializer,
    AcceptSerializer,
    ChallengeSerializer,
    MadeChallengeSerializer,
    NewChallengeSerializer,
    OwnChallengeSerializer,
)
from setup_app.battles.challenges import Challenger
from setup_app.battles.models import Challenge
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.services import NewBattle, NewChallenge
from setup_app.battles.setup_sources import army_stated, maps_stated
from setup_app.engine.hidden import seat
from setup_app.identity.authentication import holder_in
from setup_app.identity.requesters import asker_of
from setup_app.web.pagination import Pages


class ChallengesView(Endpoint):
    """The public challenges, and new ones."""

    pagination_class = Pages

    @extend_schema(
        operation_id="challenges",
        responses=ChallengeSerializer(many=True),
        parameters=[
            OpenApiParameter("page", OpenApiTypes.INT),
            OpenApiParameter("page_size", OpenApiTypes.INT),
        ],
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """List open challenges that are publicly listed, newest first."""
        pages = Pages()
        page = pages.paginate_queryset(challenges.listed(), request, view=self)
        return pages.get_paginated_response([challenge_view(request, each) for each in page or ()])

    @extend_schema(
        operation_id="create_challenge",
        request=NewChallengeSerializer,
        responses={201: MadeChallengeSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request) -> Response:
        """Create a challenge. The first player to accept brings their own list.

        The fields are those of a battle, with the caller's own list as `side`. The battle starts
        when the challenge is accepted.
        """

        def act() -> dict[str, Any]:
            row = services.create_challenge(new=new_challenge(request), asker=account_of(request))
            return {"challenge": row.public_id}

        def render(made: dict[str, Any]) -> Response:
            row = challenges.challenge_named(made["challenge"])
            body = {"challenge": challenge_view(request, row), "token": challenges.token_of(row)}
            return Response(body, status=201)

        return self.run_idempotent(request, act, render=render)


class ChallengeView(Endpoint):
    """One challenge."""

    @extend_schema(operation_id="challenge", responses=OwnChallengeSerializer)
    def get(self, request: Request, challenge: str) -> Response:
        """Get a challenge; for anyone with its address. Its creator also gets the battle."""
        own = is_own(request, challenge)
        row = challenges.challenge_named(challenge)
        return Response(challenge_view(request, row) | (challenges.came_of(row) if own else {}))

    @extend_schema(operation_id="withdraw_challenge", request=None, responses={204: None})
    def delete(self, request: Request, challenge: str) -> Response:
        """Withdraw a challenge, with its token."""
        if not is_own(request, challenge):
            raise NotAuthenticated
        services.withdraw_challenge(challenge=challenge)
        return Response(status=204)


class AcceptView(Endpoint):
    @extend_schema(
        operation_id="accept_challenge",
        request=AcceptSerializer,
        responses={201: AcceptedChallengeSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, challenge: str) -> Response:
        """Accept a challenge with the second list. The battle starts with both seats taken."""
        is_own(request, challenge)
        army = validate_body(AcceptSerializer, request)["army"]

        def act() -> dict[str, Any]:
            stated = army_stated(asker_of(request), army)
            row = services.accept_challenge(challenge=challenge, army=stated)
            return {"battle": row.public_id, "version": row.version}

        def render(made: dict[str, Any]) -> Response:
            row = queries.row_named(made["battle"])
            view = queries.battle_view(row, seat(1), at=made["version"], as_it_was_answered=True)
            token = tokens.token(row, Seat.SECOND, of=challenges.SAT_DOWN_WITH)
            return Response({"battle": view, "seat": {"side": 1, "token": token}}, status=201)

        return self.run_idempotent(request, act, render=render)


def is_own(request: Request, challenge: str) -> bool:
    """Return whether the caller created this challenge. A token for anything else gives 401."""
    holder = holder_in(request)
    if isinstance(holder, Challenger):
        if holder.challenge != challenge:
            raise AuthenticationFailed
        return True
    if holder is not None:
        raise AuthenticationFailed
    return False


def challenge_view(request: Request, row: Challenge) -> dict[str, Any]:
    address = reverse("challenge", args=(row.public_id,))
    return challenges.view(row, url=request.build_absolute_uri(address))


def new_challenge(request: Request) -> NewChallenge:
    """Return the requested challenge, with stored list and maps in place of their ids."""
    stated = validate_body(NewChallengeSerializer, request)
    asker = asker_of(request)
    army = army_stated(asker, stated.pop("side"))
    points, listed = stated.pop("points"), stated.pop("listed")
    maps = maps_stated(asker, stated.pop("maps"), rulebook=stated["rulebook"])
    wanted = NewBattle(sides=(army, army), maps=maps, **stated)
    return NewChallenge(wanted, points=points, listed=listed)
