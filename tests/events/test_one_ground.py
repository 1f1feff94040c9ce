"""Does an organiser decide a table's ground on its page, by hand, by one of his own, by a swap?"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from setup_app.events.event_tables import services as grounds
from setup_app.events.models import EventTable, JournalLine
from setup_app.jobs.models import Job
from setup_app.layouts.models import SavedTable, TableSet
from tests.events.callers import Meeting, answered, begin
from tests.events.ground_runs import PLAINS, SMALL, prepare, run, tables
from tests.events.test_pages import sitting

pytestmark = pytest.mark.django_db(transaction=True)


def laid(**terms: Any) -> Meeting:
    meeting = begin(**{**SMALL, **terms})
    prepare(meeting, rounds=[1], ground={**PLAINS, "territory": "cultivated"})
    return meeting


def ran() -> None:
    """Do the run that was asked for last."""
    run(str(Job.objects.get(kind=grounds.PREPARE, finished=None).pk))


def seen(meeting: Meeting) -> list[dict[str, Any]]:
    return tables(meeting.organiser, meeting)


def keyed(client: Client) -> None:
    """Let a browser own what belongs to a key of many letters k."""
    session = client.session
    session["owner_key"] = "k" * 32
    session.save()


def at(meeting: Meeting, table: int = 1, more: str = "") -> str:
    return f"/e/{meeting.id}/r1/tables/1/{table}/{more}"


def test_it_is_laid_anew_around_ticked_pieces_and_edited_by_hand() -> None:
    meeting = laid()
    client = sitting(meeting, 1)
    before = seen(meeting)[0]["layout"]
    kept = before["pieces"][0]
    assert f'value="{kept["id"]}"' in client.get(at(meeting)).content.decode()

    came = client.post(at(meeting), {"do": "again", "lock": [kept["id"]]})
    assert "data-run" in client.get(came.url).content.decode()
    ran()
    assert re.search(rf'value="{kept["id"]}"[^>]* checked', client.get(came.url).content.decode())
    around = seen(meeting)[0]["layout"]
    assert around != before
    assert kept["outline"] in [piece["outline"] for piece in around["pieces"]]

    held = around["pieces"][0]["id"]
    address = at(meeting, more="edit/")
    text = client.get(f"{address}?piece={held}").content.decode()
    assert f'action="{address}"' in text
    came = client.post(address, {"do": "remove", "chosen": held, "changes": "", "script": "1"})
    changes = came.context["changes"]
    came = client.post(address, {"do": "save", "chosen": "", "changes": changes})
    assert came.url == at(meeting)
    ran()
    after = seen(meeting)[0]
    assert after["ground"]["edited"] is True
    assert held not in [piece["id"] for piece in after["layout"]["pieces"]]
    # Nothing of it became a table that whoever has an address may read.
    assert not SavedTable.objects.exists()


def test_what_is_out_is_edited_only_with_a_note() -> None:
    meeting = laid(tables_shown="now")
    client = sitting(meeting, 1)
    address = at(meeting, more="edit/")
    held = seen(meeting)[0]["layout"]["pieces"][0]["id"]
    came = client.post(address, {"do": "remove", "chosen": held, "changes": ""})
    sent = {"do": "save", "chosen": "", "changes": came.context["changes"]}

    refused = client.post(address, sent)
    assert refused.status_code == 422
    assert "Enter a reason for the change" in refused.content.decode()
    assert client.post(address, {**sent, "note": "A wood broke"}).status_code == 302
    ran()
    assert seen(meeting)[0]["ground"]["note"] == "A wood broke"


def test_a_ground_of_ones_own_is_laid_from_a_table_a_file_or_a_text() -> None:
    meeting = laid()
    client = sitting(meeting, 1)
    layout = seen(meeting)[1]["layout"]
    keyed(client)
    wish = {"rulebook": layout["rulebook"], "territory": "cultivated", "seed": 1}
    own = SavedTable.objects.create(wish=wish, layout=layout, owner_key="k" * 32)
    strange = SavedTable.objects.create(wish=wish, layout=layout, owner_key="x" * 32)
    text = client.get(at(meeting)).content.decode()
    assert own.public_id in text
    assert strange.public_id not in text

    file = SimpleUploadedFile("layout.json", json.dumps(layout).encode())
    for sent in ({"own": own.public_id}, {"text": json.dumps(layout)}, {"file": file}):
        EventTable.objects.filter(round=1, table=1).update(layout=None, audit=None, terms={})
        assert client.post(at(meeting), {"do": "given", **sent}).status_code == 302
        ran()
        view = seen(meeting)[0]
        assert (view["layout"], view["ground"]["kind"]) == (layout, "fixed")

    for wrong in ({"text": "{"}, {"text": '{"pieces": []}'}, {}):
        told = client.post(at(meeting), {"do": "given", **wrong})
        assert told.status_code == 200
        assert 'class="message error"' in told.content.decode()
    assert client.post(at(meeting), {"do": "given", "own": strange.public_id}).status_code == 404
    assert not Job.objects.filter(finished=None).exists()


def test_two_tables_exchange_their_grounds_by_two_taps_and_with_a_note_where_they_are_out() -> None:
    meeting = laid()
    client = sitting(meeting, 1)
    page = f"/e/{meeting.id}/r1/tables/?round=1"
    one, other = (each["layout"] for each in seen(meeting))

    text = client.get(f"{page}&swap=1").content.decode()
    assert 'value="swap:1:2"' in text
    assert client.post(f"{page}&swap=1", {"do": "swap:1:2"}).status_code == 302
    assert [each["layout"] for each in seen(meeting)] == [other, one]
    assert [each["ground"]["seed"] for each in seen(meeting)] == ["lots/1/2", "lots/1/1"]

    answered(meeting.organiser.patch(meeting.path, {"tables_shown": "now"}), 200)
    assert client.post(page, {"do": "swap:1:2"}).status_code == 200
    assert [each["layout"] for each in seen(meeting)] == [other, one]
    client.post(page, {"do": "swap:2:1", "note": "The light"})
    assert [each["layout"] for each in seen(meeting)] == [one, other]
    assert [each["ground"]["note"] for each in seen(meeting)] == ["The light"] * 2
    codes = JournalLine.objects.filter(event__public_id=meeting.id).values_list("code", flat=True)
    assert list(codes).count("grounds_swapped") == 2
    for wrong in ("swap:1:1", "swap:1:9", "swap:x:1", "swap:1"):
        assert client.post(page, {"do": wrong, "note": "n"}).status_code == 200


def test_players_may_be_left_to_lay_all_tables_and_a_table_is_nobodys_but_an_organisers() -> None:
    meeting = laid()
    client = sitting(meeting, 1)
    page = f"/e/{meeting.id}/r1/tables/?round=2"
    client.post(page, {"do": "prepare", "territory": "players", "rounds": "one"})
    ran()
    kinds = [each["ground"]["kind"] for each in tables(meeting.organiser, meeting, 2)]
    assert kinds == ["battle", "battle"]
    assert client.post(at(meeting, 2), {"do": "players"}).status_code == 302
    ran()
    assert [each["ground"]["kind"] for each in seen(meeting)] == ["generated", "battle"]

    desk = sitting(meeting, 3)
    for more in ("", "edit/"):
        for browser, role in ((desk, 3), (desk, 1), (sitting(meeting, 4), 4)):
            address = f"/e/{meeting.id}/r{role}/tables/1/1/{more}"
            assert browser.get(address).status_code == 404
            assert browser.post(address, {"do": "save"}).status_code == 404
    for more in ("hints", "nearest"):
        came = desk.post(f"/e/{meeting.id}/r3/tables/1/1/edit/{more}/", {})
        assert came.status_code in (403, 404)
        assert client.post(at(meeting, 1, f"edit/{more}/"), {}).json()["code"] == "places_nothing"
    assert client.get(f"/e/{meeting.id}/r1/tables/3/1/").status_code == 404


def test_pieces_that_stay_stay_in_their_own_territory() -> None:
    """Of any territory another one was drawn by the new seed, where they could not lie."""
    meeting = begin(**{**SMALL, "tables": 4})
    prepare(meeting, rounds=[1], ground={"kind": "generated", "territory": "any"})
    lying = [view["layout"] for view in seen(meeting)]
    for table, layout in enumerate(lying, 1):
        lay = f"{meeting.path}rounds/1/tables/{table}/lay/"
        run(answered(meeting.organiser.post(lay, {"locked": layout["pieces"][:1]}), 202)["job"])

    for before, view in zip(lying, seen(meeting), strict=True):
        assert (view["ground"]["code"], view["layout"]["territory"]) == (None, before["territory"])
        assert view["layout"] != before


def test_a_ground_of_ones_own_may_be_any_table_of_a_set_and_a_seed_may_lay_it_again() -> None:
    meeting = laid()
    client = sitting(meeting, 1)
    keyed(client)
    form = "rulebook=pbs-2023.1&territory=plains"
    names = ["", "Zama"]
    row = TableSet.objects.create(title="Club night", count=2, form=form, seed="a", names=names)
    layout = seen(meeting)[0]["layout"]
    wish = {"rulebook": layout["rulebook"]}
    for number in (1, 2):
        SavedTable.objects.create(
            table_set=row, number=number, wish=wish, layout=layout, owner_key="k" * 32
        )
    assert "Club night · 2 · Zama · " in client.get(at(meeting)).content.decode()

    client.post(at(meeting), {"do": "given", "own": SavedTable.objects.get(number=2).public_id})
    ran()
    assert seen(meeting)[0]["ground"]["kind"] == "fixed"
    client.post(at(meeting), {"do": "by-chance", "territory": "plains", "policy": "random"})
    ran()
    assert seen(meeting)[0]["ground"]["kind"] == "generated"


def test_a_ground_that_is_not_legal_says_so_among_the_others() -> None:
    meeting = laid()
    layout = seen(meeting)[0]["layout"]
    first, *others = layout["pieces"]
    twice = {**layout, "pieces": [first, *others, {**first, "id": "once-more"}]}
    lay = f"{meeting.path}rounds/1/tables/1/lay/"
    run(answered(meeting.organiser.post(lay, {"layout": twice}), 202)["job"])

    page = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/tables/?round=1").content.decode()

    assert page.count("Not legal") == 1
