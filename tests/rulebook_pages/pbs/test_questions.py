"""Does a question say the same from whichever edge the table is seen?"""

from types import SimpleNamespace

import pytest

from setup_app.engine.values import LogMessage
from setup_app.rulebook_pages.pbs_2023_1.questions import question, why
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import TO_A_FLANK, PlacePiece
from setup_app.wording.speaker import Speaker


def looking_at(placed):
    say = Speaker(RULEBOOK)
    return SimpleNamespace(
        asking=lambda prompt: SimpleNamespace(prompt=placed),
        text=lambda code, **params: say(LogMessage(code, params)),
        word=lambda word: word.capitalize(),
    )


@pytest.mark.parametrize("sent", sorted(TO_A_FLANK))
@pytest.mark.parametrize("by", ["defender", "invader"])
def test_a_flank_is_left_or_right_from_its_players_own_edge_and_never_on_the_picture(by, sent):
    placed = PlacePiece("9.E", "p1", "hills", "compulsory", by, 1, sent)
    prompt = {"id": "1-0", "kind": "place_piece", "about": placed.about(), "text": "", "why": ""}

    asked, rule = question(looking_at(placed), prompt), why(looking_at(placed), prompt)

    side = "right" if sent in ("6", "even") else "left"
    edge = ", touching a table edge" if sent == "1_touching" else ""
    assert asked == (
        f"Place the hill. You rolled 1: your {side} flank sector, as seen from your own edge{edge}."
    )
    assert f"as seen by the {by}" in rule
    assert side in rule
    assert "map" not in asked + rule


@pytest.mark.parametrize(("die", "sent"), [(3, "3"), (None, "undiced")])
def test_what_is_sent_to_no_flank_is_asked_as_the_rulebook_asks_it(die, sent):
    placed = PlacePiece("9.E", "p1", "hills", "compulsory", "invader", die, sent)
    about = {"id": "1-0", "kind": "place_piece", "about": placed.about(), "text": "T", "why": "W"}

    assert question(looking_at(placed), about) == "T"
    assert why(looking_at(placed), about) == "W"
