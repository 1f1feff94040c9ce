"""How many battles may one have under way, where the server's owner says a number?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from setup_app.armies.services import load_samples
from setup_app.battles.models import Battle, Challenge, ChallengeState
from setup_app.battles.services import withdraw_old_challenges
from tests.battles.callers import SKIRMISH

pytestmark = pytest.mark.django_db


def begun(client: Client, **headers: str) -> Any:
    """What comes of asking for one more battle."""
    return client.post("/api/v1/battles/", SKIRMISH, content_type="application/json", **headers)


def challenged(client: Client, **headers: str) -> Any:
    """What comes of challenging whoever accepts."""
    wanted = {name: value for name, value in SKIRMISH.items() if name != "sides"}
    body = {**wanted, "side": SKIRMISH["sides"][0]}
    return client.post("/api/v1/challenges/", body, content_type="application/json", **headers)


def refused(answer: Any) -> bool:
    if answer.status_code == 201:
        return False
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_open")
    return True


def test_any_number_unless_it_is_said() -> None:
    assert [begun(Client()).status_code for _ in range(3)] == [201, 201, 201]


def test_a_program_without_account_has_room_for_so_many_by_its_address(settings: Any) -> None:
    settings.OPEN_BATTLES = 2

    answers = [begun(Client()) for _ in range(3)]

    assert [refused(answer) for answer in answers] == [False, False, True]
    assert not refused(begun(Client(REMOTE_ADDR="192.0.2.7")))
    Battle.objects.update(created=timezone.now() - timedelta(days=1, minutes=1))
    assert not refused(begun(Client()))


def test_an_account_has_room_for_so_many_whatever_its_address(settings: Any) -> None:
    settings.OPEN_BATTLES = 1
    client = Client()
    client.force_login(User.objects.create_user("anna"))

    assert not refused(begun(client))
    assert refused(begun(client, REMOTE_ADDR="192.0.2.7"))
    Battle.objects.update(finished=timezone.now())
    assert not refused(begun(client))


def test_all_of_one_address_together_have_room_for_so_many(settings: Any) -> None:
    settings.OPEN_BATTLES_PER_ADDRESS = 1
    client = Client()
    client.force_login(User.objects.create_user("anna"))

    assert not refused(begun(client))
    assert refused(begun(Client()))
    assert not refused(begun(Client(REMOTE_ADDR="192.0.2.7")))


def test_the_address_itself_is_not_kept() -> None:
    begun(Client(REMOTE_ADDR="192.0.2.7"))

    kept = Battle.objects.get().opened_from

    assert len(kept) == 16
    assert "192" not in kept[:3]


def test_a_browser_past_it_is_told_on_its_page(settings: Any) -> None:
    settings.OPEN_BATTLES = 1
    load_samples()
    browser = Client()
    assert browser.post("/battles/try/").status_code == 302

    answer = browser.post("/battles/try/")

    assert "limit on unfinished battles and open challenges (1)." in answer.content.decode()
    assert Battle.objects.count() == 1


def test_an_open_challenge_counts_as_the_battle_that_it_is_to_become(settings: Any) -> None:
    settings.OPEN_BATTLES = 2

    answers = [challenged(Client()), begun(Client()), challenged(Client()), begun(Client())]

    assert [refused(answer) for answer in answers] == [False, False, True, True]
    Challenge.objects.update(state=ChallengeState.WITHDRAWN)
    assert not refused(challenged(Client()))


def test_a_challenge_that_nobody_accepts_is_withdrawn_in_the_end(settings: Any) -> None:
    for days in (29, 31):
        row = challenged(Client()).json()["challenge"]["id"]
        long_ago = timezone.now() - timedelta(days=days)
        Challenge.objects.filter(public_id=row).update(created=long_ago)

    assert settings.CHALLENGE_DAYS == 0
    assert withdraw_old_challenges(timezone.now()) == 0
    settings.CHALLENGE_DAYS = 30
    assert withdraw_old_challenges(timezone.now()) == 1

    states = list(Challenge.objects.order_by("created").values_list("state", flat=True))
    assert states == [ChallengeState.WITHDRAWN, ChallengeState.OPEN]
