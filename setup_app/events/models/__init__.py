"""The tables of an event in the database, from the event itself to its packing list."""

from setup_app.events.models.entries import Entry
from setup_app.events.models.event import (
    IMBALANCE_MOST,
    MAX_NAME_LENGTH,
    Event,
    JournalLine,
    Numbered,
    Visibility,
    new_event_id,
)
from setup_app.events.models.kits import KitPiece
from setup_app.events.models.lists import (
    MAX_COMMENT_LENGTH,
    Decision,
    ListAccess,
    PeerRead,
    Version,
    VersionGeneral,
    VersionState,
    new_salt,
)
from setup_app.events.models.packing import PackingLine, RoundPlan
from setup_app.events.models.roles import Kind, Role
from setup_app.events.models.rounds import Match, Round
from setup_app.events.models.tables import BATTLE, MAX_NOTE_LENGTH, EventTable

__all__ = (
    "BATTLE",
    "IMBALANCE_MOST",
    "MAX_COMMENT_LENGTH",
    "MAX_NAME_LENGTH",
    "MAX_NOTE_LENGTH",
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
    "VersionGeneral",
    "VersionState",
    "Visibility",
    "new_event_id",
    "new_salt",
)
