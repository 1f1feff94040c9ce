"""Options of a generated table: the map square, the pieces asked for, and the pieces to keep."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from setup_app.engine.values import SIDES, Side, canonical
from setup_app.rulebooks.pbs_2023_1 import section_9b
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.setup_check import fitting_flanks
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from setup_app.rulebooks.pbs_2023_1.territories import Box
from terrain.core.forms import Forms
from terrain.core.generation import POLICIES, Policy
from terrain.core.layout import (
    FORMAT,
    PLAYERS,
    Layout,
    LayoutUnreadable,
    Piece,
    read_layout,
    write_layout,
)
from terrain.core.readers import object_at, one_of_at
from terrain.core.rules import GroundRules

Slots = Mapping[tuple[str, Side], tuple[str, ...]]
"""Types by slot and side: the defender is side 0."""

SELECTED_SLOTS = ("secure_flank", "compulsory", "optional")
REQUIRED = ("rulebook", "territory", "table", "seed")
FIELDS = ("rulebook", "territory", "table", "settings", "base_width_mm")
OWN_FIELDS = ("cell", "density", "flank", "seed", "policy", "selection", "locked")
MAX_SEED = 2**63
MAX_NAMED = 8


@dataclass(frozen=True)
class Wish:
    """The requested options.

    `ground` is the table with the pieces to keep; `selection` has the requested types by slot and
    side: all optional pieces, or the first of the others. With `forms` every generated piece has
    one of them, except open ground that is removed at the end.
    """

    ground: Layout
    rules: GroundRules
    seed: str
    policy: Policy = "random"
    selection: Slots = field(default_factory=dict)
    forms: Forms | None = None


def read_wish(given: Any) -> Wish:
    """Return the options that a decoded JSON request states.

    `{"rulebook", "territory", "cell": [row, col] | "density" and "flank", "table", "seed"}`, and
    optionally `settings`, `base_width_mm`, `policy` (one of POLICIES), `selection` (by slot, by
    player, a list of types) and `locked` (pieces in layout form). Raises LayoutUnreadable with a
    JSON pointer for another shape or a name that the rulebook lacks.
    """
    asked = object_at(given, "", REQUIRED, (*FIELDS, *OWN_FIELDS))
    box = _box(asked)
    layout = {name: asked[name] for name in FIELDS if name in asked}
    layout |= {"format": FORMAT, "pieces": asked.get("locked", []), **box}
    try:
        ground = read_layout(layout)
        rules = _rules(canonical(write_layout(ground.with_pieces(()))))
    except LayoutUnreadable as unreadable:
        path = unreadable.path.replace("/pieces", "/locked", 1)
        raise LayoutUnreadable(unreadable.code, path, **unreadable.params) from None
    assert ground.territory is not None
    assert ground.flank is not None
    flanks = fitting_flanks(ground.territory)
    if ground.flank not in flanks:
        raise LayoutUnreadable("not_an_option", "/flank", options=[list(each) for each in flanks])
    return Wish(
        ground=ground,
        rules=rules,
        seed=_seed(asked["seed"], asked.get("cell")),
        policy=one_of_at(asked.get("policy", "random"), "/policy", POLICIES),
        selection=_selection(asked.get("selection", {})),
    )


@lru_cache(maxsize=256)
def _rules(ground: bytes) -> GroundRules:
    """Return the rules of an empty table, as JSON: many tables use the same ones."""
    return layout_rules(read_layout(json.loads(ground)))


def _box(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the requested density and flank, by their names or by a box of the map."""
    if "cell" not in asked:
        for name in ("density", "flank"):
            if asked.get(name) is None:
                raise LayoutUnreadable("missing_field", f"/{name}")
        return {"density": asked["density"], "flank": asked["flank"]}
    for name in ("density", "flank"):
        if name in asked:
            raise LayoutUnreadable("unknown_field", f"/{name}", beside="cell")
    territory = asked["territory"]
    if not isinstance(territory, str) or territory not in TERRITORIES:
        raise LayoutUnreadable("not_an_option", "/territory", options=list(TERRITORIES))
    box = _cell(asked["cell"], TERRITORIES[territory].cells)
    return {"density": box.density, "flank": list(box.flank)}


def _cell(given: Any, cells: tuple[tuple[Box, ...], ...]) -> Box:
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise LayoutUnreadable("wrong_shape", "/cell", expected="[row, col]")
    for at, (place, count) in enumerate(zip(given, (len(cells), len(cells[0])), strict=True)):
        if type(place) is not int:
            raise LayoutUnreadable("wrong_shape", f"/cell/{at}", expected="integer")
        if not 0 <= place < count:
            raise LayoutUnreadable("out_of_range", f"/cell/{at}", least=0, most=count - 1)
    row, col = given
    return cells[row][col]


def _seed(given: Any, cell: Any) -> str:
    """Return the seed of all chance: boxes of one kind have different tables."""
    box = "" if cell is None else f"{cell[0]},{cell[1]}"
    if isinstance(given, str):
        if len(given) > 100 or not given.isprintable():
            raise LayoutUnreadable("wrong_shape", "/seed", expected="a short text")
        return f"text/{given}/{box}"
    if type(given) is not int:
        expected = "a short text or whole number"
        raise LayoutUnreadable("wrong_shape", "/seed", expected=expected)
    if abs(given) > MAX_SEED:
        raise LayoutUnreadable("out_of_range", "/seed", most=MAX_SEED)
    return f"number/{given}/{box}"


def _selection(given: Any) -> Slots:
    found: dict[tuple[str, Side], tuple[str, ...]] = {}
    for slot, players in object_at(given, "/selection", (), SELECTED_SLOTS).items():
        path = f"/selection/{slot}"
        for player, types in object_at(players, path, (), PLAYERS).items():
            if not isinstance(types, list | tuple) or len(types) > MAX_NAMED:
                raise LayoutUnreadable("wrong_shape", f"{path}/{player}", expected="a short list")
            for at, name in enumerate(types):
                if not isinstance(name, str) or not 0 < len(name) <= 100 or not name.isprintable():
                    raise LayoutUnreadable(
                        "wrong_shape", f"{path}/{player}/{at}", expected="the name of a type"
                    )
            found[slot, SIDES[PLAYERS.index(player)]] = tuple(types)
    return found


def still_wished(wish: Wish) -> dict[tuple[str, Side], list[str]]:
    """Return what is requested beyond the pieces on the table, which count first."""
    left = {key: list(types) for key, types in wish.selection.items()}
    for piece in wish.ground.pieces:
        types = left.get((piece.slot, PLAYERS.index(piece.placed_by)), [])
        if piece.type in types:
            types.remove(piece.type)
    return left


def as_pieces(wish: Wish) -> Iterator[Piece]:
    """Yield a piece without an outline for each outstanding request; its id identifies the
    request.
    """
    for (slot, side), types in still_wished(wish).items():
        for name in types:
            player = PLAYERS[side]
            yield Piece(f"{slot}/{player}/{name}", name, slot, player)


def room_kept(
    battle: PbsSituation,
    side: Side,
    chosen: tuple[str, ...],
    left: Mapping[tuple[str, Side], list[str]],
) -> bool:
    """Return whether everything requested can still be selected after a side selects these types.

    Called during the selection of compulsory or optional pieces; the types fill compulsory slots as
    long as any are open.
    """
    assert battle.territory is not None
    slots = battle.slots
    wished = [(slot, who, name) for (slot, who), types in left.items() for name in types]
    for name in (*chosen, *(name for slot, _, name in wished if slot == "compulsory")):
        row = section_9b.row_of(battle.territory, name)
        filled = section_9b.filled(slots, row.category) if row and slots else slots
        if filled is None:
            return False
        slots = filled
    for who in SIDES:
        numbers = Counter(section_9b.counted_for(battle, who))
        per_player = battle.setup.settings["max_counts"] == "player"
        more = [(side, name) for name in chosen]
        more += [(whose, name) for slot, whose, name in wished if slot != "secure_flank"]
        numbers += Counter(name for whose, name in more if whose == who or not per_player)
        if not section_9b.within_limits(battle.territory, numbers):
            return False
    return True
