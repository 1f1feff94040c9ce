"""Serializers that refuse unknown fields."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers


class Strict(serializers.Serializer[Any]):
    """A request that refuses unknown fields, and reports them together with its other errors."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else ()
        strange = {name: [_("Unknown field.")] for name in unknown}
        try:
            read: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            if strange and isinstance(wrong.detail, dict):
                raise serializers.ValidationError({**strange, **wrong.detail}) from wrong
            raise
        if strange:
            raise serializers.ValidationError(strange)
        return read
