"""The seven territories: map squares, rows of terrain, special rules."""

from dataclasses import dataclass

from setup_app.rulebooks.codes import Coded, Params


@dataclass(frozen=True)
class Box:
    """One box of a map: the kinds of its secure flank (none for no flank) and its density."""

    flank: tuple[str, ...]
    density: str


@dataclass(frozen=True)
class Limit:
    """A limit of `max` pieces of all these types together; the types are sorted."""

    max: int
    types: tuple[str, ...]


@dataclass(frozen=True)
class Size:
    """A type's own size, as far as the sheet gives it; a missing bound is None."""

    min: float | None
    min_exclusive: bool
    max: float | None

    def as_json(self) -> dict[str, object]:
        """Return the bounds; `min_exclusive` only if there is a least size."""
        bounds: dict[str, object] = {}
        if self.min is not None:
            bounds |= {"min": self.min, "min_exclusive": self.min_exclusive}
        if self.max is not None:
            bounds["max"] = self.max
        return bounds


@dataclass(frozen=True)
class Band:
    """A straight strip across the table; `ends` are what its two ends may lie on."""

    max_width: float
    min_width: float
    ends: tuple[str, ...]
    movable: bool


@dataclass(frozen=True)
class Special:
    """A placement rule of a row beyond the common ones."""

    kind: str
    params: Params

    @property
    def text(self) -> str:
        """Return the code of its sentence."""
        return f"special.{self.kind}{_special_variant(self)}"

    def as_json(self) -> dict[str, object]:
        """Return `{"code", ...params}`."""
        return Coded(self.kind, self.params).as_json()


@dataclass(frozen=True)
class Effect(Coded):
    """The effect of a terrain type on troops."""

    @property
    def text(self) -> str:
        """Return the code of its sentence."""
        return f"effect.{self.code}"


@dataclass(frozen=True)
class SpecialRule(Coded):
    """A rule that a territory prints below its map."""

    @property
    def text(self) -> str:
        """Return the code of its sentence."""
        return f"special_rule.{self.code}{_rule_variant(self)}"


@dataclass(frozen=True)
class FlankSubstitute:
    """A type that may stand on a secure flank whose box names one of these pairs of kinds."""

    kinds: tuple[tuple[str, ...], ...]
    type: str


@dataclass(frozen=True)
class CampRule:
    """10.C: who, in this order of right, may put their camp into which terrain, touching what."""

    sides: tuple[str, ...]
    types: tuple[str, ...]
    touching: str
    where: str
    replaces_ordinary: bool


@dataclass(frozen=True)
class TerrainRow:
    """One row of a territory's table; `description` is the code of a text."""

    type: str
    category: str
    limit: Limit | None
    size: Size | None
    band: Band | None
    specials: tuple[Special, ...]
    effects: tuple[Effect, ...]
    description: str

    def special(self, kind: str) -> Special | None:
        """Return the row's special of this kind; a row has at most one of each."""
        return next((special for special in self.specials if special.kind == kind), None)

    @property
    def placement(self) -> tuple[Special, ...]:
        """Return every special of placing the type: the meaning of a band, then the rest."""
        if self.band is None:
            return self.specials
        band: dict[str, float | tuple[str, ...]] = {
            "ends": self.band.ends,
            "min_width": self.band.min_width,
            "max_width": self.band.max_width,
        }
        fixed = () if self.band.movable else (Special("cannot_be_moved", Params()),)
        return (Special("band", Params(band)), *fixed, *self.specials)


@dataclass(frozen=True)
class Territory:
    """One map with its table; `name` is English, its code is `territory.<slug>`."""

    slug: str
    name: str
    cells: tuple[tuple[Box, ...], ...]
    terrain: tuple[TerrainRow, ...]
    special_rules: tuple[SpecialRule, ...]
    flank_substitutes: tuple[FlankSubstitute, ...]
    camp_rules: tuple[CampRule, ...]

    def row(self, type: str) -> TerrainRow | None:  # noqa: A002 - the table's own word
        """Return the row of a type, or None if the territory has no such type."""
        return next((row for row in self.terrain if row.type == type), None)


def territory_as_json(territory: Territory) -> dict[str, object]:
    """Return a territory in the shape of the API contract, without sentences."""
    return {
        "slug": territory.slug,
        "name": territory.name,
        "cells": [
            [{"flank": list(box.flank), "density": box.density} for box in row]
            for row in territory.cells
        ],
        "terrain": [_row_as_json(row) for row in territory.terrain],
    }


def _row_as_json(row: TerrainRow) -> dict[str, object]:
    size: dict[str, object] | None = None
    if row.band is not None:
        size = {"width": {"max": row.band.max_width}}
    elif row.size is not None:
        size = row.size.as_json()
    limit = row.limit
    return {
        "type": row.type,
        "category": row.category,
        "limit": None if limit is None else {"max": limit.max, "types": list(limit.types)},
        "size": size,
        "placement": [special.as_json() for special in row.placement],
        "effects": [effect.as_json() for effect in row.effects],
    }


def _special_variant(special: Special) -> str:
    """Return the name of the sentence if one kind needs several."""
    if special.kind == "undiced_beside":
        return ".one_sector" if special.params["one_sector"] else ".any_sector"
    if special.kind == "declare":
        return f".{special.params['as']}"
    return ""


def _rule_variant(rule: SpecialRule) -> str:
    if rule.code != "camp_in_terrain":
        return ""
    limited = rule.params["where"] != "anywhere"
    return f".{rule.params['where' if limited else 'touching']}"
