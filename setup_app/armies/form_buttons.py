"""What the buttons of a list's form do besides saving: add, copy and remove rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.http import QueryDict

from setup_app.armies import forms
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks.army_faults import Fault

SHOW: Final = "show"
"""The button that shows the values of the form again; a page's script restores typed text by it."""


def form_after_button(
    sent: QueryDict, stated: Mapping[str, Any], rulebook: Rulebook
) -> forms.ArmyForm | None:
    """Return the form after a button that changes its rows; None if another button was pressed."""
    wanted, stated = sent.get("do", ""), forms.with_lines(sent, stated)
    if wanted == SHOW:
        return forms.form_of(stated, empty=forms.empty_rows(sent, stated))
    if wanted.startswith(forms.MORE):
        kind = wanted.removeprefix(forms.MORE)
        rows = stated.get(kind)
        first = f"{kind}-{len(rows)}" if isinstance(rows, list) else ""
        return forms.form_of(stated, more=(kind,), focused=first)
    asked = forms.row_asked(sent, rulebook)
    if asked is None:
        return None
    empty = forms.empty_rows(sent, stated)
    if asked.at is None and asked.act == forms.DROP:
        empty[asked.name] -= 1
    changed, focused = forms.with_row(stated, asked)
    return forms.form_of(changed, empty=empty, focused=focused)


def form_with_faults(
    sent: QueryDict, stated: Mapping[str, Any], faults: Iterable[Fault]
) -> forms.ArmyForm:
    """Return a submitted form with its faults, and with its empty rows."""
    shown = forms.with_lines(sent, stated)
    return forms.form_of(shown, faults=faults, empty=forms.empty_rows(sent, stated))
