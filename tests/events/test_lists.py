"""Is a draft its player's alone, and does handing it in freeze it?"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from setup_app.armies.exports import as_csv
from setup_app.engine.values import canonical
from setup_app.events.models import Version
from setup_app.idempotency.models import KeyedRequest
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.test_rounds import out, paired

pytestmark = pytest.mark.django_db

PAST, FUTURE = "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
OTHER = {**SMALL, "name": "Another"}


def list_of(meeting: Meeting, entry: int = 1) -> str:
    return f"{meeting.path}entries/{entry}/list/"


def handed_in(meeting: Meeting, caller: Asking | None = None, army: Any = SMALL) -> Any:
    """The view of a list that was handed in, of the first player unless said otherwise."""
    caller = caller or meeting.player
    path = list_of(meeting, 2 if caller is meeting.other_player else 1)
    answered(caller.put(path, army), 200)
    return answered(caller.post(f"{path}submit/", {}), 201)["list"]


def test_a_list_is_frozen_once_and_hidden_from_others() -> None:
    meeting = begin(lists={"closes": FUTURE})
    path = list_of(meeting)
    answered(meeting.player.put(path, SMALL), 200)
    assert refused(meeting.organiser.get(path)) == (404, "not_found")

    first = answered(meeting.player.post(f"{path}submit/", {}), 201)

    assert answered(meeting.player.post(f"{path}submit/", {}), 201) == first
    answered(meeting.player.put(path, OTHER), 200)
    assert refused(meeting.player.post(f"{path}submit/", {})) == (409, "list_locked")
    for who in (meeting.stranger, meeting.desk, meeting.other_player):
        assert refused(who.get(path)) == (404, "not_found")
    seen = answered(meeting.checker.get(path), 200)
    assert (seen["draft"], seen["versions"]) == (None, first["list"]["versions"])


def test_its_commitment_is_public_at_once_and_says_nothing() -> None:
    meeting = begin()
    version = handed_in(meeting)["versions"][0]

    public = answered(meeting.stranger.get(f"{meeting.path}commitments/"), 200)["results"]

    told = version["salt"].encode() + b"\n" + canonical(version["army"])
    expected = hashlib.sha256(told).hexdigest()
    assert [each["commitment"] for each in public] == [expected] == [version["commitment"]]
    assert set(public[0]) == {"entry", "version", "submitted", "late", "commitment"}
    entries = answered(meeting.stranger.get(f"{meeting.path}entries/"), 200)["results"]
    assert [each["list"] for each in entries] == ["in", "none"]


def test_it_is_taken_back_until_the_time_is_over_and_stays_on_record() -> None:
    meeting = begin(lists={"closes": FUTURE})
    path = list_of(meeting)
    handed_in(meeting)

    taken = answered(meeting.player.post(f"{path}withdraw/", {}), 200)

    assert (taken["status"], taken["list"]["status"]) == ("draft", "draft")
    assert refused(meeting.player.post(f"{path}withdraw/", {})) == (422, "no_list")
    again = answered(meeting.player.post(f"{path}submit/", {}), 201)["list"]
    assert [each["version"] for each in again["versions"]] == [1, 2]
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST}}), 200)
    assert refused(meeting.player.post(f"{path}withdraw/", {})) == (409, "lists_closed")


@pytest.mark.parametrize(
    ("per", "penalty", "total"), [("event", 2, -2), ("round", 2, -2), ("day", 6, -6)]
)
def test_a_late_list_costs_what_the_event_says(per: str, penalty: int, total: int) -> None:
    closed = (now() - timedelta(days=2, hours=1)).isoformat()
    terms = {"closes": closed, "late": "accept", "penalty": {"points": 2, "per": per}}
    meeting = begin(lists=terms)
    version = handed_in(meeting)["versions"][0]
    paired(meeting)
    out(meeting, 1)

    view = answered(meeting.player.get(list_of(meeting)), 200)["versions"][0]

    assert (version["late"], view["penalty"]) == (True, penalty)
    table = answered(meeting.stranger.get(f"{meeting.path}standings/"), 200)["results"]
    assert {each["entry"]: each["total"] for each in table} == {1: total, 2: 0}
    answered(meeting.organiser.patch(f"{meeting.path}entries/1/", {"penalty": 0}), 200)
    table = answered(meeting.stranger.get(f"{meeting.path}standings/"), 200)["results"]
    assert {each["penalty"] for each in table} == {0}


def test_a_late_list_is_refused_where_none_is_taken_and_an_early_one_too() -> None:
    for terms, code in (({"closes": PAST}, "lists_closed"), ({"opens": FUTURE}, "lists_not_open")):
        meeting = begin(lists=terms)
        answered(meeting.player.put(list_of(meeting), SMALL), 200)
        assert refused(meeting.player.post(f"{list_of(meeting)}submit/", {})) == (409, code)


def test_an_organiser_hands_in_for_a_player_whose_draft_stays() -> None:
    meeting = begin()
    path = list_of(meeting)
    answered(meeting.player.put(path, OTHER), 200)

    view = answered(meeting.organiser.post(f"{path}submit/", {"text": as_csv(SMALL)}), 201)["list"]

    assert (view["draft"], view["versions"][0]["by"]) == (None, "Organiser")
    own = answered(meeting.player.get(path), 200)
    assert own["draft"]["name"] == "Another"
    assert own["versions"][0]["army"]["name"] == SMALL["name"]
    answered(meeting.organiser.post(f"{path}submit/", SMALL), 201)
    assert Version.objects.count() == 1


def test_a_guess_of_an_organiser_is_not_confirmed() -> None:
    meeting = begin()
    handed_in(meeting)
    for guess in (SMALL, OTHER):
        answer = meeting.organiser.post(f"{list_of(meeting)}submit/", guess)
        assert refused(answer) == (409, "list_locked")


def test_a_list_is_read_as_text_as_csv_and_by_the_id_of_a_stored_one() -> None:
    meeting = begin()
    path = list_of(meeting)
    stored = answered(meeting.player.post("armies/", SMALL), 201)["id"]
    for body in ({"text": json.dumps(SMALL)}, {"text": as_csv(SMALL)}, {"stored": stored}):
        kept = answered(meeting.player.put(path, body), 200)["list"]
        assert (kept["status"], kept["draft"]["units"]) == ("draft", SMALL["units"])
    assert refused(meeting.player.put(path, {"stored": "nothing"})) == (404, "not_found")
    both = json.dumps([SMALL, OTHER])
    assert refused(meeting.player.put(path, {"text": both})) == (422, "one_list_only")
    assert refused(meeting.player.put(path, {"text": "row,name\n"}))[0] == 422
    assert refused(meeting.player.put(path, []))[0] in (400, 422)
    assert refused(meeting.player.post(f"{list_of(meeting, 2)}submit/", {})) == (404, "not_found")


def test_what_stands_out_is_told_and_refuses_nothing() -> None:
    limits = {"points": {"least": 1_000_000}, "units": {"most": 0}, "home": {"among": ["moon"]}}
    meeting = begin(lists={"limits": limits})

    found = handed_in(meeting)["versions"][0]["findings"]

    told = {(each["code"], each["what"]) for each in found}
    assert {("under_limit", "points"), ("over_limit", "units"), ("not_among", "home")} <= told
    assert all(each["message"] for each in found)


def test_no_hidden_list_is_kept_among_the_answers_to_repeated_requests() -> None:
    meeting = begin()
    path = list_of(meeting)
    army = {**SMALL, "name": "Marker of a hidden list"}
    sent = [
        meeting.player.client.put(
            f"/api/v1/{path}",
            data=json.dumps(army),
            content_type="application/json",
            headers={**meeting.player.headers(), "Idempotency-Key": "k" * 32},
        )
        for _again in range(2)
    ]
    assert sent[0].json() == sent[1].json()
    assert KeyedRequest.objects.exists()
    kept = KeyedRequest.objects.values_list()
    assert not any("Marker" in str(each) for each in kept)


def test_versions_have_an_end(settings: Any) -> None:
    settings.EVENT_LIST_VERSIONS = 1
    meeting = begin()
    handed_in(meeting)
    answered(meeting.player.post(f"{list_of(meeting)}withdraw/", {}), 200)
    answer = meeting.player.post(f"{list_of(meeting)}submit/", {})
    assert refused(answer) == (429, "too_many_versions")


def test_a_repeated_hand_in_shows_that_version_and_none_that_came_since() -> None:
    meeting = begin()
    path, key = list_of(meeting), {"Idempotency-Key": "k" * 32}
    first = answered(meeting.organiser.post(f"{path}submit/", SMALL, **key), 201)["list"]
    answered(meeting.player.post(f"{path}withdraw/", {}), 200)
    handed_in(meeting, army=OTHER)

    again = answered(meeting.organiser.post(f"{path}submit/", SMALL, **key), 201)["list"]

    assert (again["versions"], len(first["versions"])) == (first["versions"], 1)
