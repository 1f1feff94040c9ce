"""Rules of number and order for answers of the deployment. Sections 10.D to 10.F.

Rules of place are in `legality`; this module counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.armies import Army
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import AMBUSH, MARCH, Means
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own

RULE = "10.D"


def wrong_units(
    own: Own, units: Sequence[int], *, among: Sequence[int], rule: str = RULE
) -> Iterator[Violation]:
    """Yield units that are not in the list, named twice, or not available."""
    for unit in dict.fromkeys(units):
        if not own.exists(unit):
            yield _of(own, "no_such_unit", unit, rule)
            continue
        if units.count(unit) > 1:
            yield _of(own, "unit_placed_twice", unit, rule)
        if unit not in among:
            yield not_available(own, unit, own.where(unit), rule)


def not_available(own: Own, unit: int, reason: str, rule: str) -> Violation:
    """Return the refusal of a unit of the list that an answer may not name, with its reason."""
    params = {**params_of(own, unit), "reason": reason}
    return Violation("unit_not_available", rule, params, (f"u{unit}",))


def _of(own: Own, code: str, unit: int, rule: str = RULE) -> Violation:
    return Violation(code, rule, params_of(own, unit), (f"u{unit}",))


def leader_not_free(army: Army, leader: int, reason: str, rule: str) -> Violation:
    """Return the refusal of a leader whom an answer may not name, with its reason."""
    params = {**params_of_leader(army, leader), "reason": reason}
    return Violation("leader_not_free", rule, params, (f"leader{leader}",))


def params_of(own: Own, unit: int) -> dict[str, Any]:
    """Return a unit's parameters in a refusal: its number, and the name that its owner knows."""
    return {"unit": unit, "pieces": own.army.units[unit].name if own.exists(unit) else f"u{unit}"}


def params_of_leader(army: Army, leader: int) -> dict[str, Any]:
    """Return the same for a leader; a leader without a name or an entry has a number."""
    names = (army.commander.name, *(general.name for general in army.generals))
    name = names[leader] if 0 <= leader < len(names) else ""
    return {"leader": leader, "pieces": name or f"leader {leader}"}


def with_names(own: Own, found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the terrain violations, with the names of the units, leaders or things in question."""
    for each in found:
        first = each.pieces[0] if each.pieces else ""
        params = dict(each.params)
        if first.startswith("u") and first[1:].isdigit():
            params |= params_of(own, int(first[1:]))
        elif first.startswith("leader"):
            params |= params_of_leader(own.army, int(first.removeprefix("leader")))
        elif first:
            params["thing"] = "camp" if first == "camp" else "marker"
        if each.code == "overlap":
            params["reason"] = "figures"
        yield replace(each, params=params)


Hides = Callable[[Sequence[int], Means], bool]
"""Whether all these units can be hidden by these means, given the room on the table."""


def wrong_turn(
    own: Own, units: Sequence[int], number: int, *, hides: Hides, rule: str = RULE
) -> Iterator[Violation]:
    """Yield what is wrong with putting down these units, including those without a place."""
    yield from wrong_units(own, units, among=own.in_hand, rule=rule)
    taken = {unit for unit in units if unit in own.in_hand}
    tugs = [unit for unit in own.tugs if unit in taken]
    left = [unit for unit in own.tugs if unit not in taken]
    required = min(number, len(own.tugs))
    missing = required - len(tugs)
    held = missing > 0 and own.holds_back and hides(left, own.means)
    if missing > 0 and not held:
        params = {"reason": "tugs_missing", "missing": missing}
        yield Violation("wrong_number", rule, params, (), len(tugs), required)
    elif missing < 0:
        yield Violation("wrong_number", rule, {"reason": "tugs"}, (), len(tugs), required)
    if held and not tugs and not own.has_tug_down:
        yield Violation("nobody_down", rule)
    if not held:
        yield from _without_works_too_early(own, taken, left)
    yield from _skirmishers_at_another_time(own, taken, left)


def _without_works_too_early(own: Own, taken: set[int], left: Sequence[int]) -> Iterator[Violation]:
    if any(unit in own.works_first for unit in left):
        for unit in sorted(taken):
            if not own.bodies[unit].works:
                yield _of(own, "works_first", unit)


def _skirmishers_at_another_time(
    own: Own, taken: set[int], left: Sequence[int]
) -> Iterator[Violation]:
    """Yield SUGs at the wrong time: all go down with the last TUGs, none earlier unless a setting
    allows.
    """
    early = own.settings["sugs_down"] == "last_group"
    for unit in own.sugs:
        if unit in taken if left and early else unit not in taken and not left:
            yield _of(own, "skirmishers_with_last", unit)


def wrong_ambush(own: Own, units: Sequence[int], *, hides: Hides) -> Iterator[Violation]:
    """Yield what is wrong with hiding these units under one marker."""
    yield from wrong_units(own, units, among=own.in_hand)
    if not units and not own.settings["dummy_markers"]:
        yield Violation("wrong_number", RULE, {"reason": "ambushers"}, (), 0, 1)
    most = own.settings["ambush_markers"]
    if not own.means.has_marker:
        yield Violation("wrong_number", RULE, {"reason": "markers"}, (), int(most) + 1, most)
    for unit in dict.fromkeys(units):
        if own.exists(unit) and AMBUSH not in own.flags(unit):
            yield _of(own, "may_not_ambush", unit)
    markers = None if own.means.markers is None else own.means.markers - 1
    yield from _leaves_too_much(own, units, replace(own.means, markers=markers), hides)


def wrong_march(own: Own, march: Mapping[str, Any], *, hides: Hides) -> Iterator[Violation]:
    """Yield what is wrong with a flank march, or with a bluff: a leader alone, without a flank."""
    leader, flank, units = march["leader"], march["flank"], march["units"]
    reason = own.why_not_march(leader)
    if reason is not None:
        yield leader_not_free(own.army, leader, reason, "10.F")
    if flank is not None and flank not in own.means.flanks:
        yield Violation("flank_not_open", "10.F", {"flank": flank})
    yield from wrong_units(own, units, among=own.in_hand)
    most = own.means.per_march
    if flank is None and units:
        yield Violation("wrong_number", "10.F", {"reason": "bluff"}, (), len(units), 0)
    elif flank is not None and not units:
        yield Violation("wrong_number", "10.F", {"reason": "no_marchers"}, (), 0, 1)
    elif most is not None and len(units) > most:
        yield Violation("wrong_number", "10.F", {"reason": "marchers"}, (), len(units), most)
    for unit in dict.fromkeys(units):
        if own.exists(unit) and MARCH not in own.flags(unit):
            yield _of(own, "may_not_march", unit, "10.F")
    leaders = own.means.leaders
    left = tuple(each for each in leaders if each != leader) if leader in leaders else leaders[1:]
    yield from _leaves_too_much(own, units, replace(own.means, leaders=left), hides)


def wrong_end(own: Own, *, hides: Hides) -> Iterator[Violation]:
    """Yield what is wrong with ending the hiding.

    If the other side's later deployment leaves no room for the units held back, they are deployed
    after all: there is always an answer.
    """
    if own.must_hide and own.tugs and hides(own.tugs, own.means):
        yield Violation("must_hide_rest", RULE, {}, (), len(own.tugs), 0)


def _leaves_too_much(
    own: Own, units: Sequence[int], means: Means, hides: Hides
) -> Iterator[Violation]:
    """Yield what can no longer be hidden, and a violation if no unit is left in sight."""
    left = [unit for unit in own.tugs if unit not in units]
    if own.must_hide and not hides(left, means):
        yield Violation("must_hide_rest", RULE, {}, (), len(left), 0)
    tugs_too = any(own.exists(unit) and own.is_tug(unit) for unit in units)
    if tugs_too and not left and not own.has_tug_down:
        yield Violation("nobody_down", RULE)


def wrong_commands(own: Own, leaders: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield what is wrong with the commands (10.E): leaders, and the units of their commands."""
    rule = "10.E"
    wanted = placed_in_10e(own)
    given = [each["leader"] for each in leaders]
    for leader in dict.fromkeys(given):
        if leader not in own.leaders:
            yield leader_not_free(own.army, leader, "no_such_leader", rule)
        elif leader not in wanted:
            reason = "marching" if leader in own.real else "beside_camp"
            yield leader_not_free(own.army, leader, reason, rule)
        elif given.count(leader) > 1:
            yield leader_not_free(own.army, leader, "named_twice", rule)
    missing = [leader for leader in wanted if leader not in given]
    if missing:
        yield Violation("wrong_number", rule, {"reason": "leaders"}, (), len(given), len(wanted))
    units = [unit for each in leaders for unit in each["units"]]
    there = (*own.down, *sorted(own.garrison))
    yield from wrong_units(own, units, among=there, rule=rule)
    for unit in there:
        if own.is_tug(unit) and unit not in units:
            yield _of(own, "command_not_whole", unit, rule)


def placed_in_10e(own: Own) -> tuple[int, ...]:
    """Return the leaders to place: all but those who march, and during a bluff those who bluff."""
    away = own.real if own.settings["bluff_until"] == "generals" else own.beside
    return tuple(leader for leader in own.leaders if leader not in away)
