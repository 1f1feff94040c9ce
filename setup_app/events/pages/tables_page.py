"""The page on which an organiser prepares the tables of a round and compares them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.round_queries import next_round
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event.wording import refused_ground_words
from setup_app.events.event_tables import queries, services
from setup_app.events.event_tables.exchange import swap_grounds
from setup_app.events.event_tables.kit_wording import left_out_words
from setup_app.events.event_tables.packing.services import plan_again
from setup_app.events.event_tables.queries import own_work
from setup_app.events.event_tables.table_battles import are_watched
from setup_app.events.models import BATTLE, Event, EventTable, Kind
from setup_app.events.pages import table_terms
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number, note_of, seed_of
from setup_app.events.pages.refusal import page, tell
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import cancel
from setup_app.layouts.outliers import Spread, Weighed, far_off, fences, noticed, spreads
from setup_app.layouts.pages import comparison_chart, drawing
from setup_app.layouts.pages import wording as shown_words
from setup_app.rulebooks import registry

EVERY: Final = "all"
FAR: Final = "far"
NAMED: Final = (None, "kit_left_out")
LACKS: Final = ("kit_short", "kit_left_out")
"""The codes about existing terrain; any other code says why none was generated."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def grounds(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the tables of one round as small pictures with their figures and actions; a refused form
    keeps its values.
    """
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    number = _round(standing, request.GET.get("round", ""))
    there = f"{reverse('event-grounds', args=(event, role))}?round={number}"
    if request.method != "POST" and request.GET.get("round") != str(number):
        # The address names the round, so that later changes stay in this one.
        return redirect(there)
    if request.method == "POST":
        try:
            at, said = _done(standing, number, request.POST)
        except DomainError as refused:
            tell(request, refused)
        else:
            if said:
                messages.success(request, said)
            return redirect(f"{there}{f'#table-{at}' if at else ''}")
    views = {each["table"]: each for each in queries.tables_view(standing, number)}
    weighed, spread = _weighed(standing)
    here = weighed.get(number, {})
    no_seed = _without_seed(standing.event, number, views)
    beyond = _beyond(standing.event, views, here)
    outliers = comparison_chart.outliers(here, spread, no_seed=no_seed)
    tables = _tables(standing, number, views, weighed=here, spread=spread)
    out = services.rounds_out(standing.event)
    to_come = services.rounds_to_come(standing.event, out)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "number": number,
        "rounds": range(1, standing.event.rounds + 1),
        **table_terms.form_parts(standing.event, request.POST),
        "tables": tables,
        "strips": comparison_chart.strips(here, spread),
        "outliers": outliers,
        "can_again": any(each.again for each in outliers),
        "weighed": sum(map(len, weighed.values())),
        "lying": sum(1 for each in tables if each["picture"]),
        "run": _run(standing),
        "out": number in out,
        "some_out": len(to_come) < standing.event.rounds,
        "watched": are_watched(standing.event),
        "marked": _marked(standing, request.GET.get("swap", "")),
        "own_work": _places(own_work(standing.event, {*to_come, number})),
        "beyond": beyond,
        "key": drawing.key_of(each["layout"] for each in views.values() if each["layout"]),
        "can_balance": any(each["again"] for each in beyond),
        "limit": comparison_chart.in_words("open", standing.event.imbalance_most),
    }
    return render(request, "events/tables.html", shown)


def _round(standing: EventAccess, typed: str) -> int:
    """Return the round on the page: the requested one, or the next one."""
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:6]) <= standing.event.rounds:
        return int(typed)
    return next_round(standing.event)


def _marked(standing: EventAccess, typed: str) -> int | None:
    """Return the table that was tapped first, to swap its terrain with another's."""
    return int(typed) if is_number(typed) and int(typed) <= standing.event.tables else None


def _done(standing: EventAccess, number: int, sent: QueryDict) -> tuple[int | None, str]:
    """Perform the action of a form on the page; raises why not. Return the table to show then, and
    its message.
    """
    do = sent.get("do", "")
    if do == "cancel":
        run = _run(standing)
        if run is not None:
            cancel(run.pk)
        return None, ""
    words = note_of(sent)
    if do.startswith("swap:"):
        one, _colon, other = do.removeprefix("swap:").partition(":")
        pair = {"one": _table_in(one), "other": _table_in(other)}
        swap_grounds(standing=standing, round_=number, words=words, **pair)
        plan_again(standing.event.public_id, [number])
        return pair["other"], _("Swapped the terrain of tables %(one)d and %(other)d.") % pair
    if do.startswith("lay:"):
        asked = {"seed": "", "locked": [], "note": words}
        table = _table_in(do.partition(":")[2])
        services.lay_one(standing=standing, round_=number, table=table, asked=asked)
        return table, ""
    if do.startswith("balance:"):
        return _lay_balanced(standing, number, do.partition(":")[2], words), ""
    if do.startswith("inside:"):
        return _lay_inside(standing, number, do.partition(":")[2], words), ""
    event = standing.event
    rounds = services.rounds_to_come(event) if sent.get("rounds") == EVERY else [number]
    spared = own_work(event, rounds) if "again" in sent and "own_too" not in sent else []
    seed = seed_of(sent)
    services.prepare(
        standing=standing,
        asked={
            "rounds": rounds,
            "tables": None,
            "seed": seed,
            "each_round": "each_round" in sent,
            "ground": table_terms.stated(sent),
            "grounds": {},
            "again": "again" in sent,
            "note": words,
        },
        spared=spared,
        options=table_terms.chosen(sent),
    )
    said = [_("Generating tables from the seed %(seed)s.") % {"seed": seed}]
    if spared:
        stay = _("Tables you set up yourself stay as they are: %(tables)s.")
        said.append(stay % {"tables": _places(spared)})
    return None, " ".join(said)


def _places(tables: Iterable[tuple[int, int]]) -> str:
    """Return “round 1, table 2; round 3, table 1”."""
    words = _("round %(round)d, table %(table)d")
    return "; ".join(words % {"round": round_, "table": table} for round_, table in tables)


def _lay_inside(standing: EventAccess, number: int, which: str, words: str) -> int | None:
    """Regenerate one table, or all outliers of the round, until typical; return the table if it is
    one.
    """
    views = {each["table"]: each for each in queries.tables_view(standing, number)}
    weighed, spread = _weighed(standing)
    far = comparison_chart.outliers(
        weighed.get(number, {}), spread, no_seed=_without_seed(standing.event, number, views)
    )
    services.lay_inside(
        standing=standing,
        round_=number,
        tables=[each.number for each in far if each.again] if which == FAR else [_table_in(which)],
        between=fences(spread),
        words=words,
    )
    return None if which == FAR else _table_in(which)


def _beyond(
    event: Event, views: Mapping[int, Mapping[str, Any]], here: Mapping[int, Weighed]
) -> list[dict[str, Any]]:
    """Return the tables of a round beyond the event's limit of imbalance, each with its figure, and
    whether it can be regenerated.
    """
    return [
        {
            "number": table,
            "words": comparison_chart.in_words("balance", figures["balance"]),
            "again": views[table]["ground"]["kind"] == services.GENERATED,
        }
        for table, figures in sorted(here.items())
        if queries.is_beyond(figures, event)
    ]


def _lay_balanced(standing: EventAccess, number: int, which: str, words: str) -> int | None:
    """Regenerate one table, or all of the round beyond the limit that can be, until within it;
    return the table if it is one.
    """
    if which != FAR:
        tables = [_table_in(which)]
    else:
        views = {each["table"]: each for each in queries.tables_view(standing, number)}
        weighed, _spread = _weighed(standing)
        found = _beyond(standing.event, views, weighed.get(number, {}))
        tables = [each["number"] for each in found if each["again"]]
    services.lay_balanced(standing=standing, round_=number, tables=tables, words=words)
    return None if which == FAR else tables[0]


def _weighed(standing: EventAccess) -> tuple[dict[int, dict[int, Weighed]], dict[str, Spread]]:
    """Return the figures of all tables of the event by round and table, and their spread."""
    found: dict[int, dict[int, Weighed]] = {}
    all_ = queries.weighed_grounds(standing)
    for (round_, table), figures in all_.items():
        found.setdefault(round_, {})[table] = figures
    return found, noticed(spreads(list(all_.values())))


def _without_seed(event: Event, number: int, views: Mapping[int, Mapping[str, Any]]) -> set[int]:
    """Return the tables of a round that no seed of their own generates: drawn, left to players, or
    from the kit, which is chosen for all tables at once.
    """
    rows = EventTable.objects.filter(event=event, round=number, terms__kit=True)
    of_kit = set(rows.values_list("table", flat=True))
    return {
        table
        for table, each in views.items()
        if each["ground"]["kind"] != services.GENERATED or table in of_kit
    }


def _land(layout: Mapping[str, Any]) -> str:
    """Return the territory, its density, and its flank in words."""
    of = shown_words.ground_of(registry.known_or_first(layout["rulebook"]), layout)
    return " · ".join(each for each in (shown_words.title_of(layout), of) if each)


def _table_in(text: str) -> int:
    """Return the number of a table that a button names. Raises `number_missing`."""
    if not is_number(text):
        raise DomainError("number_missing")
    return int(text)


def _run(standing: EventAccess) -> Job | None:
    """Return the first queued or running job that generates tables of the event; None if there is
    none.
    """
    runs = EventTable.objects.filter(event=standing.event, part__isnull=False).values("run")
    under_way = Job.objects.filter(pk__in=runs, state__in=(State.QUEUED, State.RUNNING))
    return under_way.order_by("created").first()


def _tables(
    standing: EventAccess,
    number: int,
    views: Mapping[int, Mapping[str, Any]],
    *,
    weighed: Mapping[int, Weighed],
    spread: Mapping[str, Spread],
) -> list[dict[str, Any]]:
    """Return every table of the event in this round: its picture, its figures, and refusals."""
    event = standing.event
    names = shown_names(event)
    absent = queries.left_out(event, number)
    illegal = queries.illegal_tables(event, number)
    return [
        _line(views.get(table), table, names)
        | {
            "card": comparison_chart.short(weighed.get(table), spread),
            "illegal": table in illegal,
            "left_out": left_out_words(absent.get(table, ())),
            "far": table in weighed and far_off(weighed[table], spread),
            "beyond": table in weighed and queries.is_beyond(weighed[table], event),
        }
        for table in range(1, event.tables + 1)
    ]


def _line(view: Mapping[str, Any] | None, table: int, names: Mapping[int, str]) -> dict[str, Any]:
    ground = view["ground"] if view else {"state": "none", "code": None}
    return {
        "table": table,
        "who": " – ".join(names[each] for each in (view and view["entries"]) or ()),
        "state": ground["state"],
        "edited": ground.get("edited"),
        "battle": view["battle"] if view else None,
        "played": ground.get("kind") == BATTLE,
        "generated": ground.get("kind") == services.GENERATED,
        # What was left out is named.
        "why": refused_ground_words(ground["code"]) if ground["code"] not in NAMED else "",
        # After a refusal the previous terrain stays.
        "kept": ground["state"] == "laid" and ground["code"] not in LACKS,
        "of_kit": len({each["piece"] for each in view["kit"]}) if view else 0,
        "picture": drawing.from_afar(view["layout"]) if view and view["layout"] else "",
        "land": _land(view["layout"]) if view and view["layout"] else "",
        "url": view["url"] if view else None,
    }
