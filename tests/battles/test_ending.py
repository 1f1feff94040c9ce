"""When is a battle over, and when is everything laid open?"""

from datetime import timedelta

import pytest
from django.utils import timezone

from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.engine.values import sha256
from tests.battles.callers import MARCHES, SKIRMISH, Table, begin, ready, seated

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def finished() -> Table:
    return ready(SKIRMISH, seed=6)


def test_both_ask_and_everything_is_laid_open(finished: Table) -> None:
    first = finished.seats[0].post(f"{finished.path}close/")
    again = finished.seats[0].post(f"{finished.path}close/")
    second = finished.seats[1].post(f"{finished.path}close/")

    assert (first.status_code, first.json()["closed"]) == (200, False)
    assert (again.status_code, again.json()["code"]) == (409, "already_answered")
    assert (second.status_code, second.json()["closed"]) == (200, True)
    assert all(hand["cards"] is not None for hand in second.json()["hands"])


def test_the_proof_holds_commitments_before_the_close_and_all_of_it_after(
    finished: Table,
) -> None:
    before = finished.creator.get(f"{finished.path}proof/").json()
    own = finished.seats[0].get(f"{finished.path}proof/").json()
    for seat in finished.seats:
        seat.post(f"{finished.path}close/")
    after = finished.creator.get(f"{finished.path}proof/").json()

    assert (before["seed"], before["secrets"], before["chances"]) == (None, [], [])
    mine = [secret["entry"] for secret in own["secrets"]]
    sides = {entry["number"]: entry["side"] for entry in own["entries"]}
    assert mine
    assert {sides[number] for number in mine} == {0}
    assert sha256(bytes.fromhex(after["seed"])) == before["seed_hash"]
    assert after["secrets"][0]["parts"][0]["value"]["general"] == "Piso"
    heads = [entry["head"] for entry in after["entries"]]
    assert heads[: len(before["entries"])] == [entry["head"] for entry in before["entries"]]


def test_a_finished_battle_is_closed_when_its_time_has_passed(finished: Table) -> None:
    now = timezone.now()
    Battle.objects.filter(public_id=finished.id).update(closes_at=now)

    early = services.close_due(now - timedelta(seconds=1))
    due = services.close_due(now)
    again = services.close_due(now)

    assert (early, due, again) == (0, 1, 0)
    assert finished.view()["closed"] is True


def test_a_battle_that_is_not_over_is_not_closed_by_time() -> None:
    table = begin(SKIRMISH)
    Battle.objects.filter(public_id=table.id).update(closes_at=timezone.now())

    assert services.close_due(timezone.now()) == 0


def test_an_envelope_is_opened_by_its_owner_alone() -> None:
    table = begin(MARCHES, dice="server", table={"width": 240, "depth": 240})
    while table.view()["step"]:
        kinds = [prompt["kind"] for prompt in table.view()["prompts"] if prompt["kind"]]
        assert "place_feature" not in kinds, "a placement would need a worker"
        side = 0 if table.asked(0) else 1
        prompt = table.asked(side)
        assert prompt
        # No feature at all, so that nothing has to be placed.
        answer = prompt["options"][0 if prompt["kind"] == "choose_feature" else -1]
        assert table.move(side, prompt["id"], answer).status_code == 201
    path = f"{table.path}envelopes/orders-0/open/"

    others = table.seats[1].post(path)
    hidden = table.view(table.seats[1])["envelopes"]
    owners = table.seats[0].post(path)
    shown = table.view(table.seats[1])["envelopes"]

    assert (others.status_code, others.json()["code"]) == (404, "no_such_envelope")
    assert hidden["orders-0"] is None
    assert owners.status_code == 200
    assert shown["orders-0"] is not None
    assert hidden["orders-1"] == shown["orders-1"]


def test_giving_up_ends_the_battle() -> None:
    table = begin(SKIRMISH)
    table.sit_down()

    answer = table.seats[1].post(f"{table.path}resign/")
    again = table.seats[0].post(f"{table.path}resign/")

    assert (answer.status_code, answer.json()["resigned_by"]) == (200, 1)
    assert answer.json()["prompts"] == []
    assert (again.status_code, again.json()["code"]) == (409, "battle_over")


def test_a_rematch_swaps_the_sides_under_a_new_seed(finished: Table) -> None:
    answer = finished.creator.post(f"{finished.path}rematch/")

    assert answer.status_code == 201
    again = seated(answer.json())
    old, new = (Battle.objects.get(public_id=table.id) for table in (finished, again))
    assert new.rematch_of == old
    assert new.setup["sides"] == old.setup["sides"][::-1]
    assert bytes(new.seed) != bytes(old.seed)


def test_there_is_no_rematch_of_a_battle_that_is_not_over() -> None:
    table = begin(SKIRMISH)

    answer = table.creator.post(f"{table.path}rematch/")

    assert (answer.status_code, answer.json()["code"]) == (422, "not_over_yet")
