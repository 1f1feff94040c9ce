"""API views to read, copy and change maps."""

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from setup_app.idempotency.services import run_idempotent
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.maps import queries, services
from setup_app.maps.boxes import box_maps
from setup_app.maps.models import PbsMap
from setup_app.web.strict import Strict


class MapBoxSerializer(serializers.Serializer[Any]):
    """One map square: its density, and the kinds of its secure flank (empty for none)."""

    flank = serializers.ListField(child=serializers.CharField(), max_length=2)
    density = serializers.ChoiceField(
        choices=tuple(
            dict.fromkeys(each for allowed in box_maps().values() for each in allowed.densities)
        )
    )


def _rows() -> serializers.ListField:
    sides = sorted(allowed.side for allowed in box_maps().values()) or [0]
    least, most = sides[0], sides[-1]
    row = serializers.ListField(child=MapBoxSerializer(), min_length=least, max_length=most)
    return serializers.ListField(
        child=row, min_length=least, max_length=most, help_text="The top row first, as printed."
    )


class MapSummarySerializer(serializers.Serializer[Any]):
    """A summary of a map."""

    id = serializers.CharField()
    official = serializers.BooleanField(help_text="Official maps are shared and cannot be changed.")
    rulebook = serializers.CharField()
    territory = serializers.CharField(help_text="The slug of a territory.")
    name = serializers.CharField()
    copied_from = serializers.CharField(allow_null=True)
    changed_at = serializers.DateTimeField()


class StoredMapSerializer(MapSummarySerializer):
    """A map with its squares."""

    cells = _rows()


class MapChangeSerializer(serializers.Serializer[Any]):
    """The fields of a copy that may change. Unknown fields are refused."""

    name = serializers.CharField(max_length=80)
    cells = _rows()


class MapCopySerializer(Strict):
    """The copy's name; by default that of the original."""

    name = serializers.CharField(max_length=80, required=False)


def summary_as_json(pbs_map: PbsMap) -> dict[str, Any]:
    return {
        "id": pbs_map.public_id,
        "official": pbs_map.is_official,
        "rulebook": pbs_map.rulebook,
        "territory": pbs_map.territory,
        "name": pbs_map.name,
        "copied_from": pbs_map.copied_from.public_id if pbs_map.copied_from else None,
        "changed_at": pbs_map.changed_at,
    }


def stored_as_json(pbs_map: PbsMap) -> dict[str, Any]:
    return {**summary_as_json(pbs_map), "cells": pbs_map.cells}


class MapsView(GenericAPIView[PbsMap]):
    """The requester's own maps and the official ones."""

    queryset = PbsMap.objects.none()

    @extend_schema(operation_id="maps", responses=MapSummarySerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's own maps by name, then the official ones."""
        page = self.paginate_queryset(queries.maps_for(asker_of(request)))
        return self.get_paginated_response([summary_as_json(each) for each in page or ()])


class MapView(APIView):
    """One map."""

    @extend_schema(operation_id="map", responses=StoredMapSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Get a map with its squares: one of the caller's own, or an official one."""
        return Response(stored_as_json(queries.map_for(asker_of(request), public_id)))

    @extend_schema(
        operation_id="change_map", request=MapChangeSerializer, responses=StoredMapSerializer
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace the name and squares of one of the caller's own copies."""

        def act() -> Any:
            pbs_map = services.change_map(
                asker=asker_of(request), public_id=public_id, stated=request.data
            )
            return stored_as_json(pbs_map)

        return run_idempotent(request, act, render=Response)

    @extend_schema(operation_id="delete_map", responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete one of the caller's own copies. Battles keep the map with which they started."""

        def act() -> None:
            services.delete_map(asker=asker_of(request), public_id=public_id)

        return run_idempotent(request, act, render=partial(Response, status=204))


class CopyView(APIView):
    """A copy of a map."""

    @extend_schema(
        operation_id="copy_map", request=MapCopySerializer, responses={201: StoredMapSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Copy a map. The territory still decides which terrain is allowed."""
        asked = MapCopySerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        name = asked.validated_data.get("name")

        def act() -> Any:
            queries.map_for(
                asker_of(request), public_id
            )  # a stranger gets a key only for an existing map
            pbs_map = services.copy_map(
                asker=asker_who_stores(request), public_id=public_id, name=name
            )
            return stored_as_json(pbs_map)

        return run_idempotent(request, act, render=partial(Response, status=201))
