"""Store battles that are ready to be played, and rows for the bare view, and print them."""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    from setup_app.battles.models import Battle, Challenge
    from setup_app.battles.seats.tokens import SEATS, token
    from setup_app.battles.services import store_log
    from tools.bench.moves_played import FIRST, GOLDEN

    log = json.loads(GOLDEN.read_text())
    begun = {**log, "entries": log["entries"][:FIRST]}
    battles = []
    for _ in range(int(sys.argv[1])):
        row = store_log(exported=begun)
        battles.append((row.public_id, [token(row, seat) for seat in SEATS]))
    bare = Token.objects.create(user=User.objects.create_user("bare"))
    rows = []
    for _ in range(int(sys.argv[2])):
        battle = Battle.objects.create(rulebook="", revision=1, setup={})
        rows.append(Challenge.objects.create(rulebook="", army={}, wanted={}, battle=battle).pk)
    print(json.dumps({"battles": battles, "token": bare.key, "rows": rows}))


if __name__ == "__main__":
    main()
