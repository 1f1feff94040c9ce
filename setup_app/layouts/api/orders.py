"""Orders for a worker, a whole table or tables to print. The answer is a job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.layouts import job_handlers, serializers
from setup_app.layouts.api import examples
from setup_app.layouts.api.questions import ByWorker
from setup_app.layouts.requests import read_printing, read_wish


class GenerateView(ByWorker):
    kind = job_handlers.GENERATE
    timeout = 0
    most_waiting = 50

    def arguments(self, stated: Any) -> Mapping[str, Any]:
        read_wish(stated)
        return {"wish": stated}

    @extend_schema(
        operation_id="generate_layout",
        request=serializers.WishSerializer,
        responses={202: serializers.LayoutJobSerializer},
        examples=examples.WISH,
    )
    def post(self, request: Request) -> Response:
        """Generate a legal table from a seed, in a job. The same request gives the same table.

        The job's result is a `Generated`.
        """
        return self.answered(request)


class PrintView(ByWorker):
    kind = job_handlers.PRINT
    timeout = 0
    most_waiting = 20

    def arguments(self, stated: Any) -> Mapping[str, Any]:
        read_printing(stated)
        return {"order": stated}

    @extend_schema(
        operation_id="print_layouts",
        request=serializers.PrintSerializer,
        responses={202: serializers.LayoutJobSerializer},
    )
    def post(self, request: Request) -> Response:
        """Print table sheets as one PDF, in a job.

        Each has a map and the measurements for setting up.

        The job's `file` is the PDF, kept for an hour; its result is `{"sheets"}`, the number of
        sheets.
        """
        return self.answered(request)
