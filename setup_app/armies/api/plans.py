"""API views for the deployment plans of a list."""

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from setup_app.armies import plans
from setup_app.armies.models import StoredPlan
from setup_app.idempotency.services import run_idempotent
from setup_app.identity.requesters import asker_of


class PlanUnitSerializer(serializers.Serializer[Any]):
    """The place of a unit: x from its owner's left, y from their edge; 90 faces away from it."""

    unit = serializers.IntegerField(help_text="The unit's number in the list, from 0.")
    at = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    facing = serializers.FloatField()
    formation = serializers.DictField(help_text='`{"ranks": r}`.')


class PlanCommandSerializer(serializers.Serializer[Any]):
    """The command of a leader."""

    leader = serializers.IntegerField(help_text="0 is the army commander; the generals follow.")
    units = serializers.ListField(child=serializers.IntegerField())


class PlanSerializer(serializers.Serializer[Any]):
    """How an army is deployed, in its owner's own frame, in the order of deployment.

    This only describes the fields; the list's rulebook checks them.
    """

    format = serializers.ChoiceField(choices=["metator-plan/1"])
    units = PlanUnitSerializer(many=True)
    reserve = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Units that are held back."
    )
    commands = PlanCommandSerializer(many=True, required=False)


class PlanSummarySerializer(serializers.Serializer[Any]):
    """A summary of a plan."""

    name = serializers.CharField()
    changed_at = serializers.DateTimeField()


class KeptPlanSerializer(PlanSummarySerializer):
    """A whole plan. `plan` can be sent back unchanged."""

    plan = PlanSerializer()


def summary_as_json(plan: StoredPlan) -> dict[str, Any]:
    return {"name": plan.name, "changed_at": plan.changed_at}


def kept_as_json(plan: StoredPlan) -> dict[str, Any]:
    return {**summary_as_json(plan), "plan": plan.stated}


class PlansView(GenericAPIView[StoredPlan]):
    """The plans of one list."""

    queryset = StoredPlan.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="plans", responses=PlanSummarySerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the plans of one of the caller's own lists, by name; 404 for anyone else."""
        page = self.paginate_queryset(plans.plans_for(asker_of(request), public_id))
        return self.get_paginated_response([summary_as_json(each) for each in page or ()])


class PlanView(APIView):
    """One plan of one of the requester's own lists; no one else sees it."""

    @extend_schema(operation_id="plan", responses=KeptPlanSerializer)
    def get(self, request: Request, public_id: str, name: str) -> Response:
        """Get a whole plan; 404 for anyone but the list's owner."""
        return Response(kept_as_json(plans.plan_for(asker_of(request), public_id, name)))

    @extend_schema(
        operation_id="keep_plan",
        request=PlanSerializer,
        responses={200: KeptPlanSerializer, 201: KeptPlanSerializer},
    )
    def put(self, request: Request, public_id: str, name: str) -> Response:
        """Save a plan under a name; 201 if it is new. A 422 names every error."""

        def act() -> Any:
            plan, new = plans.keep_plan(
                asker=asker_of(request), public_id=public_id, name=name, stated=request.data
            )
            return {"new": new, "plan": kept_as_json(plan)}

        def render(result: Any) -> Response:
            return Response(result["plan"], status=201 if result["new"] else 200)

        return run_idempotent(request, act, render=render)

    @extend_schema(operation_id="delete_plan", responses={204: None})
    def delete(self, request: Request, public_id: str, name: str) -> Response:
        """Delete a plan."""

        def act() -> None:
            plans.delete_plan(asker=asker_of(request), public_id=public_id, name=name)

        return run_idempotent(request, act, render=partial(Response, status=204))
