"""Serializers for messages between the two sides."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from setup_app.battles.models import Word
from setup_app.web.strict import Strict


class MessageRequestSerializer(Strict):
    """A message: either free text or a ready-made one."""

    text = serializers.CharField(required=False, default="", allow_blank=True, max_length=1000)
    word = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)


class MessageSerializer(serializers.Serializer[Any]):
    """One message of one side. `text` is in the reader's language if `word` is not null."""

    number = serializers.IntegerField()
    side = serializers.IntegerField()
    text = serializers.CharField()
    word = serializers.ChoiceField(choices=Word.choices, allow_null=True)
    at = serializers.DateTimeField()
