"""Are tables laid out of the club's own boxes, so that all of a round can stand at once?"""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from shapely.geometry import shape

from setup_app.events.event_tables import runs
from setup_app.events.event_tables.kit_wording import left_out_words
from setup_app.events.event_tables.packing import services as packing
from setup_app.events.models import EventTable
from setup_app.jobs import tasks
from setup_app.jobs.models import Job, State
from tests.events.callers import Meeting, answered, begin, refused
from tests.events.club import keeps_to, kit_of
from tests.events.ground_runs import PLAINS as GROUND
from tests.events.ground_runs import SMALL, run, tables
from tests.events.test_packing import lines, planned
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db(transaction=True)

PLAINS = {**GROUND, "cell": [1, 1], "kit": True}
MOUNTAINS = {**PLAINS, "territory": "mountains"}
LEAF = [[0, 10], [60, 0], [120, 30], [100, 70], [50, 90], [10, 60], [0, 10]]


def club(pieces: list[Any], **terms: Any) -> Meeting:
    meeting = begin(**{**SMALL, **terms})
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": pieces}), 200)
    return meeting


def asked(meeting: Meeting, **changes: Any) -> str:
    body = {"rounds": [1], "ground": PLAINS, "seed": "own", **changes}
    job: str = answered(meeting.organiser.post(f"{meeting.path}prepare/", body), 202)["job"]
    return job


def laid(meeting: Meeting, number: int = 1) -> list[dict[str, Any]]:
    """Its tables without what is of one event alone."""
    return [{**view, "url": None} for view in tables(meeting.organiser, meeting, number)]


def test_tables_are_laid_of_the_kit_alone_and_stand_at_once() -> None:
    kit = kit_of(3)
    meeting, other = club(kit), club(kit)

    done = run(asked(meeting))

    found = laid(meeting)
    assert [(each["state"], each["code"]) for each in done["tables"]] == [("laid", None)] * 2
    assert done["kit"] == [{"round": 1, "tables_built": 2, "bound": 2, "optimal": True}]
    assert keeps_to(kit, found) == sum(len(view["layout"]["pieces"]) for view in found) > 4
    for view in found:
        assert view["ground"]["seed"] in [f"own/1/{view['table']}/{at}" for at in range(1, 7)]

    # Another kit is typed in, the last part is done first, and all is gathered twice.
    job = asked(other)
    answered(other.organiser.put(f"{other.path}kit/", {"pieces": kit[:1]}), 200)
    for part in Job.objects.filter(whole=job).order_by("-created"):
        tasks.run(part.pk)
        assert "waiting" in [each["ground"]["state"] for each in laid(other)]
    tasks.run(Job.objects.get(pk=job).pk)
    assert laid(other) == found
    whole = Job.objects.get(pk=job)
    assert runs.gather(whole.arguments, lambda done, total: None)["tables"] == done["tables"]
    assert laid(other) == found


def test_one_ground_of_the_kit_is_the_same_in_each_round() -> None:
    kit = kit_of(3)
    meeting = club(kit)

    run(asked(meeting, rounds=[1, 2], each_round=False))

    one, two = laid(meeting), laid(meeting, 2)
    assert [each["layout"] for each in one] == [each["layout"] for each in two]
    assert one[0]["ground"]["seed"].startswith("own/0/1/")
    assert keeps_to(kit, two) == keeps_to(kit, one)


def test_a_traced_outline_lies_as_it_was_traced() -> None:
    traced = [
        {
            **piece,
            "outline": None if piece["section"] else {"type": "Polygon", "coordinates": [LEAF]},
        }
        for piece in kit_of(3)
    ]
    meeting = club(traced)

    run(asked(meeting, tables=[1]))

    (view,) = laid(meeting)
    assert keeps_to(traced, [view]) > 2
    leaf = shapely.Polygon(LEAF)
    share = leaf.area / shapely.minimum_rotated_rectangle(leaf).area
    for piece in view["layout"]["pieces"]:
        outline = shape(piece["outline"])
        assert len(outline.exterior.coords) == len(LEAF)
        box = shapely.minimum_rotated_rectangle(outline)
        assert outline.area / box.area == pytest.approx(share, abs=0.001)


def test_what_lies_keeps_its_pieces_and_the_next_table_takes_others() -> None:
    kit = kit_of(2)
    meeting = club(kit)
    run(asked(meeting, tables=[1]))
    first = laid(meeting)

    run(asked(meeting))

    found = laid(meeting)
    assert found[:1] == first
    # It was laid of what is left: so all of it can stand.
    assert keeps_to(kit, found) == sum(len(view["layout"]["pieces"]) for view in found)
    # Moved by hand its pieces stay those of the kit; one that is gone is no more.
    layout = found[0]["layout"]
    fewer = {**layout, "pieces": layout["pieces"][:-1]}
    path = f"{meeting.path}rounds/1/tables/1/lay/"
    run(answered(meeting.organiser.post(path, {"layout": fewer}), 202)["job"])
    gone = layout["pieces"][-1]["id"]
    kept = [each for each in found[0]["kit"] if each["piece"] != gone]
    assert laid(meeting)[0]["kit"] == kept


def test_only_who_sets_up_reads_which_piece_lies_where() -> None:
    kit = kit_of(3)
    meeting = club(kit, tables_shown="now", visibility="public")
    run(asked(meeting, tables=[1]))
    (view,) = laid(meeting)
    piece = view["kit"][0]["kit"]

    assert tables(meeting.desk, meeting)[0]["kit"] == view["kit"]
    assert tables(meeting.stranger, meeting)[0]["kit"] == []
    address = f"/e/{meeting.id}/rounds/1/tables/1/"
    assert piece in sitting(meeting, 1).get(address).content.decode()
    assert piece not in meeting.stranger.client.get(address).content.decode()


def test_a_kit_that_is_too_small_is_told_table_by_table() -> None:
    woods = kit_of(1, types=("woods",))
    meeting = club(woods)

    done = run(asked(meeting, ground=MOUNTAINS))

    assert [each["state"] for each in done["tables"]] == ["laid", "laid"]
    assert sorted(each["code"] for each in done["tables"]) == ["kit_left_out", "kit_short"]
    assert keeps_to(woods, laid(meeting)) == 1
    strange = club(kit_of(1, types=("sand_dunes",)))
    done = run(asked(strange, ground=MOUNTAINS))
    assert {(each["state"], each["code"]) for each in done["tables"]} == {
        ("refused", "kit_has_none")
    }
    page = sitting(strange, 1).get(f"/e/{strange.id}/r1/tables/?round=1").content.decode()
    assert "No kit piece can be used on this table" in page


@pytest.mark.parametrize(
    ("kit", "changes", "why"),
    [
        ([], {}, (422, "kit_empty")),
        (None, {"ground": {**PLAINS, "kit": "yes"}}, (400, "unreadable")),
        (None, {"ground": {"kind": "fixed", "layout": {}, "kit": True}}, (400, "unreadable")),
        (None, {"ground": {**PLAINS, "flank": ["lava"]}}, (400, "unreadable")),
    ],
)
def test_what_cannot_be_laid_of_a_kit_is_refused_and_nothing_stored(
    kit: list[Any] | None, changes: dict[str, Any], why: tuple[int, str]
) -> None:
    meeting = club(kit_of(1) if kit is None else kit)
    body = {"rounds": [1], "ground": PLAINS, "seed": "s", **changes}

    assert refused(meeting.organiser.post(f"{meeting.path}prepare/", body)) == why
    assert not EventTable.objects.exists()
    assert not Job.objects.exists()


def test_a_run_that_is_called_off_before_it_chose_leaves_what_lay() -> None:
    meeting = club(kit_of(3))
    job = asked(meeting, tables=[1])
    tasks.run(Job.objects.get(whole=job).pk)
    body = {"rounds": [1], "ground": PLAINS, "tables": [1]}
    again = meeting.organiser.post(f"{meeting.path}prepare/", body)
    assert refused(again) == (409, "run_under_way")

    assert meeting.organiser.delete(f"jobs/{job}/").status_code == 204

    row = EventTable.objects.get()
    assert (row.part, row.asked, row.candidates, row.refused) == (None, None, None, None)
    assert not tables(meeting.organiser, meeting)[0]["layout"]


def replanned() -> None:
    """Do the plan that the last run has asked for."""
    (job,) = Job.objects.filter(kind=packing.ROUND_PLAN, finished=None)
    tasks.run(job.pk)
    assert Job.objects.get(pk=job.pk).state == State.DONE


def test_a_plan_is_made_again_where_a_table_changes_and_keeps_its_ticks() -> None:
    kit = kit_of(3)
    meeting = club(kit)
    run(asked(meeting))
    plan = planned(meeting)
    assert (plan["short"], plan["difference_mm"] >= 0) == ([], True)
    before = lines(meeting)
    keeps_to(kit, laid(meeting))
    assert {(each["table"], each["piece"]) for each in before} == {
        (view["table"], each["kit"]) for view in laid(meeting) for each in view["kit"]
    }
    for each in before:
        meeting.desk.patch(f"{meeting.path}rounds/1/packing/{each['line']}/", {"out": True})

    path = f"{meeting.path}rounds/1/tables/2/lay/"
    run(answered(meeting.organiser.post(path, {"seed": "anew"}), 202)["job"])
    replanned()

    after = lines(meeting)
    of_first = [each for each in after if each["table"] == 1]
    assert of_first == [{**each, "out": True} for each in before if each["table"] == 1]
    second = laid(meeting)[1]
    assert {each["piece"] for each in after if each["table"] == 2} == {
        each["kit"] for each in second["kit"]
    }
    assert second["ground"]["seed"] in [f"anew/{at}" for at in range(1, 7)]
    keeps_to(kit, laid(meeting))


def test_a_shortfall_is_closed_by_laying_a_table_anew_around_what_there_is() -> None:
    kit = kit_of(3)
    meeting = club(kit, tables_shown="now")
    run(asked(meeting, ground={**PLAINS, "kit": False}, tables=[1]))
    assert planned(meeting, tolerance_mm=1)["short"] != []
    page = f"/e/{meeting.id}/{{}}/packing/?round=1"
    organiser, desk = sitting(meeting, 1), sitting(meeting, 3)

    text = organiser.get(page.format("r1")).content.decode()
    assert "Regenerate table 1 from the kit" in text
    assert "Closest spare piece:" in text
    assert "Lay table 1" not in desk.get(page.format("r3")).content.decode()
    organiser.post(page.format("r1"), {"do": "lay:1"})
    assert not Job.objects.filter(finished=None).exists()
    organiser.post(page.format("r1"), {"do": "lay:1", "note": "We have no such woods"})
    run(str(Job.objects.get(parts_count=1, finished=None).pk))
    replanned()

    assert "Everything can be built" in organiser.get(page.format("r1")).content.decode()
    (view,) = laid(meeting)
    assert view["ground"]["note"] == "We have no such woods"
    assert keeps_to(kit, [view]) == len(view["layout"]["pieces"])


def test_pages_agree_on_what_was_left_out_and_what_can_be_built() -> None:
    meeting = club(kit_of(1, types=("woods",)))
    (told,) = run(asked(meeting, ground=MOUNTAINS, tables=[1]))["tables"]
    assert told["code"] == "kit_left_out"
    assert planned(meeting)["short"] == []
    types = EventTable.objects.get().kit["left_out"]
    named = left_out_words(types)
    organiser = sitting(meeting, 1)

    on_tables = shown(organiser.get(f"/e/{meeting.id}/r1/tables/?round=1"))
    packing_list = shown(organiser.get(f"/e/{meeting.id}/r1/packing/?round=1"))
    on_table = shown(organiser.get(f"/e/{meeting.id}/rounds/1/tables/1/"))

    said = f"Left out, because the kit has no such piece: {named}."
    assert (said in on_tables, said in on_table) == (True, True)
    assert f"Table 1: {named}" in packing_list
    assert "pieces on the tables can be built;" in packing_list
    assert "Everything can be built" not in packing_list

    # Put down by hand, a piece is not left out any more.
    layout = laid(meeting)[0]["layout"]
    woods = layout["pieces"][0]
    added = [
        {**woods, "id": f"by-hand-{at}", "type": each, "slot": "optional"}
        for at, each in enumerate(types)
    ]
    path = f"{meeting.path}rounds/1/tables/1/lay/"
    body = {"layout": {**layout, "pieces": [*layout["pieces"], *added]}}
    run(answered(meeting.organiser.post(path, body), 202)["job"])
    assert EventTable.objects.get().kit["left_out"] == []
    assert "Left out" not in shown(organiser.get(f"/e/{meeting.id}/r1/tables/?round=1"))
