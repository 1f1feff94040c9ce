"""Who invades at a table: open until its battle has decided it, on every page and print."""

from __future__ import annotations

import io
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from pypdf import PdfReader

from setup_app.battles.models import Battle
from setup_app.battles.repository import locked_battle
from setup_app.battles.services import answer_proposal, propose_back, store_log
from setup_app.engine.battle import Move
from setup_app.events.models import EventTable
from setup_app.layouts import queries as layouts
from tests import stock
from tests.events.callers import Meeting, answered
from tests.events.test_event_prints import printed
from tests.events.test_pages import shown, sitting
from tests.events.test_played_tables import at, pair, published
from tests.layouts.test_checking import LEGAL

pytestmark = pytest.mark.django_db

AUDIT = {"fairness": None, "legal": True, "violations": []}
TABLE = {**LEGAL, "base_width_mm": 40}
OPEN, DECIDED, PRINTED = "Invader: roll off (8.A)", "Invader: Iugurtha", "Invader: 2. Iugurtha"


def rolling_off(**terms: Any) -> tuple[Meeting, Battle]:
    """An event whose only table is set up in a battle in which the dice of 8.A have fallen, but
    no one has chosen."""
    meeting = published(**terms)
    row = store_log(exported=stock.asked("invade_or_defend"), visibility="link")
    EventTable.objects.filter(battle__isnull=False).update(battle=row)
    return meeting, row


def invade(battle: Battle, side: int) -> int:
    """Let the winner of the roll-off choose, so that `side` invades; return the version before."""
    with locked_battle(battle.public_id) as locked:
        before = locked.played.version
        (asking,) = locked.played.askings()
        role = "invader" if asking.side == side else "defender"
        locked.played.answer(asking.side, Move(asking.id, before, {"role": role}))
    return before


def take_back(battle: Battle, to: int) -> None:
    proposal = propose_back(battle=battle.public_id, side=0, to=to)
    answer_proposal(battle=battle.public_id, side=1, proposal=proposal, accept=True)


def pages(meeting: Meeting) -> dict[str, str]:
    """What everyone reads of the round: the desk, a player, visitors, and the wall."""
    event = f"/e/{meeting.id}/"
    return {
        "rounds": shown(sitting(meeting, 3).get(f"{event}r3/rounds/")),
        "phone": shown(sitting(meeting, 4).get(f"{event}r4/")),
        "event": shown(Client().get(event)),
        "wall": shown(Client().get(f"{event}screen/")),
    }


def said(texts: dict[str, str]) -> dict[str, tuple[bool, bool]]:
    """Whether each text says that the invader is open, and whether it names them."""
    return {
        name: (OPEN in text, DECIDED in text or PRINTED in text) for name, text in texts.items()
    }


def test_pages_name_the_invader_once_the_battle_knows_and_no_longer_after_an_undo() -> None:
    meeting, battle = rolling_off()
    everywhere = dict.fromkeys(("rounds", "phone", "event", "wall"), (True, False))
    assert said(pages(meeting)) == everywhere

    before = invade(battle, 1)
    assert Battle.objects.get(pk=battle.pk).invader == 1
    assert said(pages(meeting)) == dict.fromkeys(everywhere, (False, True))

    take_back(battle, before)
    assert Battle.objects.get(pk=battle.pk).invader is None
    assert said(pages(meeting)) == everywhere


def test_each_table_has_its_own_sentence_once_one_invader_is_decided() -> None:
    meeting, battle = rolling_off()
    for name in ("Third", "Fourth", "Fifth"):
        answered(meeting.desk.post(f"{meeting.path}entries/", {"name": name}), 201)
    pair(meeting, [2, [1, 2]], [3, [3, 4]], [None, [5]])
    invade(battle, 1)

    page = shown(Client().get(f"/e/{meeting.id}/"))
    assert f"2 Piso – Iugurtha {DECIDED} no result yet" in page
    assert f"3 Third – Fourth {OPEN} no result yet" in page
    assert page.count("Invader:") == 2


def test_the_page_of_a_table_names_the_invader() -> None:
    meeting, battle = rolling_off()
    audit = layouts.audited(TABLE, to_keep=True)
    EventTable.objects.filter(table=2).update(layout=TABLE, audit=audit)
    path = f"/e/{meeting.id}/rounds/1/tables/2/"

    assert f"Piso – Iugurtha {OPEN}" in shown(Client().get(path))
    invade(battle, 1)
    assert f"Piso – Iugurtha {DECIDED}" in shown(Client().get(path))


def test_an_answer_that_is_not_stored_names_no_invader() -> None:
    _meeting, battle = rolling_off()

    def broken() -> None:
        with locked_battle(battle.public_id) as locked:
            (asking,) = locked.played.askings()
            move = Move(asking.id, locked.played.version, {"role": "invader"})
            locked.played.answer(asking.side, move)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    assert Battle.objects.get(pk=battle.pk).invader is None


def test_a_pair_takes_its_invader_along_and_another_pair_rolls_off() -> None:
    meeting, battle = rolling_off()
    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Third"}), 201)
    invade(battle, 0)
    page = f"/e/{meeting.id}/"

    answered(meeting.desk.post(f"{meeting.path}rounds/1/withdraw/"), 200)
    pair(meeting, [3, [2, 1]], [None, [3]])
    answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/"), 200)
    assert "Invader: Piso" in shown(Client().get(page))

    pair(meeting, [3, [2, 3]], [None, [1]])
    text = shown(Client().get(page))
    assert (OPEN in text, "Invader: Piso" in text) == (True, False)


def test_only_those_who_may_see_the_table_read_who_invades() -> None:
    meeting, battle = rolling_off(tables_shown="never")
    invade(battle, 1)

    names = dict.fromkeys(("rounds", "event", "wall"), (True, False))
    assert said(pages(meeting)) == {**names, "phone": (False, True)}


def test_a_table_that_no_battle_sets_up_says_roll_off_until_it_has_a_result() -> None:
    meeting, battle = rolling_off()
    invade(battle, 1)
    EventTable.objects.update(terms={"kind": "fixed"})
    assert said(pages(meeting)) == dict.fromkeys(
        ("rounds", "phone", "event", "wall"), (True, False)
    )

    result = f"{meeting.path}rounds/1/tables/2/result/"
    answered(meeting.desk.put(result, {"scores": [3, 0], "entries": [1, 2]}), 200)
    assert said(pages(meeting)) == dict.fromkeys(
        ("rounds", "phone", "event", "wall"), (False, False)
    )


@pytest.mark.django_db(transaction=True)
def test_prints_name_the_invader_once_the_battle_knows() -> None:
    meeting, battle = rolling_off()
    EventTable.objects.filter(table=2).update(layout=LEGAL, audit=AUDIT)

    def prints() -> dict[str, str]:
        documents = ("pairings", "slips", "tables")
        texts = {
            each: " ".join(printed(meeting.organiser, meeting, each, rounds=[1])[1])
            for each in documents
        }
        sheet = Client().get(f"/e/{meeting.id}/rounds/1/tables/2/sheet.pdf").content
        texts["sheet"] = " ".join(PdfReader(io.BytesIO(sheet)).pages[0].extract_text().split())
        return texts

    everywhere = dict.fromkeys(("pairings", "slips", "tables", "sheet"), (True, False))
    assert said(prints()) == everywhere
    before = invade(battle, 1)
    assert said(prints()) == dict.fromkeys(everywhere, (False, True))
    take_back(battle, before)
    assert said(prints()) == everywhere


def test_battles_from_before_get_their_invader() -> None:
    meeting, battle = rolling_off()
    assert at(meeting.player, meeting)["battle"] == battle.public_id
    invade(battle, 1)
    Battle.objects.update(invader=None)

    migration = import_module("setup_app.events.migrations.0008_invaders_of_battles")
    migration.fill(apps, SimpleNamespace(connection=connection))

    assert Battle.objects.get(pk=battle.pk).invader == 1
