"""Which house rulings does a rulebook leave open, and how are they asked for and told?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from config.figures import figure as written
from setup_app.rulebooks import registry
from setup_app.script.rulebook import Rulebook, Setting
from setup_app.script.values import Told
from setup_app.texts import Speaker

LONGEST = 6
"""Digits of a row or a column at most."""


@dataclass(frozen=True)
class Part:
    """One input: a figure, or a choice of words. Figures of one `group` stand in one row."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str, bool], ...] = ()
    fault: str = ""
    group: str = ""


@dataclass(frozen=True)
class Ruling:
    """One setting on the form: what it is about, why there is a choice, its inputs."""

    name: str
    rule: str
    title: str
    why: str
    parts: tuple[Part, ...]
    boxes: tuple[tuple[bool, ...], ...] = ()
    fault: str = ""


def rulings(
    rulebook: Rulebook, sent: QueryDict | None = None, faults: Mapping[str, str] | None = None
) -> tuple[Ruling, ...]:
    """The settings as the form shows them, with what is wrong beside each field."""
    return tuple(_ruling(rulebook, setting, sent, faults) for setting in rulebook.all_settings())


def chosen(rulebook: Rulebook, sent: QueryDict) -> dict[str, Any]:
    """The settings that a sent form changes; what cannot be read is left to be refused."""
    values = {setting.name: read(setting, sent) for setting in rulebook.all_settings()}
    return {
        setting.name: values[setting.name]
        for setting in rulebook.all_settings()
        if values[setting.name] != setting.default
    }


def fields(rulebook: Rulebook, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fields of a form that sends these settings, as `chosen` reads them."""
    found = []
    for setting in rulebook.all_settings():
        value = settings.get(setting.name, setting.default)
        name = f"set-{setting.name}"
        if value == setting.default:
            continue
        if grid_side(setting):
            found += [(name, "-".join(str(step) for step in box)) for box in value]
        elif choices_of(setting):
            found.append((name, _word(value)))
        else:
            found += [(f"{name}{path}", _figure_shown(leaf)) for path, leaf in _leaves(value)]
    return found


def _ruling(
    rulebook: Rulebook,
    setting: Setting,
    sent: QueryDict | None,
    faults: Mapping[str, str] | None,
) -> Ruling:
    value = read(setting, sent) if sent is not None else setting.default
    side = grid_side(setting)
    if side:
        parts: tuple[Part, ...] = ()
    elif choices_of(setting):
        chosen_now = _word(value)
        parts = (
            Part(
                f"set-{setting.name}",
                title_of(rulebook, setting),
                chosen_now,
                tuple(
                    (_word(choice), _choice(rulebook, setting, choice), _word(choice) == chosen_now)
                    for choice in choices_of(setting)
                ),
            ),
        )
    else:
        parts = tuple(
            Part(
                f"set-{setting.name}{path}",
                _leaf_label(rulebook, path.split(".", 2)[-1] if _group(rulebook, path) else path),
                # What was typed stays, readable or not.
                (sent or {}).get(f"set-{setting.name}{path}", _figure_shown(leaf)),
                fault=(faults or {}).get(f"set-{setting.name}{path}", ""),
                group=_group(rulebook, path),
            )
            for path, leaf in _leaves(value)
        )
    return Ruling(
        setting.name,
        setting.rule,
        title_of(rulebook, setting),
        _why(rulebook, setting),
        parts,
        _boxes(value, side),
        # A setting of one figure has its fault beside that figure.
        "" if any(part.fault for part in parts) else (faults or {}).get(f"set-{setting.name}", ""),
    )


def choices_of(setting: Setting) -> tuple[Any, ...]:
    """The values that a setting offers, none where figures are typed."""
    return setting.choices or tuple(setting.schema.get("enum", ()))


def grid_side(setting: Setting) -> int:
    """How many rows of boxes are ticked for a setting; 0 where none are.

    Such a setting is one value by name, or a list of boxes as row and column from 0.
    """
    for alternative in setting.schema.get("anyOf", ()):
        steps = alternative.get("items", {}).get("items", {})
        if "maximum" in steps:
            return int(steps["maximum"]) + 1
    return 0


def _boxes(value: Any, side: int) -> tuple[tuple[bool, ...], ...]:
    ticked = [tuple(box) for box in value] if side and isinstance(value, list) else ()
    return tuple(tuple((row, column) in ticked for column in range(side)) for row in range(side))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The figures in a setting's value, each with the way that leads to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            yield from _leaves(inner, f"{path}.{place}")
    else:
        yield path, value


def read(setting: Setting, sent: QueryDict) -> Any:
    """The value that a sent form gives a setting; the usual figure where nothing readable is."""
    if grid_side(setting):
        return [_box(each) for each in sent.getlist(f"set-{setting.name}")] or setting.default
    if choices := choices_of(setting):
        word = sent.get(f"set-{setting.name}")
        return next((each for each in choices if _word(each) == word), setting.default)
    return _filled(setting.default, f"set-{setting.name}", sent)


def _box(ticked: str) -> Any:
    """Row and column; the text itself where it is none, to be refused with the set-up."""
    figures = ticked.split("-")
    if not all(each.isascii() and each.isdigit() and len(each) < LONGEST for each in figures):
        return ticked
    return [int(each) for each in figures]


def _filled(default: Any, name: str, sent: QueryDict) -> Any:
    if isinstance(default, Mapping):
        return {key: _filled(inner, f"{name}.{key}", sent) for key, inner in default.items()}
    if isinstance(default, (list, tuple)):
        return [_filled(inner, f"{name}.{place}", sent) for place, inner in enumerate(default)]
    if not _is_figure(default):
        return sent.get(name, default) if isinstance(default, str) else default
    return figure(sent.get(name), default)


def figures_of(setting: Setting) -> tuple[str, ...]:
    """The names of the fields that hold a setting's figures; none for a choice."""
    if choices_of(setting) or grid_side(setting):
        return ()
    return tuple(
        f"set-{setting.name}{path}" for path, leaf in _leaves(setting.default) if _is_figure(leaf)
    )


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _figure_shown(value: Any) -> str:
    return written(value) if _is_figure(value) else str(value)


def readable(text: str) -> float | None:
    """A typed figure, with a comma or a point; None where it is none."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    if number != number or abs(number) > 10**6 or not text.isascii() or "_" in text:
        return None
    return int(number) if number == int(number) else number


def figure(text: str | None, default: float) -> float:
    """A typed figure; the default where nothing readable stands."""
    number = readable(text or "")
    return default if number is None else number


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(rulebook: Rulebook, code: str) -> str | None:
    return Speaker(rulebook)(Told(code)) if code in rulebook.texts else None


def title_of(rulebook: Rulebook, setting: Setting) -> str:
    """What a setting is called on pages."""
    if setting.name == "chance_after_back":
        return _("Chance after going back")
    titled = _text(rulebook, f"setting.{setting.name}.title")
    return titled or _text(rulebook, f"event_number.{setting.name}") or setting.name


def _why(rulebook: Rulebook, setting: Setting) -> str:
    if setting.event_number:
        return _("A figure of the sheet that an event may change.")
    return Speaker(rulebook)(Told(setting.why))


def _choice(rulebook: Rulebook, setting: Setting, choice: Any) -> str:
    if setting.name == "chance_after_back":
        return {"same": _("The same result"), "fresh": _("A fresh result")}[choice]
    return _text(rulebook, f"setting.{setting.name}.{_word(choice)}") or _word(choice)


def _group(rulebook: Rulebook, path: str) -> str:
    """What figures of a table have in common: the colour of the die whose faces they count."""
    words = path.split(".")[1:]
    return _named(rulebook, words[0]) if len(words) > 1 else ""


def _named(rulebook: Rulebook, word: str) -> str:
    return _text(rulebook, f"name.{word}.one") or word


def _leaf_label(rulebook: Rulebook, path: str) -> str:
    words = [word for word in path.split(".") if word]
    if words and all(word.isdigit() for word in words):
        return (_("least"), _("greatest"))[int(words[0])]
    return capfirst(", ".join(_named(rulebook, word).lower() for word in words))


def told(rulebook_id: str, differing: Mapping[str, Any]) -> list[dict[str, str]]:
    """The house rulings of a battle in words: title, section, what is played, what is usual."""
    rulebook = registry.rulebook(rulebook_id)
    settings = {setting.name: setting for setting in rulebook.all_settings()}
    return [
        {
            "title": title_of(rulebook, settings[name]),
            "rule": settings[name].rule,
            "played": _shown(rulebook, settings[name], value),
            "usual": _shown(rulebook, settings[name], settings[name].default),
        }
        for name, value in differing.items()
        if name in settings
    ]


def told_choices(rulebook: Rulebook, setting: Setting) -> tuple[tuple[Any, str], ...]:
    """Each value that a setting offers, with its words; none where figures are typed."""
    return tuple((each, _choice(rulebook, setting, each)) for each in choices_of(setting))


def usual_words(rulebook: Rulebook, setting: Setting) -> str:
    """What is played where a group chooses nothing, in words."""
    return _shown(rulebook, setting, setting.default)


def _shown(rulebook: Rulebook, setting: Setting, value: Any) -> str:
    if choices_of(setting):
        return _choice(rulebook, setting, value)
    if grid_side(setting):
        if value == setting.default:
            return _text(rulebook, f"setting.{setting.name}.{value}") or _("Any box.")
        return ", ".join(
            _("row %(row)d column %(column)d") % {"row": row + 1, "column": column + 1}
            for row, column in value
        )
    groups: dict[str, list[str]] = {}
    for path, leaf in _leaves(value):
        group = _group(rulebook, path)
        label = _leaf_label(rulebook, path.split(".", 2)[-1] if group else path)
        label = label.lower() if group else label
        groups.setdefault(group, []).append(f"{label} {_figure_shown(leaf)}".strip())
    return "; ".join(
        (f"{group}: " if group else "") + ", ".join(figures) for group, figures in groups.items()
    )
