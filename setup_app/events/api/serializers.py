"""Serializers for events, entries and roles; those for an event's terms are in `event/terms.py`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from setup_app.events.event.terms import MAX_POINTS, TermsSerializer
from setup_app.events.models import MAX_NAME_LENGTH, Kind
from setup_app.spreadsheets.parsers import ImportNotesSerializer
from setup_app.web.json_fields import FlagField, WholeField, WordsField
from setup_app.web.strict import Strict

LIST_STATES = ("none", "draft", "submitted", "sent_back", "approved", "in")


class MeSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Kind.choices)
    entry = serializers.IntegerField(allow_null=True)


class ToDoSerializer(serializers.Serializer[Any]):
    """A next step of this caller."""

    code = serializers.CharField()
    message = serializers.CharField()
    url = serializers.CharField()


class ShownEventSerializer(TermsSerializer):
    """An event as this caller may see it."""

    id = serializers.CharField()
    entries = serializers.IntegerField(help_text="The number of players.")
    lists_published = serializers.DateTimeField(allow_null=True)
    me = MeSerializer(allow_null=True)
    todo = ToDoSerializer(many=True)


class EventSummarySerializer(serializers.Serializer[Any]):
    """A short summary of an event."""

    id = serializers.CharField()
    name = serializers.CharField()
    rulebook = serializers.CharField()
    venue = serializers.CharField()
    timezone = serializers.CharField()
    days = serializers.ListField(child=serializers.DateField())
    visibility = serializers.CharField()
    registration = serializers.CharField()
    entries = serializers.IntegerField()


class CreatedEventSerializer(serializers.Serializer[Any]):
    event = ShownEventSerializer()
    organiser = serializers.CharField(help_text="The token of the first organiser.")


class JournalLineSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    role = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class NewRoleSerializer(Strict):
    kind = serializers.ChoiceField(choices=Kind.choices)
    name = WordsField(max_length=MAX_NAME_LENGTH)
    entry = WholeField(required=False, allow_null=True, default=None, min_value=1)


class RoleChangeSerializer(Strict):
    name = WordsField(required=False, max_length=MAX_NAME_LENGTH)
    entry = WholeField(required=False, allow_null=True, min_value=1)


class RoleSerializer(serializers.Serializer[Any]):
    role = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    name = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True)
    claimed = serializers.BooleanField()
    token = serializers.CharField(
        allow_null=True, help_text="Null if the holder replaced the link themselves."
    )


class RoleTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField()


class PlayerNameField(WordsField):
    """A player's name. One that cannot be seen is refused where players are entered."""

    may_be_unseen = True


class NewEntrySerializer(Strict):
    name = PlayerNameField(max_length=MAX_NAME_LENGTH)
    club = WordsField(required=False, default="", allow_blank=True, max_length=MAX_NAME_LENGTH)
    country = WordsField(required=False, default="", allow_blank=True, max_length=MAX_NAME_LENGTH)


class EntryChangeSerializer(Strict):
    name = PlayerNameField(required=False, max_length=MAX_NAME_LENGTH)
    club = WordsField(required=False, allow_blank=True, max_length=MAX_NAME_LENGTH)
    country = WordsField(required=False, allow_blank=True, max_length=MAX_NAME_LENGTH)
    dropped = FlagField(required=False)
    here = FlagField(required=False, allow_null=True)
    penalty = WholeField(required=False, allow_null=True, max_value=MAX_POINTS)
    vouched = FlagField(required=False, help_text="Only organisers set it.")


class EntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    dropped = serializers.BooleanField()
    list = serializers.ChoiceField(choices=LIST_STATES)
    here = serializers.BooleanField(
        required=False, allow_null=True, help_text="Only for organisers, desks and this player."
    )
    penalty = serializers.IntegerField(
        required=False, allow_null=True, help_text="Only for organisers, desks and this player."
    )
    vouched = serializers.BooleanField(
        required=False,
        help_text=(
            "Only for organisers and desks: whether one of them added the entry, or an organiser "
            "confirmed a player who signed up. Only such entries take part in `peers/`."
        ),
    )


class CreatedEntrySerializer(serializers.Serializer[Any]):
    entry = EntrySerializer()
    token = serializers.CharField(help_text="The player's own.")


class EntryImportSerializer(Strict):
    """CSV with the columns name, club, country."""

    text = serializers.CharField(trim_whitespace=False)


class ImportedEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    token = serializers.CharField()


class ImportedEntriesSerializer(ImportNotesSerializer):
    entries = ImportedEntrySerializer(many=True)
