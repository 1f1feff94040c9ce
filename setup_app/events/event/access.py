"""What a caller may do in an event."""

from __future__ import annotations

from dataclasses import dataclass

from setup_app.engine.errors import DomainError
from setup_app.events.models import Entry, Event, Kind, Role

SEES_LISTS = (Kind.ORGANISER, Kind.CHECKER)
RUNS_ROUNDS = (Kind.ORGANISER, Kind.DESK)


@dataclass(frozen=True)
class EventAccess:
    """An event, and the part that a caller has in it: None for a reader.

    Who made an event is its organiser without a role of his, `role` is None then.
    """

    event: Event
    kind: Kind | None = None
    role: Role | None = None

    @property
    def entry(self) -> Entry | None:
        """The entry that he plays himself."""
        return None if self.role is None else self.role.entry

    @property
    def name(self) -> str:
        """By which name the journal tells of him."""
        return "" if self.role is None else self.role.name

    def needs(self, *kinds: Kind) -> None:
        """Raise `not_allowed` where he is none of these."""
        if self.kind not in kinds:
            raise DomainError("not_allowed")

    def plays(self, entry: Entry) -> bool:
        """Whether this entry is his own, as its player."""
        return self.kind == Kind.PLAYER and self.entry is not None and self.entry.pk == entry.pk
