"""How does an organiser prepare the tables of a round, and see them side by side?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.events.grounds import queries, services
from setup_app.events.grounds.models import Ground
from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number
from setup_app.events.pages.refusal import page, tell
from setup_app.events.standing import Standing
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import cancel
from setup_app.layouts.pages.words import figure
from setup_app.rulebooks import registry
from setup_app.script.errors import DomainError
from setup_app.words.sentences import sentence
from terrain.draw.thumbnail import thumbnail

WAYS: Final = ("balanced", "random")
EVERY: Final = "all"


@page
@require_http_methods(["GET", "HEAD", "POST"])
def grounds(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The tables of one round as small pictures with their marks, and what can be done with them.

    What is refused is told; what was asked for stands in the form.
    """
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    number = _round(standing, request.GET.get("round", ""))
    if request.method == "POST":
        try:
            _done(standing, number, request.POST)
        except DomainError as refused:
            tell(request, refused)
        else:
            address = reverse("event-grounds", args=(event, role))
            return redirect(f"{address}?round={number}")
    found = registry.rulebook(standing.event.rulebook)
    tables = _tables(standing, number)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "number": number,
        "rounds": range(1, standing.event.rounds + 1),
        "territories": found.territories() if found.territories else (),
        "tables": tables,
        "lying": sum(1 for each in tables if each["picture"]),
        "run": _run(standing),
        "out": number in services.rounds_out(standing.event),
        "sent": request.POST,
        "owned": standing.event.kit_rows.exists(),
    }
    return render(request, "events/grounds.html", shown)


def _round(standing: Standing, typed: str) -> int:
    """The round that is looked at: the one that is named, else the one to come."""
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:6]) <= standing.event.rounds:
        return int(typed)
    out = standing.event.round_rows.filter(published__isnull=False).count()
    return min(out + 1, standing.event.rounds)


def _done(standing: Standing, number: int, sent: QueryDict) -> None:
    """Do what a form of the page asks for; raises why not."""
    do = sent.get("do", "")
    if do == "cancel":
        run = _run(standing)
        if run is not None:
            cancel(run.pk)
        return
    words = sent.get("note", "").strip()[:200]
    if do.startswith("lay:"):
        asked = {"seed": "", "locked": [], "note": words}
        table = _table_in(do.partition(":")[2])
        services.lay_one(standing=standing, round_=number, table=table, asked=asked)
        return
    event = standing.event
    every = sent.get("rounds") == EVERY
    services.prepare(
        standing=standing,
        asked={
            "rounds": list(range(1, event.rounds + 1)) if every else [number],
            "tables": None,
            "seed": sent.get("seed", "").strip()[: services.LONGEST_SEED],
            "each_round": "each_round" in sent,
            "ground": {
                "kind": services.GENERATED,
                "territory": sent.get("territory", ""),
                "box": "any",
                "policy": sent.get("policy", WAYS[0]),
                **({"kit": True} if "kit" in sent else {}),
            },
            "grounds": {},
            "again": "again" in sent,
            "note": words,
        },
    )


def _table_in(text: str) -> int:
    """The number of a table that a button names. Raises `number_missing`."""
    if not is_number(text):
        raise DomainError("number_missing")
    return int(text)


def _run(standing: Standing) -> Job | None:
    """The run that is under way in the event."""
    runs = Ground.objects.filter(event=standing.event, part__isnull=False).values("run")
    under_way = Job.objects.filter(pk__in=runs, state__in=(State.QUEUED, State.RUNNING))
    return under_way.order_by("created").first()


def _tables(standing: Standing, number: int) -> list[dict[str, Any]]:
    """Every table of the event in this round: its picture, its marks, and what was refused."""
    event = standing.event
    views = {each["table"]: each for each in queries.tables_view(standing, number)}
    weighed = queries.fairness_view(standing)
    marks = {each["table"]: each for each in weighed["tables"] if each["round"] == number}
    far = {each["table"]: each["of"] for each in weighed["outliers"] if each["round"] == number}
    names = {entry.number: entry.name for entry in event.entry_rows.only("number", "name")}
    return [
        _line(views.get(table), table, names)
        | {"marks": _marks(marks.get(table)), "far": _far(far.get(table, ()))}
        for table in range(1, event.tables + 1)
    ]


def _line(view: Mapping[str, Any] | None, table: int, names: Mapping[int, str]) -> dict[str, Any]:
    ground = view["ground"] if view else {"state": "none", "code": None}
    return {
        "table": table,
        "who": " – ".join(names[each] for each in (view and view["entries"]) or ()),
        "state": ground["state"],
        "edited": ground.get("edited"),
        "generated": ground.get("kind") == services.GENERATED,
        "why": sentence(ground["code"], {}) if ground["code"] else "",
        "of_kit": len({each["piece"] for each in view["kit"]}) if view else 0,
        "picture": _picture(view["layout"]) if view and view["layout"] else "",
        "url": view["url"] if view else None,
    }


def _picture(layout: Mapping[str, Any]) -> SafeString:
    # Figures and colours of our own alone: nothing that anybody wrote stands in it.
    return mark_safe(thumbnail(layout))


def _marks(marks: Mapping[str, Any] | None) -> str:
    if marks is None:
        return ""
    return _("halves differ by %(balance)s %% · open %(open)s %% · %(pieces)s pieces") % {
        "balance": figure(round(100 * abs(marks["balance"]))),
        "open": figure(round(100 * marks["open"])),
        "pieces": marks["pieces"],
    }


def _far(names: Any) -> str:
    words = {
        "balance": _("halves less alike"),
        "symmetry": _("symmetry"),
        "open": _("open ground"),
        "pieces": _("number of pieces"),
    }
    return ", ".join(words[name] for name in names)
