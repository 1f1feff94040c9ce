"""Which shapes do layouts and what is said of them have?

A layout is read by `terrain.core`, whose reader names every fault with its place; these describe.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
    }
)
class RingsField(serializers.JSONField):
    """Rings of positions."""


class LayoutOutlineSerializer(serializers.Serializer[Any]):
    """A GeoJSON Polygon in table coordinates."""

    type = serializers.ChoiceField(choices=["Polygon"])
    coordinates = RingsField()


class LayoutTableSerializer(serializers.Serializer[Any]):
    width = serializers.FloatField()
    depth = serializers.FloatField()


class LayoutPieceSerializer(serializers.Serializer[Any]):
    """A piece of terrain. `die` null: placed without dicing."""

    id = serializers.CharField()
    type = serializers.CharField()
    slot = serializers.ChoiceField(choices=["secure_flank", "compulsory", "optional", "settlement"])
    placed_by = serializers.ChoiceField(choices=["defender", "invader"])
    die = serializers.IntegerField(min_value=1, max_value=6, allow_null=True, required=False)
    moved = serializers.BooleanField(required=False)
    declared = serializers.ChoiceField(
        choices=["dangerous", "impassable"], allow_null=True, required=False
    )
    outline = LayoutOutlineSerializer()


class LayoutSerializer(serializers.Serializer[Any]):
    """A table and its pieces, in the order in which they were placed."""

    format = serializers.ChoiceField(choices=["metator-layout/1"])
    rulebook = serializers.CharField()
    territory = serializers.CharField(allow_null=True)
    density = serializers.CharField(allow_null=True)
    flank = serializers.ListField(child=serializers.CharField(), allow_null=True)
    table = LayoutTableSerializer()
    base_width_mm = serializers.FloatField(required=False)
    settings = serializers.DictField(required=False)
    pieces = serializers.ListField(child=LayoutPieceSerializer(), max_length=64)


class LayoutViolationSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    pieces = serializers.ListField(child=serializers.CharField())
    rule = serializers.CharField(allow_null=True)
    message = serializers.CharField()
    measured = serializers.FloatField(allow_null=True)
    required = serializers.FloatField(allow_null=True)
    where = serializers.DictField(allow_null=True, help_text="A GeoJSON geometry.")


class LayoutVerdictSerializer(serializers.Serializer[Any]):
    legal = serializers.BooleanField()
    violations = LayoutViolationSerializer(many=True)


class LayoutJobSerializer(serializers.Serializer[Any]):
    """A worker is still at it; the job's result is the answer."""

    job = serializers.UUIDField()
