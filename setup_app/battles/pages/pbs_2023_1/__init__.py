"""What does the pre-battle system draw itself on the pages of a battle?"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from setup_app.battles.pages.pbs_2023_1 import telling
from setup_app.battles.pages.pbs_2023_1.answers import ANSWERS
from setup_app.battles.pages.pbs_2023_1.controls import CONTROLS, FRAGMENTS, card
from setup_app.battles.pages.pbs_2023_1.following import follows
from setup_app.battles.pages.pbs_2023_1.ground_told import compared, ground_picture, ground_told
from setup_app.battles.pages.pbs_2023_1.limits import editor, moving, typed
from setup_app.battles.pages.pbs_2023_1.questions import question, why
from setup_app.battles.pages.pbs_2023_1.scouted import scouted
from setup_app.battles.pages.pbs_2023_1.steps_told import steps_told
from setup_app.battles.pages.pbs_2023_1.waiting import waits
from setup_app.battles.pages.plugged import Editor, Pages, Rail, Reader, Said
from setup_app.battles.pages.reading import Look

__all__ = ["PAGES"]

LAYING = ("place_piece", "move_piece", "turn_piece")


def _over(look: Look) -> dict[str, Any]:
    return {"fragment": f"{FRAGMENTS}/_scouted.html", "scouted": scouted(look)}


PAGES = Pages(
    controls=CONTROLS,
    answers=ANSWERS,
    editors=dict.fromkeys(LAYING, Editor(editor, typed, moving)),
    card=card,
    stage=telling.stage,
    question=question,
    why=why,
    explained=telling.special_rules,
    follows=follows,
    waits=waits,
    facts=telling.facts,
    result=telling.result,
    over=_over,
    laid_open=telling.laid_open,
    proposed=telling.proposed,
    entered_cards=("turned_up", "turned_up_scouting"),
    hands_beside=lambda rule: rule.startswith("8."),
    reader=Reader(steps_told, ground_told, compared, ground_picture),
    rail=Rail(telling.SHORT, telling.NOT_ON_RAIL, telling.placed_within),
    said=Said(
        table_note=_("45 × 30 BW is the regulation 6 × 4 feet at 40 mm."),
        until={"scouting": _("10.A, scouting")},
        secrets=_(
            "Both hands, the garrisons, both lists and the seed are then seen by everybody who may "
            "see the battle. It cannot be taken back."
        ),
        kept=_("Garrisons and hands stay secret until both lay everything open."),
        hidden_list=_("Troops and points stay secret until they are declared."),
    ),
)
