"""The stored generals are those of the lists, and only readers of a list see them."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from setup_app.armies.exports import as_csv
from setup_app.armies.models import ArmyList, General
from setup_app.armies.rulebooks import read_list
from setup_app.armies.services import load_samples
from setup_app.engine.values import as_stored
from tests.armies.lists import SMALL, small
from tests.armies.test_other_rulebooks import FORD

pytestmark = pytest.mark.django_db

HIDDEN = small(
    name="A list of one's own",
    commander={"name": "Vercingetorix", "level": "legendary"},
    generals=[{"name": "Commius", "level": "mediocre", "type": "tribal"}],
)
Row = tuple[int, str, str, str, bool]


def stated_in(army: Mapping[str, Any]) -> list[Row]:
    """The rows that a list of the first rulebook should have, read from the list itself."""
    commander = army["commander"]
    return [
        (0, commander["name"], commander["level"], "", True),
        *(
            (place, each["name"], each["level"], each["type"], False)
            for place, each in enumerate(army["generals"], start=1)
        ),
    ]


def stored_of(holder: Any) -> list[Row]:
    """The rows of a list, or of a version."""
    return list(holder.generals.values_list("position", "name", "level", "kind", "is_commander"))


def all_equal() -> int:
    """How many lists there are, each of which has its own generals as rows and no others."""
    lists = list(ArmyList.objects.all())
    assert [stored_of(each) for each in lists] == [stated_in(each.stated) for each in lists]
    assert General.objects.count() == sum(1 + len(each.stated["generals"]) for each in lists)
    return len(lists)


def created(client: Client, army: Any) -> str:
    answer = client.post("/api/v1/armies/", army, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


def owner() -> Client:
    """The owner of the server in the admin, which writes down what they delete."""
    # Kinds of row that an earlier test stored are remembered, and no longer there.
    ContentType.objects.clear_cache()
    browser = Client()
    browser.force_login(User.objects.create_superuser("owner", password="tested"))
    return browser


def test_rows_and_lists_are_equal_however_a_list_is_written(client: Client) -> None:
    load_samples()
    samples = all_equal()
    changed = created(client, SMALL)
    both = {"text": json.dumps([HIDDEN, small(generals=[])])}
    answer = client.post("/api/v1/armies/import/", both, content_type="application/json")
    assert answer.status_code == 201
    client.post("/armies/import/", {"text": as_csv(read_list(HIDDEN))})
    assert all_equal() == samples + 4

    path = f"/api/v1/armies/{changed}/"
    assert client.put(path, HIDDEN, content_type="application/json").status_code == 200
    assert stored_of(ArmyList.objects.get(public_id=changed)) == stated_in(HIDDEN)
    wrong = client.put(path, small(pbs_cards=-1), content_type="application/json")
    assert wrong.status_code == 422
    ArmyList.objects.filter(public_id="numidians").update(name="An older edition")
    assert load_samples() == ("numidians",)
    assert all_equal() == samples + 4
    assert client.delete(path).status_code == 204
    assert all_equal() == samples + 3


def test_lists_of_another_rulebook_have_the_generals_that_it_reads(client: Client) -> None:
    created(client, FORD)

    assert stored_of(ArmyList.objects.get()) == [(0, "Piso", "", "", True)]


def test_the_admin_finds_the_generals_of_samples_and_no_others(client: Client) -> None:
    load_samples()
    own = ArmyList.objects.get(public_id=created(client, HIDDEN))
    browser, listed = owner(), "/admin/armies/general/"

    assert "Bomilcar" in browser.get(listed, {"q": "bomil"}).content.decode()
    assert "Gaius Marius" in browser.get(listed, {"level": "legendary"}).content.decode()
    path = f"/admin/armies/armylist/{own.pk}/"
    pages = [
        *(browser.get(each) for each in (listed, f"{listed}?all=", f"{path}change/")),
        *(browser.get(f"{listed}{each.pk}/change/", follow=True) for each in own.generals.all()),
        *(browser.get(f"{listed}{each.pk}/history/", follow=True) for each in own.generals.all()),
    ]
    told = [page.content.decode() for page in pages]
    assert [page.status_code for page in pages] == [200] * 7
    assert [page for page in told if "Vercingetorix" in page or "Commius" in page] == []
    assert "0 generals" in browser.get(listed, {"q": "Commius"}).content.decode()
    # How many generals a list has is part of it.
    deleting = browser.get(f"{path}delete/").content.decode().split('<main id="content-start"')[1]
    assert own.public_id in deleting or own.name in html.unescape(deleting)
    assert "eneral" not in deleting


@pytest.mark.parametrize(
    "guess",
    [
        "stated__commander__name__startswith",
        "stated__commander__name",
        "generals__name__startswith",
        "generals__level",
    ],
)
def test_the_admin_answers_no_guess_at_a_hidden_list(client: Client, guess: str) -> None:
    created(client, HIDDEN)
    browser = owner()

    answer = browser.get("/admin/armies/armylist/", {guess: "Vercingetorix"})

    assert answer.status_code == 400
    assert browser.get("/admin/armies/armylist/", {"is_sample__exact": "0"}).status_code == 200


def test_the_admin_deletes_a_list_with_its_generals_and_no_general_alone(client: Client) -> None:
    load_samples()
    own = ArmyList.objects.get(public_id=created(client, HIDDEN))
    sample = General.objects.exclude(army_list=own)[0]
    browser = owner()

    alone = browser.post(f"/admin/armies/general/{sample.pk}/delete/", {"post": "yes"})
    assert alone.status_code == 403
    gone = browser.post(f"/admin/armies/armylist/{own.pk}/delete/", {"post": "yes"})
    assert gone.status_code == 302
    assert not General.objects.filter(army_list=own.pk).exists()
    all_equal()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_migrations_fill_both_tables_from_the_lists_that_are_there() -> None:
    before = [("armies", "0001_initial"), ("events", "0002_entry_vouched")]
    after = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = MigrationExecutor(connection).migrate(before).apps
        lists = old.get_model("armies", "ArmyList")
        stored = as_stored(read_list(HIDDEN))
        lists.objects.bulk_create(
            lists(public_id=f"list-{at}", rulebook=army["rulebook"], name="x", stated=army)
            for at, army in enumerate([stored, FORD, *[small(generals=[])] * 600])
        )
        event = old.get_model("events", "Event").objects.create(
            name="Ides",
            rulebook="pbs-2023.1",
            table={},
            base_width_mm=40,
            tables=1,
            rounds=1,
            lists={},
            scoring={},
            tie_breaks=[],
        )
        entry = old.get_model("events", "Entry").objects.create(event=event, number=1, name="Piso")
        old.get_model("events", "Version").objects.create(
            entry=entry, number=1, submitted=event.created, commitment="0" * 64, army=stored
        )

    finally:
        MigrationExecutor(connection).migrate(after)

    # The state that `migrate` returns lacks some relations of models that it changed in steps.
    new = MigrationExecutor(connection).loader.project_state(after).apps
    lists = new.get_model("armies", "ArmyList").objects.order_by("pk")
    first, ford, *others = lists
    assert stored_of(first) == stated_in(stored)
    assert stored_of(ford) == [(0, "Piso", "", "", True)]
    assert new.get_model("armies", "General").objects.count() == 3 + 600
    assert [stored_of(each) for each in (others[0], others[-1])] == [
        stated_in(small(generals=[]))
    ] * 2
    assert stored_of(new.get_model("events", "Version").objects.get()) == stated_in(stored)
