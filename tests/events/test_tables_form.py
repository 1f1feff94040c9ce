"""The organiser's form for tables: its choices stay, and tables beyond the limit are named."""

from __future__ import annotations

import re
from typing import Any

import pytest

from setup_app.events.event_tables import services
from setup_app.events.models import Event, EventTable
from setup_app.events.pages.terms_form import as_form
from setup_app.jobs.models import Job
from setup_app.layouts.table_picture import label
from tests.events.callers import answered, begin
from tests.events.club import kit_of
from tests.events.ground_runs import SMALL, prepare, run, tables
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = {"do": "prepare", "territory": "plains", "policy": "random", "rounds": "one"}


def page_of(meeting: Any, number: int = 1) -> str:
    return f"/e/{meeting.id}/r1/tables/?round={number}"


def field(text: str, name: str) -> str:
    found = re.search(
        rf'<input[^>]* name="{name}"[^>]*>|<select[^>]*name="{name}".*?</select>', text, re.DOTALL
    )
    return found[0] if found else ""


def test_the_choices_of_the_form_stay_for_the_next_round() -> None:
    meeting = begin(**SMALL)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit_of(2)}), 200)
    browser = sitting(meeting, 1)
    assert "checked" not in field(browser.get(page_of(meeting)).content.decode(), "kit")

    sent = {**ASKED, "kit": "1", "density": "dense", "least_pieces": "2"}
    browser.post(page_of(meeting), sent)

    text = browser.get(page_of(meeting, 2)).content.decode()
    assert "checked" in field(text, "kit")
    assert 'value="2"' in field(text, "least_pieces")
    assert '<option value="dense" selected>' in field(text, "density")
    assert '<option value="plains" selected>' in field(text, "territory")
    row = EventTable.objects.get(round=1, table=1)
    stated = {"density": "dense", "least_pieces": 2, "kit": True, "territory": "plains"}
    assert stated.items() <= row.asked["terms"].items()

    browser.post(page_of(meeting), {"do": "cancel"})
    browser.post(page_of(meeting), {**ASKED, "again": "1"})
    assert "checked" not in field(browser.get(page_of(meeting)).content.decode(), "kit")


@pytest.mark.parametrize("typed", ["-1", "many", "101", "1.5"])
def test_a_minimum_that_is_no_number_is_refused_and_stays_in_the_form(typed: str) -> None:
    meeting = begin(**SMALL)

    answer = sitting(meeting, 1).post(page_of(meeting), {**ASKED, "least_pieces": typed})

    assert "Minimum pieces: Enter a whole number up to 100." in shown(answer)
    assert f'value="{typed}"' in field(answer.content.decode(), "least_pieces")
    assert not Job.objects.exists()


def test_tables_beyond_the_limit_are_named_and_regenerated_alone() -> None:
    meeting = begin(**{**SMALL, "tables": 3})
    prepare(meeting, rounds=[1])
    for row in EventTable.objects.all():
        row.audit["fairness"]["balance"]["share"] = 0.9 if row.table in (2, 3) else 0.01
        row.edited = row.table == 3
        row.terms = {"kind": "fixed"} if row.table == 3 else row.terms
        row.save()
    browser = sitting(meeting, 1)
    before = tables(meeting.organiser, meeting)

    said = shown(browser.get(page_of(meeting)))
    assert "2 tables beyond the maximum imbalance" in said
    assert "The maximum is 15%" in said
    assert "Table 2 90% defender Regenerate until balanced" in said
    assert "Table 3 90% defender set up by hand or by its players" in said

    browser.post(page_of(meeting), {"do": "balance:far"})
    assert EventTable.objects.get(table=2).asked["among"]["fences"] == {"balance": [-0.15, 0.15]}
    run(str(Job.objects.get(kind=services.PREPARE, finished=None).pk))

    after = tables(meeting.organiser, meeting)
    assert [after[0], after[2]] == [before[0], before[2]]
    if after[1]["ground"]["code"] is None:
        assert abs(after[1]["imbalance"]) <= 0.15
    else:
        assert after[1]["ground"]["code"] == "none_balanced"
    EventTable.objects.filter(table=3).delete()
    Event.objects.update(imbalance_most=1)
    within = shown(browser.get(page_of(meeting)))
    assert "Every table of this round is within the maximum imbalance of 100%" in within


@pytest.mark.parametrize(
    ("typed", "kept"), [("12.5", 0.125), ("0", 0), ("100", 1), ("", 0.15), ("15", 0.15)]
)
def test_the_limit_is_typed_in_percent(typed: str, kept: float) -> None:
    meeting = begin(imbalance_most=0.3)
    sent = {**as_form(Event.objects.get()), "imbalance_most": typed}

    sitting(meeting, 1).post(f"/e/{meeting.id}/r1/terms/", sent)

    assert Event.objects.get().imbalance_most == pytest.approx(kept)


@pytest.mark.parametrize("typed", ["101", "much", "-5"])
def test_a_limit_that_is_no_percentage_is_refused(typed: str) -> None:
    meeting = begin()
    sent = {**as_form(Event.objects.get()), "imbalance_most": typed}

    answer = sitting(meeting, 1).post(f"/e/{meeting.id}/r1/terms/", sent)

    assert "Maximum imbalance: Enter a percentage from 0 to 100." in shown(answer)
    assert f'value="{typed}"' in field(answer.content.decode(), "imbalance_most")


def test_a_table_keeps_the_tabs_of_the_event_and_its_seed_is_folded() -> None:
    meeting = begin(**SMALL, tables_shown="now", visibility="public")
    prepare(meeting, rounds=[1, 2])
    own, public = f"/e/{meeting.id}/r1/tables/1/1/", f"/e/{meeting.id}/rounds/1/tables/1/"

    for browser, address, tabs in (
        (sitting(meeting, 1), own, True),
        (sitting(meeting, 1), public, True),
        (sitting(meeting, 3), public, True),
        (sitting(meeting, 4), public, False),
        (meeting.stranger.client, public, False),
    ):
        text = browser.get(address).content.decode()
        assert ('aria-label="Event pages"' in text) == tabs, address
        head, _summary, folded = text.partition("<summary>Advanced</summary>")
        assert "lots/1/1" not in head
        assert "lots/1/1" in folded


def test_the_small_pictures_have_a_key_of_the_types_on_them() -> None:
    meeting = begin(**SMALL)
    prepare(meeting, rounds=[1], tables=[1])
    layout = tables(meeting.organiser, meeting)[0]["layout"]

    page = sitting(meeting, 1).get(page_of(meeting))

    names = [each["name"] for each in page.context["key"]]
    assert names == sorted({label(piece["type"]) for piece in layout["pieces"]})
    assert "Key to the pictures" in page.content.decode()
    assert (
        "Key to the pictures" not in sitting(meeting, 1).get(page_of(meeting, 2)).content.decode()
    )
