"""The kind of table that an organiser's form asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.engine.errors import DomainError
from setup_app.events.event_tables.services import GENERATED, MAX_PIECES
from setup_app.events.models import BATTLE, Event
from setup_app.events.pages.figures import is_number
from setup_app.maps.wording import density_in_words
from setup_app.rulebooks import registry

WAYS: Final = ("balanced", "random")
BY_PLAYERS: Final = "players"
"""The form's value, in place of a territory, for tables that their players set up."""
REMEMBERED: Final = ("territory", "density", "policy", "least_pieces", "kit")
"""The choices of the form that stay for the next time."""


def form_parts(event: Event, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the form: its choices, and what was sent or last chosen."""
    found = registry.rulebook(event.rulebook)
    densities = found.box_maps.densities if found.box_maps else ()
    return {
        "territories": found.territories() if found.territories else (),
        "densities": [
            {"slug": density, "name": density_in_words(found, density)} for density in densities
        ],
        "owned": event.kit_rows.exists(),
        "sent": sent,
        "asked": sent or event.table_options,
        "most_pieces": MAX_PIECES,
    }


def chosen(sent: QueryDict) -> dict[str, str]:
    """Return the choices of a form that the event remembers."""
    return {name: value for name in REMEMBERED if (value := sent.get(name))}


def stated(sent: QueryDict) -> dict[str, Any]:
    """Return the requested terrain in the form of `prepare`: in any box of its territory that has
    the chosen density. Raises `field_refused`.
    """
    if sent.get("territory") == BY_PLAYERS:
        return {"kind": BATTLE}
    density, least = sent.get("density", ""), _least_pieces(sent)
    return {
        "kind": GENERATED,
        "territory": sent.get("territory", ""),
        "policy": sent.get("policy", WAYS[0]),
        **({"density": density} if density else {"box": "any"}),
        **({"least_pieces": least} if least else {}),
        **({"kit": True} if "kit" in sent else {}),
    }


def _least_pieces(sent: QueryDict) -> int | None:
    text = sent.get("least_pieces", "").strip()
    if not text:
        return None
    if not is_number(text) or int(text) > MAX_PIECES:
        fault = _("Enter a whole number up to %(most)d.") % {"most": MAX_PIECES}
        raise DomainError("field_refused", {"field": _("Minimum pieces"), "fault": fault})
    return int(text)
