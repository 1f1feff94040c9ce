"""How is it asked over the API whether a club's boxes can build some tables?"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.answers import once
from setup_app.events.api.endpoint import checked
from setup_app.events.api.kit_serializers import WantedPlanSerializer
from setup_app.events.kit_plan import ask_for_plan
from setup_app.jobs.api import JobTicketSerializer
from setup_app.people.callers import caller_of
from setup_app.repeats.answers import Answer
from setup_app.web.uncached import Uncached


class PlanView(Uncached):
    """A plan of which boxes build which tables."""

    @extend_schema(
        operation_id="plan_kit",
        request=WantedPlanSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request) -> Response:
        """A worker seeks the most pieces built, then the least difference, then the fewest boxes.

        The job's result tells what of which box stands where, what is short and why, and whether
        each step is proven. Nobody needs a token.
        """
        asked = checked(WantedPlanSerializer(data=request.data))

        def act() -> Answer:
            return Answer(202, {"job": str(ask_for_plan(asked, caller=caller_of(request)).pk)})

        return once(request, act)
