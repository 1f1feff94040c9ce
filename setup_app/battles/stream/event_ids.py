"""Event ids, which state what a subscriber has received and come back as `Last-Event-ID`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

MAX_LENGTH: Final = 2000
NOTHING: Final = "none"
"""The id of an event after which a reconnecting client needs everything. It parses as no id."""

_MARK: Final = r"[2-9a-z]{14}\.[0-9]{1,9}\.[0-9]{1,9}"
_SHAPE: Final = re.compile(rf"{_MARK}(?:,{_MARK}){{0,49}}", re.ASCII)


@dataclass(slots=True)
class EventPosition:
    """The position in one battle: the version, and the number of the last message; 0 is none."""

    version: int = 0
    said: int = 0


def format_event_id(told: Iterable[tuple[str, EventPosition]]) -> str:
    """Return the id of an event after which a subscriber knows this much."""
    return ",".join([f"{battle}.{each.version}.{each.said}" for battle, each in told]) or NOTHING


def parse_event_id(text: str) -> Mapping[str, EventPosition]:
    """Return the positions in an id; an empty mapping if it is malformed."""
    if len(text) > MAX_LENGTH or not _SHAPE.fullmatch(text):
        return {}
    parts = (mark.split(".") for mark in text.split(","))
    return {battle: EventPosition(int(version), int(said)) for battle, version, said in parts}
