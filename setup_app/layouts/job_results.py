"""Shapes of the results of jobs about layouts, for the API's schema only."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension

from setup_app.layouts import serializers

RESULTS = (
    serializers.LayoutVerdictSerializer,
    serializers.AuditSerializer,
    serializers.WhereSerializer,
    serializers.NearestSerializer,
    serializers.LayoutHintsSerializer,
    serializers.GeneratedSerializer,
    serializers.PrintedSerializer,
)


class JobResult(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # untyped there
    target_class = "setup_app.jobs.api.ResultField"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Any:
        known = [auto_schema.resolve_serializer(each, direction).ref for each in RESULTS]
        return {"anyOf": [*known, {"type": "object", "additionalProperties": {}}]}
