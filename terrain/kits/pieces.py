"""Owned scenery pieces, and the pieces that tables want."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnedPiece:
    """`count` copies of one piece of scenery, which may be used for any of its `types`.

    Sides in whole mm, the longer first. A `section` is a part of a band, laid end to end with
    others; `box` is where it is stored, empty for none. `form` names its outline, empty for none.
    """

    id: str
    types: frozenset[str]
    long_mm: int
    short_mm: int
    count: int = 1
    box: str = ""
    section: bool = False
    form: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A piece that a table wants: of one type, its sides in whole mm, the longer first.

    A `band` (a river, a road) is laid of sections. With a `form`, even an empty one, it is drawn as
    a particular piece: nothing of another outline or of other sides fits.
    """

    id: str
    table: int
    type: str
    long_mm: int
    short_mm: int
    band: bool = False
    form: str | None = None


def fits(piece: OwnedPiece, wanted: Wanted, *, tolerance_mm: int) -> bool:
    """Return whether a piece may be used for a wanted one, or as a part of it.

    A piece fits if both sides differ by no more than the tolerance; for a section only the shorter
    side is compared. Sections are used for bands only, whole pieces for none.
    """
    if wanted.type not in piece.types or piece.section != wanted.band:
        return False
    if wanted.form is not None:
        if piece.form != wanted.form and not wanted.band:
            return False
        tolerance_mm = 0
    if abs(piece.short_mm - wanted.short_mm) > tolerance_mm:
        return False
    return wanted.band or abs(piece.long_mm - wanted.long_mm) <= tolerance_mm


def difference(piece: OwnedPiece, wanted: Wanted) -> int:
    """Return by how many mm their sides differ, both together; of a section only the shorter
    one.
    """
    short = abs(piece.short_mm - wanted.short_mm)
    return short if wanted.band else short + abs(piece.long_mm - wanted.long_mm)


def are_too_many(
    pieces: Iterable[OwnedPiece], wanted: Iterable[Wanted], *, tolerance_mm: int, most: int
) -> bool:
    """Return whether more than `most` pairs of a piece and a wanted one fit; copies are one
    piece.
    """
    by_type: dict[str, list[OwnedPiece]] = defaultdict(list)
    for piece in pieces:
        for name in piece.types:
            by_type[name].append(piece)
    found = 0
    for each in wanted:
        alike = by_type.get(each.type, ())
        found += sum(fits(piece, each, tolerance_mm=tolerance_mm) for piece in alike)
        if found > most:
            return True
    return False
