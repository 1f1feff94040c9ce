"""Does a territory's file hold a map and a table that make sense together?"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_app.rulebooks.coded import Param, Params
from setup_app.rulebooks.pbs_2023_1.figures import Density
from setup_app.rulebooks.pbs_2023_1.territories import (
    SPECIALS,
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
from setup_app.rulebooks.pbs_2023_1.vocabulary import Vocabulary
from setup_app.rulebooks.phrases import TextsFile
from setup_app.rulebooks.tables_file import Table, read_tables_file

SIDE_OF_MAP = 5


def read_territory(
    file: Path, vocabulary: Vocabulary, densities: Mapping[str, Density], texts: TextsFile
) -> Territory:
    """Read one territory. Raises RulebookFileError at the first thing that is wrong with it."""
    table = read_tables_file(file)
    table.expect("slug", "cells", "special_rule", "terrain")
    slug = table.word_of("slug", (file.stem,), "territory for this file:")
    name = texts.say(f"territory.{slug}", table=table, at=("slug",), params=Params())
    reader = _Reader(table, vocabulary, densities, texts)
    terrain = reader.terrain()
    rules = tuple(reader.special_rule(rule, terrain) for rule in table.tables("special_rule"))
    return Territory(
        slug=slug,
        name=texts.english(name),
        cells=reader.cells(terrain),
        terrain=tuple(terrain.values()),
        special_rules=rules,
        flank_substitutes=tuple(
            FlankSubstitute(_pairs(rule.params["for"]), str(rule.params["type"]))
            for rule in rules
            if rule.code == "flank_substitute"
        ),
        camp_rules=tuple(_camp_rule(rule) for rule in rules if rule.code == "camp_in_terrain"),
    )


def _pairs(value: Param) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(pair) for pair in value) if isinstance(value, tuple) else ()


def _camp_rule(rule: SpecialRule) -> CampRule:
    return CampRule(
        sides=rule.params.words("sides"),
        types=rule.params.words("types"),
        touching=str(rule.params["touching"]),
        where=str(rule.params["where"]),
        replaces_ordinary=bool(rule.params["replaces_ordinary"]),
    )


@dataclass(frozen=True)
class _Reader:
    file: Table
    vocabulary: Vocabulary
    densities: Mapping[str, Density]
    texts: TextsFile

    def cells(self, terrain: Mapping[str, TerrainRow]) -> tuple[tuple[Box, ...], ...]:
        rows = self.file.sequence("cells")
        if len(rows) != SIDE_OF_MAP:
            raise self.file.fault(f"a map has {SIDE_OF_MAP} rows, not {len(rows)}", "cells")
        return tuple(self._row_of_cells(row, index, terrain) for index, row in enumerate(rows))

    def _row_of_cells(
        self, row: object, index: int, terrain: Mapping[str, TerrainRow]
    ) -> tuple[Box, ...]:
        if not isinstance(row, list) or len(row) != SIDE_OF_MAP:
            raise self.file.fault(f"a row of a map has {SIDE_OF_MAP} boxes", "cells", index)
        return tuple(self._box(cell, (index, column), terrain) for column, cell in enumerate(row))

    def _box(self, cell: object, at: tuple[int, int], terrain: Mapping[str, TerrainRow]) -> Box:
        if not isinstance(cell, str) or cell.count(": ") != 1:
            raise self.file.fault("a box says its flank and its density: 'a: b'", "cells", *at)
        kind, density = cell.split(": ")
        if kind not in self.vocabulary.flank_kinds:
            raise self.file.fault(f"unknown flank {kind!r}", "cells", *at)
        if density not in self.densities:
            raise self.file.fault(f"unknown density {density!r}", "cells", *at)
        flank = () if kind == "none" else tuple(kind.split("+"))
        for type_ in flank:
            if type_ != "deep_water" and type_ not in terrain:
                raise self.file.fault(f"the territory has no {type_!r}", "cells", *at)
        return Box(flank, density)

    def terrain(self) -> dict[str, TerrainRow]:
        tables = self.file.tables("terrain")
        rows: dict[str, TerrainRow] = {}
        for table in tables:
            row = self._terrain_row(table)
            if row.type in rows:
                raise table.fault(f"{row.type!r} stands twice", "type")
            rows[row.type] = row
        for table, row in zip(tables, rows.values(), strict=True):
            self._check_against(rows, row, table)
        return rows

    def _terrain_row(self, table: Table) -> TerrainRow:
        table.expect("type", "category", optional=("limit", "size", "band", "specials", "effects"))
        type_ = table.word_of("type", self.vocabulary.categories, "type")
        category = table.word("category")
        if category != self.vocabulary.categories[type_]:
            raise table.fault(f"wrong category {category!r} for {type_!r}", "category")
        if "band" in table and "size" in table:
            raise table.fault("a band has no size", "size")
        row = TerrainRow(
            type=type_,
            category=category,
            limit=self._limit(table.table("limit")) if "limit" in table else None,
            size=self._size(table.table("size")) if "size" in table else None,
            band=self._band(table.table("band")) if "band" in table else None,
            specials=self._specials(table),
            effects=self._effects(table),
            description=self.texts.say(
                f"description.{type_}", table=table, at=("type",), params=Params()
            ),
        )
        for special in row.placement[: len(row.placement) - len(row.specials)]:
            self.texts.say(special.text, table=table, at=("band",), params=special.params)
        return row

    def _limit(self, table: Table) -> Limit:
        table.expect("max", "types")
        types = table.words_of("types", self.vocabulary.types, "type")
        return Limit(table.whole("max", least=1), tuple(sorted(types)))

    def _size(self, table: Table) -> Size:
        table.expect("max", optional=("min", "min_exclusive"))
        greatest = table.number("max")
        if "min" not in table:
            if "min_exclusive" in table:
                raise table.fault("'min_exclusive' without 'min'", "min_exclusive")
            return Size(None, False, greatest)
        least = table.number("min")
        if least > greatest:
            raise table.fault("'min' is above 'max'", "min")
        return Size(least, "min_exclusive" in table and table.flag("min_exclusive"), greatest)

    def _band(self, table: Table) -> Band:
        table.expect("max_width", "min_width", "ends", "movable")
        band = Band(
            max_width=table.number("max_width"),
            min_width=table.number("min_width"),
            ends=table.words_of("ends", ("edge", "deep_water"), "end"),
            movable=table.flag("movable"),
        )
        if band.min_width > band.max_width:
            raise table.fault("'min_width' is above 'max_width'", "min_width")
        return band

    def _specials(self, row: Table) -> tuple[Special, ...]:
        found: dict[str, Special] = {}
        for table in row.tables("specials") if "specials" in row else ():
            kind = table.word_of("code", SPECIALS, "special")
            if kind in found:
                raise table.fault(f"{kind!r} stands twice", "code")
            table.expect("code", *SPECIALS[kind])
            params = {
                name: self._special_param(table, name, held)
                for name, held in SPECIALS[kind].items()
            }
            found[kind] = Special(kind, Params(params))
            self.texts.say(found[kind].text, table=table, at=("code",), params=found[kind].params)
            if kind == "declare":
                self.texts.name(str(params["as"]), table=table, at=("as",))
        return tuple(found.values())

    def _special_param(self, table: Table, name: str, held: str | tuple[str, ...]) -> Param:
        if held == "types":
            return tuple(sorted(table.words_of(name, self.vocabulary.types, "type")))
        if held == "flag":
            return table.flag(name)
        if held == "whole":
            return table.whole(name, least=1)
        return table.word_of(name, held, name)

    def _effects(self, row: Table) -> tuple[Effect, ...]:
        effects = []
        for table in row.tables("effects") if "effects" in row else ():
            code = table.word_of("code", self.vocabulary.effects, "effect")
            held = self.vocabulary.effects[code]
            table.expect("code", *held)
            params = {name: self._effect_param(table, name, how) for name, how in held.items()}
            effect = Effect(code, Params(params))
            if effect in effects:
                raise table.fault(f"{code!r} stands twice", "code")
            self.texts.say(effect.text, table=table, at=("code",), params=effect.params)
            effects.append(effect)
        return tuple(effects)

    def _effect_param(self, table: Table, name: str, held: str) -> Param:
        if held == "number":
            return table.number(name)
        words = self.vocabulary.words[name]
        if held == "one":
            return table.word_of(name, words, name)
        return table.words_of(name, words, name)

    def _check_against(self, rows: Mapping[str, TerrainRow], row: TerrainRow, table: Table) -> None:
        if row.limit is not None:
            limit = table.table("limit")
            if row.type not in row.limit.types:
                raise limit.fault(f"the limit of {row.type!r} does not count it", "types")
            self._check_has(rows, limit, "types")
        for index, special in enumerate(row.specials):
            if special.kind == "within_gap":
                self._check_has(rows, table.tables("specials")[index], "types")

    def _check_has(self, rows: Mapping[str, TerrainRow], table: Table, key: str) -> None:
        for index, type_ in enumerate(table.words(key)):
            if type_ not in rows:
                raise table.fault(f"the territory has no {type_!r}", key, index)

    def special_rule(self, table: Table, rows: Mapping[str, TerrainRow]) -> SpecialRule:
        codes = ("camp_in_terrain", "flank_substitute", "granted_in_rows")
        code = table.word_of("code", codes, "special rule")
        if code == "camp_in_terrain":
            params = self._camp(table, rows)
        elif code == "flank_substitute":
            params = self._substitute(table, rows)
        else:
            params = self._granted(table, rows)
        rule = SpecialRule(code, Params(params))
        self.texts.say(rule.text, table=table, at=("code",), params=rule.params)
        return rule

    def _camp(self, table: Table, rows: Mapping[str, TerrainRow]) -> dict[str, Param]:
        table.expect("code", "sides", "types", "touching", "where", "replaces_ordinary")
        self._check_has(rows, table, "types")
        return {
            "sides": table.words_of("sides", ("defender", "invader"), "side"),
            "types": tuple(sorted(table.words_of("types", rows, "type"))),
            "touching": table.word_of("touching", ("deep_water", "edge"), "touching"),
            "where": table.word_of("where", ("anywhere", "own_deployment_zone"), "where"),
            "replaces_ordinary": table.flag("replaces_ordinary"),
        }

    def _substitute(self, table: Table, rows: Mapping[str, TerrainRow]) -> dict[str, Param]:
        table.expect("code", "for", "type")
        pairs = []
        for index, pair in enumerate(table.sequence("for")):
            words = [str(word) for word in pair] if isinstance(pair, list) else []
            if "+".join(words) not in self.vocabulary.flank_kinds:
                raise table.fault(f"unknown flank {pair!r}", "for", index)
            pairs.append(tuple(words))
        if not pairs:
            raise table.fault("'for' is empty", "for")
        if table.word("type") not in rows:
            raise table.fault(f"the territory has no {table.word('type')!r}", "type")
        return {"for": tuple(pairs), "type": table.word("type")}

    def _granted(self, table: Table, rows: Mapping[str, TerrainRow]) -> dict[str, Param]:
        """Read a rule that the rows spell out, and hold the rows to it."""
        table.expect("code", "special", "types")
        special = table.word_of("special", SPECIALS, "special")
        types = tuple(sorted(table.words_of("types", self.vocabulary.types, "type")))
        having = tuple(sorted(type_ for type_, row in rows.items() if row.special(special)))
        if types != having:
            raise table.fault(f"the rows with {special!r} are {', '.join(having)}", "types")
        return {"special": special, "types": types}
