"""Receivers of the signals of events and battles run in the transaction that sends them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.dispatch import Signal

from setup_app.battles.models import Battle
from setup_app.battles.services import resign
from setup_app.battles.signals import battle_finished
from setup_app.events.event import services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.signals import event_deleted, round_published, round_withdrawn
from setup_app.events.models import Event, Kind, Round
from tests.events.callers import answered, begin
from tests.events.test_played_tables import at, published
from tests.events.test_rounds import of, out, paired

pytestmark = pytest.mark.django_db


@contextmanager
def receiving(signal: Signal, *, fails: bool = False) -> Iterator[list[dict[str, Any]]]:
    """Collect what a signal is sent with, by a receiver that may raise an error afterwards."""
    received: list[dict[str, Any]] = []

    def receive(**sent: Any) -> None:
        received.append(sent)
        if fails:
            raise RuntimeError("this receiver fails")

    signal.connect(receive)
    try:
        yield received
    finally:
        signal.disconnect(receive)


def test_a_round_sends_a_signal_when_it_is_published_and_when_it_is_withdrawn() -> None:
    meeting = of(4)
    paired(meeting)

    with receiving(round_published) as sent:
        out(meeting, 1)
        out(meeting, 1)
    with receiving(round_withdrawn) as withdrawn:
        answered(meeting.desk.post(f"{meeting.path}rounds/1/withdraw/"), 200)

    assert [(each["sender"], each["round_"].number) for each in sent] == [(Event, 1)]
    assert [(each["sender"], each["round_"].number) for each in withdrawn] == [(Event, 1)]


def test_an_error_of_a_receiver_leaves_a_round_unpublished() -> None:
    paired(of(4))
    organiser = EventAccess(Event.objects.get(), Kind.ORGANISER)

    with receiving(round_published, fails=True), pytest.raises(RuntimeError):
        services.publish_round(standing=organiser, number=1)

    assert Round.objects.get().published is None


def test_a_deleted_event_is_still_there_when_its_receivers_run() -> None:
    begin()
    organiser = EventAccess(Event.objects.get(), Kind.ORGANISER)

    with receiving(event_deleted, fails=True) as sent, pytest.raises(RuntimeError):
        services.delete_event(standing=organiser)

    assert sent[0]["held"].event.pk is not None
    assert Event.objects.exists()


def test_an_error_of_a_receiver_undoes_the_move_that_ends_a_battle() -> None:
    meeting = published()
    battle = at(meeting.player, meeting)["battle"]
    version = Battle.objects.get(public_id=battle).version

    with receiving(battle_finished, fails=True) as sent, pytest.raises(RuntimeError):
        resign(battle=battle, side=0)

    assert [each["battle"].public_id for each in sent] == [battle]
    row = Battle.objects.get(public_id=battle)
    assert (row.version, row.finished) == (version, None)
