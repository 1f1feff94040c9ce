"""The end of a deployed battle: sealed secrets and both armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles import position_sheets
from setup_app.battles.pages.look import PageContext
from setup_app.battles.position_sheets import ArmyShown
from setup_app.engine.values import SIDES, Side
from setup_app.rulebook_pages.pbs_2023_1.order_of_battle import hidden, leader_by_name


@dataclass(frozen=True)
class Sealed:
    """A secret that its owner may reveal: the envelope, and its content in words."""

    envelope: str
    words: str
    whose: str


def heading(look: PageContext) -> str:
    """Return the heading of the last page; empty if neither side deployed."""
    if look.present.stopped:
        return _("Stopped by agreement. Continue with real miniatures.")
    if look.view.get("deployment") is None:
        return ""
    return _("Both armies are deployed. Let the battle begin.")


def secrets(look: PageContext) -> tuple[Sealed, ...]:
    """Return the sealed envelopes of this browser's side, with the content of each.

    On a shared device its seat has to be opened first: the list would tell the other player. A
    finished bluff is no secret any more.
    """
    deployed = look.view.get("deployment")
    if deployed is None or look.view["closed"] or look.looks_back:
        return ()
    known = look.played.run.situation.envelopes
    opened = look.present.sight(look.viewer).opened
    return tuple(
        Sealed(name, words, capfirst(look.say.player(side)))
        for side in SIDES
        if look.viewer.acts_for(side) and look.viewer.may_read(side)
        for name, words in _envelopes(look, side, deployed["sides"][side])
        if name in known and name not in opened
    )


def _envelopes(
    look: PageContext, side: Side, given: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield the sealed things on the table or beside the camp, by their envelopes."""
    army = look.view["sides"][side]["army"]
    told = [line.words for line in hidden(given, army)]
    for marker, words in zip(given["markers"], told, strict=False):
        letter = marker["id"]
        yield (
            f"ambush-{side}-{letter}",
            _("Marker %(letter)s: %(words)s")
            % {
                "letter": letter,
                "words": words,
            },
        )
        if marker["leader"] is not None:
            yield (
                f"ambush-card-{side}-{letter}",
                _("Card for marker %(letter)s: %(name)s")
                % {
                    "letter": letter,
                    "name": leader_by_name(marker["leader"], army),
                },
            )
    for march, words in zip(given["marches"] or (), told[len(given["markers"]) :], strict=False):
        yield f"march-{side}-{march['number']}", words


def armies(look: PageContext) -> tuple[ArmyShown, ...]:
    """Return both orders of battle; empty before anything is deployed."""
    if look.view.get("deployment") is None or look.view.get("layout") is None:
        return ()
    return position_sheets.armies(look.row.rulebook, look.view)
