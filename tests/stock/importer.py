"""How does a stored battle come into a server that runs? Through its database, by the same service.

A process of its own beside the server, in its home: a line of JSON in, the new battle's id and its
tokens out. It lives as long as the server, so that a position costs milliseconds.
"""

import json
import os
import sys

import django


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from setup_app.battles.seats.tokens import SEATS, Seat, token
    from setup_app.battles.services import store_log

    for line in sys.stdin:
        row = store_log(exported=json.loads(line))
        tokens = [token(row, seat) for seat in (*SEATS, Seat.CREATOR)]
        print(json.dumps({"id": row.public_id, "tokens": tokens}), flush=True)


if __name__ == "__main__":
    main()
