"""The two sides as pages name them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import SIDES, Side


@dataclass(frozen=True)
class SideShown:
    """One side as every page identifies it: by its name, its colour and the shape of its badge."""

    side: Side
    name: str
    role: str
    role_word: str
    icon: str
    army: dict[str, Any]
    list_hidden: bool


def sides(look: PageContext) -> tuple[SideShown, ...]:
    shown = []
    for side in SIDES:
        given = look.view["sides"][side]
        role = given["role"]
        shown.append(
            SideShown(
                side=side,
                # A name on its own begins with a capital letter, also that of a bot.
                name=capfirst(look.say.player(side)),
                role=role or "neither",
                role_word=look.word(role) if role else "",
                icon=role or f"side-{side}",
                army=given["army"],
                list_hidden=given["list_hidden"],
            )
        )
    return tuple(shown)
