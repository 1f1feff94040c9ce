"""Which work do workers do for battles? Thin: each takes plain data and calls one service."""

from __future__ import annotations

import random
from typing import Any

from setup_app.battles import queries, services
from setup_app.battles.services.bots import BOT
from setup_app.battles.services.playing import JUDGE, judge_submission
from setup_app.jobs import kinds
from setup_app.script.errors import DomainError

SUGGEST = "battles.suggest"


def judge(arguments: Any, progress: kinds.Progress) -> Any:
    try:
        return judge_submission(arguments["submission"])
    except DomainError as refused:
        # Kept as a problem that somebody reads: in the rulebook's words.
        raise queries.speaker_of(arguments["submission"]).name_words(refused) from refused


def move_bot(arguments: Any, progress: kinds.Progress) -> Any:
    return {"version": services.bot_move(battle=arguments["battle"], chooser=random.Random())}


def suggest(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.suggestion(
        queries.row_named(arguments["battle"]),
        arguments["side"],
        arguments["prompt"],
        random.Random(arguments["seed"]),
    )


def register() -> None:
    kinds.register(JUDGE, judge, seconds=10)
    kinds.register(BOT, move_bot, seconds=15)
    kinds.register(SUGGEST, suggest, seconds=14, tries=1)
