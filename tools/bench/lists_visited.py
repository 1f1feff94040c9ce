"""Fill a database with rows and answer requests from standard input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from setup_app.battles.models import Battle

AT_ONCE = 1000
LONG_LOG = [{"code": "selected", "params": {"type": "woods"}}] * 150
"""As many bytes as the log of a generated table, of which a list shows none."""


def main(rows: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    call_command("migrate", verbosity=0)
    call_command("load_samples", verbosity=0)
    visitor = Client()
    visitor.force_login(_fill(rows))
    with connection.cursor() as cursor:
        # Autovacuum does this automatically a minute later.
        cursor.execute("VACUUM" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
    for line in sys.stdin:
        answer = visitor.get(line.strip())
        print(answer.status_code, flush=True)


def _fill(rows: int) -> User:
    """Store an organiser's battles, half of them public, and as many tables and lists of others."""
    from django.contrib.auth.models import User

    from setup_app.armies.models import ArmyList
    from setup_app.battles.models import Battle
    from setup_app.layouts.models import SavedTable
    from setup_app.maps.models import PbsMap

    owner = User.objects.create_user("organiser")
    battle, army = _battle(), ArmyList.objects.filter(is_sample=True)[0]
    map_ = PbsMap.objects.filter(is_official=True)[0]
    wish = {
        "rulebook": "pbs-2023.1",
        "territory": "plains",
        "density": "normal",
        "flank": [],
        "policy": "random",
        "seed": "7",
    }
    for first in range(0, rows, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, rows))
        Battle.objects.bulk_create(
            Battle(
                rulebook=battle.rulebook,
                revision=battle.revision,
                setup=battle.setup,
                account=owner,
                version=1,
                visibility=("public", "private", "link", "public")[number % 4],
            )
            for number in numbers
        )
        SavedTable.objects.bulk_create(
            SavedTable(account=owner, wish=wish, log=LONG_LOG) for _ in numbers
        )
        ArmyList.objects.bulk_create(
            ArmyList(
                owner_key=f"another {number}",
                rulebook=army.rulebook,
                name=army.name,
                stated=army.stated,
            )
            for number in numbers
        )
        PbsMap.objects.bulk_create(
            PbsMap(
                owner_key=f"another {number}",
                rulebook=map_.rulebook,
                territory=map_.territory,
                name=map_.name,
                cells=map_.cells,
            )
            for number in numbers
        )
    return owner


def _battle() -> Battle:
    from setup_app.armies.models import ArmyList
    from setup_app.armies.queries import as_stated
    from setup_app.battles.services import NewBattle, create_battle

    first, second = (as_stated(each) for each in ArmyList.objects.filter(is_sample=True)[:2])
    table = {"width": 45, "depth": 30}
    return create_battle(
        wanted=NewBattle(rulebook="pbs-2023.1", sides=(first, second), table=table)
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
