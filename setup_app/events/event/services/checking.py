"""Services that check, send back, reopen and publish lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.timezone import now

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.list_queries import current, problems_of_lists
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.entries import entry_named
from setup_app.events.event.services.lists import IN
from setup_app.events.event.services.looks import record_look
from setup_app.events.event.signals import lists_published
from setup_app.events.event.wording import decided_words
from setup_app.events.models import Decision, Entry, Event, Kind, Version, VersionState
from setup_app.identity.ownership import NotThere

TIME_TO_MEND: Final = timedelta(hours=48)
REOPENED: Final = "reopened"
JUDGED: Final = (VersionState.APPROVED, VersionState.SENT_BACK)


@dataclass(frozen=True)
class ListVerdict:
    """A checker's verdict on a version: `approved` or `sent_back`.

    `replaces` names the decision that it cancels. A returned list may be submitted again until
    `due`, which does not count as late; None means `TIME_TO_MEND`.
    """

    version: int
    decision: str
    comment: str = ""
    replaces: int | None = None
    due: datetime | None = None


def open_list(*, standing: EventAccess, number: int, plays_here: bool) -> Entry:
    """Open a list for a reader; a hidden one is recorded as a list access before it is shown.

    `plays_here` says whether the reader's browser holds a player's role of the event. Raises
    `not_found`, and `plays_here` for an organiser or checker who also plays.
    """
    if standing.event.lists_published is not None:
        # No lock: readers of public lists need not wait for each other.
        return _published(standing, entry_named(standing.event, number))
    with acting(standing) as held:
        entry = entry_named(held.event, number)
        if held.plays(entry):
            return entry
        if held.event.lists_published is not None:
            return _published(held, entry)
        if held.kind not in SEES_LISTS:
            raise NotThere
        _plays_not(held, plays_here=plays_here)
        if not entry.versions.exists():
            raise NotThere
        record_look(held, entry)
    return entry


def decide(
    *, standing: EventAccess, number: int, verdict: ListVerdict, plays_here: bool
) -> Decision:
    """Approve a version or send it back.

    Once lists are published, only organisers may send one back, as with reopening: the next version
    is public at once. Raises `not_allowed`, `plays_here`, `not_found`, `due_over`, `stale_version`
    first and then `already_decided`.
    """
    standing.needs(*SEES_LISTS)
    with acting(standing) as held:
        entry = entry_named(held.event, number)
        if held.event.lists_published is None:
            _plays_not(held, plays_here=plays_here)
        elif verdict.decision == VersionState.SENT_BACK:
            held.needs(Kind.ORGANISER)
        _not_over(verdict.due)
        last = entry.versions.last()
        if last is None:
            raise NotThere
        before = last.decisions.filter(what__in=JUDGED).last()
        overtaken = last.number != verdict.version or last.state == VersionState.WITHDRAWN
        if overtaken or (before is None and verdict.replaces is not None):
            raise DomainError("stale_version", {"version": last.number, "list": True})
        if before is not None and before.number != verdict.replaces:
            told = {"by": before.by or "?", "what": decided_words(before.what)}
            raise DomainError("already_decided", told)
        made = _decided(held, entry, last, verdict.decision, verdict.comment)
        last.state = verdict.decision
        last.save(update_fields=["state"])
        _let(entry, verdict.decision, due=verdict.due)
        note(held, f"list_{verdict.decision}", entry=entry.name, version=last.number)
    return made


def approve_lists(*, standing: EventAccess, plays_here: bool) -> int:
    """Approve every submitted list without problems, as they are now; return how many.

    Raises `not_allowed`, and `plays_here` for an organiser or checker who also plays.
    """
    standing.needs(*SEES_LISTS)
    with acting(standing) as held:
        if held.event.lists_published is None:
            _plays_not(held, plays_here=plays_here)
        found = problems_of_lists(held.event)
        clean = [
            entry
            for entry in held.event.entry_rows.filter(status=VersionState.SUBMITTED)
            if not found.get(entry.number, ("no list",))
        ]
        for entry in clean:
            last = entry.versions.latest("number")
            _decided(held, entry, last, VersionState.APPROVED, "")
            last.state = VersionState.APPROVED
            last.save(update_fields=["state"])
            _let(entry, VersionState.APPROVED, due=None)
            note(held, "list_approved", entry=entry.name, version=last.number)
    return len(clean)


def reopen_list(*, standing: EventAccess, number: int, due: datetime | None) -> Entry:
    """Reopen a player's list until `due`, after publication too; for organisers.

    An approval is cancelled; the public version stays until the next one comes. Raises `not_found`,
    `due_over`.
    """
    standing.needs(Kind.ORGANISER)
    _not_over(due)
    with acting(standing) as held:
        entry = entry_named(held.event, number)
        last = entry.versions.last()
        if last is not None:
            _decided(held, entry, last, REOPENED, "")
            if last.state in IN:
                last.state = VersionState.SENT_BACK
                last.save(update_fields=["state"])
        _let(entry, VersionState.SENT_BACK, due=due)
        note(held, "list_reopened", entry=entry.name)
    return entry


def publish_lists(*, standing: EventAccess, anyway: bool) -> tuple[Event, int]:
    """Publish every list at once, which cannot be undone; return how many. For organisers.

    Raises `lists_unchecked` with a violation for each that is not approved and each player without
    one, unless `anyway`.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event = held.event
        if event.lists_published is not None:
            return event, count_public(event)
        entries = list(event.entry_rows.all())
        shown = [each.pk for each in current(event).values()]
        with_list = set(Version.objects.filter(pk__in=shown).values_list("entry_id", flat=True))
        faults = tuple(
            Violation("lists_unchecked" if each.pk in with_list else "no_list", params=_named(each))
            for each in entries
            if not each.dropped and each.status != VersionState.APPROVED
        )
        if faults and not anyway:
            raise DomainError("lists_unchecked", violations=faults)
        Version.objects.filter(pk__in=shown).update(public=True)
        event.lists_published = now()
        note(held, "lists_published", count=len(shown))
        lists_published.send(sender=Event, held=held)
    return event, len(shown)


def count_public(event: Event) -> int:
    """Return how many entries have a public list."""
    seen = Version.objects.filter(entry__event=event, public=True)
    return seen.order_by().values("entry").distinct().count()


def _named(entry: Entry) -> dict[str, str]:
    return {"name": entry.name}


def _decided(
    standing: EventAccess, entry: Entry, version: Version, what: str, comment: str
) -> Decision:
    number = Decision.objects.filter(version__entry=entry).count() + 1
    return Decision.objects.create(
        version=version, number=number, what=what, comment=comment, by=standing.name
    )


def _let(entry: Entry, status: str, *, due: datetime | None) -> None:
    """Give an entry's list this status, with a deadline if it is sent back."""
    back = status == VersionState.SENT_BACK
    entry.status, entry.due = status, (due or now() + TIME_TO_MEND) if back else None
    entry.save(update_fields=["status", "due"])


def _not_over(due: datetime | None) -> None:
    if due is not None and due <= now():
        raise DomainError("due_over")


def _published(standing: EventAccess, entry: Entry) -> Entry:
    """Return the entry, if any of its list is visible once lists are published."""
    versions = entry.versions.all()
    if standing.kind not in SEES_LISTS:
        versions = versions.filter(public=True)
    if not standing.plays(entry) and not versions.exists():
        raise NotThere
    return entry


def _plays_not(standing: EventAccess, *, plays_here: bool) -> None:
    if plays_here or standing.entry is not None:
        raise DomainError("plays_here")
