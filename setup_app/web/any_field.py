"""A serializer field for values whose shape only the rulebook knows."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field({"description": "Any JSON value."})
class AnyField(serializers.JSONField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)
