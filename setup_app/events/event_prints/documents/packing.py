"""The packing list: what goes from which box to which table, to tick with a pencil."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.event_tables.kit_wording import box_words, piece_words
from setup_app.events.models import KitPiece, PackingLine


def packing(piece: PrintPart) -> bytes:
    """Return each round by box, then by table, as its last plan has it.

    Two boxes stand beside each line, for set-up and for pack-up; those already ticked are printed
    ticked.
    """
    rows = PackingLine.objects.filter(event=piece.event, round__in=piece.rounds, gone=False)
    if piece.order.tables is not None:
        rows = rows.filter(table__in=piece.order.tables)
    rounds: dict[int, list[PackingLine]] = defaultdict(list)
    for line in rows.order_by("round", "box", "table", "piece", "copy"):
        rounds[line.round].append(line)
    kit = {each.code: each for each in piece.event.kit_rows.all()}
    told = {
        "event": piece.event.name,
        "rounds": [_round(number, lines, kit) for number, lines in rounds.items()],
        "out": _("out"),
        "back": _("back"),
    }
    return typeset("packing", told, paper=piece.order.paper)


def _round(number: int, lines: list[PackingLine], kit: Mapping[str, KitPiece]) -> dict[str, Any]:
    said = {"number": number}
    boxes = [
        {"title": box_words(box), "lines": list(_lines(of_it, kit, "table"))}
        for box, of_it in groupby(lines, key=lambda line: line.box)
    ]
    ordered = sorted(lines, key=lambda line: (line.table, line.box, line.piece, line.copy))
    tables = [
        {"title": _("Table %(table)d") % {"table": table}, "lines": list(_lines(of_it, kit, "box"))}
        for table, of_it in groupby(ordered, key=lambda line: line.table)
    ]
    return {
        "parts": [
            {"title": _("Round %(number)d: by box") % said, "groups": boxes},
            {"title": _("Round %(number)d: by table") % said, "groups": tables},
        ]
    }


def _lines(
    lines: Iterable[PackingLine], kit: Mapping[str, KitPiece], where: str
) -> Iterable[dict[str, Any]]:
    """Yield the lines; copies of one piece for one place are one line with their number."""
    for (code, place), copies in groupby(
        lines, key=lambda line: (line.piece, getattr(line, where))
    ):
        held = list(copies)
        ticked = Counter(name for line in held for name in ("out", "back") if getattr(line, name))
        yield {
            "count": len(held),
            "piece": code,
            "what": _what(kit.get(code)),
            "where": _("table %(table)d") % {"table": place} if where == "table" else place,
            "out": ticked["out"] == len(held),
            "back": ticked["back"] == len(held),
        }


def _what(piece: KitPiece | None) -> str:
    if piece is None:
        return ""
    sides = {"long_mm": piece.long_mm, "short_mm": piece.short_mm}
    return piece_words(piece.types, **sides, note=piece.note)
