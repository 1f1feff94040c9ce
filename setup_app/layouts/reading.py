"""What does a sent layout state, and by which rules is it judged?"""

from __future__ import annotations

from typing import Any

from setup_app.rulebooks import registry
from setup_app.script.errors import DomainError
from setup_app.script.values import Violation
from terrain.core.layout import Layout, LayoutUnreadable, read_layout
from terrain.core.rules import GroundRules

TOO_MUCH = frozenset({"too_many_pieces", "too_many_points"})


def read(stated: Any) -> tuple[Layout, GroundRules]:
    """The layout and its rules.

    Raises `too_much`, `unreadable` with the place, `unknown_rulebook`, `rulebook_has_no_layouts`.
    """
    try:
        layout = read_layout(stated)
        rulebook = registry.rulebook(layout.rulebook)
        if rulebook.layout_rules is None:
            raise DomainError("rulebook_has_no_layouts", {"rulebook": rulebook.id})
        return layout, rulebook.layout_rules(layout)
    except LayoutUnreadable as unreadable:
        raise refusal_of(unreadable) from unreadable


def refusal_of(unreadable: LayoutUnreadable) -> DomainError:
    code = "too_much" if unreadable.code in TOO_MUCH else "unreadable"
    path = unreadable.path or "/"
    params = {**unreadable.params, "path": path, "where": path}
    return DomainError(code, params, violations=(Violation(unreadable.code, None, params),))
