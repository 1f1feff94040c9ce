"""The table that an editor works on, its address, and what saving does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from setup_app.layouts.models import SavedTable


@dataclass(frozen=True)
class Places:
    """The addresses of an editor: its own, its script's endpoints, and the unchanged table."""

    edit: str
    hints: str
    nearest: str
    back: str


@dataclass(frozen=True)
class EditorTarget:
    """A table to be edited. `layout` is its current content, `audit` its verdict.

    `save` stores the changed layout and returns its new address, or raises the reason against it.
    `heading` and `button` name the action; `asks_note` asks for a reason, if others are to see one.
    """

    layout: Mapping[str, Any]
    audit: Mapping[str, Any]
    places: Places
    save: Callable[[dict[str, Any]], HttpResponse]
    heading: str
    button: str
    asks_note: bool = False

    @property
    def rulebook(self) -> str:
        return str(self.layout["rulebook"])


def bench_of(row: SavedTable, save: Callable[[dict[str, Any]], HttpResponse]) -> EditorTarget:
    """Return the target of a saved table, whose changed copy becomes a new table."""
    assert row.layout is not None
    assert row.audit is not None
    named = {
        name: reverse(f"table-{name}", args=(row.public_id,))
        for name in ("edit", "hints", "nearest")
    }
    return EditorTarget(
        layout=row.layout,
        audit=row.audit,
        places=Places(**named, back=reverse("table", args=(row.public_id,))),
        save=save,
        heading=_("Edit a copy"),
        button=_("Save as a new table"),
    )
