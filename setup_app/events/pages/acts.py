"""What does somebody do on his page of an event? Each act is a form of one button or one line."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from setup_app.armies.imports import text_in
from setup_app.events import held_roles, services
from setup_app.events.entry_table import EntryLine, as_line, judged, read_entries
from setup_app.events.models import LONGEST_NAME, Kind
from setup_app.events.pages.refusal import page
from setup_app.events.pages.role_page import standing_as
from setup_app.events.standing import Standing
from setup_app.people.ownership import NotThere
from setup_app.people.sessions import remembered_with
from setup_app.script.errors import DomainError

MOST_DIGITS = 7

Act = Callable[[HttpRequest, Standing, QueryDict], str | None]


@page
@require_POST
def act(request: HttpRequest, event: str, role: int, what: str) -> HttpResponse:
    """Do one of the acts, say what came of it, and show the role's page again."""
    standing = standing_as(request, event, role)
    if what not in ACTS:
        raise NotThere
    said = ACTS[what](request, standing, request.POST)
    if said:
        messages.success(request, said)
    return redirect("event-role", event, role)


def _enter(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    """One player, or a text or a file of several."""
    file = request.FILES.get("file")
    text = sent.get("text", "") if file is None else text_in(file.read())
    if text.strip():
        first = text.strip().partition("\n")[0].lower()
        # A plain list of names needs no header.
        columns = first.replace(";", ",").replace("\t", ",").split(",")
        named = text if "name" in columns else f"name\n{text}"
        roles = services.import_entries(standing=standing, lines=read_entries(named))
        return _("%(count)d players were entered.") % {"count": len(roles)}
    one, club = (as_line(sent.get(name, "")) for name in ("name", "club"))
    line = judged(EntryLine(one, club))
    services.enter(standing=standing, line=line)
    return _("%(name)s was entered.") % {"name": line.name}


def _change(request: HttpRequest, standing: Standing, sent: QueryDict) -> None:
    """A tick at the door, or somebody who drops out or comes back."""
    field, value = sent.get("field", ""), sent.get("value") == "yes"
    if field not in ("here", "dropped"):
        raise NotThere
    number = _number(sent, "entry")
    services.change_entry(standing=standing, number=number, changes={field: value})


def _add_role(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    name = sent.get("name", "").strip()[:LONGEST_NAME] or _("Helper")
    kind = sent.get("kind", "")
    if kind not in (Kind.ORGANISER, Kind.CHECKER, Kind.DESK):
        raise NotThere
    services.add_role(standing=standing, kind=Kind(kind), name=name, entry=None)
    return _("%(name)s has a link now; it stands below.") % {"name": name}


def _reissue(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    number = _number(sent, "of")
    with remembered_with(request):
        role = services.reissue_role(standing=standing, number=number)
        if str(number) in held_roles.held(request, standing.event.public_id):
            held_roles.take(request, role)
    return _("The link of %(name)s was made anew; the old one is void.") % {"name": role.name}


def _pair(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    how = sent.get("pairing", "swiss")
    if how not in ("swiss", "random"):
        raise NotThere
    made = services.pair_round(
        standing=standing,
        how=how,
        seed=sent.get("seed", "")[:LONGEST_NAME],
        anyway=sent.get("anyway") == "yes",
    )
    return _("Round %(round)d is paired. Nobody sees it until it is out.") % {"round": made.number}


def _publish(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    out = services.publish_round(standing=standing, number=_number(sent, "round"))
    return _("Round %(round)d is out.") % {"round": out.number}


def _withdraw(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    back = services.withdraw_round(standing=standing, number=_number(sent, "round"))
    return _("Round %(round)d is a draft again.") % {"round": back.number}


def _report(request: HttpRequest, standing: Standing, sent: QueryDict) -> None:
    """Two scores in the order of the table, or who did not come."""
    entries = (_number(sent, "first"), _number(sent, "second"))
    told = services.Told(_number(sent, "round"), _number(sent, "table"), entries)
    if sent.get("absent"):
        absent = [_number(sent, "absent")]
        services.note_absent(standing=standing, told=told, absent=absent)
    else:
        services.report(standing=standing, told=told, scores=_scores(sent))


def _scores(sent: QueryDict) -> list[int]:
    """Two typed figures, or what a button says: “3-0”."""
    both = sent.get("scores", "").split("-")
    if len(both) == 2:
        sent = sent.copy()
        sent["score"], sent["other_score"] = both
    return [_number(sent, "score"), _number(sent, "other_score")]


def _number(sent: QueryDict, name: str) -> int:
    """A whole number of a form. Raises `number_missing`."""
    text = sent.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise DomainError("number_missing")
    return int(text)


ACTS: dict[str, Act] = {
    "enter": _enter,
    "change": _change,
    "add-role": _add_role,
    "reissue": _reissue,
    "pair": _pair,
    "publish": _publish,
    "withdraw": _withdraw,
    "report": _report,
}
