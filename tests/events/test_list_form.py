"""The form in which a player writes their list stays inside the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.armies import forms
from setup_app.events.event.lists.problems import Problem, fingerprint, problems
from setup_app.events.models import Entry
from setup_app.rulebooks import registry
from tests.armies.lists import SMALL, small
from tests.events.callers import answered, begin, refused
from tests.events.test_list_pages import sent
from tests.events.test_lists import FUTURE, handed_in, list_of
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db


def typed(army: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a browser that sends the form with this list in it."""
    form = forms.form_of(army)
    fields = [
        *form.fields,
        *(each for group in form.groups for row in group.rows for each in row.fields),
    ]
    found: dict[str, Any] = {}
    for field in fields:
        if field.kind == "checks":
            found[field.id] = [each.value for each in field.choices if each.chosen]
        elif field.kind == "select":
            found[field.id] = next((each.value for each in field.choices if each.chosen), "")
        elif field.kind != "check" or field.value:
            found[field.id] = field.value
    return found


def test_a_list_is_written_saved_and_submitted_without_leaving_the_event() -> None:
    meeting = begin(lists={"closes": FUTURE})
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/list/"
    assert f'href="{path}form/"' in player.get(path).content.decode()
    form = player.get(f"{path}form/").content.decode()
    assert 'name="player" value="Piso"' in form

    own = small(player="Piso", points=700, home=["desert", "plains"])
    answer = player.post(f"{path}form/", {**typed(own), "do": "save"})

    assert (answer.status_code, answer["Location"]) == (302, f"{path}?saved#draft")
    assert Entry.objects.get(number=1).draft == own
    page = player.get(answer["Location"]).content.decode()
    assert "Submit list" in page
    assert f'data-forget="event-list:{meeting.id}/1"' in page
    assert "data-forget=" not in player.get(path).content.decode()
    assert "Submitted as version 1." in sent(player, meeting, "r4/list/submit")


def test_edit_opens_the_form_with_the_draft_or_the_last_version() -> None:
    meeting = begin(lists={"closes": FUTURE})
    handed_in(meeting)
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/list/"
    assert 'value="Spears"' in player.get(f"{path}form/").content.decode()
    assert "unit,Spears" not in shown(player.get(path))

    answered(meeting.player.put(list_of(meeting), small(name="Second thoughts")), 200)

    assert 'value="Second thoughts"' in player.get(f"{path}form/").content.decode()


def test_a_refused_list_stays_in_the_form_with_its_faults_and_changes_no_draft() -> None:
    meeting = begin()
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/list/form/"

    answer = player.post(path, {**typed(small(name="Half")), "points": "many", "do": "save"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Fix one problem to save this list." in page
    assert ('value="Half"' in page, "data-posted" in page) == (True, True)
    assert Entry.objects.get(number=1).draft is None
    # What a page's script restores is shown again and saves nothing.
    again = player.post(path, {**typed(small(name="Half")), "do": "show"})
    assert (again.status_code, 'value="Half"' in again.content.decode()) == (200, True)
    more = player.post(path, {**typed(SMALL), "do": "more_generals"}).content.decode()
    assert (more.count('id="generals-0"'), more.count('id="generals-1"')) == (1, 1)
    assert Entry.objects.get(number=1).draft is None


def test_the_form_is_its_players_alone() -> None:
    meeting = begin()
    path = f"/e/{meeting.id}/r4/list/form/"
    for browser in (Client(), sitting(meeting, 5), sitting(meeting, 1)):
        assert browser.get(path).status_code == 404
        assert browser.post(path, {**typed(SMALL), "do": "save"}).status_code == 404
    assert sitting(meeting, 1).get(f"/e/{meeting.id}/r1/list/form/").status_code == 404


@pytest.mark.parametrize(
    ("army", "said"),
    [
        (small(player="Piso", points=700), []),
        (small(player=" PISO ", points=777), []),
        (small(player="", points=700), []),
        (
            small(player="Anna", points=700),
            ["The list names Anna as its player, but it belongs to Piso"],
        ),
        (
            small(player="Piso", points=779),
            ["Points: 779 stated, but the units add up to only 700"],
        ),
        (small(player="Piso", points=699), ["Points: 699 stated, but the units add up to 700"]),
        (small(player="", points=778), ["Points: 778 stated, but the units add up to only 700"]),
    ],
)
def test_a_player_reads_what_to_look_at_before_submitting(
    army: dict[str, Any], said: list[str]
) -> None:
    meeting = begin()
    answered(meeting.player.put(list_of(meeting), army), 200)

    page = sitting(meeting, 4).get(f"/e/{meeting.id}/r4/list/").content.decode()

    found = re.findall(r'<ul class="findings">(.*?)</ul>', page, re.S)
    assert re.findall("<li>(.*?)</li>", "".join(found)) == said
    assert ("No problems found." in page) == (not said)


def test_problems_are_told_the_worst_first_and_copies_are_known_by_their_contents() -> None:
    rulebook = registry.rulebook(SMALL["rulebook"])
    found = problems(
        (),
        SMALL,
        rulebook=rulebook,
        player="Piso",
        twins=["Iugurtha"],
        history=["remark", "remark"],
    )

    assert [each.code for each in found] == [
        "points_short",
        "same_list",
        "other_player",
        "remark",
    ]
    assert found[1] == Problem("same_list", {"others": ["Iugurtha"]})
    assert fingerprint(SMALL) == fingerprint(small(name="Mine", player="Me"))
    assert fingerprint(SMALL) != fingerprint(small(scouting=5))


def test_the_same_list_twice_is_the_version_that_exists_whoever_submitted_it() -> None:
    meeting = begin()
    path = list_of(meeting)
    answered(meeting.organiser.post(f"{path}submit/", SMALL), 201)
    answered(meeting.player.put(path, SMALL), 200)

    again = answered(meeting.player.post(f"{path}submit/", {}), 201)["list"]

    assert [(each["version"], each["by"]) for each in again["versions"]] == [(1, "Organiser")]
    answered(meeting.player.put(path, small(name="Another")), 200)
    assert refused(meeting.player.post(f"{path}submit/", {})) == (409, "list_locked")
