"""What does the oracle say of a layout, in the words of its tests?"""

from typing import Any

from tests.oracle.judge import judge
from tests.oracle.layouts import Json, layout

KEPT: dict[str, Any] = {}


def broken(code: str, *ids: str) -> dict[str, Any]:
    return {code: {ids: "broken"}}


def near(code: str, *ids: str) -> dict[str, Any]:
    return {code: {ids: "near"}}


def codes(*pieces: Json, **said: Any) -> set[str]:
    """The codes that are surely broken."""
    found = judge(layout(*pieces, **said))
    return {code for code, by_ids in found.items() if "broken" in by_ids.values()}
