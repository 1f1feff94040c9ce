"""What is the editor of a piece given? What it must keep to, and what was tried and refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from setup_app.battles.pages import limits, outlines
from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.refusing import in_words


@dataclass(frozen=True)
class Draft:
    """A place that is shown in the editor before it is sent."""

    answer: Any
    found_one: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


def marked(look: Look, piece: str) -> dict[str, Any] | None:
    """The piece on the table about which it is asked, to be marked there."""
    pieces = (look.view["layout"] or {}).get("pieces", ())
    outline = next((each["outline"] for each in pieces if each["id"] == piece), None)
    return None if outline is None else {"kind": "shown", "draft": {"outline": outline}}


def given(look: Look, prompt: dict[str, Any], draft: Draft | None) -> dict[str, Any]:
    """What stands in a question about a piece: what it must keep to, and a place tried before."""
    editor = limits.editor(look, prompt)
    attempt = None if draft else look.attempt(prompt["id"])
    answer = draft.answer if draft else attempt.answer if attempt else None
    typed = draft.typed if draft else _measured(editor, answer) if attempt else {}
    pieces = {piece["id"]: piece["type"] for piece in look.view["layout"]["pieces"]}
    refusals: list[dict[str, Any]] = []
    if attempt:
        refusals = [
            in_words(violation, pieces, look.say)
            for violation in _worth_saying(attempt.refusal["violations"])
            or [_bare(attempt.refusal)]
        ]
    return {
        "given": {
            **editor,
            "draft": answer,
            "shape": typed.get("shape", "blob"),
            "where": [
                {"geometry": each["where"], "figure": each["figure"], "drawn": each["drawn"]}
                for each in refusals
                if each["where"]
            ],
            "urls": {"suggest": reverse("battle-suggest", args=(look.row.public_id,))},
        },
        "measures": limits.measures_in_words(editor),
        "refusals": refusals,
        "found_one": bool(draft and draft.found_one),
        "drafted": answer is not None,
        "draft_text": json.dumps(draft.answer) if draft and not draft.faults else "",
        "typed": typed,
        "faults": draft.faults if draft else {},
    }


def _measured(given: Mapping[str, Any], answer: Any) -> Mapping[str, str]:
    """The typed measures of a piece that was refused, to be seen where no script draws it."""
    if given.get("form") in (None, "band", "strip") or "outline" not in (answer or {}):
        return {}
    return outlines.measures_of(answer["outline"])


def _worth_saying(violations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every violation, but not also that a piece is too near to one on which it lies."""
    covered = {tuple(each["pieces"]) for each in violations if each["code"] == "overlap"}
    return [
        each
        for each in violations
        if each["code"] != "too_close" or tuple(each["pieces"]) not in covered
    ]


def _bare(refusal: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": refusal["code"],
        "params": refusal["params"],
        "pieces": [],
        "measured": None,
        "required": None,
        "where": None,
    }
