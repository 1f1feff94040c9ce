"""Serializers for seats and their links."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from setup_app.battles.serializers import BattleSerializer


class TokenSerializer(serializers.Serializer[Any]):
    """A token that gives access to its holder only, from now on."""

    token = serializers.CharField()


class DeviceLinkSerializer(serializers.Serializer[Any]):
    """A link that works once, for ten minutes, for one more device of the same seat."""

    url = serializers.URLField()


class RematchedSeatSerializer(serializers.Serializer[Any]):
    """The token of a free seat; null if the seat is taken."""

    side = serializers.IntegerField()
    token = serializers.CharField(allow_null=True)


class RematchSerializer(serializers.Serializer[Any]):
    battle = BattleSerializer()
    creator = serializers.CharField()
    seats = RematchedSeatSerializer(many=True)


class LinksSerializer(serializers.Serializer[Any]):
    """The creator's links besides the seats; null if there is no umpire."""

    umpire = serializers.CharField(allow_null=True)
    spectator = serializers.CharField()


class ReissuedSerializer(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=["0", "1", "umpire", "spectator", "creator"])
    side = serializers.IntegerField(allow_null=True)
    token = serializers.CharField()
