"""One subscriber: the events to send, in order and once each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from setup_app.battles.stream.admission import BattleProgress, Sides, Watcher
from setup_app.battles.stream.event_ids import EventPosition, format_event_id
from setup_app.battles.stream.leases import Lease
from setup_app.engine.values import SIDES, Side
from setup_app.web.event_stream import Outbox

if TYPE_CHECKING:
    from setup_app.battles.stream.broadcaster import Hub

RETRY: Final = b"retry: 2000\n\n"
COMMENT: Final = b":\n\n"
MAX_UNTAKEN: Final = 32 * 1024
"""The number of unread bytes after which a listener gets no more until they read some."""


class Listener:
    """One open stream. Only the event loop uses it, except `drop`.

    `seats` gives the listener's sides in each battle, `access` the conditions under which that was
    decided. `told` is what the listener knows; `line` is None before the stream is open.
    `has_place` holds until the place in the process is released.
    """

    __slots__ = (
        "access",
        "has_place",
        "hub",
        "lease",
        "line",
        "opened",
        "proof",
        "seats",
        "spoke",
        "told",
        "watcher",
    )

    def __init__(
        self,
        hub: Hub,
        *,
        watcher: Watcher,
        seats: dict[str, Sides],
        access: dict[str, int],
        told: Mapping[str, EventPosition],
        lease: Lease,
    ) -> None:
        self.hub = hub
        self.watcher = watcher
        self.seats = seats
        self.access = access
        self.told = {battle: told.get(battle) or EventPosition() for battle in seats}
        self.lease = lease
        self.has_place = True
        self.line: Outbox | None = None
        self.opened = False
        self.proof: int | None = None
        self.spoke = 0.0

    # Called by the web server.

    def begin(self, line: Outbox) -> None:
        self.line = line
        self.write(RETRY)
        self.hub.join(self)

    def lost(self) -> None:
        self.line = None
        self.hub.leave(self)

    def drop(self) -> None:
        self.hub.give_up(self)

    # Messages to the listener.

    @property
    def is_behind(self) -> bool:
        return self.line is not None and self.line.untaken() > MAX_UNTAKEN

    def write(self, data: bytes) -> None:
        if self.line is not None:
            self.line.write(data)
            self.spoke = self.hub.now()

    def tell(self, known: Mapping[str, BattleProgress]) -> None:
        """Send what the listener does not know, in the order in which they named the battles."""
        if not self.opened or self.is_behind:
            return
        events = []
        for battle, sides in self.seats.items():
            now = known.get(battle)
            if now is None:
                continue
            told = self.told[battle]
            if now.version != told.version:
                told.version = now.version
                events.append(
                    self._event("version", f'{{"battle":"{battle}","version":{now.version}}}')
                )
            if sides and now.said != told.said:
                told.said = now.said
                events.append(self._event("said", f'{{"battle":"{battle}","said":{now.said}}}'))
        if events:
            self.write(b"".join(events))

    def check_over(self, battle: str, side: Side | None, job: str) -> None:
        """Tell the side whose answer was checked; a listener who plays both sides hears of
        either.
        """
        sides = self.seats.get(battle)
        if self.opened and sides and (sides.issuperset(SIDES) if side is None else side in sides):
            data = json.dumps({"battle": battle, "job": job}, separators=(",", ":"))
            self.write(self._event("check", data))

    def gone(self, battle: str) -> None:
        """Tell the listener that they may no longer watch a battle. After the last one the stream
        ends.
        """
        del self.seats[battle], self.told[battle], self.access[battle]
        self.write(self._event("gone", f'{{"battle":"{battle}"}}'))
        if not self.seats:
            self.end()

    def end(self) -> None:
        """End the stream after the written events."""
        if self.line is not None:
            self.line.close()

    def _event(self, kind: str, data: str) -> bytes:
        mark = format_event_id(self.told.items())
        return f"id: {mark}\nevent: {kind}\ndata: {data}\n\n".encode("ascii")
