"""Limits of an event's tables: imbalance, the number of pieces, and the density."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.event_tables import services as tables_of
from setup_app.events.models import Event, EventTable
from setup_app.jobs.models import Job
from setup_app.layouts import queries as layouts
from tests.events.callers import answered, begin, refused
from tests.events.club import kit_of
from tests.events.ground_runs import PLAINS, SMALL, prepare, run, tables

pytestmark = pytest.mark.django_db(transaction=True)

BY_DENSITY = {"kind": "generated", "territory": "plains", "policy": "random"}


def beyond(meeting: Any) -> list[tuple[int, int]]:
    found = answered(meeting.organiser.get(f"{meeting.path}fairness/"), 200)["beyond"]
    return [(each["round"], each["table"]) for each in found]


def test_an_event_states_its_limit_of_imbalance() -> None:
    meeting = begin()
    assert answered(meeting.organiser.get(meeting.path), 200)["imbalance_most"] == 0.15

    changed = answered(meeting.organiser.patch(meeting.path, {"imbalance_most": 0.1}), 200)

    assert changed["imbalance_most"] == 0.1
    for wrong in (-0.01, 1.01, "0.1", None):
        answer = meeting.organiser.patch(meeting.path, {"imbalance_most": wrong})
        assert answer.status_code == 400, wrong


@pytest.mark.parametrize(("most", "is_beyond"), [(0.2999, True), (0.3, False), (0.3001, False)])
@pytest.mark.parametrize("share", [0.3, -0.3])
def test_a_table_is_beyond_the_limit_only_above_it(
    most: float, is_beyond: bool, share: float
) -> None:
    meeting = begin(**SMALL, imbalance_most=most)
    prepare(meeting, rounds=[1])
    for row in EventTable.objects.all():
        row.audit["fairness"]["balance"]["share"] = share if row.table == 2 else 0.0
        row.save()

    assert beyond(meeting) == ([(1, 2)] if is_beyond else [])


def test_only_tables_that_a_viewer_may_see_are_named_to_them() -> None:
    meeting = begin(**SMALL, imbalance_most=0)
    prepare(meeting, rounds=[1])
    assert beyond(meeting)

    assert answered(meeting.player.get(f"{meeting.path}fairness/"), 200)["beyond"] == []


def test_a_density_without_a_flank_gets_a_box_that_the_seed_draws() -> None:
    meeting, again = begin(**SMALL), begin(**SMALL)
    for each in (meeting, again):
        prepare(each, ground={**BY_DENSITY, "density": "very_dense"})
        prepare(each, ground={**BY_DENSITY, "density": "dense"}, again=True)

    found = [each["layout"] for each in tables(meeting.organiser, meeting)]

    assert found == [each["layout"] for each in tables(again.organiser, again)]
    assert {each["density"] for each in found} == {"dense"}
    boxes = {(), ("mountains", "sandy_ground"), ("deep_water",), ("rocky_ground", "woods")}
    assert {tuple(sorted(each["flank"])) for each in found} <= boxes
    seed = tables(meeting.organiser, meeting)[0]["ground"]["seed"]
    stated = {
        **{name: BY_DENSITY[name] for name in ("territory", "policy")},
        "rulebook": Event.objects.first().rulebook,
        "table": SMALL["table"],
        "base_width_mm": 40,
        "settings": {},
        "density": "dense",
        "flank": found[0]["flank"],
        "seed": seed,
    }
    assert found[0] == layouts.generate_layout(stated)["layout"]


def test_a_density_that_no_box_has_is_refused() -> None:
    meeting = begin(**SMALL)
    body = {"rounds": [1], "ground": {**BY_DENSITY, "density": "crowded"}, "seed": "a"}

    answer = meeting.organiser.post(f"{meeting.path}prepare/", body)

    assert refused(answer) == (400, "unreadable")
    assert "/density" in str(answer.json())
    assert not Job.objects.exists()


def test_tables_have_at_least_so_many_pieces() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    usual = [len(each["layout"]["pieces"]) for each in tables(meeting.organiser, meeting)]
    least = max(usual)

    done = prepare(meeting, rounds=[1], ground={**PLAINS, "least_pieces": least}, again=True)

    found = tables(meeting.organiser, meeting)
    for view, each in zip(found, done["tables"], strict=True):
        own = f"lots/1/{view['table']}"
        if each["state"] == "laid":
            assert len(view["layout"]["pieces"]) >= least
            assert view["ground"]["seed"] in [own, *(f"{own}/{at}" for at in range(2, 13))]
    # A table whose first seed has as many pieces is the one that the seed gives anyway.
    enough = [at for at, number in enumerate(usual) if number == least]
    assert [found[at]["ground"]["seed"] for at in enough] == [f"lots/1/{at + 1}" for at in enough]


@pytest.mark.parametrize("kit", [False, True])
def test_a_table_is_refused_where_no_candidate_has_as_many_pieces(kit: bool) -> None:
    meeting = begin(**SMALL)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit_of(2)}), 200)

    ground = {**PLAINS, "cell": [1, 1], "kit": kit, "least_pieces": 60}
    done = prepare(meeting, rounds=[1], tables=[1], ground=ground)

    (told,) = done["tables"]
    assert (told["state"], told["code"]) == ("refused", "too_few_pieces")
    (view,) = tables(meeting.organiser, meeting)
    assert (view["ground"]["state"], view["layout"]) == ("refused", None)
    ground = {**ground, "least_pieces": 1}
    assert prepare(meeting, rounds=[1], tables=[1], ground=ground)["tables"][0]["code"] is None


@pytest.mark.parametrize("kit", [False, True])
def test_tables_beyond_the_limit_are_regenerated_alone(kit: bool) -> None:
    meeting = begin(**SMALL)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit_of(3)}), 200)
    prepare(meeting, rounds=[1], ground={**PLAINS, "cell": [1, 1], "kit": kit})
    before = tables(meeting.organiser, meeting)
    standing = standing_of(meeting)

    for most, code in ((1.0, None), (0.0, "none_balanced")):
        Event.objects.update(imbalance_most=most)
        standing.event.refresh_from_db()
        job = tables_of.lay_balanced(standing=standing, round_=1, tables=[2], words="")
        run(str(job.pk))
        after = tables(meeting.organiser, meeting)
        assert after[0] == before[0]
        if code is None:
            assert after[1]["ground"]["seed"] != before[1]["ground"]["seed"]
            assert bool(after[1]["kit"]) == kit
        elif after[1]["imbalance"]:
            assert after[1]["ground"]["code"] == code


def standing_of(meeting: Any) -> Any:
    from setup_app.events.event.access import EventAccess
    from setup_app.events.models import Kind, Role

    role = Role.objects.get(event__public_id=meeting.id, number=1)
    return EventAccess(Event.objects.get(public_id=meeting.id), Kind.ORGANISER, role)
