"""Does who deploys find his plans at the board, and nobody else any of them?"""

import json

import pytest
from django.test import Client

from setup_app.armies.models import ArmyList, StoredPlan
from setup_app.battles.pages.plans import list_for
from setup_app.battles.repository import load
from setup_app.battles.seats.held import Holding
from setup_app.battles.seats.tokens import SEATS
from setup_app.battles.services import store_log
from setup_app.identity.requesters import Requester
from tests import stock
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


def plan(*units, **more):
    placed = [
        {"unit": unit, "at": [x, y], "facing": 90, "formation": {"ranks": 2}}
        for unit, x, y in units
    ]
    return {"format": "metator-plan/1", "units": placed, "reserve": [], "commands": [], **more}


@pytest.fixture
def asked():
    """A battle at the first turn of putting down: its row, and what is asked."""
    row = store_log(exported=stock.asked("deploy"))
    return row, next(each for each in load(row).askings() if each.prompt.kind == "deploy")


def browser_of(asked, *sides, lists=(), client=None):
    """A browser that holds seats, and owns the lists of some sides as they were before the battle
    named their players."""
    row, _asking = asked
    browser = Browser(client or Client(), row.public_id).sit(*sides)
    for side in lists:
        army = {**row.setup["sides"][side], "player": ""}
        sent = {name: value for name, value in army.items() if name != "player"}
        made = browser.client.post("/api/v1/armies/", sent, content_type="application/json")
        assert made.status_code == 201, made.content
    return browser


def kept(browser, asked, **fields):
    return browser.post("plans/", prompt=asked[1].id, **fields)


def keep(browser, asked, name="two lines", stated=None):
    sent = json.dumps(plan((0, 20, 5)) if stated is None else stated)
    return kept(browser, asked, do="keep", name=name, plan=sent)


def test_plans_are_kept_with_the_list_where_this_browser_owns_it(asked):
    side = asked[1].side
    browser = browser_of(asked, side, lists=[side])
    name = ArmyList.objects.get(is_sample=False).name

    assert kept(browser, asked).json() == {"list": name, "plans": []}
    both = {"list": name, "plans": [{"name": "two lines", "plan": plan((0, 20, 5))}]}
    assert keep(browser, asked).json() == both
    renamed = kept(browser, asked, do="rename", name="two lines", to="one line").json()
    assert [each["name"] for each in renamed["plans"]] == ["one line"]
    gone = kept(browser, asked, do="delete", name="one line").json()
    assert gone == {"list": name, "plans": []}


def test_else_the_device_keeps_them_and_nothing_is_stored(asked):
    side = asked[1].side
    browser = browser_of(asked, side, lists=[1 - side])

    assert kept(browser, asked).json() == {"list": None, "plans": []}
    refused = keep(browser, asked)
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert not StoredPlan.objects.exists()


def test_a_list_that_was_changed_since_is_another(asked):
    side = asked[1].side
    browser = browser_of(asked, side, lists=[side])
    mine = ArmyList.objects.get(is_sample=False)
    mine.stated = {**mine.stated, "units": mine.stated["units"][1:]}
    mine.save()

    assert kept(browser, asked).json()["list"] is None


def test_no_plan_comes_to_the_other_side(asked):
    side = asked[1].side
    browser = browser_of(asked, side, lists=[side])
    keep(browser, asked, name="Secret of the left")
    other = browser_of(asked, 1 - side, lists=[1 - side])

    for refused in (kept(other, asked), other.post("plan/", prompt=asked[1].id, plan="{}")):
        assert (refused.status_code, refused.json()["code"]) == (403, "not_your_prompt")
    nobody = Browser(Client(), asked[0].public_id)
    assert kept(nobody, asked).status_code == 404
    # Not even in the page of its owner, before he looks; still less in the other's.
    for each in (browser, other):
        assert "Secret of the left" not in each.page()


def test_on_a_device_that_passes_each_has_the_plans_of_his_own_list(asked):
    row, asking = asked
    passed = browser_of(asked, 0, 1, lists=[asking.side])
    assert keep(passed, asked).json()["list"] is not None

    # Where both play the same list, what one keeps would lie before the other.
    row.setup = row.setup | {"sides": [row.setup["sides"][asking.side]] * 2}
    asker = Requester(None, passed.client.session["owner_key"])
    alone, both = (Holding(frozenset(seats)) for seats in (SEATS[:1], SEATS))
    assert list_for(asker, row, alone, 0) is not None
    assert list_for(asker, row, both, 0) is None


def test_a_plan_is_laid_mirrored_and_shifted_and_what_does_not_fit_is_told(asked):
    _row, asking = asked
    browser = browser_of(asked, asking.side)
    side = load(browser.row).setup.sides[asking.side]
    units = [
        n
        for n, each in enumerate(side["units"])
        if not {"battery", "barricades"} & set(each["flags"])
    ]
    first, second = units[:2]
    sent = json.dumps(plan((first, 20, 5), (second, 21, 5)))
    how = {"mirror": "yes", "across": "-3", "ahead": "0,5"}

    found = browser.post("plan/", prompt=asking.id, plan=sent, **how).json()

    invades = load(browser.row).run.situation.invader == asking.side
    assert [(each["unit"], each["at"]) for each in found["answer"]["units"]] == [
        (first, [23, 24.5] if invades else [22, 5.5])
    ]
    ((unfit),) = found["unfit"]
    assert unfit["unit"] == second
    name = side["units"][second]["name"]
    # The words of a refused place, of troops by their names.
    (why,) = unfit["why"]
    assert why == f"{name}: overlaps something else by 1 BW. Move it off."


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"plan": "nonsense"}, 400, "unreadable"),
        ({"plan": "null"}, 422, "plan_refused"),
        ({"plan": " " * 40_000}, 413, "too_much"),
        ({"plan": "{}", "across": "1e9"}, 400, "unreadable"),
        ({"plan": "{}", "ahead": "far"}, 400, "unreadable"),
    ],
)
def test_what_cannot_be_laid_is_refused(asked, fields, status, code):
    browser = browser_of(asked, asked[1].side)

    refused = browser.post("plan/", prompt=asked[1].id, **fields)

    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_what_cannot_be_done_with_plans_is_refused(asked):
    side = asked[1].side
    browser = browser_of(asked, side, lists=[side])
    for name in ("one", "two"):
        keep(browser, asked, name)

    refused = [
        kept(browser, asked, **fields)
        for fields in (
            {"do": "rename", "name": "one", "to": "two"},
            {"do": "rename", "name": "one", "to": " "},
            {"do": "rename", "name": "three", "to": "four"},
            {"do": "delete", "name": "three"},
            {"do": "burn", "name": "one"},
        )
    ]
    refused.append(keep(browser, asked, stated={"format": "metator-plan/1"}))
    refused.append(keep(browser, asked, stated=plan((99, 1, 1))))

    assert [(each.status_code, each.json()["code"]) for each in refused] == [
        (422, "plan_name_taken"),
        (422, "plan_name"),
        (404, "not_found"),
        (404, "not_found"),
        (400, "unreadable"),
        (422, "plan_refused"),
        (422, "plan_refused"),
    ]
    assert sorted(StoredPlan.objects.values_list("name", flat=True)) == ["one", "two"]
