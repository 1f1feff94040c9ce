"""Pages to challenge an opponent and to accept a challenge.

The battle begins with the acceptance: neither side ever holds the other's seat, and both lists are
committed to before any roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from setup_app.armies.fields import fields_of
from setup_app.battles import challenges, services
from setup_app.battles.challenges import challenge_named
from setup_app.battles.models import Battle, Challenge, ChallengeState
from setup_app.battles.pages import house, setup_faults
from setup_app.battles.pages.own_list import ListRefused, brought, lists_for
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.rulebook_pages import ListWords, pages_of
from setup_app.battles.pages.setup_faults import FormFault
from setup_app.battles.pages.terms import goes_as_far, shown_terms, terms
from setup_app.battles.seats.held import get_holding, remember_seats, start_session
from setup_app.battles.seats.tokens import Seat, generation
from setup_app.battles.services import NewBattle, NewChallenge
from setup_app.battles.services.challenges import wanted_by
from setup_app.battles.services.creation import setup_for
from setup_app.engine.errors import DomainError
from setup_app.identity.pages import page_of
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.identity.sessions import follow_renewed, remembered_with
from setup_app.rulebooks import registry
from setup_app.web.addresses import code_for, here_only
from setup_app.web.throttling import limit_rate
from setup_app.wording.figures import typed
from setup_app.wording.sentences import sentence

_MADE: Final = "challenges"
MAX_REMEMBERED: Final = 50
LATEST: Final = 4


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the challenges that are open to everyone."""
    found = page_of(request, challenges.listed())
    shown = {"page": found, "lines": [line_of(each) for each in found.object_list]}
    return render(request, "challenges/index.html", shown)


def latest_open() -> list[dict[str, Any]]:
    """Return the latest few open challenges, for the home page."""
    return [line_of(each) for each in challenges.listed()[:LATEST]]


def line_of(row: Challenge) -> dict[str, Any]:
    """Return one open challenge as a list shows it: the challenger, the rulebook and the points."""
    rulebook = registry.rulebook(row.rulebook)
    return {
        "row": row,
        "name": _challenger(row),
        "rulebook": rulebook.title,
        "points": row.points,
        "table": row.wanted["table"],
        "unit": rulebook.unit,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def create(request: HttpRequest) -> HttpResponse:
    """Choose one's own list and the terms, and create a challenge. Its link goes to the
    opponent.
    """
    if request.method != "POST":
        return _form(request, QueryDict())
    sent = request.POST
    rulebook = registry.known_or_first(sent.get("rulebook"))
    faults = (*setup_faults.faults_of(rulebook, sent), *_points_faults(sent))
    asker = asker_who_stores(request)
    text_faults: tuple[Any, ...] = ()
    try:
        army = brought(request, asker, rulebook)
        faulty = {fault.field for fault in faults}
        agreed = terms(asker, rulebook, sent, faulty=faulty)
        wanted = NewBattle(rulebook=rulebook.id, sides=(army, army), **agreed)
        new = NewChallenge(wanted, points=_points(sent), listed=bool(sent.get("listed")))
        if not faults:
            with remembered_with(request):
                row = services.create_challenge(new=new, asker=asker)
                _remember(request, row)
            return redirect("challenge", row.public_id)
    except ListRefused as refused:
        text_faults = refused.faults
    except DomainError as refused:
        faults = (*faults, *setup_faults.list_faults(refused))
    for fault in faults:
        messages.error(request, fault.words)
    return _form(request, sent, faults=faults, text_faults=text_faults)


@page
@require_safe
def challenge(request: HttpRequest, challenge: str) -> HttpResponse:
    """Show a challenge: the link to its maker, the terms and the form to everyone else.

    Once it is accepted, it redirects its maker to the battle, where they have a seat.
    """
    row = challenge_named(challenge)
    if row.battle is not None and _made(request, row):
        _sit_down(request, row, row.battle)
        return redirect("battle", row.battle.public_id)
    if row.battle is not None and get_holding(request, row.battle).sides:
        return redirect("battle", row.battle.public_id)
    start_session(request, row.public_id)
    return _shown(request, row)


@page
@require_safe
def state(request: HttpRequest, challenge: str) -> HttpResponse:
    """Answer the polling page of a waiting challenger: whether an opponent has accepted."""
    row = challenge_named(challenge)
    waiting = row.state == ChallengeState.OPEN
    return JsonResponse({"waiting": waiting, "words": _("No one has accepted yet.")})


@page
@require_POST
@limit_rate
def accept(request: HttpRequest, challenge: str) -> HttpResponse:
    """Accept with one's own list: the battle begins, and this browser has a seat at it."""
    follow_renewed(request)
    row = challenge_named(challenge)
    if row.battle is not None and get_holding(request, row.battle).sides:
        # A repeated request: the first answer was lost.
        return redirect("battle", row.battle.public_id)
    if row.state == ChallengeState.OPEN and _own(request, row):
        whose = _(
            "This is your own challenge. Someone else has to open its link in another browser."
        )
        return _shown(request, row, faults=[whose], status=409)
    asker = asker_who_stores(request)
    try:
        army = brought(request, asker, registry.rulebook(row.rulebook))
        with remembered_with(request):
            battle = services.accept_challenge(challenge=row.public_id, army=army)
            remember_seats(request, battle, Seat.SECOND)
    except ListRefused as refused:
        return _shown(request, row, text_faults=refused.faults)
    except DomainError as refused:
        row.refresh_from_db()
        words = [fault.words for fault in setup_faults.list_faults(refused)]
        return _shown(request, row, faults=words)
    return redirect("battle", battle.public_id)


@page
@require_POST
def withdraw(request: HttpRequest, challenge: str) -> HttpResponse:
    """Withdraw one's own challenge."""
    row = challenge_named(challenge)
    if not _made(request, row):
        raise DomainError("not_found")
    try:
        services.withdraw_challenge(challenge=row.public_id)
    except DomainError as refused:
        if refused.code != "already_accepted":
            raise
        messages.error(request, sentence(refused.code, {}))
    return redirect("challenge", row.public_id)


@dataclass(frozen=True)
class Terms:
    """The terms of a battle, as both players read them before one of them accepts."""

    facts: list[tuple[str, Any]]
    rulings: list[dict[str, str]]
    hidden: str
    until: str
    at_least: str
    """Where the battle ends earlier because a list allows less; empty if no list may do that."""


def _terms(row: Challenge) -> Terms:
    rulebook = registry.rulebook(row.rulebook)
    setup = setup_for(wanted_by(row))
    pages = pages_of(rulebook.id)
    facts = pages.facts(ListWords(rulebook), challenges.public_list(row))
    until, least = challenges.goes_until(row), rulebook.until[0]
    undecided = row.battle is None and not row.wanted["until"] and until != least
    return Terms(
        facts,
        house.told_of(setup),
        str(pages.said.hidden_list),
        until=goes_as_far(rulebook, until),
        at_least=goes_as_far(rulebook, least) if undecided else "",
    )


def _shown(
    request: HttpRequest,
    row: Challenge,
    *,
    faults: list[str] | None = None,
    text_faults: tuple[Any, ...] = (),
    status: int | None = None,
) -> HttpResponse:
    rulebook = registry.rulebook(row.rulebook)
    url = request.build_absolute_uri(reverse("challenge", args=(row.public_id,)))
    mine = _made(request, row)
    lists = [] if mine else lists_for(asker_of(request), rulebook)
    chosen = request.POST.get("army") or (lists[0].public_id if lists else "")
    if status is None:
        status = {ChallengeState.ACCEPTED: 409, ChallengeState.WITHDRAWN: 410}.get(
            ChallengeState(row.state), 422 if faults or text_faults else 200
        )
        status = 200 if mine else status
    shown = {
        "row": row,
        "mine": mine,
        "own": _own(request, row),
        "name": _challenger(row),
        "rulebook": rulebook,
        "wanted": row.wanted,
        "terms": _terms(row),
        "faults": faults or [],
        "text_faults": text_faults,
        "url": url,
        "qr": code_for(request, url) if mine else "",
        "here_only": here_only(request),
        "lists": lists,
        "chosen": chosen,
        "sent": request.POST,
        "named": "player" in fields_of(rulebook).columns,
    }
    return render(request, "challenges/challenge.html", shown, status=status)


def _form(
    request: HttpRequest,
    sent: QueryDict,
    *,
    faults: tuple[FormFault, ...] = (),
    text_faults: tuple[Any, ...] = (),
) -> HttpResponse:
    asker = asker_of(request)
    rulebook = registry.known_or_first((sent or request.GET).get("rulebook"))
    lists = lists_for(asker, rulebook)
    beside = {fault.field: fault.words for fault in faults if fault.field}
    shown = {
        "rulebook": rulebook,
        "others": registry.besides(rulebook),
        "lists": lists,
        "chosen": sent.get("army") or request.GET.get("first") or _first(lists),
        "sent": sent,
        "faults": beside,
        "text_faults": text_faults,
        "named": "player" in fields_of(rulebook).columns,
        **shown_terms(
            asker,
            rulebook,
            sent,
            faults=beside,
            chosen_maps=(sent or request.GET).getlist("map"),
        ),
    }
    status = 422 if faults or text_faults else 200
    return render(request, "challenges/new.html", shown, status=status)


def _first(lists: list[Any]) -> str:
    return lists[0].public_id if lists else ""


def _challenger(row: Challenge) -> str:
    """Return the name by which pages call the challenger."""
    shown = challenges.public_list(row)
    return capfirst(str(shown.get("player") or shown.get("name") or _("Unnamed")))


def _points_faults(sent: QueryDict) -> tuple[FormFault, ...]:
    least, most = (sent.get(name, "").strip() for name in ("least", "most"))
    if not least and not most:
        return ()
    figures = [typed(text) for text in (least, most)]
    if None in figures:
        words = _("Points: enter two numbers, such as 9000 to 9500, or leave both blank.")
    elif _points(sent) is None:
        words = _("Points: the first number must be 0 or more, and the second at least as high.")
    else:
        return ()
    return (FormFault("least", words),)


def _points(sent: QueryDict) -> dict[str, float] | None:
    """Return the minimum and maximum points; None if the form asks for none or the values are not a
    valid pair.
    """
    least, most = (typed(sent.get(name, "")) for name in ("least", "most"))
    if least is None or most is None or not 0 <= least <= most:
        return None
    return {"least": least, "most": most}


def _remember(request: HttpRequest, row: Challenge) -> None:
    made = [each for each in request.session.get(_MADE, ()) if each != row.public_id]
    request.session[_MADE] = [*made, row.public_id][-MAX_REMEMBERED:]


def _made(request: HttpRequest, row: Challenge) -> bool:
    """Return whether this browser made the challenge: no other browser gets the first seat."""
    return row.public_id in request.session.get(_MADE, ())


def _own(request: HttpRequest, row: Challenge) -> bool:
    """Return whether the requester made the challenge, with this browser or, as an account, with
    another one.
    """
    return _made(request, row) or row.is_of(asker_of(request))


def _sit_down(request: HttpRequest, row: Challenge, battle: Battle) -> None:
    """Give the challenger's browser its seat once: it may have given the seat up later."""
    seats = [Seat.CREATOR]
    if generation(battle, Seat.FIRST) == challenges.SAT_DOWN_WITH:
        seats.append(Seat.FIRST)
    remember_seats(request, battle, *seats)
    made = [each for each in request.session.get(_MADE, ()) if each != row.public_id]
    request.session[_MADE] = made
