"""Serializers for a battle's log and its proof."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from setup_app.battles.serializers import ObjectField
from setup_app.web.any_field import AnyField


class RevealSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    value = AnyField()
    salt = serializers.CharField()


class EventSerializer(serializers.Serializer[Any]):
    """One log entry; `value` is its public form if `hidden`."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    type = serializers.ChoiceField(choices=["answer", "chance", "finding", "act"])
    side = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    value = AnyField()
    hidden = serializers.BooleanField()
    undone = serializers.BooleanField()
    reveals = RevealSerializer(many=True)
    commitments = serializers.ListField(child=serializers.CharField())
    head = serializers.CharField()
    text = serializers.ListField(child=serializers.CharField())
    rules = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="The section of each line of `text`.",
    )


class EventPageSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = EventSerializer(many=True)


class ProofEntrySerializer(serializers.Serializer[Any]):
    """One entry in the form over which its head was computed."""

    number = serializers.IntegerField()
    type = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    asking = serializers.IntegerField()
    public = AnyField()
    commitments = serializers.ListField(child=serializers.CharField())
    reveals = RevealSerializer(many=True)
    counter = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    head = serializers.CharField()


class ProofPartSerializer(serializers.Serializer[Any]):
    value = AnyField()
    salt = serializers.CharField()


class ProofSecretSerializer(serializers.Serializer[Any]):
    """The parts of a committed entry, in the order of its commitments."""

    entry = serializers.IntegerField()
    parts = ProofPartSerializer(many=True)


class ProofChanceSerializer(serializers.Serializer[Any]):
    """The request to the seed for one roll or draw."""

    entry = serializers.IntegerField()
    request = serializers.DictField()


class ProofSerializer(serializers.Serializer[Any]):
    """The data with which anyone can check the log. Before the battle is closed, it holds only the
    secrets that the caller may already read, and no seed.
    """

    battle = serializers.CharField()
    rulebook = serializers.CharField()
    revision = serializers.IntegerField()
    format = serializers.CharField()
    setup = ObjectField()
    seed_hash = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    entries = ProofEntrySerializer(many=True)
    secrets = ProofSecretSerializer(many=True)
    chances = ProofChanceSerializer(many=True)
