"""Serializers for the terms of an event; missing terms take their defaults."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from setup_app.events.event.rounds.pairing import FEWEST_REPEATS, TABLE_ORDERS
from setup_app.events.event.rounds.standings import TIE_BREAKS
from setup_app.events.event.time_fields import DayField, TimeField
from setup_app.events.models import IMBALANCE_MOST, MAX_NAME_LENGTH, Visibility
from setup_app.web.any_field import AnyField
from setup_app.web.json_fields import FlagField, NumberField, TextField, WholeField, WordsField
from setup_app.web.strict import Strict

MEASURES: Final = (
    *("points", "units", "tugs", "sugs", "bases", "generals", "pbs_cards", "scouting"),
)
MAX_POINTS: Final = 1_000_000
MAX_DAYS: Final = 60
MAX_TABLES: Final = 1000
MAX_ROUNDS: Final = 50
MAX_PLACES: Final = 2000
IMBALANCE_HELP: Final = (
    "The greatest share by which one half of a table may be harder than the other. `fairness/` "
    "names the tables beyond it; nothing is refused."
)
MAX_DESCRIPTION_LENGTH: Final = 20_000
MAX_SCHEDULE: Final = 40
MAX_LINE_LENGTH: Final = 200


class Unlike(serializers.ListField):
    """A list without duplicates."""

    def to_internal_value(self, data: Any) -> list[Any]:
        read: list[Any] = super().to_internal_value(data)
        if len(set(read)) < len(read):
            raise serializers.ValidationError(_("List each value only once."))
        return read


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, in order. Cached, because each call walks a folder of 600
    files.
    """
    return tuple(sorted(zoneinfo.available_timezones()))


class ZoneField(WordsField):
    """A time zone by its IANA name."""

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        # Only names of the list: a lookup would use any name as part of a path.
        if name not in zones():
            raise serializers.ValidationError(
                _("“{timezone}” isn't a time zone. Use a name such as Europe/London.").format(
                    timezone=name[:MAX_NAME_LENGTH]
                )
            )
        return name


class EventTableSerializer(Strict):
    width = NumberField(required=False, default=45, min_value=1, max_value=1000)
    depth = NumberField(required=False, default=30, min_value=1, max_value=1000)


class BoundSerializer(Strict):
    """The range of a measure of a list; either end may be open."""

    least = WholeField(required=False, max_value=MAX_POINTS)
    most = WholeField(required=False, max_value=MAX_POINTS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("least", 0) > attrs.get("most", MAX_POINTS):
            raise serializers.ValidationError(_("The minimum is higher than the maximum."))
        return attrs


class HomesSerializer(Strict):
    among = Unlike(child=WordsField(max_length=60), min_length=1, max_length=200)


class LimitsSerializer(Strict):
    """The range of each measure of a list. Findings report what is outside and refuse nothing."""

    home = HomesSerializer(required=False)

    def get_fields(self) -> dict[str, Any]:
        return {
            **super().get_fields(),
            **{each: BoundSerializer(required=False) for each in MEASURES},
        }


class PenaltySerializer(Strict):
    points = WholeField(required=False, default=2, max_value=MAX_POINTS)
    per = serializers.ChoiceField(
        choices=("event", "round", "day"), required=False, default="event"
    )


class ListTermsSerializer(Strict):
    """When lists are due, and the rules for late and large ones."""

    opens = TimeField(required=False, allow_null=True, default=None)
    closes = TimeField(required=False, allow_null=True, default=None)
    late = serializers.ChoiceField(choices=("refuse", "accept"), required=False, default="refuse")
    penalty = PenaltySerializer(required=False, allow_null=True, default=None)
    limits = LimitsSerializer(required=False, default=dict)
    peers = FlagField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        opens, closes = attrs["opens"], attrs["closes"]
        moment = serializers.DateTimeField().to_internal_value
        if opens and closes and moment(opens) > moment(closes):
            raise serializers.ValidationError(
                {"closes": _("This must be later than “Lists open”.")}
            )
        return attrs


class OutcomeSerializer(Strict):
    kind = serializers.ChoiceField(choices=("outcome",), required=False, default="outcome")
    win = WholeField(required=False, default=3, max_value=MAX_POINTS)
    draw = WholeField(required=False, default=1, max_value=MAX_POINTS)
    loss = WholeField(required=False, default=0, max_value=MAX_POINTS)
    bye = WholeField(required=False, default=3, max_value=MAX_POINTS)


class PointsSerializer(Strict):
    kind = serializers.ChoiceField(choices=("points",))
    most = WholeField(required=False, default=15, min_value=1, max_value=MAX_POINTS)
    sum = WholeField(required=False, allow_null=True, default=15, max_value=2 * MAX_POINTS)
    bye = WholeField(required=False, default=10, max_value=MAX_POINTS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["sum"] is not None and attrs["sum"] > 2 * attrs["most"]:
            raise serializers.ValidationError({"sum": _("No two scores can add up to that much.")})
        return attrs


BY_KIND: Final = {"outcome": OutcomeSerializer, "points": PointsSerializer}


@extend_schema_field(
    {
        "oneOf": [
            {"$ref": "#/components/schemas/OutcomeScoring"},
            {"$ref": "#/components/schemas/PointsScoring"},
        ]
    }
)
class ScoringField(serializers.JSONField):
    """Scores by outcome or by points."""

    def to_internal_value(self, data: Any) -> Any:
        kind = data.get("kind", "outcome") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in BY_KIND:
            raise serializers.ValidationError({"kind": [_("Choose one of: outcome, points.")]})
        return dict(BY_KIND[kind]().run_validation(data))


class ScheduleLineSerializer(Strict):
    """What happens at a moment of the event."""

    at = TimeField()
    text = WordsField(max_length=MAX_LINE_LENGTH)


class TermsSerializer(Strict):
    """The terms of an event; an omitted field has its default."""

    name = WordsField(max_length=MAX_NAME_LENGTH)
    rulebook = serializers.CharField(max_length=60)
    venue = WordsField(required=False, default="", allow_blank=True, max_length=200)
    timezone = ZoneField(required=False, default="UTC", max_length=64)
    days = serializers.ListField(
        child=DayField(), required=False, default=list, max_length=MAX_DAYS
    )
    settings = serializers.DictField(child=AnyField(), required=False, default=dict)
    table = EventTableSerializer(required=False, default=lambda: {"width": 45, "depth": 30})
    base_width_mm = NumberField(required=False, default=40, min_value=1, max_value=1000)
    tables = WholeField(required=False, default=8, min_value=1, max_value=MAX_TABLES)
    rounds = WholeField(required=False, default=3, min_value=1, max_value=MAX_ROUNDS)
    visibility = serializers.ChoiceField(
        choices=Visibility.choices, required=False, default=Visibility.LINK
    )
    registration = serializers.ChoiceField(
        choices=("closed", "open"), required=False, default="closed"
    )
    places = WholeField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MAX_PLACES
    )
    lists = ListTermsSerializer(required=False)
    scoring = ScoringField(required=False)
    tie_breaks = Unlike(
        child=serializers.ChoiceField(choices=TIE_BREAKS),
        required=False,
        default=lambda: ["opponents", "wins", "lots"],
    )
    avoid = Unlike(
        child=serializers.ChoiceField(choices=("club", "country")), required=False, default=list
    )
    tables_shown = serializers.ChoiceField(
        choices=("with_round", "now", "never"), required=False, default="with_round"
    )
    description = TextField(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_DESCRIPTION_LENGTH,
        help_text="CommonMark for players and visitors; HTML in it is shown as text.",
    )
    schedule = serializers.ListField(
        child=ScheduleLineSerializer(), required=False, default=list, max_length=MAX_SCHEDULE
    )
    contact = WordsField(required=False, default="", allow_blank=True, max_length=MAX_LINE_LENGTH)
    table_order = serializers.ChoiceField(
        choices=TABLE_ORDERS, required=False, default=FEWEST_REPEATS
    )
    imbalance_most = NumberField(
        required=False, default=IMBALANCE_MOST, min_value=0, max_value=1, help_text=IMBALANCE_HELP
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict):
            data = {"lists": {}, "scoring": {}, **data}
        read = super().to_internal_value(data)
        read["days"] = [day.isoformat() for day in read["days"]]
        return read
