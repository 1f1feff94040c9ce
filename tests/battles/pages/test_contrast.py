"""Can every colour be told from what lies under it? Reckoned by WCAG from the stylesheet itself."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TOKENS = Path(settings.BASE_DIR, "static", "css", "tokens.css").read_text("utf-8")
DESK = ("ground", "paper", "sheet")
WASHES = ("defender", "invader", "neither", "illegal", "legal")

TEXT = [
    *(
        (ink, under)
        for ink in ("ink", "ink-soft", "link", "defender", "invader", "neither", "illegal")
        for under in DESK
    ),
    *((side, f"{side}-wash") for side in WASHES),
    *(("ink", f"{side}-wash") for side in (*WASHES, "turn")),
    *(("ink-soft", wash) for wash in ("turn-wash", "defender-wash", "invader-wash")),
    ("link", "turn-wash"),
    ("turn-ink", "turn"),
    ("turn-ink", "turn-deep"),
    *((f"{kind}-ink", kind) for kind in ("rough", "good", "difficult")),
    ("map-ink", "map-paper"),
    *((f"card-{colour}-ink", f"card-{colour}") for colour in ("black", "white", "green", "red")),
    ("card-yellow-ink", "card-yellow"),
]
"""What is read, and what it stands on: 4.5 to 1."""

EDGES = [
    *(("line-strong", under) for under in DESK),
    *(("focus", under) for under in (*DESK, "turn-wash")),
    *(("turn-edge", under) for under in (*DESK, "turn-wash")),
    *((f"{kind}-ink", under) for kind in ("good", "rough", "difficult") for under in DESK),
]
"""What must be seen and is not read, the edges of fields and what has the focus: 3 to 1."""


def tokens(theme: str) -> dict[str, str]:
    """Every colour of a theme; what the dark one does not say is as in the light."""
    light, _, dark = TOKENS.partition("@media (prefers-color-scheme: dark)")
    said = light if theme == "light" else light + dark
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", said))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula_gives_what_wcag_states_for_known_pairs():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_that_is_read_stands_out_by_four_and_a_half_to_one(theme):
    colour = tokens(theme)
    faint = {
        f"{ink} on {under}": round(contrast(colour[ink], colour[under]), 2)
        for ink, under in TEXT
        if contrast(colour[ink], colour[under]) < 4.5
    }
    assert faint == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_edge_that_matters_stands_out_by_three_to_one(theme):
    colour = tokens(theme)
    faint = {
        f"{edge} on {under}": round(contrast(colour[edge], colour[under]), 2)
        for edge, under in EDGES
        if contrast(colour[edge], colour[under]) < 3
    }
    assert faint == {}
