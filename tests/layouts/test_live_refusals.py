"""Is a broken rule told in the same words wherever it is told?"""

from setup_app.layouts.live_refusals import HOW, describe_refusals
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.wording.place_refusals import DRAWN, in_words
from setup_app.wording.sentences import sentence
from setup_app.wording.speaker import Speaker

LIVE = describe_refusals(lambda code: True)
FIGURES = {"measured": 1.4, "required": 2.0}


def beside(code: str, **figures: float | None) -> str:
    violation = {"code": code, "pieces": ["p1"], "params": {}, "where": None, **figures}
    return str(in_words(violation, {"p1": "hills"}, Speaker(RULEBOOK))["words"])


def live(code: str, which: str) -> str:
    return str(LIVE[code][which]).format(measured="1.4", required="2", other="hill", label="Hill")


def test_too_close_has_one_wording() -> None:
    everywhere = sentence("too_close", {"pieces": "Hill", **FIGURES})

    assert everywhere == "Hill: 1.4 of 2 BW apart."
    assert beside("too_close", **FIGURES) == live("too_close", "words") == everywhere
    assert LIVE["too_close"]["figure"] == str(DRAWN["too_close"])


def test_what_is_told_while_dragging_is_told_beside_the_table_too() -> None:
    unmeasured = {"measured": None, "required": None}
    for code in HOW:
        assert beside(code, **FIGURES) == live(code, "words")
        assert beside(code, **unmeasured) == live(code, "plain")
