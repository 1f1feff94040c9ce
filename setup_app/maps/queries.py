"""Maps that a requester may see, and the part of a map that a battle stores."""

from typing import Any

from django.db.models import QuerySet

from setup_app.identity import ownership
from setup_app.identity.requesters import Requester
from setup_app.maps.models import PbsMap


def maps_for(asker: Requester) -> QuerySet[PbsMap]:
    """Return the requester's own maps by name, followed by the official ones."""
    return ownership.seen_by(PbsMap, asker).select_related("copied_from")


def map_for(asker: Requester, public_id: str, *, held: bool = False) -> PbsMap:
    """Return a map; raises `NotThere` unless it is the requester's own or official. One query.

    A `held` map is locked against changes and deletion until the transaction ends.
    """
    visible = maps_for(asker)
    return ownership.found(visible.select_for_update(of=("self",)) if held else visible, public_id)


def map_as_data(asker: Requester, public_id: str) -> dict[str, Any]:
    """Return a battle's copy of a map as plain JSON; later changes do not affect it.

    `{"id", "rulebook", "territory", "name", "official", "cells"}`. Raises `NotThere`.
    """
    pbs_map = map_for(asker, public_id)
    return {
        "id": pbs_map.public_id,
        "rulebook": pbs_map.rulebook,
        "territory": pbs_map.territory,
        "name": pbs_map.name,
        "official": pbs_map.is_official,
        "cells": pbs_map.cells,
    }
