"""Are tables prepared as their seeds say, shown when they are out, and changed with a note?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.event_tables import services as grounds
from setup_app.events.models import EventTable
from setup_app.jobs import services, tasks
from setup_app.jobs.models import Job, State
from setup_app.layouts import queries as layouts
from tests.events.callers import RULEBOOK, answered, begin, refused
from tests.events.ground_runs import PLAINS, SMALL, prepare, run, tables
from tests.layouts.test_checking import LEGAL

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.postgresql
def test_a_prepared_table_is_what_generating_gives_for_its_seed() -> None:
    meeting = begin(**SMALL)

    done = prepare(meeting)

    assert [(each["round"], each["table"], each["state"]) for each in done["tables"]] == [
        *[(1, 1, "laid"), (1, 2, "laid"), (2, 1, "laid"), (2, 2, "laid")]
    ]
    for number in (1, 2):
        for view in tables(meeting.organiser, meeting, number):
            seed = f"lots/{number}/{view['table']}"
            wish = {
                **{name: PLAINS[name] for name in ("territory", "cell", "policy")},
                "rulebook": RULEBOOK,
                "table": SMALL["table"],
                "settings": {},
                "base_width_mm": 40,
                "seed": seed,
            }
            assert view["ground"]["seed"] == seed
            assert view["layout"] == layouts.generate_layout(wish)["layout"]
            assert view["imbalance"] is not None
            assert view["entries"] is None


def test_one_ground_for_the_whole_event_is_the_same_in_each_round() -> None:
    meeting = begin(**SMALL)

    prepare(meeting, each_round=False)

    one, other = (tables(meeting.organiser, meeting, number) for number in (1, 2))
    assert [each["layout"] for each in one] == [each["layout"] for each in other]
    assert [each["ground"]["seed"] for each in one] == ["lots/0/1", "lots/0/2"]


def test_any_territory_is_one_that_the_seed_names() -> None:
    meeting, again = begin(**SMALL), begin(**SMALL)
    any_ = {"kind": "generated", "territory": "any", "policy": "random"}

    for each in (meeting, again):
        prepare(each, rounds=[1], ground=any_)

    found = [each["layout"] for each in tables(meeting.organiser, meeting)]
    assert found == [each["layout"] for each in tables(again.organiser, again)]


def test_what_lies_is_kept_unless_it_shall_be_laid_again() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1], tables=[1])
    before = tables(meeting.organiser, meeting)[0]

    job = answered(
        meeting.organiser.post(
            f"{meeting.path}prepare/", {"rounds": [1], "ground": PLAINS, "seed": "other"}
        ),
        202,
    )["job"]
    told = answered(meeting.organiser.get(f"jobs/{job}/"), 200)
    assert told["progress"] == {"done": 1, "total": 2}
    run(job)
    assert tables(meeting.organiser, meeting)[0] == before

    prepare(meeting, rounds=[1], seed="other", again=True)
    assert tables(meeting.organiser, meeting)[0]["ground"]["seed"] == "other/1/1"


def test_nobody_but_organisers_sees_a_ground_before_its_round_is_out() -> None:
    meeting = begin(**SMALL)
    prepare(meeting)
    others = (meeting.desk, meeting.checker, meeting.player, meeting.stranger)

    for caller in others:
        assert refused(caller.get(f"{meeting.path}rounds/1/tables/"))[0] == 404
        assert answered(caller.get(f"{meeting.path}fairness/"), 200)["tables"] == []
    assert len(answered(meeting.organiser.get(f"{meeting.path}fairness/"), 200)["tables"]) == 4


def test_a_seed_is_hidden_while_it_tells_of_a_table_to_come() -> None:
    meeting = begin(**SMALL, visibility="public")
    meeting.organiser.post(f"{meeting.path}entries/", {"name": "Second"})
    prepare(meeting)
    answered(meeting.organiser.post(f"{meeting.path}rounds/", {"pairing": "random"}), 201)
    answered(meeting.organiser.post(f"{meeting.path}rounds/1/publish/", {}), 200)

    seen = tables(meeting.stranger, meeting)
    assert seen[0]["layout"] is not None
    assert [each["ground"]["seed"] for each in seen] == [None, None]
    page = meeting.stranger.client.get(seen[0]["url"])
    assert page.status_code == 200
    assert "lots" not in page.content.decode()

    EventTable.objects.filter(round=2).delete()
    assert [each["ground"]["seed"] for each in tables(meeting.stranger, meeting)] == [
        "lots/1/1",
        "lots/1/2",
    ]


def test_a_ground_that_is_out_changes_only_with_a_note() -> None:
    meeting = begin(**SMALL, tables_shown="now")
    prepare(meeting, rounds=[1])
    lay = f"{meeting.path}rounds/1/tables/2/lay/"

    assert refused(meeting.organiser.post(lay, {"seed": "anew"})) == (422, "note_required")
    job = answered(meeting.organiser.post(lay, {"seed": "anew", "note": "It was lopsided"}), 202)
    run(job["job"])

    view = answered(meeting.stranger.get(f"{meeting.path}rounds/1/tables/2/"), 200)
    assert view["ground"]["note"] == "It was lopsided"
    assert view["fairness"]["balance"]["share"] == view["imbalance"]
    assert all(line["text"] for line in view["log"])
    journal = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert any("It was lopsided" in line["message"] for line in journal)


def test_a_table_is_laid_anew_around_pieces_that_stay_or_by_hand() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1], ground={**PLAINS, "territory": "cultivated"})
    before = tables(meeting.organiser, meeting)[0]["layout"]
    kept = before["pieces"][0]
    lay = f"{meeting.path}rounds/1/tables/1/lay/"

    run(answered(meeting.organiser.post(lay, {"locked": [kept], "seed": "b"}), 202)["job"])
    around = tables(meeting.organiser, meeting)[0]["layout"]
    assert kept["outline"] in [piece["outline"] for piece in around["pieces"]]
    assert around != before

    run(answered(meeting.organiser.post(lay, {"layout": before}), 202)["job"])
    after = tables(meeting.organiser, meeting)[0]
    assert (after["layout"], after["ground"]["edited"]) == (before, True)


def test_a_wish_that_cannot_be_met_refuses_its_table_alone() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    layout = tables(meeting.organiser, meeting)[0]["layout"]
    far = {**layout["pieces"][0], "die": 1} if layout["pieces"] else None
    assert far is not None
    twice = [far, {**far, "id": "twice"}]

    done = run(
        answered(
            meeting.organiser.post(
                f"{meeting.path}rounds/1/tables/1/lay/", {"locked": twice, "seed": "c"}
            ),
            202,
        )["job"]
    )

    assert done["tables"] == [
        {"round": 1, "table": 1, "state": "refused", "code": "locked_pieces_illegal"}
    ]
    view = tables(meeting.organiser, meeting)[0]
    assert view["layout"] == layout
    assert view["ground"]["code"] == "locked_pieces_illegal"


@pytest.mark.postgresql
def test_two_runs_over_one_table_are_refused_and_one_called_off_leaves_what_lies() -> None:
    meeting = begin(**SMALL)
    body = {"rounds": [1, 2], "ground": PLAINS, "seed": "s"}
    job = answered(meeting.organiser.post(f"{meeting.path}prepare/", body), 202)["job"]
    assert refused(meeting.organiser.post(f"{meeting.path}prepare/", body)) == (
        409,
        "run_under_way",
    )
    first = Job.objects.filter(whole=job).order_by("created").first()
    assert first is not None
    tasks.run(first.pk)
    for caller in (meeting.desk, meeting.player, meeting.stranger):
        assert refused(caller.get(f"jobs/{job}/"))[0] == 404
        assert caller.delete(f"jobs/{job}/").status_code == 404

    assert meeting.organiser.delete(f"jobs/{job}/").status_code == 204

    states = [each["ground"]["state"] for each in tables(meeting.organiser, meeting)]
    assert states == ["laid", "none"]
    assert not EventTable.objects.filter(part__isnull=False).exists()
    prepare(meeting, seed="s")


def test_a_worker_that_died_for_good_leaves_a_table_refused() -> None:
    meeting = begin(**SMALL)
    body = {"rounds": [1], "tables": [1], "ground": PLAINS, "seed": "s"}
    job = answered(meeting.organiser.post(f"{meeting.path}prepare/", body), 202)["job"]
    part = Job.objects.get(whole=job)
    Job.objects.filter(pk=part.pk).update(state=State.RUNNING)
    services.fail_without_lease(part.pk, {"code": "took_too_long"})

    assert run(job)["tables"][0] == {
        "round": 1,
        "table": 1,
        "state": "refused",
        "code": "took_too_long",
    }


def test_an_event_that_is_deleted_meanwhile_takes_its_run_along() -> None:
    meeting = begin(**SMALL)
    body = {"rounds": [1], "ground": PLAINS, "seed": "s"}
    job = answered(meeting.organiser.post(f"{meeting.path}prepare/", body), 202)["job"]
    assert meeting.organiser.delete(meeting.path).status_code == 204

    assert run(job) == {"tables": []}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"rounds": [3]}, (422, "no_such_round")),
        ({"tables": [9]}, (422, "no_such_table")),
        ({"ground": None}, (422, "ground_missing.none")),
        ({"ground": {**PLAINS, "territory": "atlantis"}}, (400, "unreadable")),
        ({"ground": {**PLAINS, "cell": [99, 0]}}, (400, "unreadable")),
        ({"ground": {**PLAINS, "policy": "kind"}}, (400, "unreadable")),
        ({"ground": {"kind": "fixed", "layout": {"pieces": []}}}, (400, "unreadable")),
        ({"ground": {"kind": "fixed"}}, (400, "unreadable")),
        ({"ground": {"kind": "swamp"}}, (400, "unreadable")),
        ({"grounds": {"x": PLAINS}}, (400, "unreadable")),
        ({"seed": "x" * 81}, (400, "unreadable")),
        ({"rounds": []}, (400, "unreadable")),
        ({"colour": "red"}, (400, "unreadable")),
    ],
)
def test_what_cannot_be_prepared_is_refused_and_nothing_is_stored(
    wrong: dict[str, Any], why: tuple[int, str]
) -> None:
    meeting = begin(**SMALL)
    body = {"rounds": [1], "ground": PLAINS, "seed": "s", **wrong}

    assert refused(meeting.organiser.post(f"{meeting.path}prepare/", body)) == why
    assert not EventTable.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.postgresql
@pytest.mark.parametrize("layout", [None, 5, [], {}, {"pieces": []}, {**LEGAL, "table": []}])
def test_a_malformed_layout_is_refused_alike_with_a_key_and_again(layout: Any) -> None:
    meeting = begin(**SMALL)
    fixed = {"kind": "fixed", "layout": layout or {}}
    sent = {
        "prepare/": {"rounds": [1], "ground": fixed},
        "rounds/1/tables/1/lay/": {"layout": layout},
    }

    for path, body in sent.items():
        plain = meeting.organiser.post(f"{meeting.path}{path}", body)
        keyed = [
            meeting.organiser.post(f"{meeting.path}{path}", body, **{"Idempotency-Key": path})
            for _ in range(2)
        ]

        assert plain.status_code == 400
        assert [each.json() for each in keyed] == [plain.json()] * 2


def test_another_size_of_the_tables_makes_another_ground_of_the_same_seed() -> None:
    meeting = begin(**SMALL)
    prepare(meeting)
    larger = {"width": 60, "depth": 40}
    answered(meeting.organiser.patch(meeting.path, {"table": larger}), 200)

    prepare(meeting, again=True)

    assert {
        tuple(each["layout"]["table"].items()) for each in tables(meeting.organiser, meeting)
    } == {tuple(larger.items())}


def test_no_more_layouts_are_stored_than_a_run_may_hold(monkeypatch: Any) -> None:
    meeting = begin(**SMALL)
    monkeypatch.setattr(grounds, "MAX_STATED", 10_000)
    prepare(meeting, rounds=[1], tables=[1])
    layout = tables(meeting.organiser, meeting)[0]["layout"]
    body = {"rounds": [1, 2], "ground": {"kind": "fixed", "layout": layout}}

    asked = meeting.organiser.post(f"{meeting.path}prepare/", body)

    assert refused(asked) == (413, "too_much")
    assert EventTable.objects.count() == 1
