"""Read deployment answers from a form, as the board states them or typed as figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.battles.pages.answers import Mistyped, stated, whole
from setup_app.engine.errors import DomainError
from setup_app.wording.figures import figure, typed

FIGURES = ("x", "y", "facing", "ranks")

Measures = Mapping[str, float]


@dataclass(frozen=True)
class TypedRow:
    """One thing as typed: its fields, their values, and the error of each."""

    thing: Mapping[str, Any]
    fields: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Typed:
    """The values of a form: rows of figures, commands, and ticks.

    `commands` are units with the number of their leader, empty for a unit without one; `chosen`
    names the other ticks and choices.
    """

    rows: tuple[TypedRow, ...]
    commands: tuple[tuple[Mapping[str, Any], str], ...]
    chosen: tuple[str, ...]


def fields_shown(
    given: Mapping[str, Any], shown: Mapping[str, str], faults: Mapping[str, str]
) -> Typed:
    """Return everything typed or chosen in the form of a question."""
    commanded = given.get("commanded", ())
    return Typed(
        tuple(_rows(given, shown, faults)),
        tuple((each, shown.get(f"command-{each['unit']}", "")) for each in commanded),
        tuple(f"{name}={value}" for name, value in shown.items()),
    )


def _rows(
    given: Mapping[str, Any], shown: Mapping[str, str], faults: Mapping[str, str]
) -> list[TypedRow]:
    """Return the typed fields of everything in hand: (name, label, value, error) each."""
    labels = {
        "x": _("From left edge (BW)"),
        "y": _("From defender's edge (BW)"),
        "facing": _("Facing (degrees)"),
        "ranks": _("Ranks"),
    }
    return [
        TypedRow(
            thing,
            tuple(
                (name, labels[field], shown.get(name, usual), faults.get(name, ""))
                for field, usual in _usual(given, thing)
                for name in (f"{field}-{thing['id']}",)
            ),
        )
        for thing in given.get("things", ())
    ]


def _usual(given: Mapping[str, Any], thing: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a thing with their initial values."""
    yield "x", ""
    yield "y", ""
    if thing.get("turns"):
        yield "facing", str(given["facing"])
    if "ranks" in thing:
        yield "ranks", str(thing["ranks"])


def typed_fields(given: Mapping[str, Any], answer: Any) -> dict[str, str]:
    """Return the typed fields that represent an answer."""
    if not isinstance(answer, Mapping) or not given.get("things"):
        return {}
    if "ambush" in answer:
        hidden = {"what": "ambush", **_chosen(answer["ambush"]["units"])}
        return hidden | _placed("marker", answer["ambush"])
    if "march" in answer:
        march = answer["march"]
        told = {"what": "march", "leader": str(march["leader"]), "flank": march["flank"] or ""}
        return told | {f"march-{unit}": "on" for unit in march["units"]}
    if "leaders" in answer:
        fields: dict[str, str] = {}
        for each in answer["leaders"]:
            if each["at"] is not None:
                fields |= _placed(f"leader{each['leader']}", each)
            fields |= {f"command-{unit}": str(each["leader"]) for unit in each["units"]}
        return fields
    if "units" in answer:
        fields = {f"none-u{unit}": "on" for unit in answer.get("no_place", ())}
        for each in answer["units"]:
            fields |= _placed(f"u{each['unit']}", each)
        return fields
    if "unit" in answer:
        return {
            "moves": f"{answer['kind']}-{answer['unit']}",
            **_placed(f"u{answer['unit']}", answer),
        }
    return _placed("camp", answer) if "at" in answer else {}


def _chosen(units: list[int]) -> dict[str, str]:
    return {f"unit-{unit}": "on" for unit in units}


def _placed(key: str, place: Mapping[str, Any]) -> dict[str, str]:
    x, y = place["at"]
    fields = {f"x-{key}": figure(x), f"y-{key}": figure(y)}
    if "facing" in place:
        fields[f"facing-{key}"] = figure(place["facing"])
    if "formation" in place:
        fields[f"ranks-{key}"] = str(place["formation"]["ranks"])
    return fields


def camp(sent: QueryDict, table: Measures) -> Any:
    """Return where the camp stands.

    Raises what every reader here raises: `unreadable`, `nothing_chosen`, and `Mistyped` for an
    invalid figure.
    """
    return _board(sent) or {"at": _at(sent, "camp"), "facing": _figure(sent, "facing-camp")}


def deployed(sent: QueryDict, table: Mapping[str, Any]) -> Any:
    """Return the units with a place, and those stated to have none."""
    if (answer := _board(sent)) is not None:
        return answer
    _refuse_faults(sent)
    units = [
        {"unit": unit, **_place(sent, f"u{unit}")}
        for unit in _numbers(sent, "x-u")
        if sent.get(f"x-u{unit}", "").strip() or sent.get(f"y-u{unit}", "").strip()
    ]
    without = _numbers(sent, "none-u")
    if not units and not without:
        raise DomainError("nothing_chosen")
    return {"units": units, **({"no_place": without} if without else {})}


def hidden(sent: QueryDict, table: Measures) -> Any:
    """Return a marker, a march or a bluff; or that the side is done hiding."""
    if sent.get("do") == "done":
        return {"done": True}
    if (answer := _board(sent)) is not None:
        return answer
    if sent.get("what") == "ambush":
        return {"ambush": {"at": _at(sent, "marker"), "units": _numbers(sent, "unit-")}}
    if sent.get("what") == "march" and whole(sent.get("leader", "")) is not None:
        flank = sent.get("flank") if sent.get("flank") in ("left", "right") else None
        units = _numbers(sent, "march-")
        leader = whole(sent.get("leader", ""))
        return {"march": {"leader": leader, "flank": flank, "units": units}}
    raise DomainError("nothing_chosen")


def leaders(sent: QueryDict, table: Measures) -> Any:
    """Return every leader's place and command."""
    if (answer := _board(sent)) is not None:
        return answer
    _refuse_faults(sent)
    commands: dict[int, list[int]] = {}
    for unit in _numbers(sent, "command-"):
        leader = whole(sent.get(f"command-{unit}", ""))
        if leader is not None:
            commands.setdefault(leader, []).append(unit)
    return {
        "leaders": [
            {"leader": each, "at": _at_or_none(sent, each), "units": commands.get(each, [])}
            for each in _numbers(sent, "x-leader")
        ]
    }


def moved(sent: QueryDict, table: Measures) -> Any:
    """Return the unit that moves before the game with its new place, or a pass."""
    if sent.get("do") == "pass":
        return {"pass": True}
    if (answer := _board(sent)) is not None:
        return answer
    kind, _dash, number = sent.get("moves", "").rpartition("-")
    unit = whole(number)
    if unit is None or not kind:
        raise DomainError("nothing_chosen")
    return {"kind": kind, "unit": unit, **_place(sent, f"u{unit}")}


def _board(sent: QueryDict) -> Any:
    """Return the answer of the board's script, or of an unchanged suggestion."""
    given = sent.get("drafted") or sent.get("answer")
    if not given:
        return None
    answer = stated(given)
    if not isinstance(answer, dict):
        raise DomainError("unreadable")
    return answer


def _numbers(sent: QueryDict, before: str) -> list[int]:
    """Return the numbers in the names of the fields with this prefix."""
    found = (whole(name.removeprefix(before)) for name in sent if name.startswith(before))
    return [number for number in found if number is not None]


def _place(sent: QueryDict, key: str) -> dict[str, Any]:
    ranks = whole(sent.get(f"ranks-{key}", "").strip())
    return {
        "at": _at(sent, key),
        "facing": _figure(sent, f"facing-{key}"),
        "formation": {"ranks": 1 if ranks is None else ranks},
    }


def _at(sent: QueryDict, key: str) -> list[float]:
    return [_figure(sent, f"x-{key}"), _figure(sent, f"y-{key}")]


def _at_or_none(sent: QueryDict, leader: int) -> list[float] | None:
    return _at(sent, f"leader{leader}") if sent.get(f"x-leader{leader}", "").strip() else None


def _figure(sent: QueryDict, name: str) -> float:
    value = typed(sent.get(name, ""))
    if value is None:
        faults = _faults(sent) or {name: _said(sent.get(name, ""))}
        raise Mistyped(_as_typed(sent), faults, None)
    return value


def _refuse_faults(sent: QueryDict) -> None:
    """Raise `Mistyped` with every invalid figure, not only the first."""
    if faults := _faults(sent):
        raise Mistyped(_as_typed(sent), faults, None)


def _faults(sent: QueryDict) -> dict[str, str]:
    """Return the error beside each invalid field; an empty field places nothing."""
    return {
        name: _said(value)
        for name, value in _as_typed(sent).items()
        if name.split("-")[0] in FIGURES and value.strip() and typed(value) is None
    }


def _said(value: str) -> str:
    found = {"found": value.strip()[:40]}
    return _("“%(found)s” is not a number. Enter one such as 6 or 6.5.") % found


def _as_typed(sent: QueryDict) -> dict[str, str]:
    before = (*(f"{field}-" for field in FIGURES), "command-", "unit-", "march-", "none-")
    alone = ("what", "leader", "flank", "moves")
    return {name: str(sent[name]) for name in sent if name.startswith(before) or name in alone}


READ = {
    "place_camp": camp,
    "deploy": deployed,
    "hide": hidden,
    "place_leaders": leaders,
    "pregame_move": moved,
}
"""The reader of each kind of question."""
