"""Controls for the prompts of the pre-battle system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.controls import Card, Control, ControlOption, sent, worded
from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import Side
from setup_app.layouts.table_picture import label
from setup_app.rulebook_pages.pbs_2023_1.room_to_slide import may_be_slid
from setup_app.rulebook_pages.pbs_2023_1.selection import selecting, types_shown
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, TERRITORIES
from setup_app.wording.figures import figure

NUMERALS = ("I", "II", "III", "IV", "V")
FRAGMENTS = "pbs_2023_1"


def card(look: PageContext, colour: str | None) -> Card:
    if colour is None:
        return Card("none", "", _("No card"), "card-none")
    place = CARDS.colours.index(colour)
    return Card(colour, NUMERALS[place], look.word(colour), f"card-{colour}")


def has_sealed(look: PageContext, kind: str, side: int) -> bool:
    """Return whether a side has put its card face down, which everyone may know."""
    return any(
        asking.prompt.kind == kind and asking.side == side and asking.answered_by is not None
        for asking in look.played.askings()
    )


def _roles() -> Mapping[Any, tuple[str, str, str]]:
    return {
        "invader": (
            _("Invade"),
            _("You march into your opponent's land. A better card lets you choose the territory."),
            "invade",
        ),
        "defender": (
            _("Defend"),
            _("You fight in one of your home territories and place terrain first."),
            "hold",
        ),
    }


def _intercept() -> Mapping[Any, tuple[str, str, str]]:
    return {
        True: (_("Intercept"), _("You place the army marker on the map."), "marker"),
        False: (_("Don't intercept"), _("The defender places the army marker."), "leave"),
    }


def _dicing() -> Mapping[Any, tuple[str, str, str]]:
    return {
        True: (_("Roll for it"), _("The die decides its sector."), "dice"),
        False: (
            _("Without dice"),
            _("Touching a neighbour. You cannot roll for it later."),
            "no-dice",
        ),
    }


def _actions(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    """Return a control with the actions that the opponent's die allows, each with its limit."""
    most_slid = look.played.setup.settings["opponent_slide"]
    most = figure(most_slid)
    words = {
        "leave": (_("Leave it"), _("It stays where it is.")),
        "move": (
            _("Slide it up to %(most)s BW") % {"most": most},
            _("Move it without turning it."),
        ),
        "turn": (_("Turn it"), _("Any angle, around a point on the piece.")),
        "remove": (_("Remove it"), _("Take it off the table.")),
    }
    if not may_be_slid(look.view["layout"], prompt["about"]["piece"], float(most_slid)):
        words["move"] = (
            words["move"][0],
            _("No slide is legal: your opponent would have to agree to one."),
        )
    choices = [
        ControlOption(sent(each), *words[each["action"]], icon=each["action"])
        for each in prompt["options"]
    ]
    return Control("battles/_choices.html", tuple(choices))


def _one_card(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    day = prompt["kind"] == "play_day_card"
    held = Counter(view["hands"][prompt["side"]]["cards"])
    choices = []
    for option in prompt["options"]:
        colour = option["card"]
        drawn = card(look, colour)
        if colour is None:
            title = _("Pass") if day else _("No card")
            note = _("counts as black") if day else _("ranks below black")
            choices.append(ControlOption(sent(option), title, note, card=drawn))
        else:
            number = held[colour]
            note = _("you hold %(number)d") % {"number": number} if number > 1 else ""
            choices.append(ControlOption(sent(option), drawn.word, note, card=drawn))
    # The option of having no card comes last, wherever the rules list it.
    choices.sort(key=lambda choice: choice.card is not None and choice.card.colour == "none")
    return Control(f"{FRAGMENTS}/_cards.html", tuple(choices), _("Seal this card"), shows_hand=True)


def _keep(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    held = view["hands"][prompt["side"]]["cards"]
    percent = CARDS.scouting_percent
    choices = tuple(
        ControlOption(
            colour,
            look.word(colour),
            _("%(percent)d%%") % {"percent": percent[colour]},
            card=card(look, colour),
        )
        for colour in held
    )
    return Control(f"{FRAGMENTS}/_keep.html", choices, _("Keep selected cards"), shows_hand=True)


def _territory(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    choices = []
    for option in prompt["options"]:
        slug = option["territory"]
        choices.append(
            ControlOption(
                sent(option),
                look.territory(slug),
                _("your club's map") if slug in look.played.setup.maps else "",
            )
        )
    return Control(f"{FRAGMENTS}/_territories.html", tuple(choices))


def territory_cells(look: PageContext, slug: str) -> Any:
    """Return a territory's boxes as this battle plays them."""
    own = look.played.setup.maps.get(slug)
    return own or (look.rulebook.territory(slug) or {})["cells"]


def _box(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    """Return a control for a choice of boxes: they are on the map, and the panel holds the button
    to continue.
    """
    return Control(f"{FRAGMENTS}/_box.html", (), _("Place marker"))


def _type(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    purpose = prompt["about"].get("purpose", "")
    slots = {"9.A": "secure_flank", "9.D": "optional"}
    slot = slots.get(prompt["rule"], "compulsory")
    # A piece that is already selected does not count against the limit of its own type.
    shown = types_shown(look, prompt["side"], slot, left=purpose != "place_next")
    choices = tuple(
        ControlOption(
            sent(option),
            label(option["type"]),
            group=_category(look, option["type"]),
            icon=option["type"],
            shown=shown.get(option["type"]),
        )
        for option in prompt["options"]
    )
    return Control(
        f"{FRAGMENTS}/_types.html",
        choices,
        groups=_grouped(look, choices),
        selecting=selecting(look) if purpose == "compulsory" else None,
        told=f"{FRAGMENTS}/_told_types.html",
    )


def _category(look: PageContext, type_: str) -> str:
    """Return the category of a type in this battle's territory; empty for a type without one."""
    rows = TERRITORIES[look.view["map"]["territory"]].terrain
    return next((row.category for row in rows if row.type == type_), "")


def _grouped(
    look: PageContext, choices: tuple[ControlOption, ...]
) -> tuple[tuple[str, tuple[ControlOption, ...]], ...]:
    groups: dict[str, list[ControlOption]] = {"good": [], "rough": [], "difficult": [], "": []}
    for choice in choices:
        groups[choice.group].append(choice)
    return tuple(
        (look.word(name) if name else _("Other"), tuple(inner))
        for name, inner in groups.items()
        if inner
    )


def _optional(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    shown = types_shown(look, prompt["side"], "optional")
    lots = [sorted(option["types"]) for option in prompt["options"]]
    most: Counter[str] = Counter()
    for lot in lots:
        for type_, number in Counter(lot).items():
            most[type_] = max(most[type_], number)
    choices = tuple(
        ControlOption(
            type_,
            label(type_),
            group=_category(look, type_),
            icon=type_,
            name=f"count-{type_}",
            most=number,
            shown=shown.get(type_),
        )
        for type_, number in most.items()
    )
    return Control(
        f"{FRAGMENTS}/_optional.html",
        choices,
        _("Choose pieces"),
        lots=lots,
        selecting=selecting(look),
        groups=_grouped(look, choices),
        told=f"{FRAGMENTS}/_told_types.html",
    )


def _turned_up(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    columns = []
    for side in (0, 1):
        colours = dict.fromkeys(option["cards"][side] for option in prompt["options"])
        none = _("Pass") if prompt["rule"] == "8.D" else _("No card")
        choices = tuple(
            ControlOption(
                colour or "",
                look.word(colour) if colour else none,
                card=card(look, colour),
                name=("first", "second")[side],
            )
            for colour in colours
        )
        columns.append((capfirst(look.say.player(side)), choices))
    fragment = f"{FRAGMENTS}/_turned_up.html"
    return Control(fragment, (), _("Enter these cards"), groups=tuple(columns))


def _scouting(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    most: Counter[str] = Counter()
    for option in prompt["options"]:
        for colour, number in Counter(option["cards"]).items():
            most[colour] = max(most[colour], number)
    choices = tuple(
        ControlOption(
            colour,
            look.word(colour),
            _("%(percent)d%%") % {"percent": CARDS.scouting_percent[colour]},
            card=card(look, colour),
            name=f"count-{colour}",
            most=most[colour],
        )
        for colour in reversed(CARDS.colours)
        if most[colour]
    )
    together = max(len(option["cards"]) for option in prompt["options"])
    return Control(f"{FRAGMENTS}/_counts.html", choices, _("Enter these cards"), lots=together)


def _garrison(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    side: Side = prompt["side"]
    units = view["sides"][side]["army"].get("units", ())
    places = sorted({place for option in prompt["options"] for place in option["units"]})
    choices = tuple(
        ControlOption(
            str(place),
            units[place]["name"] if place < len(units) else str(place + 1),
            _bases(units[place]["bases"]) if place < len(units) else "",
        )
        for place in places
    )
    return Control(f"{FRAGMENTS}/_garrison.html", choices, _("Garrison selected TUGs"))


def _bases(number: int) -> str:
    return ngettext("%(bases)d base", "%(bases)d bases", number) % {"bases": number}


def _lay(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    return Control(f"{FRAGMENTS}/_place.html")


def _shift(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    return Control(f"{FRAGMENTS}/_shift.html")


def _camp_right() -> Mapping[Any, tuple[str, str, str]]:
    return {
        True: (
            _("In terrain"),
            _("Your camp must go in a town or village. The invader loses this right."),
            "village",
        ),
        False: (
            _("Ordinary camp"),
            _("The right passes to the invader, who may use it."),
            "leave",
        ),
    }


def _sectors() -> Mapping[Any, tuple[str, str, str]]:
    return {
        "left": (_("Left flank"), _("The left flank sector (defender's view) is secure."), "hold"),
        "centre": (_("Centre"), _("This piece secures no flank."), "leave"),
        "right": (
            _("Right flank"),
            _("The right flank sector (defender's view) is secure."),
            "hold",
        ),
    }


def _give_ambush(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    army = view["sides"][prompt["side"]]["army"]
    leaders = [army.get("commander") or {}, *army.get("generals", ())]
    choices = []
    for option in prompt["options"]:
        number = option["leader"]
        entry = leaders[number] if number < len(leaders) else {}
        rank = _("army commander") if number == 0 else _("general")
        level = look.list_word(entry["level"]) if entry.get("level") else ""
        name = entry.get("name") or capfirst(rank)
        choices.append(ControlOption(sent(option), name, ", ".join(filter(None, (rank, level)))))
    return Control("battles/_choices.html", tuple(choices))


def _board(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    words = {
        "place_camp": _("Confirm camp"),
        "deploy": _("Confirm deployment"),
        "hide": _("Hide"),
        "place_leaders": _("Confirm leaders"),
        "pregame_move": _("Confirm move"),
    }
    return Control(f"{FRAGMENTS}/_board.html", (), words[prompt["kind"]])


CONTROLS: Mapping[str, Callable[[PageContext, Mapping[str, Any], Mapping[str, Any]], Control]] = {
    "invade_or_defend": worded(_roles, "role"),
    "strategic_intercept": worded(_intercept, "intercept"),
    "play_territory_card": _one_card,
    "play_day_card": _one_card,
    "turned_up": _turned_up,
    "choose_territory": _territory,
    "place_marker": _box,
    "move_marker": _box,
    "keep_cards": _keep,
    "turned_up_scouting": _scouting,
    "choose_type": _type,
    "choose_sector": worded(_sectors, "sector"),
    "select_optional": _optional,
    "dice_or_not": worded(_dicing, "dice"),
    "place_piece": _lay,
    "oppose": _actions,
    "move_piece": _shift,
    "turn_piece": _shift,
    "garrison": _garrison,
    "camp_right": worded(_camp_right, "use"),
    "give_ambush": _give_ambush,
    **dict.fromkeys(("place_camp", "deploy", "hide", "place_leaders", "pregame_move"), _board),
}
