"""What does a deployed table look like as a picture, and as the sheet that goes to the game?

The picture explains its signs; the sheet lists below it each side's army as far as its viewer knows
it: by leaders once they are placed, what hides, what is left, and the cards that were spent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from setup_app.battles.position_sheets import PositionSheet, View
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from setup_app.rulebooks.pbs_2023_1.pages.deployment_picture import (
    RINGS,
    by_agreement,
    figures_in_words,
    things,
)
from setup_app.rulebooks.pbs_2023_1.pages.figure_marks import Block, Livery, unit_marks
from terrain.draw import palette
from terrain.draw.badges import rings
from terrain.draw.chance import Floats
from terrain.draw.marks import Lettering, Mark, Swatch, Words
from terrain.draw.pages import EDGE, HEAD, PAPERS, Heading, Page, Text, fitted, headed
from terrain.draw.piece_list import Measure
from terrain.draw.scene import Scene, TableLines, Use, scene
from terrain.draw.sheet import Paper, compiled, table_line
from terrain.draw.svg import svg
from terrain.draw.view import UNIT, ViewFrom

Shown = Mapping[str, Any]

COLOURS = {
    "black": gettext_lazy("black"),
    "white": gettext_lazy("white"),
    "green": gettext_lazy("green"),
    "yellow": gettext_lazy("yellow"),
    "red": gettext_lazy("red"),
}
SAMPLE = Livery("#ffffff", "#8f8a80", palette.INK, palette.INK)
KEY_ROW, KEY_COLUMN, KEY_GAP = 27.0, 178.0, 22.0
KEY_WORDS = Lettering(size=12.5)


def drawn(view: View, view_from: ViewFrom, use: Use = "map") -> Scene:
    """The table with all that stands on it, and its signs explained below."""
    layout, rules = read(view["layout"])
    names, lines = map_names(layout.rulebook), TableLines.of(rules)
    sides = view["deployment"]["sides"]
    table = scene(
        layout,
        view_from=view_from,
        names=names,
        lines=lines,
        use=use,
        clear_of=[*_covered(view["deployment"])],
    )
    standing = things(view["deployment"], table.view)
    key, words, down = _key(sides, table, table.height + KEY_GAP)
    margin = replace(
        table.margin,
        swatches=(*table.margin.swatches, key),
        words=(*table.margin.words, *words),
    )
    return replace(table, height=table.height + down, margin=margin, standing=standing)


def _covered(deployment: Shown) -> Iterator[Floats]:
    """The corners of all that stands on the table."""
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    for side in deployment["sides"]:
        for each in (*side["units"], *([side["camp"]] if side["camp"] else [])):
            yield np.array(each["outline"]["coordinates"][0][:4])
        for each in (*side["markers"], *(side["leaders"] or ())):
            if each["at"] is not None:
                yield np.array(each["at"]) + half


def _key(sides: Sequence[Shown], table: Scene, top: float) -> tuple[Swatch, list[Words], float]:
    """Below a map a sample of each kind of unit that stands on it, in words, and the room taken."""
    units = [unit for side in sides for unit in side["units"]]
    camps = [side["camp"] for side in sides if side["camp"]]
    agreed = any(each.get("agreed") for each in (*units, *camps))
    signs = dict.fromkeys(
        (unit["kind"], unit["arm"], unit["order"], tuple(unit["works"][:1])) for unit in units
    )
    marks: list[Mark] = []
    words: list[Words] = []
    left, _top, right, _bottom = table.view.sheet
    columns = max(1, int((right - left) / KEY_COLUMN))
    for at, (kind, arm, order, works) in enumerate(sorted(signs)):
        x = left + (at % columns) * KEY_COLUMN
        y = top + (at // columns) * KEY_ROW
        depth = {"foot": 0.5, "mounted": 0.75}.get(arm, 1.0) * UNIT * 0.9
        file, rank = np.array([UNIT * 0.9, 0.0]), np.array([0.0, depth])
        block = Block(np.array([x, y - depth / 2]), file, rank, 2, 1, 2)
        sample = {"kind": kind, "arm": arm, "order": order, "works": list(works)}
        marks += unit_marks(sample, block, SAMPLE)
        said = ", ".join(
            [
                *([_(LIST_WORDS["list.sug"])] if kind == "sug" else []),
                *(_(LIST_WORDS[f"list.{word}"]) for word in (arm, order)),
                *(_(LIST_WORDS[f"list.{word}"]) for word in works),
            ]
        )
        words.append(Words(said, (x + 44.0, y + 4.0), KEY_WORDS, anchor="start"))
    at = len(signs)
    if agreed:
        x = left + (at % columns) * KEY_COLUMN
        y = top + (at // columns) * KEY_ROW
        marks += rings((x + 18.0, y), RINGS)
        words.append(Words(by_agreement(), (x + 44.0, y + 4.0), KEY_WORDS, anchor="start"))
        at += 1
    rows = -(-at // columns)
    return Swatch((0.0, 0.0), 1.0, tuple(marks)), words, top - table.height + rows * KEY_ROW


SIZE, PITCH, BELOW_MAP = 9.0, 4.05, 4.0
BRIEF = 0.2
"""How much of a line a short word takes before a long note."""


@dataclass(frozen=True)
class Line:
    """A line of the order of battle: the number or letter by which it stands on the table.

    `heads` a section, `leads` a command; the words take `share` of what they share with the note.
    """

    words: str
    number: str = ""
    note: str = ""
    heads: bool = False
    leads: bool = False
    share: float = 0.52


def printed(view: View, heading: Heading, view_from: ViewFrom, paper: Paper) -> bytes:
    """The sheet: the deployed table, both armies as far as they are known, the cards spent."""
    picture = drawn(view, view_from, use="print")
    layout, _rules = read(view["layout"])
    names = map_names(layout.rulebook)
    measure: Measure = "in" if paper == "us-letter" else "cm"
    heading = replace(heading, table=table_line(layout, names, measure))
    wide, high = (side - 2 * EDGE for side in PAPERS[paper])
    across = min(wide, (high - HEAD - 4) * picture.width / picture.height)
    down = across * picture.height / picture.width
    columns = [_army(view, side) for side in (0, 1)]
    if view_from == "invader":
        columns.sort(key=lambda lines: lines[0].note != "invader")
    laid_out = _pages(
        [[replace(lines[0], note=""), *lines[1:]] for lines in columns],
        (heading, paper),
        (round(across, 2), down),
    )
    return compiled(laid_out, {"position": svg(picture, prefix="position")}, paper=paper)


def _pages(
    columns: list[list[Line]], said: tuple[Heading, Paper], map_size: tuple[float, float]
) -> list[Page]:
    """The map with as much of both columns as finds room below it, and the rest on more pages."""
    heading, paper = said
    wide, high = (side - 2 * EDGE for side in PAPERS[paper])
    width = (wide - 6.0) / 2
    across, down = map_size
    found: list[Page] = []
    top = EDGE + HEAD + down + BELOW_MAP
    while True:
        texts, placed, pictures = headed(heading, f"head{len(found)}", wide)
        if not found:
            placed.append((EDGE + (wide - across) / 2, EDGE + HEAD, across, "position"))
        room = max(0, int((EDGE + high - top) / PITCH))
        for at, lines in enumerate(columns):
            left = EDGE + at * (width + 6.0)
            texts += _column(lines[:room], (left, top), width)
            columns[at] = lines[room:]
        found.append(Page(tuple(texts), tuple(placed), pictures))
        if not any(columns):
            return found
        top = EDGE + HEAD + BELOW_MAP


def _column(lines: Sequence[Line], at: tuple[float, float], width: float) -> Iterator[Text]:
    """Numbers, names and notes beside each other; heads alone on their line."""
    left, top = at
    for row, line in enumerate(lines):
        y = top + row * PITCH
        if line.heads:
            words = fitted(line.words, width, 10.0)
            yield Text((left, y), width, words, 10.0, weight=700, pitch=PITCH)
            continue
        if line.leads:
            words = fitted(line.words, width - 9.0, SIZE + 0.5)
            yield Text((left + 9.0, y), width - 9.0, words, SIZE + 0.5, weight=700, pitch=PITCH)
            yield Text((left, y), 7.5, line.number, SIZE, "right", weight=700, pitch=PITCH)
            continue
        if line.number:
            yield Text((left, y), 7.5, line.number, SIZE, "right", weight=700, pitch=PITCH)
        room = width - 9.0
        share = room * (line.share if line.note else 1.0)
        note = fitted(line.note, room - share, SIZE) if line.note else ""
        yield Text((left + 9.0, y), share, fitted(line.words, share - 0.5, SIZE), SIZE, pitch=PITCH)
        if note:
            x = left + 9.0 + share
            yield Text((x, y), room - share, note, SIZE, pitch=PITCH, fill=70)


def _army(view: View, side: int) -> list[Line]:
    """One side's order of battle; the first line's note is its role."""
    shown, about = view["deployment"]["sides"][side], view["sides"][side]
    army = about["army"]
    player, name = str(army.get("player") or ""), str(army.get("name") or "")
    title = " · ".join(each for each in (player, name) if each)
    role = _("Defender") if shown["role"] == "defender" else _("Invader")
    lines = [Line(f"{role}: {title}", note=shown["role"], heads=True)]
    units = {unit["id"]: unit for unit in shown["units"]}
    led: set[int] = set()
    for leader in shown["leaders"] or ():
        lines.append(Line(_leader(leader, army), _sign(leader["leader"]), leads=True))
        lines += [_unit(units[each]) for each in leader["units"] if each in units]
        led |= set(leader["units"])
    rest = [_unit(unit) for id_, unit in units.items() if id_ not in led]
    if rest:
        lines += [Line(_("On the table"), heads=True), *rest]
    lines += _hidden(shown, army)
    lines += _off_the_table(shown, about)
    lines += _cards(view, side)
    return lines


def _sign(leader: int) -> str:
    return "★" if not leader else ("", "I", "II", "III", "IV", "V", "VI")[min(leader, 6)]


def _leader(leader: Shown, army: Shown) -> str:
    """Who he is, as far as it is known; his own list says it before he is declared."""
    entry = leader.get("entry") or _stated_leader(leader["leader"], army)
    called = (
        _("General %(number)d") % {"number": leader["leader"]}
        if leader["leader"]
        else _("Army commander")
    )
    if not entry:
        return called
    words = (_(LIST_WORDS[f"list.{entry[each]}"]) for each in ("level", "type") if each in entry)
    said = ", ".join(part for part in (str(entry.get("name") or ""), *words) if part)
    return f"{called}: {said}"


def _stated_leader(leader: int, army: Shown) -> Shown | None:
    if not leader:
        return army.get("commander")
    generals = army.get("generals") or ()
    return generals[leader - 1] if leader <= len(generals) else None


def _unit(unit: Shown) -> Line:
    """Its name where it is known, and what its figures show: so many bases in so many ranks."""
    entry = unit.get("entry")
    ranks = unit["formation"]["ranks"]
    figures = [
        *([_(LIST_WORDS["list.sug"])] if unit["kind"] == "sug" else []),
        *(_(LIST_WORDS[f"list.{unit[each]}"]) for each in ("arm", "order")),
        _("%(bases)d in %(ranks)d") % {"bases": unit["bases"], "ranks": ranks},
        *(_(LIST_WORDS[f"list.{flag}"]) for flag in unit["works"]),
        *([_("by agreement")] if unit.get("agreed") else []),
    ]
    if entry:
        return Line(str(entry["name"]), str(unit["id"]), ", ".join(figures))
    return Line(", ".join(figures), str(unit["id"]))


def _hidden(shown: Shown, army: Shown) -> Iterator[Line]:
    """Ambushes and marches: to who may know them whole, to others what stands on the table."""
    if not shown["markers"] and not shown["beside_camp"]:
        return
    yield Line(_("Hidden"), heads=True)
    for marker in shown["markers"]:
        said = _named(marker["units"]) if marker["units"] is not None else _("not opened")
        leader = marker["leader"]
        if leader is not None:
            said = f"{said} · {_leader({'leader': leader}, army)}"
        yield Line(_("Ambush"), str(marker["id"]), said, share=BRIEF)
    seen = shown["marches"] or ()
    for march in seen:
        flank = march["flank"]
        words = _leader(march, army)
        if flank is None:
            yield Line(words, _sign(march["leader"]), _("bluffs"))
        else:
            side = _("marches on the left") if flank == "left" else _("marches on the right")
            yield Line(words, _sign(march["leader"]), f"{side}: {_named(march['units'])}")
    more = shown["beside_camp"] - len(seen)
    if more > 0:
        yield Line(
            ngettext(
                "%(count)d leader beside the camp, with a card face down",
                "%(count)d leaders beside the camp, each with a card face down",
                more,
            )
            % {"count": more}
        )


def _named(units: Sequence[Shown]) -> str:
    names = [str(unit["entry"]["name"]) for unit in units if unit["entry"]]
    return ", ".join(names) if names else _("nobody")


def _off_the_table(shown: Shown, about: Shown) -> Iterator[Line]:
    """Garrison, those without a place, and of one's own list what is still in hand."""
    if shown["garrison"]:
        yield Line(_("In garrison"), heads=True)
        yield from (Line(str(unit["entry"]["name"])) for unit in shown["garrison"])
    if shown["no_place"]:
        yield Line(_("Without a place"), heads=True)
        for unit in shown["no_place"]:
            yield Line(str(unit["entry"]["name"]) if unit["entry"] else _("one unit"))
    if about["list_hidden"] or shown["garrison"] is None:
        return
    hidden = [*shown["markers"], *(shown["marches"] or ())]
    gone = [*shown["units"], *shown["garrison"], *shown["no_place"]]
    gone += [unit for each in hidden for unit in each["units"] or ()]
    placed = {unit["unit"] for unit in gone}
    unknown = None in placed or any(each["units"] is None for each in hidden)
    left = [unit for at, unit in enumerate(about["army"].get("units") or ()) if at not in placed]
    if left and not unknown:
        yield Line(_("In hand"), heads=True)
        yield from (Line(str(unit["name"]), "", figures_in_words(unit)) for unit in left)


def _cards(view: View, side: int) -> Iterator[Line]:
    """The cards that this side has played, and what scouting came to."""
    shown = view.get("map") or {}
    territory = (shown.get("territory_cards") or (None, None))[side]
    days = [day["cards"][side] for day in shown.get("days") or ()]
    scouting = (view.get("result") or {}).get("scouting")
    yield Line(_("Cards spent"), heads=True)
    yield Line(_("Territory"), "", _colour(territory), share=BRIEF)
    if days:
        yield Line(_("Five days"), "", ", ".join(map(_colour, days)), share=BRIEF)
    if scouting:
        yield Line(_("Scouting"), "", f"{scouting[side]} %", share=BRIEF)


def _colour(card: Any) -> str:
    return str(COLOURS.get(card, card)) if card else _("none")


POSITION_SHEET = PositionSheet(drawn=drawn, printed=printed)
