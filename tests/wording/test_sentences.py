"""A refusal names the kind of value it expects in words, never by its code."""

import pytest

from setup_app.armies.wording import KINDS_OF_VALUE
from setup_app.wording.refusals import EXPECTED
from setup_app.wording.sentences import sentence


@pytest.mark.parametrize("kind", sorted(KINDS_OF_VALUE))
def test_an_army_list_over_the_api_is_told_the_kind_of_value_in_words(kind: str) -> None:
    said = sentence("army_wrong_type", {"path": "/scouting", "found": "six", "expected": kind})

    assert str(EXPECTED[kind]) in said
    assert "_" not in said
