"""Reads of rounds, results and standings, for a given viewer."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from setup_app.armies.csv_layout import made_safe
from setup_app.events.event import round_values
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.rounds.cautions import Reason, cautions, reasons
from setup_app.events.event.rounds.players import Pairing, Player
from setup_app.events.event.rounds.results import history_of
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event.wording import caution_words
from setup_app.events.models import Entry, Event, Match, Round
from setup_app.identity.ownership import NotThere

PAIRING_COLUMNS = ("round", "table", "player", "opponent", "score", "opponent_score", "state")
STANDING_COLUMNS = ("place", "entry", "name", "played", "score", "penalty", "total")


def round_seen(standing: EventAccess, number: int) -> Round:
    """Return a round that this viewer may see. Raises `not_found`; a draft is only for desks and
    organisers.
    """
    round_ = standing.event.round_rows.filter(number=number).first()
    if round_ is None or (round_.published is None and standing.kind not in RUNS_ROUNDS):
        raise NotThere
    round_.event = standing.event
    return round_


def rounds_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Return every round that this viewer may see. Four queries, however many there are."""
    rounds = list(standing.event.round_rows.all())
    if standing.kind not in RUNS_ROUNDS:
        rounds = [each for each in rounds if each.published is not None]
    matches = _matches(rounds)
    past = [match for match in matches if match.round.published is not None]
    return _views(standing, rounds, matches, past)


def next_round(event: Event) -> int:
    """Return the first round that is not published; the last if all are. One query."""
    out = event.round_rows.filter(published__isnull=False).count()
    return min(out + 1, event.rounds)


def round_view(standing: EventAccess, round_: Round) -> dict[str, Any]:
    """Return one round in the contract's form; warnings are for desks and organisers. Four
    queries.
    """
    before = standing.kind in RUNS_ROUNDS
    past = round_values.matches_of(standing.event, after=round_.number - 1) if before else []
    return _views(standing, [round_], _matches([round_]), past)[0]


def _matches(rounds: list[Round]) -> list[Match]:
    return list(
        round_values.with_entries(Match.objects.filter(round__in=rounds)).order_by("table", "pk")
    )


def _views(
    standing: EventAccess, rounds: list[Round], found: list[Match], past: list[Match]
) -> list[dict[str, Any]]:
    """Return these rounds, of which `found` are the pairings; `past` are the pairings of published
    rounds.
    """
    event = standing.event
    entries = round_values.entries_of(event)
    matches: dict[int, list[Match]] = {}
    for match in found:
        matches.setdefault(match.round.number, []).append(match)
    shown = []
    for round_ in rounds:
        of_it = sorted(matches.get(round_.number, ()), key=lambda match: match.table is None)
        view: dict[str, Any] = {
            "round": round_.number,
            "state": _state(round_, of_it),
            "pairings": [pairing_view(standing, match) for match in of_it],
            "warnings": [],
        }
        if standing.kind in RUNS_ROUNDS:
            before = [match for match in past if match.round.number < round_.number]
            view["warnings"] = list(_warnings(round_, of_it, before, entries, event.avoid))
        shown.append(view)
    return shown


def pairing_view(standing: EventAccess, match: Match) -> dict[str, Any]:
    """Return one pairing. A report by one player alone is visible only to that player, their
    opponent and the desk.
    """
    inside = standing.kind in RUNS_ROUNDS or (
        standing.entry is not None and standing.entry in match.entries
    )
    shown = match.confirmed or inside
    return {
        "table": match.table,
        "entries": [entry.number for entry in match.entries],
        "state": match.state,
        "scores": round_values.scores_shown(match, standing.event) if shown else None,
    }


def _state(round_: Round, matches: list[Match]) -> str:
    if round_.published is None:
        return "draft"
    return "finished" if matches and all(each.confirmed for each in matches) else "published"


def _warnings(
    round_: Round,
    matches: list[Match],
    before: list[Match],
    entries: list[Entry],
    avoid: list[str],
) -> Iterator[dict[str, Any]]:
    """Yield what to look at twice. Players who are not checked in are mentioned once anyone is."""
    players = [Player(each.number, 0, each.club, each.country) for each in entries]
    found = cautions(
        [round_values.pairing_of(match) for match in matches],
        players,
        history=history_of(round_values.result_of(match) for match in before),
        avoid=avoid,
    )
    for each in found:
        yield _warning(each.code, list(each.entries), **each.params)
    asked = any(entry.here for entry in entries)
    for entry in (entry for match in matches for entry in match.entries):
        if entry.here is False or (asked and not entry.here):
            yield _warning("not_here", [entry.number])
    if round_.results_changed:
        yield _warning("results_changed", [])


def _warning(code: str, entries: list[int], **params: Any) -> dict[str, Any]:
    return {"code": code, "entries": entries, "message": caution_words(code, params)}


def reasons_of(
    standing: EventAccess, view: dict[str, Any], entries: Iterable[Entry], totals: Mapping[int, int]
) -> tuple[tuple[Reason, ...], ...]:
    """Return the reasons for each pairing of a round's view; `totals` are those of the rounds
    before it. One query.
    """
    before = round_values.matches_of(standing.event, after=view["round"] - 1)
    pairings = [Pairing(each["table"], tuple(each["entries"])) for each in view["pairings"]]
    players = [
        Player(each.number, totals.get(each.number, 0), each.club, each.country) for each in entries
    ]
    history = history_of(round_values.result_of(match) for match in before)
    return reasons(pairings, players, history=history)


def standings_view(
    standing: EventAccess, *, after: int | None = None, with_clubs: bool = False
) -> list[dict[str, Any]]:
    """Return the standings after round `after`, or after all published rounds; `with_clubs` adds
    the club to a name that two players share. Three queries.
    """
    event = standing.event
    entries = round_values.entries_of(event)
    names = {each.number: each.shown_name if with_clubs else each.name for each in entries}
    rows = round_values.standings_of(event, entries, round_values.matches_of(event, after=after))
    return [
        {
            "place": row.place,
            "entry": row.entry,
            "name": names[row.entry],
            "played": row.played,
            "score": row.score,
            "penalty": row.penalty,
            "total": row.total,
            "tie_breaks": dict(row.tie_breaks),
        }
        for row in rows
    ]


def standings_csv(standing: EventAccess, *, after: int | None = None) -> str:
    """Return the standings as a CSV file, with a column for each tie-break."""
    names = standing.event.tie_breaks
    rows = standings_view(standing, after=after, with_clubs=True)
    return _csv(
        (*STANDING_COLUMNS, *names),
        (
            [row[name] for name in STANDING_COLUMNS] + [row["tie_breaks"][name] for name in names]
            for row in rows
        ),
    )


def pairings_csv(standing: EventAccess, round_: Round) -> str:
    """Return a round as a CSV file, with players by name."""
    return _csv(PAIRING_COLUMNS, _pairing_rows(standing, round_))


def _pairing_rows(standing: EventAccess, round_: Round) -> Iterator[list[Any]]:
    names = shown_names(standing.event)
    view = round_view(standing, round_)
    for pairing in view["pairings"]:
        one, other = (*pairing["entries"], None)[:2]
        scores = (*(pairing["scores"] or ()), None, None)[:2]
        who = (names[one], names[other] if other else None)
        yield [view["round"], pairing["table"], *who, *scores, pairing["state"]]


def _csv(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if cell is None else made_safe(str(cell)) for cell in row])
    # Without the byte order mark, Excel reads UTF-8 as Latin-1.
    return "\ufeff" + out.getvalue()


def clock_view(standing: EventAccess) -> dict[str, Any]:
    """Return the clock of an event at this moment."""
    now = timezone.now()
    kept = standing.event.clock or {"round": None, "running": False, "ends": None, "left": 0}
    left = kept["left"]
    ends = datetime.fromisoformat(kept["ends"]) if kept["ends"] else None
    if ends is not None:
        left = max(0, int((ends - now).total_seconds()))
    return {
        "round": kept["round"],
        "running": kept["running"],
        "ends": ends,
        "left": left,
        "now": now,
    }
