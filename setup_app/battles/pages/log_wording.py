"""The rail of steps and the log in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages import broken_rules
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.moments import (
    ends_of_steps,
    moment_of,
    numbers_of,
    step_on_rail,
    steps_on_rail,
)
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.battles.pages.sides import SideShown, sides
from setup_app.engine.log import ACT, ANSWER, CHANCE
from setup_app.engine.values import SIDES, Side

LAST_LINES = 4


@dataclass(frozen=True)
class RailStep:
    """One step on the rail. `state` is done, now or later; `within` is the section inside it.

    `account` lists what happened there, the first line first; `at` is the moment at which the step
    ended, or None.
    """

    rule: str
    title: str
    state: str
    within: str = ""
    account: tuple[str, ...] = ()
    at: int | None = None


def short_names(look: PageContext) -> dict[str, str]:
    """Return the names of the steps as the rail shows them."""
    given = {"sit_down": _("Join"), **pages_for(look).rail.short}
    return {rule: str(words) for rule, words in given.items()}


def rail(look: PageContext) -> tuple[RailStep, ...]:
    """Return the steps from sitting down to the end."""
    step, now = look.view["step"], step_on_rail(look)
    within = str(step["rule"]) if step and step["rule"] != now else ""
    order = steps_on_rail(look)
    here = order.index(now) if now in order else len(order)
    short, told = short_names(look), _accounts(look, order)
    ends = ends_of_steps(look)
    if not look.looks_back and now in ends:
        del ends[now]
    return tuple(
        RailStep(
            rule if place else "",
            short.get(rule) or look.step_title(rule),
            "done" if place < here else "now" if place == here else "later",
            within if place == here else "",
            tuple(told.get(rule, ())) if place <= here else (),
            ends.get(rule),
        )
        for place, rule in enumerate(order)
    )


def _accounts(look: PageContext, order: list[str]) -> dict[str, list[str]]:
    """Return what happened at each step, without what was undone and what is obvious."""
    told: dict[str, list[str]] = {}
    rule, parts = order[0], pages_for(look).rail.parts
    for entry in look.lines:
        for section, words in _by_section(look, entry):
            step = parts.get(section or "", section)
            rule = step if step is not None and step in order else rule
            if not entry["undone"] and entry["type"] != ACT:
                told.setdefault(rule, []).extend(words)
    if not told.get(order[0]):
        sat = [line for each in look.lines for line in _unsaid(look, each)]
        told[order[0]] = sat[: len(SIDES)]
    return told


@dataclass(frozen=True)
class LogLine:
    """One line of the log, with the version to go back to in order to play it again. `at` is the
    moment at which its move ended.
    """

    number: int
    rule: str
    side: Side | None
    words: tuple[str, ...]
    undone: bool
    back_to: int | None
    at: int
    when: datetime
    by: SideShown | None


Chapter = tuple[str, str, tuple[LogLine, ...], datetime | None]


def log(look: PageContext) -> tuple[Chapter, ...]:
    """Return the log in plain words, the latest first, by section: (rule, title, lines, new
    day).
    """
    first = look.played.run.sat_down_at
    version = look.played.version
    settled = look.view["closed"] or look.read_only or look.looks_back
    may_go_back = bool(look.holding.sides) and not settled
    numbers, shown = numbers_of(look), sides(look)
    groups: list[tuple[str, str, list[LogLine]]] = []
    rule = "sit_down"
    for line in look.lines:
        entry = {**line, **look.struck_lines.get(line["number"], {}), "undone": line["undone"]}
        back_to = None
        if may_go_back and first and entry["type"] in (ANSWER, CHANCE) and not entry["undone"]:
            back_to = entry["number"] - 1 if first <= entry["number"] - 1 < version else None
        for section, words in _by_section(look, entry):
            rule = section or rule
            told = LogLine(
                number=entry["number"],
                rule=rule,
                side=entry["side"],
                words=(*words, *_beside_the_rules(look, entry)),
                undone=entry["undone"],
                back_to=back_to,
                at=moment_of(numbers, entry["number"]),
                when=look.times[entry["number"]],
                by=_told_of(entry, shown),
            )
            back_to = None
            if not groups or groups[-1][0] != rule:
                groups.append((rule, look.step_title(rule), []))
            groups[-1][2].append(told)
    chapters = [
        (rule, title, tuple(reversed(lines)), _day(groups, place))
        for place, (rule, title, lines) in enumerate(groups)
    ]
    return tuple(reversed(chapters))


def _by_section(
    look: PageContext, entry: dict[str, Any]
) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """Yield an entry in plain words, by the sections to which they belong.

    An answer may lead on to the next sections: five days without a card are told with the answer
    before them.
    """
    said = [pair for pair in zip(entry["rules"], entry["text"], strict=True) if pair[1]]
    if entry["type"] == ACT or not said:
        words = _words(look, entry) or _unsaid(look, entry)
        if words:
            yield entry["rule"], words
        return
    for section, pairs in groupby(said, key=lambda pair: pair[0]):
        yield section, tuple(word for _section, word in pairs)


def _day(groups: list[tuple[str, str, list[LogLine]]], place: int) -> datetime | None:
    """Return when a chapter began, if that day differs from the day of the chapter before it."""
    began = groups[place][2][0].when
    before = groups[place - 1][2][0].when if place else None
    return began if before is None or began.date() != before.date() else None


def _told_of(entry: dict[str, Any], shown: tuple[SideShown, ...]) -> SideShown | None:
    """Return the side that a line is about; None if it reveals what both had sealed."""
    return None if entry["side"] is None or entry["reveals"] else shown[entry["side"]]


def _words(look: PageContext, entry: dict[str, Any]) -> tuple[str, ...]:
    """Return an entry in plain words; for going back, include what it undoes or undid."""
    words = tuple(word for word in entry["text"] if word)
    if not words or entry["type"] != ACT or "to" not in (entry["value"] or {}):
        return words
    if entry["kind"] == "back" and not entry["value"]["agreed"]:
        return words
    line = _taken_back(look, entry)
    if not line:
        return words
    if entry["kind"] == "back":
        return (_("Both agreed to undo: %(line)s") % {"line": line},)
    if entry["side"] is None:
        return (_("Proposal: undo %(line)s") % {"line": line},)
    name = capfirst(look.say.player(entry["side"]))
    return (_("%(name)s asks to undo: %(line)s") % {"name": name, "line": line},)


def _beside_the_rules(look: PageContext, entry: dict[str, Any]) -> tuple[str, ...]:
    """Return which rules a piece breaks that a side asks to accept, each with its section."""
    violations = (entry["value"] or {}).get("violations", ()) if entry["type"] == ACT else ()
    if not violations:
        return ()
    told = broken_rules.proposed(look, look.layout_at(entry["number"]), violations)
    return tuple(
        _("%(rule)s: %(words)s") % each if each["rule"] else each["words"] for each in told
    )


def _taken_back(look: PageContext, going_back: dict[str, Any]) -> str:
    """Return what an act undoes, as this viewer had read it; empty if they had read nothing."""
    to, here = going_back["value"]["to"], going_back["number"]
    gone = {
        number
        for each in look.lines[: here - 1]
        if each["type"] == ACT and each["kind"] == "back"
        for number in range(each["value"]["to"] + 1, each["number"] + 1)
    }
    cut = [
        {**line, **look.struck_lines.get(line["number"], {})}
        for line in look.lines[to : here - 1]
        if line["type"] != ACT and line["number"] not in gone
    ]
    told = [words for each in cut if (words := _told_or_unsaid(look, each))]
    if not told:
        return ""
    quoted = _("“%(line)s”") % {"line": told[0][0]}
    return quoted if len(told) == 1 else _("%(line)s and everything after it.") % {"line": quoted}


def _told_or_unsaid(look: PageContext, entry: dict[str, Any]) -> tuple[str, ...]:
    return tuple(word for word in entry["text"] if word) or _unsaid(look, entry)


def _unsaid(look: PageContext, entry: dict[str, Any]) -> tuple[str, ...]:
    """Return the words for an answer that the engine does not report until all answers are in."""
    if entry["type"] != ANSWER or entry["side"] is None:
        return ()
    if entry["kind"] == "sit_down":
        return (capfirst(_("%(side)s joined.") % {"side": look.say.player(entry["side"])}),)
    if entry["hidden"]:
        return (capfirst(_("%(side)s has chosen.") % {"side": look.say.player(entry["side"])}),)
    return ()


def latest(look: PageContext) -> tuple[str, ...]:
    """Return what happened since this viewer's own last answer, which is included; the newest last.

    A viewer who holds both seats, or none, gets the results of the last two answers.
    """
    own = look.holding.acting
    lines: list[tuple[str, bool]] = []
    answers, went_back = 0, False
    for entry in reversed(look.lines):
        if entry["undone"]:
            continue
        if entry["type"] == ACT and entry["kind"] in ("proposed", "accepted") and went_back:
            # Once the move is undone, the proposal needs no line.
            went_back = entry["kind"] != "proposed"
            continue
        if entry["type"] == ACT and entry["kind"] == "seat_taken":
            # Sitting down is no step of the battle; the log still shows it.
            continue
        went_back = went_back or _agreed_to_go_back(entry)
        told = [(word, True) for word in _words(look, entry)]
        lines = (told or [(word, False) for word in _unsaid(look, entry)]) + lines
        if entry["type"] == ANSWER:
            answers += 1
            if answers == 2 if own is None else entry["side"] == own:
                break
        if len(lines) >= LAST_LINES:
            break
    # Once the choice is known, the line that a side has chosen is redundant.
    worth = [word for place, (word, said) in enumerate(lines) if said or place == len(lines) - 1]
    return tuple(worth[-LAST_LINES:])


def _agreed_to_go_back(entry: dict[str, Any]) -> bool:
    return bool(entry["type"] == ACT and entry["kind"] == "back" and entry["value"]["agreed"])
