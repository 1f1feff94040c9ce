"""Services for players who read two of each other's lists, without names, before publication."""

from __future__ import annotations

import hashlib

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import is_over
from setup_app.events.event.list_queries import current
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.lists import IN
from setup_app.events.event.services.looks import record_look
from setup_app.events.models import Decision, Entry, Event, Kind, PeerRead, Version
from setup_app.identity.ownership import NotThere

LISTS_EACH = 2
MAX_REMARKS = 20
"""The maximum number of remarks on one version; two players read each."""


def open_peers(*, standing: EventAccess) -> tuple[PeerRead, ...]:
    """Return the lists that a player reads, the same ones each time; each access is recorded.

    Only vouched entries read and are read: anyone could sign up under made-up names, also before
    registration was closed, and read every hidden list.

    Raises `not_found` if the event has no reading by players, `not_allowed` for callers who are not
    players, and `no_peers` before the deadline has passed, while the player's own list is not
    submitted, or if they are not vouched.
    """
    with acting(standing) as held:
        entry = _reader(held)
        if not entry.vouched:
            raise DomainError("no_peers")
        given = tuple(entry.peers_read.select_related("version"))
        if given:
            return given
        if not is_over(held.event) or entry.status not in IN:
            raise DomainError("no_peers")
        others = _others(held.event, entry)
        for place, version in enumerate(others, start=1):
            PeerRead.objects.create(reader=entry, place=place, version=version)
            record_look(held, version.entry)
        if others:
            note(held, "peers_read", entry=entry.name)
        return tuple(entry.peers_read.select_related("version"))


def remark(*, standing: EventAccess, peer: int, words: str) -> None:
    """Add a remark, for checkers, to a list that the player has read.

    Raises `not_found`, also for a reader who is not vouched, and `too_many_remarks` beyond the
    maximum.
    """
    with acting(standing) as held:
        entry = _reader(held)
        read = entry.peers_read.select_related("version").filter(place=peer).first()
        if read is None or not entry.vouched:
            raise NotThere
        said = Decision.objects.filter(version__entry_id=read.version.entry_id)
        if said.filter(version=read.version, what="remark").count() >= MAX_REMARKS:
            raise DomainError("too_many_remarks", {"most": MAX_REMARKS})
        number = said.count() + 1
        # Without the author's name, as the list was.
        Decision.objects.create(version=read.version, number=number, what="remark", comment=words)
        note(held, "peer_remarked", entry=entry.name)


def _reader(standing: EventAccess) -> Entry:
    if not standing.event.lists["peers"]:
        raise NotThere
    standing.needs(Kind.PLAYER)
    entry = standing.entry
    if entry is None:
        raise DomainError("not_allowed")
    return entry


def _others(event: Event, reader: Entry) -> list[Version]:
    """Return the next two lists after the reader's in a randomly ordered ring of the
    submitted lists of vouched entries.
    """
    versions = current(event)
    among = [
        each
        for each in event.entry_rows.filter(vouched=True)
        if each.number in versions and (each.status in IN or each.pk == reader.pk)
    ]
    ring = sorted(among, key=lambda each: _lot(event, each))
    at = next(index for index, each in enumerate(ring) if each.pk == reader.pk)
    following = [*ring[at + 1 :], *ring[:at]]
    return [versions[each.number] for each in following[:LISTS_EACH]]


def _lot(event: Event, entry: Entry) -> str:
    return hashlib.sha256(f"{event.public_id}/peers/{entry.number}".encode()).hexdigest()
