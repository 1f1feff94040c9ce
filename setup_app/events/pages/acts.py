"""What does somebody do on his page of an event? Each act is a form of one button or one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from setup_app.armies.imports import text_in
from setup_app.events import held_roles, round_queries, services, work
from setup_app.events.entry_table import EntryLine, as_line, judged, read_entries
from setup_app.events.models import LONGEST_NAME, Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number, number_of, scores_of, words_of
from setup_app.events.pages.refusal import page, tell, told_of_problem
from setup_app.events.rounds.table_list import GivenPairing
from setup_app.events.standing import Standing
from setup_app.jobs.models import State
from setup_app.jobs.patience import wait_for
from setup_app.jobs.queries import error_of
from setup_app.people.callers import caller_of
from setup_app.people.ownership import NotThere
from setup_app.people.sessions import remembered_with
from setup_app.script.errors import DomainError
from setup_app.web.json_fields import WordsField

LONGEST_CLOCK = 24 * 3600

Act = Callable[[HttpRequest, Standing, QueryDict], str | None]


@page
@require_POST
def act(request: HttpRequest, event: str, role: int, what: str) -> HttpResponse:
    """Do one of the acts, say what came of it, and show the page that it belongs to again."""
    standing = standing_as(request, event, role)
    if what not in ACTS:
        raise NotThere
    done, back = ACTS[what]
    try:
        said = done(request, standing, request.POST)
    except DomainError as refused:
        tell(request, refused)
    else:
        if said:
            messages.success(request, said)
    return redirect(_back(standing, back, event, role) + _there(what, request.POST))


def _back(standing: Standing, back: str, event: str, role: int) -> str:
    """A player has one page, and finds all on it."""
    return reverse("event-role" if standing.kind == Kind.PLAYER else back, args=(event, role))


def _there(what: str, sent: QueryDict) -> str:
    """The round that was looked at, and the table in it."""
    number, table = sent.get("round", ""), sent.get("table", "")
    if what != "report" or not (is_number(number) and is_number(table)):
        return ""
    return f"?round={number}#t{table}"


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
    number = number_of(sent, "entry")
    services.change_entry(standing=standing, number=number, changes={field: value})


def _add_role(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    field = WordsField(max_length=LONGEST_NAME, allow_blank=True)
    name = words_of(sent, "name", title=_("Name"), field=field) or _("Helper")
    kind = sent.get("kind", "")
    if kind not in (Kind.ORGANISER, Kind.CHECKER, Kind.DESK):
        raise NotThere
    services.add_role(standing=standing, kind=Kind(kind), name=name, entry=None)
    return _("%(name)s has a link now.") % {"name": name}


def _reissue(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    number = number_of(sent, "of")
    with remembered_with(request):
        role = services.reissue_role(standing=standing, number=number)
        if str(number) in held_roles.held(request, standing.event.public_id):
            held_roles.take(request, role)
    return _("The link of %(name)s was made anew; the old one is void.") % {"name": role.name}


def _pair(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    how = sent.get("pairing", "swiss")
    if how not in ("swiss", "random"):
        raise NotThere
    field = WordsField(max_length=LONGEST_NAME, allow_blank=True)
    order: dict[str, Any] = {
        "how": how,
        "seed": words_of(sent, "seed", title=_("Seed"), field=field),
        "anyway": sent.get("anyway") == "yes",
    }
    if work.is_long(standing, how):
        return _paired_by_worker(request, standing, order)
    made = services.pair_round(standing=standing, **order)
    return _("Round %(round)d is paired. Nobody sees it until it is out.") % {"round": made.number}


def _paired_by_worker(request: HttpRequest, standing: Standing, order: dict[str, Any]) -> str:
    job = work.ask_to_pair(standing=standing, caller=caller_of(request), **order)
    job = wait_for(job.pk)
    if not job.over:
        return _("So many players take a moment to pair. Look at this page again soon.")
    if job.state != State.DONE or job.result is None:
        for words in told_of_problem(error_of(job)):
            messages.error(request, words)
        return ""
    said = {"round": job.result["round"]}
    return _("Round %(round)d is paired. Nobody sees it until it is out.") % said


def _publish(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    out = services.publish_round(standing=standing, number=number_of(sent, "round"))
    return _("Round %(round)d is out.") % {"round": out.number}


def _withdraw(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    back = services.withdraw_round(standing=standing, number=number_of(sent, "round"))
    return _("Round %(round)d is a draft again.") % {"round": back.number}


def _report(request: HttpRequest, standing: Standing, sent: QueryDict) -> None:
    """Two scores in the order of the table, or who did not come."""
    entries = (number_of(sent, "first"), number_of(sent, "second"))
    told = services.Told(number_of(sent, "round"), number_of(sent, "table"), entries)
    if sent.get("absent"):
        absent = [number_of(sent, "absent")]
        services.note_absent(standing=standing, told=told, absent=absent)
    else:
        services.report(standing=standing, told=told, scores=scores_of(sent))


def _clock(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    """Start the clock with so many minutes, hold it, or let it go on."""
    what = sent.get("do", "")
    if what not in ("start", "hold", "on"):
        raise NotThere
    seconds = round_queries.clock_view(standing)["left"]
    if what == "start":
        seconds = min(number_of(sent, "minutes") * 60, LONGEST_CLOCK)
    last = standing.event.round_rows.order_by("-number").first()
    services.set_clock(
        standing=standing,
        round_=last.number if last else None,
        seconds=seconds,
        running=what != "hold",
    )
    if what == "hold":
        return _("The clock is held.")
    return _("The clock runs: %(minutes)d minutes are left.") % {"minutes": seconds // 60}


def _swap(request: HttpRequest, standing: Standing, sent: QueryDict) -> str:
    """Let two players of a draft change places."""
    number = number_of(sent, "round")
    marked = {each for each in sent.getlist("swap") if is_number(each)}
    if len(marked) != 2:
        raise DomainError("mark_two")
    both = [int(each) for each in marked]
    view = round_queries.round_view(standing, round_queries.round_seen(standing, number))
    one, other = both
    places = {one: other, other: one}
    given = tuple(
        GivenPairing(each["table"], tuple(places.get(entry, entry) for entry in each["entries"]))
        for each in view["pairings"]
    )
    services.write_pairings(standing=standing, number=number, given=given)
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    said = {"one": names.get(one, ""), "other": names.get(other, "")}
    return _("%(one)s and %(other)s have changed places.") % said


ACTS: dict[str, tuple[Act, str]] = {
    "enter": (_enter, "event-players"),
    "change": (_change, "event-players"),
    "add-role": (_add_role, "event-links"),
    "reissue": (_reissue, "event-links"),
    "pair": (_pair, "event-rounds"),
    "publish": (_publish, "event-rounds"),
    "withdraw": (_withdraw, "event-rounds"),
    "report": (_report, "event-rounds"),
    "clock": (_clock, "event-rounds"),
    "swap": (_swap, "event-rounds"),
}
"""Each act with the page that it belongs to."""
