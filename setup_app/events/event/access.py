"""What a caller may do in an event."""

from __future__ import annotations

from dataclasses import dataclass

from setup_app.engine.errors import DomainError
from setup_app.events.models import Entry, Event, Kind, Role

SEES_LISTS = (Kind.ORGANISER, Kind.CHECKER)
RUNS_ROUNDS = (Kind.ORGANISER, Kind.DESK)


@dataclass(frozen=True)
class EventAccess:
    """An event and a caller's role in it; None for a reader. The person who created the event is
    its organiser without a role, and `role` is None for them as well.
    """

    event: Event
    kind: Kind | None = None
    role: Role | None = None

    @property
    def entry(self) -> Entry | None:
        """Return the entry that the caller plays."""
        return None if self.role is None else self.role.entry

    @property
    def name(self) -> str:
        """Return the caller's name in the journal."""
        return "" if self.role is None else self.role.name

    def needs(self, *kinds: Kind) -> None:
        """Raise `not_allowed` unless the caller has one of these roles."""
        if self.kind not in kinds:
            raise DomainError("not_allowed")

    def plays(self, entry: Entry) -> bool:
        """Return whether the caller is the player of this entry."""
        return self.kind == Kind.PLAYER and self.entry is not None and self.entry.pk == entry.pk
