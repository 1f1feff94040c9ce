"""How do army lists come, change and go?"""

import json
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from setup_app.armies.errors import ArmyNotFound, SampleIsReadOnly, TooManyArmies
from setup_app.armies.models import ArmyList, General, Unit
from setup_app.armies.queries import as_value
from setup_app.armies.rulebooks import read_list
from setup_app.askers import Asker
from setup_app.rulebooks.pbs_2023_1.armies import Army

MOST_ARMIES: Final = 300
SAMPLES: Final = Path(__file__).parent / "samples"


def create_army(*, asker: Asker, army: Army) -> ArmyList:
    """Store a list; raises `TooManyArmies`."""
    return import_armies(asker=asker, armies=(army,))[0]


def import_armies(*, asker: Asker, armies: tuple[Army, ...]) -> tuple[ArmyList, ...]:
    """Store all of these lists, or none; raises `TooManyArmies`."""
    if asker.is_stranger:
        raise ValueError("a stranger stores nothing: give him a key first")
    with transaction.atomic():
        if ArmyList.objects.filter(asker.owned()).count() + len(armies) > MOST_ARMIES:
            raise TooManyArmies(MOST_ARMIES)
        stored = []
        for army in armies:
            key = asker.key if asker.account is None else ""
            army_list = ArmyList(account_id=asker.account, owner_key=key)
            _write(army_list, army)
            stored.append(army_list)
    return tuple(stored)


def change_army(*, asker: Asker, public_id: str, army: Army) -> ArmyList:
    """Replace what a list states, whole; raises `ArmyNotFound`, `SampleIsReadOnly`."""
    with transaction.atomic():
        army_list = _own(asker, public_id)
        _write(army_list, army)
    return army_list


def delete_army(*, asker: Asker, public_id: str) -> None:
    """Delete a list. Battles keep theirs: they took a copy."""
    with transaction.atomic():
        _own(asker, public_id).delete()


def sample_armies() -> tuple[Army, ...]:
    """Return the armies of the sample files, in the order of the files' names."""
    return tuple(
        read_list(json.loads(path.read_text("utf-8"))) for path in sorted(SAMPLES.glob("*.json"))
    )


def load_samples() -> tuple[str, ...]:
    """Store the sample armies as their files state them; return those that were changed."""
    changed = []
    for path in sorted(SAMPLES.glob("*.json")):
        army = read_list(json.loads(path.read_text("utf-8")))
        public_id = path.stem.replace("_", "-")
        with transaction.atomic():
            stored = ArmyList.objects.filter(public_id=public_id).first()
            if stored is not None and as_value(stored) == army:
                continue
            _write(stored or ArmyList(public_id=public_id, is_sample=True), army)
        changed.append(public_id)
    return tuple(changed)


def _own(asker: Asker, public_id: str) -> ArmyList:
    visible: QuerySet[ArmyList] = ArmyList.objects.select_for_update()
    army_list = visible.filter(public_id=public_id).first()
    if army_list is not None and army_list.is_sample:
        raise SampleIsReadOnly
    if army_list is None or not asker.owns(
        account=army_list.account_id, owner_key=army_list.owner_key
    ):
        raise ArmyNotFound
    return army_list


def _write(army_list: ArmyList, army: Army) -> None:
    columns: dict[str, Any] = {
        "rulebook": army.rulebook,
        "name": army.name,
        "player": army.player,
        "home": list(army.home),
        "commander_name": army.commander.name,
        "commander_level": army.commander.level,
        "pbs_cards": army.pbs_cards,
        "scouting": army.scouting,
        "camp": army.camp,
        "settlement": army.settlement or "",
        "points": army.points,
    }
    for column, value in columns.items():
        setattr(army_list, column, value)
    if army_list.pk is not None:
        army_list.generals.all().delete()
        army_list.units.all().delete()
    army_list.save()
    General.objects.bulk_create(
        General(
            army=army_list,
            position=position,
            name=general.name,
            level=general.level,
            type=general.type,
        )
        for position, general in enumerate(army.generals)
    )
    Unit.objects.bulk_create(
        Unit(
            army=army_list,
            position=position,
            name=unit.name,
            kind=unit.kind,
            arm=unit.arm,
            order=unit.order,
            bases=unit.bases,
            points=unit.points,
            flags=list(unit.flags),
        )
        for position, unit in enumerate(army.units)
    )
