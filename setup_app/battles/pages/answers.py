"""Read the answer from a form: an option as it is, or other fields combined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict

from setup_app.battles.models import Battle
from setup_app.battles.pages.rulebook_pages import pages_of
from setup_app.battles.seats.held import Holding
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.web.json_body import read_field

MAX_FIGURE_LENGTH = 8
FARTHEST = 1000.0
"""The largest typed figure, in degrees or BW, that a page draws or sends."""


class Mistyped(Exception):
    """The invalid typed figures: the error beside each, and the state of the editor."""

    def __init__(self, typed: Mapping[str, str], faults: Mapping[str, str], drawn: Any) -> None:
        super().__init__("; ".join(faults))
        self.typed = typed
        self.faults = faults
        self.drawn = drawn


class Reshaped(Exception):
    """A request for another outline. It answers nothing yet and keeps the typed values."""

    def __init__(self, typed: Mapping[str, str]) -> None:
        super().__init__(typed.get("figure", ""))
        self.typed = typed


def answer_of(row: Battle, prompt: str, sent: QueryDict) -> Any:
    """Return the answer to a battle's prompt. Raises `unreadable` for a malformed answer."""
    table: Mapping[str, float] = row.setup["table"]
    read = pages_of(row.rulebook).answers.get(kind_of(prompt))
    return read(sent, table) if read else _as_it_is(sent)


def kind_of(prompt: str) -> str:
    """Return the kind in a prompt's id, which is `<ordinal>-<kind>-<side>`."""
    parts = prompt.split("-")
    return parts[1] if len(parts) == 3 else ""


def side_of(prompt: str) -> Side | None:
    return {"0": 0, "1": 1}.get(prompt.rsplit("-", 1)[-1])


def side_in(request: HttpRequest) -> Side | None:
    """Return the side that a form names, or None."""
    return {"0": 0, "1": 1}.get(request.POST.get("side", ""))


def acting_side(found: Holding, prompt: str) -> Side | None:
    """Return the side for which this browser answers a prompt. Raises `not_your_prompt`."""
    side = side_of(prompt)
    if not found.acts_for(side):
        raise DomainError("not_your_prompt")
    return found.acting if side is None else side


def version_in(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0


def stated(text: str) -> Any:
    """Return the JSON value of a field, read as strictly as a body. Raises `unreadable` and
    `too_much`.
    """
    return read_field(text)


def whole(text: str) -> int | None:
    """Return the number of 0 or more in a field; None for anything else."""
    readable = text.isascii() and text.isdigit() and len(text) <= MAX_FIGURE_LENGTH
    return int(text) if readable else None


def _as_it_is(sent: Mapping[str, str]) -> Any:
    if not sent.get("answer"):
        raise DomainError("nothing_chosen")
    return stated(sent["answer"])
