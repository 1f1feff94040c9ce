"""The form of house rules that a rulebook offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.engine.rulebook import Rulebook, Setting
from setup_app.engine.values import LogMessage
from setup_app.house_rules.wording import (
    choice_in_words,
    choices_of,
    figure_shown,
    grid_side,
    group_of,
    is_figure,
    leaf_label,
    leaves,
    may_be_blank,
    title_of,
    why_of,
    word_of,
)
from setup_app.wording.figures import typed, typed_or
from setup_app.wording.speaker import Speaker

MAX_LENGTH = 6
"""The maximum number of digits of a row or a column."""


@dataclass(frozen=True)
class FormPart:
    """One input: a figure, or a choice of words. Figures of one `group` form one row."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str, bool], ...] = ()
    fault: str = ""
    group: str = ""


@dataclass(frozen=True)
class HouseRuling:
    """One setting on the form: its subject, the reason for the choice, its inputs; `step` is the
    title of its step of the rules, and `differs` whether its value is not the standard one.
    """

    name: str
    rule: str
    title: str
    why: str
    parts: tuple[FormPart, ...]
    boxes: tuple[tuple[bool, ...], ...] = ()
    fault: str = ""
    step: str = ""
    differs: bool = False

    @property
    def faulty(self) -> bool:
        """Return whether the setting or one of its inputs shows a fault."""
        return bool(self.fault) or any(part.fault for part in self.parts)


@dataclass(frozen=True)
class StepRulings:
    """The settings of one step of the rules, in their order."""

    rule: str
    title: str
    rulings: tuple[HouseRuling, ...]

    @property
    def changed(self) -> int:
        return sum(each.differs for each in self.rulings)

    @property
    def unfolded(self) -> bool:
        """Return whether the step lies open: something in it is changed or at fault."""
        return any(each.differs or each.faulty for each in self.rulings)


def by_step(rulings: Iterable[HouseRuling], rulebook: Rulebook) -> tuple[StepRulings, ...]:
    """Return settings in groups, in the order of the steps; what belongs to no step comes last."""
    order = {step.rule: at for at, step in enumerate(rulebook.steps)}
    found: dict[str, list[HouseRuling]] = {}
    for each in sorted(rulings, key=lambda each: order.get(each.rule, len(order))):
        found.setdefault(each.rule if each.rule in order else "", []).append(each)
    return tuple(
        StepRulings(rule, each[0].step if rule else _("Other"), tuple(each))
        for rule, each in found.items()
    )


def rulings(
    rulebook: Rulebook, sent: QueryDict | None = None, faults: Mapping[str, str] | None = None
) -> tuple[HouseRuling, ...]:
    """Return the settings as the form shows them, with faults beside each field."""
    return tuple(_ruling(rulebook, setting, sent, faults) for setting in rulebook.all_settings())


def chosen(rulebook: Rulebook, sent: QueryDict) -> dict[str, Any]:
    """Return the settings that a submitted form changes; unreadable values stay, to be refused."""
    values = {setting.name: read_setting(setting, sent) for setting in rulebook.all_settings()}
    return {
        setting.name: values[setting.name]
        for setting in rulebook.all_settings()
        if values[setting.name] != setting.default
    }


def fields(rulebook: Rulebook, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of a form that sends these settings, as `chosen` reads them."""
    found = []
    for setting in rulebook.all_settings():
        value = settings.get(setting.name, setting.default)
        name = f"set-{setting.name}"
        if value == setting.default:
            continue
        if grid_side(setting):
            found += [(name, "-".join(str(step) for step in box)) for box in value]
        elif choices_of(setting):
            found.append((name, word_of(value)))
        else:
            stated = [
                (path, leaf)
                for path, leaf in leaves(value)
                if leaf is not None or may_be_blank(setting)
            ]
            found += [(f"{name}{path}", figure_shown(leaf)) for path, leaf in stated]
    return found


def _ruling(
    rulebook: Rulebook,
    setting: Setting,
    sent: QueryDict | None,
    faults: Mapping[str, str] | None,
) -> HouseRuling:
    value = read_setting(setting, sent) if sent is not None else setting.default
    written: Mapping[str, str] = sent or {}
    side = grid_side(setting)
    if side:
        parts: tuple[FormPart, ...] = ()
    elif choices_of(setting):
        chosen_now = word_of(value)
        parts = (
            FormPart(
                f"set-{setting.name}",
                title_of(rulebook, setting),
                chosen_now,
                tuple(
                    (
                        word_of(choice),
                        choice_in_words(rulebook, setting, choice),
                        word_of(choice) == chosen_now,
                    )
                    for choice in choices_of(setting)
                ),
            ),
        )
    else:
        parts = tuple(
            FormPart(
                f"set-{setting.name}{path}",
                leaf_label(
                    rulebook,
                    setting,
                    path.split(".", 2)[-1] if group_of(rulebook, path) else path,
                ),
                # The typed text stays, readable or not.
                written.get(f"set-{setting.name}{path}", figure_shown(leaf)),
                fault=(faults or {}).get(f"set-{setting.name}{path}", ""),
                group=group_of(rulebook, path),
            )
            for path, leaf in leaves(value)
        )
    return HouseRuling(
        setting.name,
        setting.rule,
        title_of(rulebook, setting),
        why_of(rulebook, setting),
        parts,
        _boxes(value, side),
        # A setting of one figure shows its fault beside that figure.
        "" if any(part.fault for part in parts) else (faults or {}).get(f"set-{setting.name}", ""),
        step=_step_of(rulebook, setting.rule),
        differs=value != setting.default,
    )


def _step_of(rulebook: Rulebook, rule: str) -> str:
    known = rulebook.title_of(rule) is not None
    return Speaker(rulebook)(LogMessage(f"step.{rule}")) if known else ""


def _boxes(value: Any, side: int) -> tuple[tuple[bool, ...], ...]:
    ticked = [tuple(box) for box in value] if side and isinstance(value, list) else ()
    return tuple(tuple((row, column) in ticked for column in range(side)) for row in range(side))


def read_setting(setting: Setting, sent: QueryDict) -> Any:
    """Return the value of a setting in a submitted form; the default figure for an unreadable
    one.
    """
    if grid_side(setting):
        return [_box(each) for each in sent.getlist(f"set-{setting.name}")] or setting.default
    if choices := choices_of(setting):
        word = sent.get(f"set-{setting.name}")
        return next((each for each in choices if word_of(each) == word), setting.default)
    if may_be_blank(setting) and f"set-{setting.name}" in sent:
        return typed(sent.get(f"set-{setting.name}", ""))
    return _filled(setting.default, f"set-{setting.name}", sent)


def _box(ticked: str) -> Any:
    """Return row and column; the text itself if it has another form, to be refused with the
    setup.
    """
    figures = ticked.split("-")
    if not all(each.isascii() and each.isdigit() and len(each) < MAX_LENGTH for each in figures):
        return ticked
    return [int(each) for each in figures]


def _filled(default: Any, name: str, sent: QueryDict) -> Any:
    if isinstance(default, Mapping):
        return {key: _filled(inner, f"{name}.{key}", sent) for key, inner in default.items()}
    if isinstance(default, (list, tuple)):
        return [_filled(inner, f"{name}.{place}", sent) for place, inner in enumerate(default)]
    if default is None:
        return typed(sent.get(name, ""))
    if not is_figure(default):
        return sent.get(name, default) if isinstance(default, str) else default
    return typed_or(sent.get(name), default)


def figures_of(setting: Setting) -> tuple[str, ...]:
    """Return the names of the fields that hold a setting's figures; none for a choice."""
    return tuple(name for name, _ in _figures(setting))


def blanks_of(setting: Setting) -> tuple[str, ...]:
    """Return those of them that may be left blank."""
    blank = may_be_blank(setting)
    return tuple(name for name, usual in _figures(setting) if usual is None or blank)


def _figures(setting: Setting) -> Iterator[tuple[str, Any]]:
    if not choices_of(setting) and not grid_side(setting):
        for path, usual in leaves(setting.default):
            if usual is None or is_figure(usual):
                yield f"set-{setting.name}{path}", usual
