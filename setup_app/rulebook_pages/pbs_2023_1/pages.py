"""The `Pages` and the `MapSheet` of the pre-battle system."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import Editor, Pages, Rail, Reader, Said
from setup_app.maps.sheets import MapSheet
from setup_app.rulebook_pages.pbs_2023_1 import (
    battle_words,
    deployment_end,
    deployment_form,
    deployment_marks,
    map_sheet,
)
from setup_app.rulebook_pages.pbs_2023_1.answers import ANSWERS
from setup_app.rulebook_pages.pbs_2023_1.board_hints import board_with_hints
from setup_app.rulebook_pages.pbs_2023_1.consequences import follows
from setup_app.rulebook_pages.pbs_2023_1.controls import CONTROLS, FRAGMENTS, card
from setup_app.rulebook_pages.pbs_2023_1.deployment_hand import BOARDS
from setup_app.rulebook_pages.pbs_2023_1.limits import editor, moving, typed
from setup_app.rulebook_pages.pbs_2023_1.onlooker_words import waits
from setup_app.rulebook_pages.pbs_2023_1.own_hidden import own_hidden
from setup_app.rulebook_pages.pbs_2023_1.paper_form import blanks
from setup_app.rulebook_pages.pbs_2023_1.questions import question, why
from setup_app.rulebook_pages.pbs_2023_1.scouting_result import scouted
from setup_app.rulebook_pages.pbs_2023_1.steps import steps_told
from setup_app.rulebook_pages.pbs_2023_1.territory_page import (
    compared,
    ground_picture,
    ground_told,
)

__all__ = ["MAP_SHEET", "PAGES", "RULEBOOK_ID"]

RULEBOOK_ID = "pbs-2023.1"

LAYING = ("place_piece", "move_piece", "turn_piece")


def _over(look: PageContext) -> dict[str, Any]:
    return {
        "fragment": f"{FRAGMENTS}/_ended.html",
        "scouted": scouted(look),
        "heading": deployment_end.heading(look),
        "secrets": deployment_end.secrets(look),
        "armies": deployment_end.armies(look),
    }


MAP_SHEET = MapSheet(
    drawn=lambda cells: map_sheet.render_map(map_sheet.cells_of(cells)), sign=map_sheet.sign
)

PAGES = Pages(
    controls=CONTROLS,
    answers=ANSWERS,
    editors={
        **dict.fromkeys(LAYING, Editor(editor, typed, moving)),
        **dict.fromkeys(
            BOARDS,
            Editor(
                board_with_hints, deployment_form.typed_fields, rows=deployment_form.fields_shown
            ),
        ),
    },
    card=card,
    stage=battle_words.stage,
    question=question,
    why=why,
    explained=battle_words.special_rules,
    follows=follows,
    waits=waits,
    facts=battle_words.facts,
    result=battle_words.result,
    over=_over,
    reminder=own_hidden,
    marks=deployment_marks.marks,
    marks_told=deployment_marks.describe_marks,
    laid_open=battle_words.laid_open,
    proposed=battle_words.proposed,
    entered_cards=("turned_up", "turned_up_scouting"),
    hands_beside=lambda rule: rule.startswith("8."),
    reader=Reader(steps_told, blanks, ground_told, compared, ground_picture),
    rail=Rail(
        battle_words.SHORT,
        battle_words.NOT_ON_RAIL,
        battle_words.placed_within,
        battle_words.beyond,
        battle_words.WITHIN,
    ),
    said=Said(
        table_note=_("45 × 30 BW is a standard 6 × 4 ft table at 40 mm base width."),
        until={
            "scouting": _("10.A (scouting)"),
            "deployment": _("10.H (pre-game moves)"),
        },
        secrets=_(
            "This shows both hands, garrisons, army lists and the random seed to everyone who "
            "can see the battle. It cannot be undone."
        ),
        kept=_(
            "Hands, ambushes, flank marches and anything not declared stay secret until both "
            "players reveal everything, or their owner reveals them."
        ),
        stopping=_(
            "If both players agree, the battle ends with the table as it is now. Secrets stay "
            "sealed; their owners can reveal them later."
        ),
        hidden_list=_("Troops and points stay secret until they are declared."),
    ),
)
