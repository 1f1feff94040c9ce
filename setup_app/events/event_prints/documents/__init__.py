"""The printable documents of an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from setup_app.events.event_prints.documents.cards import cards
from setup_app.events.event_prints.documents.forms import forms
from setup_app.events.event_prints.documents.lists import lists
from setup_app.events.event_prints.documents.packing import packing
from setup_app.events.event_prints.documents.pairings import pairings
from setup_app.events.event_prints.documents.signup import signup
from setup_app.events.event_prints.documents.slips import slips
from setup_app.events.event_prints.documents.tables import tables
from setup_app.events.event_prints.orders import Document
from setup_app.events.event_prints.pieces import PrintPart

PRINTED: Final[Mapping[Document, Callable[[PrintPart], bytes]]] = {
    "tables": tables,
    "cards": cards,
    "pairings": pairings,
    "lists": lists,
    "signup": signup,
    "slips": slips,
    "packing": packing,
    "form": forms,
}
