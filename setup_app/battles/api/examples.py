"""Example bodies for the API's browsable page.

The schema describes values that only a rulebook knows as "any JSON"; these examples belong to the
pre-battle system. Replace their prompts and versions with those of your own battle.
"""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample


def _hexagon(x: float, y: float) -> dict[str, Any]:
    corners = [(0, 1), (4, 0), (7, 2), (6, 6), (2, 7), (0, 5), (0, 1)]
    return {"type": "Polygon", "coordinates": [[[x + dx, y + dy] for dx, dy in corners]]}


def _sent(name: str, body: dict[str, Any], about: str = "") -> OpenApiExample:
    return OpenApiExample(name, value=body, description=about, request_only=True)


PLACED: Final = {"prompt": "22-place_piece-1", "answer": {"outline": _hexagon(1, 5)}}
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
ANY_PROMPT: Final = [_sent("A prompt from the view", {"prompt": PLACED["prompt"]})]
MOVE: Final = [
    _sent(
        "An option",
        {
            "prompt": "7-play_territory_card-0",
            "expected_version": 8,
            "answer": {"card": "red"},
        },
        "One of the prompt's `options`, unchanged; `expected_version` comes from the view.",
    ),
    _sent(
        "A piece",
        {**PLACED, "expected_version": 29},
        "If a prompt lists no options, `answer` follows its schema; `suggest` returns a legal one.",
    ),
]
HINTS: Final = [
    _sent("A piece being placed", {"prompt": PLACED["prompt"], "outline": _hexagon(1, 5)})
]
PROPOSALS: Final = [
    _sent(
        "Go back",
        {"kind": "back", "to": 12},
        "`to` is a version: the entry with that number still counts, later ones do not.",
    ),
    _sent(
        "Allow it here",
        {
            "kind": "accept_as_placed",
            "prompt": PLACED["prompt"],
            "answer": {"outline": _hexagon(20, 12)},
        },
        "For a place that the rules forbid. Send a legal one as a move.",
    ),
]
