"""Create, change and delete maps."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction

from setup_app.identity import ownership
from setup_app.identity.requesters import Requester
from setup_app.maps.boxes import box_maps, read_map, read_name
from setup_app.maps.models import PbsMap
from setup_app.maps.queries import map_for
from setup_app.rulebooks import registry

MAX_MAPS: Final = 100


def copy_map(*, asker: Requester, public_id: str, name: object = None) -> PbsMap:
    """Copy a map that the requester sees; the default name is that of the original.

    Raises `NotThere`, `MapRefused` for the name, `too_many_maps`.
    """
    with transaction.atomic():
        model = map_for(asker, public_id, held=True)
        ownership.make_room(PbsMap, asker, most=MAX_MAPS, refusal="too_many_maps")
        return PbsMap.objects.create(
            **ownership.owner(asker),
            copied_from=model,
            rulebook=model.rulebook,
            territory=model.territory,
            name=model.name if name is None else read_name(name),
            cells=model.cells,
        )


def change_map(*, asker: Requester, public_id: str, stated: object) -> PbsMap:
    """Replace the name and the boxes of a copy: `{"name", "cells"}`.

    Raises `MapRefused` with every fault, and what `ownership.own` raises.
    """
    with transaction.atomic():
        pbs_map = ownership.own(PbsMap, asker, public_id)
        pbs_map.name, pbs_map.cells = read_map(
            stated, rulebook=pbs_map.rulebook, territory=pbs_map.territory
        )
        pbs_map.save()
    return pbs_map


def delete_map(*, asker: Requester, public_id: str) -> None:
    """Delete a copy. Battles keep the map as it was when they began."""
    with transaction.atomic():
        ownership.own(PbsMap, asker, public_id).delete()


def sync_official_maps(*, model: Any = PbsMap, using: str | None = None) -> tuple[str, ...]:
    """Store the rulebooks' maps as their tables print them; return the changed ones.

    `model` is the historical one while migrations run.
    """
    rows = model.objects.using(using)
    kept = {(each.rulebook, each.territory): each for each in rows.filter(is_official=True)}
    changed, missing = [], []
    for rulebook, territory in _territories():
        slug = territory["slug"]
        public_id = f"{rulebook.replace('.', '-')}-{slug}"
        printed = {"name": territory["name"], "cells": territory["cells"]}
        found = kept.get((rulebook, slug))
        if found is None:
            own = {"public_id": public_id, "rulebook": rulebook, "territory": slug}
            missing.append(model(is_official=True, **own, **printed))
        elif printed == {"name": found.name, "cells": found.cells}:
            continue
        else:
            found.name, found.cells = printed["name"], printed["cells"]
            found.save(using=using)
        changed.append(public_id)
    try:
        with transaction.atomic(using=using):
            rows.bulk_create(missing)
    except IntegrityError:
        # Another process that starts at the same moment was faster; otherwise the rows are still
        # missing.
        names = [each.public_id for each in missing]
        if rows.filter(is_official=True, public_id__in=names).count() < len(names):
            raise
    return tuple(changed)


def _territories() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for rulebook in box_maps():
        for territory in (registry.rulebook(rulebook).territories or tuple)():
            yield rulebook, territory
