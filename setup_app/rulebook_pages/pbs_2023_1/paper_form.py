"""The paper form for two players who go through 8.A to 10.H by hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.rulebook_pages import Blank
from setup_app.rulebook_pages.pbs_2023_1.steps import word
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, GROUND, PHRASES, TERRITORIES
from setup_app.rulebooks.pbs_2023_1.walk import SIZE

STEPS = 8
"""The number of lines for turns of deployment: the two first parts and the thirds."""
MARKERS = 4
LEADERS = 8
MOVES = 6
PIECES = 12
"""The number of lines for placed pieces: those of the densest box, and all that both players may
add.
"""


def blanks() -> Mapping[str, tuple[Blank, ...]]:
    """Return the blanks by the rule of each step, in the order in which players fill them in."""
    colours = ", ".join(word(colour) for colour in CARDS.colours)
    return {
        "8.A": (
            Blank("table", "", (_("Die face"), _("Invades / defends"))),
            Blank("ticks", _("Strategic intercept"), (_("yes"), _("no"))),
        ),
        "8.B": (
            Blank("table", "", (_("Card revealed"),)),
            Blank("ticks", _("Territory"), _texts("territory", TERRITORIES)),
        ),
        "8.C": (
            Blank(
                "map",
                _("Write S where the marker starts, and 1 to 5 where it ends each day."),
                _numbers(SIZE),
                _numbers(SIZE),
            ),
        ),
        "8.D": (
            Blank(
                "table",
                _("Cards, lowest first: %(colours)s. A pass counts as black.")
                % {"colours": colours},
                (_("Defender"), _("Invader"), _("Better by"), _("New row, column")),
                tuple(_("Day %(day)d") % {"day": day} for day in range(1, CARDS.days + 1)),
            ),
            Blank("table", "", (_("Cards kept for scouting (10.A)"),)),
        ),
        "9.A": (
            Blank(
                "ticks",
                _("Secure flank (defender's view)"),
                (_("none"), _("left"), _("right")),
            ),
        ),
        "9.B": (Blank("ticks", _("Density"), _texts("density", GROUND.densities)),),
        "9.C": (Blank("table", "", (_("Types chosen"),)),),
        "9.D": (Blank("table", "", (_("Types chosen"),)),),
        "9.E": (
            Blank(
                "table",
                _("Pieces, in the order you place them"),
                (
                    _("Owner"),
                    _("Type"),
                    _("Size"),
                    _("Die"),
                    _("Sector"),
                    _("Opponent's die"),
                    _("Result"),
                ),
                _numbers(PIECES),
            ),
        ),
        "settlement": (Blank("table", "", (_("Type and place"),)),),
        "10.A": (
            Blank("table", "", (_("Best %(best)d cards") % {"best": CARDS.best_summed}, _("%"))),
            Blank("line", _("Who is outscouted, and by how much")),
        ),
        "10.C": (
            Blank("ticks", _("Camp in terrain (special rule)"), (_("defender"), _("invader"))),
            Blank("table", "", (_("Camp: where it stands"),)),
        ),
        "10.D": (
            Blank("table", "", (_("TUGs on the list"), _("First part: TUGs required"))),
            Blank(
                "table",
                _("Turns of deployment (10.D and 10.E)"),
                (_("Player"), _("TUGs required"), _("TUGs deployed"), _("SUGs deployed")),
                _numbers(STEPS),
            ),
            Blank(
                "table",
                _("Ambush markers (keep secret)"),
                (_("Owner"), _("Letter"), _("Units"), _("Commanded by (10.G)")),
                _numbers(MARKERS),
            ),
            Blank(
                "table",
                _("Flank marches and bluffs (keep secret)"),
                (_("Owner"), _("Leader"), _("Left / right / bluff"), _("Units")),
                _numbers(MARKERS),
            ),
        ),
        "10.E": (
            Blank(
                "table",
                _("Commands"),
                (_("Player"), _("Leader"), _("Units"), _("Garrison")),
                _numbers(LEADERS),
            ),
        ),
        "10.H": (
            Blank(
                "table",
                _("Pre-game moves"),
                (_("Player"), _("Unit"), _("Kind"), _("Distance in BW")),
                _numbers(MOVES),
            ),
        ),
    }


def _texts(group: str, names: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(capfirst(_(PHRASES.texts[f"{group}.{name}"])) for name in names)


def _numbers(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))
