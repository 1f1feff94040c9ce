"""Errors in the terms of an event, by field of the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import serializers

from setup_app.events.event.wording import MEASURE_WORDS, SETTING_TITLES


@dataclass(frozen=True)
class TermFault:
    """A sentence, the field that it is about, and that field's title."""

    field: str
    title: str
    words: str


def faults_of(errors: Mapping[str, Any], *, scoring: str = "outcome") -> list[TermFault]:
    """Return every error that a reader of terms found, for a form with this kind of scoring."""
    found = []
    for path, fault in _each(errors, ()):
        field = _field(path, scoring)
        limit = field.startswith(("least_", "most_")) and path[0] == "lists"
        measure = MEASURE_WORDS.get(field.partition("_")[2]) if limit else None
        title = str(measure or SETTING_TITLES.get(field) or SETTING_TITLES.get(path[0]) or path[0])
        found.append(TermFault(field, title, _words(field, fault)))
    return found


def tell_faults(request: HttpRequest, faults: list[TermFault]) -> dict[str, str]:
    """Show all errors at the top of the page; return the error texts beside each field."""
    beside: dict[str, str] = {}
    for each in faults:
        messages.error(request, f"{each.title}: {each.words}")
        beside[each.field] = f"{beside.get(each.field, '')} {each.words}".strip()
    return beside


def _each(fault: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(fault, Mapping):
        for name, inner in fault.items():
            own = () if name == "non_field_errors" else (str(name),)
            yield from _each(inner, (*path, *own))
    elif isinstance(fault, list):
        for each in fault:
            yield from _each(each, path)
    else:
        yield path or ("name",), fault


def _field(path: tuple[str, ...], scoring: str) -> str:
    """Return the name of the form's field for a place in the terms."""
    top, *rest = path
    if top == "lists" and rest[:1] == ["limits"]:
        if rest[1:2] == ["home"]:
            return "among"
        return f"{rest[2]}_{rest[1]}" if len(rest) > 2 else f"most_{rest[1]}" if rest[1:] else top
    if top == "lists":
        return "penalty_points" if rest[:1] == ["penalty"] else rest[0] if rest else top
    if top == "table":
        return rest[0] if rest else "width"
    if top == "scoring":
        return f"{scoring}_{rest[0]}" if rest else top
    return top


def _words(field: str, fault: Any) -> str:
    """Return a sentence that says what would be valid, if the reader's own does not."""
    code, text = getattr(fault, "code", ""), str(fault)
    bound = re.search(r"-?[0-9][0-9.]*(?=[^0-9]*$)", text)
    if code in ("required", "blank") or (code == "null" and field == "name"):
        return _("Enter a name.") if field == "name" else _("Fill in this field.")
    if _is_of(text, serializers.DateField):
        return _("Choose a date, or type it as 2026-03-15.")
    if _is_of(text, serializers.DateTimeField):
        return _("Choose a date and time, or type them as 2026-03-15T20:00.")
    if field == "imbalance_most":
        return _("Enter a percentage from 0 to 100.")
    if code in ("null", "max_string_length") or _is_of(text, serializers.IntegerField):
        return _("Enter a whole number.")
    if _is_of(text, serializers.FloatField):
        return _("Enter a number.")
    if bound and code == "min_value":
        return _("Enter at least %(least)s.") % {"least": bound[0].rstrip(".")}
    if bound and code == "max_value":
        return _("Enter at most %(most)s.") % {"most": bound[0].rstrip(".")}
    if bound and code == "max_length":
        return _("Use at most %(most)s characters.") % {"most": bound[0].rstrip(".")}
    return text


def _is_of(text: str, kind: type[serializers.Field[Any, Any, Any, Any]]) -> bool:
    """Return whether the text is the library's message for a value of the wrong type."""
    return text.startswith(str(kind.default_error_messages["invalid"]).partition("{")[0])
