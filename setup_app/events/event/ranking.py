"""The standings as people read them: who has a place, where only the lot decides, who has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from setup_app.events.event import round_queries, round_values
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_queries import current
from setup_app.events.models import Version


@dataclass(frozen=True)
class RankingView:
    """The rows with a place, best first, then those without one.

    A row is one of `standings_view` with `club`, `army` (empty while lists are hidden), `dropped`
    and `by_lot`: whether only the lot puts it before or behind a neighbour.
    """

    rows: tuple[dict[str, Any], ...]
    below: tuple[dict[str, Any], ...]

    @property
    def by_lot(self) -> bool:
        return any(row["by_lot"] for row in self.rows)


def ranking_view(standing: EventAccess) -> RankingView:
    """Return the ranking after all published rounds. Players who dropped out, or who have neither
    played nor had a bye, are below it without a place, and the places of the others close up. Five
    queries, six once lists are published.
    """
    event = standing.event
    entries = {entry.number: entry for entry in round_values.entries_of(event)}
    armies = _armies(standing)
    table = [
        {
            **row,
            "club": entries[row["entry"]].club,
            "army": armies.get(row["entry"], ""),
            "dropped": entries[row["entry"]].dropped,
            "by_lot": False,
        }
        for row in round_queries.standings_view(standing, with_clubs=True)
    ]
    ranked = [row for row in table if _has_place(row)]
    _close_up(ranked)
    _mark_lots(ranked, event.tie_breaks)
    below = [{**row, "place": None} for row in table if not _has_place(row)]
    return RankingView(tuple(ranked), tuple(below))


def _has_place(row: dict[str, Any]) -> bool:
    return not row["dropped"] and bool(row["played"] or row["score"])


def _close_up(rows: list[dict[str, Any]]) -> None:
    """Number the places from 1; rows that share a place still do."""
    before: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        row["place"] = before.setdefault(row["place"], number)


def _mark_lots(rows: list[dict[str, Any]], tie_breaks: list[str]) -> None:
    """Mark the rows that are level with a neighbour in everything that comes before the lot."""
    if "lots" not in tie_breaks:
        return
    decided = tie_breaks[: tie_breaks.index("lots")]
    keys = [(row["total"], *(row["tie_breaks"][name] for name in decided)) for row in rows]
    for at in range(1, len(rows)):
        if keys[at] == keys[at - 1]:
            rows[at - 1]["by_lot"] = rows[at]["by_lot"] = True


def _armies(standing: EventAccess) -> dict[int, str]:
    """Return the name of each entry's public list."""
    if standing.event.lists_published is None:
        return {}
    keys = [each.pk for each in current(standing.event, public=True).values()]
    rows = Version.objects.filter(pk__in=keys)
    return dict(rows.values_list("entry__number", "army__name"))
