"""Work that workers do for battles. Each handler takes plain data and calls one service."""

from __future__ import annotations

import random
import uuid
from functools import partial
from typing import Any

from setup_app.battles import pubsub, queries, services
from setup_app.battles.models import Submission
from setup_app.battles.services.bots import BOT
from setup_app.battles.services.moves import JUDGE, judge_submission
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.jobs import kinds
from setup_app.jobs.models import Job
from setup_app.jobs.timeouts import NoWorker, by_worker

SUGGEST = "battles.suggest"
HINTS = "battles.hints"
GROUND = "battles.ground"
NEAREST = "battles.nearest"
SEARCH_TIMEOUT = 15.0
MAX_HINTS_WAITING = 20
"""The limit on queued hint jobs. A page requests a hint at every turn of a piece, and no move may
wait long for these jobs.
"""
GIVEN_UP = ("took_too_long", "gave_up", "cancelled")


def judge(arguments: Any, progress: kinds.Progress) -> Any:
    try:
        return judge_submission(arguments["submission"])
    except DomainError as refused:
        # The problem is stored for a reader, so it uses the rulebook's wording.
        raise queries.speaker_of(arguments["submission"]).name_words(refused) from refused


def tell_check_over(job: uuid.UUID) -> None:
    """Notify the side whose answer was checked that the check has finished, whatever its result."""
    waiting = (
        Submission.objects.filter(job=job)
        .select_related("battle")
        .only("side", "battle__public_id")
    )
    for each in waiting:
        pubsub.check_over(each.battle.public_id, side=each.side, job=job)


def move_bot(arguments: Any, progress: kinds.Progress) -> Any:
    return {"version": services.bot_move(battle=arguments["battle"], chooser=random.Random())}


def suggest(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.suggestion(
        queries.row_named(arguments["battle"]),
        arguments["side"],
        arguments["prompt"],
        random.Random(arguments["seed"]),
    )


def hints(arguments: Any, progress: kinds.Progress) -> Any:
    battle, prompt = arguments["battle"], arguments["prompt"]
    try:
        found = queries.hints(
            queries.row_named(battle), arguments["side"], prompt, arguments["outline"]
        )
    except DomainError as refused:
        raise queries.speaker_for(queries.row_named(battle)).name_words(refused) from refused
    return {"hints": found}


def ground(arguments: Any, progress: kinds.Progress) -> Any:
    ask = partial(queries.ground_for, seen_from=arguments["seen_from"])
    return _in_its_words(ask, arguments)


def nearest(arguments: Any, progress: kinds.Progress) -> Any:
    return _in_its_words(queries.nearest_for, arguments)


def _in_its_words(ask: Any, arguments: Any) -> Any:
    """Return the result of a query about an outline; a refusal uses the wording of the battle's
    rulebook.
    """
    row = queries.row_named(arguments["battle"])
    try:
        return ask(row, arguments["side"], arguments["prompt"], arguments["outline"])
    except DomainError as refused:
        raise queries.speaker_for(row).name_words(refused) from refused


def suggested_by_worker(
    *, battle: str, side: Side | None, prompt: str, seed: str, caller: str = ""
) -> Job:
    """Ask a worker to suggest an answer; return the finished or failed job.

    Waits up to 15 s, so never call it inside a transaction. Raises `no_worker` if there is no
    worker or none has finished by then.
    """
    wanted = {"battle": battle, "side": side, "prompt": prompt, "seed": seed}
    return _ended(by_worker(SUGGEST, wanted, caller=caller, timeout=SEARCH_TIMEOUT))


def hints_by_worker(
    *, battle: str, side: Side | None, prompt: str, outline: Any, caller: str = ""
) -> Job:
    """Ask a worker where an outline may not lie; return the finished or failed job.

    As `suggested_by_worker`, but waits 5 s at most and raises `no_worker` at once if many such jobs
    are queued.
    """
    wanted = {"battle": battle, "side": side, "prompt": prompt, "outline": outline}
    return asked_of_worker(HINTS, wanted, caller=caller)


def asked_of_worker(kind: str, wanted: Any, *, caller: str = "") -> Job:
    """Ask a worker one of the questions of a drag: HINTS, GROUND or NEAREST. As
    `hints_by_worker`.
    """
    return _ended(by_worker(kind, wanted, caller=caller, most=MAX_HINTS_WAITING))


def _ended(job: Job) -> Job:
    """Return the job. Raises `no_worker` if it was given up, which says nothing about the
    question.
    """
    if (job.error or {}).get("code") in GIVEN_UP:
        raise NoWorker
    return job


def register() -> None:
    kinds.register(JUDGE, judge, seconds=10)
    kinds.when_over(JUDGE, tell_check_over)
    kinds.register(BOT, move_bot, seconds=15)
    kinds.register(SUGGEST, suggest, seconds=14, tries=1)
    kinds.register(HINTS, hints, seconds=4, tries=1)
    kinds.register(GROUND, ground, seconds=4, tries=1)
    kinds.register(NEAREST, nearest, seconds=4, tries=1)
