"""Hints on the board before anything is picked up, when no unit is in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.look import PageContext
from setup_app.rulebook_pages.pbs_2023_1.deployment_hand import board


def board_with_hints(look: PageContext, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a question's board, with hints that suit what is placed."""
    given = board(look, prompt)
    if given and prompt["kind"] == "place_leaders":
        given["words"] |= {
            "none": _("Select a leader first."),
            "hint": _("Select a leader, then tap the table."),
        }
    return given
