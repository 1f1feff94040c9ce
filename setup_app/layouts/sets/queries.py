"""The tables of a set by number, with their state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import Job, State
from setup_app.layouts.models import SavedTable, TableSet
from setup_app.layouts.outliers import figures_of
from setup_app.layouts.saved_tables import Waiting


@dataclass(frozen=True)
class SetMember:
    """One number of a set: its row, the row requested last (usually the same), whether a worker is
    generating that one, and the problem if it failed.
    """

    number: int
    row: SavedTable
    last: SavedTable
    waiting: bool = False
    problem: Mapping[str, Any] | None = None

    @property
    def lies(self) -> bool:
        return self.row.layout is not None and self.row.audit is not None

    @property
    def figures(self) -> dict[str, float] | None:
        """Return the figures of the table; None if it has no card."""
        row = self.row
        if row.audit is None or row.layout is None or not row.audit["fairness"]:
            return None
        return figures_of(row.audit["fairness"], row.layout)


def set_named(public_id: str) -> TableSet:
    """Return the set at an address, for anyone who has it. Raises `NotThere`. One query."""
    found = TableSet.objects.filter(public_id=public_id).first()
    if found is None:
        raise NotThere
    return found


def places(table_set: TableSet) -> list[SetMember]:
    """Return the member at each number. At most three queries."""
    rows = list(
        table_set.tables.filter(number__isnull=False).defer("log", "among").order_by("number")
    )
    unsettled = table_set.tables.filter(
        number=None, audit__isnull=True, parent__number__isnull=False
    )
    anew = {row.parent_id: row for row in unsettled.defer("log", "among").order_by("pk")}
    jobs = _jobs([*(row for row in rows if row.audit is None), *anew.values()])
    return [_place(row, anew.get(row.pk), jobs) for row in rows]


def note_seen(table_set: TableSet) -> None:
    """Record a view of a set: once a day."""
    today = timezone.localdate()
    if table_set.seen != today:
        TableSet.objects.filter(pk=table_set.pk).update(seen=today)


def progress_of(table_set: TableSet) -> Waiting | None:
    """Return the progress of its run; None if there is no run. One query."""
    job = None if table_set.run is None else Job.objects.filter(pk=table_set.run).first()
    if job is None or job.over:
        return None
    return Waiting(job.done, job.total)


def _jobs(rows: Iterable[SavedTable]) -> dict[UUID, Job]:
    asked = [row.job for row in rows if row.job is not None and row.refused is None]
    found = Job.objects.filter(pk__in=asked).only("state", "error") if asked else ()
    return {job.pk: job for job in found}


def _place(row: SavedTable, anew: SavedTable | None, jobs: Mapping[UUID, Job]) -> SetMember:
    last = row if anew is None else anew
    job = None if last.job is None else jobs.get(last.job)
    waiting = False
    problem: Mapping[str, Any] | None = last.refused
    if last.audit is None and problem is None:
        if job is None:
            problem = {"code": "gave_up"}
        elif job.state == State.FAILED:
            problem = job.error or {"code": "fault"}
        else:
            # Done without an outcome: another run is just storing it.
            waiting = True
    return SetMember(row.number or 0, row, last, waiting, problem)
