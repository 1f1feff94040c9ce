"""Everything that can be done to a battle, one transaction each, with side effects after the
commit.
"""

from setup_app.battles.services.bot_moves import bot_move
from setup_app.battles.services.bots import wake_bots
from setup_app.battles.services.challenges import (
    NewChallenge,
    accept_challenge,
    create_challenge,
    withdraw_challenge,
    withdraw_old_challenges,
)
from setup_app.battles.services.creation import (
    NewBattle,
    create_battle,
    disown,
    rematch,
    show_battles,
    store_log,
)
from setup_app.battles.services.end import close, close_due, open_envelope, resign
from setup_app.battles.services.messages import say
from setup_app.battles.services.moves import (
    Sent,
    apply_verdict,
    forget_submissions,
    play,
    propose_as_placed,
)
from setup_app.battles.services.proposals import answer_proposal, propose_back, propose_stop, undo
from setup_app.battles.services.replays import replay_stored

__all__ = [
    "NewBattle",
    "NewChallenge",
    "Sent",
    "accept_challenge",
    "answer_proposal",
    "apply_verdict",
    "bot_move",
    "close",
    "close_due",
    "create_battle",
    "create_challenge",
    "disown",
    "forget_submissions",
    "open_envelope",
    "play",
    "propose_as_placed",
    "propose_back",
    "propose_stop",
    "rematch",
    "replay_stored",
    "resign",
    "say",
    "show_battles",
    "store_log",
    "undo",
    "wake_bots",
    "withdraw_challenge",
    "withdraw_old_challenges",
]
