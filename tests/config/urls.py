"""Which addresses raise what, so that its answer can be looked at?"""

import errno
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config import urls
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation

handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500

RAISED = {
    "late": DomainError("stale_version", {"version": 4}),
    "not-yours": DomainError("not_your_prompt"),
    "rule": DomainError(
        "too_close",
        violations=(
            Violation("too_close", rule="9.D", pieces=("a", "b"), measured=1.4, required=2.0),
        ),
    ),
    "nobody": DomainError("no_worker"),
    "fault": ZeroDivisionError("a secret detail"),
    "missing": Http404("what is missing"),
    "denied": PermissionDenied("why"),
    "suspicious": SuspiciousOperation("what"),
    "full": OSError(errno.ENOSPC, "No space left on device"),
    "lost": OperationalError("the connection is closed"),
}


class Raises(APIView):
    def get(self, request: Request, which: str) -> Response:
        raise RAISED[which]


class Echo(APIView):
    def post(self, request: Request) -> Response:
        return Response(request.data)


class Unit(serializers.Serializer[Any]):
    bases = serializers.IntegerField()


class Army(serializers.Serializer[Any]):
    name = serializers.CharField()
    units = Unit(many=True)


class Reads(APIView):
    def post(self, request: Request) -> Response:
        Army(data=request.data).is_valid(raise_exception=True)
        return Response()


def plain(request: HttpRequest, which: str) -> HttpResponse:
    raise RAISED[which]


urlpatterns = [
    path("api/v1/raises/<slug:which>/", Raises.as_view()),
    path("api/v1/plain/<slug:which>/", plain),
    path("page/<slug:which>/", plain),
    path("api/v1/echo/", Echo.as_view()),
    path("api/v1/reads/", Reads.as_view()),
]
