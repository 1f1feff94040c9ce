"""Does the side that nobody sits at play by itself, to the end, by the same rules?"""

import random
import time

import pytest
from django.utils import timezone

from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.jobs.models import Job, State
from setup_app.jobs.tasks import run
from tests.battles.callers import MARCHES, SKIRMISH, Table, begin
from tests.battles.test_pbs import PBS

pytestmark = pytest.mark.django_db


def let_the_bot_play() -> None:
    """Do every job that waits, as a worker would."""
    while jobs := list(Job.objects.filter(state=State.QUEUED)):
        for job in jobs:
            run(job.pk)


def play_solo(table: Table, chooser: random.Random) -> None:
    """Side 0 answers whatever it is asked; the bot does the rest."""
    let_the_bot_play()
    while prompt := table.asked(0):
        answer = chooser.choice(prompt["options"])
        assert table.move(0, prompt["id"], answer).status_code == 201
        let_the_bot_play()


def test_the_bot_plays_a_battle_with_a_human_to_its_end() -> None:
    table = begin(SKIRMISH, bot_side=1)

    play_solo(table, random.Random(1))

    assert table.view()["step"] is None


def test_the_bot_answers_nothing_that_is_asked_of_the_human() -> None:
    table = begin(SKIRMISH, bot_side=1)

    let_the_bot_play()

    assert [event["side"] for event in table.events()] == [None, 1]
    assert table.asked(0, "sit_down")


def test_the_bot_agrees_to_go_back_and_to_close() -> None:
    table = begin(SKIRMISH, bot_side=1)
    play_solo(table, random.Random(1))

    table.seats[0].post(f"{table.path}proposals/", {"kind": "back", "to": 4})
    let_the_bot_play()
    acts = [event["kind"] for event in table.events() if event["type"] == "act"]
    play_solo(table, random.Random(2))
    table.seats[0].post(f"{table.path}close/")
    let_the_bot_play()

    assert acts == ["opened", "proposed", "accepted", "back"]
    assert table.view()["closed"] is True


def test_a_bot_whose_job_was_lost_is_found_again() -> None:
    table = begin(SKIRMISH, bot_side=1)
    Job.objects.all().delete()

    woken = services.wake_bots(timezone.now())
    again = services.wake_bots(timezone.now())

    assert (woken, again) == (1, 0)
    let_the_bot_play()
    assert [event["side"] for event in table.events()] == [None, 1]


def test_a_bot_that_is_not_asked_has_no_job() -> None:
    begin(SKIRMISH)
    assert Job.objects.count() == 0


@pytest.mark.parametrize("stated", [MARCHES | {"dice": "server"}, PBS], ids=["marches", "pbs"])
def test_a_bot_plays_with_a_worker(worker: object, stated: dict[str, object]) -> None:
    table = begin(stated, bot_side=1)
    chooser = random.Random(3)
    end = time.monotonic() + 120

    while table.view()["step"] and time.monotonic() < end:
        prompt = table.asked(0)
        if prompt is None:
            time.sleep(0.02)
            continue
        if "options" in prompt:
            answer = chooser.choice(prompt["options"])
        else:
            body = {"prompt": prompt["id"]}
            answer = table.seats[0].post(f"{table.path}suggest/", body).json()["answer"]
        assert table.move(0, prompt["id"], answer).status_code == 201

    assert table.view()["step"] is None
    assert Battle.objects.get(public_id=table.id).finished
