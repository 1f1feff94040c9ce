"""The army of a submitted list, from a JSON statement, a text or a stored list."""

from __future__ import annotations

from collections.abc import Mapping
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


def stated_army(event: Event, body: Any, *, asker: Requester) -> dict[str, Any]:
    """Return the list of a decoded JSON value, as it is stored: an army, `{"text"}` or `{"stored":
    id}`.

    Raises `not_this_rulebook`, `not_found` for one that the requester may not read,
    `one_list_only`, and the errors of reading a list.
    """
    if isinstance(body, Mapping) and set(body) == {"stored"}:
        return as_kept(event, as_stated(_readable(asker, str(body["stored"]))))
    if isinstance(body, Mapping) and set(body) == {"text"} and isinstance(body["text"], str):
        return army_of_text(event, body["text"])
    return as_kept(event, read_list(body))


def army_of_text(event: Event, text: str | bytes) -> dict[str, Any]:
    """Return the one list of a JSON or CSV text. Raises the same."""
    armies = read_import(text)
    if len(armies) != 1:
        raise DomainError("one_list_only", {"count": len(armies)})
    return as_kept(event, armies[0])


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
