"""Do lists and keys survive the upgrade from the version that kept them otherwise?"""

import uuid
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from setup_app.armies.models import ArmyList
from setup_app.battles.idempotency import Outcome
from setup_app.idempotency.models import KeyedRequest
from setup_app.identity.callers import caller_of
from setup_app.rulebooks.pbs_2023_1.armies import army_as_json, read_army
from tests.armies.lists import SMALL, small
from tests.older import older_database

OLD = [("armies", "0002_answered_request"), ("battles", "0002_bot_job_index")]


@pytest.fixture
def older(tmp_path: Path, django_db_blocker: Any) -> Iterator[Any]:
    """The models of the former version, and the connection `older` to a database as it left it."""
    with django_db_blocker.unblock(), older_database(tmp_path, *OLD) as apps:
        yield apps


def store(apps: Any, stated: dict[str, Any], **more: Any) -> None:
    names = ("name", "player", "rulebook", "home", "pbs_cards", "scouting", "camp", "points")
    lists = apps.get_model("armies", "ArmyList").objects.using("older")
    row = lists.create(
        **{name: stated[name] for name in names},
        commander_name=stated["commander"]["name"],
        commander_level=stated["commander"]["level"],
        settlement=stated["settlement"] or "",
        **more,
    )
    for name in ("General", "Unit"):
        rows = apps.get_model("armies", name).objects.using("older")
        for place, each in enumerate(stated[f"{name.lower()}s"]):
            rows.create(army=row, position=place, **each)


def test_every_list_comes_out_as_it_was_stated(older):
    bare = small(generals=[], units=[], settlement=None, camp=False, player="")
    whole = [army_as_json(read_army(stated)) for stated in (SMALL, bare)]
    for number, stated in enumerate(whole):
        store(older, stated, public_id=str(number), owner_key="a key")
    before = older.get_model("armies", "ArmyList").objects.using("older")
    changed = sorted(before.values_list("changed_at"))

    call_command("migrate", "armies", database="older", verbosity=0)

    kept = ArmyList.objects.using("older").order_by("pk")
    assert [row.stated for row in kept] == whole
    assert [(row.public_id, row.owner_key) for row in kept] == [("0", "a key"), ("1", "a key")]
    assert sorted(kept.values_list("changed_at")) == changed


def test_every_key_is_answered_as_before(older):
    battles = older.get_model("battles", "Battle").objects.using("older")
    battle = battles.create(public_id="abcdefghjkmnpq", revision=1, setup={})
    rows = older.get_model("battles", "IdempotentRequest").objects.using("older")
    now, job = timezone.now(), uuid.uuid4()
    common = {"body_hash": "h", "created": now}
    rows.create(caller="", key="begun", kind="created", battle=battle, version=3, **common)
    rows.create(caller="c", key="judged", kind="view", job=job, **common)
    refusal = {"code": "stale_version", "params": {"version": 4}, "violations": []}
    rows.create(caller="c", key="refused", kind="refused", refusal=refusal, **common)
    answers = older.get_model("armies", "AnsweredRequest").objects.using("older")
    answers.create(caller="user:7", key="k", body_hash="h", status=201, answer={"id": "a"})
    answers.create(caller="", key="begun", body_hash="other", status=201, answer={})

    call_command("migrate", database="older", verbosity=0)

    kept = {
        (row.caller, row.key): (row.outcome, row.refusal, row.body_hash)
        for row in KeyedRequest.objects.using("older")
    }
    anna = SimpleNamespace(auth=None, user=SimpleNamespace(is_authenticated=True, pk=7))
    begun = asdict(Outcome("created", battle="abcdefghjkmnpq", version=3))
    judged = {**asdict(Outcome("view")), "job": str(job)}
    answer = {"status": 201, "body": {"id": "a"}, "owner_key": ""}
    assert kept == {
        ("", "begun"): (begun, None, "h"),
        ("c", "judged"): (judged, None, "h"),
        ("c", "refused"): (None, refusal, "h"),
        (caller_of(anna), "k"): (answer, None, "h"),
    }
    assert KeyedRequest.objects.using("older").get(key="judged").created == now
