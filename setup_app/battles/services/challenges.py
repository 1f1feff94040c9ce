"""Create, accept and withdraw challenges.

The battle opens with the acceptance: its first entry commits to both lists, and the challenger can
change nothing after seeing the other's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from setup_app.battles.challenges import points_of
from setup_app.battles.models import Battle, Challenge, ChallengeState
from setup_app.battles.services.creation import NewBattle, create_battle, setup_for
from setup_app.battles.services.limits import make_room
from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, Violation
from setup_app.identity.ownership import owner_if_any
from setup_app.identity.requesters import NOBODY, Requester
from setup_app.rulebooks import registry

Army = Mapping[str, Any]

OWN, ITS_COPY = "/sides/0", "/sides/1"


@dataclass(frozen=True)
class NewChallenge:
    """A new challenge: a battle in which both sides have the challenger's list for the time being.

    `points` are the minimum and maximum of each list's units; `listed` shows the challenge to
    everyone who looks for an opponent.
    """

    wanted: NewBattle
    points: Mapping[str, float] | None = None
    listed: bool = False


def create_challenge(*, new: NewChallenge, asker: Requester = NOBODY) -> Challenge:
    """Store a challenge.

    Raises what `create_battle` raises about its one list, and `points_out_of_range`,
    `points_not_counted`, `not_this_rulebook`, `too_many_open`.
    """
    wanted, own = new.wanted, new.wanted.sides[0]
    rulebook = registry.rulebook(wanted.rulebook)
    setup = setup_for(wanted)
    _refuse_other_rulebook(rulebook, own)
    _refuse_setup(rulebook, setup)
    _refuse_points(rulebook, own, new.points)
    make_room(asker)
    return Challenge.objects.create(
        **owner_if_any(asker),
        opened_from=asker.network,
        rulebook=rulebook.id,
        army=dict(setup.sides.first),
        wanted={
            "table": dict(setup.table),
            "base_width_mm": setup.base_width_mm,
            "settings": dict(setup.settings),
            # By default it is as far as both lists allow, and the second is not known yet.
            "until": wanted.until,
            "dice": setup.dice,
            "cards": setup.cards,
            "maps": dict(setup.maps),
            "visibility": wanted.visibility,
            "umpire": wanted.umpire,
            "closes_at": wanted.closes_at and wanted.closes_at.isoformat(),
        },
        points=None if new.points is None else dict(new.points),
        listed=new.listed,
    )


def accept_challenge(*, challenge: str, army: Army) -> Battle:
    """Accept a challenge with the second list: the battle begins with both players seated.

    The first to accept wins. Raises `already_accepted` and `withdrawn`; `not_this_rulebook`,
    `points_out_of_range` and the errors of the list. Raises `not_found`.
    """
    with transaction.atomic():
        row = _open(challenge)
        rulebook = registry.rulebook(row.rulebook)
        _refuse_other_rulebook(rulebook, army)
        wanted = replace(wanted_by(row), sides=(row.army, army))
        setup = setup_for(wanted)
        violations = rulebook.check_setup(setup)
        if violations:
            raise DomainError(violations[0].code, violations[0].params, violations=violations)
        _refuse_points(rulebook, army, row.points)
        battle = create_battle(
            wanted=wanted, asker=Requester(row.account_id, row.owner_key), seated=SIDES
        )
        row.state, row.battle = ChallengeState.ACCEPTED, battle
        row.save(update_fields=["state", "battle"])
    return battle


def wanted_by(row: Challenge) -> NewBattle:
    """Return the battle that a challenge is to become, with the challenger's list on both sides."""
    wanted = dict(row.wanted)
    closes_at = wanted.pop("closes_at")
    return NewBattle(
        rulebook=row.rulebook,
        sides=(row.army, row.army),
        closes_at=closes_at and datetime.fromisoformat(closes_at),
        **wanted,
    )


def withdraw_challenge(*, challenge: str) -> None:
    """Withdraw a challenge, so that no one can accept it any more. A repeated call has no effect.

    Raises `already_accepted`, `not_found`.
    """
    with transaction.atomic():
        row = _locked(challenge)
        if row.state == ChallengeState.ACCEPTED:
            raise DomainError("already_accepted")
        row.state = ChallengeState.WITHDRAWN
        row.save(update_fields=["state"])


def withdraw_old_challenges(now: datetime) -> int:
    """Withdraw the challenges that no one has accepted within `CHALLENGE_DAYS`; return their
    number.

    Their makers have long played someone else, or no longer play. With 0 days they stay for good.
    """
    if not settings.CHALLENGE_DAYS:
        return 0
    long_ago = now - timedelta(days=settings.CHALLENGE_DAYS)
    return Challenge.objects.filter(state=ChallengeState.OPEN, created__lt=long_ago).update(
        state=ChallengeState.WITHDRAWN
    )


def _locked(challenge: str) -> Challenge:
    row = Challenge.objects.select_for_update().filter(public_id=challenge).first()
    if row is None:
        raise DomainError("not_found")
    return row


def _open(challenge: str) -> Challenge:
    row = _locked(challenge)
    if row.state != ChallengeState.OPEN:
        taken = row.state == ChallengeState.ACCEPTED
        raise DomainError("already_accepted" if taken else "withdrawn")
    return row


def _refuse_other_rulebook(rulebook: Rulebook, army: Army) -> None:
    """Raise `not_this_rulebook` before a rulebook judges the list of another."""
    stated = army.get("rulebook", rulebook.id)
    if stated != rulebook.id:
        raise DomainError(
            "not_this_rulebook", {"found": str(stated)[:60], "wanted": rulebook.title}
        )


def _refuse_points(rulebook: Rulebook, army: Army, points: Mapping[str, float] | None) -> None:
    """Raise the errors of a list's points, which only count in a list that is legal."""
    if points is None:
        return
    found = points_of(rulebook, army)
    if found is None:
        raise DomainError("points_not_counted", {"rulebook": rulebook.title})
    if not points["least"] <= found <= points["most"]:
        raise DomainError("points_out_of_range", {"found": found, **points})


def _refuse_setup(rulebook: Rulebook, setup: BattleSetup) -> None:
    """Raise the errors of everything but the list that is still missing."""
    found: list[Violation] = []
    for each in rulebook.check_setup(setup):
        path = str(each.params.get("path", ""))
        if path.startswith(ITS_COPY):
            continue
        if path.startswith(OWN):
            each = replace(each, params={**each.params, "path": path.replace(OWN, "/side", 1)})
        found.append(each)
    if found:
        raise DomainError(found[0].code, found[0].params, violations=tuple(found))
