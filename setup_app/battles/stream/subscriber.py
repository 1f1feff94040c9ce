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
    from setup_app.battles.stream.broadcaster import Broadcaster

RETRY: Final = b"retry: 2000\n\n"
COMMENT: Final = b":\n\n"
MAX_WAITING: Final = 32 * 1024
"""The number of unread bytes after which a subscriber gets no more until it reads some."""


class BattleSubscriber:
    """One open stream. Only the event loop uses it, except `drop`.

    `seats` gives the subscriber's sides in each battle, `access` the conditions under which that
    was decided. `told` is what the subscriber knows; `outbox` is None before the stream is open.
    `has_place` holds until the place in the process is released.
    """

    __slots__ = (
        "access",
        "broadcaster",
        "has_place",
        "lease",
        "opened",
        "outbox",
        "proof",
        "seats",
        "spoke",
        "told",
        "watcher",
    )

    def __init__(
        self,
        broadcaster: Broadcaster,
        *,
        watcher: Watcher,
        seats: dict[str, Sides],
        access: dict[str, int],
        told: Mapping[str, EventPosition],
        lease: Lease,
    ) -> None:
        self.broadcaster = broadcaster
        self.watcher = watcher
        self.seats = seats
        self.access = access
        self.told = {battle: told.get(battle) or EventPosition() for battle in seats}
        self.lease = lease
        self.has_place = True
        self.outbox: Outbox | None = None
        self.opened = False
        self.proof: int | None = None
        self.spoke = 0.0

    # Called by the web server.

    def begin(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.write(RETRY)
        self.broadcaster.join(self)

    def lost(self) -> None:
        self.outbox = None
        self.broadcaster.leave(self)

    def drop(self) -> None:
        self.broadcaster.give_up(self)

    # Messages to the subscriber.

    @property
    def is_behind(self) -> bool:
        return self.outbox is not None and self.outbox.count_waiting() > MAX_WAITING

    def write(self, data: bytes) -> None:
        if self.outbox is not None:
            self.outbox.write(data)
            self.spoke = self.broadcaster.now()

    def tell(self, known: Mapping[str, BattleProgress]) -> None:
        """Send what the subscriber does not know, in the order in which they named the battles."""
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
        """Tell the side whose answer was checked; a subscriber who plays both sides hears of
        either.
        """
        sides = self.seats.get(battle)
        if self.opened and sides and (sides.issuperset(SIDES) if side is None else side in sides):
            data = json.dumps({"battle": battle, "job": job}, separators=(",", ":"))
            self.write(self._event("check", data))

    def gone(self, battle: str) -> None:
        """Tell the subscriber that they may no longer watch a battle. After the last one the stream
        ends.
        """
        del self.seats[battle], self.told[battle], self.access[battle]
        self.write(self._event("gone", f'{{"battle":"{battle}"}}'))
        if not self.seats:
            self.end()

    def end(self) -> None:
        """End the stream after the written events."""
        if self.outbox is not None:
            self.outbox.close()

    def _event(self, kind: str, data: str) -> bytes:
        mark = format_event_id(self.told.items())
        return f"id: {mark}\nevent: {kind}\ndata: {data}\n\n".encode("ascii")
