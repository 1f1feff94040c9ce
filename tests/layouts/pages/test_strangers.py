"""What do rubbish, a forgotten parent and shared caches do to a laid table? Nothing that hurts."""

from __future__ import annotations

import pytest
from django.test import Client

from setup_app.identity.requesters import Requester
from setup_app.layouts import pictures, services
from setup_app.layouts.models import SavedTable
from tests.layouts.pages.laying import laid


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize("die", ["9" * 5000, "²", "07", "-1", "3\x00"])  # Python reads 4300 digits
def test_a_die_that_is_none_is_no_fault_of_ours(client: Client, die: str) -> None:
    row = laid(client)

    answer = client.post(f"/t/{row.public_id}/edit/", {"chosen": "p2", "do": "check", "die": die})

    assert answer.status_code == 200


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["anew", "edited"])
def test_what_is_made_of_a_table_that_is_forgotten_meanwhile_is_stored_without_it(
    client: Client, way: str
) -> None:
    row = laid(client)
    assert row.layout is not None
    SavedTable.objects.filter(pk=row.pk).delete()

    asker = Requester(key="somebody")
    if way == "anew":
        made = services.ask_for(row.wish, asker=asker, parent=row)
    else:
        made = services.save_edited(row.layout, asker=asker, parent=row)

    made.refresh_from_db()
    assert made.parent is None


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["layout.json", "picture.png", "sheet.pdf"])
def test_no_cache_that_is_shared_keeps_what_may_be_forgotten(client: Client, part: str) -> None:
    row = laid(client)

    told = client.get(f"/t/{row.public_id}/{part}").headers["Cache-Control"]

    assert "private" in told
    assert "public" not in told


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["picture.png", "sheet.pdf"])
def test_who_finds_the_draughtsman_busy_is_told_when_to_come_again(
    client: Client, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = laid(client)
    monkeypatch.setattr(pictures, "TIMEOUT", 0.01)

    with pictures._desk:
        busy = client.get(f"/t/{row.public_id}/{part}")

    assert busy.status_code == 503
    assert int(busy["Retry-After"]) > 0
    assert busy["Cache-Control"] == "no-store"
    assert client.get(f"/t/{row.public_id}/{part}").status_code == 200
