"""Read answers of the pre-battle system from forms, where they are not plain options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict

from setup_app.battles.pages.answers import whole
from setup_app.engine.errors import DomainError
from setup_app.rulebook_pages.pbs_2023_1 import deployment_form
from setup_app.rulebook_pages.pbs_2023_1.place_form import read_placement
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

MAX_COUNTED = 50

Measures = Mapping[str, float]


def _kept(sent: QueryDict, table: Measures) -> Any:
    return {"cards": _in_order(sent.getlist("card"))}


def _in_order(colours: list[str]) -> list[str]:
    known = [colour for colour in colours if colour in CARDS.colours]
    return sorted(known, key=CARDS.colours.index)


def _pair(sent: QueryDict, table: Measures) -> Any:
    if "first" not in sent or "second" not in sent:
        raise DomainError("nothing_chosen")
    return {"cards": [sent["first"] or None, sent["second"] or None]}


def _counted_cards(sent: QueryDict, table: Measures) -> Any:
    counted = [colour for colour in CARDS.colours for _ in range(_count(sent, colour))]
    return {"cards": counted}


def _counted_types(sent: QueryDict, table: Measures) -> Any:
    names = [name.removeprefix("count-") for name in sent if name.startswith("count-")]
    return {"types": [name for name in names for _ in range(_count(sent, name))]}


def _count(sent: QueryDict, name: str) -> int:
    return min(whole(sent.get(f"count-{name}", "")) or 0, MAX_COUNTED)


def _units(sent: QueryDict, table: Measures) -> Any:
    """Return the ticked units; an empty selection has to be stated. Raises `nothing_chosen`."""
    if "nobody" in sent:
        return {"units": []}
    if "unit" not in sent:
        raise DomainError("nothing_chosen")
    numbers = (whole(each) for each in sent.getlist("unit"))
    return {"units": [number for number in numbers if number is not None]}


def _of_a_board(
    kind: str, read: Callable[[QueryDict, Measures], Any]
) -> Callable[[QueryDict, Measures], Any]:
    """Return the reader with a refusal of an empty form that suits the question."""

    def said(sent: QueryDict, table: Measures) -> Any:
        try:
            return read(sent, table)
        except DomainError as refused:
            if refused.code != "nothing_chosen":
                raise
            raise DomainError(refused.code, {"reason": kind}) from refused

    return said


ANSWERS: Mapping[str, Callable[[QueryDict, Measures], Any]] = {
    "keep_cards": _kept,
    "turned_up": _pair,
    "turned_up_scouting": _counted_cards,
    "select_optional": _counted_types,
    "garrison": _units,
    "place_piece": read_placement,
    "move_piece": read_placement,
    "turn_piece": read_placement,
    **{kind: _of_a_board(kind, read) for kind, read in deployment_form.READ.items()},
}
