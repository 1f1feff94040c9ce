"""Serializers for rounds, pairings and results."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from setup_app.events.event.terms import MAX_POINTS
from setup_app.web.json_fields import FlagField, WholeField, WordsField
from setup_app.web.strict import Strict

ROUND_STATES = ("draft", "published", "finished")
MATCH_STATES = ("open", "reported", "confirmed", "disputed")
MAX_PAIRINGS = 1000
A_WEEK = 7 * 24 * 3600


class NewRoundSerializer(Strict):
    pairing = serializers.ChoiceField(
        choices=("swiss", "random", "none"), required=False, default="swiss"
    )
    seed = WordsField(required=False, default="", allow_blank=True, max_length=80)
    anyway = FlagField(required=False, default=False)


class GivenPairingSerializer(Strict):
    table = WholeField(required=False, allow_null=True, default=None)
    entries = serializers.ListField(child=WholeField(min_value=1), min_length=1, max_length=2)


class PairingsSerializer(Strict):
    """All pairings of a round, or `text`: CSV with the columns table, player, opponent."""

    pairings = serializers.ListField(
        child=GivenPairingSerializer(), required=False, max_length=MAX_PAIRINGS
    )
    text = serializers.CharField(required=False, trim_whitespace=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send either pairings or text."))
        return attrs


class PairingSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(child=serializers.IntegerField())
    state = serializers.ChoiceField(choices=MATCH_STATES)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class WarningSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField())
    message = serializers.CharField()


class RoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ROUND_STATES)
    pairings = PairingSerializer(many=True)
    warnings = WarningSerializer(many=True)


class WrittenRoundSerializer(RoundSerializer):
    """A round whose pairings were written; `ignored` and `sheet` only where a text was read."""

    ignored = serializers.ListField(child=serializers.CharField(), required=False)
    sheet = serializers.CharField(allow_null=True, required=False)


class ResultSerializer(Strict):
    """Scores in the order of `entries`; desks and organisers may state who was `absent` instead."""

    entries = serializers.ListField(child=WholeField(min_value=1), min_length=2, max_length=2)
    scores = serializers.ListField(
        child=WholeField(max_value=MAX_POINTS), min_length=2, max_length=2, required=False
    )
    absent = serializers.ListField(
        child=WholeField(min_value=1), min_length=1, max_length=2, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("scores" in attrs) == ("absent" in attrs):
            raise serializers.ValidationError(_("Send either scores or absent."))
        return attrs


class StandingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    played = serializers.IntegerField()
    score = serializers.IntegerField()
    penalty = serializers.IntegerField()
    total = serializers.IntegerField()
    tie_breaks = serializers.DictField(help_text="By name: a figure, a lot, or null.")


class ClockChangeSerializer(Strict):
    round = WholeField(required=False, allow_null=True, default=None, min_value=1)
    seconds = WholeField(max_value=A_WEEK)
    running = FlagField()


class ClockSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(allow_null=True)
    running = serializers.BooleanField()
    ends = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField()
    now = serializers.DateTimeField()
