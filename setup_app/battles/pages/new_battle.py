"""How does a battle begin in a browser? Two lists, who sits where, and what is usual otherwise."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from setup_app.armies import queries as armies
from setup_app.armies.fields import fields_of
from setup_app.armies.models import ArmyList
from setup_app.armies.rulebooks import rulebook_of
from setup_app.battles.models import Battle, Visibility
from setup_app.battles.pages import held_seats, setup_faults
from setup_app.battles.pages.moves import seat_all
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.rulebook_pages import pages_of
from setup_app.battles.pages.setup_faults import FormFault, SetupRefused
from setup_app.battles.services import NewBattle, create_battle
from setup_app.battles.services.creation import setup_for
from setup_app.battles.tokens import SEATS, Seat
from setup_app.house import form
from setup_app.maps import queries as maps
from setup_app.people.askers import Asker, asker_of, asker_who_stores
from setup_app.people.ownership import NotThere
from setup_app.people.sessions import remembered_with
from setup_app.rulebooks import registry
from setup_app.script.errors import DomainError
from setup_app.script.rulebook import Rulebook
from setup_app.script.values import SIDES, Side
from setup_app.web.throttling import counted
from setup_app.words.figures import figure as written
from setup_app.words.figures import typed_or

SAME, TWO, BOT = "same", "two", "bot"
MOST_LISTS = 100


@dataclass(frozen=True)
class Opponent:
    """One way of sitting down, as the form offers it."""

    value: str
    title: str
    note: str
    icon: str


def opponents() -> tuple[Opponent, ...]:
    return (
        Opponent(SAME, _("On this screen"), _("Both play here and pass the device on."), "phone"),
        Opponent(TWO, _("On two devices"), _("The other side gets a link or a QR code."), "phones"),
        Opponent(BOT, _("Against the machine"), _("It chooses at random. Good to learn."), "bot"),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@counted
def create(request: HttpRequest) -> HttpResponse:
    """Choose two lists and how to sit; everything else has its usual value."""
    if request.method != "POST":
        return _form(request, QueryDict())
    try:
        row = _begin(request, request.POST)
    except SetupRefused as refused:
        for fault in refused.faults:
            messages.error(request, fault.words)
        return _form(request, request.POST, faults=refused.faults)
    return redirect("battle", row.public_id)


@page
@require_POST
@counted
def try_now(request: HttpRequest) -> HttpResponse:
    """A battle at once: the samples, against the machine."""
    rulebook = registry.known_or_first(request.POST.get("rulebook"))
    lists = _lists(asker_of(request), rulebook)
    samples = [army.public_id for army in lists if army.is_sample]
    if len(samples) < 2:
        return redirect("battle-new")
    sent = QueryDict(mutable=True)
    sent.update({"rulebook": rulebook.id, "opponent": BOT})
    sent.update({"first": samples[0], "second": samples[1]})
    row = _begin(request, sent)
    # Who only tries has no list to compare: the first thing he sees is a question of the game.
    seat_all(row, held_seats.held(request, row), {})
    return redirect("battle", row.public_id)


def _begin(request: HttpRequest, sent: QueryDict) -> Battle:
    """Begin what the form describes. Raises `SetupRefused` with all that is wrong."""
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
                held_seats.take(request, row, Seat.CREATOR, *(SEATS[side] for side in held))
    except DomainError as refused:
        raise SetupRefused((*faults, *setup_faults.told(refused))) from refused
    if faults:
        raise SetupRefused(faults)
    return row


def _held(sent: QueryDict) -> tuple[Side, ...]:
    """The sides at which this browser sits down at once."""
    return (0,) if sent.get("opponent", SAME) in (TWO, BOT) else SIDES


def _check(wanted: NewBattle) -> None:
    """Raise what else is wrong, where a field already is."""
    violations = registry.rulebook(wanted.rulebook).check_setup(setup_for(wanted))
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def _wanted(asker: Asker, sent: QueryDict, faulty: Set[str]) -> NewBattle:
    """What the form describes; what stands in a faulty field is passed over."""
    opponent = sent.get("opponent", SAME)
    entered = opponent != BOT
    rulebook = _rulebook(sent)
    settings = form.chosen(rulebook, sent) if "settings" in sent else {}
    blamed = {field.removeprefix("set-").split(".")[0] for field in faulty}
    table = {name: float(usual) for name, usual in rulebook.usual_table().items()}
    for name, usual in table.items():
        if name not in faulty:
            table[name] = typed_or(sent.get(name), usual)
    return NewBattle(
        rulebook=rulebook.id,
        sides=(
            _army(asker, sent.get("first", ""), sent.get("first_player", "")),
            _army(
                asker,
                sent.get("second", ""),
                _("the machine") if opponent == BOT else sent.get("second_player", ""),
            ),
        ),
        table={"width": table["width"], "depth": table["depth"]},
        base_width_mm=table["base_width_mm"],
        settings={name: value for name, value in settings.items() if name not in blamed},
        until=sent.get("until") or None,
        dice=_source(sent.get("dice")) if entered else "server",
        cards=_source(sent.get("cards")) if entered else "server",
        visibility=Visibility.LINK if sent.get("watched") else Visibility.PRIVATE,
        maps=_maps(asker, sent.getlist("map")),
        bot_side=1 if opponent == BOT else None,
        umpire=bool(sent.get("umpire")) and entered,
    )


def _source(given: str | None) -> str:
    return "entered" if given == "entered" else "server"


def _army(asker: Asker, public_id: str, player: str) -> dict[str, Any]:
    try:
        army = armies.as_stated(armies.army_for(asker, public_id))
    except NotThere as missing:
        raise DomainError("no_such_army") from missing
    if "player" not in fields_of(rulebook_of(army)).columns:
        return army
    # Whoever gives no name is called by the army's, so that every sentence names somebody.
    return {**army, "player": player.strip()[:80] or army["name"]}


def _maps(asker: Asker, chosen: list[str]) -> dict[str, Any]:
    kept = [maps.map_as_data(asker, public_id) for public_id in chosen]
    return {each["territory"]: each["cells"] for each in kept}


def _rulebook(sent: QueryDict) -> Rulebook:
    """The rulebook that a form or an address names, else the first."""
    return registry.known_or_first(sent.get("rulebook"))


def _lists(asker: Asker, rulebook: Rulebook) -> list[ArmyList]:
    return list(armies.armies_for(asker).filter(rulebook=rulebook.id)[:MOST_LISTS])


def _form(
    request: HttpRequest, sent: QueryDict, *, faults: tuple[FormFault, ...] = ()
) -> HttpResponse:
    asker = asker_of(request)
    rulebook = _rulebook(sent or request.GET)
    lists = _lists(asker, rulebook)
    usual = {name: written(figure) for name, figure in rulebook.usual_table().items()}
    said = pages_of(rulebook.id).said
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
                ("first", _("The first list"), first),
                ("second", _("The second list"), second),
            )
        ],
        "opponents": opponents(),
        "opponent": sent.get("opponent", SAME),
        "rulings": form.rulings(rulebook, sent if "settings" in sent else None, beside),
        "rulebook": rulebook,
        "others": registry.besides(rulebook),
        "named": "player" in fields_of(rulebook).columns,
        "table_note": said.table_note,
        "until": [(each, said.until.get(each, each)) for each in rulebook.until],
        "own_maps": maps.maps_for(asker).filter(is_official=False, rulebook=rulebook.id),
        "chosen_maps": chosen_maps,
        **{name: sent.get(name, figure) for name, figure in usual.items()},
        "dice": sent.get("dice", "server"),
        "cards": sent.get("cards", "server"),
        "watched": sent.get("watched", ""),
        "umpire": sent.get("umpire", ""),
        # What was chosen there is to be seen.
        "unfolded": "settings" in sent or bool(chosen_maps),
    }
    return render(request, "battles/new.html", shown, status=422 if faults else 200)
