"""Create, change and delete army lists."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction

from setup_app.armies.models import ArmyList, General
from setup_app.armies.rulebooks import read_list, rulebook_of
from setup_app.identity import ownership
from setup_app.identity.public_ids import fresh_link_key
from setup_app.identity.requesters import Requester
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import MAX_NAME_LENGTH

MAX_ARMIES: Final = 300


def create_army(*, asker: Requester, army: Mapping[str, Any]) -> ArmyList:
    """Store a list; raises `too_many_armies`."""
    return import_armies(asker=asker, armies=(army,))[0]


def import_armies(
    *, asker: Requester, armies: tuple[Mapping[str, Any], ...]
) -> tuple[ArmyList, ...]:
    """Store all of these lists, or none; raises `too_many_armies`."""
    with transaction.atomic():
        stored = tuple(ArmyList(**ownership.owner(asker)) for _ in armies)
        ownership.make_room(
            ArmyList, asker, most=MAX_ARMIES, refusal="too_many_armies", more=len(armies)
        )
        for army_list, army in zip(stored, armies, strict=True):
            _write(army_list, army)
        General.objects.bulk_create(
            row
            for army_list, army in zip(stored, armies, strict=True)
            for row in General.rows_of(army, army_list=army_list)
        )
    return stored


def change_army(*, asker: Requester, public_id: str, army: Mapping[str, Any]) -> ArmyList:
    """Replace the content of a list; raises what `ownership.own` raises."""
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        _write(army_list, army)
        _replace_generals(army_list)
    return army_list


def share_army(*, asker: Requester, public_id: str) -> str:
    """Share a list with anyone who has its link; return the end of the link, which is the same as
    long as the list is shared. Raises what `ownership.own` raises.
    """
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        if army_list.link_key is None:
            army_list.link_key = fresh_link_key()
            army_list.save(update_fields=["link_key"])
    return army_list.link_key


def stop_sharing(*, asker: Requester, public_id: str) -> None:
    """Revoke the link to a list; raises what `ownership.own` raises. Copies stay."""
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        army_list.link_key = None
        army_list.save(update_fields=["link_key"])


def delete_army(*, asker: Requester, public_id: str) -> None:
    """Delete a list. Battles keep their copies."""
    with transaction.atomic():
        ownership.own(ArmyList, asker, public_id).delete()


def sample_armies() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the sample lists of the rulebooks' folders, each with its id."""
    for rulebook in registry.rulebooks():
        for path in sorted((rulebook.folder / "samples").glob("*.json")):
            yield path.stem.replace("_", "-"), read_list(json.loads(path.read_text("utf-8")))


def load_samples() -> tuple[str, ...]:
    """Store the sample armies from their files; return the changed ones."""
    changed = []
    for public_id, army in sample_armies():
        with transaction.atomic():
            stored = ArmyList.objects.filter(public_id=public_id).first()
            if stored is not None and (stored.name, stored.stated) == (army["name"], army):
                continue
            sample = stored or ArmyList(public_id=public_id, is_sample=True)
            _write(sample, army)
            _replace_generals(sample)
        changed.append(public_id)
    return tuple(changed)


def _write(army_list: ArmyList, army: Mapping[str, Any]) -> None:
    rulebook = rulebook_of(army)
    army_list.rulebook = rulebook.id
    army_list.name = str(army.get("name") or rulebook.title)[:MAX_NAME_LENGTH]
    army_list.player = str(army.get("player") or "")[:MAX_NAME_LENGTH]
    army_list.stated = army
    army_list.save()


def _replace_generals(army_list: ArmyList) -> None:
    army_list.generals.all().delete()
    General.objects.bulk_create(General.rows_of(army_list.stated, army_list=army_list))
