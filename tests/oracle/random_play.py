"""A table laid by random choices and dice, every place found by the engine's search.

The choices are drawn from the second transcription, so that the engine has no say in what is
asked of it. Beside the layout it tells which pieces the search called impossible, and on what.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Piece, read_layout, write_layout
from terrain.core.outline import slid, turned
from terrain.core.placement.search import Found, suggest, suggest_move, suggest_turn
from tests.oracle.layouts import Json, layout
from tests.oracle.wild_layouts import SETTINGS
from tests.rulebooks.second_boxes import Box
from tests.rulebooks.second_transcription import (
    BOXES,
    COMPULSORY,
    FLANK_SUBSTITUTES,
    OPTIONAL_EACH,
    TERRAIN,
)

SIDES = ("defender", "invader")
CANNOT_MOVE = frozenset({"rivers_and_streams"})


@dataclass
class Table:
    """The layout so far and what found no place on it."""

    chance: Random
    layout: Json
    lost: list[tuple[Json, Json]] = field(default_factory=list)
    """The layout before, and the piece that was wanted."""
    placed: int = 0


def play(territory: str, row: int, col: int, seed: int) -> Table:
    """A regulation table under the settings' defaults."""
    return _play(territory, BOXES[territory][row][col], Random(seed), {})


def play_by_house_rules(territory: str, row: int, col: int, seed: int) -> Table:
    """Two settings or event numbers differ from their defaults, and often the table's size."""
    chance = Random(seed)
    names = chance.sample(sorted(SETTINGS), 2)
    settings = {name: chance.choice(SETTINGS[name][1:]) for name in names}
    width, depth = chance.choice(((45, 30), (36, 24), (60, 30), (30, 20)))
    said: Json = {"settings": settings, "table": {"width": width, "depth": depth}}
    return _play(territory, BOXES[territory][row][col], chance, said)


def _play(territory: str, box: Box, chance: Random, said: Json) -> Table:
    flank, density = box
    table = Table(chance, layout(territory=territory, density=density, flank=list(flank), **said))
    _place_flank(table, flank)
    for number, (side, kind) in enumerate(_compulsory(table, density)):
        _place(table, f"compulsory-{number}", kind, "compulsory", side)
    for number, (side, kind) in enumerate(_optional(table)):
        _place(table, f"optional-{number}", kind, "optional", side)
    for side in SIDES:
        if chance.random() < 0.3:
            kind = chance.choice(("vital_settlement", "fort"))
            _place(table, f"settlement-{side}", kind, "settlement", side)
    return table


def _place_flank(table: Table, flank: tuple[str, ...]) -> None:
    if flank == ("deep_water",):
        _place(table, "water", "deep_water", "secure_flank", "defender")
        return
    kinds = list(flank)
    boxes, instead = FLANK_SUBSTITUTES.get(table.layout["territory"], ((), ""))
    if flank in boxes:
        kinds.append(instead)
    for side in SIDES if kinds else ():
        _place(table, f"flank-{side}", table.chance.choice(kinds), "secure_flank", side)


def _compulsory(table: Table, density: str) -> list[tuple[str, str]]:
    wishes: list[tuple[str, str]] = []
    for room, number in COMPULSORY[density].items():
        for _ in range(number):
            categories = {
                "difficult": ("difficult",),
                "rough_or_good": ("rough", "good"),
            }.get(room, ("difficult", "rough", "good"))
            kind = _open_kind(table, categories, [kind for _, kind in wishes])
            if kind is not None:
                wishes.append((SIDES[len(wishes) % 2], kind))
    return wishes


def _optional(table: Table) -> list[tuple[str, str]]:
    wishes: list[tuple[str, str]] = []
    for side in SIDES:
        for _ in range(table.chance.randrange(OPTIONAL_EACH + 1)):
            kind = _open_kind(table, ("difficult", "rough", "good"), [k for _, k in wishes])
            if kind is not None:
                wishes.append((side, kind))
    return wishes


def _open_kind(table: Table, categories: tuple[str, ...], wished: list[str]) -> str | None:
    """A type of which one more may be selected; flank pieces count for no max."""
    rows = TERRAIN[table.layout["territory"]]
    taken = wished + [
        piece["type"] for piece in table.layout["pieces"] if piece["slot"] != "secure_flank"
    ]

    def full(kind: str) -> bool:
        return any(
            kind in row.limit[1] and sum(one in row.limit[1] for one in taken) >= row.limit[0]
            for row in rows
            if row.limit is not None
        )

    kinds = [row.type for row in rows if row.category in categories and not full(row.type)]
    return table.chance.choice(kinds) if kinds else None


def _place(table: Table, name: str, kind: str, slot: str, side: str) -> None:
    before = read_layout(table.layout)
    diced = slot in ("compulsory", "optional")
    die = table.chance.randrange(1, 7) if diced else None
    beside = _neighbours(table.layout["territory"], kind)
    lies = any(piece["type"] in beside for piece in table.layout["pieces"])
    if diced and lies and table.chance.random() < 0.7:
        die = None
    wanted = Piece(id=name, type=kind, slot=slot, placed_by=side, die=die)
    found = suggest(before, wanted, layout_rules(before), table.chance)
    if not isinstance(found, Found):
        said = {"id": name, "type": kind, "slot": slot, "placed_by": side, "die": die}
        table.lost.append((table.layout, said))
        return
    table.placed += 1
    after = replace(before, pieces=(*before.pieces, found.piece))
    if diced and kind not in CANNOT_MOVE:
        after = _opposed(table, after)
    table.layout = write_layout(after)


def _neighbours(territory: str, kind: str) -> tuple[str, ...]:
    for row in TERRAIN[territory]:
        for special in row.placement if row.type == kind else ():
            if special["code"] == "undiced_beside":
                neighbours = special["neighbours"]
                assert isinstance(neighbours, list)
                return tuple(neighbours)
    return ()


def _opposed(table: Table, after: Layout) -> Layout:
    roll = table.chance.randrange(1, 7)
    if roll < 4:
        return after
    last = len(after.pieces) - 1
    rules = layout_rules(after)
    piece = after.pieces[last]
    if roll == 6:
        return replace(after, pieces=after.pieces[:last])
    if roll == 5:
        turn = suggest_turn(after, last, rules, table.chance)
        if turn is None:
            return after
        about, degrees = turn
        outline = turned(piece.outline, about=about, degrees=degrees)
    else:
        by = suggest_move(after, last, rules, table.chance)
        if by is None:
            return after
        outline = slid(piece.outline, by=by)
    moved = replace(piece, outline=outline, moved=True)
    return replace(after, pieces=(*after.pieces[:last], moved))
