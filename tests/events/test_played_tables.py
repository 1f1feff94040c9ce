"""Do the two at a table get a battle of their own by which they lay it, and nobody else a seat?"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from setup_app.battles.models import Battle
from setup_app.battles.seats.tokens import Seat, token
from setup_app.battles.services import resign, store_log
from setup_app.events.event_tables import table_battles
from setup_app.events.event_tables.packing.services import ROUND_PLAN
from setup_app.events.models import Event, EventTable, JournalLine, RoundPlan
from setup_app.idempotency.models import KeyedRequest
from setup_app.jobs import tasks
from setup_app.jobs.models import Job
from tests.battles.callers import Caller
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.ground_runs import prepare, tables
from tests.events.test_hidden_things import addresses
from tests.events.test_lists import handed_in
from tests.events.test_pages import sitting
from tests.events.test_rounds import out

pytestmark = pytest.mark.django_db

PLAYED = {"kind": "battle"}
GOLDEN = Path(__file__).parents[1] / "battles" / "golden" / "by_the_book.json"


def playing(*, lists: int = 2, **terms: Any) -> Meeting:
    """An event whose two players lay table 2 of its only round themselves; so many have a list."""
    meeting = begin(**{"tables": 3, "rounds": 1, **terms})
    for caller in (meeting.player, meeting.other_player)[:lists]:
        handed_in(meeting, caller)
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    prepare(meeting, rounds=[1], ground=PLAYED)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    pair(meeting, [2, [1, 2]])
    return meeting


def pair(meeting: Meeting, *tables_: list[Any]) -> None:
    """Write the round's pairings by hand, each a table and its entries."""
    given = [{"table": table, "entries": entries} for table, entries in tables_]
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": given}), 200)


def published(**terms: Any) -> Meeting:
    meeting = playing(**terms)
    out(meeting, 1)
    return meeting


def at(caller: Asking, meeting: Meeting, table: int = 2) -> dict[str, Any]:
    return next(each for each in tables(caller, meeting) if each["table"] == table)


def seat(meeting: Meeting, table: int = 2) -> str:
    return f"{meeting.path}rounds/1/tables/{table}/seat/"


def ended(battle: str) -> Battle:
    """A battle as it stands after another one that was played to its end took its place."""
    row = store_log(exported=json.loads(GOLDEN.read_text()), visibility="link")
    EventTable.objects.filter(battle__public_id=battle).update(battle=row)
    table_battles.note_end(row)
    return row


def done_by_worker(kind: str = table_battles.TAKE_OVER) -> None:
    for job in Job.objects.filter(kind=kind, finished=None):
        tasks.run(job.pk)


@pytest.mark.postgresql
def test_a_battle_is_made_once_the_round_is_out_and_each_sits_down_by_his_own_link() -> None:
    meeting = playing(visibility="public")
    before = at(meeting.organiser, meeting)
    assert (before["ground"]["state"], before["battle"]) == ("waiting", None)
    assert refused(meeting.player.post(seat(meeting))) == (404, "not_found")
    todo = [each["code"] for each in answered(meeting.organiser.get(meeting.path), 200)["todo"]]
    assert "lay_tables" not in todo

    out(meeting, 1)

    shown = at(meeting.stranger, meeting)
    assert shown["ground"]["kind"] == "battle"
    assert (shown["ground"]["state"], shown["layout"], shown["url"]) == ("waiting", None, None)
    one, two = (
        answered(caller.post(seat(meeting)), 201)
        for caller in (meeting.player, meeting.other_player)
    )
    assert [each["battle"] for each in (one, two)] == [shown["battle"]] * 2
    assert [each["side"] for each in (one, two)] == [0, 1]
    view = answered(Caller(one["token"]).get(f"battles/{one['battle']}/"), 200)
    assert [each["state"] for each in view["seats"]] == ["taken", "taken"]
    assert view["prompts"][0]["side"] == 0


def test_a_taken_seat_stays_with_who_took_it() -> None:
    meeting = published()
    once = {"Idempotency-Key": "one and only, but without a blank".replace(" ", "-")}
    taken = answered(meeting.player.post(seat(meeting), **once), 201)

    assert answered(meeting.player.post(seat(meeting), **once), 201) == taken
    assert refused(meeting.player.post(seat(meeting))) == (403, "seat_taken")
    assert not any(taken["token"] in json.dumps(row.params) for row in _journal(meeting))


def test_nobody_gets_a_seat_but_the_two_of_the_table() -> None:
    meeting = published()
    third = answered(meeting.organiser.post(f"{meeting.path}entries/", {"name": "Third"}), 201)
    others = (meeting.organiser, meeting.checker, meeting.desk, Asking(third["token"]))

    for caller in others:
        assert refused(caller.post(seat(meeting))) == (403, "not_allowed")
    assert refused(meeting.stranger.post(seat(meeting)))[0] in (401, 403)
    assert refused(meeting.player.post(seat(meeting, 3))) == (404, "not_found")
    assert not Battle.objects.exclude(seats={}).exists()


@pytest.mark.parametrize(
    ("terms", "watched"),
    [
        ({}, True),
        ({"tables_shown": "now"}, True),
        ({"tables_shown": "never"}, False),
        ({"visibility": "private"}, False),
    ],
)
def test_who_may_see_the_tables_watches_and_nobody_else(
    terms: dict[str, Any], watched: bool
) -> None:
    meeting = published(**terms)
    battle = at(meeting.player, meeting)["battle"]
    assert battle is not None

    def seen() -> bool:
        return Caller(client=Client()).get(f"battles/{battle}/").status_code == 200

    assert seen() is watched
    answered(meeting.desk.post(f"{meeting.path}rounds/1/withdraw/"), 200)
    assert seen() is False
    if terms.get("tables_shown") == "never":
        assert "battle" not in json.dumps(at(meeting.desk, meeting)["ground"])
        assert at(meeting.desk, meeting)["battle"] is None


def test_without_both_lists_the_table_is_refused_and_the_round_goes_on() -> None:
    meeting = published(lists=1)

    shown = at(meeting.organiser, meeting)
    assert (shown["ground"]["state"], shown["ground"]["code"]) == ("refused", "no_list")
    assert shown["battle"] is None
    assert refused(meeting.other_player.post(seat(meeting))) == (409, "no_battle")
    told = [each["code"] for each in answered(meeting.organiser.get(meeting.path), 200)["todo"]]
    assert told[0] == "lay_tables"

    handed_in(meeting, meeting.other_player)
    assert at(meeting.organiser, meeting)["ground"]["state"] == "waiting"
    assert answered(meeting.other_player.post(seat(meeting)), 201)["side"] == 1


@pytest.mark.postgresql
def test_a_pair_that_stays_keeps_its_battle_and_another_gets_a_new_one() -> None:
    meeting = published()
    text = "name\nThird\nFourth"
    made = answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": text}), 201)
    third = Asking(made["entries"][0]["token"])
    first = answered(meeting.player.post(seat(meeting)), 201)
    withdraw = f"{meeting.path}rounds/1/withdraw/"

    answered(meeting.desk.post(withdraw), 200)
    assert refused(meeting.other_player.post(seat(meeting))) == (404, "not_found")
    pair(meeting, [3, [2, 1]], [1, [3, 4]])
    out(meeting, 1)
    moved = at(meeting.player, meeting, 3)
    assert moved["battle"] == first["battle"]
    assert answered(meeting.other_player.post(seat(meeting, 3)), 201)["side"] == 1
    assert at(meeting.player, meeting, 1)["ground"]["code"] == "no_list"

    answered(third.put(f"{meeting.path}entries/3/list/", _army(meeting)), 200)
    answered(third.post(f"{meeting.path}entries/3/list/submit/", {}), 201)
    pair(meeting, [3, [2, 3]], [1, [1, 4]])
    anew = answered(third.post(seat(meeting, 3)), 201)
    assert anew["battle"] != first["battle"]
    assert at(meeting.player, meeting, 3)["battle"] == anew["battle"]
    assert refused(meeting.player.post(seat(meeting, 3))) == (403, "not_allowed")
    assert Battle.objects.get(public_id=first["battle"]).visibility == "private"


def test_what_a_battle_came_to_is_the_ground_of_its_table() -> None:
    meeting = published()
    row = ended(at(meeting.player, meeting)["battle"])
    done_by_worker()

    shown = at(meeting.stranger, meeting)
    assert (shown["ground"]["state"], shown["ground"]["seed"]) == ("laid", None)
    assert shown["layout"]["pieces"]
    assert shown["imbalance"] is not None
    page = meeting.stranger.client.get(shown["url"]).content.decode()
    assert f"/b/{row.public_id}/" in page
    sheet = f"/e/{meeting.id}/rounds/1/tables/2/sheet.pdf"
    assert meeting.stranger.client.get(sheet).content[:5] == b"%PDF-"

    # Taken back: nothing lies until it is over again. Nothing is no null among what is kept.
    Battle.objects.filter(pk=row.pk).update(finished=None)
    table_battles.note_end(row)
    done_by_worker()
    assert at(meeting.stranger, meeting)["ground"]["state"] == "waiting"
    assert EventTable.objects.filter(layout__isnull=True, refused__isnull=True, table=2).exists()


def test_a_plan_is_made_again_where_a_pair_takes_its_ground_to_another_table() -> None:
    meeting = published()
    ended(at(meeting.player, meeting)["battle"])
    done_by_worker()
    event = Event.objects.get(public_id=meeting.id)
    RoundPlan.objects.create(event=event, round=1, terms={"tolerance_mm": 20, "seconds": 5})
    kept = [{"id": "wood", "types": ["woods"], "long_mm": 200, "short_mm": 160}]
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kept}), 200)
    Job.objects.filter(kind=ROUND_PLAN).delete()

    answered(meeting.desk.post(f"{meeting.path}rounds/1/withdraw/"), 200)
    pair(meeting, [3, [2, 1]])
    assert not Job.objects.filter(kind=ROUND_PLAN).exists()
    out(meeting, 1)
    done_by_worker(table_battles.MOVED)

    assert at(meeting.organiser, meeting, 3)["ground"]["state"] == "laid"
    job = Job.objects.get(kind=ROUND_PLAN, finished=None)
    assert {each["table"] for each in job.arguments["asked"]["wanted"]} == {3}


def test_a_ground_that_is_gone_is_told_to_plans_and_one_that_stays_is_not() -> None:
    meeting = published()
    ended(at(meeting.player, meeting)["battle"])
    done_by_worker()
    withdraw = f"{meeting.path}rounds/1/withdraw/"

    answered(meeting.desk.post(withdraw), 200)
    out(meeting, 1)
    assert not Job.objects.filter(kind=table_battles.MOVED).exists()

    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Third"}), 201)
    answered(meeting.desk.post(withdraw), 200)
    pair(meeting, [2, [1, 3]], [None, [2]])
    out(meeting, 1)
    assert Job.objects.filter(kind=table_battles.MOVED).count() == 1


def test_a_battle_that_ends_without_a_table_says_so() -> None:
    meeting = published()
    answered(meeting.player.post(seat(meeting)), 201)
    resign(battle=at(meeting.player, meeting)["battle"], side=0)
    done_by_worker()

    ground = at(meeting.organiser, meeting)["ground"]
    assert (ground["state"], ground["code"]) == ("refused", "no_table_came")


@pytest.mark.django_db(transaction=True)
def test_it_is_laid_otherwise_only_when_asked_for_and_with_a_note() -> None:
    meeting = published()
    battle = at(meeting.player, meeting)["battle"]
    plains = {"kind": "generated", "territory": "plains", "cell": [0, 0], "policy": "random"}
    prepare(meeting, rounds=[1], tables=[2], ground=plains)
    assert at(meeting.player, meeting)["battle"] == battle
    body = {"rounds": [1], "tables": [2], "ground": plains, "again": True}
    assert refused(meeting.organiser.post(f"{meeting.path}prepare/", body)) == (
        422,
        "note_required",
    )

    prepare(meeting, rounds=[1], tables=[2], ground=plains, again=True, note="No time")
    shown = at(meeting.player, meeting)
    assert (shown["ground"]["kind"], shown["battle"]) == ("generated", None)
    # It lays no table any more: who watched it does not.
    assert meeting.stranger.get(f"battles/{battle}/").status_code == 404
    assert refused(meeting.player.post(seat(meeting))) == (409, "no_battle")


@pytest.mark.django_db(transaction=True)
def test_a_table_that_takes_over_what_players_lay_has_its_battle_made() -> None:
    meeting = published()
    plains = {"kind": "generated", "territory": "plains", "cell": [0, 0], "policy": "random"}
    prepare(meeting, rounds=[1], tables=[2], ground=plains, again=True, note="No time")

    swap = {"do": "swap:2:3", "note": "After all"}
    sitting(meeting, 1).post(f"/e/{meeting.id}/r1/tables/?round=1", swap)

    assert at(meeting.player, meeting)["battle"] is not None
    answered(meeting.player.post(seat(meeting)), 201)


def test_a_player_takes_his_seat_with_one_tap_and_takes_it_over_on_another_device() -> None:
    meeting = published()
    phone, tablet = sitting(meeting, 4), sitting(meeting, 4)
    page, act = f"/e/{meeting.id}/r4/", f"/e/{meeting.id}/r4/seat/"
    asked = {"round": "1", "table": "2"}
    assert "Take your seat" in phone.get(page).content.decode()

    battle = at(meeting.player, meeting)["battle"]
    assert phone.post(act, asked).url == f"/b/{battle}/"
    assert phone.get(f"/b/{battle}/").status_code == 200
    assert phone.post(act, asked).url == f"/b/{battle}/"

    text = tablet.get(page).content.decode()
    assert "Take your seat" not in text
    assert "another device" in text
    assert tablet.post(act, asked).url == page
    assert tablet.post(act, {**asked, "over": "yes"}).url == f"/b/{battle}/"
    # The first one only watches now, like everybody who may see the table.
    assert "Take your seat" not in phone.get(page).content.decode()
    acts = [entry.kind for entry in Battle.objects.get(public_id=battle).log.order_by("number")]
    assert acts[-1] == "seat_reissued"
    assert any(line.code == "seat_taken_over" for line in _journal(meeting))


def test_the_token_of_a_seat_reaches_nobody_but_who_took_it() -> None:
    meeting = published()
    taken = answered(meeting.player.post(seat(meeting)), 201)
    battle = taken["battle"]
    codes = [each.rpartition("-")[2] for each in _tokens(battle)]
    assert taken["token"].rpartition("-")[2] in codes

    # The API answers a browser by the role that it holds.
    for role, parts in ((1, ("tables", "journal", "roles", "links")), (5, ("",))):
        browser = sitting(meeting, role)
        own = [f"/b/{battle}/", f"/api/v1/battles/{battle}/", f"/api/v1/battles/{battle}/events/"]
        told = [path for path in addresses(meeting, role) if any(each in path for each in parts)]
        for path in (*told, *own):
            text = browser.get(path).content.decode(errors="replace")
            assert not [code for code in codes if code in text], path


def test_a_guessable_key_gives_no_seat_and_a_long_one_for_ten_minutes() -> None:
    meeting = published()
    short, long = ({"Idempotency-Key": "k" * length} for length in (31, 32))

    assert refused(meeting.player.post(seat(meeting), **short)) == (422, "key_too_short")
    taken = answered(meeting.player.post(seat(meeting), **long), 201)
    assert answered(meeting.player.post(seat(meeting), **long), 201) == taken
    KeyedRequest.objects.update(created=timezone.now() - timedelta(minutes=10))
    assert refused(meeting.player.post(seat(meeting), **long)) == (403, "seat_taken")


def test_only_an_organiser_replaces_a_players_link_during_the_battle_and_the_player_sees_it() -> (
    None
):
    meeting = published()
    browser = sitting(meeting, 4)
    browser.post(f"/e/{meeting.id}/r4/seat/", {"round": 1, "table": 2})
    path = f"{meeting.path}roles/4/reissue/"

    assert refused(meeting.desk.post(path)) == (403, "not_allowed")
    link = answered(meeting.organiser.post(path), 201)["token"]

    line = _journal(meeting).get(code="link_replaced_in_battle")
    assert line.params == {"round": 1, "table": 2, "entry": 1, "name": "Piso"}
    page = Client().get(f"/e/{meeting.id}/as/{link}/", follow=True).content.decode()
    assert "An organiser replaced your link at" in page
    Battle.objects.update(finished=timezone.now())
    answered(meeting.desk.post(path), 201)


def _tokens(battle: str) -> list[str]:
    """Every token of its seats, its creator's too, of every generation so far."""
    row = Battle.objects.get(public_id=battle)
    return [token(row, each, of=number) for each in Seat for number in (0, 1, 2)]


def _journal(meeting: Meeting) -> Any:
    return JournalLine.objects.filter(event__public_id=meeting.id)


def _army(meeting: Meeting) -> Any:
    lists = answered(meeting.stranger.get(f"{meeting.path}lists/"), 200)["results"]
    return lists[0]["army"]


@pytest.mark.django_db(transaction=True)
def test_a_player_is_told_why_the_ground_of_his_table_was_changed() -> None:
    meeting = published()
    plains = {"kind": "generated", "territory": "plains", "cell": [0, 0], "policy": "random"}
    prepare(meeting, rounds=[1], tables=[2], ground=plains, again=True, note="The roof leaks")

    text = sitting(meeting, 4).get(f"/e/{meeting.id}/r4/").content.decode()

    assert "The terrain on your table was changed: The roof leaks" in text
