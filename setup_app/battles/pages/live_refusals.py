"""Refusals that a battle's page shows at once for a position that breaks a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import Violation
from setup_app.layouts.live_refusals import HOW, describe_refusals
from setup_app.wording.place_refusals import OF_SIZE


def live(look: PageContext, prompt: str) -> dict[str, dict[str, Any]]:
    """Return, by code, `how` its figure is measured, the sentences, and whether it may be
    accepted.
    """
    asking = look.asking(prompt)
    if asking is None:
        return describe_refusals(lambda code: False)
    return describe_refusals(lambda code: asking.prompt.acceptable((Violation(code),)))


def may_ask(look: PageContext, prompt: str) -> bool:
    """Return whether the other side may see the answer and so may be asked to accept it."""
    asking = look.asking(prompt)
    return asking is not None and not asking.prompt.hides()


def describe_violations(violations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return violations in words, as the script draws those without a place."""
    return [
        {
            "how": "size" if each["code"] in OF_SIZE else HOW.get(each["code"], ""),
            "pieces": each["pieces"],
            "figure": each["figure"] or each["words"],
        }
        for each in violations
    ]
