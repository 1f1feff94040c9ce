"""Is whatever is stored owned in one way, and does it stay whose it was?"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from setup_app.armies.models import ArmyList
from setup_app.battles.models import Battle
from setup_app.identity.ownership import NotThere, own, owner_if_any
from setup_app.identity.requesters import NOBODY, Requester
from setup_app.layouts.models import SavedTable


def battle(asker: Requester) -> Battle:
    return Battle.objects.create(revision=1, setup={}, **owner_if_any(asker))


@pytest.mark.django_db
def test_battles_and_tables_are_found_as_lists_are_by_their_owner_alone() -> None:
    anna = Requester(User.objects.create_user("anna").pk)
    browser = Requester(key="a browser's")
    for asker, other in ((anna, browser), (browser, anna)):
        rows = (battle(asker), SavedTable.objects.create(wish={}, **owner_if_any(asker)))
        for row in rows:
            assert own(type(row), asker, row.public_id) == row
            for stranger in (other, NOBODY):
                with pytest.raises(NotThere):
                    own(type(row), stranger, row.public_id)


@pytest.mark.django_db
def test_what_a_stranger_begins_is_nobodys() -> None:
    row = battle(NOBODY)

    assert (row.account_id, row.owner_key) == (None, "")
    assert not any(row.is_of(asker) for asker in (NOBODY, Requester(1), Requester(key="any")))


@pytest.mark.django_db
def test_with_an_account_go_its_lists_and_not_what_others_hold_links_of() -> None:
    user = User.objects.create_user("anna")
    anna = Requester(user.pk)
    ArmyList.objects.create(stated={}, **owner_if_any(anna))
    rows = (battle(anna), SavedTable.objects.create(wish={}, **owner_if_any(anna)))

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
    row = battle(Requester(key="a browser's"))

    assert client.get(f"/api/v1/battles/{row.public_id}/").status_code == 404
    assert client.get("/api/v1/battles/").json()["results"] == []
