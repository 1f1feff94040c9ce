"""What does a sent form answer? Buttons send an option as it is; other fields are put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict
from rest_framework.exceptions import ParseError

from config.json_body import read_json
from setup_app.rulebooks.pbs_2023_1.tables import CARDS
from setup_app.script.errors import DomainError

MOST_COUNTED = 50
LONGEST_FIGURE = 8


def answer_of(kind: str, sent: QueryDict) -> Any:
    """The answer to a prompt of this kind. Raises `unreadable` for what is no answer at all."""
    read = READ.get(kind, _as_it_is)
    return read(sent)


def kind_of(prompt: str) -> str:
    """The kind in an asking's id, which is `<ordinal>-<kind>-<side>`."""
    parts = prompt.split("-")
    return parts[1] if len(parts) == 3 else ""


def side_of(prompt: str) -> int | None:
    return {"0": 0, "1": 1}.get(prompt.rsplit("-", 1)[-1])


def stated(text: str) -> Any:
    """The JSON value of a field, read as strictly as a body. Raises `unreadable`."""
    try:
        return read_json(text.encode())
    except ParseError as wrong:
        raise DomainError("unreadable") from wrong


def whole(text: str) -> int | None:
    """The number of 0 or more that a field holds; None for anything else."""
    readable = text.isascii() and text.isdigit() and len(text) <= LONGEST_FIGURE
    return int(text) if readable else None


def _as_it_is(sent: QueryDict) -> Any:
    if not sent.get("answer"):
        raise DomainError("nothing_chosen")
    return stated(sent["answer"])


def _kept(sent: QueryDict) -> Any:
    return {"cards": _in_order(sent.getlist("card"))}


def _in_order(colours: list[str]) -> list[str]:
    known = [colour for colour in colours if colour in CARDS.colours]
    return sorted(known, key=CARDS.colours.index)


def _pair(sent: QueryDict) -> Any:
    if "first" not in sent or "second" not in sent:
        raise DomainError("nothing_chosen")
    return {"cards": [sent["first"] or None, sent["second"] or None]}


def _counted_cards(sent: QueryDict) -> Any:
    counted = [colour for colour in CARDS.colours for _ in range(_count(sent, colour))]
    return {"cards": counted}


def _counted_types(sent: QueryDict) -> Any:
    names = [name.removeprefix("count-") for name in sent if name.startswith("count-")]
    return {"types": [name for name in names for _ in range(_count(sent, name))]}


def _count(sent: QueryDict, name: str) -> int:
    return min(whole(sent.get(f"count-{name}", "")) or 0, MOST_COUNTED)


def _units(sent: QueryDict) -> Any:
    """Those that are ticked; that nobody is has to be said. Raises `nothing_chosen`."""
    if "nobody" in sent:
        return {"units": []}
    if "unit" not in sent:
        raise DomainError("nothing_chosen")
    numbers = (whole(each) for each in sent.getlist("unit"))
    return {"units": [number for number in numbers if number is not None]}


READ: Mapping[str, Callable[[QueryDict], Any]] = {
    "keep_cards": _kept,
    "turned_up": _pair,
    "turned_up_scouting": _counted_cards,
    "select_optional": _counted_types,
    "garrison": _units,
}
