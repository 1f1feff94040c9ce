"""What has whoever holds a role before him? The event as he may see it, and what he may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from setup_app.events import held_roles, queries, round_queries
from setup_app.events.models import LONGEST_NAME, Entry, Kind
from setup_app.events.pages.refusal import page
from setup_app.events.readiness import chat_text, readiness
from setup_app.events.standing import RUNS_ROUNDS, SEES_LISTS, Standing
from setup_app.events.todo import todo_of
from setup_app.events.tokens import token_of
from setup_app.people.askers import asker_of
from setup_app.people.pages import ON_A_PAGE, page_of
from setup_app.web.addresses import code_for, here_only

TIE_BREAK_HEADS: Final[Mapping[str, Promise]] = {
    "opponents": _lazy("Opponents' scores"),
    "wins": _lazy("Tables won"),
    "head_to_head": _lazy("Met each other"),
}


MOST_CODES: Final = 5
"""Players' links that are drawn as codes at once: whoever stands at the desk is looked up."""


@dataclass(frozen=True)
class RoleLink:
    """A link to hand out; no `url` where its holder made it anew himself."""

    number: int
    title: str
    kind: str
    url: str
    qr: SafeString | str
    plays: bool


@page
@require_safe
def role_page(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The page of a role that this browser holds."""
    standing = standing_as(request, event, role)
    shown = _common(request, standing) | {
        "role": role,
        "new": "new" in request.GET,
        "todo": todo_of(standing),
    }
    if standing.kind == Kind.PLAYER:
        shown["link"] = _own_link(request, standing) if shown["new"] else None
        return render(request, "events/player.html", shown | _own_table(standing, shown["rounds"]))
    shown["page"] = page_of(request, _sought(standing, shown["sought"]))
    if standing.kind == Kind.ORGANISER:
        shown["links"] = _links(request, standing, list(shown["page"]))
        shown["here_only"] = here_only(request)
        shown["journal"] = queries.journal(standing)[:20]
        shown["missing"] = readiness(standing.event, shown["entries"], shown["rounds"])
        shown["chat"] = chat_text(standing.event, shown["entries"])
    if shown["rounds"] and shown["rounds"][0]["state"] == "draft":
        _explain(standing, shown["rounds"][0])
    if standing.kind in RUNS_ROUNDS:
        shown["clock"] = round_queries.clock_view(standing)
    shown["checks"] = standing.kind in SEES_LISTS
    shown["runs"] = standing.kind in RUNS_ROUNDS
    return render(request, "events/desk.html", shown)


@page
@require_safe
def public_page(request: HttpRequest, event: str) -> HttpResponse:
    """The event as everybody may see it who may see it at all."""
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    standing = queries.standing_of(found, asker=asker_of(request), noted=noted)
    shown = _common(request, Standing(found)) | {"roles": list(noted), "me": standing.kind}
    shown["open"] = found.registration == "open"
    return render(request, "events/event.html", shown)


def standing_as(request: HttpRequest, event: str, role: int) -> Standing:
    """What this browser is in an event by one of its roles. Raises `not_found`."""
    return queries.standing_of(
        queries.event_named(event),
        asker=asker_of(request),
        noted=held_roles.held(request, event),
        acting_as=role,
    )


def _common(request: HttpRequest, standing: Standing) -> dict[str, Any]:
    event = standing.event
    entries = list(event.entry_rows.all())
    names = {entry.number: entry.name for entry in entries}
    rounds = round_queries.rounds_view(standing)[::-1]
    asked = request.GET.get("round", "")
    looked_at = [each for each in rounds if str(each["round"]) == asked] or rounds[:1]
    for each in {each["round"]: each for each in (*rounds[:1], *looked_at)}.values():
        each["lines"] = lines_of(each, names)
        for warning in each["warnings"]:
            warning["names"] = ", ".join(names[entry] for entry in warning["entries"])
    return {
        "event": event,
        "kind": standing.kind,
        "entries": entries,
        "rounds": rounds,
        "looked_at": looked_at,
        "sought": request.GET.get("sought", "").replace("\0", "")[:LONGEST_NAME],
        "scoring": scoring_words(event.scoring),
        "standings": _standings(standing, whole="whole" in request.GET) if rounds else [],
        "cut_off": len(entries) if len(entries) > ON_A_PAGE and "whole" not in request.GET else 0,
        "tie_breaks": [TIE_BREAK_HEADS[name] for name in event.tie_breaks if name != "lots"],
    }


def _standings(standing: Standing, *, whole: bool) -> list[dict[str, Any]]:
    """The table with each figure that decides, of a long one its beginning and the player's own
    line; what the lots said is no figure to read."""
    names = [name for name in standing.event.tie_breaks if name != "lots"]
    own = standing.entry.number if standing.entry else None
    return [
        {**row, "figures": [_figure(row["tie_breaks"][name]) for name in names]}
        for number, row in enumerate(round_queries.standings_view(standing))
        if whole or number < ON_A_PAGE or row["entry"] == own
    ]


def _figure(value: int | str | None) -> int | str:
    return "–" if value is None else value


def scoring_words(scoring: dict[str, Any]) -> str:
    """How a table is scored, in one sentence."""
    if scoring["kind"] == "outcome":
        return _("A win counts %(win)d, a draw %(draw)d, a loss %(loss)d, a bye %(bye)d.") % scoring
    if scoring["sum"] is None:
        return _("Each scores 0 to %(most)d, a bye %(bye)d.") % scoring
    return _("Each scores 0 to %(most)d, both together %(sum)d, a bye %(bye)d.") % scoring


def lines_of(round_: dict[str, Any], names: dict[int, str]) -> list[dict[str, Any]]:
    """The pairings of a round's view with the players' names and words for how far each is."""
    return [_line(pairing, names) for pairing in round_["pairings"]]


def _line(pairing: dict[str, Any], names: dict[int, str]) -> dict[str, Any]:
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
        "reported": _("reported, awaits the other"),
        "confirmed": _("confirmed"),
        "disputed": _("disputed"),
    }[state]


def _sought(standing: Standing, words: str) -> QuerySet[Entry]:
    """The players whose names hold these words, by their numbers."""
    return standing.event.entry_rows.filter(name__icontains=words).order_by("number")


def _links(request: HttpRequest, standing: Standing, entries: list[Entry]) -> list[RoleLink]:
    """The links of everybody who helps, and of these players; of a few at once with a code."""
    found = []
    numbers = {entry.number for entry in entries}
    for each in queries.roles_view(standing, numbers):
        token = each["token"]
        address = reverse("event-as", args=(standing.event.public_id, token)) if token else ""
        url = request.build_absolute_uri(address) if address else ""
        own = each["role"] == (standing.role.number if standing.role else None)
        drawn = own or each["kind"] != Kind.PLAYER or len(entries) <= MOST_CODES
        qr = code_for(request, url) if url and drawn else ""
        kind = Kind(each["kind"]).label
        found.append(
            RoleLink(each["role"], each["name"], str(kind), url, qr, each["kind"] == Kind.PLAYER)
        )
    return found


def _own_link(request: HttpRequest, standing: Standing) -> RoleLink:
    """The link of a player who has just entered himself."""
    role = standing.role
    assert role is not None
    token = token_of(role)
    url = request.build_absolute_uri(reverse("event-as", args=(standing.event.public_id, token)))
    return RoleLink(role.number, role.name, "", url, code_for(request, url), plays=True)


def _explain(standing: Standing, draft: dict[str, Any]) -> None:
    """Say beside each pairing of a draft what both had when they were paired."""
    before = round_queries.standings_view(standing, after=draft["round"] - 1)
    totals = {row["entry"]: row["total"] for row in before}
    for line in draft["lines"]:
        had = [totals.get(entry, 0) for entry in line["numbers"]]
        if draft["round"] == 1:
            line["why"] = _("nobody has played yet")
        elif len(had) == 1:
            line["why"] = _("%(one)d so far") % {"one": had[0]}
        else:
            line["why"] = _("%(one)d and %(other)d so far") % {"one": had[0], "other": had[1]}


def _own_table(standing: Standing, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """What a player has to do now, in one sentence, and his table where he has one."""
    entry = standing.entry
    assert entry is not None
    last = rounds[0] if rounds else None
    lines = last["lines"] if last else ()
    line = next((each for each in lines if entry.number in each["numbers"]), None)
    return {
        "entry": entry,
        "line": line,
        "last": last,
        "now": _now(entry, last, line),
        "outcomes": _outcomes(standing, line) if line and line["second"] else [],
    }


def _outcomes(standing: Standing, line: dict[str, Any]) -> list[dict[str, Any]]:
    """How a table can have ended, where an event scores by that; none where it counts points."""
    scoring = standing.event.scoring
    if scoring["kind"] != "outcome":
        return []
    win, draw, loss = (scoring[name] for name in ("win", "draw", "loss"))
    ways = (
        (_("%(name)s won") % {"name": line["first"]}, [win, loss]),
        (_("Drawn"), [draw, draw]),
        (_("%(name)s won") % {"name": line["second"]}, [loss, win]),
    )
    return [
        {"title": title, "scores": f"{one}-{other}", "said": line["scores"] == [one, other]}
        for title, (one, other) in ways
    ]


def _now(entry: Entry, last: dict[str, Any] | None, line: dict[str, Any] | None) -> str:
    if entry.dropped:
        return _("You have dropped out. Ask at the desk if you want to come back.")
    if last is None:
        return _("You are entered. Your table will stand here once the first round is out.")
    if line is None:
        return _("You are not paired in round %(round)d.") % {"round": last["round"]}
    if line["table"] is None:
        return _("You have a bye in round %(round)d.") % {"round": last["round"]}
    opponent = line["second"] if line["numbers"][0] == entry.number else line["first"]
    where = {"round": last["round"], "table": line["table"], "opponent": opponent}
    return {
        "open": _("Round %(round)d: go to table %(table)d and play %(opponent)s.") % where,
        "reported": _("Round %(round)d: a result is reported and waits for the other's word.")
        % where,
        "disputed": _("Round %(round)d: you and %(opponent)s say different things; go to the desk.")
        % where,
        "confirmed": _("Round %(round)d: your result stands. The next round will stand here.")
        % where,
    }[line["state"]]
