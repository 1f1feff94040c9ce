"""Serializers for kits and plans."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from setup_app.engine.errors import DomainError
from setup_app.events.event_tables.kit_plan import MAX_WANTED, SECONDS, TOLERANCE_MM
from setup_app.events.event_tables.kit_table import (
    LEAST_MM,
    MAX_COPIES,
    MAX_MM,
    MAX_NOTE_LENGTH,
    MAX_PIECES,
)
from setup_app.events.models import MAX_NAME_LENGTH
from setup_app.web.any_field import AnyField
from setup_app.web.json_fields import FlagField, WholeField, WordsField
from setup_app.web.strict import Strict

MAX_TYPES: Final = 40
MAX_SECONDS: Final = 20


class KitPieceSerializer(Strict):
    """A piece that a club owns. The sides are in whole mm; they are swapped if the first is the
    shorter one.
    """

    id = WordsField(max_length=MAX_NAME_LENGTH)
    types = serializers.ListField(
        child=WordsField(max_length=MAX_NAME_LENGTH), allow_empty=False, max_length=MAX_TYPES
    )
    long_mm = WholeField(min_value=LEAST_MM, max_value=MAX_MM)
    short_mm = WholeField(min_value=LEAST_MM, max_value=MAX_MM)
    count = WholeField(required=False, default=1, min_value=1, max_value=MAX_COPIES)
    box = WordsField(required=False, default="", allow_blank=True, max_length=MAX_NAME_LENGTH)
    section = FlagField(required=False, default=False)
    outline = AnyField(required=False, default=None)
    note = WordsField(required=False, default="", allow_blank=True, max_length=MAX_NOTE_LENGTH)


class KitSerializer(Strict):
    """Pieces, a CSV text of them, or another event of the caller's whose kit is copied."""

    pieces = serializers.ListField(
        child=KitPieceSerializer(), required=False, max_length=MAX_PIECES
    )
    text = serializers.CharField(required=False, trim_whitespace=False)

    def get_fields(self) -> Any:
        # `from` is a Python keyword.
        return {
            **super().get_fields(),
            "from": WordsField(required=False, max_length=MAX_NAME_LENGTH),
        }

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send pieces, text or an event to copy from."))
        return attrs


class KeptKitSerializer(serializers.Serializer[Any]):
    pieces = KitPieceSerializer(many=True)


class ImportedKitSerializer(KeptKitSerializer):
    """A kit that was replaced; `ignored` and `sheet` only where a text was read."""

    ignored = serializers.ListField(child=serializers.CharField(), required=False)
    sheet = serializers.CharField(allow_null=True, required=False)


class WantedSerializer(Strict):
    """A piece that a table needs, by its smallest bounding rectangle."""

    id = WordsField(max_length=MAX_NAME_LENGTH)
    table = WholeField(min_value=1)
    type = WordsField(max_length=MAX_NAME_LENGTH)
    long_mm = WholeField(min_value=1, max_value=100_000)
    short_mm = WholeField(min_value=1, max_value=100_000)
    band = FlagField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        short, long = sorted((attrs["long_mm"], attrs["short_mm"]))
        return {**attrs, "long_mm": long, "short_mm": short}


class WantedPlanSerializer(Strict):
    """The available pieces, and the pieces needed on all tables that are in use at the same
    time.
    """

    pieces = serializers.ListField(child=KitPieceSerializer(), max_length=MAX_PIECES)
    wanted = serializers.ListField(child=WantedSerializer())
    tolerance_mm = WholeField(required=False, default=TOLERANCE_MM, max_value=MAX_MM)
    seconds = WholeField(required=False, default=SECONDS, min_value=1, max_value=MAX_SECONDS)

    def validate_pieces(self, pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return _each_once(pieces)

    def validate_wanted(self, wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(wanted) > MAX_WANTED:
            raise DomainError("too_much")
        return _each_once(wanted)


class AssignedSerializer(serializers.Serializer[Any]):
    wanted = serializers.CharField()
    pieces = serializers.ListField(child=serializers.CharField(), help_text="One ID per copy.")


class ShortSerializer(serializers.Serializer[Any]):
    wanted = serializers.CharField()
    why = serializers.ChoiceField(choices=("none_of_type", "none_of_size", "all_taken"))
    nearest = serializers.CharField(allow_null=True)


class ProvenSerializer(serializers.Serializer[Any]):
    built = serializers.BooleanField()
    difference = serializers.BooleanField()
    boxes = serializers.BooleanField()


class BoundsSerializer(serializers.Serializer[Any]):
    built = serializers.IntegerField()
    difference_mm = serializers.IntegerField()
    boxes = serializers.IntegerField()


class PlanSerializer(serializers.Serializer[Any]):
    """The result of a plan's job."""

    built = serializers.IntegerField()
    difference_mm = serializers.IntegerField()
    boxes = serializers.ListField(child=serializers.CharField())
    assigned = AssignedSerializer(many=True)
    short = ShortSerializer(many=True)
    tables_built = serializers.ListField(child=serializers.IntegerField())
    optimal = ProvenSerializer()
    bound = BoundsSerializer()


def _each_once(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows. Raises an error if an id occurs twice."""
    met: set[str] = set()
    for row in rows:
        if row["id"] in met:
            said = _("“{id}” is used twice. Each piece needs its own ID.")
            raise serializers.ValidationError(said.format(id=row["id"]))
        met.add(row["id"])
    return rows
