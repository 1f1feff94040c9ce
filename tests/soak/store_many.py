"""Store every log below OUT in the database of DATABASE_URL, read it back and replay it there.

A program of its own: `python -m tests.soak.store_many OUT`. It prints what differs.
"""

import json
import sys
from pathlib import Path

import django
from django.core.management import call_command


def main() -> None:
    django.setup()
    from setup_app.battles import services
    from setup_app.battles.repository import entries_of

    call_command("migrate", verbosity=0)
    for path in sorted(Path(sys.argv[1]).glob("*/log.json")):
        exported = json.loads(path.read_text())
        row = services.store_log(exported=exported)
        read_back = [json.loads(json.dumps(entry.as_json())) for entry in entries_of(row)]
        if read_back != exported["entries"]:
            print(f"{path.parent.name}: reads back otherwise")
    call_command("replay_all")


if __name__ == "__main__":
    main()
