"""Is whatever is stored owned in one way, and does it stay whose it was?"""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections
from django.test import Client

from setup_app.armies.models import ArmyList
from setup_app.battles.models import Battle
from setup_app.identity.ownership import NotThere, own, owner_if_any
from setup_app.identity.requesters import NOBODY, Asker
from setup_app.layouts.models import LaidTable
from tests.older import older_database


def battle(asker: Asker) -> Battle:
    return Battle.objects.create(revision=1, setup={}, **owner_if_any(asker))


@pytest.mark.django_db
def test_battles_and_tables_are_found_as_lists_are_by_their_owner_alone() -> None:
    anna = Asker(User.objects.create_user("anna").pk)
    browser = Asker(key="a browser's")
    for asker, other in ((anna, browser), (browser, anna)):
        rows = (battle(asker), LaidTable.objects.create(wish={}, **owner_if_any(asker)))
        for row in rows:
            assert own(type(row), asker, row.public_id) == row
            for stranger in (other, NOBODY):
                with pytest.raises(NotThere):
                    own(type(row), stranger, row.public_id)


@pytest.mark.django_db
def test_what_a_stranger_begins_is_nobodys() -> None:
    row = battle(NOBODY)

    assert (row.account_id, row.owner_key) == (None, "")
    assert not any(row.is_of(asker) for asker in (NOBODY, Asker(1), Asker(key="any")))


@pytest.mark.django_db
def test_with_an_account_go_its_lists_and_not_what_others_hold_links_of() -> None:
    user = User.objects.create_user("anna")
    anna = Asker(user.pk)
    ArmyList.objects.create(stated={}, **owner_if_any(anna))
    rows = (battle(anna), LaidTable.objects.create(wish={}, **owner_if_any(anna)))

    user.delete()

    assert not ArmyList.objects.exists()
    for row in rows:
        row.refresh_from_db()
        assert row.account_id is None


@pytest.mark.django_db
def test_a_browsers_key_opens_no_battle_to_a_program() -> None:
    client = Client()
    session = client.session
    session["owner_key"] = "a browser's"
    session.save()
    row = battle(Asker(key="a browser's"))

    assert client.get(f"/api/v1/battles/{row.public_id}/").status_code == 404
    assert client.get("/api/v1/battles/").json()["results"] == []


def test_battles_and_tables_of_the_former_version_keep_owner_and_id(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    former = (("battles", "0004_messages"), ("layouts", "0001_laid_tables"))
    with django_db_blocker.unblock(), older_database(tmp_path, *former) as apps:
        accounts = apps.get_model("auth", "User").objects.using("older")
        anna = accounts.create(username="anna")
        battles = apps.get_model("battles", "Battle").objects.using("older")
        for public_id, owner in (("abcdefghjkmnpq", anna), ("rstuvwxyz23456", None)):
            battles.create(public_id=public_id, revision=1, setup={}, owner=owner)
        tables = apps.get_model("layouts", "LaidTable").objects.using("older")
        for public_id, account, key in (("hers", anna, ""), ("a-browsers", None, "a key")):
            tables.create(public_id=public_id, wish={}, account=account, owner_key=key)

        call_command("migrate", database="older", verbosity=0)

        named = ("public_id", "account__username", "owner_key")
        kept = [
            *Battle.objects.using("older").order_by("pk").values_list(*named),
            *LaidTable.objects.using("older").order_by("pk").values_list(*named),
        ]
        connections["older"].close()
    assert kept == [
        ("abcdefghjkmnpq", "anna", ""),
        ("rstuvwxyz23456", None, ""),
        ("hers", "anna", ""),
        ("a-browsers", None, "a key"),
    ]
