"""Each side's order of battle as a viewer knows it, for pages and prints.

By leaders once they are placed; then hidden units, unassigned units, and spent cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from setup_app.battles.position_sheets import ArmyShown, OrderLine, OrderSection, View
from setup_app.engine.values import SIDES, Side
from setup_app.rulebook_pages.pbs_2023_1.deployment_picture import ROMAN, figures_in_words
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS

Shown = Mapping[str, Any]

COLOURS = {
    "black": gettext_lazy("black"),
    "white": gettext_lazy("white"),
    "green": gettext_lazy("green"),
    "yellow": gettext_lazy("yellow"),
    "red": gettext_lazy("red"),
}


def armies(view: View) -> tuple[ArmyShown, ...]:
    """Return both orders of battle, side by side."""
    return tuple(_army(view, side) for side in SIDES)


def _army(view: View, side: Side) -> ArmyShown:
    shown, about = view["deployment"]["sides"][side], view["sides"][side]
    army = about["army"]
    beside = (
        *_section(_("Hidden"), hidden(shown, army)),
        *_section(_("In garrison"), _not_led(shown)),
        *_section(
            _("No room on the table"), (OrderLine(name_of(unit)) for unit in shown["no_place"])
        ),
        *_section(_("Not deployed yet"), _in_hand(shown, about)),
        *_section(_("Cards used"), _cards(view, side)),
    )
    return ArmyShown(
        side,
        shown["role"],
        str(army.get("player") or ""),
        str(army.get("name") or ""),
        tuple(_commands(shown, army)),
        beside,
    )


def _section(title: str, lines: Iterable[OrderLine]) -> Iterator[OrderSection]:
    """Yield one section; none if it has no lines."""
    if told := tuple(lines):
        yield OrderSection(title, told)


def _commands(shown: Shown, army: Shown) -> Iterator[OrderSection]:
    """Yield each leader with their units, numbered as on the table; then the units without a
    command.
    """
    units = {unit["id"]: unit for unit in shown["units"]}
    led: set[int] = set()
    for leader in shown["leaders"] or ():
        lines = (
            *(_unit(units[each]) for each in sorted(leader["units"]) if each in units),
            *(OrderLine(name_of(each), "", _("in garrison")) for each in leader["garrison"] or ()),
        )
        yield OrderSection(leader_in_words(leader, army), lines, sign_of(leader["leader"]))
        led |= set(leader["units"])
    rest = (_unit(unit) for id_, unit in units.items() if id_ not in led)
    title = _("On the table") if shown["leaders"] is None else _("No commander")
    yield from _section(title, rest)


def _not_led(shown: Shown) -> Iterator[OrderLine]:
    """Yield the garrison units whose leader the viewer does not know."""
    commands = [leader["garrison"] or () for leader in shown["leaders"] or ()]
    led = {unit["unit"] for units in commands for unit in units}
    for unit in shown["garrison"] or ():
        if unit["unit"] not in led:
            yield OrderLine(name_of(unit))


def sign_of(leader: int) -> str:
    """Return the sign on a leader's figure: a star for the commander, a Roman number for a
    general.
    """
    return "★" if not leader else ROMAN[leader]


def leader_in_words(leader: Shown, army: Shown) -> str:
    """Return a leader in words, as far as the viewer knows; their own list names them before the
    declaration.
    """
    number = leader["leader"]
    entry = leader.get("entry") or _stated(number, army)
    called = _("General %(number)d") % {"number": number} if number else _("Army commander")
    if not entry:
        return called
    words = (_(LIST_WORDS[f"list.{entry[each]}"]) for each in ("level", "type") if each in entry)
    said = ", ".join(part for part in (str(entry.get("name") or ""), *words) if part)
    return f"{called}: {said}"


def leader_by_name(leader: int, army: Shown) -> str:
    """Return a leader in fewer words: only the name, if a list may be read."""
    entry = _stated(leader, army) or {}
    return str(entry.get("name") or "") or leader_in_words({"leader": leader}, {})


def _stated(leader: int, army: Shown) -> Shown | None:
    if not leader:
        return army.get("commander")
    generals = army.get("generals") or ()
    return generals[leader - 1] if leader <= len(generals) else None


def _unit(unit: Shown) -> OrderLine:
    """Return a unit's name if known, and what its figures show: its bases and ranks."""
    bases = {"bases": unit["bases"], "ranks": unit["formation"]["ranks"]}
    formed = (
        ngettext("%(bases)d in %(ranks)d rank", "%(bases)d in %(ranks)d ranks", bases["ranks"])
        % bases
    )
    figures = [
        *([_(LIST_WORDS["list.sug"])] if unit["kind"] == "sug" else []),
        *(_(LIST_WORDS[f"list.{unit[each]}"]) for each in ("arm", "order")),
        formed.replace(" ", "\u00a0"),
        *(_(LIST_WORDS[f"list.{flag}"]) for flag in unit["works"]),
        *([_("allowed by agreement")] if unit.get("agreed") else []),
    ]
    if unit.get("entry"):
        return OrderLine(name_of(unit), str(unit["id"]), ", ".join(figures))
    return OrderLine(", ".join(figures), str(unit["id"]))


def hidden(shown: Shown, army: Shown) -> Iterator[OrderLine]:
    """Yield ambushes and marches: with all units to viewers who may know them, to others as they
    stand on the table.
    """
    for marker in shown["markers"]:
        if marker["units"] is None:
            yield OrderLine(_("Ambush, not revealed"), str(marker["id"]))
            continue
        led = marker["leader"]
        note = "" if led is None else _("led by %(name)s") % {"name": leader_by_name(led, army)}
        yield OrderLine(
            _("Ambush: %(names)s") % {"names": _names(marker["units"])}, marker["id"], note
        )
    seen = shown["marches"] or ()
    for march in seen:
        told = {"name": leader_by_name(march["leader"], army), "units": _names(march["units"])}
        yield OrderLine(
            MARCHES[march["flank"]] % told, sign_of(march["leader"]), _("beside the camp")
        )
    more = shown["beside_camp"] - len(seen)
    if more > 0:
        yield OrderLine(
            ngettext(
                "%(count)d leader beside the camp, with a face-down card",
                "%(count)d leaders beside the camp, each with a face-down card",
                more,
            )
            % {"count": more}
        )


MARCHES: Mapping[str | None, Any] = {
    "left": gettext_lazy("%(name)s leads a flank march on their own left: %(units)s"),
    "right": gettext_lazy("%(name)s leads a flank march on their own right: %(units)s"),
    None: gettext_lazy("%(name)s is bluffing (no units, no flank)"),
}


def name_of(unit: Shown) -> str:
    """Return a unit's name in its list, if that is known."""
    return str(unit["entry"]["name"]) if unit.get("entry") else _("one unit")


def _names(units: Sequence[Shown]) -> str:
    return ", ".join(name_of(unit) for unit in units) or _("no units")


def _in_hand(shown: Shown, about: Shown) -> Iterator[OrderLine]:
    """Yield what of one's own list is neither on the table nor off it."""
    if about["list_hidden"] or shown["garrison"] is None:
        return
    off = [*shown["markers"], *(shown["marches"] or ())]
    gone = [*shown["units"], *shown["garrison"], *shown["no_place"]]
    gone += [unit for each in off for unit in each["units"] or ()]
    placed = {unit["unit"] for unit in gone}
    unknown = shown["marches"] is None and shown["beside_camp"]
    if None in placed or unknown or any(each["units"] is None for each in off):
        return
    for at, unit in enumerate(about["army"].get("units") or ()):
        if at not in placed:
            yield OrderLine(str(unit["name"]), "", figures_in_words(unit))


def _cards(view: View, side: Side) -> Iterator[OrderLine]:
    """Yield the cards that this side has played, and its result in scouting."""
    shown = view.get("map") or {}
    territory = (shown.get("territory_cards") or (None, None))[side]
    days = [day["cards"][side] for day in shown.get("days") or ()]
    scouting = (view.get("result") or {}).get("scouting")
    yield OrderLine(_("Territory"), "", _colour(territory))
    if days:
        yield OrderLine(_("Five days"), "", ", ".join(map(_colour, days)))
    if scouting:
        yield OrderLine(_("Scouting"), "", _("%(percent)d%%") % {"percent": scouting[side]})


def _colour(card: Any) -> str:
    return str(COLOURS.get(card, card)) if card else _("none")
