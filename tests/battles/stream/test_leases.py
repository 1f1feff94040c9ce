"""How many streams may be open at once, and are those that have ended free again?"""

import os
from typing import Any

import pytest

from setup_app.battles import pubsub, services
from setup_app.battles.seats.tokens import Seat, Seated
from setup_app.battles.stream import leases
from setup_app.battles.stream.admission import Watcher
from setup_app.battles.stream.broadcaster import Broadcaster
from setup_app.battles.stream.subscriber import BattleSubscriber
from tests.battles.callers import SKIRMISH, Table, begin
from tests.battles.stream.streams import MAX_IN_A_PROCESS, NOTHING, Stream, refused, seat, tokens_of
from tests.processes import PrivateRedis, until
from tests.web_server import WebServer


def test_so_many_streams_has_a_seat_and_they_are_free_again(web: WebServer) -> None:
    table = begin(SKIRMISH)
    mine, other = (seat(each) for each in tokens_of(table))
    held = [Stream(web, table.id, **mine) for _ in range(8)]
    assert [each.status for each in held] == [200] * 8

    assert refused(web, table.id, **mine) == (429, "too_many_streams")
    with Stream(web, table.id, **other) as stream:
        stream.told("version")

    for each in held:
        each.close()
    until(lambda: refused(web, NOTHING)[0] == 404 and free(web, table, mine))


def free(web: WebServer, table: Table, headers: dict[str, str]) -> bool:
    stream = Stream(web, table.id, **headers)
    stream.close()
    return stream.status == 200


def test_a_process_holds_so_many_and_says_so(web: WebServer) -> None:
    table = begin(SKIRMISH, visibility="public")
    until(lambda: free(web, table, {}))
    held: list[Stream] = []

    def full() -> bool:
        held.append(Stream(web, table.id))
        return held[-1].status == 503

    # Those that have just been closed may be held for a moment.
    until(full)
    assert len(held) <= MAX_IN_A_PROCESS + 1
    assert refused(web, table.id) == (503, "streams_full")
    for each in held:
        each.close()
    until(lambda: free(web, table, {}))


def test_quick_comings_and_goings_leave_nothing_counted(web: WebServer, redis_server: Any) -> None:
    table = begin(SKIRMISH)
    mine = seat(tokens_of(table)[0])
    for _ in range(60):
        Stream(web, table.id, **mine).close()

    line = pubsub.redis_at(os.environ["REDIS_URL"])
    until(lambda: line.zcard(f"{leases.PREFIX}:seat:{table.id}:0") == 0)
    held = [Stream(web, table.id, **mine) for _ in range(8)]
    assert [each.status for each in held] == [200] * 8
    for each in held:
        each.close()


@pytest.mark.django_db
def test_streams_are_counted_by_caller_and_by_address(
    redis_server: PrivateRedis, settings: Any
) -> None:
    redis_server.empty()
    settings.STREAMS_PER_CALLER, settings.STREAMS_PER_ADDRESS = 2, 3
    seated = Watcher(seats=(Seated(NOTHING, Seat.FIRST, 0),))
    first, second = leases.take(seated, "here"), leases.take(seated, "there")
    assert first
    assert second

    assert leases.take(seated, "here") is None
    assert leases.take(Watcher(session="one"), "here")
    assert leases.take(Watcher(), "here")
    assert leases.take(Watcher(), "here") is None
    leases.end([first])
    leases.renew([second])
    assert leases.take(seated, "here")


def test_a_place_is_given_up_once_whatever_broke_off(
    redis_server: PrivateRedis, settings: Any
) -> None:
    settings.STREAMS_PER_PROCESS = 2
    broadcaster, lease = Broadcaster(), leases.Lease("one", ())
    assert broadcaster.make_room()
    assert broadcaster.make_room()
    subscriber = BattleSubscriber(
        broadcaster, watcher=Watcher(), seats={}, access={}, told={}, lease=lease
    )

    with pytest.raises(BrokenPipeError):
        subscriber.begin(Broken())
    subscriber.lost()
    subscriber.lost()

    assert [broadcaster.make_room(), broadcaster.make_room()] == [True, False]


class Broken:
    """A connection that is gone before anything could be said on it."""

    def write(self, data: bytes) -> None:
        raise BrokenPipeError

    def count_waiting(self) -> int:
        return 0

    def close(self) -> None: ...


def test_only_its_head_opens_nothing(web: WebServer) -> None:
    table = begin(SKIRMISH, visibility="public")
    services.say(battle=table.id, side=0, text="hello")
    for _ in range(2 * MAX_IN_A_PROCESS):
        assert web.ask("HEAD", f"/api/v1/stream/?battles={table.id}").status == 200
