"""Moves of a bot, by the services that a player's moves use."""

from __future__ import annotations

import random

from setup_app.battles import battle_cache
from setup_app.battles.repository import load, row_named
from setup_app.battles.services.bots import errand_of
from setup_app.battles.services.end import close
from setup_app.battles.services.moves import play
from setup_app.battles.services.proposals import answer_proposal
from setup_app.engine.battle import Move
from setup_app.engine.errors import DomainError


def bot_move(*, battle: str, chooser: random.Random) -> int | None:
    """Do the bot's next task and return the new version; None without a task."""
    with battle_cache.holding():
        return _errand_done(battle, chooser)


def _errand_done(battle: str, chooser: random.Random) -> int | None:
    row = row_named(battle)
    side = row.bot_side
    if side is None or row.read_only:
        return None
    played = load(row)
    errand = errand_of(row, played, side)
    if errand is None:
        return None
    try:
        if errand.proposal is not None:
            return answer_proposal(battle=battle, side=side, proposal=errand.proposal, accept=True)
        if errand.prompt is None:
            return close(battle=battle, side=side)
        suggested = played.suggest(side, errand.prompt, chooser)
        move = Move(errand.prompt, played.version, suggested.answer)
        return play(battle=battle, side=side, move=move).version
    except DomainError as refused:
        battle_cache.discard()
        # The battle moved on meanwhile, and that move has stored a job for the bot.
        if refused.code in ("already_answered", "prompt_not_open", "stale_version", "checking"):
            return None
        raise
