"""All cases of the corpus as small plans on one page, each with its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import Layout, read_layout
from terrain.core.legality import check
from terrain.core.rules import GroundRules
from tests.oracle.agreement import disagreements
from tests.terrain.corpus import SIDES, Case
from tests.terrain.corpus.plan import Point, plan, points_of

INTRODUCTION = (
    "A green edge: the file expects a legal layout; a red one: an illegal one; a red card: check "
    "or oracle differ. Each piece is labelled with its id and its die, and with its slot where "
    "that is not optional. An inset shows a tenth of a base width, 70 times as large."
)
HAIR = 0.05
STYLE = """
body { font: 14px/1.35 sans-serif; margin: 1.5rem; color: #222; background: #f4f2ec }
.topic { display: grid; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); gap: 12px }
figure { margin: 0; padding: 8px; background: #fff; border-top: 4px solid #5b8c3e }
figure.no { border-color: #b3402e }
figure.differs { background: #fdd }
svg { width: 100%; display: block }
h3 { font-size: 13px; margin: 6px 0 2px }
p { margin: 2px 0; font-size: 12px }
p.said { font-family: monospace; color: #b3402e }
p.said.yes { color: #456b2e }
p.shows { color: #777 }
"""


@dataclass(frozen=True)
class Judged:
    """A case with its verdict; `close_up` is the place of a hair's breadth, or None."""

    case: Case
    layout: Layout
    rules: GroundRules
    found: tuple[Breach, ...]
    close_up: Point | None = None

    @property
    def differs(self) -> bool:
        expected = [(said["code"], tuple(said["pieces"])) for said in self.case.expected]
        disagrees = disagreements(self.case.layout, expected)
        return bool(disagrees) or not self.case.is_as_expected(self.found)


def page(cases: list[Case]) -> str:
    """Return a whole HTML page, one section for each topic; the three of a triple stand
    together.
    """
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>The corpus of layouts</title>',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>The corpus of layouts: {len(cases)} cases</h1>",
        f"<p>{INTRODUCTION}</p>",
    ]
    for topic, found in groupby(cases, key=lambda case: case.topic):
        cards = [_card(each) for each in _in_order(list(found))]
        title = escape(topic.replace("_", " ").capitalize())
        parts += [f"<h2>{title} ({len(cards)})</h2>", '<div class="topic">', *cards, "</div>"]
    return "\n".join([*parts, "</body></html>", ""])


def _in_order(cases: list[Case]) -> Iterator[Judged]:
    figures = dict.fromkeys(case.shows["figure"] for case in cases if "figure" in case.shows)
    for figure in figures:
        triple = [case for case in cases if case.shows.get("figure") == figure]
        triple.sort(key=lambda case: SIDES.index(case.shows["side"]))
        close_up = next(filter(None, (_hair(_judged(case)) for case in triple)), None)
        for case in triple:
            yield _judged(case, close_up)
    for case in cases:
        if "figure" not in case.shows:
            yield _judged(case)


def _judged(case: Case, close_up: Point | None = None) -> Judged:
    layout = read_layout(case.layout)
    rules = layout_rules(layout)
    return Judged(case, layout, rules, check(layout, rules), close_up)


def _hair(judged: Judged) -> Point | None:
    """Return the middle of the reported place if it is only a hair wide and not a gap."""
    for violation in judged.found:
        if violation.where and (violation.measured or 1) < HAIR:
            xs, ys = zip(*points_of(violation.where), strict=True)
            return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return None


def _card(judged: Judged) -> str:
    case, layout = judged.case, judged.layout
    names = ["no" if case.expected else "yes", *(["differs"] if judged.differs else [])]
    said = [_line(each) for each in judged.found] or ["legal"]
    shows = ", ".join(f"{name}: {value}" for name, value in case.shows.items())
    setting = ", ".join(f"{name} = {value}" for name, value in layout.settings.items())
    box = " + ".join(layout.flank) if layout.flank else "none" if layout.flank == () else "unknown"
    return "\n".join(
        (
            f'<figure class="{" ".join(names)}">',
            plan(layout, judged.rules, judged.found, close_up=judged.close_up),
            f"<h3>{escape(case.sentence.capitalize())}</h3>",
            *(f'<p class="said {names[0]}">{escape(each)}</p>' for each in said),
            f"<p>{escape(case.because)}</p>",
            f'<p class="shows">{escape(f"{layout.territory}, {layout.density}, flank {box}")}</p>',
            *(f'<p class="shows">{escape(each)}</p>' for each in (setting, shows) if each),
            "</figure>",
        )
    )


def _line(violation: Breach) -> str:
    figures = ""
    if violation.measured is not None and violation.required is not None:
        figures = f": {violation.measured:g}, required {violation.required:g}"
    return f"{violation.code} ({', '.join(violation.pieces)}){figures}"
