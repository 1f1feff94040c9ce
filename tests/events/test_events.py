"""How is an event made, changed, copied and deleted over the API?"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from setup_app.events.models import Event
from setup_app.idempotency.models import KeyedRequest
from tests.events.callers import RULEBOOK, Asking, answered, begin, created, refused
from tests.events.test_rounds import out, paired

pytestmark = pytest.mark.django_db

DEFAULTS = {
    "name": "Ides of March",
    "rulebook": RULEBOOK,
    "venue": "",
    "timezone": "UTC",
    "days": [],
    "settings": {},
    "table": {"width": 45, "depth": 30},
    "base_width_mm": 40,
    "tables": 8,
    "rounds": 3,
    "visibility": "link",
    "registration": "closed",
    "places": None,
    "lists": {
        "opens": None,
        "closes": None,
        "late": "refuse",
        "penalty": None,
        "limits": {},
        "peers": False,
    },
    "scoring": {"kind": "outcome", "win": 3, "draw": 1, "loss": 0, "bye": 3},
    "tie_breaks": ["opponents", "wins", "lots"],
    "avoid": [],
    "tables_shown": "with_round",
    "table_order": "fewest_repeats",
    "imbalance_most": 0.15,
    "description": "",
    "schedule": [],
    "contact": "",
}


def test_two_fields_make_an_event_and_all_else_has_its_default() -> None:
    made = created()

    event = made["event"]
    todo = [each["code"] for each in event["todo"]]
    assert todo == ["add_players", "set_terms"]
    assert {**event, "id": "?", "todo": []} == {
        **DEFAULTS,
        "id": "?",
        "entries": 0,
        "lists_published": None,
        "me": {"kind": "organiser", "entry": None},
        "todo": [],
    }
    assert made["organiser"].startswith(f"{event['id']}-r1-")


def test_an_event_is_read_as_it_was_stated() -> None:
    terms = {
        "venue": "Town hall, Łódź",
        "timezone": "Europe/Warsaw",
        "days": ["2027-03-14", "2027-03-15"],
        "settings": {"max_counts": "table"},
        "table": {"width": 30, "depth": 20},
        "base_width_mm": 15.5,
        "tables": 40,
        "rounds": 5,
        "visibility": "public",
        "registration": "open",
        "places": 80,
        "lists": {
            "opens": "2027-02-01T00:00:00Z",
            "closes": "2027-03-01T23:59:00+01:00",
            "late": "accept",
            "penalty": {"points": 2, "per": "day"},
            "limits": {"points": {"most": 10000}, "home": {"among": ["plains"]}},
            "peers": True,
        },
        "scoring": {"kind": "points", "most": 25, "sum": 25, "bye": 15},
        "tie_breaks": ["head_to_head", "lots"],
        "avoid": ["country", "club"],
        "tables_shown": "now",
        "imbalance_most": 0.2,
    }
    event = created(**terms)["event"]

    read = answered(Asking().get(f"events/{event['id']}/"), 200)
    closes = "2027-03-01T22:59:00Z"
    assert {name: read[name] for name in terms} == {
        **terms,
        "lists": {**terms["lists"], "closes": closes},
    }
    assert read["me"] is None


FAULTS: tuple[tuple[dict[str, Any], tuple[int, str]], ...] = (
    ({"name": ""}, (400, "unreadable")),
    ({"name": 5}, (400, "unreadable")),
    ({"name": "a\u202eb"}, (400, "unreadable")),
    ({"name": "x" * 81}, (400, "unreadable")),
    ({"town": "Rome"}, (400, "unreadable")),
    ({"tables": 2.0}, (400, "unreadable")),
    ({"tables": True}, (400, "unreadable")),
    ({"tables": 0}, (400, "unreadable")),
    ({"table": {"width": 1e308, "depth": 30}}, (400, "unreadable")),
    ({"timezone": "Mars/Olympus"}, (400, "unreadable")),
    ({"timezone": "../../etc/passwd"}, (400, "unreadable")),
    ({"days": ["2027-02-30"]}, (400, "unreadable")),
    ({"days": ["9999-12-31"]}, (400, "unreadable")),
    ({"days": ["1969-12-31"]}, (400, "unreadable")),
    ({"lists": {"closes": "9999-12-31T23:59:00Z"}}, (400, "unreadable")),
    ({"lists": {"opens": "0001-01-01T00:00:00Z"}}, (400, "unreadable")),
    ({"lists": None}, (400, "unreadable")),
    ({"lists": {"limits": {"points": {"least": 2, "most": 1}}}}, (400, "unreadable")),
    ({"lists": {"limits": {"elephants": {"most": 1}}}}, (400, "unreadable")),
    (
        {"lists": {"opens": "2027-03-02T00:00:00Z", "closes": "2027-03-01T00:00:00Z"}},
        (400, "unreadable"),
    ),
    ({"scoring": {"kind": "outcome", "most": 3}}, (400, "unreadable")),
    ({"scoring": {"kind": []}}, (400, "unreadable")),
    ({"scoring": {"kind": "points", "most": 10, "sum": 21}}, (400, "unreadable")),
    ({"tie_breaks": ["lots", "lots"]}, (400, "unreadable")),
    ({"avoid": ["family"]}, (400, "unreadable")),
    ({"rulebook": "chess"}, (422, "unknown_rulebook")),
    ({"settings": {"elephants": 1}}, (422, "unknown_setting")),
)


@pytest.mark.parametrize(("terms", "why"), FAULTS)
def test_terms_that_will_not_do_are_refused_and_nothing_is_stored(
    terms: dict[str, Any], why: tuple[int, str]
) -> None:
    body = {"name": "Ides of March", "rulebook": RULEBOOK, **terms}

    assert refused(Asking().post("events/", body)) == why
    assert not Event.objects.exists()


def test_a_change_leaves_what_it_does_not_name_and_takes_an_inner_object_whole() -> None:
    meeting = begin(venue="Town hall", lists={"late": "accept", "peers": True})

    changed = answered(
        meeting.organiser.patch(meeting.path, {"rounds": 4, "lists": {"peers": True}}), 200
    )

    assert (changed["venue"], changed["rounds"]) == ("Town hall", 4)
    assert changed["lists"] == {**DEFAULTS["lists"], "peers": True}


def test_a_copy_has_the_terms_and_the_names_of_roles_and_nobody_who_plays() -> None:
    meeting = begin(
        days=["2027-03-14"], rounds=5, lists={"closes": "2027-03-01T00:00:00Z", "late": "accept"}
    )

    made = answered(meeting.organiser.post(f"{meeting.path}copy/"), 201)

    event = made["event"]
    assert (event["rounds"], event["days"], event["entries"]) == (5, [], 0)
    assert event["lists"] == {**DEFAULTS["lists"], "late": "accept"}
    roles = answered(Asking(made["organiser"]).get(f"events/{event['id']}/roles/"), 200)["results"]
    assert [(each["kind"], each["name"]) for each in roles] == [
        ("organiser", "Organiser"),
        ("checker", "Ceto"),
        ("desk", "Dion"),
    ]


def test_a_deleted_event_is_not_there_any_more() -> None:
    meeting = begin()

    assert meeting.organiser.delete(meeting.path).status_code == 204
    assert refused(Asking().get(meeting.path)) == (404, "not_found")
    assert meeting.organiser.get(meeting.path).status_code == 401


def test_a_request_that_is_sent_twice_makes_one_event_and_keeps_no_token() -> None:
    key = {"Idempotency-Key": "k" * 32}
    body = {"name": "Ides of March", "rulebook": RULEBOOK}
    caller = Asking()

    first, second = (caller.post("events/", body, **key).json() for _ in range(2))

    assert first == second
    assert Event.objects.count() == 1
    code = first["organiser"].rpartition("-")[2]
    assert code not in str(KeyedRequest.objects.values_list("outcome", flat=True)[0])


def test_lists_show_public_events_and_those_of_ones_own() -> None:
    mine, others = Asking(), Asking()
    mine.client.get("/")
    created(name="Public", visibility="public")
    created(name="By its link")

    assert [each["name"] for each in answered(others.get("events/"), 200)["results"]] == ["Public"]


def test_the_journal_tells_who_did_what_and_holds_no_token() -> None:
    meeting = begin()
    meeting.desk.patch(f"{meeting.path}entries/2/", {"dropped": True})

    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]

    assert [(line["role"], line["code"], line["message"]) for line in lines] == [
        (3, "entry_dropped", "Iugurtha dropped out."),
        (1, "entry_added", "Iugurtha added."),
        (1, "entry_added", "Piso added."),
        (1, "role_added", "Dion added as desk."),
        (1, "role_added", "Ceto added as checker."),
        (1, "event_created", "Event created."),
    ]


def test_an_address_may_make_so_many_events_a_day(settings: Any) -> None:
    settings.EVENTS_PER_ADDRESS = 2
    created()
    created()

    answer = Asking().post("events/", {"name": "Third", "rulebook": RULEBOOK})
    assert refused(answer) == (429, "too_many_events")


@pytest.mark.parametrize(
    "change",
    [{"scoring": {"kind": "points"}}, {"rulebook": "another"}],
    ids=["scoring", "rulebook"],
)
def test_what_results_were_told_by_stays_once_there_is_one(change: dict[str, Any]) -> None:
    meeting = begin()
    paired(meeting)
    out(meeting, 1)
    path = f"{meeting.path}rounds/1/tables/1/result/"
    if "scoring" in change:
        answered(meeting.organiser.patch(meeting.path, change), 200)
        answered(meeting.organiser.patch(meeting.path, {"scoring": {"kind": "outcome"}}), 200)
    answered(meeting.player.put(path, {"scores": [3, 0], "entries": [1, 2]}), 200)

    answer = meeting.organiser.patch(meeting.path, change)

    expected = (409, "already_begun") if "scoring" in change else (422, "unknown_rulebook")
    assert refused(answer) == expected
    answered(meeting.organiser.patch(meeting.path, {"scoring": {"kind": "outcome"}}), 200)


def test_an_event_of_the_ends_of_the_calendar_that_is_kept_can_be_read_and_changed() -> None:
    meeting = begin()
    lists = {**DEFAULTS["lists"], "opens": "0001-01-01T00:00:00Z", "closes": "9999-12-31T23:59:00Z"}
    for zone in ("Pacific/Kiritimati", "America/New_York"):
        Event.objects.update(days=["9999-12-31"], lists=lists, timezone=zone)

        assert answered(meeting.player.get(meeting.path), 200)["lists"] == lists
        assert Client().get(f"/e/{meeting.id}/event.ics").status_code == 200
    answered(meeting.organiser.patch(meeting.path, {"rounds": 4}), 200)


@pytest.mark.parametrize(
    ("change", "whole"),
    [
        ({"table": {"width": 60}}, {"width": 60, "depth": 30}),
        ({"scoring": {}}, DEFAULTS["scoring"]),
        ({"scoring": {"win": 5}}, {**DEFAULTS["scoring"], "win": 5}),
        (
            {"lists": {"penalty": {}}},
            {**DEFAULTS["lists"], "penalty": {"points": 2, "per": "event"}},
        ),
    ],
)
def test_what_is_missing_in_an_inner_object_takes_its_default(
    change: dict[str, Any], whole: dict[str, Any]
) -> None:
    meeting = begin(table={"width": 30, "depth": 20}, scoring={"kind": "points"})

    changed = answered(meeting.organiser.patch(meeting.path, change), 200)

    assert changed[next(iter(change))] == whole
    assert refused(meeting.organiser.patch(meeting.path, [])) == (400, "unreadable")


def names(caller: Asking) -> list[str]:
    return [each["name"] for each in answered(caller.get("events/"), 200)["results"]]


def test_an_event_is_listed_by_a_token_and_by_a_role_as_long_as_it_is_held() -> None:
    meeting = begin(visibility="private")
    browser = Asking(client=Client())
    assert names(meeting.player) == ["Ides of March"]
    for role, token in ((2, meeting.checker.token), (3, meeting.desk.token)):
        browser.client.get(f"/e/{meeting.id}/as/{token}/")
        assert names(browser) == ["Ides of March"]
        if role == 2:
            answered(meeting.organiser.post(f"{meeting.path}roles/2/reissue/"), 201)
        else:
            assert meeting.organiser.delete(f"{meeting.path}roles/3/").status_code == 204
        assert names(browser) == []
        assert "Ides of March" not in browser.client.get("/events/").content.decode()


def test_who_makes_an_event_in_a_browser_is_its_organiser_without_a_token() -> None:
    browser = Asking(client=Client())
    made = created(browser)["event"]
    copy = answered(browser.post(f"events/{made['id']}/copy/"), 201)["event"]

    for event in (made, copy):
        me = answered(browser.get(f"events/{event['id']}/"), 200)["me"]
        assert me == {"kind": "organiser", "entry": None}
        assert answered(Asking().get(f"events/{event['id']}/"), 200)["me"] is None


def test_a_copy_has_as_many_organisers_by_their_names_whoever_was_the_first() -> None:
    meeting = begin()
    roles = f"{meeting.path}roles/"
    second = answered(meeting.organiser.post(roles, {"kind": "organiser", "name": "Cato"}), 201)
    answered(meeting.organiser.post(roles, {"kind": "organiser", "name": "Cassius"}), 201)
    cato = Asking(second["token"])
    assert cato.delete(f"{roles}1/").status_code == 204

    made = answered(cato.post(f"{meeting.path}copy/"), 201)

    copied = answered(Asking(made["organiser"]).get(f"events/{made['event']['id']}/roles/"), 200)
    assert [each["name"] for each in copied["results"]] == ["Cato", "Ceto", "Dion", "Cassius"]


def test_an_event_keeps_the_rounds_and_tables_that_are_out() -> None:
    meeting = begin()
    paired(meeting, pairing="none")
    pairings = {"pairings": [{"table": 3, "entries": [1, 2]}]}
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", pairings), 200)
    out(meeting, 1)
    paired(meeting, anyway=True)

    answers = [
        refused(meeting.organiser.patch(meeting.path, change))
        for change in ({"rounds": 1}, {"tables": 2})
    ]

    assert answers == [(409, "event_in_use")] * 2
    answered(meeting.organiser.patch(meeting.path, {"rounds": 2, "tables": 3}), 200)
