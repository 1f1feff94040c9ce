"""Replay every stored log below OUT and print its digest, head and layout, one JSON line each.

A program of its own, run under another PYTHONHASHSEED: `python -m tests.soak.replay_many OUT`.
"""

import json
import sys
from pathlib import Path

from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.log import Entry
from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK


def main() -> None:
    for path in sorted(Path(sys.argv[1]).glob("*/log.json")):
        log = json.loads(path.read_text())
        entries = [Entry.from_json(entry) for entry in log["entries"]]
        setup = BattleSetup.from_json(log["setup"])
        battle = EngineBattle(RULEBOOK, setup, bytes.fromhex(log["seed"]), entries)
        battle.check()
        layout = RULEBOOK.present(battle.known(SPECTATOR), SPECTATOR)["layout"]
        print(
            json.dumps(
                {
                    "folder": path.parent.name,
                    "over": battle.over,
                    "digest": battle.digest(),
                    "head": battle.head,
                    "layout": layout,
                }
            )
        )


if __name__ == "__main__":
    main()
