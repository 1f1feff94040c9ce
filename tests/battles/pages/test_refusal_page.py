"""How does a broken rule look beside the table, and on it?"""

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.wording.place_refusals import in_words
from setup_app.wording.speaker import Speaker

AROUND = {"type": "Polygon", "coordinates": [[[1, 1], [4, 1], [4, 9], [1, 9], [1, 1]]]}


@pytest.mark.parametrize(
    ("code", "pieces", "words", "figure", "drawn"),
    [
        ("too_wide", (), "3 BW wide (maximum 2).", "3 BW wide, max 2", False),
        ("too_small", (), "A side is 3 BW (minimum 2 BW).", "3 BW, min 2", False),
        ("too_close", ("p1",), "Hill: 3 of 2 BW apart.", "3 of 2 BW", True),
    ],
)
def test_a_size_is_told_by_its_figure_and_its_rectangle_is_not_drawn(
    code, pieces, words, figure, drawn
):
    measures = {"measured": 3.0, "required": 2.0}
    violation = {"code": code, "pieces": pieces, "params": {}, "where": AROUND, **measures}
    assert in_words(violation, {"p1": "hills"}, Speaker(RULEBOOK)) == {
        "code": code,
        "words": words,
        "where": AROUND,
        "figure": figure,
        "drawn": drawn,
    }
