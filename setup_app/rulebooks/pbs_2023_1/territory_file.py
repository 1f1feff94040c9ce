"""Read a territory's file, and check that its map and table fit together."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from setup_app.rulebooks.codes import Param, Params
from setup_app.rulebooks.pbs_2023_1.territories import (
    Band,
    Box,
    CampRule,
    Effect,
    FlankSubstitute,
    Limit,
    Size,
    Special,
    SpecialRule,
    TerrainRow,
    Territory,
)
from setup_app.rulebooks.tables_file import Keys, RulebookFileError, TablesFile


def read_territory(file: TablesFile, name: str, categories: Mapping[str, str]) -> Territory:
    """Return one territory. Raises RulebookFileError at the first wrong value."""
    read = file.values
    if read["slug"] != file.file.stem:
        raise file.fault(f"the file of {read['slug']!r} has another name", "slug")
    fault = next(_faults(file, categories), None)
    if fault is not None:
        raise fault
    rules = tuple(
        SpecialRule(rule["code"], _params(rule, ordered=("sides", "for")))
        for rule in read["special_rule"]
    )
    return Territory(
        slug=read["slug"],
        name=name,
        cells=tuple(tuple(_box(cell) for cell in row) for row in read["cells"]),
        terrain=tuple(_row(row) for row in read["terrain"]),
        special_rules=rules,
        flank_substitutes=tuple(
            FlankSubstitute(tuple(tuple(pair) for pair in rule["for"]), rule["type"])
            for rule in read["special_rule"]
            if rule["code"] == "flank_substitute"
        ),
        camp_rules=tuple(_camp_rule(rule) for rule in rules if rule.code == "camp_in_terrain"),
    )


def _row(row: Mapping[str, Any]) -> TerrainRow:
    limit, size, band = row.get("limit"), row.get("size"), row.get("band")
    return TerrainRow(
        type=row["type"],
        category=row["category"],
        limit=limit and Limit(limit["max"], tuple(sorted(limit["types"]))),
        size=size and Size(size.get("min"), size.get("min_exclusive", False), size["max"]),
        band=band and Band(**{**band, "ends": tuple(band["ends"])}),
        specials=tuple(
            Special(each["code"], _params(each, ordered=())) for each in row.get("specials", ())
        ),
        effects=tuple(
            Effect(each["code"], _params(each, ordered=("troops", "gives")))
            for each in row.get("effects", ())
        ),
        description=f"description.{row['type']}",
    )


def _box(cell: str) -> Box:
    kind, density = cell.split(": ")
    return Box(() if kind == "none" else tuple(kind.split("+")), density)


def _params(coded: Mapping[str, Any], *, ordered: tuple[str, ...]) -> Params:
    """Return the parameters beside a code; lists of types are sorted unless named in `ordered`."""
    return Params(
        {key: _param(value, key in ordered) for key, value in coded.items() if key != "code"}
    )


def _param(value: Any, ordered: bool) -> Param:
    if not isinstance(value, list):
        return value  # type: ignore[no-any-return]  # the schema has looked
    whole = tuple(tuple(each) if isinstance(each, list) else each for each in value)
    return whole if ordered else tuple(sorted(whole))


def _camp_rule(rule: SpecialRule) -> CampRule:
    return CampRule(
        sides=rule.params.words("sides"),
        types=rule.params.words("types"),
        touching=str(rule.params["touching"]),
        where=str(rule.params["where"]),
        replaces_ordinary=bool(rule.params["replaces_ordinary"]),
    )


def _faults(file: TablesFile, categories: Mapping[str, str]) -> Iterator[RulebookFileError]:
    """Yield what a schema cannot say: conflicts between rows, and between the map and the rows."""
    read = file.values
    file.once("terrain", "type")
    rows = {row["type"]: row for row in read["terrain"]}
    for index, row in enumerate(read["terrain"]):
        at: Keys = ("terrain", index)
        limit, size, band = (row.get(key, {}) for key in ("limit", "size", "band"))
        if row["category"] != categories.get(row["type"]):
            yield file.fault(f"wrong category for {row['type']!r}", *at, "category")
        if limit and row["type"] not in limit["types"]:
            yield file.fault("the limit does not count its own type", *at, "limit", "types")
        if size.get("min", 0) > size.get("max", 0):
            yield file.fault("'min' is above 'max'", *at, "size")
        if band and band["min_width"] > band["max_width"]:
            yield file.fault("'min_width' is above 'max_width'", *at, "band")
        yield from _strangers(file, rows, limit.get("types", ()), (*at, "limit", "types"))
        specials = row.get("specials", ())
        file.different((each["code"] for each in specials), *at, "specials", then=("code",))
        for place, special in enumerate(specials):
            if special["code"] == "within_gap":
                keys = (*at, "specials", place, "types")
                yield from _strangers(file, rows, special["types"], keys)
    for index, row in enumerate(read["cells"]):
        for column, cell in enumerate(row):
            land = [kind for kind in _box(cell).flank if kind != "deep_water"]
            yield from (
                file.fault(f"the territory has no {kind!r}", "cells", index, column)
                for kind in land
                if kind not in rows
            )
    for index, rule in enumerate(read["special_rule"]):
        yield from _rule_faults(file, rows, rule, ("special_rule", index))


def _rule_faults(
    file: TablesFile, rows: Mapping[str, Any], rule: Mapping[str, Any], at: Keys
) -> Iterator[RulebookFileError]:
    if rule["code"] == "camp_in_terrain":
        yield from _strangers(file, rows, rule["types"], (*at, "types"))
    elif rule["code"] == "flank_substitute":
        if rule["type"] not in rows:
            yield file.fault(f"the territory has no {rule['type']!r}", *at, "type")
    else:
        # A territory's rule is spelt out in its rows, and the two must agree.
        having = sorted(
            type_
            for type_, row in rows.items()
            if any(each["code"] == rule["special"] for each in row.get("specials", ()))
        )
        if sorted(rule["types"]) != having:
            yield file.fault(
                f"the rows with {rule['special']!r} are {', '.join(having)}", *at, "types"
            )


def _strangers(
    file: TablesFile, rows: Mapping[str, Any], types: Iterable[str], at: Keys
) -> Iterator[RulebookFileError]:
    for index, type_ in enumerate(types):
        if type_ not in rows:
            yield file.fault(f"the territory has no {type_!r}", *at, index)
