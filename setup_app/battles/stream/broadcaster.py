"""Broadcast battle updates to the subscribers of this process.

One Redis subscription and one database query serve all of them. Redis reports at once; the database
is checked every LOOK_EVERY seconds all the same, so updates arrive without Redis, and watchers who
lost access are told so.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import Error, connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from setup_app.battles.models import Battle
from setup_app.battles.pubsub import CHANNEL
from setup_app.battles.stream import admission, leases
from setup_app.battles.stream.admission import BattleProgress, Sides, Stored, Watcher
from setup_app.battles.stream.leases import Lease
from setup_app.battles.stream.subscriber import COMMENT, BattleSubscriber

LOOK_EVERY: Final = 2.0
COMMENT_AFTER: Final = 12.0
AGAIN_AFTER: Final = 1.0
LOOKERS: Final = 2

log = logging.getLogger(__name__)

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class DatabaseSnapshot:
    """The result of one look into the database."""

    stored: dict[str, Stored]
    proofs: dict[Watcher, int]


class Broadcaster:
    """The subscribers of one process, on its event loop."""

    def __init__(self) -> None:
        self.subscribers: set[BattleSubscriber] = set()
        self.by_battle: dict[str, set[BattleSubscriber]] = {}
        self.known: dict[str, BattleProgress] = {}
        self._room = threading.Lock()
        self._held = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._wanted: set[str] = set()
        self._opening: list[BattleSubscriber] = []
        self._looking = False
        self._lookers = ThreadPoolExecutor(LOOKERS, thread_name_prefix="stream")
        # One thread, so that a lease is not renewed after it has ended.
        self._counter = ThreadPoolExecutor(1, thread_name_prefix="stream-counts")

    # Room for one more: called in a thread, before the event loop knows the subscriber.

    def make_room(self) -> bool:
        """Reserve a place for one more subscriber; return False if the process has no room."""
        with self._room:
            most = settings.STREAMS_PER_PROCESS
            if most and self._held >= most:
                return False
            self._held += 1
            return True

    def give_up(self, subscriber: BattleSubscriber) -> None:
        """Release the place of a subscriber that never came or has left. Repeated calls release it
        once.
        """
        with self._room:
            if not subscriber.has_place:
                return
            subscriber.has_place = False
            self._held -= 1
        try:
            self._counter.submit(leases.end, [subscriber.lease])
        except RuntimeError:
            # The process is ending; the lease expires later.
            log.debug("a stream is counted until its lease ends")

    # Called on the event loop.

    def now(self) -> float:
        return self._loop.time() if self._loop is not None else 0.0

    def join(self, subscriber: BattleSubscriber) -> None:
        self._start()
        self.subscribers.add(subscriber)
        for battle in subscriber.seats:
            self.by_battle.setdefault(battle, set()).add(subscriber)
        self._opening.append(subscriber)
        self.want(subscriber.seats)

    def leave(self, subscriber: BattleSubscriber) -> None:
        """Remove a subscriber, even if joining failed halfway."""
        self.subscribers.discard(subscriber)
        for battle in list(subscriber.seats):
            self._forget(battle, subscriber)
        self.give_up(subscriber)

    def stop(self) -> None:
        """End all streams, since the process is about to end. May be called by a signal handler."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    def _end_all(self) -> None:
        for subscriber in tuple(self.subscribers):
            subscriber.end()

    def want(self, battles: Iterable[str]) -> None:
        """Request a look at these battles as soon as possible; requests in the meantime share one
        look.
        """
        self._wanted.update(battles)
        if not self._looking and self._wanted:
            self._looking = True
            self._spawn(self._look())

    def hear(self, text: bytes) -> None:
        """Handle one message from Redis."""
        told = json.loads(text)
        battle = told["battle"]
        there = self.by_battle.get(battle)
        if not there:
            return
        if "job" in told:
            for each in tuple(there):
                each.check_over(battle, told["side"], told["job"])
        elif "seats" in told or battle not in self.known:
            # A look that is running may not include the change yet.
            self.want((battle,))
        else:
            self._note(battle, BattleProgress(told.get("version", 0), told.get("said", 0)))

    def _note(self, battle: str, found: BattleProgress) -> None:
        """Tell the subscribers how far a battle is. Its progress never decreases."""
        known = self.known.get(battle)
        if known is not None:
            found = BattleProgress(max(known.version, found.version), max(known.said, found.said))
        self.known[battle] = found
        if found != known:
            for each in tuple(self.by_battle.get(battle, ())):
                each.tell(self.known)

    async def _look(self) -> None:
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted, set()
                opening, self._opening = self._opening, []
                try:
                    watchers = [each.watcher for each in opening]
                    await self._apply(
                        await self._in_thread(_look, wanted, watchers), wanted, opening
                    )
                except Exception as cannot:  # the next look repeats it
                    trace = None if isinstance(cannot, Error) else cannot
                    log.warning("cannot read the watched battles", exc_info=trace)
                    self._opening += [each for each in opening if not each.opened]
                    return
        finally:
            self._looking = False

    async def _apply(
        self, look: DatabaseSnapshot, wanted: set[str], opening: Iterable[BattleSubscriber] = ()
    ) -> None:
        doubtful: dict[BattleSubscriber, list[str]] = {}
        for battle in wanted:
            found = look.stored.get(battle)
            for each in self.by_battle.get(battle, ()):
                if found is None or found.access != each.access[battle]:
                    doubtful.setdefault(each, []).append(battle)
        proofs = {}
        for each in self.subscribers:
            proof = None if each.watcher.seats else look.proofs.get(each.watcher)
            if proof is not None and proof != each.proof:
                doubtful[each] = list(each.seats)
                proofs[each] = proof
        if doubtful:
            await self._look_again(doubtful)
        # Only now, so that a look that fails is repeated.
        for each, proof in proofs.items():
            each.proof = proof
        for battle, found in look.stored.items():
            if battle in self.by_battle:
                self._note(battle, found.progress)
        for each in opening:
            if each in self.subscribers:
                each.opened = True
                each.tell(self.known)

    async def _look_again(self, doubtful: dict[BattleSubscriber, list[str]]) -> None:
        """Check whether the subscribers may still watch these battles, and where they sit now."""
        asked = [(each.watcher, battles) for each, battles in doubtful.items()]
        answers = await self._in_thread(_admit, asked)
        for (subscriber, battles), found in zip(doubtful.items(), answers, strict=True):
            for battle in battles:
                if subscriber not in self.subscribers or battle not in subscriber.seats:
                    continue
                sides, access = found.get(battle, (None, 0))
                if sides is None:
                    self._forget(battle, subscriber)
                    subscriber.gone(battle)
                else:
                    subscriber.seats[battle] = sides
                    subscriber.access[battle] = access
            subscriber.tell(self.known)

    def _forget(self, battle: str, subscriber: BattleSubscriber) -> None:
        there = self.by_battle.get(battle)
        if there is not None:
            there.discard(subscriber)
            if not there:
                del self.by_battle[battle]
                self.known.pop(battle, None)

    # Tasks that run all the time.

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        for each in (self._hear, self._speak, self._watch, self._count):
            self._spawn(self._always(each))

    def _spawn(self, coming: Any) -> None:
        task = asyncio.get_running_loop().create_task(coming)
        self._tasks = [each for each in self._tasks if not each.done()]
        self._tasks.append(task)

    async def _always(self, act: Callable[[], Any]) -> None:
        """Repeat an act for ever, whatever exception it raises."""
        while True:
            try:
                await act()
            except (RedisError, OSError, Error) as lost:
                log.info(
                    "the stream continues without an unavailable service: %s", type(lost).__name__
                )
            except Exception:  # nothing else would report it
                log.exception("unexpected error in the stream; it continues")
            await asyncio.sleep(AGAIN_AFTER)

    async def _hear(self) -> None:
        """Listen to Redis until the connection breaks."""
        client = Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=10
        )
        try:
            async with client.pubsub() as line:
                await line.psubscribe(f"{CHANNEL}:*")
                while True:
                    message = await line.get_message(timeout=5)
                    if message is None:
                        continue
                    if message["type"] == "psubscribe":
                        # There may be news from before the subscription.
                        self.want(self.by_battle)
                    elif message["type"] == "pmessage":
                        self._heard(message["data"])
        finally:
            await client.aclose()

    def _heard(self, text: bytes) -> None:
        try:
            self.hear(text)
        except (ValueError, KeyError, TypeError):
            log.warning("Redis sent a message that is not a battle update")

    async def _speak(self) -> None:
        """Send a keep-alive to subscribers without recent news, and what is missing to those that
        have caught up.
        """
        now = self.now()
        for each in tuple(self.subscribers):
            if not each.is_behind:
                if now - each.spoke >= COMMENT_AFTER:
                    each.write(COMMENT)
                each.tell(self.known)

    async def _watch(self) -> None:
        """Check all watched battles periodically, whether or not Redis sent anything."""
        await asyncio.sleep(LOOK_EVERY - AGAIN_AFTER)
        if self._opening:
            self.want([battle for each in self._opening for battle in each.seats])
        if self.subscribers:
            watched = set(self.by_battle)
            watchers = {each.watcher for each in self.subscribers if not each.watcher.seats}
            await self._apply(await self._in_thread(_look, watched, watchers), watched)

    async def _count(self) -> None:
        await asyncio.sleep(leases.RENEWED_EVERY - AGAIN_AFTER)
        if self.subscribers:
            held: list[Lease] = [each.lease for each in self.subscribers]
            await asyncio.wrap_future(self._counter.submit(leases.renew, held))

    async def _in_thread(self, ask: Callable[..., Found], *given: Any) -> Found:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._lookers, partial(_letting_go, ask, *given))


def _letting_go(ask: Callable[..., Found], *given: Any) -> Found:
    """Query the database and close its connection: these threads wait longer than they query."""
    try:
        return ask(*given)
    finally:
        connections.close_all()


def _look(battles: set[str], watchers: Iterable[Watcher]) -> DatabaseSnapshot:
    return DatabaseSnapshot(admission.stored(battles), admission.proofs_of(watchers))


def _admit(
    asked: list[tuple[Watcher, list[str]]],
) -> list[dict[str, tuple[Sides | None, int]]]:
    named = {battle for _, battles in asked for battle in battles}
    rows = Battle.objects.defer("setup", "seed").in_bulk(named, field_name="public_id")
    answers = []
    for watcher, battles in asked:
        mine = {battle: rows[battle] for battle in battles if battle in rows}
        found = admission.admitted(watcher, mine)
        answers.append(
            {battle: (sides, admission.access_of(rows[battle])) for battle, sides in found.items()}
        )
    return answers


broadcaster: Final = Broadcaster()
"""The broadcaster of this process. It starts with its first subscriber."""
