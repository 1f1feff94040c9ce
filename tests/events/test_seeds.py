"""No one guesses, from a public table, the seed that an organiser typed on a page."""

from __future__ import annotations

import re

import pytest

from setup_app.events.models import EventTable
from tests.events.callers import begin
from tests.events.ground_runs import SMALL
from tests.events.test_pages import do, shown, sitting

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = {"do": "prepare", "territory": "plains", "policy": "random", "rounds": "one"}


@pytest.mark.parametrize(("typed", "begins"), [("2026", "2026-"), ("", "")])
def test_a_typed_seed_gets_random_characters_and_the_page_shows_all_of_it(
    typed: str, begins: str
) -> None:
    meeting = begin(**SMALL)
    page = f"/e/{meeting.id}/r1/tables/?round=1"

    said = shown(sitting(meeting, 1).post(page, {**ASKED, "seed": typed}, follow=True))

    seeds = {each["base"] for each in EventTable.objects.values_list("asked", flat=True)}
    (seed,) = seeds
    assert re.fullmatch(f"{begins}[0-9a-f]{{16}}", seed)
    assert f"Generating tables from the seed {seed}." in said


def test_the_same_typed_seed_gives_other_tables_in_the_next_round() -> None:
    meeting = begin(**SMALL)
    organiser = sitting(meeting, 1)

    for number in (1, 2):
        organiser.post(f"/e/{meeting.id}/r1/tables/?round={number}", {**ASKED, "seed": "2026"})

    asked = EventTable.objects.values_list("round", "asked")
    assert len({each["base"] for _round, each in asked}) == 2


def test_a_typed_seed_leaves_room_for_the_random_characters() -> None:
    meeting = begin(**SMALL)
    organiser = sitting(meeting, 1)
    page = f"/e/{meeting.id}/r1/tables/?round=1"

    refused = shown(organiser.post(page, {**ASKED, "seed": "x" * 61}))
    assert not EventTable.objects.exists()
    organiser.post(page, {**ASKED, "seed": "x" * 60})

    assert "60" in refused
    assert EventTable.objects.count() == 2


def test_no_one_can_compute_a_draft_that_was_paired_on_a_page() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)

    seeds = [
        re.findall(r"Seed: ([^ .]*)\.", do(desk, meeting, 3, "pair", seed=typed))
        for typed in ("", "2026", "2026")
    ]

    assert all(len(each) == 1 for each in seeds)
    assert re.fullmatch("[0-9a-f]{16}", seeds[0][0])
    assert [bool(re.fullmatch("2026-[0-9a-f]{16}", each)) for (each,) in seeds[1:]] == [True] * 2
    assert seeds[1] != seeds[2]
