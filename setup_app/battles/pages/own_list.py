"""Choose a list to bring: one's own, a sample, a pasted text, or a link."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.translation import gettext as _

from setup_app.armies import queries as armies
from setup_app.armies.fields import fields_of
from setup_app.armies.imports import read_import
from setup_app.armies.models import ArmyList
from setup_app.armies.rulebooks import rulebook_of
from setup_app.armies.wording import in_words
from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import Requester
from setup_app.spreadsheets.faults import ImportRefused

MAX_LISTS: Final = 100
SHARED: Final = re.compile(r"/armies/shared/([A-Za-z0-9_-]+)/?$")


@dataclass(frozen=True)
class ListFault:
    """An error in a text that states a list, and its line."""

    line: int | None
    words: str


class ListRefused(Exception):
    """A text that does not state a list, with every error."""

    def __init__(self, faults: tuple[ListFault, ...]) -> None:
        super().__init__("; ".join(fault.words for fault in faults))
        self.faults = faults


def lists_for(asker: Requester, rulebook: Rulebook) -> list[ArmyList]:
    """Return the lists that the requester may choose: their own, the last changed first, then the
    samples.
    """
    return list(armies.armies_for(asker).filter(rulebook=rulebook.id)[:MAX_LISTS])


def chosen(asker: Requester, public_id: str, player: str) -> dict[str, Any]:
    """Return a stored list with the named player. Raises `no_such_army`."""
    try:
        army = armies.as_stated(armies.army_for(asker, public_id))
    except NotThere as missing:
        raise DomainError("no_such_army") from missing
    return played_by(army, player)


def played_by(army: Mapping[str, Any], player: str, *, otherwise: str = "") -> dict[str, Any]:
    """Return the list with its player's name. A player without a name gets the army's name, so that
    every sentence can name them.
    """
    if "player" not in fields_of(rulebook_of(army)).columns:
        return dict(army)
    return {**army, "player": player.strip()[:80] or otherwise or str(army.get("name") or "")}


def brought(request: HttpRequest, asker: Requester, rulebook: Rulebook) -> dict[str, Any]:
    """Return the list that a form submits: by a link, as a file or a text, or a stored one.

    Raises `no_such_army`, `no_such_link`, and `ListRefused` for a text with errors.
    """
    sent, player = request.POST, request.POST.get("player", "")
    if link := sent.get("link", "").strip():
        return played_by(_linked(link), player)
    file = request.FILES.get("file")
    source = file.read() if file else sent.get("text", "")
    if source.strip():
        army = _read(source, rulebook)
        return played_by(army, player, otherwise=str(army.get("player") or ""))
    return chosen(asker, sent.get("army", ""), player)


def _linked(link: str) -> dict[str, Any]:
    found = SHARED.search(urlsplit(link).path)
    try:
        if found is None:
            raise NotThere
        return armies.as_stated(armies.army_by_link(found[1]))
    except NotThere as missing:
        raise DomainError("no_such_link") from missing


def _read(source: bytes | str, rulebook: Rulebook) -> Mapping[str, Any]:
    try:
        read = read_import(source, rulebook_id=rulebook.id).armies
    except ImportRefused as refused:
        by = refused.rulebook or rulebook
        faults = tuple(ListFault(each.line, in_words(each, by)) for each in refused.faults)
        raise ListRefused(faults) from refused
    if len(read) != 1:
        words = _("This text contains %(number)d lists. Use only one.") % {"number": len(read)}
        raise ListRefused((ListFault(None, words),))
    return read[0]
