"""`Rulebook`: the one value that a plug-in provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.engine.generals import Leader, stated_leaders
from setup_app.engine.hidden import Viewer
from setup_app.engine.log import Entry
from setup_app.engine.prompts import Prompt, Script
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import LogMessage, PerSide, Side, Violation


@dataclass(frozen=True)
class Setting:
    """A gap that groups play differently, or (`event_number`) a figure that an event may change.

    `accepts` returns whether a given JSON value is allowed; `schema` describes it to clients.
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
"""Whether an identical request after going back gives the same result or a fresh one."""


@dataclass(frozen=True)
class BoxMaps:
    """The limits on a club's own map of one of the rulebook's territories.

    The map has `side` rows of as many boxes, each `{"flank": [kinds], "density"}`. `flanks` returns
    the kinds of secure flank that a box of a territory may name, none (`()`) first. A battle quotes
    section `rule` when it says that it uses such a map.
    """

    side: int
    densities: tuple[str, ...]
    flanks: Callable[[str], tuple[tuple[str, ...], ...]]
    rule: str = ""


@dataclass(frozen=True)
class RollOff:
    """How a battle decides who invades.

    `rule` is the section. `invader` returns the side from the situation, or None until both sides
    know it; it may use nothing secret.
    """

    rule: str
    invader: Callable[[Any], Side | None]


@dataclass(frozen=True)
class Step:
    """A part of the procedure, and its title if there is no text `step.<rule>`."""

    rule: str
    title: str


@dataclass(frozen=True)
class Rulebook:
    """One edition of one pre-battle procedure.

    `read_army` returns a stated list in stored form, or raises `ArmyRefused` with every fault;
    without it `army_schema` judges. `read_plan` returns a plan for a stored list in stored form, or
    raises `DomainError` with every fault; without it plans are not supported. `plan_outlines` gives
    the corners of each unit of a stored plan that the list has, from its owner's edge and left.
    `leaders` returns the generals of a stored list, in the order of the numbers that plans and
    prompts give them; the default reads the fields `commander` and `generals`.
    `unusual` returns what a checker of lists may want to look at in a stored list, each as the code
    of a text `list.unusual.<code>` and the value that it names; it refuses nothing.
    `csv_columns` orders the columns of a list in a file; the default is the order of the schema. If
    the territories have maps of boxes (`cells`), `box_maps` gives the limits for a club's own map;
    without it territories are neither listed nor copied.

    `folder` holds the script and data, which a release pins. `apart` names the files and folders in
    it that do not affect any battle and may change without a new revision.

    `prompts` lists every prompt class that the script may yield, so that a test harness can find
    those that hide something. `present` shapes what a viewer already knows into the parts of the
    API's view (`map`, `layout`, `hands`, `result`, `sides`); it receives nothing else.
    `check_setup` returns everything wrong with lists, table, settings and their combination.
    `public_list` is the part of a list that the other side may know. `table_numbers` describes to
    readers what an event may change of the table itself: a battle states it as its table, not in
    its settings. If the rulebook has terrain, `layout_rules` turns a layout into the rules that
    judge it, `territories` lists its territories as the API gives them, and `generate` answers a
    request for a whole table, both as JSON: `{"layout", "log": [{"code", "params"}], "lost"}`, with
    codes from `texts`. `generate` reports progress (steps done, total steps) to its second argument
    and propagates exceptions from it. Its third argument may be `Forms`, to which the pieces are
    then limited; `forms` in the answer names the form of each piece. `read_wish` raises what is
    wrong with a request at first sight.

    `lacking` maps a setting's name to the value that older battles used if their logs lack the
    setting because a later revision added it. `following` gives, by the name of an event number,
    figures that follow from others of a battle and are not stated: they appear with its house
    rulings.

    `log_lines` returns the messages of one log entry: those that the script told, with what follows
    from the entry itself, so that battles of every revision show it. It gets the situation, the
    entry and the messages, and may use nothing secret.

    `until` names in order how far a battle may go; `furthest` returns the last of them that two
    lists allow (the last of all by default). A battle without a stated limit goes that far.
    `may_stop` returns whether both sides may agree to stop a battle with secrets sealed; without it
    they never may. `roll_off` says who invades; without it no side does.
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
    leaders: Callable[[Mapping[str, Any]], Sequence[Leader]] = stated_leaders
    unusual: Callable[[Mapping[str, Any]], Sequence[tuple[str, Any]]] | None = None
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
    log_lines: Callable[[Any, Entry, Sequence[LogMessage]], Sequence[LogMessage]] | None = None
    roll_off: RollOff | None = None

    def all_settings(self) -> tuple[Setting, ...]:
        return (*self.settings, CHANCE_AFTER_BACK)

    def territory(self, slug: str) -> Mapping[str, Any] | None:
        """Return one territory as the API gives it, or None if there is none of this name."""
        return self._by_slug.get(slug)

    @cached_property
    def _by_slug(self) -> dict[str, Mapping[str, Any]]:
        return {each["slug"]: each for each in self.territories()} if self.territories else {}

    def usual_table(self) -> dict[str, float]:
        """Return the default width, depth and base width, from `table_numbers`.

        The fallback is 45 by 30 of the rulebook's unit, and 40 mm.
        """
        stated = {each.name.removeprefix("table_"): each.default for each in self.table_numbers}
        usual = (("width", 45), ("depth", 30), ("base_width_mm", 40))
        return {name: stated.get(name, figure) for name, figure in usual}

    def complete_settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every setting's value: the defaults updated with `given`.

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
        """Return the settings of a battle: its log's, and older defaults for those its revision
        lacked. Raises `KeyError` for a missing setting without an older default.
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
        """Return the house rulings: the settings of a battle that differ from the defaults."""
        return {
            setting.name: settings[setting.name]
            for setting in self.all_settings()
            if settings[setting.name] != setting.default
        }

    def can_go_until(self, sides: PerSide[Mapping[str, Any]]) -> str:
        """Return how far a battle between two lists can go."""
        return self.furthest(sides) if self.furthest else self.until[-1]

    def invader(self, situation: Any) -> Side | None:
        """Return the side that invades; None while that is open, or if no side ever does."""
        return self.roll_off.invader(situation) if self.roll_off else None

    def title_of(self, rule: str | None) -> str | None:
        return next((step.title for step in self.steps if step.rule == rule), None)
