"""Pages to set up a battle: two lists, who sits where, and options."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from setup_app.armies.fields import fields_of
from setup_app.battles.models import Battle
from setup_app.battles.pages import setup_faults
from setup_app.battles.pages.moves import seat_all
from setup_app.battles.pages.own_list import chosen, lists_for
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.setup_faults import FormFault, SetupRefused
from setup_app.battles.pages.terms import shown_terms, terms
from setup_app.battles.seats.held import get_holding, remember_seats
from setup_app.battles.seats.tokens import SEATS, Seat
from setup_app.battles.services import NewBattle, create_battle
from setup_app.battles.services.creation import setup_for
from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import SIDES, Side
from setup_app.identity.requesters import Requester, asker_of, asker_who_stores
from setup_app.identity.sessions import remembered_with
from setup_app.rulebooks import registry
from setup_app.web.throttling import limit_rate

SAME, TWO, BOT = "same", "two", "bot"


@dataclass(frozen=True)
class Opponent:
    """One way of sitting down, as the form offers it."""

    value: str
    title: str
    note: str
    icon: str


def opponents() -> tuple[Opponent, ...]:
    return (
        Opponent(
            SAME,
            _("On this device"),
            _("You both play here and pass the device back and forth."),
            "phone",
        ),
        Opponent(TWO, _("On two devices"), _("Your opponent gets a link or QR code."), "phones"),
        Opponent(
            BOT, _("Against the computer"), _("It plays at random. Good for learning."), "bot"
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def create(request: HttpRequest) -> HttpResponse:
    """Create a battle: two lists and a way of sitting down; everything else has a default."""
    if request.method != "POST":
        return _form(request, QueryDict())
    try:
        row = _begin(request, request.POST)
    except SetupRefused as refused:
        return _refused(request, request.POST, refused)
    return redirect("battle", row.public_id)


def _refused(request: HttpRequest, sent: QueryDict, refused: SetupRefused) -> HttpResponse:
    """Return the submitted form with all its errors above it."""
    for fault in refused.faults:
        messages.error(request, fault.words)
    return _form(request, sent, faults=refused.faults)


@page
@require_POST
@limit_rate
def try_now(request: HttpRequest) -> HttpResponse:
    """Begin a battle at once: the sample lists, against a bot."""
    rulebook = registry.known_or_first(request.POST.get("rulebook"))
    lists = lists_for(asker_of(request), rulebook)
    samples = [army.public_id for army in lists if army.is_sample]
    if len(samples) < 2:
        return redirect("battle-new")
    sent = QueryDict(mutable=True)
    sent.update({"rulebook": rulebook.id, "opponent": BOT})
    sent.update({"first": samples[0], "second": samples[1]})
    try:
        row = _begin(request, sent)
    except SetupRefused as refused:
        return _refused(request, sent, refused)
    # A visitor who tries the game has no list to compare and goes straight to its first question.
    seat_all(row, get_holding(request, row), {})
    return redirect("battle", row.public_id)


def _begin(request: HttpRequest, sent: QueryDict) -> Battle:
    """Begin the battle that the form describes. Raises `SetupRefused` with all errors."""
    asker = asker_who_stores(request)
    faults = setup_faults.faults_of(_rulebook(sent), sent)
    try:
        wanted = _wanted(asker, sent, {fault.field for fault in faults})
        if faults:
            _check(wanted)
        else:
            with remembered_with(request):
                held = _held(sent)
                row = create_battle(wanted=wanted, asker=asker, seated=held)
                remember_seats(request, row, Seat.CREATOR, *(SEATS[side] for side in held))
    except DomainError as refused:
        raise SetupRefused((*faults, *setup_faults.list_faults(refused))) from refused
    if faults:
        raise SetupRefused(faults)
    return row


def _held(sent: QueryDict) -> tuple[Side, ...]:
    """Return the sides at which this browser sits down at once."""
    return (0,) if sent.get("opponent", SAME) in (TWO, BOT) else SIDES


def _check(wanted: NewBattle) -> None:
    """Raise the rulebook's own errors about a set-up, if a field already has one."""
    violations = registry.rulebook(wanted.rulebook).check_setup(setup_for(wanted))
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def _wanted(asker: Requester, sent: QueryDict, faulty: Set[str]) -> NewBattle:
    """Return the battle that the form describes; the values of faulty fields are skipped."""
    machine = sent.get("opponent", SAME) == BOT
    rulebook = _rulebook(sent)
    agreed = terms(asker, rulebook, sent, faulty=faulty)
    if machine:
        agreed |= {"dice": "server", "cards": "server", "umpire": False}
    other = _("the computer") if machine else sent.get("second_player", "")
    return NewBattle(
        rulebook=rulebook.id,
        sides=(
            chosen(asker, sent.get("first", ""), sent.get("first_player", "")),
            chosen(asker, sent.get("second", ""), other),
        ),
        bot_side=1 if machine else None,
        **agreed,
    )


def _rulebook(sent: QueryDict) -> Rulebook:
    """Return the rulebook that a form or an address names, or the first one."""
    return registry.known_or_first(sent.get("rulebook"))


def _form(
    request: HttpRequest, sent: QueryDict, *, faults: tuple[FormFault, ...] = ()
) -> HttpResponse:
    asker = asker_of(request)
    rulebook = _rulebook(sent or request.GET)
    lists = lists_for(asker, rulebook)
    known = {army.public_id for army in lists}
    samples = [army.public_id for army in lists if army.is_sample]
    first = sent.get("first") or request.GET.get("first") or (samples[0] if samples else "")
    second = sent.get("second") or (samples[-1] if samples else "")
    beside = {fault.field: fault.words for fault in faults if fault.field}
    chosen_maps = (sent or request.GET).getlist("map")
    shown = {
        "lists": lists,
        "faults": beside,
        "sides": [
            {
                "name": name,
                "title": title,
                "chosen": wanted if wanted in known else "",
                "player": sent.get(f"{name}_player", ""),
            }
            for name, title, wanted in (
                ("first", _("First list"), first),
                ("second", _("Second list"), second),
            )
        ],
        "opponents": opponents(),
        "opponent": sent.get("opponent", SAME),
        "rulebook": rulebook,
        "others": registry.besides(rulebook),
        "named": "player" in fields_of(rulebook).columns,
        **shown_terms(asker, rulebook, sent, faults=beside, chosen_maps=chosen_maps),
    }
    return render(request, "battles/new.html", shown, status=422 if faults else 200)
