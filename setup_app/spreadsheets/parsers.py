"""Read a spreadsheet as the body of a request, wherever `{"text"}` is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.parsers import BaseParser

from setup_app.spreadsheets.archive import MEDIA_TYPE, is_sheet
from setup_app.spreadsheets.faults import refusal
from setup_app.spreadsheets.texts import MAX_BYTES, read_file
from setup_app.web.json_body import StrictJSONParser, TooMuch


class SheetBody(dict[str, str]):
    """The body `{"text"}` of a spreadsheet, which also knows the title of the sheet."""

    sheet: str | None = None


class SheetParser(BaseParser):
    """A parser of .xlsx files that returns the first visible sheet as `{"text"}`."""

    media_type = MEDIA_TYPE

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> SheetBody:
        source = stream.read(MAX_BYTES + 1)
        if len(source) > MAX_BYTES:
            raise TooMuch
        if not is_sheet(source):
            raise refusal("sheet_unreadable")
        read = read_file(source)
        body = SheetBody(text=read.text)
        body.sheet = read.sheet
        return body


TEXT_OR_SHEET = (StrictJSONParser, SheetParser)
"""The parsers of an endpoint that reads `{"text"}`."""


class ImportNotesSerializer(serializers.Serializer[Any]):
    """What an import says about the text or spreadsheet that it read."""

    ignored = serializers.ListField(
        child=serializers.CharField(), help_text="The columns that are not known."
    )
    sheet = serializers.CharField(
        allow_null=True, help_text="The sheet that was read; null for a text."
    )


def import_notes(body: Any, ignored: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an import's answer: the ignored columns and the sheet that was read."""
    return {"ignored": list(ignored), "sheet": getattr(body, "sheet", None)}
