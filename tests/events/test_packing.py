"""Does a round's plan say what goes from which box to which table, and keep what was ticked?"""

from __future__ import annotations

import math
import uuid
from typing import Any

import pytest

from setup_app.engine.errors import DomainError
from setup_app.events.event_tables.packing import services
from setup_app.events.models import EventTable
from setup_app.events.pages.packing_page import short_lines
from setup_app.jobs import tasks
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import cancel
from tests.events.callers import Meeting, answered, begin, refused
from tests.events.ground_runs import PLAINS, SMALL, prepare, tables
from tests.events.test_pages import sitting
from tests.events.test_rounds import out, paired
from tests.processes import Worker, until

pytestmark = pytest.mark.django_db(transaction=True)


BANDS = ("rivers_and_streams", "deep_water")


def planned(meeting: Meeting, **asked: Any) -> dict[str, Any]:
    answer = meeting.organiser.post(f"{meeting.path}kit/plan/", {"round": 1, **asked})
    job = answered(answer, 202)["job"]
    for caller in (meeting.desk, meeting.stranger):
        assert refused(caller.get(f"jobs/{job}/"))[0] == 404
    tasks.run(job)
    assert Job.objects.get(pk=job).state == State.DONE
    return dict(answered(meeting.organiser.get(f"jobs/{job}/"), 200)["result"])


def lines(meeting: Meeting) -> list[dict[str, Any]]:
    found = answered(meeting.desk.get(f"{meeting.path}rounds/1/packing/"), 200)
    return list(found["lines"])


def boxed(meeting: Meeting, *, less: int = 0) -> list[dict[str, Any]]:
    """A kit of a box a table that holds exactly what lies there; but for the last pieces."""
    pieces = [
        {
            "id": f"t{view['table']}-{piece['id']}",
            "types": [piece["type"]],
            **dict(zip(("long_mm", "short_mm"), sides(piece), strict=True)),
            "section": piece["type"] in BANDS,
            "box": f"Box {view['table']}",
        }
        for view in tables(meeting.organiser, meeting)
        for piece in view["layout"]["pieces"]
    ]
    return pieces[: len(pieces) - less]


def sides(piece: dict[str, Any]) -> tuple[int, int]:
    """By turning the outline through every degree: the smallest rectangle around it, in mm."""
    points = piece["outline"]["coordinates"][0]
    best = (math.inf, 0.0, 0.0)
    for number in range(len(points) - 1):
        (ax, ay), (bx, by) = points[number], points[number + 1]
        for degree in (0.0, math.atan2(by - ay, bx - ax)):
            turned = [
                (
                    x * math.cos(degree) + y * math.sin(degree),
                    y * math.cos(degree) - x * math.sin(degree),
                )
                for x, y in points
            ]
            xs, ys = zip(*turned, strict=True)
            wide, deep = max(xs) - min(xs), max(ys) - min(ys)
            best = min(best, (wide * deep, wide, deep))
    long, short = sorted((round(40 * best[1]), round(40 * best[2])), reverse=True)
    # A hair more: a band's sections reach from end to end.
    return long + 1, short


def test_a_plan_says_what_goes_where_and_keeps_the_ticks() -> None:
    meeting = begin(**SMALL)
    assert refused(meeting.organiser.post(f"{meeting.path}kit/plan/", {"round": 1})) == (
        422,
        "nothing_to_plan",
    )
    prepare(meeting, rounds=[1], ground={**PLAINS, "territory": "mountains"})
    kit = boxed(meeting)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit}), 200)

    found = planned(meeting, tolerance_mm=2)

    assert (found["built"], found["short"]) == (len(kit), [])
    assert found["tables_built"] == [1, 2]
    first = lines(meeting)
    assert len(first) == len(kit)
    one = first[0]["line"]
    path = f"{meeting.path}rounds/1/packing/{one}/"
    assert answered(meeting.desk.patch(path, {"out": True}), 200)["out"] is True
    assert answered(meeting.organiser.patch(path, {"back": True, "out": False}), 200) == {
        **first[0],
        "out": False,
        "back": True,
    }
    assert refused(meeting.player.patch(path, {"out": True}))[0] == 403
    assert refused(meeting.desk.patch(f"{meeting.path}rounds/1/packing/99/", {}))[0] == 404

    # With one piece less another line goes; the ticked one stays ticked.
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit[:-1]}), 200)
    again = planned(meeting, tolerance_mm=2)

    assert again["built"] == len(kit) - 1
    assert len(again["short"]) == 1
    kept = {each["line"]: each for each in lines(meeting)}
    assert len(kept) == len(kit) - 1
    assert kept[one]["back"] is True


def test_a_round_that_is_not_there_is_refused() -> None:
    meeting = begin(**SMALL)

    assert refused(meeting.organiser.post(f"{meeting.path}kit/plan/", {"round": 9})) == (
        422,
        "no_such_round",
    )


def test_what_is_short_is_said_in_words_that_somebody_can_look_for() -> None:
    wanted = [
        {"id": f"{table}/p", "table": table, "type": "woods", "long_mm": 238, "short_mm": 204}
        for table in (1, 3)
    ]
    short = [{"wanted": each["id"], "why": "all_taken", "nearest": "w7"} for each in wanted]
    found = {"short": short, "nearest": {"w7": [220, 180]}}

    assert short_lines(found, wanted) == [
        {
            "words": "2 × Woods, about 24 × 20 cm (tables 1, 3)",
            "tables": [1, 3],
            "nearest": "Closest spare piece: w7, 220 × 180 mm.",
        }
    ]


def test_lines_are_ticked_on_a_page_by_a_desk(worker: Worker) -> None:
    meeting = begin(**SMALL)
    organiser, desk = sitting(meeting, 1), sitting(meeting, 3)
    page = f"/e/{meeting.id}/{{}}/packing/?round=1"
    assert "The kit is empty. Once an organiser" in desk.get(page.format("r3")).content.decode()
    unplanned = organiser.get(page.format("r1")).content.decode()
    assert f"/e/{meeting.id}/r1/kit/" in unplanned
    assert "Make packing list" not in unplanned
    job = answered(
        meeting.organiser.post(
            f"{meeting.path}prepare/", {"rounds": [1], "ground": PLAINS, "seed": "lots"}
        ),
        202,
    )["job"]
    until(lambda: Job.objects.get(pk=job).state == State.DONE)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": boxed(meeting)}), 200)

    assert "There is no packing list" in desk.get(page.format("r3")).content.decode()

    text = organiser.post(page.format("r1"), {"tolerance": "5"}, follow=True).content.decode()
    assert "can be built" in text
    one = lines(meeting)[0]["line"]
    desk.post(page.format("r3"), {"line": one, "tick": "yes"})
    desk.post(f"{page.format('r3')}&at=back&by=table", {"line": "x", "tick": "yes"})

    assert [each["out"] for each in lines(meeting) if each["line"] == one] == [True]
    # Without a round: the one of which a piece is out, also once the next is to be laid.
    (address, _status), *_more = desk.get(
        f"/e/{meeting.id}/r3/packing/", follow=True
    ).redirect_chain
    paired(meeting)
    out(meeting, 1)
    text = desk.get(f"/e/{meeting.id}/r3/packing/?at=back", follow=True).content.decode()
    assert "Packing list for round 1" in text
    assert "Not back yet: 1." in text
    assert "Update packing list" not in text
    desk.post(f"{page.format('r3')}&at=back", {"line": one, "tick": "yes"})
    text = desk.get(f"/e/{meeting.id}/r3/packing/", follow=True).content.decode()
    assert "Packing list for round 2" in text
    # What stood open meanwhile ticks in the round that it shows.
    desk.post(address, {"line": one, "tick": "no"})
    assert [each["out"] for each in lines(meeting) if each["line"] == one] == [False]


def mountains() -> tuple[Meeting, list[dict[str, Any]]]:
    """An event whose first round is laid, and whose kit has a piece for each that lies."""
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1], ground={**PLAINS, "territory": "mountains"})
    kit = boxed(meeting)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit}), 200)
    return meeting, kit


def asked_to_plan(meeting: Meeting) -> Job:
    answer = meeting.organiser.post(f"{meeting.path}kit/plan/", {"round": 1, "tolerance_mm": 2})
    return Job.objects.get(pk=answered(answer, 202)["job"])


def test_a_kit_that_changes_has_its_rounds_planned_again_and_no_older_plan_is_kept() -> None:
    meeting, kit = mountains()
    first = asked_to_plan(meeting)
    old = dict(first.arguments)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit[:-1]}), 200)

    # The one that was waiting is called off; there is one for the kit as it is now.
    first.refresh_from_db()
    assert first.error == {"code": "cancelled"}
    (now,) = Job.objects.filter(kind=services.ROUND_PLAN, finished=None)
    tasks.run(now.pk)
    assert len(lines(meeting)) == len(kit) - 1

    # Neither is kept what a killed worker takes up again, nor what was called off meanwhile.
    with pytest.raises(DomainError, match="cancelled"):
        services.plan(old, lambda done, total: None)
    last = asked_to_plan(meeting)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit[:1]}), 200)
    later = Job.objects.get(kind=services.ROUND_PLAN, finished=None)
    before = lines(meeting)

    def called_off(done: int, total: int) -> None:
        cancel(later.pk)
        raise DomainError("cancelled")

    with pytest.raises(DomainError, match="cancelled"):
        services.plan(later.arguments, called_off)
    assert (lines(meeting), last.pk == later.pk) == (before, False)


def test_of_a_kit_that_was_emptied_the_page_says_so() -> None:
    meeting, _kit = mountains()
    planned(meeting, tolerance_mm=2)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": []}), 200)
    page = f"/e/{meeting.id}/r1/packing/?round=1"
    before = sitting(meeting, 1).get(page).content.decode()
    tasks.run(Job.objects.get(kind=services.ROUND_PLAN, finished=None).pk)
    after = sitting(meeting, 1).get(page).content.decode()

    # Until a worker is through, what is carried by the plan of before can be ticked.
    assert "The kit is now empty" in before
    assert "The kit is empty. Enter" in after
    told = [
        (text in before, text in after)
        for text in ("data-ticks", "ticks.js", "Update packing list")
    ]
    assert told == [(True, False)] * 3


def test_many_changes_leave_one_plan_waiting_and_a_deleted_event_none_that_works() -> None:
    meeting, _kit = mountains()
    planned(meeting, tolerance_mm=2)
    for _ in range(4):
        services.plan_again(meeting.id, [1])
    (left,) = Job.objects.filter(kind=services.ROUND_PLAN, finished=None)

    answered(meeting.organiser.delete(meeting.path), 204)

    tasks.run(left.pk)
    left.refresh_from_db()
    assert left.error["code"] == "cancelled"


def test_a_run_that_is_called_off_has_what_it_laid_planned_again() -> None:
    meeting, _kit = mountains()
    planned(meeting, tolerance_mm=2)
    body = {"rounds": [1], "ground": PLAINS, "again": True}
    whole = answered(meeting.organiser.post(f"{meeting.path}prepare/", body), 202)["job"]
    tasks.run(Job.objects.filter(whole=whole, finished=None).first().pk)

    cancel(uuid.UUID(whole))

    assert Job.objects.filter(kind=services.ROUND_PLAN, finished=None).count() == 1


def test_a_first_plan_that_cannot_be_made_again_says_why() -> None:
    meeting, kit = mountains()
    asked_to_plan(meeting)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit[:-1]}), 200)
    EventTable.objects.all().update(layout=None)
    services.plan_again(meeting.id)

    text = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/packing/?round=1").content.decode()

    assert "The tables of round 1 have no terrain yet." in text
