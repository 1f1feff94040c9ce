"""Request, regenerate, name, print and delete sets of tables."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from setup_app.engine.errors import DomainError
from setup_app.identity.ownership import own, owner
from setup_app.identity.requesters import Requester
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import JobPart, cancel, enqueue, enqueue_whole
from setup_app.jobs.timeouts import NoWorker, is_swamped
from setup_app.layouts.models import SavedTable, TableSet

LAY: Final = "layouts.set_table"
"""The same work as for a single table; more of these may wait, a few at a time."""
WHOLE: Final = "layouts.set"
PRINT: Final = "layouts.print_set"
MAX_TABLES: Final = 40
MAX_WAITING: Final = 400
MAX_PRINTS: Final = 20
MAX_TITLE_LENGTH, MAX_NAME_LENGTH = 80, 80

Wish = Mapping[str, Any]


@dataclass(frozen=True)
class SetRequest:
    """The request for a set: its seed, its form's fields, and each table's options in order."""

    seed: str
    form: str
    wishes: Sequence[Wish]


def ask_for(asked: SetRequest, *, asker: Requester) -> TableSet:
    """Create a set for workers to generate. The options were read. Raises `no_worker`."""
    if is_swamped(LAY, most=MAX_WAITING):
        raise NoWorker
    with transaction.atomic():
        made = TableSet(
            **owner(asker), count=len(asked.wishes), seed=asked.seed, form=asked.form, names=[]
        )
        made.save()
        rows = [
            SavedTable(**owner(asker), table_set=made, number=number, wish=wish, job=uuid.uuid4())
            for number, wish in enumerate(asked.wishes, 1)
        ]
        SavedTable.objects.bulk_create(rows)
        _run(made, rows)
    return made


def lay_anew(
    public_id: str,
    orders: Mapping[int, Sequence[Wish]],
    *,
    asker: Requester,
    between: Mapping[str, Sequence[float]] | None = None,
) -> TableSet:
    """Regenerate some numbers of the requester's set, with the given options for each.

    Each new table takes its place when it is finished; if it fails, the old one stays. With the
    fences `between` it is the first of its options that lies inside; without, the first.

    Raises `not_found`, `set_at_work` while its tables are being generated, and `no_worker`.
    """
    if is_swamped(LAY, most=MAX_WAITING):
        raise NoWorker
    with transaction.atomic():
        found = own(TableSet, asker, public_id)
        if is_at_work(found):
            raise DomainError("set_at_work")
        parents = found.tables.filter(number__in=list(orders)).order_by("number")
        rows = [
            SavedTable(
                **owner(asker),
                table_set=found,
                parent=parent,
                wish=orders[parent.number][0],
                among=between and {"wishes": list(orders[parent.number]), "fences": between},
                job=uuid.uuid4(),
            )
            for parent in parents.only("number")
            if parent.number is not None
        ]
        SavedTable.objects.bulk_create(rows)
        if rows:
            _run(found, rows)
    return found


def _run(table_set: TableSet, rows: Sequence[SavedTable]) -> None:
    parts = [JobPart(LAY, {"table": row.public_id}, id=row.job) for row in rows if row.job]
    table_set.run = enqueue_whole(WHOLE, {"tables": len(rows)}, parts).pk
    table_set.save(update_fields=["run"])


def is_at_work(table_set: TableSet) -> bool:
    """Return whether its run continues. At most one query."""
    if table_set.run is None:
        return False
    under_way = Job.objects.filter(pk=table_set.run, state__in=(State.QUEUED, State.RUNNING))
    return under_way.exists()


@transaction.atomic
def call_off(public_id: str, *, asker: Requester) -> None:
    """Cancel the run of the requester's set: finished tables stay. Raises `not_found`."""
    found = own(TableSet, asker, public_id)
    if found.run is not None:
        cancel(found.run)


@transaction.atomic
def rename(public_id: str, title: str, names: Sequence[str], *, asker: Requester) -> None:
    """Rename the requester's set and its tables, cutting each name to fit. Raises `not_found`."""
    found = own(TableSet, asker, public_id)
    found.title = _plain(title)[:MAX_TITLE_LENGTH]
    found.names = [_plain(name)[:MAX_NAME_LENGTH] for name in names[: found.count]]
    found.save(update_fields=["title", "names"])


def _plain(words: str) -> str:
    """Return the text on one line, without unprintable characters."""
    return "".join(each for each in " ".join(words.split()) if each.isprintable())


@transaction.atomic
def forget(public_id: str, *, asker: Requester) -> None:
    """Delete the requester's set with its tables. Raises `not_found`."""
    found = own(TableSet, asker, public_id)
    if found.run is not None:
        cancel(found.run)
    found.delete()


def print_sheets(public_id: str, headings: Sequence[Mapping[str, Any]], paper: str) -> Job:
    """Start a job whose file is a PDF with the sheet of each heading's table. Raises
    `no_worker`.
    """
    if is_swamped(PRINT, most=MAX_PRINTS):
        raise NoWorker
    return enqueue(PRINT, {"set": public_id, "headings": list(headings), "paper": paper})
