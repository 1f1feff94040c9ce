"""Rounds and standings for a page, with the players' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from setup_app.events.event import round_queries, round_values
from setup_app.events.event.access import EventAccess
from setup_app.events.event.ranking import RankingView, ranking_view
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event.wording import TIE_BREAK_HEADS, scoring_words
from setup_app.events.event_tables.invaders import Invaders
from setup_app.events.event_tables.queries import urls_of
from setup_app.events.models import Entry, Event, Match
from setup_app.identity.pages import ON_A_PAGE


def round_parts(
    request: HttpRequest, standing: EventAccess, entries: Sequence[Entry]
) -> dict[str, Any]:
    """Return every round, the latest first, the one that is `looked_at` with its tables, and the
    standings.
    """
    event = standing.event
    names = {entry.number: entry.shown_name for entry in entries}
    rounds = round_queries.rounds_view(standing)[::-1]
    asked = request.GET.get("round", "") or request.POST.get("round", "")
    looked_at = [each for each in rounds if str(each["round"]) == asked] or rounds[:1]
    shown = {each["round"]: each for each in (*rounds[:1], *looked_at)}
    invaders = Invaders.of(standing, shown)
    for each in shown.values():
        grounds = urls_of(standing, each["round"])
        tables = [(pair["entries"], pair["state"] == "confirmed") for pair in each["pairings"]]
        each["invaders"], own = invaders.words_of_round(each["round"], tables, names)
        each["lines"] = [
            {**line, "ground": url, "ground_note": note, "invader": invader}
            for line, invader in zip(lines_of(each, names), own, strict=True)
            for url, note in (grounds.get(line["table"], (None, "")),)
        ]
        for warning in each["warnings"]:
            warning["names"] = ", ".join(names[entry] for entry in warning["entries"])
    whole = "whole" in request.GET
    ranking = ranking_view(standing) if rounds else RankingView((), ())
    everyone = (*ranking.rows, *ranking.below)
    return {
        "rounds": rounds,
        "looked_at": looked_at,
        "scoring": scoring_words(event.scoring),
        "totals": {row["entry"]: row["total"] for row in everyone},
        "places": {row["entry"]: row["place"] for row in ranking.rows},
        "over": is_over(event, rounds),
        "cut_off": len(entries) if len(entries) > ON_A_PAGE and not whole else 0,
        **standings_parts(standing, ranking, whole=whole),
    }


def standings_parts(standing: EventAccess, ranking: RankingView, *, whole: bool) -> dict[str, Any]:
    """Return the context of `_standings.html`. Before the first game, only lots would decide the
    standings, and there are none.
    """
    begun = bool(ranking.rows)
    return {
        "standings": _standings(standing, ranking.rows, whole=whole),
        "below": _standings(standing, ranking.below, whole=True) if begun else (),
        "by_lot": ranking.by_lot,
        "penalties": any(row["penalty"] for row in ranking.rows),
        "tie_breaks": [
            TIE_BREAK_HEADS[name] for name in standing.event.tie_breaks if name != "lots"
        ],
    }


def is_over(event: Event, rounds: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the last round of an event is played; `rounds` are views, the latest first."""
    last = rounds[0] if rounds else None
    return last is not None and last["state"] == "finished" and last["round"] >= event.rounds


def what_is_said(standing: EventAccess, view: Mapping[str, Any]) -> dict[int, list[dict[str, Any]]]:
    """Return, by table, the unconfirmed reports of both players; for a desk. Two queries if there
    is such a table.
    """
    if all(each["state"] not in ("reported", "disputed") for each in view["pairings"]):
        return {}
    matches = Match.objects.filter(round__event=standing.event, round__number=view["round"])
    names = shown_names(standing.event)
    return {
        match.table: [
            {"name": names[entry.number], "first": said[0], "second": said[1]}
            for entry in match.entries
            if (said := match.reports.get(str(entry.number))) is not None
        ]
        for match in round_values.with_entries(matches)
        if match.table is not None and not match.confirmed
    }


def _standings(
    standing: EventAccess, table: Sequence[dict[str, Any]], *, whole: bool
) -> list[dict[str, Any]]:
    """Return the standings with each deciding figure; of a long table its beginning and the
    player's own line. A lot is not shown as a figure.
    """
    names = [name for name in standing.event.tie_breaks if name != "lots"]
    own = standing.entry.number if standing.entry else None
    return [
        {**row, "figures": [_figure(row["tie_breaks"][name]) for name in names]}
        for number, row in enumerate(table)
        if whole or number < ON_A_PAGE or row["entry"] == own
    ]


def _figure(value: int | str | None) -> int | str:
    return "–" if value is None else value


def lines_of(round_: dict[str, Any], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the pairings of a round's view with the players' names and the status of each in
    words.
    """
    return [_line(pairing, names) for pairing in round_["pairings"]]


def _line(pairing: dict[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    one, other = (*pairing["entries"], None)[:2]
    scores = pairing["scores"] or (None, None)
    return {
        **pairing,
        "first": names[one],
        "second": names[other] if other else "",
        "numbers": pairing["entries"],
        "score": scores[0],
        "other_score": (*scores, None)[1],
        "words": _state_words(pairing["state"]),
    }


def _state_words(state: str) -> str:
    return {
        "open": _("no result yet"),
        "reported": _("reported, not confirmed yet"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
    }[state]


def outcomes_of(scoring: Mapping[str, Any], line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the possible results of a table, each for one button, if an event scores by outcome;
    none if it counts points, and none for a bye.
    """
    if scoring["kind"] != "outcome" or not line["second"]:
        return []
    win, draw, loss = (scoring[name] for name in ("win", "draw", "loss"))
    ways = (
        (_("%(name)s won") % {"name": line["first"]}, [win, loss]),
        (_("Draw"), [draw, draw]),
        (_("%(name)s won") % {"name": line["second"]}, [loss, win]),
    )
    return [
        {"title": title, "scores": f"{one}-{other}", "said": line["scores"] == [one, other]}
        for title, (one, other) in ways
    ]
