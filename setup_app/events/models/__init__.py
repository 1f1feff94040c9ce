"""The tables of an event in the database, from the event itself to its packing list."""

from setup_app.events.models.entries import Entry
from setup_app.events.models.event import (
    LONGEST_NAME,
    Event,
    JournalLine,
    Numbered,
    Visibility,
    new_event_id,
)
from setup_app.events.models.kits import KitPiece
from setup_app.events.models.lists import (
    LONGEST_COMMENT,
    Decision,
    ListAccess,
    PeerRead,
    Version,
    VersionState,
    new_salt,
)
from setup_app.events.models.packing import PackingLine, RoundPlan
from setup_app.events.models.roles import Kind, Role
from setup_app.events.models.rounds import Match, Round
from setup_app.events.models.tables import BATTLE, LONGEST_NOTE, EventTable

__all__ = (
    "BATTLE",
    "LONGEST_COMMENT",
    "LONGEST_NAME",
    "LONGEST_NOTE",
    "Decision",
    "Entry",
    "Event",
    "EventTable",
    "JournalLine",
    "Kind",
    "KitPiece",
    "ListAccess",
    "Match",
    "Numbered",
    "PackingLine",
    "PeerRead",
    "Role",
    "Round",
    "RoundPlan",
    "Version",
    "VersionState",
    "Visibility",
    "new_event_id",
    "new_salt",
)
