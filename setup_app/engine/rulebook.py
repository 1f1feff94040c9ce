"""`Rulebook`: the one value that a plug-in provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import Viewer
from setup_app.engine.prompts import Prompt, Script
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import PerSide, Violation


@dataclass(frozen=True)
class Setting:
    """A gap that groups play differently, or (`event_number`) a figure that an event may change.

    `accepts` says whether a given JSON value is allowed; `schema` says it to clients.
    """

    name: str
    default: Any
    why: str
    rule: str
    schema: Mapping[str, Any]
    accepts: Callable[[Any], bool]
    choices: tuple[Any, ...] = ()
    event_number: bool = False


CHANCE_AFTER_BACK = Setting(
    name="chance_after_back",
    default="same",
    why="setting.chance_after_back",
    rule="engine",
    schema={"enum": ["same", "fresh"]},
    accepts=lambda value: value in ("same", "fresh"),
    choices=("same", "fresh"),
)
"""After going back an identical request gets the same result, or a fresh one."""


@dataclass(frozen=True)
class BoxMaps:
    """What a club's own map of one of the rulebook's territories may be.

    It has `side` rows of as many boxes, each `{"flank": [kinds], "density"}`. `flanks` returns the
    kinds of secure flank that a box of a territory may name, none (`()`) first. `rule` is the
    section under which a battle says that it is fought on one.
    """

    side: int
    densities: tuple[str, ...]
    flanks: Callable[[str], tuple[tuple[str, ...], ...]]
    rule: str = ""


@dataclass(frozen=True)
class Step:
    """A part of the procedure, and its title where no text `step.<rule>` says it."""

    rule: str
    title: str


@dataclass(frozen=True)
class Rulebook:
    """One edition of one pre-battle procedure.

    `read_army` returns a stated list as it is stored, or raises `ArmyRefused` with every fault;
    without it `army_schema` judges. `read_plan` returns a stated plan for a list as it is stored,
    or raises `DomainError` with every fault; without it no plans are stored. `plan_outlines` gives
    the corners of each unit of a stored plan that its list has, from its owner's edge and left.
    `csv_columns` orders the columns of a list in a file; by default they follow the schema. If its
    territories have maps of boxes (`cells`), `box_maps` says how a club may change one; without it
    they are neither listed nor copied.

    `folder` holds its script and data, which a release pins. `apart` names the files and folders in
    it that no battle's course depends on, and which may change without a new revision. `prompts`
    lists every prompt class the script may yield, so that a harness can find those that hide
    something. `present` shapes what a viewer already knows into the parts of the API's view (`map`,
    `layout`, `hands`, `result`, `sides`); it gets nothing else. `check_setup` returns everything
    wrong with lists, table, settings and their combination. `public_list` is what the other side
    may know of a list. `table_numbers` are what an event may change of the table itself, for
    readers: a battle states them as its table, not among its settings.

    If the rulebook has terrain, `layout_rules` turns a layout into the rules by which it is judged,
    `territories` lists its territories as the API gives them, and `generate` answers a request for
    a whole table, both as JSON: `{"layout", "log": [{"code", "params"}], "lost"}`, the codes among
    `texts`; it tells its second argument how many of how many steps are done, and passes on what
    that raises. A third argument may be `Forms`, to which the pieces are then limited; `forms` in
    the answer names each one's. `read_wish` raises what is wrong with such a request at first
    sight.

    `lacking` gives, by name, the values of settings that came with a later revision, for battles
    whose log lacks them. `following` gives, by the name of an event number, figures that follow
    from the others of a battle and that it does not state: they are shown with its house rulings.
    `until` names in order how far a battle may go; `furthest` gives the last of them that two lists
    allow, and without it the last of all. A battle goes that far by default. `may_stop` says
    whether both sides may agree to end a battle as it stands, secrets sealed; without it they never
    may.
    """

    id: str
    title: str
    edition: str
    revision: int
    unit: str
    folder: Path
    settings: tuple[Setting, ...]
    steps: tuple[Step, ...]
    until: tuple[str, ...]
    prompts: tuple[type[Prompt], ...]
    army_schema: Mapping[str, Any]
    texts: Mapping[str, str]
    open: Callable[[BattleSetup], Situation]
    script: Callable[[Any], Script]
    check_setup: Callable[[BattleSetup], tuple[Violation, ...]]
    public_list: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]
    present: Callable[[Known, Viewer], dict[str, Any]]
    apart: tuple[str, ...] = ()
    finders: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    rulings: tuple[Mapping[str, Any], ...] = ()
    table_numbers: tuple[Setting, ...] = ()
    read_army: Callable[[object], Mapping[str, Any]] | None = None
    read_plan: Callable[[object, Mapping[str, Any]], Mapping[str, Any]] | None = None
    plan_outlines: (
        Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Sequence[tuple[float, float]]]]
        | None
    ) = None
    csv_columns: tuple[str, ...] = ()
    box_maps: BoxMaps | None = None
    source: str = ""
    layout_rules: Callable[[Any], Any] | None = None
    territories: Callable[[], tuple[Mapping[str, Any], ...]] | None = None
    read_wish: Callable[[Any], Any] | None = None
    generate: Callable[..., dict[str, Any]] | None = None
    lacking: Callable[[BattleSetup], Mapping[str, Any]] | None = None
    following: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    furthest: Callable[[PerSide[Mapping[str, Any]]], str] | None = None
    may_stop: Callable[[Any], bool] | None = None

    def all_settings(self) -> tuple[Setting, ...]:
        return (*self.settings, CHANCE_AFTER_BACK)

    def territory(self, slug: str) -> Mapping[str, Any] | None:
        """One territory as the API gives it; None where there is none of the name."""
        return self._by_slug.get(slug)

    @cached_property
    def _by_slug(self) -> dict[str, Mapping[str, Any]]:
        return {each["slug"]: each for each in self.territories()} if self.territories else {}

    def usual_table(self) -> dict[str, float]:
        """Return the default width, depth and base width: those of `table_numbers`. The fallbacks
        are 45 by 30 of the rulebook's unit, and 40 mm.
        """
        stated = {each.name.removeprefix("table_"): each.default for each in self.table_numbers}
        usual = (("width", 45), ("depth", 30), ("base_width_mm", 40))
        return {name: stated.get(name, figure) for name, figure in usual}

    def complete_settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every setting's value, `given` over the defaults.

        Raises `DomainError` `unknown_setting` or `setting_not_allowed`, with all of them.
        """
        known = {setting.name: setting for setting in self.all_settings()}
        wrong = tuple(
            Violation("unknown_setting", None, {"name": name})
            for name in given
            if name not in known
        ) + tuple(
            Violation("setting_not_allowed", known[name].rule, {"name": name})
            for name, value in given.items()
            if name in known and not known[name].accepts(value)
        )
        if wrong:
            raise DomainError(wrong[0].code, wrong[0].params, violations=wrong)
        return {name: given.get(name, setting.default) for name, setting in known.items()}

    def settings_of(self, setup: BattleSetup) -> Mapping[str, Any]:
        """Return a battle's settings: its log's, and those it lacks as its revision had them.

        Raises `KeyError` for a setting without a known earlier value.
        """
        names = [each.name for each in self.all_settings() if each.name not in setup.settings]
        if not names:
            return setup.settings
        had = {
            CHANCE_AFTER_BACK.name: CHANCE_AFTER_BACK.default,
            **(self.lacking(setup) if self.lacking else {}),
        }
        return {**setup.settings, **{name: had[name] for name in names}}

    def differing_settings(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The house rulings: what a battle plays differently from the defaults."""
        return {
            setting.name: settings[setting.name]
            for setting in self.all_settings()
            if settings[setting.name] != setting.default
        }

    def can_go_until(self, sides: PerSide[Mapping[str, Any]]) -> str:
        """How far a battle between two lists can go."""
        return self.furthest(sides) if self.furthest else self.until[-1]

    def title_of(self, rule: str | None) -> str | None:
        return next((step.title for step in self.steps if step.rule == rule), None)
