"""Words for army lists and their faults.

Every sentence says what is wrong and what would be right. `{path}` is the position: a JSON pointer
in the API, a line and column in an import, empty where a page shows the place itself.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from setup_app.armies.fields import Kind, fields_of
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks.army_faults import Fault
from setup_app.spreadsheets.faults import ImportFault
from setup_app.wording.sentences import register

FAULTS: Final[Mapping[str, Promise]] = {
    "army_missing_field": _("This is missing."),
    "army_unknown_field": _("Unknown field. Use one of: {known}."),
    "army_wrong_type": _("“{found}” is not {expected}."),
    "army_blank": _("This is missing."),
    "army_too_long": _("Too long: {found} characters (maximum {most})."),
    "army_forbidden_character": _(
        "Character {position} is {character}, which is invisible or changes the text "
        "direction. Remove it."
    ),
    "army_out_of_range": _("“{found}” is out of range. Enter a number from {least} to {most}."),
    "army_too_few": _("Too few: {found} (minimum {least})."),
    "army_too_many": _("Too many: {found} (maximum {most})."),
    "army_duplicate": _("“{found}” appears twice. Remove one."),
    "army_not_a_choice": _("“{found}” is not one of: {choices}."),
    "army_more_faults": _("Fix these first; {more} more not shown."),
    "import_too_large": _("The text is too large (maximum {most} bytes)."),
    "import_empty": _("No army found. Choose a file or paste a list."),
    "import_not_utf8": _(
        "Byte {byte} is not UTF-8. Save the file again as “CSV UTF-8”, or with UTF-8 encoding "
        "in your editor."
    ),
    "import_json_broken": _(
        "The JSON cannot be read from character {character} of this line. Check for a missing "
        "comma, quote or bracket there."
    ),
    "import_json_not_a_number": _("{found} is not a number. Enter a whole number."),
    "import_json_too_deep": _("The JSON is nested too deeply to be an army."),
    "import_json_number_too_long": _("It contains a number with thousands of digits."),
    "import_field_twice": _("This field appears twice. Remove one."),
    "import_no_army_row": _("No row starts with “army”. Add one with the name and home."),
    "import_no_commander_row": _(
        "No row starts with “commander”. Add one with the army commander's level."
    ),
    "import_too_many_rows": _("Too many rows (maximum {most})."),
    "import_line_unreadable": _(
        "The file cannot be read from this line on. Look for an unclosed quotation mark."
    ),
    "import_no_header": _("The first row must name the columns: {expected}."),
    "import_column_twice": _("This column appears twice. Remove one."),
    "import_too_many_cells": _(
        "This row has {found} cells, but there are only {most} columns. Put quotation marks "
        "around any name that contains a separator."
    ),
    "import_other_separator": _("This row isn't separated by {found} like the others."),
    "import_unknown_row": _("“{found}” is not a row type. Use one of: {choices}."),
    "import_cell_not_used": _("A “{row}” row does not use this column. It uses: {used}."),
    "sheet_unreadable": _(
        "This spreadsheet cannot be read. Save it again as “Excel workbook (.xlsx)” or as CSV."
    ),
    "sheet_old_or_locked": _(
        "This file has a password or uses the old .xls format. Save it without a password as "
        "“Excel workbook (.xlsx)” or as CSV."
    ),
    "sheet_has_macros": _(
        "Files with macros are not supported. Save it as “Excel workbook (.xlsx)”."
    ),
    "sheet_has_external_links": _(
        "This file links to other files. Paste those cells as values and save it again."
    ),
    "sheet_unpacks_too_large": _(
        "The unpacked file is larger than {most} MB. Copy its rows into a new file."
    ),
    "sheet_too_complex": _(
        "This spreadsheet has too much in it to read. Copy its rows into a new file."
    ),
    "sheet_empty": _(
        "The first sheet, “{sheet}”, is empty. Move your rows to it, or make the sheet with your "
        "rows the first one."
    ),
    "sheet_hidden": _("All sheets of this file are hidden. Show the one with your rows."),
    "sheet_merged_cells": _(
        "Cells {cells} are merged. Unmerge them so that each value has its own cell."
    ),
    "sheet_formula_without_value": _(
        "This formula has no saved value. Save the file in a spreadsheet program, or enter the "
        "value."
    ),
    "sheet_too_many_rows": _(
        "The sheet continues below row {most}. Delete the rows below it, even empty ones."
    ),
    "sheet_too_many_columns": _(
        "The row continues past column {most}. Delete everything to the right."
    ),
    "sheet_too_many_cells": _(
        "The sheet has more than {most} cells, counting empty ones that have a format. Copy its "
        "rows into a new file."
    ),
    "sheet_not_text": _("This cell contains a date, a time or an error. Enter text or a number."),
    "import_row_twice": _("There is already a “{row}” row on line {first}. Remove one."),
}

KINDS_OF_VALUE: Final[Mapping[str, Promise]] = {
    "object": _("an object"),
    "list": _("a list"),
    "text": _("text"),
    "whole_number": _("a whole number"),
    "number": _("a number"),
    "true_or_false": _("yes or no"),
}

_ONE_OF: Final = _("Choose one of: {choices}.")
_ANY_OF: Final = _("Choose one or more of: {choices}.")
_NUMBER: Final = _("Enter a whole number from {least} to {most}.")
_WORDS: Final[Mapping[str, Promise]] = {
    "name": _("name"),
    "player": _("player"),
    "rulebook": _("rulebook"),
}


def text_of(rulebook: Rulebook, code: str) -> str | None:
    """Return the rulebook's text `list.<code>`, or None."""
    text = rulebook.texts.get(f"list.{code}")
    return None if text is None else gettext(text)


def word(rulebook: Rulebook, *slugs: str) -> str:
    """Return the players' word for a slug of a list, or the slug itself.

    A field within a part is named by both slugs.
    """
    said = text_of(rulebook, ".".join(slugs))
    if said is not None:
        return said
    if len(slugs) > 1:
        return ", ".join(word(rulebook, slug) for slug in slugs)
    return str(_WORDS.get(slugs[0], slugs[0].replace("_", " ")))


def in_words(fault: Fault | ImportFault, rulebook: Rulebook) -> str:
    """Return the sentence for a fault, without its place."""
    params: dict[str, Any] = dict(fault.spelt())
    if "expected" in params:
        params["expected"] = KINDS_OF_VALUE.get(params["expected"], params["expected"])
    words = str(FAULTS[fault.code]).format(**params)
    if fault.code == "army_not_a_choice" and params["found"] == "":
        # An unanswered choice on a page or an empty cell: nothing was written wrongly.
        unset = text_of(rulebook, f"{_field_of(fault)}.unset") or gettext(
            "Choose one of: {choices}."
        )
        return unset.format(**params)
    if fault.code not in ("army_missing_field", "army_wrong_type"):
        return words
    right = _right(rulebook, _field_of(fault))
    return f"{words} {right}" if right else words


def _right(rulebook: Rulebook, name: str) -> str | None:
    """Return what would be right in a field that is missing or holds the wrong kind of value."""
    said = text_of(rulebook, f"{name}.right")
    column = next((each for each in fields_of(rulebook).all() if each.name == name), None)
    if said is not None or column is None:
        return said
    choices = ", ".join(column.choices)
    match column.kind:
        case Kind.ONE | Kind.GIVEN:
            return str(_ONE_OF).format(choices=choices)
        case Kind.SEVERAL:
            return str(_ANY_OF).format(choices=choices)
        case Kind.YES_OR_NO:
            return gettext("Enter yes or no.")
        case Kind.NUMBER:
            return str(_NUMBER).format(least=column.limits[0], most=column.limits[1])
    return gettext("Any name is fine.") if column.needed else None


def _field_of(fault: Fault | ImportFault) -> str:
    if isinstance(fault, ImportFault):
        return (fault.column or "").rpartition("/")[2]
    return str(fault.path[-1]) if fault.path else ""


def place_in_words(fault: Fault, rulebook: Rulebook) -> str:
    """Return the place of a fault in a list, as players say it: “unit 3, bases”."""
    parts: list[str] = []
    for step in fault.path:
        if isinstance(step, str):
            parts.append(word(rulebook, step))
        elif len(parts) == 1 and fault.path[0] in fields_of(rulebook).rows:
            parts[-1] = gettext("%(what)s %(number)d") % {"what": parts[-1], "number": step + 1}
    return ", ".join(parts) or gettext("the list")


def register_sentences() -> None:
    """Register the sentences for this app's codes, for answers over the API."""
    register({code: format_lazy("{{path}}: {}", words) for code, words in FAULTS.items()})
    register(
        {
            "army_refused": _("The army list has errors. Each one is listed with its position."),
            "import_refused": _("Nothing was imported. Each error is listed with its line."),
            "too_many_plans": _("A list can have at most {most} plans. Delete one first."),
            "plan_name": _(
                "Enter a plan name of 1 to {most} characters, none of them invisible or "
                "changing the text direction."
            ),
            "plan_name_taken": _(
                "This list already has a plan called {name}. Choose another name."
            ),
            "no_plans_here": _("Lists for this rulebook cannot have plans."),
            "plan_refused": _("This plan does not fit the list. Problems: {faults}."),
            "too_many_armies": _("You can save at most {most} lists. Delete one first."),
        }
    )
