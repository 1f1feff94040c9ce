"""Typesetting with typst: a document's words are passed as data and set as text alone.

The folder `typst` beside this module has a file for each document. No source contains what users
wrote, so typst runs nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from terrain.draw.pages import PAPERS, Paper
from terrain.draw.typesetting import fonts

SOURCES: Final = Path(__file__).parent / "typst"
PAPER_NAMES: Final[Mapping[str, Paper]] = {"a4": "a4", "letter": "us-letter"}


def typeset(document: str, told: Mapping[str, Any], *, paper: str) -> bytes:
    """Return a document as PDF, on `a4` or `letter`; equal input gives equal bytes."""
    # Loaded here, because web processes read this package and never need the compiler.
    import typst

    named = PAPER_NAMES[paper]
    width, height = PAPERS[named]
    told = {**told, "paper": named, "width": width, "height": height}
    made: bytes = typst.compile(
        str(SOURCES / f"{document}.typ"),
        root=str(SOURCES),
        font_paths=fonts(),
        format="pdf",
        sys_inputs={"told": json.dumps(told)},
    )
    return made
