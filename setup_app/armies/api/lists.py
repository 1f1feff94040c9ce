"""API views for army lists."""

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from setup_app.armies import queries, services
from setup_app.armies.imports import read_import
from setup_app.armies.models import ArmyList
from setup_app.armies.rulebooks import read_list
from setup_app.idempotency.services import run_idempotent
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.spreadsheets.parsers import TEXT_OR_SHEET, ImportNotesSerializer, import_notes
from setup_app.web.strict import Strict


class ArmySerializer(serializers.Serializer[Any]):
    """An army list. Unknown fields are refused.

    This only describes the fields. The rulebook checks every list, in a battle, saved or imported,
    in the same way.
    """

    # The fields of every list; `setup_app.web.schema` adds those of the rulebooks' own schemas.
    name = serializers.CharField()
    rulebook = serializers.CharField()


class ArmySummarySerializer(serializers.Serializer[Any]):
    """A summary of a saved list."""

    id = serializers.CharField()
    sample = serializers.BooleanField(
        help_text="Samples are shared by all users and cannot be changed."
    )
    name = serializers.CharField()
    player = serializers.CharField()
    rulebook = serializers.CharField()
    home = serializers.ListField(child=serializers.CharField())
    units = serializers.IntegerField(help_text="The number of units.")
    points = serializers.IntegerField()
    changed_at = serializers.DateTimeField()


class StoredArmySerializer(serializers.Serializer[Any]):
    """A whole saved list. `army` can be sent back unchanged."""

    id = serializers.CharField()
    sample = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    army = ArmySerializer()


class ArmyImportSerializer(Strict):
    """A JSON text (one list, or an array of them) or a CSV text (one list)."""

    text = serializers.CharField(trim_whitespace=False)


class ImportedArmiesSerializer(ImportNotesSerializer):
    """The saved lists, in the order of the text."""

    armies = StoredArmySerializer(many=True)


def summary_as_json(army_list: ArmyList) -> dict[str, Any]:
    return {
        "id": army_list.public_id,
        "sample": army_list.is_sample,
        "name": army_list.name,
        "player": army_list.player,
        "rulebook": army_list.rulebook,
        **queries.in_a_line(army_list),
        "changed_at": army_list.changed_at,
    }


def stored_as_json(army_list: ArmyList) -> dict[str, Any]:
    return {
        "id": army_list.public_id,
        "sample": army_list.is_sample,
        "created_at": army_list.created_at,
        "changed_at": army_list.changed_at,
        "army": queries.as_stated(army_list),
    }


class ArmiesView(GenericAPIView[ArmyList]):
    """The requester's own lists and the samples."""

    queryset = ArmyList.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="armies", responses=ArmySummarySerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's own lists, most recently changed first, then the samples."""
        page = self.paginate_queryset(queries.armies_for(asker_of(request)))
        return self.get_paginated_response([summary_as_json(each) for each in page or ()])

    @extend_schema(
        operation_id="create_army", request=ArmySerializer, responses={201: StoredArmySerializer}
    )
    def post(self, request: Request) -> Response:
        """Save a list.

        It belongs to the account, or to the session that the response's cookie opens.
        """
        army = read_list(request.data)

        def act() -> Any:
            army_list = services.create_army(asker=asker_who_stores(request), army=army)
            return stored_as_json(army_list)

        return run_idempotent(request, act, render=partial(Response, status=201))


class ArmyView(APIView):
    """One list."""

    @extend_schema(operation_id="army", responses=StoredArmySerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Get a whole list: one of the caller's own, or a sample."""
        return Response(stored_as_json(queries.army_for(asker_of(request), public_id)))

    @extend_schema(
        operation_id="change_army", request=ArmySerializer, responses=StoredArmySerializer
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace one of the caller's own lists as a whole."""
        army = read_list(request.data)

        def act() -> Any:
            army_list = services.change_army(
                asker=asker_of(request), public_id=public_id, army=army
            )
            return stored_as_json(army_list)

        return run_idempotent(request, act, render=Response)

    @extend_schema(operation_id="delete_army", responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete one of the caller's own lists. Battles keep their copy."""

        def act() -> None:
            services.delete_army(asker=asker_of(request), public_id=public_id)

        return run_idempotent(request, act, render=partial(Response, status=204))


class ImportView(APIView):
    """Lists from files."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(
        operation_id="import_armies",
        request=ArmyImportSerializer,
        responses={201: ImportedArmiesSerializer},
    )
    def post(self, request: Request) -> Response:
        """Save every list of a JSON or CSV text, or none; each error names its line."""
        asked = ArmyImportSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        read = read_import(asked.validated_data["text"])

        def act() -> Any:
            stored = services.import_armies(asker=asker_who_stores(request), armies=read.armies)
            armies = [stored_as_json(each) for each in stored]
            return {"armies": armies, **import_notes(request.data, read.ignored)}

        return run_idempotent(request, act, render=partial(Response, status=201))
