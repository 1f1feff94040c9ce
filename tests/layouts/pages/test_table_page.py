"""Does the link show the same table to everybody for good, and do kept pieces stay?"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from setup_app.layouts.models import SavedTable
from setup_app.layouts.tasks import sweep
from tests.layouts.pages.laying import asked, followed, laid, page, words, worked

pytestmark = pytest.mark.django_db

NO_SUCH_ROOM = {"optional": {"defender": ["woods"] * 3, "invader": []}}


def test_the_page_takes_few_queries_whatever_lies_there(
    client: Client, django_assert_num_queries: Any
) -> None:
    few, many = laid(client, **{"box-mountains": "0-1"}), laid(client)
    assert len(few.layout["pieces"]) < len(many.layout["pieces"])

    for row in (few, many):
        with django_assert_num_queries(2):
            assert client.get(f"/t/{row.public_id}/").status_code == 200


def test_another_browser_sees_the_same_table_and_cannot_forget_it(client: Client) -> None:
    row = laid(client)
    stranger = Client()

    assert "Delete this table" in page(client, row)
    assert "Delete this table" not in page(stranger, row)
    assert stranger.get(f"/t/{row.public_id}/layout.json").json() == row.layout
    assert stranger.post(f"/t/{row.public_id}/forget/").status_code == 404
    assert stranger.post("/t/nothing/forget/").status_code == 404

    assert client.post(f"/t/{row.public_id}/forget/").status_code == 302
    assert stranger.get(f"/t/{row.public_id}/").status_code == 404


def test_laying_the_rest_anew_keeps_the_ticked_pieces_exactly(client: Client) -> None:
    row = laid(client)
    kept = [row.layout["pieces"][at] for at in (0, 3)]

    made = followed(
        client.post(f"/t/{row.public_id}/again/", {"lock": [piece["id"] for piece in kept]})
    )

    assert [piece for piece in made.layout["pieces"] if piece in kept] == kept
    address = f"/t/{made.public_id}/"
    marked = [each.get(address).content.decode().count(" checked>") for each in (client, Client())]
    assert marked == [2, 0]
    assert made.layout != row.layout
    assert made.parent == row
    assert made.audit["legal"] is True
    assert "The mountain stays where it is." in page(client, made)


def test_an_uneven_table_offers_even_halves_and_an_even_one_does_not(client: Client) -> None:
    row = laid(client)
    offer = 'name="policy" value="balanced"'
    for share, offered in ((0.09, False), (0.1, True), (-0.1, True)):
        fairness = {**row.audit["fairness"]}
        fairness["balance"] = {**fairness["balance"], "share": share}
        SavedTable.objects.filter(pk=row.pk).update(audit={**row.audit, "fairness": fairness})
        assert (offer in client.get(f"/t/{row.public_id}/").content.decode()) is offered


def test_what_is_laid_anew_with_even_halves_is_the_same_wish_otherwise(client: Client) -> None:
    row = laid(client)

    client.post(f"/t/{row.public_id}/again/", {"policy": "balanced"})
    client.post(f"/t/{row.public_id}/again/", {"policy": "by magic"})

    evened, same = SavedTable.objects.filter(parent=row).order_by("pk")
    assert evened.wish == {**row.wish, "policy": "balanced", "seed": evened.wish["seed"]}
    assert same.wish == {**row.wish, "seed": same.wish["seed"]}


def test_a_table_never_changes(client: Client) -> None:
    row = laid(client)
    before = (row.layout, row.wish, row.audit)

    followed(client.post(f"/t/{row.public_id}/again/", {"lock": ["p1"]}))
    client.post(f"/t/{row.public_id}/once-more/")

    row.refresh_from_db()
    assert (row.layout, row.wish, row.audit) == before


def test_unknown_locks_keep_nothing(client: Client) -> None:
    row = laid(client)

    made = followed(client.post(f"/t/{row.public_id}/again/", {"lock": ["nobody", "<b>"] * 99}))

    assert "locked" not in made.wish


def test_pieces_that_cannot_stay_are_named_and_the_way_out_is_shown(client: Client) -> None:
    row = laid(client)
    pieces = [{**piece} for piece in row.layout["pieces"]]
    pieces[3]["outline"] = pieces[2]["outline"]
    SavedTable.objects.filter(pk=row.pk).update(layout={**row.layout, "pieces": pieces})

    made = followed(
        client.post(f"/t/{row.public_id}/again/", {"lock": [each["id"] for each in pieces[2:4]]})
    )

    assert made.refused["code"] == "locked_pieces_illegal"
    said = page(client, made)
    assert "overlap by" in said
    assert "Keep fewer pieces, or generate the table without them." in said
    assert "p3" not in said
    assert "message" not in made.refused["violations"][0]


def test_pieces_that_found_no_place_are_named(client: Client) -> None:
    row = asked(client)
    SavedTable.objects.filter(pk=row.pk).update(wish={**row.wish, "selection": NO_SUCH_ROOM})

    worked(row)

    # What is kept is in nobody's language; the page says it in its reader's.
    (broken,) = row.refused["violations"]
    assert row.refused == {"code": "selection_not_allowed", "violations": [broken]}
    assert broken["pieces"] == ["optional/defender/woods"]
    assert broken["params"]["type"] == "woods"
    assert "wood (optional, the defender)" in page(client, row)


def test_what_was_refused_in_a_sentence_in_earlier_days_is_still_said(client: Client) -> None:
    row = asked(client)
    told = {"code": "no_place", "pieces": ["optional/defender/woods"], "message": "No room for it."}
    SavedTable.objects.filter(pk=row.pk).update(refused={"code": "no_place", "violations": [told]})

    assert "No room for it." in page(client, row)


def test_the_card_compares_both_halves_in_words_and_figures(client: Client) -> None:
    row = laid(client)

    body = client.get(f"/t/{row.public_id}/").content.decode()

    told = re.findall(r'<tr class="kind-difficult">(.*?)</tr>', body, flags=re.S)
    figures = re.findall(r"<b>(\d+%)</b>\s+<small>([\d.]+)</small>", "".join(told))
    halves = [row.audit["fairness"]["halves"][side] for side in ("defender", "invader")]
    assert figures == [
        (f"{round(100 * half['difficult'] / half['whole'])}%", f"{round(half['difficult'], 1):g}")
        for half in halves
    ]
    assert "harder to cross" in body or "as hard to cross" in body


def test_the_table_is_seen_from_either_edge(client: Client) -> None:
    row = laid(client)

    assert 'data-view="defender"' in client.get(f"/t/{row.public_id}/").content.decode()
    flipped = client.get(f"/t/{row.public_id}/?view=invader").content.decode()
    assert 'data-view="invader"' in flipped


def test_the_link_shows_itself_in_a_chat(client: Client) -> None:
    row = laid(client)

    body = client.get(f"/t/{row.public_id}/").content.decode()

    assert f'property="og:image" content="http://testserver/t/{row.public_id}/picture.png"' in body
    assert [body.count(f'"og:{each}"') for each in ("title", "description", "image")] == [1, 1, 1]
    picture = client.get(f"/t/{row.public_id}/picture.png")
    assert picture.content[:4] == b"\x89PNG"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_a_pdf(client: Client, paper: str) -> None:
    row = laid(client)

    sheet = client.get(f"/t/{row.public_id}/sheet.pdf?paper={paper}&view=invader")

    assert sheet.content[:5] == b"%PDF-"


def test_names_of_pieces_are_only_text(client: Client) -> None:
    row = laid(client)
    wish = {**row.wish, "seed": "<script>alert(1)</script>"}
    SavedTable.objects.filter(pk=row.pk).update(wish=wish)

    body = client.get(f"/t/{row.public_id}/").content.decode()

    assert "<script>alert" not in body
    assert "&lt;script&gt;alert(1)" in body


def test_what_nobody_looks_at_can_be_deleted(client: Client) -> None:
    old, new = laid(client), laid(client)
    SavedTable.objects.filter(pk=old.pk).update(seen=timezone.localdate() - timedelta(days=401))

    call_command("forget_tables", verbosity=0)

    assert list(SavedTable.objects.all()) == [new]


def test_beat_forgets_what_nobody_looked_at_for_so_many_days(client: Client, settings: Any) -> None:
    settings.TABLE_RETENTION_DAYS = 30
    rows = [laid(client) for _ in range(3)]
    for row, days in zip(rows, (29, 30, 31), strict=True):
        SavedTable.objects.filter(pk=row.pk).update(
            seen=timezone.localdate() - timedelta(days=days)
        )
    (named,) = (
        each["task"]
        for each in settings.CELERY_BEAT_SCHEDULE.values()
        if each["task"].startswith("setup_app.layouts.")
    )

    forgotten = current_app.tasks[named]()

    assert forgotten == {"forgotten": 1}
    assert set(SavedTable.objects.all()) == set(rows[:2])


def test_where_nothing_shall_be_forgotten_beat_forgets_nothing(
    client: Client, settings: Any
) -> None:
    settings.TABLE_RETENTION_DAYS = 0
    row = laid(client)
    SavedTable.objects.filter(pk=row.pk).update(seen=timezone.localdate() - timedelta(days=9999))

    assert sweep() == {"forgotten": 0}
    assert SavedTable.objects.get() == row


@pytest.mark.parametrize("part", ["", "sheet.pdf"])
def test_a_look_counts_once_a_day(client: Client, part: str) -> None:
    row = laid(client)
    SavedTable.objects.filter(pk=row.pk).update(seen=timezone.localdate() - timedelta(days=3))

    assert Client().get(f"/t/{row.public_id}/{part}").status_code == 200

    row.refresh_from_db()
    assert row.seen == timezone.localdate()


def test_an_empty_list_says_so(client: Client) -> None:
    assert "You have no tables yet." in words(client.get("/tables/mine/"))
