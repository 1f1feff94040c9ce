"""In which words is an army list shown, and what is wrong with one explained?

Every sentence says what is wrong and what would be right. `{path}` is where: a JSON pointer over
the API, a line and a column for an import, nothing where a page shows the place itself.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from setup_app.armies.fields import Kind, fields_of
from setup_app.armies.import_faults import ImportFault
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks.army_faults import Fault
from setup_app.wording.sentences import register

FAULTS: Final[Mapping[str, Promise]] = {
    "army_missing_field": _("This is missing."),
    "army_unknown_field": _("There is no such field. The fields here are: {known}."),
    "army_wrong_type": _("“{found}” will not do: {expected} belongs here."),
    "army_blank": _("This needs a name."),
    "army_too_long": _("This has {found} characters; at most {most} are kept."),
    "army_forbidden_character": _(
        "Character {position} is {character}, which cannot be shown or changes the direction of "
        "the text. Take it out."
    ),
    "army_out_of_range": _("“{found}” is out of range: from {least} to {most}."),
    "army_too_few": _("There are {found}; at least {least} is needed."),
    "army_too_many": _("There are {found}; at most {most} are kept."),
    "army_duplicate": _("“{found}” stands here twice; once is enough."),
    "army_not_a_choice": _("“{found}” is none of: {choices}."),
    "army_more_faults": _("There are {more} more faults; mend these first."),
    "import_too_large": _("The text is too large: at most {most} bytes."),
    "import_empty": _("There is no army in it."),
    "import_not_utf8": _(
        "Byte {byte} is not UTF-8. Save the file again as “CSV UTF-8”, or in your editor with "
        "the encoding UTF-8."
    ),
    "import_json_broken": _(
        "The JSON cannot be read from character {character} of this line on. Look for a missing "
        "comma, quote or bracket there."
    ),
    "import_json_not_a_number": _("{found} is no number. Write a whole number."),
    "import_json_too_deep": _("The JSON is nested too deeply to be an army."),
    "import_json_number_too_long": _("A number in it has thousands of digits."),
    "import_field_twice": _("This field stands here twice; leave one of the two."),
    "import_no_army_row": _("No row begins with “army”. Add one: it holds the name and the home."),
    "import_no_commander_row": _(
        "No row begins with “commander”. Add one: it holds the level of the army commander."
    ),
    "import_too_many_rows": _("There are more than {most} rows, which no army needs."),
    "import_line_unreadable": _(
        "From this line on the file cannot be read. Look for a quotation mark that is not closed."
    ),
    "import_no_header": _("The first row has to name the columns: {expected}."),
    "import_unknown_column": _("There is no such column. The columns are: {known}."),
    "import_column_twice": _("This column is named twice; leave one of the two."),
    "import_too_many_cells": _(
        "This row has {found} cells, and only {most} columns are named. A separator inside a "
        "name needs quotation marks around the name."
    ),
    "import_other_separator": _(
        "Other rows have {found} between their cells, and this row has none. Put it between its "
        "cells too, or at its end if it has but one."
    ),
    "import_unknown_row": _("“{found}” is no kind of row: {choices}."),
    "import_cell_not_used": _("A row “{row}” has nothing in this column; it uses: {used}."),
    "sheet_unreadable": _(
        "This is no spreadsheet that can be read. Save it anew as “Excel workbook (.xlsx)”, or as "
        "CSV."
    ),
    "sheet_old_or_locked": _(
        "This file is locked by a password, or of the old kind (.xls). Save it without a password "
        "as “Excel workbook (.xlsx)”, or as CSV."
    ),
    "sheet_has_macros": _(
        "The file holds macros, which are not read. Save it as “Excel workbook (.xlsx)”."
    ),
    "sheet_has_external_links": _(
        "The file takes values out of other files. Paste them as values, and save it again."
    ),
    "sheet_unpacks_too_large": _(
        "Unpacked the file is larger than {most} MB. Copy its rows into a new file."
    ),
    "sheet_merged_cells": _(
        "The cells {cells} are merged. Split them, so that each value has a cell of its own."
    ),
    "sheet_formula_without_value": _(
        "This formula was never worked out. Save the file in a spreadsheet program, or write its "
        "value."
    ),
    "sheet_too_many_rows": _(
        "The sheet goes on below row {most}. Delete the rows below, empty ones too."
    ),
    "sheet_too_many_columns": _(
        "The row goes on past column {most}. Delete what stands to the right."
    ),
    "sheet_not_text": _("Here is a date, a time or an error. Write text or a number."),
    "import_row_twice": _("There is already a row “{row}”, on line {first}; one is enough."),
}

KINDS_OF_VALUE: Final[Mapping[str, Promise]] = {
    "object": _("an object"),
    "list": _("a list"),
    "text": _("text"),
    "whole_number": _("a whole number"),
    "number": _("a number"),
    "true_or_false": _("yes or no"),
}

_ONE_OF: Final = _("It is one of: {choices}.")
_ANY_OF: Final = _("Name one or more of: {choices}.")
_NUMBER: Final = _("Write a whole number from {least} to {most}.")
_WORDS: Final[Mapping[str, Promise]] = {
    "name": _("name"),
    "player": _("player"),
    "rulebook": _("rulebook"),
}


def text_of(rulebook: Rulebook, code: str) -> str | None:
    """Return the rulebook's text `list.<code>`, None where it says nothing."""
    text = rulebook.texts.get(f"list.{code}")
    return None if text is None else gettext(text)


def word(rulebook: Rulebook, *slugs: str) -> str:
    """Return the players' word for a slug of a list, the slug itself where there is none.

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
        # A choice that was left open on a page, or an empty cell: nothing was written wrongly.
        unset = text_of(rulebook, f"{_field_of(fault)}.unset") or gettext(
            "Choose one of: {choices}."
        )
        return unset.format(**params)
    if fault.code not in ("army_missing_field", "army_wrong_type"):
        return words
    right = _right(rulebook, _field_of(fault))
    return f"{words} {right}" if right else words


def _right(rulebook: Rulebook, name: str) -> str | None:
    """What would be right in a field that is missing or holds the wrong kind of value."""
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
            return gettext("Write yes or no.")
        case Kind.NUMBER:
            return str(_NUMBER).format(least=column.limits[0], most=column.limits[1])
    return gettext("Any name will do.") if column.needed else None


def _field_of(fault: Fault | ImportFault) -> str:
    if isinstance(fault, ImportFault):
        return (fault.column or "").rpartition("/")[2]
    return str(fault.path[-1]) if fault.path else ""


def place_in_words(fault: Fault, rulebook: Rulebook) -> str:
    """Return where in a list a fault lies, as players say it: “unit 3, bases”."""
    parts: list[str] = []
    for step in fault.path:
        if isinstance(step, str):
            parts.append(word(rulebook, step))
        elif len(parts) == 1 and fault.path[0] in fields_of(rulebook).rows:
            parts[-1] = gettext("%(what)s %(number)d") % {"what": parts[-1], "number": step + 1}
    return ", ".join(parts) or gettext("the list")


def register_sentences() -> None:
    """Give the codes of this app their sentences for answers over the API."""
    register({code: format_lazy("{{path}}: {}", words) for code, words in FAULTS.items()})
    register(
        {
            "army_refused": _("The army list will not do; each fault is named with its place."),
            "import_refused": _("Nothing was stored; each fault is named with its line."),
            "too_many_plans": _("At most {most} plans are kept for one list; delete some."),
            "plan_name": _(
                "A plan needs a name of 1 to {most} characters, none of which hides or turns text."
            ),
            "plan_name_taken": _("Another plan of this list is called {name}; take another name."),
            "no_plans_here": _("No plans are kept for lists of this rulebook."),
            "plan_refused": _("This plan does not fit the list; faults: {faults}."),
            "too_many_armies": _("At most {most} lists are kept for one player; delete some."),
        }
    )
