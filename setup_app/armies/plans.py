"""Store the private deployment plans for a list."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from setup_app.armies.models import ArmyList, StoredPlan
from setup_app.armies.rulebooks import rulebook_of
from setup_app.engine.errors import DomainError
from setup_app.identity import ownership
from setup_app.identity.requesters import Requester
from setup_app.rulebooks.army_faults import FORBIDDEN, MAX_NAME_LENGTH

MAX_PLANS: Final = 20
"""The maximum number of plans for a list."""
MAX_BYTES: Final = 32 * 1024
"""The maximum size of a stored plan: twice what two hundred units need."""
MAX_ALIKE: Final = 20
"""The maximum number of lists with the same name that are compared to find the one played."""
_UNFIT: Final = re.compile(f"[{FORBIDDEN}]")


def plans_for(asker: Requester, public_id: str) -> QuerySet[StoredPlan]:
    """Return the plans of one of the requester's own lists, by name.

    Raises `NotThere` for anything else, a sample included. One query.
    """
    mine = ArmyList.objects.filter(asker.owned(), is_sample=False)
    return ownership.found(mine, public_id).plans.all()


def plan_for(asker: Requester, public_id: str, name: str) -> StoredPlan:
    """Return one plan; raises `NotThere`."""
    plan = plans_for(asker, public_id).filter(name=name).first()
    if plan is None:
        raise ownership.NotThere
    return plan


def plan_numbered(asker: Requester, public_id: str, number: int) -> StoredPlan:
    """Return one plan by its row number, as page addresses name it; raises `NotThere`."""
    plan = plans_for(asker, public_id).filter(pk=number).first()
    if plan is None:
        raise ownership.NotThere
    return plan


def list_played(asker: Requester, army: Mapping[str, Any]) -> ArmyList | None:
    """Return the requester's own list that a battle uses; None if it is not one of theirs.

    A battle has a copy that does not name its owner. A list that was changed since does not match:
    its units may have other numbers, which a plan refers to.
    """
    rulebook, bare = rulebook_of(army), _bare(army)
    same = ArmyList.objects.filter(
        asker.owned(), is_sample=False, rulebook=rulebook.id, name=army.get("name", "")
    )
    last_first = same.order_by("-changed_at", "-pk")[:MAX_ALIKE]
    return next((each for each in last_first if _bare(each.stated) == bare), None)


def _bare(army: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in army.items() if name != "player"}


def keep_plan(
    *, asker: Requester, public_id: str, name: str, stated: Any
) -> tuple[StoredPlan, bool]:
    """Save a plan under a name, replacing one with this name; return it, and whether it is new.

    Raises what `ownership.own` raises, `plan_name` for a name that cannot be shown, `no_plans_here`
    if the list's rulebook has no plans, the faults of the plan, `too_much`, and `too_many_plans`.
    """
    _check_name(name)
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        read = _read(stated, army_list.stated)
        plan = army_list.plans.filter(name=name).first()
        if plan is None and army_list.plans.count() >= MAX_PLANS:
            raise DomainError("too_many_plans", {"most": MAX_PLANS})
        new = plan is None
        plan = plan or StoredPlan(army_list=army_list, name=name)
        plan.stated = read
        plan.save()
    return plan, new


def _read(stated: Any, army: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a plan as its list's rulebook reads it."""
    read_plan = rulebook_of(army).read_plan
    if read_plan is None:
        raise DomainError("no_plans_here")
    read = read_plan(stated, army)
    if len(json.dumps(read)) > MAX_BYTES:
        raise DomainError("too_much")
    return read


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > MAX_NAME_LENGTH or _UNFIT.search(name):
        raise DomainError("plan_name", {"most": MAX_NAME_LENGTH})


def rename_plan(*, asker: Requester, public_id: str, name: str, to: str) -> None:
    """Rename a plan.

    Raises what `ownership.own` raises, `NotThere`, `plan_name`, and `plan_name_taken` if another
    plan of the list has the name: a rename never overwrites a plan.
    """
    _check_name(to)
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        plan = army_list.plans.filter(name=name).first()
        if plan is None:
            raise ownership.NotThere
        if to != name and army_list.plans.filter(name=to).exists():
            raise DomainError("plan_name_taken", {"name": to})
        plan.name = to
        plan.save()


def delete_plan(*, asker: Requester, public_id: str, name: str) -> None:
    """Delete a plan; raises what `ownership.own` raises, and `NotThere`."""
    with transaction.atomic():
        army_list = ownership.own(ArmyList, asker, public_id)
        gone, _ = army_list.plans.filter(name=name).delete()
        if not gone:
            raise ownership.NotThere
