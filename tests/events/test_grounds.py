"""Are tables prepared as their seeds say, shown when they are out, and changed with a note?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.grounds import services as grounds
from setup_app.events.grounds.models import Ground
from setup_app.events.grounds.queries import MARKS
from setup_app.jobs import services, tasks
from setup_app.jobs.models import Job, State
from setup_app.layouts import queries as layouts
from tests.events.callers import RULEBOOK, Asking, Meeting, answered, begin, refused
from tests.events.test_pages import sitting

pytestmark = pytest.mark.django_db(transaction=True)

PLAINS = {"kind": "generated", "territory": "plains", "cell": [0, 0], "policy": "random"}
SMALL = {"tables": 2, "rounds": 2, "table": {"width": 45, "depth": 30}}


def run(job_id: str, *, most: int = 100) -> dict[str, Any]:
    """Do the parts of a run as its workers do, and then its own work; the job."""
    for _ in range(most):
        due = Job.objects.filter(whole=job_id, finished=None, announce_next__isnull=False).first()
        if due is None:
            break
        tasks.run(due.pk)
    tasks.run(Job.objects.get(pk=job_id).pk)
    job = Job.objects.get(pk=job_id)
    assert job.state == State.DONE, job.error
    return dict(job.result)


def prepare(meeting: Meeting, **asked: Any) -> dict[str, Any]:
    body = {"rounds": [1, 2], "ground": PLAINS, "seed": "lots", **asked}
    answer = meeting.organiser.post(f"{meeting.path}prepare/", body)
    return run(answered(answer, 202)["job"])


def tables(caller: Asking, meeting: Meeting, number: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answered(
        caller.get(f"{meeting.path}rounds/{number}/tables/"), 200
    )["results"]
    return found


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
            assert view["layout"] == layouts.laid(wish)["layout"]
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

    Ground.objects.filter(round=2).delete()
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
    assert not Ground.objects.filter(part__isnull=False).exists()
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
    assert not Ground.objects.exists()
    assert not Job.objects.exists()


def test_an_organiser_prepares_tables_on_a_page_and_lays_one_anew() -> None:
    meeting = begin(**SMALL)
    client = sitting(meeting, 1)
    page = f"/e/{meeting.id}/r1/tables/"

    asked = {"do": "prepare", "territory": "plains", "policy": "random", "rounds": "one"}
    assert client.post(f"{page}?round=2", {**asked, "seed": "w"}).status_code == 302
    text = client.get(f"{page}?round=2").content.decode()
    whole = Job.objects.get(kind=grounds.PREPARE)
    assert f"/api/v1/jobs/{whole.pk}/?as=1" in text
    assert client.get(f"/api/v1/jobs/{whole.pk}/?as=1").status_code == 200
    run(str(whole.pk))

    text = client.get(f"{page}?round=2").content.decode()
    assert text.count('class="thumb" href=') == 2
    before = tables(meeting.organiser, meeting, 2)
    client.post(f"{page}?round=2", {"do": "lay:2"})
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))
    after = tables(meeting.organiser, meeting, 2)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False]
    assert client.get(after[1]["url"]).status_code == 200

    client.post(f"{page}?round=1", asked)
    client.post(f"{page}?round=1", {"do": "cancel"})
    assert not Job.objects.filter(finished=None).exists()
    assert client.post(f"{page}?round=1", {**asked, "territory": "atlantis"}).status_code == 200
    assert not Job.objects.filter(finished=None).exists()


def test_all_rounds_are_those_that_nobody_sees_yet() -> None:
    meeting = begin(**SMALL)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "random"}), 201)
    answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/", {}), 200)
    client, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/tables/"
    assert "all rounds to come" in client.get(page, follow=True).content.decode()

    client.post(page, {"do": "prepare", "territory": "plains", "policy": "random", "rounds": "all"})

    assert set(Ground.objects.values_list("round", flat=True)) == {2}


def test_an_organiser_has_what_lies_far_off_laid_anew_until_it_lies_inside() -> None:
    meeting = begin(**{**SMALL, "tables": 7})
    prepare(meeting, rounds=[1])
    client, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/tables/"
    row = Ground.objects.get(table=4)
    row.audit["fairness"]["balance"]["share"] = 9.0
    row.audit["fairness"]["lanes"][0]["width"] = 900.0
    row.save()

    text = client.get(page, follow=True).content.decode()
    assert '<li id="table-4" class="far">' in text
    assert "halves less alike (900 % defender), " in text
    weighed = answered(meeting.organiser.get(f"{meeting.path}fairness/"), 200)
    assert {name for each in weighed["outliers"] for name in each["of"]} <= set(MARKS)
    assert 4 in {each["table"] for each in weighed["outliers"] if "balance" in each["of"]}
    assert set(weighed["tables"][0]) == {"round", "table", *MARKS}

    for which in ("far", "4"):
        Ground.objects.filter(pk=row.pk).update(audit=row.audit)
        before = Ground.objects.get(pk=row.pk)
        client.post(page, {"do": f"inside:{which}"})
        part = Ground.objects.get(pk=row.pk)
        assert len(part.asked["among"]["wishes"]) == 12
        run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))
        after = Ground.objects.get(pk=row.pk)
        if after.refused is None:
            assert after.seed in {f"{after.base_seed}/{at}" for at in range(1, 13)}
        else:
            assert (after.refused["code"], after.layout) == ("none_inside", before.layout)
            assert "Twelve more were laid for it" in client.get(page).content.decode()


def test_an_organiser_is_told_of_tables_without_ground() -> None:
    meeting = begin(**SMALL)
    meeting.organiser.post(f"{meeting.path}entries/", {"name": "Second"})
    prepare(meeting, rounds=[2])
    answered(meeting.organiser.post(f"{meeting.path}rounds/", {"pairing": "random"}), 201)
    browser = sitting(meeting, 1)

    codes = [each["code"] for each in answered(meeting.organiser.get(meeting.path), 200)["todo"]]
    assert "lay_tables" in codes
    assert "Tables without ground" in browser.get(f"/e/{meeting.id}/r1/").content.decode()

    prepare(meeting, rounds=[1])
    codes = [each["code"] for each in answered(meeting.organiser.get(meeting.path), 200)["todo"]]
    assert "lay_tables" not in codes
    answered(meeting.organiser.post(f"{meeting.path}rounds/1/publish/", {}), 200)
    public = meeting.stranger.client.get(f"/e/{meeting.id}/").content.decode()
    assert f"/e/{meeting.id}/rounds/1/tables/1/" in public


def test_a_table_is_printed_for_who_may_see_it() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    address = f"/e/{meeting.id}/rounds/1/tables/1/sheet.pdf"

    printed = sitting(meeting, 1).get(f"{address}?paper=letter")
    assert (printed["Content-Type"], printed.content[:5]) == ("application/pdf", b"%PDF-")
    assert meeting.stranger.client.get(address).status_code == 404


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
    monkeypatch.setattr(grounds, "MOST_STATED", 10_000)
    prepare(meeting, rounds=[1], tables=[1])
    layout = tables(meeting.organiser, meeting)[0]["layout"]
    body = {"rounds": [1, 2], "ground": {"kind": "fixed", "layout": layout}}

    asked = meeting.organiser.post(f"{meeting.path}prepare/", body)

    assert refused(asked) == (413, "too_much")
    assert Ground.objects.count() == 1


@pytest.mark.parametrize(
    "sent", [{"do": "lay:1", "note": "a\0b"}, {"do": "prepare", "seed": "\u202e"}]
)
def test_what_cannot_be_seen_is_no_reason_and_no_seed(sent: dict[str, str]) -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    organiser = sitting(meeting, 1)
    before = list(Ground.objects.values_list("note", "seed", "part"))

    page = organiser.post(f"/e/{meeting.id}/r1/tables/?round=1", {"territory": "plains", **sent})

    assert "cannot be shown" in page.content.decode()
    assert list(Ground.objects.values_list("note", "seed", "part")) == before


def test_a_layout_that_leaves_out_its_base_width_is_looked_at_all_the_same() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    layout = dict(tables(meeting.organiser, meeting)[0]["layout"])
    del layout["base_width_mm"]
    lay = f"{meeting.path}rounds/1/tables/1/lay/"

    run(answered(meeting.organiser.post(lay, {"layout": layout}), 202)["job"])
    prepare(meeting, rounds=[2], ground={"kind": "fixed", "layout": layout})

    organiser = sitting(meeting, 1)
    for number in (1, 2):
        for more in ("", "edit/"):
            page = f"/e/{meeting.id}/r1/tables/{number}/1/{more}"
            assert organiser.get(page).status_code == 200


def test_what_somebody_has_decided_himself_is_undone_by_no_run_by_the_way() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    client, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/tables/?round=1"
    before = tables(meeting.organiser, meeting)
    lay = f"{meeting.path}rounds/1/tables/2/lay/"
    run(answered(meeting.organiser.post(lay, {"layout": before[0]["layout"]}), 202)["job"])
    offered = "also what you have decided yourself: round 1, table 2"
    assert offered in client.get(page).content.decode()
    sent = {"territory": "cultivated", "rounds": "one", "again": "1"}

    came = client.post(page, sent, follow=True)
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))

    said = "What you have decided yourself stays as it is: round 1, table 2."
    assert said in came.content.decode()
    now = tables(meeting.organiser, meeting)
    assert [each["layout"]["territory"] for each in now] == ["cultivated", "plains"]
    client.post(page, {**sent, "own_too": "1"})
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))
    now = tables(meeting.organiser, meeting)
    assert [each["layout"]["territory"] for each in now] == ["cultivated"] * 2
