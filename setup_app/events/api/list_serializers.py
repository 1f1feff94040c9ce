"""Serializers for the lists of an event."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from setup_app.armies.api.lists import ArmySerializer
from setup_app.events.api.serializers import LIST_STATES
from setup_app.events.event.time_fields import EventMomentField
from setup_app.events.models import MAX_COMMENT_LENGTH
from setup_app.web.any_field import AnyField
from setup_app.web.json_fields import FlagField, TextField, WholeField
from setup_app.web.strict import Strict

DECISIONS: Final = ("approved", "sent_back")
FINDINGS: Final = ("over_limit", "under_limit", "not_among", "points_differ")


class FindingSerializer(serializers.Serializer[Any]):
    """A finding in a list. It never refuses the list."""

    code = serializers.ChoiceField(choices=FINDINGS)
    what = serializers.CharField(help_text="The measure.")
    measured = AnyField()
    required = AnyField()  # type: ignore[assignment]  # DRF keeps fields apart
    message = serializers.CharField()


class DecisionViewSerializer(serializers.Serializer[Any]):
    decision = serializers.IntegerField()
    version = serializers.IntegerField()
    what = serializers.CharField()
    comment = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class VersionSerializer(serializers.Serializer[Any]):
    """A list as submitted."""

    version = serializers.IntegerField()
    submitted = serializers.DateTimeField()
    late = serializers.BooleanField()
    penalty = serializers.IntegerField()
    by = serializers.CharField(allow_null=True, help_text="Null if the player submitted it.")
    commitment = serializers.CharField()
    salt = serializers.CharField()
    army = ArmySerializer()
    findings = FindingSerializer(many=True)
    decisions = DecisionViewSerializer(
        many=True, allow_null=True, help_text="Null except for this player and for checkers."
    )


class ListSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    status = serializers.ChoiceField(choices=LIST_STATES)
    draft = ArmySerializer(allow_null=True)
    versions = VersionSerializer(many=True)


class KeptListSerializer(serializers.Serializer[Any]):
    """A list that was saved or submitted; `ignored` and `sheet` only where a text was read."""

    list = ListSerializer()
    ignored = serializers.ListField(child=serializers.CharField(), required=False)
    sheet = serializers.CharField(allow_null=True, required=False)


class WithdrawnListSerializer(serializers.Serializer[Any]):
    list = ListSerializer()
    status = serializers.ChoiceField(choices=LIST_STATES)


class NewDecisionSerializer(Strict):
    version = WholeField(min_value=1)
    decision = serializers.ChoiceField(choices=DECISIONS)
    comment = TextField(required=False, default="", allow_blank=True, max_length=MAX_COMMENT_LENGTH)
    replaces = WholeField(required=False, allow_null=True, default=None, min_value=1)
    due = EventMomentField(required=False, allow_null=True, default=None)


class DecisionSerializer(serializers.Serializer[Any]):
    decision = serializers.IntegerField()


class ReopeningSerializer(Strict):
    due = EventMomentField(required=False, allow_null=True, default=None)


class ReopenedSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    status = serializers.ChoiceField(choices=LIST_STATES)
    due = serializers.DateTimeField()


class PublicationSerializer(Strict):
    anyway = FlagField(required=False, default=False)


class PublishedListsSerializer(serializers.Serializer[Any]):
    published = serializers.DateTimeField()
    lists = serializers.IntegerField()


class CommitmentSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    version = serializers.IntegerField()
    submitted = serializers.DateTimeField()
    late = serializers.BooleanField()
    commitment = serializers.CharField()


class PublicListSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    army = ArmySerializer()
    salt = serializers.CharField()
    commitment = serializers.CharField()


class LookSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    role = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    at = serializers.DateTimeField()


class PeerSerializer(serializers.Serializer[Any]):
    peer = serializers.IntegerField()
    army = ArmySerializer()
    findings = FindingSerializer(many=True)


class RemarkSerializer(Strict):
    remark = TextField(max_length=MAX_COMMENT_LENGTH)
