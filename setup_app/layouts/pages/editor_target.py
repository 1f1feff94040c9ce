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
    """The addresses of an editor: its own, what its script asks, and the table as it was."""

    edit: str
    hints: str
    nearest: str
    back: str


@dataclass(frozen=True)
class EditorTarget:
    """A table to be changed by hand. `layout` lies, and `audit` says how it was judged.

    `save` keeps the changed layout and answers with where it is then; it raises why not. `heading`
    and `button` say what is done; `asks_note` asks why, where that is to be told.
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
    """That of a laid table, whose changed copy becomes a table of its own."""
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
