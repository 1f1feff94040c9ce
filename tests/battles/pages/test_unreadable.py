"""What does a page say of a battle of which nothing replays? Why, once, and no circle of pages."""

import pytest

from setup_app.battles.models import LogEntry
from setup_app.battles.seats.tokens import Seat, token
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["", "?at=1", "screen/", "table/", "print/", "sheet.pdf", "watch"])
def test_a_battle_that_cannot_be_read_from_its_first_entry_says_so(path):
    table = Browser()
    table.begin()
    LogEntry.objects.filter(battle=table.row, number=1).update(head="0" * 64)
    if path == "watch":
        path = f"watch/{token(table.row, Seat.SPECTATOR)}/"

    answer = table.client.get(f"/b/{table.battle}/{path}", follow=True)

    assert answer.status_code == 409
    assert "We can't show this." in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
