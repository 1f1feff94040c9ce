"""Which plan is the best one? Everything is tried: it shares no code with what it judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import rustworkx

from terrain.kits.choice import Candidate
from terrain.kits.pieces import OwnedPiece, Wanted


def best(
    pieces: Sequence[OwnedPiece], wanted: Sequence[Wanted], tolerance: int
) -> tuple[int, int, int]:
    """The most built, the least difference of those, the fewest boxes of those."""
    ways = [list(_ways(pieces, each, tolerance)) for each in wanted]
    found: list[tuple[int, int, int]] = []
    for choice in product(*ways):
        used = [sum(counts[at] for counts, _ in choice) for at in range(len(pieces))]
        if any(number > piece.count for number, piece in zip(used, pieces, strict=True)):
            continue
        built = sum(any(counts) for counts, _ in choice)
        cost = sum(cost for _, cost in choice)
        opened = {piece.box for number, piece in zip(used, pieces, strict=True) if number}
        found.append((-built, cost, len(opened - {""})))
    built, cost, boxes = min(found)
    return -built, cost, boxes


def _ways(
    pieces: Sequence[OwnedPiece], wanted: Wanted, tolerance: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each way to build one wanted piece, or not: how many of each piece it takes, its cost."""
    nothing = (0,) * len(pieces)
    yield nothing, 0
    if wanted.band:
        able = [
            piece.count
            if piece.section
            and wanted.type in piece.types
            and abs(piece.short_mm - wanted.short_mm) <= tolerance
            else 0
            for piece in pieces
        ]
        for counts in product(*(range(most + 1) for most in able)):
            length = sum(
                number * piece.long_mm for number, piece in zip(counts, pieces, strict=True)
            )
            if any(counts) and length >= wanted.long_mm:
                yield counts, length - wanted.long_mm
        return
    for at, piece in enumerate(pieces):
        apart = [abs(piece.long_mm - wanted.long_mm), abs(piece.short_mm - wanted.short_mm)]
        if not piece.section and wanted.type in piece.types and max(apart) <= tolerance:
            yield (*nothing[:at], 1, *nothing[at + 1 :]), sum(apart)


def best_of_many(
    pieces: Sequence[OwnedPiece], wanted: Sequence[Wanted], tolerance: int
) -> tuple[int, int]:
    """The most built and the least difference of those, of whole pieces alone: a matching of
    copies to wishes by another library."""
    copies = [piece for piece in pieces for _ in range(piece.count)]
    worth = 10 * tolerance * (len(wanted) + 1)
    edges = []
    for at, each in enumerate(wanted):
        for of, piece in enumerate(copies):
            apart = [abs(piece.long_mm - each.long_mm), abs(piece.short_mm - each.short_mm)]
            if each.type in piece.types and max(apart) <= tolerance:
                edges.append((at, len(wanted) + of, (worth - sum(apart), sum(apart))))
    graph: rustworkx.PyGraph[None, tuple[int, int]] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (len(wanted) + len(copies)))
    graph.add_edges_from(edges)
    matched = rustworkx.max_weight_matching(graph, weight_fn=lambda edge: edge[0])
    return len(matched), sum(graph.get_edge_data(*pair)[1] for pair in matched)


def least_over(pieces: Sequence[OwnedPiece], length: int) -> int | None:
    """By how much the sections that are least too long for one band are longer; None where all of
    them are too short."""
    lengths = {0}
    for piece in pieces:
        for _ in range(piece.count):
            lengths |= {each + piece.long_mm for each in lengths}
    return min((each - length for each in lengths if each >= length), default=None)


def best_choice(
    pieces: Sequence[OwnedPiece], tables: Mapping[int, Sequence[Candidate]], tolerance: int
) -> tuple[int, int, int, int, int]:
    """The most tables built; of those the fewest pieces short or left out, then the least unlike,
    the least difference, the fewest boxes. Every choice and every way to build it is tried."""
    found: list[tuple[int, int, int, int, int]] = []
    for choice in product(*tables.values()):
        wanted = [each for candidate in choice for each in candidate.wanted]
        left_out = sum(candidate.left_out for candidate in choice)
        unlike = sum(candidate.unlike for candidate in choice)
        for ways in product(*(list(_exact_ways(pieces, each, tolerance)) for each in wanted)):
            used = [sum(counts[at] for counts, _ in ways) for at in range(len(pieces))]
            if any(number > piece.count for number, piece in zip(used, pieces, strict=True)):
                continue
            built = [any(counts) for counts, _ in ways]
            whole = {
                table
                for table, candidate in zip(tables, choice, strict=True)
                if all(
                    is_built
                    for each, is_built in zip(wanted, built, strict=True)
                    if each.table == table
                )
            }
            opened = {piece.box for number, piece in zip(used, pieces, strict=True) if number}
            short = len(wanted) - sum(built) + left_out
            cost = sum(cost for _, cost in ways)
            found.append((-len(whole), short, unlike, cost, len(opened - {""})))
    tables_built, *rest = min(found)
    return -tables_built, *rest  # type: ignore[return-value]  # the four that are left


def _exact_ways(
    pieces: Sequence[OwnedPiece], wanted: Wanted, tolerance: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """As `_ways`; of what is drawn as a very piece those alone that look like it."""
    for counts, cost in _ways(pieces, wanted, tolerance if wanted.form is None else 0):
        looks = {piece.form for number, piece in zip(counts, pieces, strict=True) if number}
        if wanted.form is None or wanted.band or looks <= {wanted.form}:
            yield counts, cost
