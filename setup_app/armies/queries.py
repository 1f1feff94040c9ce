"""Army lists that a requester may see, and their content."""

from typing import Any

from django.db.models import QuerySet

from setup_app.armies.fields import in_order
from setup_app.armies.models import ArmyList
from setup_app.identity import ownership
from setup_app.identity.requesters import Requester
from setup_app.rulebooks import registry


def armies_for(asker: Requester) -> QuerySet[ArmyList]:
    """Return the requester's own lists, the last changed first, followed by the samples."""
    return ownership.seen_by(ArmyList, asker)


def army_for(asker: Requester, public_id: str) -> ArmyList:
    """Return a list; raises `NotThere` unless it is the requester's own or a sample. One query."""
    return ownership.found(armies_for(asker), public_id)


def army_by_link(link_key: str) -> ArmyList:
    """Return the list of a share link; raises `NotThere`. One query."""
    return ownership.found(ArmyList.objects.filter(link_key__isnull=False), link_key, by="link_key")


def as_stated(army_list: ArmyList) -> dict[str, Any]:
    """Return the content of a stored list."""
    schema = registry.known_or_first(army_list.rulebook).army_schema
    stated: dict[str, Any] = in_order(schema, army_list.stated)
    return stated


def in_a_line(army_list: ArmyList) -> dict[str, Any]:
    """Return the summary of a list besides names: homes, number of units, points.

    An item is missing if the rulebook's lists have no such field or one of another kind.
    """
    home, units, points = (army_list.stated.get(name) for name in ("home", "units", "points"))
    return {
        "home": home if isinstance(home, list) else [],
        "units": len(units) if isinstance(units, list) else 0,
        "points": points if isinstance(points, int) else 0,
    }
