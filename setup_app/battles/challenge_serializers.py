"""Serializers for challenges."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from setup_app.battles.models import ChallengeState
from setup_app.battles.serializers import (
    SOURCES,
    ArmyField,
    BattleSerializer,
    SeatTokenSerializer,
    TableSerializer,
    TermsSerializer,
)
from setup_app.web.any_field import AnyField
from setup_app.web.json_fields import FlagField, NumberField
from setup_app.web.strict import Strict


class PointsSerializer(Strict):
    """The minimum and maximum points of each list's units."""

    least = NumberField()
    most = NumberField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not 0 <= attrs["least"] <= attrs["most"]:
            raise serializers.ValidationError(
                _("`least` must be 0 or more and no higher than `most`.")
            )
        return attrs


class NewChallengeSerializer(TermsSerializer):
    """The terms of a new challenge with the challenger's own list.

    A challenge cannot be against the computer.
    """

    side = ArmyField()
    points = PointsSerializer(required=False, allow_null=True, default=None)
    listed = FlagField(required=False, default=False, help_text="Whether anyone may find it.")


class ChallengeSerializer(serializers.Serializer[Any]):
    """A challenge, as anyone with its address may see it."""

    id = serializers.CharField()
    state = serializers.ChoiceField(choices=ChallengeState.choices)
    url = serializers.URLField(help_text="The page where it can be accepted.")
    rulebook = serializers.CharField()
    settings = serializers.DictField(child=AnyField())
    table = TableSerializer()
    base_width_mm = serializers.FloatField()
    until = serializers.CharField()
    dice = serializers.ChoiceField(choices=SOURCES)
    cards = serializers.ChoiceField(choices=SOURCES)
    points = PointsSerializer(allow_null=True)
    umpire = serializers.BooleanField()
    listed = serializers.BooleanField()
    list = serializers.DictField(
        child=AnyField(), help_text="What the other side may see of the challenger's list."
    )


class MadeChallengeSerializer(serializers.Serializer[Any]):
    challenge = ChallengeSerializer()
    token = serializers.CharField()


class OwnChallengeSerializer(ChallengeSerializer):
    """A challenge, as its maker sees it. Once it is accepted, it includes the battle, its creator
    token and the maker's seat token.
    """

    battle = serializers.CharField(required=False)
    creator = serializers.CharField(required=False)
    seat = SeatTokenSerializer(required=False, allow_null=True)


class AcceptSerializer(Strict):
    army = ArmyField()


class AcceptedChallengeSerializer(serializers.Serializer[Any]):
    battle = BattleSerializer()
    seat = SeatTokenSerializer()
