"""Actions on an event's pages, each a form with one button or one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.models import Kind
from setup_app.events.pages import entry_acts, result_acts, role_acts, round_acts
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number
from setup_app.events.pages.players_page import columns_asked, paste_again, players_again
from setup_app.events.pages.refusal import page, tell, tell_scores
from setup_app.events.pages.rounds_page import rounds_again
from setup_app.identity.ownership import NotThere

Act = Callable[[HttpRequest, EventAccess, QueryDict], str | None]


@page
@require_POST
def act(request: HttpRequest, event: str, role: int, what: str) -> HttpResponse:
    """Perform one of the actions, report its result, and show its page again.

    A refused text of a large field, or a table's scores, stay in the form.
    """
    standing = standing_as(request, event, role)
    if what not in ACTS:
        raise NotThere
    done, back = ACTS[what]
    try:
        said = done(request, standing, request.POST)
    except entry_acts.ColumnsAsked as asked:
        return columns_asked(request, standing, role, asked.text)
    except entry_acts.PasteRefused as refused:
        return paste_again(request, standing, role, refused)
    except DomainError as refused:
        if what == "report":
            table, scoring = request.POST.get("table", ""), standing.event.scoring
            tell_scores(request, refused, table=table, scoring=scoring)
        else:
            tell(request, refused)
        if refused.violations and what == "enter" and (request.FILES or request.POST.get("text")):
            messages.error(request, _("No players added. Fix these lines and submit again."))
        if what in AGAIN and standing.kind in RUNS_ROUNDS:
            return AGAIN[what](request, standing, role)
        return redirect(_back(standing, back, event, role) + _round(what, request.POST))
    if said:
        messages.success(request, said)
    return redirect(_back(standing, back, event, role) + _there(standing, what, request.POST))


def _back(standing: EventAccess, back: str, event: str, role: int) -> str:
    """Return the page to go back to. A player has one page with everything on it; a helper replaces
    their own link on their first page.
    """
    own = standing.kind == Kind.PLAYER
    own = own or (back == "event-links" and standing.kind != Kind.ORGANISER)
    return reverse("event-role" if own else back, args=(event, role))


def _round(what: str, sent: QueryDict) -> str:
    """Return the round on the page."""
    number = sent.get("round", "")
    return f"?round={number}" if what in OF_A_ROUND and is_number(number) else ""


def _there(standing: EventAccess, what: str, sent: QueryDict) -> str:
    """Return the round on the page and for a desk its table; a player's messages stand at the
    top.
    """
    table = sent.get("table", "")
    at = _round(what, sent)
    if standing.kind == Kind.PLAYER or not at or not is_number(table):
        return "" if standing.kind == Kind.PLAYER else at
    return f"{at}#t{table}"


OF_A_ROUND: Final = ("report", "change-table", "pairings")
AGAIN: Final = {"enter": players_again, "pairings": rounds_again, "report": rounds_again}
"""The pages that show a refused form again."""
ACTS: dict[str, tuple[Act, str]] = {
    "enter": (entry_acts.enter, "event-players"),
    "change": (entry_acts.change, "event-players"),
    "remove-entry": (entry_acts.remove, "event-players"),
    "add-role": (role_acts.add, "event-links"),
    "change-role": (role_acts.change, "event-links"),
    "remove-role": (role_acts.remove, "event-links"),
    "reissue": (role_acts.reissue, "event-links"),
    "pair": (round_acts.pair, "event-rounds"),
    "leave-out": (round_acts.leave_out, "event-rounds"),
    "pairings": (round_acts.write, "event-rounds"),
    "change-table": (round_acts.change_table, "event-rounds"),
    "swap": (round_acts.swap, "event-rounds"),
    "publish": (round_acts.publish, "event-rounds"),
    "withdraw": (round_acts.withdraw, "event-rounds"),
    "report": (result_acts.report, "event-rounds"),
    "clock": (result_acts.clock, "event-rounds"),
}
"""Each action with its page."""
