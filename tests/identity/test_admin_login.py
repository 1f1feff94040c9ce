"""The admin's login limits how often a password can be tried."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from setup_app.identity.admin_login import PER_ADDRESS, PER_NAME
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db

LOGIN = "/admin/login/"
RIGHT = {"username": "Owner", "password": "the right one"}


@pytest.fixture(autouse=True)
def _owner(redis_server: PrivateRedis) -> None:
    redis_server.empty()
    User.objects.create_superuser("Owner", password=RIGHT["password"])


def attempt(number: int = 1, **sent: str) -> Any:
    client = Client(REMOTE_ADDR=f"192.0.2.{number}")
    return client.post(LOGIN, {**RIGHT, **sent})


def test_the_right_password_is_let_in() -> None:
    assert attempt().status_code == 302


def test_one_name_is_tried_from_many_addresses_only_so_often() -> None:
    for number in range(PER_NAME):
        # A name in other capitals counts as the same one.
        wrong = attempt(number, username=("owner", "Owner")[number % 2], password=f"guess {number}")
        assert "Too many attempts" not in wrong.content.decode()

    # A window of the count may end here: then one more is let through, once.
    last = [attempt(100 + number) for number in range(2)]

    assert last[1].status_code == 200
    assert "Too many attempts. Try again in 15 minutes." in last[1].content.decode()


def test_one_address_tries_many_names_only_so_often() -> None:
    for number in range(PER_ADDRESS):
        attempt(username=f"name {number}", password="a guess")

    last = [attempt() for _ in range(2)]

    assert "Too many attempts" in last[1].content.decode()
    assert attempt(2).status_code == 302


def test_without_redis_the_owner_gets_in(without_redis: PrivateRedis) -> None:
    assert attempt().status_code == 302
