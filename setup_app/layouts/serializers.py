"""Shapes of layouts and verdicts for the API's schema.

`terrain.core` reads layouts and reports every fault with its position; these serializers describe.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from terrain.core.layout import DECLARATIONS, DICE, PLAYERS, SLOTS


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
    """A piece of terrain. `die` is null if it was placed without a roll."""

    id = serializers.CharField()
    type = serializers.CharField()
    slot = serializers.ChoiceField(choices=SLOTS)
    placed_by = serializers.ChoiceField(choices=PLAYERS)
    die = serializers.IntegerField(
        min_value=DICE[0], max_value=DICE[-1], allow_null=True, required=False
    )
    moved = serializers.BooleanField(required=False)
    declared = serializers.ChoiceField(choices=DECLARATIONS, allow_null=True, required=False)
    agreed = serializers.BooleanField(
        required=False,
        help_text="True if both players agreed to allow it here although it breaks a rule; it is "
        "drawn accordingly.",
    )
    outline = LayoutOutlineSerializer()


class LayoutSerializer(serializers.Serializer[Any]):
    """A table and its pieces, in the order in which they were placed."""

    format = serializers.ChoiceField(choices=["metator-layout/1"])
    rulebook = serializers.CharField()
    territory = serializers.CharField(allow_null=True)
    density = serializers.CharField(
        allow_null=True, required=False, help_text="Null when unknown; then it is not checked."
    )
    flank = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        required=False,
        help_text="Terrain types that the map square names; empty for no flank, null when unknown.",
    )
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
    required = serializers.FloatField(allow_null=True)  # type: ignore[assignment]  # DRF keeps fields apart
    where = serializers.DictField(allow_null=True, help_text="A GeoJSON geometry.")


class LayoutVerdictSerializer(serializers.Serializer[Any]):
    legal = serializers.BooleanField()
    complete = serializers.BooleanField(
        help_text="False when too many pieces overlapped to check them all; then `legal` is false "
        "and `violations` covers only the pieces that were checked."
    )
    violations = LayoutViolationSerializer(many=True)


class LayoutJobSerializer(serializers.Serializer[Any]):
    """A worker is still busy; the answer will be the job's result."""

    job = serializers.UUIDField()


class PlacingSerializer(serializers.Serializer[Any]):
    """A table, and one more piece as it would be placed."""

    layout = LayoutSerializer()
    piece = LayoutPieceSerializer()


@extend_schema_field({"type": "object", "required": ["type", "coordinates"]})
class GeometryField(serializers.JSONField):
    """A GeoJSON geometry."""


class WhereSerializer(serializers.Serializer[Any]):
    region = GeometryField(
        allow_null=True, help_text="A Polygon or MultiPolygon; null if there is no legal place."
    )


class NearestSerializer(serializers.Serializer[Any]):
    """The nearest legal place. All three are null if the piece has none in its current rotation."""

    by = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    distance = serializers.FloatField(allow_null=True)
    outline = LayoutOutlineSerializer(allow_null=True)


class LayoutHintSerializer(serializers.Serializer[Any]):
    """The region that a rule closes to the piece's first point, and the other pieces concerned."""

    code = serializers.CharField()
    pieces = serializers.ListField(child=serializers.CharField())
    rule = serializers.CharField(allow_null=True)
    required = serializers.FloatField(allow_null=True)  # type: ignore[assignment]  # DRF keeps fields apart
    region = GeometryField()


class LayoutHintsSerializer(serializers.Serializer[Any]):
    hints = LayoutHintSerializer(many=True)


class GroundAreaSerializer(serializers.Serializer[Any]):
    """Areas in square units; `apart` has the terrain without a category, by type."""

    whole = serializers.FloatField()
    open = serializers.FloatField()
    good = serializers.FloatField()
    rough = serializers.FloatField()
    difficult = serializers.FloatField()
    apart = serializers.DictField(child=serializers.FloatField())


class LaneSerializer(serializers.Serializer[Any]):
    """The widest straight corridor between the deployment zones in one third of the width."""

    third = serializers.ChoiceField(choices=["left", "middle", "right"])
    width = serializers.FloatField()
    degrees = serializers.FloatField(allow_null=True)
    outline = LayoutOutlineSerializer(allow_null=True)


class BalanceSerializer(serializers.Serializer[Any]):
    """The difference between the two halves of the table: the sum of areas times the weights of
    `terms`.

    `difference`: the defender's half minus the invader's; positive if the defender has more terrain
    to go round. `share`: that divided by the sum of both halves, from -1 to 1.
    """

    weighted = serializers.DictField(child=serializers.FloatField())
    difference = serializers.FloatField()
    share = serializers.FloatField()


class FairnessTermsSerializer(serializers.Serializer[Any]):
    """The parameters of the figures. No rulebook states them.

    `weights`: the weight of a square unit of each category. `blocking`: the categories that close a
    lane. `degrees`: the searched directions of lanes, measured from straight across.
    """

    weights = serializers.DictField(child=serializers.FloatField())
    blocking = serializers.ListField(child=serializers.CharField())
    degrees = serializers.ListField(child=serializers.FloatField())


class FairnessSerializer(serializers.Serializer[Any]):
    """How fair the terrain is: areas by half and sector, open lanes, symmetry and balance.

    Terrain off the table does not count; where pieces overlap, the harder one counts. `left_out`
    lists the ids of pieces whose outline is not a polygon.
    """

    unit = serializers.CharField()
    cells = serializers.DictField(child=serializers.DictField(child=GroundAreaSerializer()))
    halves = serializers.DictField(child=GroundAreaSerializer())
    sectors = serializers.DictField(child=GroundAreaSerializer())
    lanes = LaneSerializer(many=True)
    symmetry = serializers.FloatField(help_text="1 when the table has perfect rotational symmetry.")
    balance = BalanceSerializer()
    left_out = serializers.ListField(child=serializers.CharField())
    terms = FairnessTermsSerializer()


class AuditSerializer(LayoutVerdictSerializer):
    fairness = FairnessSerializer(
        allow_null=True, help_text="Null when too many pieces overlap (more than 16 pairs)."
    )


class WishSerializer(serializers.Serializer[Any]):
    """The options of a table: a square of a territory's map, or a density and a flank.

    `selection` names terrain types by slot and player, for example `{"compulsory": {"defender":
    ["gully"]}}`: all of a player's optional pieces, or the first of the others. `locked` pieces
    stay where they are.
    """

    rulebook = serializers.CharField()
    territory = serializers.CharField()
    cell = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=4),
        required=False,
        help_text="Row and column, from 0, the top row first.",
    )
    density = serializers.CharField(required=False)
    flank = serializers.ListField(child=serializers.CharField(), required=False)
    table = LayoutTableSerializer()
    base_width_mm = serializers.FloatField(required=False)
    settings = serializers.DictField(required=False)
    seed = serializers.JSONField(help_text="A whole number or a short text.")
    policy = serializers.ChoiceField(
        choices=["random", "balanced", "dense_centre", "open_centre"], required=False
    )
    selection = serializers.DictField(
        child=serializers.DictField(child=serializers.ListField(child=serializers.CharField())),
        required=False,
    )
    locked = serializers.ListField(child=LayoutPieceSerializer(), required=False)


class LostPieceSerializer(serializers.Serializer[Any]):
    """A piece without its outline."""

    id = serializers.CharField()
    type = serializers.CharField()
    slot = serializers.ChoiceField(choices=["secure_flank", "compulsory", "optional"])
    placed_by = serializers.ChoiceField(choices=PLAYERS)
    die = serializers.IntegerField(min_value=DICE[0], max_value=DICE[-1], allow_null=True)
    moved = serializers.BooleanField()
    declared = serializers.ChoiceField(choices=DECLARATIONS, allow_null=True)


class LostSerializer(serializers.Serializer[Any]):
    """A piece that had no legal place, what was searched, and the table at that moment."""

    piece = LostPieceSerializer()
    searched = serializers.DictField()
    before = LayoutSerializer()


class ToldSerializer(serializers.Serializer[Any]):
    """One line of the log of selections and dice. Sides in `params` are given by role."""

    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField()


class GeneratedSerializer(serializers.Serializer[Any]):
    """A legal table, the steps that led to it, and the pieces that had no legal place."""

    layout = LayoutSerializer()
    log = ToldSerializer(many=True)
    lost = LostSerializer(many=True)


class PrintedSerializer(serializers.Serializer[Any]):
    """The number of printed tables; the PDF is the job's file."""

    sheets = serializers.IntegerField()


class PrintTableSerializer(serializers.Serializer[Any]):
    """A table and the heading above its map. `code` is printed large; use it for a table number."""

    layout = LayoutSerializer()
    title = serializers.CharField(required=False, allow_blank=True, max_length=120)
    subtitle = serializers.CharField(required=False, allow_blank=True, max_length=120)
    code = serializers.CharField(required=False, allow_blank=True, max_length=120)


class PrintSerializer(serializers.Serializer[Any]):
    """Up to 64 tables of one rulebook."""

    tables = PrintTableSerializer(many=True)
    paper = serializers.ChoiceField(choices=["a4", "letter"], required=False)
    view_from = serializers.ChoiceField(choices=PLAYERS, required=False)


class SeenFromSerializer(serializers.Serializer[Any]):
    """The edge from which a table is seen."""

    view_from = serializers.ChoiceField(choices=PLAYERS, default="defender")


class SheetAskedSerializer(SeenFromSerializer):
    """The print options of a single table's sheet."""

    paper = serializers.ChoiceField(choices=["a4", "letter"], default="a4")
