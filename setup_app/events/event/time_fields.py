"""Serializer fields for dates and times, limited to years that every time zone can express."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from setup_app.web.json_fields import MomentField

YEARS: Final = (1970, 9000)
"""The first and the last year. Near the ends of the calendar the previous or next day does not
exist.
"""

EARLIEST: Final = datetime(YEARS[0], 1, 1, tzinfo=UTC)
LATEST: Final = datetime(YEARS[1], 12, 31, tzinfo=UTC)


def tellable(moment: datetime) -> datetime:
    """Return a stored moment, or the nearest one that can be displayed: old rows may have any
    year.
    """
    return min(max(moment, EARLIEST), LATEST)


def _judge(field: Any, value: date) -> None:
    if not YEARS[0] <= value.year <= YEARS[1]:
        field.fail("year", first=YEARS[0], last=YEARS[1])


YEAR_WORDS: Final[dict[str, Any]] = {"year": _("The year must be from {first} to {last}.")}


class EventMomentField(MomentField):
    """A moment with its zone."""

    default_error_messages = YEAR_WORDS

    def to_internal_value(self, value: Any) -> datetime:
        read: datetime = super().to_internal_value(value)
        _judge(self, read)
        return read


class TimeField(EventMomentField):
    """A moment, stored as text."""

    def to_internal_value(self, value: Any) -> Any:
        return serializers.DateTimeField().to_representation(super().to_internal_value(value))

    def to_representation(self, value: Any) -> Any:
        return value


class DayField(serializers.DateField):
    """A day."""

    default_error_messages = YEAR_WORDS

    def to_internal_value(self, value: Any) -> date:
        read: date = super().to_internal_value(value)
        _judge(self, read)
        return read
