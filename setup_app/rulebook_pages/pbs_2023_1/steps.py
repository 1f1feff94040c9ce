"""How does the pre-battle system go, step by step? In our own words, with the data's figures."""

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
    """Every section of the sheet in its order, also those that this program does not play yet."""
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
    """What a density asks for: "2 difficult, 1 good or rough"."""
    asked = ", ".join(map(pieces_of, density.compulsory))
    asked = asked or _("nothing compulsory")
    return asked if density.impassable else _("%(asked)s; nothing impassable") % {"asked": asked}


def pieces_of(slots: Slots) -> str:
    """So many pieces of what they may be: "1 good or rough"."""
    return f"{slots.pieces} {_of_kind(slots.categories)}"


def word(name: str, form: str = "one") -> str:
    """What the rulebook calls something, as in the middle of a sentence."""
    text = RULEBOOK.texts.get(f"name.{name}.{form}")
    return _(text) if text else name


def _of_kind(categories: Sequence[str]) -> str:
    if len(categories) == 3:
        return _("of any kind")
    return _(" or ").join(word(each) for each in categories)


def range_of(name: str) -> tuple[str, str]:
    """A least and a greatest figure that an event may change."""
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
                "Every length is in base widths, BW for short: 40 mm for 15 mm figures, 60 mm for "
                "28 mm. The usual table measures %(width)s by %(depth)s BW."
            )
            % {"width": _figure("table_width"), "depth": _figure("table_depth")},
            _(
                "Each player speaks of left and right from behind his own long edge. Within "
                "%(flank)s BW of either side edge lie the two flank sectors; what is between them "
                "is the centre."
            )
            % {"flank": flank},
        ),
        "lists": (
            _(
                "A list states its home territories, one to seven, the level of its commander, how "
                "many PBS cards and scouting cards it has, and its troops: a TUG is a unit of "
                "troops, a SUG a unit of skirmishers."
            ),
        ),
        "8.A": (
            _(
                "Both commanders roll a die whose colour shows how good they are. The better face "
                "wins, equal faces are rolled again, and the winner says whether he invades or "
                "defends."
            ),
            _(
                "If he invades and won with a skull he may make a strategic intercept: the marker "
                "of 8.C is then his to place."
            ),
        ),
        "8.B": (
            _(
                "Both draw the PBS cards of their lists, and each lays one of them, or none, face "
                "down. They are turned up together. An invader with the better card names the "
                "territory; otherwise the defender does. It is always one of the defender's home "
                "territories."
            ),
        ),
        "8.C": (
            _(
                "The map of the territory has five rows of five boxes. The defender puts the army "
                "marker on one; after a strategic intercept the invader does."
            ),
        ),
        "8.D": (
            _(
                "On each of five days both lay a card face down, or pass, and turn up together; a "
                "pass counts as a black card. The better card moves the marker, the farther the "
                "better it is. The box where the marker stands on the last evening says what "
                "ground is fought on."
            ),
            _("Cards that are left may be kept: they help the scouting of 10.A."),
        ),
        "9.A": (
            _(
                "The box may name a secure flank; where it names none, nothing is laid. Deep water "
                "is a strip %(least)s to %(most)s BW deep along one side edge, and the defender "
                "says which."
            )
            % {"least": water_least, "most": water_most},
            _(
                "Where the box names two kinds of ground, the defender picks a flank sector and "
                "lays a piece of either kind in it; then the invader lays one in the same sector. "
                "No dice are rolled for these. The sector that they lie in is secure, the other is "
                "not."
            ),
        ),
        "9.B": (
            _(
                "The density of the box says how many pieces must be laid by both players "
                "together. Besides those each may lay up to %(optional)d of his own choice."
            )
            % {"optional": GROUND.densities["normal"].optional},
            _(
                "A compulsory piece, and one of the secure flank, measures %(least)s to %(most)s "
                "BW each way."
            )
            % sizes,
            _("An optional piece measures %(least)s to %(most)s BW each way.") % optional,
            _("A type whose row gives a size has that instead."),
        ),
        "9.C": (
            _(
                "In turn, the defender first, the players choose types until the density is "
                "served. Then they lay them in turn, the defender first, each his own in the order "
                "he likes."
            ),
        ),
        "9.D": (
            _(
                "The defender chooses all of his optional pieces, then the invader all of his. "
                "They are laid in turn, the defender first."
            ),
        ),
        "9.E": (
            _(
                "A die says in which sector the piece must lie, and whether it must touch a table "
                "edge. Only then are its shape and its place chosen. Some types may lie without a "
                "die beside a neighbour that suits them: that is said before rolling."
            ),
            _(
                "A piece keeps %(gap)s BW away from all that lie there before it, deep water "
                "excepted, unless its row says otherwise."
            )
            % {"gap": gap},
            _(
                "Then the other player rolls a die against it. He may slide it by up to %(slide)s "
                "BW, or turn it, or take it off, as the roll allows."
            )
            % {"slide": slide},
        ),
        "settlement": (
            _(
                "A list may have a vital settlement or a fort. It is laid when all other ground "
                "lies, the defender's first: %(least)s to %(most)s BW each way, in its owner's "
                "half, without dice. Its owner notes in secret which TUGs hold it."
            )
            % {"least": town_least, "most": town_most},
        ),
        "10.A": (
            _(
                "Both draw scouting cards. The colours count, the best %(best)d cards of each side "
                "are added up, and the difference is the percentage by which the lower army is "
                "outscouted."
            )
            % {"best": CARDS.best_summed},
        ),
        "10.B": (
            _("Nobody deploys within %(line)s BW of the line across the middle of the table.")
            % {"line": line},
            _(
                "A flank sector that is not secure is for mounted troops, elephants, foot in loose "
                "or open order, skirmishers and those in ambush."
            ),
        ),
        "10.C": (
            _(
                "Barricades, battle wagons and redoubts stay out of a flank sector that is not "
                "secure. The camp lies in its owner's zone, within %(camp)s BW of the middle of "
                "the table's width; with a secure flank anywhere from there to that side's edge."
            )
            % {"camp": written(GROUND.camp_from_centre)},
        ),
        "10.D": (
            _(
                "An outscouted army begins: its camp, then works and guns, then as many TUGs as "
                "its percentage gives. With nobody outscouted the defender begins, with a third. "
                "The other army answers with its camp and the same share of its own."
            ),
            _(
                "Between these two parts both lay out ambush markers and flank marches, bluffs "
                "among them."
            ),
        ),
        "10.E": (
            _(
                "Thirds follow in turn until all are down. Then generals are placed and commands "
                "named, the defender's first, and both armies are declared."
            ),
        ),
        "10.F": (
            _(
                "A general on a flank march waits beside the camp. A card under his base says in "
                "secret on which side he will come."
            ),
        ),
        "10.G": (_("The cards of ambushes are given to generals in secret."),),
        "10.H": (
            _(
                "Before the game batteries may shift, and forced marches, forlorn hopes and "
                "pathfinders move. How far is in no source that this program has."
            ),
        ),
    }


def _facts() -> dict[str, list[Fact]]:
    opponent = GROUND.opponent
    return {
        "8.A": [*_dice()],
        "8.B": [Fact(_("The pack"), _counted(SETTINGS["deck"].default))],
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
            Fact(_("Against: %(roll)d or more") % {"roll": opponent.slide}, _("Slide it.")),
            Fact(_("Against: %(roll)d or more") % {"roll": opponent.turn}, _("Or turn it.")),
            Fact(_("Against: %(roll)d") % {"roll": opponent.remove}, _("Or take it off.")),
        ],
        "10.A": [
            Fact(
                capfirst(word(colour)),
                _("%(percent)d %%") % {"percent": CARDS.scouting_percent[colour]},
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
    """How many there are of each, as in "an s, 3 wounds, 2 skulls"."""
    return ", ".join(
        word(name) if number == 1 else f"{number} {word(name, 'many')}"
        for name, number in numbers.items()
        if number
    )


def _steps(steps: int, diagonal: bool) -> str:
    if diagonal:
        return ngettext(
            "%(steps)d step, sideways or diagonal.",
            "%(steps)d steps, each sideways or diagonal.",
            steps,
        ) % {"steps": steps}
    return ngettext("%(steps)d step sideways.", "%(steps)d steps sideways.", steps) % {
        "steps": steps
    }


def _placing(roll: int) -> Fact:
    place = next(each for each in GROUND.placing if roll in each.rolls)
    where = {
        "left": _("Wholly in his left flank sector."),
        "centre": _("Wholly in the centre."),
        "right": _("Wholly in his right flank sector."),
    }[place.sector]
    if roll in place.touching_edge:
        where = _("Wholly in the centre, touching a table edge.")
    return Fact(_("Die: %(roll)d") % {"roll": roll}, where)
