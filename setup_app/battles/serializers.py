"""Serializers for battles.

They read requests, but only describe answers: the engine builds views from what is declared
visible.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from setup_app.battles.models import Visibility
from setup_app.web.any_field import AnyField
from setup_app.web.json_fields import FlagField, MomentField, NumberField, WholeField
from setup_app.web.strict import Strict

FARTHEST_SHIFT = 1000.0
"""The largest shift of a plan, in the rulebook's unit: farther than any table."""
SOURCES = ("server", "entered")
ROLES = ("defender", "invader")
SEAT_STATES = ("free", "taken")


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}]})
class ArmyField(serializers.JSONField):
    """A stored list's id, or the list itself in the rulebook's format."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, (str, dict)):
            raise serializers.ValidationError(_("Give the id of an army list, or the list itself."))
        return data


@extend_schema_field({"allOf": [{"$ref": "#/components/schemas/Layout"}], "nullable": True})
class LayoutField(serializers.JSONField):
    """A layout in the format of the layouts API; null until there is a table."""


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/LayoutPiece"}})
class PiecesField(serializers.JSONField):
    """Pieces in the format of the layouts API."""


@extend_schema_field(
    {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
)
class TypesField(serializers.JSONField):
    """Lists of types or categories."""


@extend_schema_field({"type": "object", "nullable": True, "additionalProperties": True})
class ObjectField(serializers.JSONField):
    """An object in the rulebook's own format, or null."""


class TableSerializer(Strict):
    width = NumberField()
    depth = NumberField()


class TermsSerializer(Strict):
    """The terms besides the lists; an omitted field has the rulebook's default."""

    rulebook = serializers.CharField(max_length=60)
    table = TableSerializer()
    base_width_mm = NumberField(required=False, default=40.0)
    settings = serializers.DictField(child=AnyField(), required=False, default=dict)
    until = serializers.CharField(max_length=60, required=False, allow_null=True, default=None)
    dice = serializers.ChoiceField(choices=SOURCES, required=False, default="server")
    cards = serializers.ChoiceField(choices=SOURCES, required=False, default="server")
    visibility = serializers.ChoiceField(
        choices=Visibility.choices, required=False, default=Visibility.PRIVATE
    )
    maps = serializers.DictField(
        child=serializers.CharField(max_length=60),
        required=False,
        default=dict,
        help_text="By territory: the id of the map to use instead of the official one.",
    )
    umpire = FlagField(
        required=False,
        default=False,
        help_text="Whether both agree to an umpire, who sees both hands.",
    )
    closes_at = MomentField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When a finished battle is revealed, whether or not its sides agree.",
    )


class NewBattleSerializer(TermsSerializer):
    """The terms of a battle before either player sits down, with both lists."""

    sides = serializers.ListField(child=ArmyField(), min_length=2, max_length=2)
    bot_side = serializers.IntegerField(
        min_value=0,
        max_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The side that the computer plays at random; null for none.",
    )


class MoveSerializer(Strict):
    prompt = serializers.CharField(max_length=120)
    expected_version = WholeField()
    answer = AnyField()


WANTED_BY: Mapping[str, tuple[str, ...]] = {
    "back": ("to",),
    "stop": (),
    "accept_as_placed": ("prompt", "answer"),
}
"""The fields that each kind of proposal requires."""


class ProposalRequestSerializer(Strict):
    """A proposal: `to` for going back; no field for stopping; otherwise `prompt`, `answer` and
    optionally `expected_version`.
    """

    kind = serializers.ChoiceField(choices=["back", "accept_as_placed", "stop"])
    to = WholeField(required=False)
    prompt = serializers.CharField(max_length=120, required=False)
    answer = AnyField(required=False)
    expected_version = WholeField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in WANTED_BY[attrs["kind"]] if name not in attrs]
        if missing:
            raise serializers.ValidationError(dict.fromkeys(missing, _("This field is required.")))
        return attrs


class PromptOnlySerializer(Strict):
    prompt = serializers.CharField(max_length=120)


class ZonesRequestSerializer(Strict):
    prompt = serializers.CharField(max_length=120)
    unit = serializers.IntegerField(
        min_value=0,
        allow_null=True,
        default=None,
        help_text="A unit's number in the list; null for anything else that is placed: a camp, a "
        "marker, a leader.",
    )


class LayPlanSerializer(Strict):
    """A plan of the caller's own, to be placed in answer to a prompt; it is not stored."""

    prompt = serializers.CharField(max_length=120)
    plan = AnyField(help_text="`metator-plan/1`, as a stored list's plans have it.")
    mirror = FlagField(default=False, help_text="Swap left and right.")
    shift = serializers.ListField(
        child=NumberField(min_value=-FARTHEST_SHIFT, max_value=FARTHEST_SHIFT),
        min_length=2,
        max_length=2,
        default=lambda: [0.0, 0.0],
        help_text="The offset to the player's own right and away from their edge, after mirroring.",
    )


class HintsRequestSerializer(Strict):
    prompt = serializers.CharField(max_length=120)
    outline = AnyField(
        help_text="A GeoJSON Polygon in its final rotation; its position does not matter."
    )


class NothingSerializer(Strict):
    """An empty object, or no body at all."""


class StepSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    title = serializers.CharField()


class PromptSerializer(serializers.Serializer[Any]):
    """An open question. Only those who are asked get `answer` and `options`."""

    id = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    rule = serializers.CharField()
    text = serializers.CharField()
    why = serializers.CharField()
    about = serializers.DictField(help_text="What a page needs to show the question.")
    sealed = serializers.BooleanField()
    waiting = serializers.BooleanField()
    answer = serializers.DictField(required=False, help_text="JSON Schema of an answer.")
    options = serializers.ListField(
        child=AnyField(), required=False, help_text="Answers that can be sent unchanged."
    )


class CheckingSerializer(serializers.Serializer[Any]):
    prompt = serializers.CharField()
    job = serializers.UUIDField()


class ProposalSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    side = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    to = serializers.IntegerField(required=False)
    prompt = serializers.CharField(required=False)
    answer = AnyField(required=False)
    violations = serializers.ListField(child=serializers.DictField(), required=False)


class HandSerializer(serializers.Serializer[Any]):
    """A hand. `kept` are the cards that the owner kept for scouting; only the owner sees them."""

    cards = serializers.ListField(child=serializers.CharField(), allow_null=True)
    count = serializers.IntegerField()
    kept = serializers.ListField(child=serializers.CharField(), allow_null=True, required=False)


class SideSerializer(serializers.Serializer[Any]):
    """One side. A hidden list shows only its public part, and only the side itself sees its
    garrisons.
    """

    side = serializers.IntegerField()
    role = serializers.ChoiceField(choices=ROLES, allow_null=True)
    list_hidden = serializers.BooleanField()
    army = serializers.DictField()
    garrison = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The places in the list, from 0, of the TUGs that hold the settlement.",
    )


class SeatSerializer(serializers.Serializer[Any]):
    """Whether a seat is taken; only that seat sees `devices`."""

    side = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SEAT_STATES)
    devices = serializers.IntegerField(allow_null=True)


class BattleSerializer(serializers.Serializer[Any]):
    """A battle as the caller may see it. A rulebook may add fields of its own."""

    id = serializers.CharField()
    rulebook = serializers.CharField()
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    bot_side = serializers.IntegerField(allow_null=True)
    seats = SeatSerializer(many=True)
    created = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(allow_null=True)
    read_only = serializers.BooleanField()  # type: ignore[assignment]  # DRF keeps fields apart
    read_only_reason = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    head = serializers.CharField()
    step = StepSerializer(allow_null=True)
    prompts = PromptSerializer(many=True)
    checking = CheckingSerializer(many=True)
    proposals = ProposalSerializer(many=True)
    can_undo = serializers.BooleanField()
    house_rulings = serializers.DictField(
        child=AnyField(), help_text="The settings and event numbers that differ from the standard."
    )
    implied_rulings = serializers.DictField(
        child=AnyField(),
        help_text="Figures derived from an event's other figures, by the event number that it left "
        "out; may be empty.",
    )
    umpire = serializers.BooleanField(help_text="Whether there is an umpire, who sees both hands.")
    closed = serializers.BooleanField()
    resigned_by = serializers.IntegerField(allow_null=True)
    sides = SideSerializer(many=True, required=False)
    map = ObjectField(required=False)
    layout = LayoutField(required=False)
    hands = serializers.ListField(child=HandSerializer(), allow_null=True, required=False)
    in_hand = ObjectField(required=False, help_text="The piece being placed or opposed.")
    selected = TypesField(required=False, help_text="By side, what is left to place.")
    open_slots = TypesField(required=False, help_text="The categories each open slot takes.")
    lost = serializers.ListField(child=serializers.DictField(), required=False)
    removed = PiecesField(required=False, help_text="The pieces that the opponent removed.")
    result = ObjectField(required=False)
    deployment = ObjectField(
        required=False,
        help_text="What is deployed, hidden or off the table since 10.D; null before it.",
    )


class SeatTokenSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    token = serializers.CharField()


class CreatedBattleSerializer(serializers.Serializer[Any]):
    battle = BattleSerializer()
    creator = serializers.CharField()
    seats = SeatTokenSerializer(many=True)


class PlayedSerializer(serializers.Serializer[Any]):
    """A played answer, and the battle's state after it."""

    battle = serializers.CharField()
    version = serializers.IntegerField()
    head = serializers.CharField()


class BattleSummarySerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    rulebook = serializers.CharField()
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    version = serializers.IntegerField()
    created = serializers.DateTimeField()
    changed = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)


class SuggestionSerializer(serializers.Serializer[Any]):
    answer = AnyField()
    impossible = serializers.BooleanField(required=False)
    searched = serializers.DictField(required=False)


class HintRegionSerializer(serializers.Serializer[Any]):
    """A GeoJSON Polygon or MultiPolygon within the table."""

    type = serializers.ChoiceField(choices=["Polygon", "MultiPolygon"])
    coordinates = serializers.ListField(child=serializers.ListField())


class HintSerializer(serializers.Serializer[Any]):
    """Where one rule does not let the outline's first point lie; for a rule about other pieces,
    only in relation to the pieces given. `pieces` are the one in hand, then those that it would
    touch.
    """

    code = serializers.CharField()
    pieces = serializers.ListField(child=serializers.CharField())
    rule = serializers.CharField(allow_null=True)
    required = serializers.FloatField(allow_null=True)  # type: ignore[assignment]  # DRF keeps fields apart
    region = HintRegionSerializer()


class HintsSerializer(serializers.Serializer[Any]):
    """Hints by rule. If no rule has a region, only the size, the shape or the ends of a band can be
    wrong.
    """

    hints = HintSerializer(many=True)


class ZoneAreaSerializer(serializers.Serializer[Any]):
    """A GeoJSON MultiPolygon within the table; empty if there is no such region."""

    type = serializers.ChoiceField(choices=["MultiPolygon"])
    coordinates = serializers.ListField(child=serializers.ListField())


class ClosedZoneSerializer(serializers.Serializer[Any]):
    """A part of the table and the rule that closes it."""

    code = serializers.CharField()
    rule = serializers.CharField()
    region = ZoneAreaSerializer()


class ReachSerializer(serializers.Serializer[Any]):
    """The farthest end of a move: at most `most` from a point."""

    most = serializers.FloatField()

    def get_fields(self) -> dict[str, Any]:
        # The contract's name of this field is a Python keyword.
        point = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
        return {"from": point, **super().get_fields()}


class ZonesSerializer(serializers.Serializer[Any]):
    """Where a thing may stand: its whole footprint within one member of `allowed`, its centre
    within `reach`.
    """

    allowed = ZoneAreaSerializer()
    closed = ClosedZoneSerializer(many=True)
    reach = ReachSerializer(allow_null=True)


class UnfitSerializer(serializers.Serializer[Any]):
    """A unit that cannot be placed as planned, and every rule that forbids its place."""

    unit = serializers.IntegerField()
    violations = serializers.ListField(child=serializers.DictField())


class LaidPlanSerializer(serializers.Serializer[Any]):
    """An answer to the prompt as far as the plan allows, ready to be sent or corrected."""

    answer = AnyField()
    unfit = UnfitSerializer(many=True)


class PositionSerializer(serializers.Serializer[Any]):
    """A deployed table as its viewer sees it: the layout, and the view's `deployment`."""

    format = serializers.ChoiceField(choices=["metator-position/1"])
    layout = LayoutField()
    deployment = ObjectField()
