"""How is a prompt drawn? Every choice comes from its `options`; here it gets picture and words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.drawing import TERRITORIES, label
from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.selecting import Selecting, TypeShown, selecting, types_shown
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, territory_as_json
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES as TERRITORY_TABLES
from setup_app.script.values import Side

NUMERALS = ("I", "II", "III", "IV", "V")
DENSITIES = ("featureless", "open", "normal", "dense", "very_dense")


@dataclass(frozen=True)
class Card:
    """A card as it is drawn: by colour, numeral, sign and word."""

    colour: str
    numeral: str
    word: str
    icon: str


@dataclass(frozen=True)
class Choice:
    """One thing that can be chosen: `value` is what is sent, `note` says what happens then."""

    value: str
    title: str
    note: str = ""
    icon: str = ""
    card: Card | None = None
    group: str = ""
    cells: Any = None
    name: str = ""
    most: int = 0
    shown: TypeShown | None = None


@dataclass(frozen=True)
class Control:
    """What is drawn for a prompt: a template fragment, its choices, and what the button says."""

    fragment: str
    choices: tuple[Choice, ...] = ()
    confirm: str = ""
    lots: Any = None
    selecting: Selecting | None = None
    groups: tuple[tuple[str, tuple[Choice, ...]], ...] = field(default=())


def card(look: Look, colour: str | None) -> Card:
    if colour is None:
        return Card("none", "", _("No card"), "card-none")
    place = CARDS.colours.index(colour)
    return Card(colour, NUMERALS[place], look.word(colour), f"card-{colour}")


def control_for(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    """The control of a prompt that may be answered here; `view` is that of who answers."""
    draw = DRAWN.get(prompt["kind"])
    return draw(look, prompt, view) if draw else _plain(look, prompt)


def sent(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _plain(look: Look, prompt: Mapping[str, Any]) -> Control:
    """A prompt of a kind that nobody has drawn: its options as they are."""
    choices = tuple(Choice(sent(each), _in_words(look, each)) for each in prompt.get("options", ()))
    return Control("battles/_choices.html", choices)


def _in_words(look: Look, answer: Any) -> str:
    """An answer of a kind that nobody has drawn: its words, where it holds only such."""
    values = list(answer.values()) if isinstance(answer, Mapping) else [answer]
    if all(isinstance(each, (str, int, float)) for each in values):
        return ", ".join(look.word(str(each)) for each in values)
    return sent(answer)


def _worded(words: Callable[[], Mapping[Any, tuple[str, str, str]]], key: str) -> Any:
    """Few choices, each with a picture, a word and what follows from it."""

    def draw(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
        known = words()
        return Control(
            "battles/_choices.html",
            tuple(
                Choice(sent(each), known[each[key]][0], known[each[key]][1], known[each[key]][2])
                for each in prompt["options"]
            ),
        )

    return draw


def _roles() -> Mapping[Any, tuple[str, str, str]]:
    return {
        "invader": (
            _("Invade"),
            _("You march into the other side's land. A better card lets you choose where."),
            "invade",
        ),
        "defender": (
            _("Defend"),
            _("You fight in a land of your own list, and place terrain first."),
            "hold",
        ),
    }


def _intercept() -> Mapping[Any, tuple[str, str, str]]:
    return {
        True: (_("Intercept"), _("You put the army marker on the map."), "marker"),
        False: (_("Do not intercept"), _("The defender puts the army marker down."), "leave"),
    }


def _dicing() -> Mapping[Any, tuple[str, str, str]]:
    return {
        True: (_("Roll for it"), _("The die says in which sector it lies."), "dice"),
        False: (
            _("Without dice"),
            _("Beside its neighbour, touching it. There is no way back to the die."),
            "no-dice",
        ),
    }


def _actions(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    """What the opponent's die allows, each with its limit."""
    most = f"{look.played.setup.settings['opponent_slide']:g}"
    words = {
        "leave": (_("Leave it"), _("It stays where it lies.")),
        "move": (
            _("Slide it, up to %(most)s BW") % {"most": most},
            _("You move it without turning it."),
        ),
        "turn": (_("Turn it"), _("By any angle, about one of its points.")),
        "remove": (_("Remove it"), _("It is taken off the table.")),
    }
    choices = tuple(
        Choice(sent(each), *words[each["action"]], icon=each["action"])
        for each in prompt["options"]
    )
    return Control("battles/_choices.html", choices)


def _one_card(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    day = prompt["kind"] == "play_day_card"
    held = Counter(view["hands"][prompt["side"]]["cards"])
    choices = []
    for option in prompt["options"]:
        colour = option["card"]
        drawn = card(look, colour)
        if colour is None:
            title = _("Pass") if day else _("No card")
            note = _("counts as black") if day else _("ranks below black")
            choices.append(Choice(sent(option), title, note, card=drawn))
        else:
            number = held[colour]
            note = _("you hold %(number)d") % {"number": number} if number > 1 else ""
            choices.append(Choice(sent(option), drawn.word, note, card=drawn))
    # Having no card to play stands last, wherever the rules list it.
    choices.sort(key=lambda choice: choice.card is not None and choice.card.colour == "none")
    return Control("battles/_cards.html", tuple(choices), _("Seal this card"))


def _keep(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    held = view["hands"][prompt["side"]]["cards"]
    percent = CARDS.scouting_percent
    choices = tuple(
        Choice(
            colour,
            look.word(colour),
            _("%(percent)d %%") % {"percent": percent[colour]},
            card=card(look, colour),
        )
        for colour in held
    )
    return Control("battles/_keep.html", choices, _("Keep those that are ticked"))


def _territory(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    choices = []
    for option in prompt["options"]:
        slug = option["territory"]
        choices.append(
            Choice(
                sent(option),
                str(TERRITORIES.get(slug, slug)),
                _("a map of your club") if slug in look.played.setup.maps else "",
                cells=small_map(look, slug),
            )
        )
    return Control("battles/_territories.html", tuple(choices))


def small_map(look: Look, slug: str) -> list[list[dict[str, Any]]]:
    """A territory's boxes as this battle plays them, for a picture of an inch."""
    own = look.played.setup.maps.get(slug)
    cells = own or territory_as_json(TERRITORY_TABLES[slug])["cells"]
    return [[_small(box) for box in row] for row in cells]


def _small(box: Mapping[str, Any]) -> dict[str, Any]:
    kinds = box["flank"]
    return {"density": box["density"], "flank": "water" if kinds == ["deep_water"] else kinds}


def _box(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    """The boxes themselves are on the map; the panel holds the button that goes on."""
    return Control("battles/_box.html", (), _("Put the marker there"))


def _type(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    purpose = prompt["about"].get("purpose", "")
    slots = {"9.A": "secure_flank", "9.D": "optional"}
    slot = slots.get(prompt["rule"], "compulsory")
    # A piece that is selected already is not counted against what is left of its own type.
    shown = types_shown(look, prompt["side"], slot, left=purpose != "place_next")
    choices = tuple(
        Choice(
            sent(option),
            label(option["type"]),
            group=_category(look, option["type"]),
            icon=option["type"],
            shown=shown.get(option["type"]),
        )
        for option in prompt["options"]
    )
    return Control(
        "battles/_types.html",
        choices,
        groups=_grouped(look, choices),
        selecting=selecting(look) if purpose == "compulsory" else None,
    )


def _category(look: Look, type_: str) -> str:
    """The category of a type in this battle's territory; none for what no table has."""
    rows = TERRITORY_TABLES[look.view["map"]["territory"]].terrain
    return next((row.category for row in rows if row.type == type_), "")


def _grouped(look: Look, choices: tuple[Choice, ...]) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    groups: dict[str, list[Choice]] = {"good": [], "rough": [], "difficult": [], "": []}
    for choice in choices:
        groups[choice.group].append(choice)
    return tuple(
        (look.word(name) if name else _("Other"), tuple(inner))
        for name, inner in groups.items()
        if inner
    )


def _optional(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    shown = types_shown(look, prompt["side"], "optional")
    lots = [sorted(option["types"]) for option in prompt["options"]]
    most: Counter[str] = Counter()
    for lot in lots:
        for type_, number in Counter(lot).items():
            most[type_] = max(most[type_], number)
    choices = tuple(
        Choice(
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
        "battles/_optional.html",
        choices,
        _("Select these"),
        lots=lots,
        selecting=selecting(look),
        groups=_grouped(look, choices),
    )


def _faces(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    choices = []
    for option in prompt["options"]:
        face = option["face"]
        number = isinstance(face, int)
        word = str(face) if number else look.word(str(face))
        choices.append(Choice(sent(option), word, icon=f"die-{face}" if number else str(face)))
    return Control("battles/_faces.html", tuple(choices))


def _turned_up(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    columns = []
    for side in (0, 1):
        colours = dict.fromkeys(option["cards"][side] for option in prompt["options"])
        none = _("Pass") if prompt["rule"] == "8.D" else _("No card")
        choices = tuple(
            Choice(
                colour or "",
                look.word(colour) if colour else none,
                card=card(look, colour),
                name=("first", "second")[side],
            )
            for colour in colours
        )
        columns.append((capfirst(look.say.player(side)), choices))
    return Control("battles/_turned_up.html", (), _("These were turned up"), groups=tuple(columns))


def _scouting(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    most: Counter[str] = Counter()
    for option in prompt["options"]:
        for colour, number in Counter(option["cards"]).items():
            most[colour] = max(most[colour], number)
    choices = tuple(
        Choice(
            colour,
            look.word(colour),
            _("%(percent)d %%") % {"percent": CARDS.scouting_percent[colour]},
            card=card(look, colour),
            name=f"count-{colour}",
            most=most[colour],
        )
        for colour in reversed(CARDS.colours)
        if most[colour]
    )
    return Control("battles/_counts.html", choices, _("Enter these cards"))


def _garrison(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    side: Side = prompt["side"]
    units = view["sides"][side]["army"].get("units", ())
    places = sorted({place for option in prompt["options"] for place in option["units"]})
    choices = tuple(
        Choice(
            str(place),
            units[place]["name"] if place < len(units) else str(place + 1),
            _("%(bases)d bases") % {"bases": units[place]["bases"]} if place < len(units) else "",
        )
        for place in places
    )
    return Control("battles/_garrison.html", choices, _("Note those that are ticked"))


def _lay(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    return Control("battles/_place.html")


def _shift(look: Look, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
    return Control("battles/_shift.html")


DRAWN: Mapping[str, Callable[[Look, Mapping[str, Any], Mapping[str, Any]], Control]] = {
    "invade_or_defend": _worded(_roles, "role"),
    "strategic_intercept": _worded(_intercept, "intercept"),
    "play_territory_card": _one_card,
    "play_day_card": _one_card,
    "turned_up": _turned_up,
    "choose_territory": _territory,
    "place_marker": _box,
    "move_marker": _box,
    "keep_cards": _keep,
    "turned_up_scouting": _scouting,
    "choose_type": _type,
    "select_optional": _optional,
    "dice_or_not": _worded(_dicing, "dice"),
    "place_piece": _lay,
    "oppose": _actions,
    "move_piece": _shift,
    "turn_piece": _shift,
    "garrison": _garrison,
    "enter_roll": _faces,
}
