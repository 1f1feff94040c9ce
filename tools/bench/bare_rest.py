"""The bare REST view that moves are compared with.

It looks up a token, locks one row by its key, inserts one and answers JSON, with the same framework
on the same database.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import include, path
from rest_framework.authentication import TokenAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from setup_app.battles.models import Challenge, Message


class Bare(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)

    def post(self, request: Any, key: int) -> Response:
        with transaction.atomic():
            row = Challenge.objects.select_for_update().get(pk=key)
            assert row.battle_id is not None
            made = Message.objects.create(
                battle_id=row.battle_id, number=request.data["number"], side=0, text="a line"
            )
        return Response({"key": key, "number": made.number}, status=201)


urlpatterns = [path("bare/<int:key>/", Bare.as_view()), path("", include("config.urls"))]
