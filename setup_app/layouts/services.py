"""Request, generate, edit and delete saved tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.identity.ownership import NotThere, own, owner
from setup_app.identity.requesters import Requester
from setup_app.jobs.services import enqueue
from setup_app.jobs.timeouts import NoWorker, is_swamped
from setup_app.layouts import queries
from setup_app.layouts.models import SavedTable, TableSet
from setup_app.layouts.requests import read_wish, read_with_rules

LAY = "layouts.table"
MAX_WAITING = 50
FORGOTTEN_AT_ONCE, SETS_FORGOTTEN_AT_ONCE = 500, 20

Progress = Callable[[int, int], None]


def ask_for(
    wish: Mapping[str, Any], *, asker: Requester, parent: SavedTable | None = None
) -> SavedTable:
    """Store a table for a worker to generate with these options.

    Raises what `read_wish` raises, and `no_worker` if too many wait already.
    """
    read_wish(wish)
    return _stored(asker, wish=dict(wish), parent=parent)


def save_edited(layout: Mapping[str, Any], *, asker: Requester, parent: SavedTable) -> SavedTable:
    """Store a changed copy of a table, legal or not; a worker will judge it.

    Raises what `read_with_rules` raises, and `no_worker` if too many wait already.
    """
    read_with_rules(layout)
    return _stored(asker, wish=parent.wish, parent=parent, layout=dict(layout), edited=True)


def _stored(asker: Requester, **fields: Any) -> SavedTable:
    if is_swamped(LAY, most=MAX_WAITING):
        raise NoWorker
    with transaction.atomic():
        parent = fields.get("parent")
        if parent is not None:
            # Locked until its child is stored: it may have been deleted just now.
            held = SavedTable.objects.select_for_update(of=("self",)).filter(pk=parent.pk).first()
            fields["parent"] = held
            if held is not None and held.number is not None and held.is_of(asker):
                # An owner's change to a table of a set takes its place there as soon as it is
                # finished.
                fields["table_set_id"] = held.table_set_id
        row = SavedTable(**owner(asker), **fields)
        row.job = enqueue(LAY, {"table": row.public_id}).pk
        row.save()
    return row


def try_again(public_id: str, *, asker: Requester) -> SavedTable:
    """Retry the same options after a failed job. Raises `not_found`, `no_worker`."""
    if is_swamped(LAY, most=MAX_WAITING):
        raise NoWorker
    with transaction.atomic():
        row = own(SavedTable, asker, public_id)
        if not row.finished and row.refused is None:
            row.job = enqueue(LAY, {"table": row.public_id}).pk
            row.save(update_fields=["job"])
    return row


def lay(public_id: str, progress: Progress) -> None:
    """Generate and judge a table, for its worker. Safe to run twice or to kill half-way.

    Raises the rulebook's refusal, after recording it with the table.
    """
    row = SavedTable.objects.filter(public_id=public_id).first()
    if row is None or row.finished:
        return
    made: dict[str, Any] = {}
    try:
        if row.among is not None:
            made = queries.laid_inside(row.among, progress)
        elif row.layout is None:
            made = queries.generate_layout(row.wish, progress)
        if "audit" not in made:
            made["audit"] = queries.audited(made.get("layout", row.layout), to_keep=True)
    except DomainError as refused:
        violations = [queries.as_kept(each) for each in refused.violations]
        _settle(row, refused={"code": refused.code, "violations": violations})
        raise
    _settle(row, **made)


@transaction.atomic
def _settle(row: SavedTable, **outcome: Any) -> None:
    # A finished table never changes: not even by a second run of the same job.
    open_ = SavedTable.objects.filter(pk=row.pk, audit__isnull=True, refused__isnull=True)
    settled = open_.update(**outcome)
    if settled and "audit" in outcome and row.table_set is not None and row.number is None:
        _take_place(row, row.parent)


def _take_place(row: SavedTable, parent: SavedTable | None) -> None:
    """Give a regenerated table its parent's number in the set. If another one was quicker, it stays
    a separate table.
    """
    held = SavedTable.objects.select_for_update(of=("self",)).filter(
        table_set=row.table_set, number__isnull=False
    )
    before = None if parent is None else held.filter(pk=parent.pk).first()
    if before is None:
        SavedTable.objects.filter(pk=row.pk).update(table_set=None)
        return
    SavedTable.objects.filter(pk=before.pk).update(number=None)
    SavedTable.objects.filter(pk=row.pk).update(number=before.number)


@transaction.atomic
def forget(public_id: str, *, asker: Requester) -> None:
    """Delete one of the requester's own tables. Its children stay.

    Raises `not_found`, also for one in a set: a set is deleted as a whole.
    """
    row = own(SavedTable, asker, public_id)
    if row.number is not None:
        raise NotThere
    row.delete()


def note_seen(row: SavedTable) -> None:
    """Record a view of a table: once a day, so that views cost no writes."""
    today = timezone.localdate()
    if row.seen != today:
        SavedTable.objects.filter(pk=row.pk).update(seen=today)
        if row.table_set_id is not None:
            TableSet.objects.filter(pk=row.table_set_id).update(seen=today)


def forget_unseen(before: date) -> int:
    """Delete the tables and whole sets that no one has viewed since; return the number of
    tables.
    """
    forgotten = 0
    while True:
        old = SavedTable.objects.filter(seen__lt=before, table_set=None)
        some = list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
        sets = TableSet.objects.filter(seen__lt=before)
        of_sets = list(sets.values_list("pk", flat=True)[:SETS_FORGOTTEN_AT_ONCE])
        if not some and not of_sets:
            return forgotten
        with transaction.atomic():
            _count, gone = old.filter(pk__in=some).delete()
            _count, with_sets = sets.filter(pk__in=of_sets).delete()
        forgotten += sum(each.get(SavedTable._meta.label, 0) for each in (gone, with_sets))
