"""Words for house rules and the usual rules that they replace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.engine.rulebook import Rulebook, Setting
from setup_app.engine.values import LogMessage
from setup_app.wording.figures import figure
from setup_app.wording.speaker import Speaker


def choices_of(setting: Setting) -> tuple[Any, ...]:
    """Return the values that a setting offers, none if figures are typed."""
    return setting.choices or tuple(setting.schema.get("enum", ()))


def grid_side(setting: Setting) -> int:
    """Return how many rows of boxes can be ticked for a setting; 0 for other settings.

    Such a setting is one value by name, or a list of boxes as row and column from 0.
    """
    for alternative in setting.schema.get("anyOf", ()):
        steps = alternative.get("items", {}).get("items", {})
        if "maximum" in steps:
            return int(steps["maximum"]) + 1
    return 0


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the figures in a setting's value, each with its path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{place}")
    else:
        yield path, value


def is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def figure_shown(value: Any) -> str:
    if value is None:
        return ""
    return figure(value) if is_figure(value) else str(value)


def word_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(rulebook: Rulebook, code: str) -> str | None:
    return Speaker(rulebook)(LogMessage(code)) if code in rulebook.texts else None


def title_of(rulebook: Rulebook, setting: Setting) -> str:
    """Return the name of a setting on pages."""
    if setting.name == "chance_after_back":
        return _("Rolls and draws after an undo")
    titled = _text(rulebook, f"setting.{setting.name}.title")
    return titled or _text(rulebook, f"event_number.{setting.name}") or setting.name


def why_of(rulebook: Rulebook, setting: Setting) -> str:
    if setting.event_number:
        said = _("A number from the sheet that an event may change.")
        unset = _text(rulebook, f"setting.{setting.name}.unset")
        if unset is None:
            return said
        usual = _("Leave blank for the standard. %(usual)s") % {"usual": unset}
        return f"{said} {usual}"
    return Speaker(rulebook)(LogMessage(setting.why))


def choice_in_words(rulebook: Rulebook, setting: Setting, choice: Any) -> str:
    if setting.name == "chance_after_back":
        return {"same": _("Same result"), "fresh": _("New result")}[choice]
    return _text(rulebook, f"setting.{setting.name}.{word_of(choice)}") or word_of(choice)


def group_of(rulebook: Rulebook, path: str) -> str:
    """Return the common name of figures in a table: the colour of the die whose faces they
    count.
    """
    words = path.split(".")[1:]
    return capfirst(_named(rulebook, words[0])) if len(words) > 1 else ""


def _named(rulebook: Rulebook, word: str, form: str = "one") -> str:
    """Return the rulebook's name for a word as in the middle of a sentence."""
    code = f"name.{word}.{form}"
    return _(rulebook.texts[code]) if code in rulebook.texts else word


def may_be_blank(setting: Setting) -> bool:
    """Return whether a setting of one figure may also be blank, which differs from its default."""
    return "null" in setting.schema.get("type", ()) and setting.default is not None


def leaf_label(rulebook: Rulebook, setting: Setting, path: str) -> str:
    """Return the label of one field: "Wounds", "Minimum"."""
    return capfirst(_leaf_words(rulebook, setting, path))


def _leaf_words(rulebook: Rulebook, setting: Setting, path: str) -> str:
    own = f"setting.{setting.name}{path}"
    if path and own in rulebook.texts:
        return _(rulebook.texts[own])
    words = [word for word in path.split(".") if word]
    if words and all(word.isdigit() for word in words):
        return (_("minimum"), _("maximum"))[int(words[0])]
    return ", ".join(_named(rulebook, word, "many") for word in words)


def describe_rulings(rulebook: Rulebook, settings: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the house rulings of a battle in words: title, section, value, default.

    Figures that follow from an event's others come last, each with its own title.
    """
    known = {setting.name: setting for setting in rulebook.all_settings()}
    rows = [
        (known[name], title_of(rulebook, known[name]), value)
        for name, value in rulebook.differing_settings(settings).items()
    ]
    for name, parts in (rulebook.following(settings) if rulebook.following else {}).items():
        rows += [
            (known[name], _text(rulebook, f"setting.{name}.{part}") or name, value)
            for part, value in parts.items()
        ]
    return [
        {
            "title": title,
            "rule": setting.rule,
            "played": _shown(rulebook, setting, value),
            "usual": usual_words(rulebook, setting),
        }
        for setting, title, value in rows
    ]


def told_choices(rulebook: Rulebook, setting: Setting) -> tuple[tuple[Any, str], ...]:
    """Return each value that a setting offers, with its words; none if figures are typed."""
    return tuple((each, choice_in_words(rulebook, setting, each)) for each in choices_of(setting))


def usual_words(rulebook: Rulebook, setting: Setting) -> str:
    """Return the default of a setting in words."""
    return _shown(rulebook, setting, setting.default)


def _shown(rulebook: Rulebook, setting: Setting, value: Any) -> str:
    if choices_of(setting):
        return choice_in_words(rulebook, setting, value)
    if grid_side(setting):
        if value == setting.default:
            return _text(rulebook, f"setting.{setting.name}.{value}") or _("Any square.")
        return ", ".join(
            _("row %(row)d column %(column)d") % {"row": row + 1, "column": column + 1}
            for row, column in value
        )
    stated = [(path, leaf) for path, leaf in leaves(value) if leaf is not None]
    if not stated:
        return _text(rulebook, f"setting.{setting.name}.unset") or _("Not set.")
    groups: dict[str, list[str]] = {}
    for path, leaf in stated:
        group = group_of(rulebook, path)
        label = _leaf_words(rulebook, setting, path.split(".", 2)[-1] if group else path)
        groups.setdefault(group, []).append(f"{label} {figure_shown(leaf)}".strip())
    return "; ".join(
        f"{group}: {', '.join(figures)}" if group else capfirst(", ".join(figures))
        for group, figures in groups.items()
    )
