"""The drawing of a deployed table: camps, units, ambush markers and leaders.

It uses only the view's `deployment`, so nothing hidden from the viewer can appear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.rulebook_pages.pbs_2023_1.figure_marks import LIVERIES, Livery, UnitBlock, unit_marks
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from terrain.draw import palette
from terrain.draw.badges import rings
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Lettering, Mark, OnTable, Point, Words
from terrain.draw.measure import text_width
from terrain.draw.pen import dots, figure, line, polygons, stamped, strokes
from terrain.draw.stamps import disc
from terrain.draw.view import UNIT, View

Told = Mapping[str, Any]

NUMBER = Lettering(face="bold", size=13.0, fill=palette.INK)
LETTER = Lettering("Alegreya", "bold", 15.0)
PLATE = Ink(palette.SHEET, palette.INK, 0.7)
OVER_THE_REAR = 2.6
"""The distance of a unit's number from its rear, which keeps it clear of the signs."""
RINGS = 11.0
"""The size of the rings around what stands by agreement."""
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def things(deployment: Told, view: View) -> tuple[OnTable, ...]:
    """Return everything on the table, overlapping things last.

    Units are numbered in the order of deployment, each side from 1; markers have letters, generals
    Roman figures. Ids are those of `occupied`: `unit-<side>-<id>`, `camp-<side>` and so on.
    """
    sides = list(enumerate(deployment["sides"]))
    return (
        *(each for side, shown in sides for each in _camp(side, shown, view)),
        *(
            unit_thing(unit, (side, shown["role"]), view)
            for side, shown in sides
            for unit in shown["units"]
        ),
        *(each for side, shown in sides for each in _markers(side, shown, view)),
        *(each for side, shown in sides for each in _leaders(side, shown, view)),
    )


def unit_thing(unit: Told, whose: tuple[int, str], view: View) -> OnTable:
    """Return one unit as the view shows it; `whose` is its side and that side's role."""
    side, role = whose
    corners = view.at(np.array(unit["outline"]["coordinates"][0][:4], dtype=float))
    block = UnitBlock.of(corners, unit["bases"], unit["formation"]["ranks"])
    back = block.rank / max(float(np.hypot(*block.rank)), 1e-9)
    x, y = (block.spots([[block.files / 2, block.ranks]])[0] - OVER_THE_REAR * back).tolist()
    plate, words = _plate(str(unit["id"]), (x, y), NUMBER)
    return OnTable(
        id=f"unit-{side}-{unit['id']}",
        kind=f"unit {role} {unit['arm']} {unit['order']} {unit['kind']}",
        title=unit_in_words(unit),
        marks=(*unit_marks(unit, block, LIVERIES[role]), plate, *_agreed(corners, unit)),
        words=(words,),
    )


def unit_in_words(unit: Told) -> str:
    """Return a unit in words, its name first if the viewer may know it."""
    entry = unit.get("entry")
    works = [_(LIST_WORDS[f"list.{flag}"]) for flag in unit["works"]]
    said = [
        *([str(entry["name"])] if entry else []),
        figures_in_words(unit),
        ngettext("%(count)d base", "%(count)d bases", unit["bases"]) % {"count": unit["bases"]},
        ngettext("%(count)d rank", "%(count)d ranks", unit["formation"]["ranks"])
        % {"count": unit["formation"]["ranks"]},
        *works,
        *([by_agreement()] if unit.get("agreed") else []),
    ]
    return f"{unit['id']}: {', '.join(said)}"


def by_agreement() -> str:
    """Return the sentence about a unit or a camp that stands against a rule by agreement."""
    return _("allowed by agreement")


def _agreed(corners: Floats, thing: Told) -> tuple[Mark, ...]:
    """Return two rings on the left of its front, for anything that both players accepted."""
    if not thing.get("agreed"):
        return ()
    x, y = corners[:, 0].min(), corners[:, 1].min()
    return rings((float(x), float(y)), RINGS)


def figures_in_words(unit: Told) -> str:
    """Return what the figures show: kind, arm and order."""
    kind, arm, order = (_(LIST_WORDS[f"list.{unit[name]}"]) for name in ("kind", "arm", "order"))
    return _("%(kind)s, %(arm)s, %(order)s") % {"kind": kind, "arm": arm, "order": order}


def _plate(text: str, at: Point, lettering: Lettering) -> tuple[Mark, Words]:
    """Return a number or letter on a little plate centred at a place."""
    x, y = at
    wide = text_width(text, family=lettering.family, face=lettering.face, size=lettering.size)
    half, high = max(wide / 2 + 2.6, 6.4), 6.4
    d = (
        f"M{figure(x - half + 3)} {figure(y - high)}h{figure(2 * half - 6)}q3 0 3 3"
        f"v{figure(2 * high - 6)}q0 3 -3 3h-{figure(2 * half - 6)}q-3 0 -3 -3"
        f"v-{figure(2 * high - 6)}q0 -3 3 -3z"
    )
    return Mark(d, PLATE, "plate"), Words(text, (x, y + 0.33 * lettering.size), lettering)


def _camp(side: int, shown: Told, view: View) -> Iterator[OnTable]:
    """Yield the camp with its tents, and beside it a card for each leader there."""
    livery = LIVERIES[shown["role"]]
    camp, beside = shown["camp"], shown["beside_camp"]
    if camp is not None:
        corners = view.at(np.array(camp["outline"]["coordinates"][0][:4], dtype=float))
        yield OnTable(
            f"camp-{side}",
            f"camp {shown['role']}",
            f"{_('Camp')}, {by_agreement()}" if camp.get("agreed") else _("Camp"),
            (*_camp_marks(corners, livery), *_agreed(corners, camp)),
        )
    if beside:
        at = _beside(camp, shown["role"], view)
        plate, words = _plate(f"×{beside}", (at[0] + 19.0, at[1]), NUMBER)
        yield OnTable(
            f"beside-camp-{side}",
            f"beside-camp {shown['role']}",
            ngettext(
                "%(count)d leader beside the camp",
                "%(count)d leaders beside the camp",
                beside,
            )
            % {"count": beside},
            (*_card(at, livery), plate),
            (words,),
        )


def _camp_marks(corners: Floats, livery: Livery) -> tuple[Mark, ...]:
    """Return a rampart with a gate in its front, and three tents in it."""
    front = (corners[3] - corners[0], corners[1] - corners[0])
    across, back = (float(np.hypot(*each)) for each in front)
    grid = np.array([[0.25, 0.55], [0.5, 0.55], [0.75, 0.55]])
    middles = corners[0] + grid[:, :1] * front[0] + grid[:, 1:] * front[1]
    high = 0.62 * min(across / 3.4, back)
    tent = np.array([[0.0, -0.62], [0.62, 0.42], [-0.62, 0.42]]) * high
    gate = np.array([[-0.0, -0.14], [0.2, 0.42], [-0.2, 0.42]]) * high
    gate_left = corners[0] + 0.42 * front[0]
    gate_right = corners[0] + 0.58 * front[0]
    rampart = np.array([gate_left, corners[0], corners[1], corners[2], corners[3], gate_right])
    return (
        Mark(line(corners, closed=True), Ink("#f3ead2", "none"), "ground"),
        Mark(line(rampart), Ink("none", livery.dark, 2.6, "5 2.2"), "rampart"),
        Mark(
            polygons(middles[:, None, :] + tent[None, :, :]),
            Ink(livery.base, livery.dark, 1.2),
            "tent",
        ),
        Mark(polygons(middles[:, None, :] + gate[None, :, :]), Ink(livery.dark), "tent"),
    )


def _beside(camp: Told | None, role: str, view: View) -> Point:
    """Return the place of the cards beside a camp: right of it, or at the middle of the base
    edge.
    """
    _left, top, right, bottom = view.sheet
    if camp is None:
        y = 0.0 if role == "defender" else view.depth
        x, at = view.point(view.width / 2, y)
        return x, min(max(at, top + 12.0), bottom - 12.0)
    corners = view.at(np.array(camp["outline"]["coordinates"][0][:4], dtype=float))
    x, y = float(corners[:, 0].max()) + 12.0, float(corners[:, 1].mean())
    return (x if x < right - 30 else float(corners[:, 0].min()) - 32.0), y


def _card(at: Point, livery: Livery) -> tuple[Mark, ...]:
    """Return two overlapping cards, face down."""
    x, y = at
    middle = np.array(at)
    card = np.array([[-5.5, -8.0], [5.5, -8.0], [5.5, 8.0], [-5.5, 8.0]])
    hatch = strokes(
        np.array([[x - 4, y + 2], [x - 4, y - 3], [x - 1, y + 6]]),
        np.array([[x + 4, y - 6], [x + 1, y - 6.5], [x + 4, y + 1]]),
    )
    return (
        Mark(
            line(card + middle + np.array([2.6, -2.0]), closed=True),
            Ink(palette.SHEET, livery.dark, 1.0),
        ),
        Mark(line(card + middle, closed=True), Ink(palette.SHEET, livery.dark, 1.4)),
        Mark(hatch, Ink("none", livery.dark, 1.0)),
    )


def _markers(side: int, shown: Told, view: View) -> Iterator[OnTable]:
    """Yield ambush markers: a card standing on its corner, with its letter."""
    livery = LIVERIES[shown["role"]]
    for marker in shown["markers"]:
        x, y = view.point(*marker["at"])
        half = UNIT / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        square += np.array([x, y])
        bush = np.array([[x - 6.0, y + 7.0], [x, y + 7.6], [x + 6.0, y + 7.0]])
        units = marker["units"]
        names = [str(each["entry"]["name"]) for each in units or () if each["entry"]]
        title = _("Ambush marker %(letter)s") % {"letter": marker["id"]}
        yield OnTable(
            f"marker-{side}-{marker['id']}",
            f"marker {shown['role']}",
            f"{title}: {', '.join(names)}" if names else title,
            (
                Mark(line(square, closed=True), Ink(palette.SHEET, livery.dark, 2.0, "3.4 2.4")),
                Mark(dots(bush), Ink("none", livery.dark, 3.0)),
            ),
            (
                Words(
                    str(marker["id"]),
                    (x, y + 3.4),
                    Lettering(LETTER.family, LETTER.face, LETTER.size, livery.dark),
                ),
            ),
        )


def _leaders(side: int, shown: Told, view: View) -> Iterator[OnTable]:
    """Yield leaders on a round base: a star for the army commander, Roman figures for the
    generals.
    """
    livery = LIVERIES[shown["role"]]
    for leader in shown["leaders"] or ():
        if leader["at"] is None:
            continue
        number = leader["leader"]
        x, y = view.point(*leader["at"])
        round_base = stamped(np.array([[x, y]]), [disc(UNIT / 2 - 0.8)])
        marks = [Mark(round_base, Ink(livery.base, livery.dark, 1.8), "leader")]
        words: tuple[Words, ...] = ()
        if number:
            text = ROMAN[number] if number < len(ROMAN) else str(number)
            lettering = Lettering("Alegreya", "bold", 11.5, livery.figure)
            words = (Words(text, (x, y + 4.0), lettering),)
        else:
            marks.append(Mark(line(_star((x, y), 7.4), closed=True), Ink(livery.figure)))
        entry = leader["entry"]
        called = _("General %(number)d") % {"number": number} if number else _("Army commander")
        name = str((entry or {}).get("name") or "")
        title = f"{called}: {name}" if name else called
        yield OnTable(
            f"leader-{side}-{number}", f"leader {shown['role']}", title, tuple(marks), words
        )


def _star(at: Point, radius: float) -> Floats:
    """Return a five-pointed star that stands on two points."""
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2, 0.42 * radius, radius)
    return np.column_stack([np.cos(turns) * reach, np.sin(turns) * reach]) + at
