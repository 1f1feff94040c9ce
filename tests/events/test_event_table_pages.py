"""What does an organiser do with the grounds of his event on a page, and what does it say?"""

from __future__ import annotations

import pytest

from setup_app.events.event_tables import services as grounds
from setup_app.events.event_tables.queries import MARKS
from setup_app.events.models import EventTable
from setup_app.jobs.models import Job
from tests.events.callers import answered, begin
from tests.events.ground_runs import SMALL, prepare, run, tables
from tests.events.test_pages import sitting

pytestmark = pytest.mark.django_db(transaction=True)


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
    assert "All unpublished rounds" in client.get(page, follow=True).content.decode()

    client.post(page, {"do": "prepare", "territory": "plains", "policy": "random", "rounds": "all"})

    assert set(EventTable.objects.values_list("round", flat=True)) == {2}


def test_an_organiser_has_what_lies_far_off_laid_anew_until_it_lies_inside() -> None:
    meeting = begin(**{**SMALL, "tables": 7})
    prepare(meeting, rounds=[1])
    client, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/tables/"
    row = EventTable.objects.get(table=4)
    row.audit["fairness"]["balance"]["share"] = 9.0
    row.audit["fairness"]["lanes"][0]["width"] = 900.0
    row.save()

    text = client.get(page, follow=True).content.decode()
    assert '<li id="table-4" class="far">' in text
    assert "less balanced halves (900% defender), " in text
    weighed = answered(meeting.organiser.get(f"{meeting.path}fairness/"), 200)
    assert {name for each in weighed["outliers"] for name in each["of"]} <= set(MARKS)
    assert 4 in {each["table"] for each in weighed["outliers"] if "balance" in each["of"]}
    assert set(weighed["tables"][0]) == {"round", "table", *MARKS}

    for which in ("far", "4"):
        EventTable.objects.filter(pk=row.pk).update(audit=row.audit)
        before = EventTable.objects.get(pk=row.pk)
        client.post(page, {"do": f"inside:{which}"})
        part = EventTable.objects.get(pk=row.pk)
        assert len(part.asked["among"]["wishes"]) == 12
        run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))
        after = EventTable.objects.get(pk=row.pk)
        if after.refused is None:
            assert after.seed in {f"{after.base_seed}/{at}" for at in range(1, 13)}
        else:
            assert (after.refused["code"], after.layout) == ("none_inside", before.layout)
            assert "None of twelve new tables was typical" in client.get(page).content.decode()


def test_an_organiser_is_told_of_tables_without_ground() -> None:
    meeting = begin(**SMALL)
    meeting.organiser.post(f"{meeting.path}entries/", {"name": "Second"})
    prepare(meeting, rounds=[2])
    answered(meeting.organiser.post(f"{meeting.path}rounds/", {"pairing": "random"}), 201)
    browser = sitting(meeting, 1)

    codes = [each["code"] for each in answered(meeting.organiser.get(meeting.path), 200)["todo"]]
    assert "lay_tables" in codes
    assert "Tables without terrain" in browser.get(f"/e/{meeting.id}/r1/").content.decode()

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


@pytest.mark.parametrize(
    "sent", [{"do": "lay:1", "note": "a\0b"}, {"do": "prepare", "seed": "\u202e"}]
)
def test_what_cannot_be_seen_is_no_reason_and_no_seed(sent: dict[str, str]) -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1])
    organiser = sitting(meeting, 1)
    before = list(EventTable.objects.values_list("note", "seed", "part"))

    page = organiser.post(f"/e/{meeting.id}/r1/tables/?round=1", {"territory": "plains", **sent})

    assert "which is invisible" in page.content.decode()
    assert list(EventTable.objects.values_list("note", "seed", "part")) == before


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
    offered = "Also replace what you set up yourself: round 1, table 2"
    assert offered in client.get(page).content.decode()
    sent = {"territory": "cultivated", "rounds": "one", "again": "1"}

    came = client.post(page, sent, follow=True)
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))

    said = "Tables you set up yourself stay as they are: round 1, table 2."
    assert said in came.content.decode()
    now = tables(meeting.organiser, meeting)
    assert [each["layout"]["territory"] for each in now] == ["cultivated", "plains"]
    client.post(page, {**sent, "own_too": "1"})
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))
    now = tables(meeting.organiser, meeting)
    assert [each["layout"]["territory"] for each in now] == ["cultivated"] * 2
