"""Are an event's terms changed by a form, and is it copied and deleted there?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.models import Event
from setup_app.events.pages.terms_form import as_form
from setup_app.rulebooks import registry
from tests.events.callers import RULEBOOK, answered, begin
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

STATED: dict[str, Any] = {
    "timezone": "Europe/London",
    "days": ["2027-03-28"],
    "lists": {
        "closes": "2027-03-27T20:00:00Z",
        "late": "accept",
        "penalty": {"points": 2, "per": "day"},
        "limits": {"points": {"most": 9000}, "home": {"among": ["hilly"]}},
    },
    "scoring": {"kind": "points", "most": 20, "sum": None, "bye": 12},
    "tie_breaks": ["head_to_head", "lots"],
    "avoid": ["club"],
}


def test_what_is_sent_back_as_it_was_changes_nothing() -> None:
    meeting = begin(**STATED)
    before = answered(meeting.organiser.get(meeting.path), 200)
    browser = sitting(meeting, 1)
    page = browser.get(f"/e/{meeting.id}/r1/terms/")
    assert 'value="2027-03-27T20:00"' in page.content.decode()

    sent = as_form(Event.objects.get())
    answer = browser.post(f"/e/{meeting.id}/r1/terms/", sent, follow=True)

    assert "No changes to save." in shown(answer)
    assert answered(meeting.organiser.get(meeting.path), 200) == before


def test_a_deadline_is_meant_by_the_clocks_of_the_venue_in_summer_too() -> None:
    meeting = begin(**STATED)
    browser = sitting(meeting, 1)
    sent = {**as_form(Event.objects.get()), "closes": "2027-03-29T20:00"}

    browser.post(f"/e/{meeting.id}/r1/terms/", sent)

    event = Event.objects.get()
    assert event.lists["closes"] == "2027-03-29T19:00:00Z"
    said = shown(sitting(meeting, 4).get(f"/e/{meeting.id}/r4/"))
    assert "Submit your list by Monday 29 March 2027, 20:00 BST." in said


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "", "Name: Enter a name."),
        ("timezone", "Moon", "Time zone: “Moon” isn&#x27;t a time zone"),
        ("days", "15.3.2027", "Days: Choose a date, or type it as 2026-03-15."),
        ("tables", "many", "Tables: "),
        ("closes", "soon", "Deadline: Choose a date and time"),
        ("penalty_points", "x", "Late penalty: Enter a whole number."),
        ("least_points", "9999", "Points: The minimum is higher than the maximum."),
        ("tie_2", "head_to_head", "Tie-breaks: List each value only once"),
        ("points_most", "-1", "Scoring: Enter a whole number."),
    ],
)
def test_a_term_that_will_not_do_is_told_and_what_was_typed_stays(
    field: str, typed: str, said: str
) -> None:
    meeting = begin(**STATED)
    sent = {**as_form(Event.objects.get()), field: typed, "venue": "Forum"}

    answer = sitting(meeting, 1).post(f"/e/{meeting.id}/r1/terms/", sent)

    assert said in shown(answer)
    assert 'value="Forum"' in answer.content.decode()
    assert Event.objects.get().venue == ""


def test_it_is_copied_and_deleted_by_its_organiser_alone() -> None:
    meeting = begin()
    organiser, desk = sitting(meeting, 1), sitting(meeting, 3)
    for what in ("", "copy/", "delete/"):
        assert desk.post(f"/e/{meeting.id}/r3/terms/{what}").status_code == 404
    copied = shown(organiser.post(f"/e/{meeting.id}/r1/terms/copy/", follow=True))
    assert "This link is your key to the event. Keep it safe." in copied
    wrong = organiser.post(f"/e/{meeting.id}/r1/terms/delete/", {"name": "Nones"}, follow=True)
    assert "so nothing was deleted" in shown(wrong)
    right = {"name": "Ides of March"}
    assert " deleted." in shown(
        organiser.post(f"/e/{meeting.id}/r1/terms/delete/", right, follow=True)
    )
    assert [each.public_id for each in Event.objects.all()] != [meeting.id]


def rulings_on(page: Any) -> list[Any]:
    return [ruling for step in page.context["rulings"] for ruling in step.rulings]


def test_house_rules_lie_by_step_and_those_with_a_change_are_open() -> None:
    meeting = begin(settings={"gap": 3})
    steps = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/terms/").context["rulings"]

    rules = [each.rule for each in steps]
    in_order = [step.rule for step in registry.rulebook(RULEBOOK).steps]
    assert rules == [*(rule for rule in in_order if rule in rules), ""]
    assert len(set(rules)) == len(rules)
    assert [each.rule for each in steps if each.unfolded] == ["9.E"]
    (own,) = (each for each in steps if each.rule == "9.E")
    assert (own.title, own.changed) == ("Placing a piece", 1)
    assert {each.rule for each in own.rulings} == {"9.E"}


def test_house_rulings_are_stated_in_the_form_of_battles_and_stay_where_it_lacks_them() -> None:
    meeting = begin()
    browser = sitting(meeting, 1)
    kept = as_form(Event.objects.get())
    page = rulings_on(browser.get(f"/e/{meeting.id}/r1/terms/"))
    ruling = next(each for each in page if each.parts and each.parts[0].choices)
    other = next(value for value, _, chosen in ruling.parts[0].choices if not chosen)

    stated = {**kept, "settings": "1", ruling.parts[0].name: other}
    browser.post(f"/e/{meeting.id}/r1/terms/", stated)

    assert list(Event.objects.get().settings) == [ruling.name]
    shown_now = rulings_on(browser.get(f"/e/{meeting.id}/r1/terms/"))
    again = next(each for each in shown_now if each.name == ruling.name)
    assert [chosen for value, _, chosen in again.parts[0].choices if value == other] == [True]
    browser.post(f"/e/{meeting.id}/r1/terms/", {**kept, "rounds": "4"})
    event = Event.objects.get()
    assert (event.rounds, list(event.settings)) == (4, [ruling.name])


def test_a_ruling_that_is_refused_lies_open() -> None:
    meeting = begin()
    browser = sitting(meeting, 1)
    sent = {**as_form(Event.objects.get()), "settings": "1"}
    figure = next(
        part.name
        for each in rulings_on(browser.get(f"/e/{meeting.id}/r1/terms/"))
        for part in each.parts
        if not part.choices
    )

    wrong = browser.post(f"/e/{meeting.id}/r1/terms/", {**sent, figure: "-1"})

    assert '<details class="panel house" open>' in wrong.content.decode()


IN_SECONDS: dict[str, Any] = {
    "timezone": "Europe/London",
    # The second 01:30 of the night in which the clocks go back.
    "lists": {"opens": "2026-10-25T01:30:15Z", "closes": "2027-03-27T20:00:59.5Z"},
    "table": {"width": 45.1234567, "depth": 30},
    "base_width_mm": 40.0000625,
}


def test_a_field_that_was_not_changed_keeps_its_value() -> None:
    meeting = begin(**IN_SECONDS)
    before = answered(meeting.organiser.get(meeting.path), 200)
    browser = sitting(meeting, 1)
    sent = as_form(Event.objects.get())
    assert (sent["opens"], sent["opens_which"]) == ("2026-10-25T01:30", "1")
    assert "01:30 GMT" in shown(browser.get(f"/e/{meeting.id}/r1/terms/"))

    browser.post(f"/e/{meeting.id}/r1/terms/", {**sent, "venue": "Forum"})

    after = answered(meeting.organiser.get(meeting.path), 200)
    assert after == {**before, "venue": "Forum"}


def test_another_zone_keeps_the_clock_time_of_a_deadline_to_the_second() -> None:
    meeting = begin(lists={"closes": "2027-03-29T20:00:59Z"})
    sent = {**as_form(Event.objects.get()), "timezone": "Europe/London"}

    sitting(meeting, 1).post(f"/e/{meeting.id}/r1/terms/", sent)

    assert Event.objects.get().lists["closes"] == "2027-03-29T19:00:59Z"


def test_a_time_that_the_clocks_skip_is_explained() -> None:
    meeting = begin(timezone="Europe/London")
    sent = {**as_form(Event.objects.get()), "closes": "2027-03-28T01:30"}

    answer = sitting(meeting, 1).post(f"/e/{meeting.id}/r1/terms/", sent)

    said = "Deadline: Sunday 28 March 2027 has no 01:30 in Europe/London"
    assert said in shown(answer)
    assert 'value="2027-03-28T01:30"' in answer.content.decode()
    assert Event.objects.get().lists["closes"] is None


@pytest.mark.parametrize(
    ("which", "stored"), [("0", "2026-10-25T00:30:00Z"), ("1", "2026-10-25T01:30:00Z")]
)
def test_of_a_time_that_exists_twice_the_form_asks_which(which: str, stored: str) -> None:
    meeting = begin(timezone="Europe/London")
    browser = sitting(meeting, 1)
    sent = {**as_form(Event.objects.get()), "closes": "2026-10-25T01:30"}

    asked = browser.post(f"/e/{meeting.id}/r1/terms/", sent)
    assert "01:30 twice in Europe/London" in shown(asked)
    assert "Choose which one 01:30 BST 01:30 GMT" in shown(asked)
    browser.post(f"/e/{meeting.id}/r1/terms/", {**sent, "closes_which": which})

    assert Event.objects.get().lists["closes"] == stored


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("2027-03-27T20:00:00Z", True),
        ("2027-03-27t20:00:00.25+05:30", True),
        ("2027-03-27T20:00:00", False),
        ("2027-03-27", False),
        ("2027-03-27T20:00Z", False),
        ("2027-03-27 20:00:00Z", False),
        ("20270327T200000Z", False),
        ("2027-W12-6T20:00:00Z", False),
        ("2027-03-27T20:00:00+0530", False),
        (1806177600, False),
    ],
)
def test_the_api_takes_times_with_a_zone_alone(typed: Any, taken: bool) -> None:
    meeting = begin()

    answer = meeting.organiser.patch(meeting.path, {"lists": {"closes": typed}})

    assert answer.status_code == (200 if taken else 400), answer.content
