"""Saved tables by address, and their state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from setup_app.engine.values import LogMessage
from setup_app.identity.ownership import NotThere, owned_parts
from setup_app.identity.requesters import Requester
from setup_app.jobs.models import Job, State
from setup_app.layouts.models import SavedTable
from setup_app.layouts.names import PLAYED_BY
from setup_app.rulebooks import registry
from setup_app.wording.speaker import Speaker
from terrain.core.layout import PLAYERS


@dataclass(frozen=True)
class Waiting:
    """The progress of the worker; a `total` of 0 is not known yet."""

    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Failed:
    """The reason why there is no table: a problem, and whether a retry could succeed."""

    problem: Mapping[str, Any]
    again: bool


def table_named(public_id: str) -> SavedTable:
    """Return the table at an address, for anyone who has it. Raises `NotThere`. One query."""
    rows = SavedTable.objects.select_related("parent", "table_set")
    row = rows.filter(public_id=public_id).first()
    if row is None:
        raise NotThere
    return row


def tables_of(asker: Requester) -> list[QuerySet[SavedTable]]:
    """Return the requester's own tables in disjoint parts; see `web.slices`.

    The first table of a set stands for all of them.
    """
    alone = Q(table_set=None) | Q(number=1)
    return [each.filter(alone) for each in owned_parts(SavedTable, asker)]


def each_table_of(asker: Requester) -> list[QuerySet[SavedTable]]:
    """Return the same with every table of a set."""
    lies = Q(table_set=None) | Q(number__isnull=False)
    rows = owned_parts(SavedTable, asker)
    return [each.filter(lies).select_related("table_set") for each in rows]


def progress_of(row: SavedTable) -> Waiting | Failed | None:
    """Return the state of an unfinished table; None if it is finished. At most one query."""
    if row.finished:
        return None
    if row.refused is not None:
        return Failed(row.refused, again=False)
    job = None if row.job is None else Job.objects.filter(pk=row.job).first()
    if job is None:
        return Failed({"code": "gave_up"}, again=True)
    if job.state == State.FAILED:
        return Failed(job.error or {"code": "fault"}, again=True)
    # Done without an outcome: another run is just storing it.
    return Waiting(job.done, job.total)


def told_of(row: SavedTable) -> list[str]:
    """Return the log of a table in the reader's language."""
    return describe_log(row.log, row.rulebook)


def describe_log(log: Iterable[Mapping[str, Any]], rulebook: str) -> list[str]:
    """Return the lines of a log in the reader's language."""
    players = (str(PLAYED_BY["defender"]), str(PLAYED_BY["invader"]))
    speak = Speaker(registry.rulebook(rulebook), players=players)
    return [speak(LogMessage(line["code"], _sides(line["params"]))) for line in log]


def _sides(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters with sides as the script numbers them: they are stored by their roles."""
    stated = params.get("side")
    return {**params, "side": PLAYERS.index(stated)} if stated in PLAYERS else dict(params)
