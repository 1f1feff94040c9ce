"""The army of a submitted list, from a JSON statement, a text or a stored list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from setup_app.armies.imports import read_import
from setup_app.armies.models import ArmyList
from setup_app.armies.queries import army_by_link, army_for, as_stated
from setup_app.armies.rulebooks import read_list
from setup_app.engine.errors import DomainError
from setup_app.engine.values import as_stored
from setup_app.events.models import Event
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import Requester
from setup_app.spreadsheets.parsers import import_notes


@dataclass(frozen=True)
class StatedArmy:
    """A list as it is stored. Where it was read from a text, `notes` are the fields of the answer
    that say what was ignored and which sheet was read.
    """

    army: dict[str, Any]
    notes: dict[str, Any] = field(default_factory=dict)


def stated_army(event: Event, body: Any, *, asker: Requester) -> StatedArmy:
    """Return the list of a decoded JSON value: an army, `{"text"}` or `{"stored": id}`.

    Raises `not_this_rulebook`, `not_found` for one that the requester may not read,
    `one_list_only`, and the errors of reading a list.
    """
    if isinstance(body, Mapping) and set(body) == {"stored"}:
        return StatedArmy(as_kept(event, as_stated(_readable(asker, str(body["stored"])))))
    if isinstance(body, Mapping) and set(body) == {"text"} and isinstance(body["text"], str):
        stated = army_of_text(event, body["text"])
        notes = import_notes(body, stated.notes["ignored"])
        return StatedArmy(stated.army, notes)
    return StatedArmy(as_kept(event, read_list(body)))


def army_of_text(event: Event, text: str | bytes) -> StatedArmy:
    """Return the one list of a JSON or CSV text, which need not name the event's rulebook. Raises
    the same.
    """
    read = read_import(text, rulebook_id=event.rulebook)
    if len(read.armies) != 1:
        raise DomainError("one_list_only", {"count": len(read.armies)})
    notes = {"ignored": list(read.ignored), "sheet": read.sheet}
    return StatedArmy(as_kept(event, read.armies[0]), notes)


def as_kept(event: Event, army: Mapping[str, Any]) -> dict[str, Any]:
    """Return a list that was read, as a row stores it. Raises `not_this_rulebook`."""
    if army.get("rulebook", event.rulebook) != event.rulebook:
        raise DomainError(
            "not_this_rulebook", {"found": str(army["rulebook"])[:60], "wanted": event.rulebook}
        )
    kept: dict[str, Any] = dict(as_stored(army))
    return kept


def _readable(asker: Requester, public_id: str) -> ArmyList:
    """Return a stored list by its id, or by the key of its owner's link."""
    try:
        return army_for(asker, public_id)
    except NotThere:
        return army_by_link(public_id)
