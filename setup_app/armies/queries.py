"""Which armies may this asker see, and what do they state?"""

from django.db.models import Count, Q, QuerySet

from setup_app.armies.errors import ArmyNotFound
from setup_app.armies.models import ArmyList
from setup_app.askers import Asker
from setup_app.rulebooks.pbs_2023_1.armies import Army, Commander, General, Unit


def armies_for(asker: Asker) -> QuerySet[ArmyList]:
    """Return the asker's own lists, the last changed first, and then the samples.

    Each carries `number_of_units`.
    """
    visible = ArmyList.objects.filter(asker.owned() | Q(is_sample=True))
    # A query that counts forgets the model's own order.
    return visible.annotate(number_of_units=Count("units")).order_by(*ArmyList._meta.ordering)


def army_for(asker: Asker, public_id: str) -> ArmyList:
    """Return a list with its generals and units; raises `ArmyNotFound` where it is not his.

    Costs three queries.
    """
    visible = armies_for(asker).prefetch_related("generals", "units")
    army_list = visible.filter(public_id=public_id).first()
    if army_list is None:
        raise ArmyNotFound
    return army_list


def army_value(asker: Asker, public_id: str) -> Army:
    """Return what a stored list states; raises `ArmyNotFound`."""
    return as_value(army_for(asker, public_id))


def as_value(army_list: ArmyList) -> Army:
    """Return what a stored list states. Two queries, none where its rows were prefetched."""
    return Army(
        name=army_list.name,
        player=army_list.player,
        rulebook=army_list.rulebook,
        home=tuple(army_list.home),
        commander=Commander(army_list.commander_name, army_list.commander_level),
        generals=tuple(
            General(general.name, general.level, general.type)
            for general in army_list.generals.all()
        ),
        pbs_cards=army_list.pbs_cards,
        scouting=army_list.scouting,
        units=tuple(
            Unit(
                name=unit.name,
                kind=unit.kind,
                arm=unit.arm,
                order=unit.order,
                bases=unit.bases,
                points=unit.points,
                flags=tuple(unit.flags),
            )
            for unit in army_list.units.all()
        ),
        camp=army_list.camp,
        settlement=army_list.settlement or None,
        points=army_list.points,
    )
