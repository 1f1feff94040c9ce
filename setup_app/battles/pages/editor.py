"""The editor of a piece: its data, and the refused attempt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from setup_app.battles.pages import broken_rules, live_refusals
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.engine.values import Violation
from setup_app.wording.place_refusals import worth_saying


@dataclass(frozen=True)
class AnswerDraft:
    """A place that the editor shows before it is sent."""

    answer: Any
    found_one: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


def _marked(look: PageContext, piece: str) -> dict[str, Any] | None:
    """Return the piece that the question is about, to be marked on the table."""
    pieces = (look.view["layout"] or {}).get("pieces", ())
    outline = next((each["outline"] for each in pieces if each["id"] == piece), None)
    return None if outline is None else {"kind": "shown", "draft": {"outline": outline}}


def build_question(
    look: PageContext, prompt: dict[str, Any], draft: AnswerDraft | None
) -> dict[str, Any]:
    """Return a question's context besides its control: the previous attempt, and the data of an
    editor for the piece in hand. Without an editor, the piece that the question is about is marked.
    """
    editor = pages_for(look).editors.get(prompt["kind"])
    given = editor.given(look, prompt) if editor else {}
    attempt = None if draft else look.attempt(prompt["id"])
    answer = draft.answer if draft else attempt.answer if attempt else None
    typed = draft.typed if draft else editor.typed(given, answer) if editor and attempt else {}
    if editor and editor.rows and draft and draft.answer:
        typed = editor.typed(given, draft.answer)
    refusals: list[dict[str, Any]] = []
    if attempt:
        broken = worth_saying(attempt.refusal["violations"]) or [_bare(attempt.refusal)]
        refusals = broken_rules.refused(look, broken)
    shown = {
        "refusals": refusals,
        "found_one": bool(draft and draft.found_one),
        "may_ask": attempt is not None and _acceptable(look, prompt["id"], attempt.refusal),
        "answer_text": "" if answer is None else json.dumps(answer),
        "draft_text": json.dumps(draft.answer)
        if draft and draft.answer and not draft.faults
        else "",
        "typed": typed,
        "faults": draft.faults if draft else {},
    }
    if editor is None:
        piece = prompt["about"].get("piece")
        return {**shown, "marked": _marked(look, piece) if piece else None}
    return {
        **shown,
        "rows": editor.rows(given, typed, draft.faults if draft else {}) if editor.rows else (),
        "measures": given.pop("measures", ""),
        "given": {
            **given,
            "draft": answer,
            "shape": typed.get("shape", "blob"),
            "where": draw_violations(refusals),
            "live": live_refusals.live(look, prompt["id"]),
            "may_ask": live_refusals.may_ask(look, prompt["id"]),
            "urls": {
                name: reverse(f"battle-{name}", args=(look.row.public_id,))
                for name in ("suggest", "hints", "nearest", "zones")
            },
        },
    }


def draw_violations(violations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the drawings, with their figures, of violations that already have a wording."""
    return [
        {"geometry": each["where"], "figure": each["figure"], "drawn": each["drawn"]}
        for each in violations
        if each["where"]
    ]


def _acceptable(look: PageContext, prompt: str, refusal: dict[str, Any]) -> bool:
    """Return whether the other side may be asked to accept a refused place; the rulebook
    decides.
    """
    asking = look.asking(prompt)
    broken = tuple(Violation(each["code"]) for each in refusal["violations"])
    return asking is not None and bool(broken) and asking.prompt.acceptable(broken)


def _bare(refusal: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": refusal["code"],
        "params": refusal["params"],
        "pieces": [],
        "measured": None,
        "required": None,
        "where": None,
    }
