"""The pre-battle system step by step, in our own words with the figures of the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.rulebook_pages import Fact, StepTold
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.figures import Density, Slots
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from setup_app.rulebooks.pbs_2023_1.tables import (
    CARDS,
    EVENT_NUMBERS,
    GROUND,
    PHRASES,
    SECTIONS,
    SETTINGS,
)
from setup_app.wording.figures import figure as written


def steps_told() -> tuple[StepTold, ...]:
    """Return every section of the sheet in order, including those that this program does not play
    yet.
    """
    words, facts = _words(), _facts()
    return tuple(
        StepTold(
            rule=section.id,
            title=_(PHRASES.texts[section.title]),
            words=words[section.id],
            facts=tuple(facts.get(section.id, ())),
            played=section.played,
        )
        for section in SECTIONS.values()
    )


def density_facts(density: Density) -> str:
    """Return what a density requires: "2 difficult, 1 good or rough"."""
    asked = ", ".join(map(pieces_of, density.compulsory))
    asked = asked or _("nothing compulsory")
    return asked if density.impassable else _("%(asked)s; nothing impassable") % {"asked": asked}


def pieces_of(slots: Slots) -> str:
    """Return numbers of pieces with their categories: "1 good or rough"."""
    return f"{slots.pieces} {_of_kind(slots.categories)}"


def word(name: str, form: str = "one") -> str:
    """Return the rulebook's word for something, as in the middle of a sentence."""
    text = RULEBOOK.texts.get(f"name.{name}.{form}")
    return _(text) if text else name


def _of_kind(categories: Sequence[str]) -> str:
    if len(categories) == 3:
        return _("of any kind")
    return _(" or ").join(word(each) for each in categories)


def range_of(name: str) -> tuple[str, str]:
    """Return the minimum and maximum of a figure that an event may change."""
    least, most = cast(tuple[float, float], EVENT_NUMBERS[name].default_as_json)
    return written(least), written(most)


def _figure(name: str) -> str:
    return written(cast(float, EVENT_NUMBERS[name].default))


def _words() -> dict[str, tuple[str, ...]]:
    sizes = {"least": range_of("compulsory_size")[0], "most": range_of("compulsory_size")[1]}
    optional = {"least": range_of("optional_size")[0], "most": range_of("optional_size")[1]}
    water_least, water_most = (written(each) for each in GROUND.deep_water_depth)
    town_least, town_most = (written(each) for each in GROUND.settlement_size)
    flank, slide = _figure("flank_sector_depth"), _figure("opponent_slide")
    gap = written(cast(float, SETTINGS["gap"].default))
    line = written(GROUND.deployment_from_centre_line)
    return {
        "measures": (
            _(
                "All lengths are in base widths (BW): 40 mm for 15 mm figures, 60 mm for 28 "
                "mm. The usual table is %(width)s by %(depth)s BW."
            )
            % {"width": _figure("table_width"), "depth": _figure("table_depth")},
            _(
                "Left and right are as each player sees them from behind their own long edge. "
                "The two flank sectors are within %(flank)s BW of the side edges; the centre "
                "is between them."
            )
            % {"flank": flank},
        ),
        "lists": (
            _(
                "A list states its home territories (one to seven), its commander's level, its "
                "numbers of PBS cards and scouting cards, and its troops: a TUG is a unit of "
                "troops, a SUG a unit of skirmishers."
            ),
        ),
        "8.A": (
            _(
                "Each commander rolls a die whose colour shows how good they are. The better "
                "face wins; ties are rolled again. The winner chooses to invade or defend."
            ),
            _(
                "An invader who won with a skull may make a strategic intercept, and then "
                "places the marker in 8.C."
            ),
        ),
        "8.B": (
            _(
                "Both players draw the PBS cards on their lists. Each plays one face down, or "
                "none, and both are revealed together. If the invader's card is better, the "
                "invader chooses the territory; otherwise the defender does. It is always one "
                "of the defender's home territories."
            ),
        ),
        "8.C": (
            _(
                "The territory map has five rows of five squares. The defender places the army "
                "marker on one of them; after a strategic intercept, the invader does."
            ),
        ),
        "8.D": (
            _(
                "On each of five days both players play a card face down or pass, and reveal "
                "together. A pass counts as a black card. The better card moves the marker: "
                "the bigger the difference, the further it goes. The square where the marker "
                "ends decides the battlefield."
            ),
            _("Unplayed cards may be kept to help with scouting (10.A)."),
        ),
        "9.A": (
            _(
                "The square may name a secure flank; if it does not, nothing is placed. Deep "
                "water is a strip %(least)s to %(most)s BW deep along one side edge, which the "
                "defender chooses."
            )
            % {"least": water_least, "most": water_most},
            _(
                "If the square names two kinds of terrain, the defender picks a flank sector "
                "and places a piece of either kind in it; the invader then places one in the "
                "same sector. No dice are rolled for these. That sector is secure; the other "
                "is not."
            ),
        ),
        "9.B": (
            _(
                "The density of the square sets how many pieces the two players must place "
                "between them. Each player may also place up to %(optional)d optional pieces."
            )
            % {"optional": GROUND.densities["normal"].optional},
            _("Each side of a compulsory or secure-flank piece is %(least)s to %(most)s BW.")
            % sizes,
            _("Each side of an optional piece is %(least)s to %(most)s BW.") % optional,
            _("A type with its own size uses that instead."),
        ),
        "9.C": (
            _(
                "Starting with the defender, the players take turns choosing types until the "
                "density is met. They then take turns placing them, the defender first; each "
                "player places their own pieces in any order."
            ),
        ),
        "9.D": (
            _(
                "The defender chooses all their optional pieces, then the invader does. The "
                "players then take turns placing them, the defender first."
            ),
        ),
        "9.E": (
            _(
                "A die decides which sector the piece goes in and whether it must touch a "
                "table edge. Only then does its player choose its shape and place. Some types "
                "may be placed without dice next to a suitable neighbour: say so before "
                "rolling."
            ),
            _(
                "A piece must be at least %(gap)s BW from every piece already on the table, "
                "except deep water, unless its own entry says otherwise."
            )
            % {"gap": gap},
            _(
                "The opponent then rolls a die. Depending on the roll, they may slide the "
                "piece by up to %(slide)s BW, turn it or remove it."
            )
            % {"slide": slide},
        ),
        "settlement": (
            _(
                "A list may have a vital settlement or a fort. It is placed after all other "
                "terrain, the defender's first: each side %(least)s to %(most)s BW, in its "
                "owner's half, without dice. Its owner secretly notes which TUGs garrison it."
            )
            % {"least": town_least, "most": town_most},
        ),
        "10.A": (
            _(
                "Both players draw scouting cards. Each side adds up the values of its best "
                "%(best)d cards; the difference is the percentage by which the lower army is "
                "outscouted."
            )
            % {"best": CARDS.best_summed},
        ),
        "10.B": (
            _("No one deploys within %(line)s BW of the centre line of the table.")
            % {"line": line},
            _(
                "Only mounted troops, elephants, foot in loose or open order, skirmishers and "
                "ambushers may use an unsecure flank sector."
            ),
        ),
        "10.C": (
            _(
                "Works (batteries, barricades, battle wagons and redoubts) stay out of an "
                "unsecure flank sector, even in ambush. The camp goes in its owner's zone, within "
                "%(camp)s BW of the middle of the table's width; with a secure flank, anywhere "
                "from the middle to that side edge."
            )
            % {"camp": written(GROUND.camp_from_centre)},
            _(
                "In waterside and cultivated, the defender may put the camp in a town or village "
                "in their zone that touches deep water, or in cultivated a table edge. They "
                "decide before the first camp is placed. If they decline, or if the camp does "
                "not fit there, the invader has this right. In forest and jungle, the defender "
                "may put it in woods or forest at a table edge in their zone."
            ),
        ),
        "10.D": (
            _(
                "The outscouted army starts: its camp, then as many TUGs as its percentage "
                "gives. If neither army is outscouted, the defender starts with a third. The "
                "other army then deploys its camp and the same share of its own TUGs. The share "
                "is of all TUGs on the list, and each player deploys exactly that many, or all "
                "they have in hand."
            ),
            _(
                "TUGs with works deploy before all others. Those that may be hidden can wait "
                "until their owner has finished hiding."
            ),
            _(
                "Between these two parts, both players set up ambush markers, flank marches "
                "and bluffs."
            ),
        ),
        "10.E": (
            _(
                "The players then take turns deploying thirds until everything is deployed. "
                "Then they place generals and assign commands, the defender first, and both "
                "armies are declared."
            ),
        ),
        "10.F": (
            _(
                "A general on a flank march waits beside the camp. A card under the base "
                "secretly says which flank they will arrive on."
            ),
        ),
        "10.G": (_("Each ambush card is secretly given to a general."),),
        "10.H": (
            _(
                "Before the game, batteries may shift, and forced marches, forlorn hopes and "
                "pathfinders may move. None of Metator's sources says how far."
            ),
        ),
    }


def _facts() -> dict[str, list[Fact]]:
    opponent = GROUND.opponent
    return {
        "8.A": [*_dice()],
        "8.B": [Fact(_("The deck"), _counted(SETTINGS["deck"].default))],
        "8.D": [
            Fact(
                _("Better by %(ranks)d") % {"ranks": move.better}, _steps(move.steps, move.diagonal)
            )
            for move in CARDS.moves
        ],
        "9.B": [
            Fact(_(PHRASES.texts[f"density.{name}"]), capfirst(density_facts(density)))
            for name, density in GROUND.densities.items()
        ],
        "9.E": [
            *(_placing(roll) for roll in range(1, 7)),
            Fact(_("Opponent rolls %(roll)d or more") % {"roll": opponent.slide}, _("Slide it.")),
            Fact(_("Opponent rolls %(roll)d or more") % {"roll": opponent.turn}, _("Or turn it.")),
            Fact(_("Opponent rolls %(roll)d") % {"roll": opponent.remove}, _("Or remove it.")),
        ],
        "10.A": [
            Fact(
                capfirst(word(colour)),
                _("%(percent)d%%") % {"percent": CARDS.scouting_percent[colour]},
            )
            for colour in reversed(CARDS.colours)
        ],
    }


def _dice() -> Iterator[Fact]:
    faces: Any = SETTINGS["dice_faces"].default
    for level, colour in reversed(tuple(CARDS.level_colours.items())):
        yield Fact(
            capfirst(_(LIST_WORDS[f"list.{level}"])),
            _("%(colour)s die: %(faces)s")
            % {"colour": word(colour), "faces": _counted(faces[colour])},
        )


def _counted(numbers: Any) -> str:
    """Return how many there are of each, as in "an s, 3 wounds, 2 skulls"."""
    return ", ".join(
        word(name) if number == 1 else f"{number} {word(name, 'many')}"
        for name, number in numbers.items()
        if number
    )


def _steps(steps: int, diagonal: bool) -> str:
    if diagonal:
        return ngettext(
            "%(steps)d step in any direction.",
            "%(steps)d steps, each in any direction.",
            steps,
        ) % {"steps": steps}
    return ngettext(
        "%(steps)d step, not diagonally.", "%(steps)d steps, not diagonally.", steps
    ) % {"steps": steps}


def _placing(roll: int) -> Fact:
    place = next(each for each in GROUND.placing if roll in each.rolls)
    where = {
        "left": _("Wholly in your left flank sector."),
        "centre": _("Wholly in the centre."),
        "right": _("Wholly in your right flank sector."),
    }[place.sector]
    if roll in place.touching_edge:
        where = _("Wholly in the centre, touching a table edge.")
    return Fact(_("Roll of %(roll)d") % {"roll": roll}, where)
