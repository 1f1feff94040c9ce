"""The page on which a desk enters results: slips by keyboard alone, buttons for each table, and
no-shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.wording import possible_words, scoring_words
from setup_app.events.models import Event, Match
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number, number_of, scores_of
from setup_app.events.pages.refusal import HIDDEN, list_score_sentences, page_or, tell
from setup_app.events.pages.result_acts import absent_words
from setup_app.events.pages.round_parts import lines_of, outcomes_of, what_is_said

MAX_OPEN: Final = 40
"""How many open slips an address carries. The oldest is dropped first."""
MAX_WHO: Final = 40
MAX_TYPED: Final = 8
"""The characters of one field that an open slip keeps."""
NO_RESULT: Final = "none"
PARTS: Final = ("table", "score", "other_score")

Line = dict[str, Any]


@dataclass(frozen=True)
class Slip:
    """A slip as it was typed. It stays open, in the address, if it needs a correction or an answer,
    so that the next slip can be typed at once.
    """

    table: str
    score: str
    other_score: str

    @classmethod
    def from_form(cls, sent: QueryDict) -> Slip:
        """Return the slip of a form, whose scores may be those of one button."""
        typed = {name: sent.get(name, "") for name in PARTS}
        both = sent.get("scores", "").split("-")
        if len(both) == 2:
            typed["score"], typed["other_score"] = both
        return cls(*(typed[name].replace(":", " ").strip()[:MAX_TYPED] for name in PARTS))

    @classmethod
    def parse(cls, text: str) -> Slip | None:
        """Return the slip of an address; None if it is not one."""
        parts = text.split(":")
        if len(parts) != len(PARTS) or any(len(each) > MAX_TYPED for each in parts):
            return None
        return cls(*parts)

    def __str__(self) -> str:
        return f"{self.table}:{self.score}:{self.other_score}"

    def as_form(self) -> QueryDict:
        form = QueryDict(mutable=True)
        form.update({name: getattr(self, name) for name in PARTS})
        return form


@page_or("event-slips", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def slips(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the tables of a published round, the last by default: those without a result, those with
    one, and the slips that are still open. A form always leads back here, ready for the next slip.
    """
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    out = [each for each in round_queries.rounds_view(standing) if each["state"] != "draft"]
    named = [each for each in out if str(each["round"]) == request.GET.get("round")]
    number, lines = _get_lines(standing, (named or out)[-1:])
    if request.method == "POST":
        if "round" in request.GET and not named:
            number, lines = None, []
        return redirect(_handle_form(request, standing, number, lines, role))
    slips = _open_slips(request)
    here = f"?{_build_query(number, slips).urlencode()}"
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "round": number,
        "others": [each["round"] for each in out if each["round"] != number],
        # A no-show is looked for among the tables without a result first.
        "lines": sorted(lines, key=lambda each: each["state"] == "confirmed"),
        "missing": [each for each in lines if each["state"] != "confirmed"],
        "done": [each for each in lines if each["state"] == "confirmed"],
        "scoring": scoring_words(standing.event.scoring),
        "possible": possible_words(standing.event.scoring),
        "open": [_open_slip_parts(slip, lines, standing.event) for slip in slips],
        "here": here,
        "report_at": here,
        "no_show_at": here,
        "away": _parse_no_show(request.GET.get("away", ""), lines),
        "bye": standing.event.scoring["bye"],
    }
    return render(request, "events/slips.html", shown)


def _handle_form(
    request: HttpRequest,
    standing: EventAccess,
    number: int | None,
    lines: list[Line],
    role: int,
) -> str:
    """Store what was sent; return the address that shows what came of it."""
    sent, slips = request.POST, _open_slips(request)
    asked: dict[str, str] = {}
    if "who" in sent:
        if not _record_no_show(request, standing, number, lines):
            asked = {"away": sent["who"][:MAX_WHO]}
    else:
        slip = Slip.from_form(sent)
        slips = [each for each in slips if each.table != slip.table]
        slips = [each for each in slips if str(each) != sent.get("mends")]
        if not sent.get("dismiss") and not _record_slip(request, standing, number, lines, slip):
            slips.append(slip)
    query = _build_query(number, slips, **asked)
    back = reverse("event-slips", args=(standing.event.public_id, role))
    return f"{back}?{query.urlencode()}"


def _open_slips(request: HttpRequest) -> list[Slip]:
    """Return the open slips that the address names."""
    given = (Slip.parse(text) for text in request.GET.getlist("open")[-MAX_OPEN:])
    return [slip for slip in given if slip is not None]


def _build_query(number: int | None, slips: list[Slip], **asked: str) -> QueryDict:
    """Return the query of an address that shows this round with these open slips."""
    query = QueryDict(mutable=True)
    if number is not None:
        query["round"] = str(number)
    query.setlist("open", [str(each) for each in slips[-MAX_OPEN:]])
    query.update(asked)
    return query


def _record_slip(
    request: HttpRequest,
    standing: EventAccess,
    number: int | None,
    lines: list[Line],
    slip: Slip,
) -> bool:
    """Store one slip; return False if it is impossible, or if its table has another confirmed
    result, which only an answer to the question replaces.
    """
    sent = request.POST
    try:
        line, scores = _check_slip(slip, lines, standing.event)
        if line["state"] == "confirmed":
            if (line["absent"], _scores(line)) == ([], scores):
                words = _("Table %(table)d already has this result.")
                messages.success(request, words % line)
                return True
            if sent.get("seen") != line["seen"]:
                return False
        both = tuple(number_of(sent, name) for name in ("first", "second") if name in sent)
        told = services.TableReport(number or 0, line["table"], both or tuple(line["numbers"]))
        match = services.report(standing=standing, told=told, scores=scores)
    except DomainError as refused:
        if refused.code in HIDDEN:
            raise
        return False
    names = {entry.number: entry.name for entry in match.entries}
    (first, one), (second, other) = zip(told.entries, scores, strict=True)
    words = _("Table %(table)d: %(first)s %(one)d, %(second)s %(other)d.")
    told_names = {"first": names[first], "second": names[second]}
    messages.success(
        request, words % {"table": line["table"], "one": one, "other": other, **told_names}
    )
    return True


def _record_no_show(
    request: HttpRequest, standing: EventAccess, number: int | None, lines: list[Line]
) -> bool:
    """Record a no-show; return False if it is not confirmed yet, or if its table has another result
    than the one beside the question.
    """
    asked = _parse_no_show(request.POST["who"], lines)
    if number is None or asked is None:
        messages.error(request, _("Choose who did not appear."))
        return True
    line, absent = asked["line"], asked["absent"]
    if request.POST.get("seen") != line["seen"]:
        return False
    told = services.TableReport(number, line["table"], tuple(line["numbers"]))
    try:
        match = services.note_absent(standing=standing, told=told, absent=absent)
    except DomainError as refused:
        tell(request, refused)
        return True
    messages.success(request, absent_words(match, absent))
    return True


def _check_slip(slip: Slip, lines: Iterable[Line], event: Event) -> tuple[Line, list[int]]:
    """Return the table and the scores of a slip. Raises what is impossible in it."""
    form = slip.as_form()
    table = number_of(form, "table")
    line = next((each for each in lines if each["table"] == table), None)
    if line is None:
        raise DomainError("no_table_here", {"table": table})
    scores = scores_of(form)
    services.must_fit(event, scores)
    return line, scores


def _open_slip_parts(slip: Slip, lines: list[Line], event: Event) -> dict[str, Any]:
    """Return an open slip with what is wrong with it, or with the result that it would replace."""
    shown: dict[str, Any] = {"slip": slip, "faults": [], "line": None}
    try:
        shown["line"], scores = _check_slip(slip, lines, event)
        shown["new"] = _pair_words(scores)
        shown["replaces"] = shown["line"]["state"] == "confirmed"
    except DomainError as refused:
        shown["faults"] = list_score_sentences(refused, table=slip.table, scoring=event.scoring)
        shown["line"] = next((each for each in lines if str(each["table"]) == slip.table), None)
    return shown


def _parse_no_show(who: str, lines: Iterable[Line]) -> dict[str, Any] | None:
    """Return the table and the absent players that “4:7” or “4:7:12” names, with the player who
    came; None if there is no such table.
    """
    parts = who.split(":")
    if not all(map(is_number, parts)):
        return None
    table, *absent = map(int, parts)
    line = next((each for each in lines if each["table"] == table), None)
    if line is None or not absent or not set(absent) <= set(line["numbers"]):
        return None
    names = dict(zip(line["numbers"], (line["first"], line["second"]), strict=True))
    return {
        "who": who,
        "line": line,
        "absent": sorted(set(absent)),
        "names": [names[each] for each in line["numbers"] if each in absent],
        "came": next((names[each] for each in line["numbers"] if each not in absent), ""),
    }


def _get_lines(
    standing: EventAccess, rounds: list[dict[str, Any]]
) -> tuple[int | None, list[Line]]:
    """Return the number of the round and its tables, each with absences and reports; None and an
    empty list if there is none.
    """
    if not rounds:
        return None, []
    (view,) = rounds
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    said = what_is_said(standing, view)
    matches = Match.objects.filter(round__event=standing.event, round__number=view["round"])
    absent = dict(matches.values_list("table", "absent"))
    lines = [each for each in lines_of(view, names) if each["table"] is not None]
    for line in lines:
        line["said"] = said.get(line["table"], [])
        line["absent"] = absent.get(line["table"]) or []
        line["told"] = _result_words(line, names)
        line["seen"] = _result_key(line)
        line["outcomes"] = outcomes_of(standing.event.scoring, line)
    return view["round"], lines


def _result_key(line: Line) -> str:
    """Return a table's confirmed result as a form names it, so that nothing replaces a result that
    the desk has not seen.
    """
    if line["state"] != "confirmed":
        return NO_RESULT
    return "-".join(map(str, line["absent"] or [f"{line['score']}:{line['other_score']}"]))


def _result_words(line: Line, names: dict[int, str]) -> str:
    """Return a table's confirmed result in words; empty while there is none."""
    away = [names[each] for each in line["absent"]]
    if len(away) == 2:
        return _("No-show: both players")
    if away:
        return _("No-show: %(name)s") % {"name": away[0]}
    if line["state"] != "confirmed":
        return ""
    return _pair_words(_scores(line))


def _scores(line: Line) -> list[int]:
    return [] if line["absent"] else [line["score"], line["other_score"]]


def _pair_words(scores: list[int]) -> str:
    """Return two scores that no line break separates."""
    return "{}\u00a0:\u00a0{}".format(*scores)
