"""Read a spreadsheet as the body of a request, wherever `{"text"}` is accepted."""

from __future__ import annotations

from typing import Any

from rest_framework.parsers import BaseParser

from setup_app.spreadsheets.archive import MEDIA_TYPE, is_sheet
from setup_app.spreadsheets.faults import refused
from setup_app.spreadsheets.texts import MAX_BYTES, text_in
from setup_app.web.json_body import StrictJSONParser, TooMuch


class SheetParser(BaseParser):
    """A parser of .xlsx files that returns the first sheet as `{"text"}`."""

    media_type = MEDIA_TYPE

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, str]:
        source = stream.read(MAX_BYTES + 1)
        if len(source) > MAX_BYTES:
            raise TooMuch
        if not is_sheet(source):
            raise refused("sheet_unreadable")
        return {"text": text_in(source)}


TEXT_OR_SHEET = (StrictJSONParser, SheetParser)
"""The parsers of an endpoint that reads `{"text"}`."""
