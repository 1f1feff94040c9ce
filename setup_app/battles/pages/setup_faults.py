"""All faults of a set-up that was sent from the form, each with its field's title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook, Setting
from setup_app.engine.values import Violation
from setup_app.house_rules import form
from setup_app.house_rules.wording import grid_side, title_of
from setup_app.wording.figures import typed
from setup_app.wording.sentences import sentence

TABLE = ("width", "depth", "base_width_mm")
FIELDS = {"base_width_not_allowed": "base_width_mm", "table_too_narrow": "width"}
"""The field beside which a violation of the rulebook stands; the others stand above the form."""


@dataclass(frozen=True)
class FormFault:
    """An error beside a field, or above the form if `field` is empty."""

    field: str
    words: str


class SetupRefused(Exception):
    """A set-up that cannot be played, with all its errors."""

    def __init__(self, faults: tuple[FormFault, ...]) -> None:
        super().__init__("; ".join(fault.words for fault in faults))
        self.faults = faults


def faults_of(rulebook: Rulebook, sent: QueryDict) -> tuple[FormFault, ...]:
    """Return the errors of single fields: values that are not numbers, and values not allowed."""
    found = [*_table(rulebook, sent)]
    if "settings" in sent:
        for setting in rulebook.all_settings():
            found += _setting(rulebook, setting, sent)
    return tuple(found)


def list_faults(refused: DomainError) -> tuple[FormFault, ...]:
    """Return the rulebook's own errors about lists, table and settings together."""
    return tuple(
        FormFault(FIELDS.get(each.code, ""), sentence(each.code, _figures(each)))
        for each in refused.violations or (refused,)
    )


def _figures(violation: Violation | DomainError) -> dict[str, Any]:
    shown = dict(violation.params)
    for name in ("measured", "required"):
        shown[name] = getattr(violation, name, None)
    return shown


def _table(rulebook: Rulebook, sent: QueryDict) -> Iterator[FormFault]:
    titles = {
        "width": _("Table width"),
        "depth": _("Table depth"),
        "base_width_mm": _("1 %(unit)s in mm") % {"unit": rulebook.unit},
    }
    schemas = {number.name: number.schema for number in rulebook.table_numbers}
    for name in TABLE:
        text = sent.get(name)
        if text is None:
            continue
        schema = schemas.get(f"table_{name}") or schemas.get(name) or {}
        least, most = schema.get("minimum"), schema.get("maximum")
        figure = typed(text)
        if figure is None:
            yield FormFault(name, _no_figure(titles[name], text))
        elif least is not None and most is not None and not least <= figure <= most:
            words = _("%(title)s: must be from %(least)s to %(most)s, not %(found)s.")
            shown = {"title": titles[name], "least": least, "most": most, "found": text.strip()}
            yield FormFault(name, words % shown)


def _setting(rulebook: Rulebook, setting: Setting, sent: QueryDict) -> Iterator[FormFault]:
    unread = [
        FormFault(name, _no_figure(title_of(rulebook, setting), text))
        for name in form.figures_of(setting)
        if (text := sent.get(name)) is not None
        and typed(text) is None
        and (text.strip() or name not in form.blanks_of(setting))
    ]
    if unread:
        yield from unread
    elif not setting.accepts(form.read_setting(setting, sent)):
        title, right = title_of(rulebook, setting), _right(setting)
        yield FormFault(f"set-{setting.name}", f"{title}: {right}")


def _no_figure(title: str, text: str) -> str:
    if not text.strip():
        return _("%(title)s: enter a number.") % {"title": title}
    return _("%(title)s: “%(found)s” is not a number. Enter one such as 6 or 6.5.") % {
        "title": title,
        "found": text.strip()[:40],
    }


def _right(setting: Setting) -> str:
    """Return the allowed values of a setting, in words."""
    schema, default = setting.schema, setting.default
    if grid_side(setting):
        return _("tick squares of the map, or none to allow any square.")
    if form.blanks_of(setting) and "properties" not in schema:
        least, most = schema.get("minimum", 0), schema.get("maximum")
        if most is None:
            return _("enter a number of %(least)s or more, or leave blank.") % {"least": least}
        return _("enter %(least)s to %(most)s, or leave blank.") % {"least": least, "most": most}
    if form.blanks_of(setting):
        stated = next(iter(schema["properties"].values()))["properties"]
        bounds = next(iter(stated.values()))
        return _(
            "enter %(least)s to %(most)s, or leave blank. A minimum needs a maximum above it."
        ) % {
            "least": bounds["minimum"],
            "most": bounds["maximum"],
        }
    if isinstance(default, Mapping) and all(isinstance(each, int) for each in default.values()):
        total = sum(default.values())
        return _("enter whole numbers of 0 or more that add up to %(total)d.") % {"total": total}
    if isinstance(default, Mapping):
        sides = sum(next(iter(default.values())).values())
        return _("enter whole numbers of 0 or more. Each die has %(sides)d faces.") % {
            "sides": sides
        }
    if isinstance(default, (list, tuple)):
        items = schema.get("items", {})
        return _("enter %(least)s to %(most)s, with the minimum no higher than the maximum.") % {
            "least": items.get("minimum"),
            "most": items.get("maximum"),
        }
    if "minimum" in schema and "maximum" in schema:
        return _("enter %(least)s to %(most)s.") % {
            "least": schema["minimum"],
            "most": schema["maximum"],
        }
    return _("choose one of the options.")
