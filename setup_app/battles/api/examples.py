"""What does a body look like that may be sent as it is? Shown where the API is browsed.

A schema says "any JSON" of what only a rulebook knows; these are of the pre-battle system.
"""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

OUTLINE: Final = {
    "type": "Polygon",
    "coordinates": [[[0, 12], [4, 11], [5, 15], [3, 17], [0, 16], [0, 12]]],
}


def _sent(name: str, body: dict[str, Any], about: str = "") -> OpenApiExample:
    return OpenApiExample(name, value=body, description=about, request_only=True)


NEW_BATTLE: Final = [
    _sent(
        "Two sample lists",
        {
            "rulebook": "pbs-2023.1",
            "table": {"width": 45, "depth": 30},
            "sides": ["marian-romans", "numidians"],
            "until": "scouting",
        },
        "Measures are base widths.",
    )
]
ANY_PROMPT: Final = [_sent("A prompt of the view", {"prompt": "22-place_piece-1"})]
MOVE: Final = [
    _sent(
        "An option",
        {
            "prompt": "7-play_territory_card-0",
            "expected_version": 8,
            "answer": {"card": "red"},
        },
        "One of the prompt's `options`, as it is; `expected_version` is the view's.",
    ),
    _sent(
        "A piece",
        {
            "prompt": "22-place_piece-1",
            "expected_version": 29,
            "answer": {"outline": OUTLINE},
        },
        "Where a prompt lists no options, `answer` is of its schema; `suggest` gives a legal one.",
    ),
]
HINTS: Final = [_sent("A piece in hand", {"prompt": "22-place_piece-1", "outline": OUTLINE})]
PROPOSALS: Final = [
    _sent("Go back", {"kind": "back", "to": 12}, "To the entry of the log with this number."),
    _sent(
        "Let it stand",
        {
            "kind": "accept_as_placed",
            "prompt": "22-place_piece-1",
            "answer": {"outline": OUTLINE},
        },
    ),
]
