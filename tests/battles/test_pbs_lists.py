"""What when a list, a table or a setting is wrong for the pre-battle system? All of it is said."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from setup_app.battles.models import Battle
from tests.battles.callers import Caller
from tests.battles.test_pbs import PBS

pytestmark = pytest.mark.django_db


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    stated = copy.deepcopy(PBS)
    change(stated["sides"][1])
    return stated


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "an unknown field",
        changed(lambda army: army.update(morale=3)),
        "army_unknown_field",
        "sides/1/morale",
    ),
    (
        "a thousand units",
        changed(lambda army: army.update(units=army["units"][:1] * 1000)),
        "army_too_many",
        "1000",
    ),
    (
        "no commander",
        changed(lambda army: army.pop("commander")),
        "army_missing_field",
        "sides/1/commander",
    ),
    ("a narrow table", PBS | {"table": {"width": 3, "depth": 30}}, "table_not_allowed", "30"),
    (
        "a setting's wrong value",
        PBS | {"settings": {"gap": -1}},
        "setting_not_allowed",
        "gap",
    ),
    ("a base of a metre", PBS | {"base_width_mm": 1000}, "base_width_not_allowed", "200"),
]


@pytest.mark.parametrize(
    ("stated", "code", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_what_is_wrong_is_said_with_its_place_or_figure(
    stated: dict[str, Any], code: str, words: str
) -> None:
    answer = Caller().post("battles/", stated)

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, code)
    assert words in " ".join(violation["message"] for violation in problem["violations"])
    assert Battle.objects.count() == 0


def test_every_fault_of_both_lists_is_named_at_once() -> None:
    stated = copy.deepcopy(PBS)
    for army in stated["sides"]:
        army["pbs_cards"] = 99
        army["home"] = ["moon"]

    problem = Caller().post("battles/", stated).json()

    assert len(problem["violations"]) == 4
