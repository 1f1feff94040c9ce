"""Do secrets stay out of what the server's owner reads by the way: its log, its admin?

He can read every seed and hand in the database, and the documents say so. But a log is kept for
years and pasted into questions, and an admin page lies open on a desk.
"""

from __future__ import annotations

import io
import logging
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from config.logs import WithoutTokens
from setup_app.battles.models import Battle as Row
from setup_app.battles.models import LogEntry, Submission, SubmissionState
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import KIND, Seat
from setup_app.battles.services import NewBattle
from setup_app.engine.battle import Move
from setup_app.engine.hidden import Secret
from tests.battles.callers import Caller, begin
from tests.battles.stored_twins import answered_otherwise, stored
from tests.battles.wire import Wire
from tests.processes import Worker
from tests.rulebooks.pbs.test_non_interference import SEED, army, game

pytestmark = pytest.mark.django_db(transaction=True)

COLOUR = re.compile(r"\b(black|white|green|yellow|red)\b")
LISTED = ("Hastati", "Triarii", "Laelius", "Scipio")
TOKEN = re.compile(KIND.shape.pattern.strip("^$"))


@contextmanager
def server_log() -> Iterator[io.StringIO]:
    """What the server's own handler writes with LOG_LEVEL=DEBUG."""
    root = logging.getLogger()
    ours = [
        handler
        for handler in root.handlers
        if any(isinstance(each, WithoutTokens) for each in handler.filters)
    ]
    assert ours, "the handler of the settings is not there"
    (handler,) = ours
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    stream, level = handler.setStream(written), root.level
    root.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        root.setLevel(level)
        handler.setStream(stream)


def secrets_in(log: str, row: Row) -> list[str]:
    """The lines that hold a seed, a card, something of a closed list, or a token."""
    seed = bytes(row.seed).hex()
    codes = [tokens.token(row, seat).rsplit("-", 1)[1] for seat in Seat]
    told = (*LISTED, seed, *codes)
    return [
        line
        for line in log.splitlines()
        if COLOUR.search(line) or TOKEN.search(line) or any(each in line for each in told)
    ]


def test_a_battle_over_http_leaves_no_secret_in_the_servers_log(worker: Worker) -> None:
    given = game()
    with server_log() as log:
        table = begin(
            {
                "rulebook": "pbs-2023.1",
                "table": dict(given.table),
                "sides": [dict(given.sides[0]), dict(given.sides[1])],
            }
        )
        table.play_on(random.Random(8))
        row = Row.objects.get(public_id=table.id)
        for seat in Seat:
            Client().get(f"/b/{table.id}/seat/{tokens.token(row, seat)}/")
            Client().get(f"/b/{table.id}/seat/{tokens.token(row, seat)}x/")
            Client().get(f"/b/{table.id}/state/?token={tokens.token(row, seat)}")
            Caller(f"{tokens.token(row, seat)}x").get(table.path)
        table.move(0, "1-sit_down-0", {"card": "red"}, expected_version=1)
        table.seats[0].post(f"{table.path}moves/", b'{"answer": "red')

    assert "Not Found: /b/" in log.getvalue()
    assert secrets_in(log.getvalue(), row) == []
    # The worker judged what was placed, and writes whatever it can.
    assert Submission.objects.filter(battle=row, state=SubmissionState.PLAYED).exists()
    assert " DEBUG " in worker.log.read_text()
    assert secrets_in(worker.log.read_text(), row) == []


def test_a_log_that_does_not_replay_is_reported_without_what_it_holds() -> None:
    battle = answered_otherwise("play_day_card").one
    with stored(battle) as row, server_log() as log:
        drawn = LogEntry.objects.filter(battle=row, kind="pbs_cards").first()
        assert drawn is not None
        drawn.value = ["Hastati"] * len(drawn.value)
        drawn.save()

        answer = Caller().get(f"battles/{row.public_id}/")

        assert answer.json()["read_only"]
        assert "does not replay" in log.getvalue()
        assert secrets_in(log.getvalue(), row) == []
        assert b"Hastati" not in answer.content


def test_what_holds_a_secret_is_printed_without_it() -> None:
    battle = answered_otherwise("keep_cards").one
    printed = "\n".join(
        map(
            repr,
            (
                Secret(0, "Hastati", face=1),
                Move("1-garrison-0", 1, {"units": ["Hastati"]}),
                NewBattle(rulebook="pbs", sides=(army("A"), army("B")), table={}),
                battle.setup,
                tokens.Claim("b", Seat.FIRST, "Hastati"),
                *(entry for entry in battle.entries if entry.secret),
                *battle.askings(),
                *(battle.run.situation.hands or ()),
            ),
        )
    )

    assert "Hastati" not in printed
    assert not re.search(r"'(black|white|green|yellow|red)'", printed.split("settings=")[0])


def admin_pages(client: Client) -> Iterator[tuple[str, str]]:
    index = client.get("/admin/")
    yield "/admin/", index.content.decode()
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for path in (
            reverse(f"{name}_changelist"),
            *(
                reverse(f"{name}_change", args=[pk])
                for pk in model._default_manager.values_list("pk", flat=True)[:3]
            ),
        ):
            # A page that the admin does not show leads to its first page.
            answer = client.get(path, follow=True)
            assert answer.status_code == 200, path
            yield path, answer.content.decode()


def test_the_admin_shows_no_seed_no_hand_no_list_and_no_token(client: Client) -> None:
    owner = User.objects.create_superuser("owner", password="tested")
    key = Token.objects.create(user=owner).key
    assert Caller().post("armies/", army("Rome")).status_code == 201
    challenge = {
        "rulebook": "pbs-2023.1",
        "side": army("Rome"),
        "table": {"width": 45, "depth": 30},
    }
    token = Caller().post("challenges/", challenge).json()["token"]
    client.force_login(owner)
    with stored(answered_otherwise("garrison").one) as row:
        told = (*LISTED, SEED.hex(), row.digest, key, token.rsplit("-", 1)[1])
        codes = [tokens.token(row, seat).rsplit("-", 1)[1] for seat in Seat]

        pages = dict(admin_pages(client))

        assert any(row.public_id in page for page in pages.values())
        assert {
            (path, each) for path, page in pages.items() for each in (*told, *codes) if each in page
        } == set()


@pytest.mark.parametrize(
    ("model", "guess"),
    [
        ("battles/battle", "seed__gte"),
        ("battles/battle", "digest__startswith"),
        ("battles/battle", "setup__sides__0__name__startswith"),
        ("battles/battle", "entries__value__contains"),
        ("battles/challenge", "setup__icontains"),
        ("maps/pbsmap", "cells__icontains"),
    ],
)
def test_the_admin_filters_by_nothing_that_it_does_not_show(
    client: Client, model: str, guess: str
) -> None:
    client.force_login(User.objects.create_superuser("owner", password="tested"))

    assert client.get(f"/admin/{model}/", {guess: "a"}).status_code == 400
    offered = "territory" if model == "maps/pbsmap" else "rulebook"
    assert client.get(f"/admin/{model}/", {offered: "x"}).status_code == 200


@pytest.mark.parametrize("path", ["/api/schema/", "/healthz", "/api/docs/", "/api/v1/rulebooks/"])
def test_what_is_no_battles_says_nothing_of_any(path: str, live_server: Any) -> None:
    before = Wire(live_server.url).get(path)
    with stored(answered_otherwise("garrison").one, visibility="public"):
        after = Wire(live_server.url).get(path)

    assert (before.status, before.body) == (200, after.body)
