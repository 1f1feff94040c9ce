"""Read a request about layouts, with the rules that judge it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import Violation
from setup_app.rulebooks import registry
from terrain.core.layout import (
    PLAYERS,
    Layout,
    LayoutUnreadable,
    Piece,
    read_layout,
    read_piece,
    refuse_far,
)
from terrain.core.readers import list_at, object_at, one_of_at
from terrain.core.rules import GroundRules
from terrain.draw.pages import Heading

TOO_MUCH = frozenset({"too_many_pieces", "too_many_points", "too_many_tables"})
HEADING = ("title", "subtitle", "code")
PAPERS = ("a4", "letter")
MAX_TABLES = 64
MAX_HEADING = 120


@dataclass(frozen=True)
class SheetTable:
    """One table to be printed, with its heading."""

    layout: Layout
    rules: GroundRules
    heading: Heading


@dataclass(frozen=True)
class Printing:
    """Tables to be printed, all of one rulebook."""

    tables: tuple[SheetTable, ...]
    paper: str
    view_from: str


def read_with_rules(stated: Any) -> tuple[Layout, GroundRules]:
    """Return the layout and its rules.

    Raises `too_much`, `unreadable` with the place, `unknown_rulebook`, `rulebook_has_no_layouts`.
    """
    try:
        return _layout(stated)
    except LayoutUnreadable as unreadable:
        raise refusal_of(unreadable) from unreadable


def read_placing(stated: Any) -> tuple[Layout, Piece, GroundRules]:
    """Return the content of `{"layout", "piece"}`: a table, one more piece, and the rules.

    Raises what `read_with_rules` raises, and `invalid_outline` for a piece that is not a simple
    polygon.
    """
    try:
        asked = object_at(stated, "", ("layout", "piece"), ())
        piece = read_piece(asked["piece"], "/piece")
        layout, rules = _layout(asked["layout"], "/layout")
        refuse_far(piece, layout.table, "/piece")
        if piece.id in {each.id for each in layout.pieces}:
            raise LayoutUnreadable("duplicate_id", "/piece/id", id=piece.id)
    except LayoutUnreadable as unreadable:
        raise refusal_of(unreadable) from unreadable
    if piece.fault:
        reason = {"reason": piece.fault}
        broken = Violation("invalid_outline", None, reason, (piece.id,))
        raise DomainError(broken.code, broken.params, violations=(broken,))
    return layout, piece, rules


def read_wish(stated: Any) -> Rulebook:
    """Return the rulebook that can generate the requested table. Raises what `read_with_rules`
    raises.
    """
    try:
        if not isinstance(stated, dict):
            raise LayoutUnreadable("wrong_shape", "", expected="object")
        if not isinstance(stated.get("rulebook"), str):
            raise LayoutUnreadable("missing_field", "/rulebook")
        rulebook = registry.rulebook(stated["rulebook"])
        if rulebook.read_wish is None:
            raise DomainError("rulebook_has_no_layouts", {"rulebook": rulebook.id})
        rulebook.read_wish(stated)
    except LayoutUnreadable as unreadable:
        raise refusal_of(unreadable) from unreadable
    return rulebook


def read_printing(stated: Any) -> Printing:
    """Return the content of `{"tables": [{"layout", "title", "subtitle", "code"}], "paper",
    "view_from"}`.

    Raises what `read_with_rules` raises.
    """
    try:
        order = object_at(stated, "", ("tables",), ("paper", "view_from"))
        listed = list_at(order["tables"], "/tables")
        if not listed:
            raise LayoutUnreadable("wrong_shape", "/tables", expected="list of at least one")
        if len(listed) > MAX_TABLES:
            raise LayoutUnreadable("too_many_tables", "/tables", most=MAX_TABLES)
        tables = tuple(_table(each, f"/tables/{at}") for at, each in enumerate(listed))
        for at, table in enumerate(tables):
            if table.layout.rulebook != tables[0].layout.rulebook:
                path = f"/tables/{at}/layout/rulebook"
                raise LayoutUnreadable("not_an_option", path, options=[tables[0].layout.rulebook])
        return Printing(
            tables=tables,
            paper=one_of_at(order.get("paper", "a4"), "/paper", PAPERS),
            view_from=one_of_at(order.get("view_from", "defender"), "/view_from", PLAYERS),
        )
    except LayoutUnreadable as unreadable:
        raise refusal_of(unreadable) from unreadable


def refusal_of(unreadable: LayoutUnreadable) -> DomainError:
    code = "too_much" if unreadable.code in TOO_MUCH else "unreadable"
    violations = tuple(
        Violation(each.code, None, _params(each)) for each in (unreadable, *unreadable.more)
    )
    return DomainError(code, _params(unreadable), violations=violations)


def _params(unreadable: LayoutUnreadable) -> dict[str, Any]:
    path = unreadable.path or "/"
    return {**unreadable.params, "path": path, "where": path}


def _layout(stated: Any, path: str = "") -> tuple[Layout, GroundRules]:
    try:
        layout = read_layout(stated)
        rulebook = registry.rulebook(layout.rulebook)
        if rulebook.layout_rules is None:
            raise DomainError("rulebook_has_no_layouts", {"rulebook": rulebook.id})
        return layout, rulebook.layout_rules(layout)
    except LayoutUnreadable as unreadable:
        raise unreadable.within(path) from unreadable


def _table(stated: Any, path: str) -> SheetTable:
    table = object_at(stated, path, ("layout",), HEADING)
    heading = {name: table.get(name, "") for name in HEADING}
    for name, words in heading.items():
        if isinstance(words, str) and len(words) > MAX_HEADING:
            raise LayoutUnreadable("too_long", f"{path}/{name}", most=MAX_HEADING)
        if not (isinstance(words, str) and _is_plain(words)):
            raise LayoutUnreadable("wrong_shape", f"{path}/{name}", expected="printable text")
    layout, rules = _layout(table["layout"], f"{path}/layout")
    return SheetTable(layout, rules, Heading(**heading))


def _is_plain(words: str) -> bool:
    """Return whether a text has no control characters and no lone surrogates."""
    return words == "" or words.isprintable()
