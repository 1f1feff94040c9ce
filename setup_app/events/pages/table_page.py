"""The page of a table of a round."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from setup_app.battles.models import Visibility
from setup_app.events.event import held_roles
from setup_app.events.event import queries as events
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event_tables import queries
from setup_app.events.event_tables.invaders import Invaders
from setup_app.events.event_tables.kit_wording import left_out_words
from setup_app.events.event_tables.runs import code_of
from setup_app.events.event_tables.services import rounds_out
from setup_app.events.event_tables.table_battles import is_played
from setup_app.events.models import EventTable, Kind
from setup_app.events.pages.refusal import page
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import asker_of
from setup_app.layouts import queries as layouts
from setup_app.layouts.pages import drawing, wording
from setup_app.layouts.pages import fairness_card as cards
from setup_app.layouts.pages.table_page import in_words
from setup_app.layouts.table_picture import words as shown_words
from setup_app.rulebooks import registry
from setup_app.web.addresses import here_only
from setup_app.wording.place_refusals import worth_saying
from setup_app.wording.sentences import sentence
from setup_app.wording.speaker import Speaker
from terrain.draw.sheet import Heading


@page
@require_safe
def table(request: HttpRequest, event: str, number: int, table: int) -> HttpResponse:
    """Show the terrain of one table with its verdict and its fairness card, once it is public."""
    standing, row = _seen(request, event, number, table)
    who, invader = _who(standing, number, table)
    shown = {
        "event": standing.event,
        # The tabs are for those who run the event.
        "kind": standing.kind if standing.kind != Kind.PLAYER else None,
        "role": standing.role.number if standing.role else None,
        "number": number,
        "table": table,
        "row": row,
        "seed": _seed(standing, row),
        "who": who,
        "invader": invader,
        "played": is_played(row),
        "battle": _battle(row),
        "lacks": _lacks(standing, row),
        **drawn_ground(row, standing),
    }
    return render(request, "events/table.html", shown)


@page
@require_safe
def sheet(request: HttpRequest, event: str, number: int, table: int) -> HttpResponse:
    """Return the sheet for setting up the table, as PDF; its code leads to the table's page."""
    standing, row = _seen(request, event, number, table)
    address = reverse("event-table", args=(event, number, table))
    who, invader = _who(standing, number, table)
    heading = Heading(
        title=_("Round %(number)d, table %(table)d") % {"number": number, "table": table},
        subtitle=" · ".join(filter(None, (standing.event.name, who))),
        url="" if here_only(request) else request.build_absolute_uri(address),
        told=(invader,) if invader else (),
    )
    paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    made = layouts.table_sheet(row.layout, heading, view_from="defender", paper=paper)
    named = {"Content-Disposition": f'inline; filename="round-{number}-table-{table}.pdf"'}
    return HttpResponse(made, content_type="application/pdf", headers=named)


def _seen(
    request: HttpRequest, event: str, number: int, table: int
) -> tuple[EventAccess, EventTable]:
    """Return a table's terrain for a viewer who may see it; there is no page before the table has
    terrain.
    """
    standing = events.standing_of(
        events.event_named(event), asker=asker_of(request), noted=held_roles.held(request, event)
    )
    row = queries.ground_seen(standing, number, table)
    if row.layout is None:
        raise NotThere
    return standing, row


def drawn_ground(row: EventTable, standing: EventAccess) -> dict[str, Any]:
    """Return the drawing and description of a table; those who run rounds also see its box."""
    rulebook = standing.event.rulebook
    called = drawing.names_of(row.layout)
    speak = Speaker(registry.rulebook(rulebook))
    broken = row.audit["violations"]
    owned = _owned(row) if standing.kind in RUNS_ROUNDS else {}
    return {
        "title": wording.title_of(row.layout),
        "svg": drawing.table_svg(row.layout, broken),
        "stage": {
            "words": json.dumps(shown_words()),
            "base_width_mm": f"{row.layout['base_width_mm']:g}",
        },
        "pieces": [
            {
                "id": piece["id"],
                "name": called[piece["id"]],
                "line": line,
                "kit": owned.get(piece["id"], ""),
            }
            for piece, line in zip(
                row.layout["pieces"], drawing.listed(row.layout, "defender"), strict=True
            )
        ],
        "legal": row.audit["legal"],
        "violations": [in_words(each, called, speak) for each in worth_saying(broken)],
        "card": _card(row, rulebook),
        "told": [line["text"] for line in queries.lines_of(row, rulebook)],
    }


def _battle(row: EventTable) -> str | None:
    """Return the battle in which it was set up, if everyone who sees the table may watch that."""
    if row.battle is None or row.battle.visibility == Visibility.PRIVATE:
        return None
    return row.battle.public_id


def _owned(row: EventTable) -> dict[str, str]:
    """Return which piece of the kit each terrain piece is and the box that holds it; sections in a
    row.
    """
    found: dict[str, Counter[tuple[str, str]]] = {}
    for each in (row.kit or {}).get("pieces", ()):
        found.setdefault(each["piece"], Counter())[each["kit"], each["box"]] += 1
    return {
        piece: "; ".join(_copies(kit, box, count) for (kit, box), count in sorted(owned.items()))
        for piece, owned in found.items()
    }


def _copies(kit: str, box: str, count: int) -> str:
    many = _("%(count)d × %(piece)s") % {"count": count, "piece": kit} if count > 1 else kit
    return _("%(piece)s, %(box)s") % {"piece": many, "box": box} if box else many


def _card(row: EventTable, rulebook: str) -> Any:
    figures = row.audit["fairness"]
    return cards.card_of(figures, rulebook) if figures else None


def _seed(standing: EventAccess, row: EventTable) -> str | None:
    out = rounds_out(standing.event)
    return queries.seed_shown(standing, row, queries.hidden_seeds(standing.event, out))


def _lacks(standing: EventAccess, row: EventTable) -> str:
    """Return what the kit lacks for this table, for the people who set it up."""
    code = code_of(row)
    if not code or standing.kind not in RUNS_ROUNDS:
        return ""
    if code != "kit_left_out" or row.kit is None:
        return sentence(code, {})
    pieces = left_out_words(row.kit["left_out"])
    return _("Left out, because the kit has no such piece: %(pieces)s.") % {"pieces": pieces}


def _who(standing: EventAccess, number: int, table: int) -> tuple[str, str]:
    """Return the two players at a table, empty if it is not paired yet, or not for this reader; and
    who of them invades.
    """
    entries = queries.table_view(standing, number, table)["entries"] or ()
    names = shown_names(standing.event)
    invader = Invaders.of(standing, [number]).words(number, entries, names)
    return " – ".join(names.get(each, _("no one")) for each in entries), invader
