"""Endpoints for messages between the two seats."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries, services
from setup_app.battles.api.battles import KEY
from setup_app.battles.api.endpoint import BattleEndpoint, number_in
from setup_app.battles.api.moves import validate_body
from setup_app.battles.message_serializers import MessageRequestSerializer, MessageSerializer
from setup_app.battles.models import Message
from setup_app.engine.errors import DomainError
from setup_app.web.pagination import Pages


class MessagesView(BattleEndpoint):
    """The messages of a battle, and new ones."""

    pagination_class = Pages

    @extend_schema(
        operation_id="battle_messages",
        responses=MessageSerializer(many=True),
        parameters=[
            OpenApiParameter("page", OpenApiTypes.INT),
            OpenApiParameter("page_size", OpenApiTypes.INT),
            OpenApiParameter(
                "after", OpenApiTypes.INT, description="The last message already seen."
            ),
        ],
        filters=False,
    )
    def get(self, request: Request, battle: str) -> Response:
        """List the messages between the two seats, oldest first. The last 200 are kept.

        Only the two seats may read them; spectators get 403. Messages are not part of the log.
        """
        asked = self.asked(request, battle)
        found = queries.messages(asked.row, asked.viewer, after=number_in(request, "after") or 0)
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response([as_json(each) for each in page or ()])

    @extend_schema(
        operation_id="say",
        request=MessageRequestSerializer,
        responses={201: MessageSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str) -> Response:
        """Send one line of at most 160 characters, or a ready-made message."""
        asked = self.asked(request, battle)
        side = asked.side()
        line = validate_body(MessageRequestSerializer, request)

        def act() -> dict[str, Any]:
            return {"number": services.say(battle=battle, side=side, **line).number}

        def render(sent: dict[str, Any]) -> Response:
            message = queries.message(asked.row, asked.viewer, number=sent["number"])
            if message is None:
                # Sent again so late that the message is no longer kept.
                raise DomainError("not_found")
            return Response(as_json(message), status=201)

        return self.run_idempotent(request, act, render=render)


def as_json(message: Message) -> dict[str, Any]:
    return {
        "number": message.number,
        "side": message.side,
        "text": message.words,
        "word": message.word or None,
        "at": message.created,
    }
