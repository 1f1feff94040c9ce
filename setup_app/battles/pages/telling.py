"""What happened, where are we, and who are the sides? The words around the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.plugged import pages_for
from setup_app.battles.pages.reading import Look
from setup_app.script.log import ACT, ANSWER, CHANCE
from setup_app.script.values import SIDES, Side

LAST_LINES = 4


@dataclass(frozen=True)
class Stop:
    """One step on the rail: `state` is done, now or to come; `within` the section inside it."""

    rule: str
    title: str
    state: str
    within: str = ""


def rail(look: Look) -> tuple[Stop, ...]:
    """The steps from sitting down to the end."""
    step, drawn = look.view["step"], pages_for(look).rail
    now = step["rule"] if step else None
    within = ""
    if now in drawn.left_out:
        now, within = drawn.within(look), str(now)
    rules = [rule.rule for rule in look.rulebook.steps if rule.rule not in drawn.left_out]
    order = ["sit_down", *rules]
    here = order.index(now) if now in order else len(order)
    short = {"sit_down": _("Sit down"), **drawn.short}
    return tuple(
        Stop(
            rule if place else "",
            str(short.get(rule) or look.step_title(rule)),
            "done" if place < here else "now" if place == here else "later",
            within if place == here else "",
        )
        for place, rule in enumerate(order)
    )


@dataclass(frozen=True)
class SideShown:
    """One side as the page names it everywhere: by word, by colour, by the shape of its badge."""

    side: Side
    name: str
    role: str
    role_word: str
    icon: str
    army: dict[str, Any]
    list_hidden: bool


def sides(look: Look) -> tuple[SideShown, ...]:
    shown = []
    for side in SIDES:
        given = look.view["sides"][side]
        role = given["role"]
        shown.append(
            SideShown(
                side=side,
                # Standing alone it begins with a capital, whoever it is: “the machine” too.
                name=capfirst(look.say.player(side)),
                role=role or "neither",
                role_word=look.word(role) if role else "",
                icon=role or f"side-{side}",
                army=given["army"],
                list_hidden=given["list_hidden"],
            )
        )
    return tuple(shown)


@dataclass(frozen=True)
class Line:
    """One line of the log, with the version to which one would go back to play it anew."""

    number: int
    rule: str
    side: Side | None
    words: tuple[str, ...]
    undone: bool
    back_to: int | None


def log(look: Look) -> tuple[tuple[str, str, tuple[Line, ...]], ...]:
    """The log in plain words, the latest first, grouped by section: (rule, title, lines)."""
    first = look.played.run.sat_down_at
    version = look.played.version
    may_go_back = bool(look.holding.sides) and not look.view["closed"] and not look.read_only
    groups: list[tuple[str, str, list[Line]]] = []
    rule = "sit_down"
    for entry in look.lines:
        rule = entry["rule"] or rule
        words = _words(look, entry) or _unsaid(look, entry)
        if not words:
            continue
        back_to = None
        if may_go_back and first and entry["type"] in (ANSWER, CHANCE) and not entry["undone"]:
            back_to = entry["number"] - 1 if first <= entry["number"] - 1 < version else None
        line = Line(entry["number"], rule, entry["side"], words, entry["undone"], back_to)
        if not groups or groups[-1][0] != rule:
            groups.append((rule, look.step_title(rule), []))
        groups[-1][2].append(line)
    return tuple((rule, title, tuple(reversed(lines))) for rule, title, lines in reversed(groups))


def _words(look: Look, entry: dict[str, Any]) -> tuple[str, ...]:
    """An entry in plain words; of going back also what had happened last before that place."""
    words = tuple(word for word in entry["text"] if word)
    if not words or entry["type"] != ACT or "to" not in (entry["value"] or {}):
        return words
    if entry["kind"] == "back" and not entry["value"]["agreed"]:
        return words
    earlier = look.lines[: entry["value"]["to"]]
    told = (line for each in reversed(earlier) for line in reversed(each["text"]) if line)
    last = next(told, "")
    went_back = _("%(sentence)s: “%(line)s”") % {"sentence": words[0].rstrip("."), "line": last}
    return (went_back,) if last else words


def _unsaid(look: Look, entry: dict[str, Any]) -> tuple[str, ...]:
    """Words for an answer about which the script tells nothing until all are in."""
    if entry["type"] != ANSWER or entry["side"] is None:
        return ()
    if entry["kind"] == "sit_down":
        return (capfirst(_("%(side)s sat down.") % {"side": look.say.player(entry["side"])}),)
    if entry["hidden"]:
        return (capfirst(_("%(side)s has chosen.") % {"side": look.say.player(entry["side"])}),)
    return ()


def latest(look: Look) -> tuple[str, ...]:
    """What happened since this viewer's own last answer, it included; the newest last.

    Whoever holds both seats, or none, is told what the last two answers brought.
    """
    own = look.holding.acting
    lines: list[tuple[str, bool]] = []
    answers = 0
    for entry in reversed(look.lines):
        if entry["undone"]:
            continue
        told = [(word, True) for word in _words(look, entry)]
        lines = (told or [(word, False) for word in _unsaid(look, entry)]) + lines
        if entry["type"] == ANSWER:
            answers += 1
            if answers == 2 if own is None else entry["side"] == own:
                break
        if len(lines) >= LAST_LINES:
            break
    # That somebody has chosen goes without saying once it is known what.
    worth = [word for place, (word, said) in enumerate(lines) if said or place == len(lines) - 1]
    return tuple(worth[-LAST_LINES:])


def waiting_for(look: Look) -> tuple[str, ...]:
    """For whom the battle waits, by name."""
    names = [
        look.say.player(prompt["side"])
        for prompt in look.view["prompts"]
        if prompt["side"] is not None and not _answered(look, prompt)
    ]
    return tuple(dict.fromkeys(names))


def _answered(look: Look, prompt: dict[str, Any]) -> bool:
    asking = next((each for each in look.played.askings() if each.id == prompt["id"]), None)
    return asking is not None and asking.answered_by is not None


def result_words(look: Look) -> tuple[str, ...]:
    """How it ended, in plain words."""
    if look.view["resigned_by"] is not None:
        return (look.text("act.resigned", side=look.view["resigned_by"]),)
    return pages_for(look).result(look) if look.view["result"] is not None else ()


def rulings_of(look: Look, rule: str | None) -> tuple[str, ...]:
    """The rulebook's rulings of a section, for whoever asks why."""
    return tuple(
        look.text(str(each["text"])) for each in look.rulebook.rulings if each["rule"] == rule
    )
