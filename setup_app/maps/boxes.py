"""Which boxes may a club's own map have, and what is wrong with those that are stated?

A copy is a map of its territory: a box may name a secure flank that some printed map of the
rulebook names, if the territory's own table has both kinds. Densities are the rulebook's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from setup_app.rulebooks.army_faults import FORBIDDEN, LONGEST_NAME, shown
from setup_app.rulebooks.pbs_2023_1.setup_check import fitting_flanks
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES
from setup_app.script.errors import DomainError
from setup_app.script.values import Violation

RULEBOOK: Final = "pbs-2023.1"
SIDE: Final = 5
DENSITIES: Final = tuple(GROUND.densities)

_FORBIDDEN: Final = re.compile(f"[{FORBIDDEN}]")


@dataclass(frozen=True, slots=True)
class MapFault:
    """One thing wrong with a stated map; `path` is a JSON pointer."""

    code: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)


class MapRefused(DomainError):
    """A stated map that will not do; `faults` has every fault."""

    def __init__(self, faults: tuple[MapFault, ...]) -> None:
        super().__init__(
            "map_refused",
            {"faults": len(faults)},
            violations=tuple(
                Violation(each.code, "8.C", {"path": each.path or "/", **each.params})
                for each in faults
            ),
        )
        self.faults = faults


def official_cells(territory: str) -> list[list[dict[str, Any]]]:
    """Return the boxes of the printed map as JSON."""
    return [
        [{"flank": list(box.flank), "density": box.density} for box in row]
        for row in TERRITORIES[territory].cells
    ]


def read_name(stated: object) -> str:
    """Return a map's name without surrounding spaces; raises `MapRefused`."""
    faults = tuple(_name_faults(stated))
    if faults:
        raise MapRefused(faults)
    return str(stated).strip()


def read_map(stated: object, territory: str) -> tuple[str, list[list[dict[str, Any]]]]:
    """Return the name and the boxes that a stated map `{"name", "cells"}` has.

    Raises `MapRefused` with every fault.
    """
    faults = tuple(_map_faults(stated, territory))
    if faults:
        raise MapRefused(faults)
    assert isinstance(stated, Mapping)
    cells = [
        [{"flank": list(box["flank"]), "density": box["density"]} for box in row]
        for row in stated["cells"]
    ]
    return stated["name"].strip(), cells


def _map_faults(stated: object, territory: str) -> Iterator[MapFault]:
    if not isinstance(stated, Mapping):
        yield MapFault("map_wrong_type", "", {"found": shown(stated), "expected": "object"})
        return
    yield from _field_faults(stated, ("name", "cells"), "")
    if "name" in stated:
        yield from _name_faults(stated["name"])
    if "cells" in stated:
        yield from _cells_faults(stated["cells"], territory)


def _field_faults(
    stated: Mapping[str, object], known: tuple[str, ...], path: str
) -> Iterator[MapFault]:
    for name in known:
        if name not in stated:
            yield MapFault("map_missing_field", f"{path}/{name}")
    unknown = [name for name in stated if name not in known]
    for name in unknown[:SIDE]:
        params = {"known": ", ".join(known)}
        yield MapFault("map_unknown_field", f"{path}/{shown(name)}", params)


def _name_faults(stated: object) -> Iterator[MapFault]:
    if not isinstance(stated, str):
        yield MapFault("map_wrong_type", "/name", {"found": shown(stated), "expected": "text"})
    elif not stated.strip():
        yield MapFault("map_blank", "/name")
    elif len(stated) > LONGEST_NAME:
        yield MapFault("map_too_long", "/name", {"most": LONGEST_NAME, "found": len(stated)})
    elif _FORBIDDEN.search(stated):
        yield MapFault("map_forbidden_character", "/name", {"found": shown(stated)})


def _cells_faults(stated: object, territory: str) -> Iterator[MapFault]:
    yield from _length_faults(stated, "/cells")
    for row, boxes in enumerate(_listed(stated)):
        yield from _length_faults(boxes, f"/cells/{row}")
        for column, box in enumerate(_listed(boxes)):
            yield from _box_faults(box, territory, f"/cells/{row}/{column}")


def _listed(stated: object) -> list[Any]:
    return stated[:SIDE] if isinstance(stated, list) else []


def _length_faults(stated: object, path: str) -> Iterator[MapFault]:
    if not isinstance(stated, list):
        yield MapFault("map_wrong_type", path, {"found": shown(stated), "expected": "list"})
    elif len(stated) != SIDE:
        yield MapFault("map_not_five", path, {"found": len(stated)})


def _box_faults(stated: object, territory: str, path: str) -> Iterator[MapFault]:
    if not isinstance(stated, Mapping):
        yield MapFault("map_wrong_type", path, {"found": shown(stated), "expected": "object"})
        return
    yield from _field_faults(stated, ("flank", "density"), path)
    if "density" in stated and stated["density"] not in DENSITIES:
        params = {"found": shown(stated["density"]), "choices": ", ".join(DENSITIES)}
        yield MapFault("map_not_a_choice", f"{path}/density", params)
    flank = stated.get("flank", [])
    flanks = [list(each) for each in fitting_flanks(territory)]
    if flank not in flanks:
        found = "+".join(shown(each) for each in flank[:4]) if isinstance(flank, list) else ""
        choices = ", ".join("+".join(each) or "[]" for each in flanks)
        params = {"found": found or shown(flank), "choices": choices}
        yield MapFault("map_not_a_choice", f"{path}/flank", params)
