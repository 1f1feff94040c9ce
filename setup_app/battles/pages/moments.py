"""The moments of a battle that can be viewed again, by step.

A moment is the end of a move: an answer with everything that the server rolled and found after it,
or an act. That it exists is no secret; the view decides what is visible at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.engine.log import ACT

ROOM_FOR_A_LABEL = 7
"""The width of a label on the narrowest screen, in per cent of the slider's length."""
LAST_LABEL = 97
"""The last place for a label, in per cent of that length; beyond it a label would leave the page.
"""


@dataclass(frozen=True)
class Chapter:
    """Where a step begins on the slider, in per cent of its length; `label` if there is room."""

    rule: str
    title: str
    first: int
    across: str
    label: str


@dataclass(frozen=True)
class Moments:
    """The moments to which the page leads: the previous one, the next one, and each by its place.

    `at` is the moment shown, None for now; `place` is its place among `numbers`, and `here` the
    step of the battle at that moment, as the slider names it.
    """

    numbers: tuple[int, ...]
    at: int | None
    place: int
    chapters: tuple[Chapter, ...]
    here: str

    @property
    def last(self) -> int:
        return len(self.numbers) - 1

    @property
    def earlier(self) -> int | None:
        """Return the previous moment; for an entry inside a move, the end of the previous move."""
        before = [n for n in self.numbers if n < (self.at or self.numbers[-1])]
        return before[-1] if before else None

    @property
    def later(self) -> int | None:
        """Return the next moment; None if only the present follows."""
        after = [n for n in self.numbers[:-1] if self.at is not None and n > self.at]
        return after[0] if after else None

    @property
    def given(self) -> dict[str, Any]:
        """Return the data of the slider's script."""
        return {
            "numbers": self.numbers,
            "chapters": [(each.first, each.title) for each in self.chapters],
            "here": self.here,
            "words": _("{step}, {place} of {all}"),
            "now": _("Now"),
        }


def moment_of(numbers: tuple[int, ...], entry: int) -> int:
    """Return the moment at which the move of an entry ended."""
    return next((number for number in numbers if number >= entry), entry)


def numbers_of(look: PageContext) -> tuple[int, ...]:
    """Return the versions of all moments up to now."""
    entries = look.present.entries
    ends = {entry.number for entry in entries if entry.digest or entry.type == ACT}
    return tuple(sorted(ends | {entries[-1].number}))


def steps_on_rail(look: PageContext) -> list[str]:
    """Return the steps in order, without those that are part of another step."""
    rail = pages_for(look).rail
    left_out = (*rail.left_out, *rail.beyond(look))
    return [
        "sit_down",
        *(each.rule for each in look.rulebook.steps if each.rule not in left_out),
    ]


def step_on_rail(look: PageContext) -> str | None:
    """Return the battle's present step as the rail names it; None once the battle is over."""
    step, drawn = look.view["step"], pages_for(look).rail
    rule = step["rule"] if step else None
    return drawn.within(look) if rule in drawn.left_out else rule


def ends_of_steps(look: PageContext) -> dict[str, int]:
    """Return the last moment of each step that the battle has reached."""
    order, ends, rule = set(steps_on_rail(look)), {}, "sit_down"
    numbers = numbers_of(look)
    for entry in look.present.entries:
        played = look.present.run.rules.get(entry.number)
        rule = played if played in order else rule
        ends[rule] = entry.number
    return {rule: moment_of(numbers, entry) for rule, entry in ends.items()}


def moments(look: PageContext, short: dict[str, str]) -> Moments:
    """Return the slider's moments with the chapters below it; `short` names the steps."""
    numbers = numbers_of(look)
    at = look.at
    place = len(numbers) - 1
    if at is not None:
        place = numbers.index(moment_of(numbers, at))
    chapters = _chapters(look, numbers, short)
    step = step_on_rail(look)
    here = chapters[-1].title if step is None else _title(look, step, short)
    return Moments(numbers, at, place, chapters, here)


def _chapters(
    look: PageContext, numbers: tuple[int, ...], short: dict[str, str]
) -> tuple[Chapter, ...]:
    """Return the chapters. A step begins at the moment from which it is played, as a page of that
    moment shows it.
    """
    order, place = set(steps_on_rail(look)), 0
    # By place, the step of the question there: the one with which the next move began.
    asked: dict[int, str] = {0: "sit_down"}
    for entry in look.present.entries:
        while place < len(numbers) - 1 and numbers[place] < entry.number:
            place += 1
        played = look.present.run.rules.get(entry.number)
        if played in order:
            asked.setdefault(place - 1, str(played))
    starts: list[tuple[str, int]] = []
    for at, rule in sorted(asked.items()):
        if at >= 0 and (not starts or rule != starts[-1][0]):
            starts.append((rule, at))
    chapters: list[Chapter] = []
    room = -float(ROOM_FOR_A_LABEL)
    for rule, first in starts:
        across = 100 * first / max(1, len(numbers) - 1)
        label = rule if "." in rule and room + ROOM_FOR_A_LABEL <= across <= LAST_LABEL else ""
        room = across if label else room
        title = _title(look, rule, short)
        chapters.append(Chapter(rule, title, first, f"{across:.2f}%", label))
    return tuple(chapters)


def _title(look: PageContext, rule: str, short: dict[str, str]) -> str:
    number = f"{rule} " if "." in rule else ""
    return f"{number}{short.get(rule) or look.step_title(rule)}"
