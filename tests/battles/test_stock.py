"""Does each kind of question lie ready, and is it open where the stock says so?"""

import pytest

from setup_app.engine.audit import check_every_move
from setup_app.engine.autoplay import unanswered
from setup_app.engine.battle import EngineBattle
from setup_app.engine.log import Entry
from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks import registry
from tests import stock


def replayed(log: stock.Log) -> EngineBattle:
    setup = BattleSetup.from_json(log["setup"])
    entries = [Entry.from_json(entry) for entry in log["entries"]]
    return EngineBattle(
        registry.rulebook(setup.rulebook), setup, bytes.fromhex(log["seed"]), entries
    )


@pytest.mark.parametrize("kind", [*stock.KINDS, *stock.DEPLOYING])
def test_each_kind_of_question_lies_ready_and_unanswered(kind: str) -> None:
    battle = replayed(stock.asked(kind))

    of_kind = {asking.id for asking in battle.askings() if asking.prompt.kind == kind}
    assert of_kind
    assert of_kind <= {asking.id for asking in unanswered(battle)}


@pytest.mark.parametrize("name", sorted(path.stem for path in stock.FOLDER.glob("*.json")))
def test_each_log_replays_to_its_own_heads_and_digests(name: str) -> None:
    check_every_move(replayed(stock.kept(name)))
