"""The squares of a club's own map, and the faults of stated ones.

A copy is a map of its territory: the rulebook defines its secure flanks and densities.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import BoxMaps
from setup_app.engine.values import Violation
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import MAX_NAME_LENGTH, describe_value, hidden_in

MAX_UNKNOWN: Final = 5
"""The number of unknown fields reported for each box."""


@dataclass(frozen=True, slots=True)
class MapFault:
    """One fault of a stated map; `path` is a JSON pointer."""

    code: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)


class MapRefused(DomainError):
    """A refused map; `faults` has every fault."""

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


def box_maps() -> dict[str, BoxMaps]:
    """Return the limits of a map by rulebook, for rulebooks whose territories have maps."""
    return {each.id: each.box_maps for each in registry.rulebooks() if each.box_maps}


def read_name(stated: object) -> str:
    """Return a map's name without surrounding spaces; raises `MapRefused`."""
    faults = tuple(_name_faults(stated))
    if faults:
        raise MapRefused(faults)
    return str(stated).strip()


def read_map(
    stated: object, *, rulebook: str, territory: str
) -> tuple[str, list[list[dict[str, Any]]]]:
    """Return the name and the boxes of a stated map `{"name", "cells"}`.

    Raises `MapRefused` with every fault, and `unknown_rulebook`.
    """
    allowed = registry.rulebook(rulebook).box_maps
    if allowed is None:
        raise DomainError("unknown_rulebook", {"rulebook": rulebook})
    faults = tuple(_Judge(allowed, allowed.flanks(territory)).map_faults(stated))
    if faults:
        raise MapRefused(faults)
    assert isinstance(stated, Mapping)
    cells = [
        [{"flank": list(box["flank"]), "density": box["density"]} for box in row]
        for row in stated["cells"]
    ]
    return stated["name"].strip(), cells


def _name_faults(stated: object) -> Iterator[MapFault]:
    if not isinstance(stated, str):
        yield MapFault(
            "map_wrong_type", "/name", {"found": describe_value(stated), "expected": "text"}
        )
    elif not stated.strip():
        yield MapFault("map_blank", "/name")
    elif len(stated) > MAX_NAME_LENGTH:
        yield MapFault("map_too_long", "/name", {"most": MAX_NAME_LENGTH, "found": len(stated)})
    elif hidden_in(stated):
        yield MapFault("map_forbidden_character", "/name", {"found": describe_value(stated)})


def _field_faults(
    stated: Mapping[str, object], known: tuple[str, ...], path: str
) -> Iterator[MapFault]:
    for name in known:
        if name not in stated:
            yield MapFault("map_missing_field", f"{path}/{name}")
    unknown = [name for name in stated if name not in known]
    for name in unknown[:MAX_UNKNOWN]:
        params = {"known": ", ".join(known)}
        yield MapFault("map_unknown_field", f"{path}/{describe_value(name)}", params)


@dataclass(frozen=True, slots=True)
class _Judge:
    """A collector of every fault of a map of one territory."""

    allowed: BoxMaps
    flanks: tuple[tuple[str, ...], ...]

    def map_faults(self, stated: object) -> Iterator[MapFault]:
        if not isinstance(stated, Mapping):
            yield MapFault(
                "map_wrong_type", "", {"found": describe_value(stated), "expected": "object"}
            )
            return
        yield from _field_faults(stated, ("name", "cells"), "")
        if "name" in stated:
            yield from _name_faults(stated["name"])
        if "cells" in stated:
            yield from self._cells_faults(stated["cells"])

    def _cells_faults(self, stated: object) -> Iterator[MapFault]:
        yield from self._length_faults(stated, "/cells")
        for row, boxes in enumerate(self._listed(stated)):
            yield from self._length_faults(boxes, f"/cells/{row}")
            for column, box in enumerate(self._listed(boxes)):
                yield from self._box_faults(box, f"/cells/{row}/{column}")

    def _listed(self, stated: object) -> list[Any]:
        return stated[: self.allowed.side] if isinstance(stated, list) else []

    def _length_faults(self, stated: object, path: str) -> Iterator[MapFault]:
        if not isinstance(stated, list):
            yield MapFault(
                "map_wrong_type", path, {"found": describe_value(stated), "expected": "list"}
            )
        elif len(stated) != self.allowed.side:
            params = {"found": len(stated), "side": self.allowed.side}
            yield MapFault("map_not_five", path, params)

    def _box_faults(self, stated: object, path: str) -> Iterator[MapFault]:
        if not isinstance(stated, Mapping):
            yield MapFault(
                "map_wrong_type", path, {"found": describe_value(stated), "expected": "object"}
            )
            return
        yield from _field_faults(stated, ("flank", "density"), path)
        densities = self.allowed.densities
        if "density" in stated and stated["density"] not in densities:
            params = {"found": describe_value(stated["density"]), "choices": ", ".join(densities)}
            yield MapFault("map_not_a_choice", f"{path}/density", params)
        flank = stated.get("flank", [])
        flanks = [list(each) for each in self.flanks]
        if flank not in flanks:
            found = (
                "+".join(describe_value(each) for each in flank[:4])
                if isinstance(flank, list)
                else ""
            )
            choices = ", ".join("+".join(each) or "[]" for each in flanks)
            params = {"found": found or describe_value(flank), "choices": choices}
            yield MapFault("map_not_a_choice", f"{path}/flank", params)
