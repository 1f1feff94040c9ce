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

from config.sentences import register
from setup_app.armies.import_faults import ImportFault
from setup_app.rulebooks.pbs_2023_1 import armies as lists
from setup_app.rulebooks.pbs_2023_1.army_faults import Fault

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
    "import_unknown_row": _("“{found}” is no kind of row: {choices}."),
    "import_cell_not_used": _("A row “{row}” has nothing in this column; it uses: {used}."),
    "import_row_twice": _("There is already a row “{row}”, on line {first}; one is enough."),
}

KINDS_OF_VALUE: Final[Mapping[str, Promise]] = {
    "object": _("an object"),
    "list": _("a list"),
    "text": _("text"),
    "whole_number": _("a whole number"),
    "true_or_false": _("yes or no"),
}

_ONE_OF: Final = _("It is one of: {choices}.")
_ANY_OF: Final = _("Name one or more of: {choices}.")
_NUMBER: Final = _("Write a whole number from {least} to {most}.")

RIGHT: Final[Mapping[str, Promise]] = {
    "name": _("Any name will do."),
    "rulebook": format_lazy(_ONE_OF, choices=lists.RULEBOOK),
    "home": format_lazy(_ANY_OF, choices=", ".join(lists.TERRITORIES)),
    "commander": _("It has a level."),
    "level": format_lazy(_ONE_OF, choices=", ".join(lists.LEVELS)),
    "type": format_lazy(_ONE_OF, choices=", ".join(lists.GENERAL_TYPES)),
    "pbs_cards": format_lazy(_NUMBER, least=0, most=lists.MOST_PBS_CARDS),
    "scouting": format_lazy(_NUMBER, least=0, most=lists.MOST_SCOUTING),
    "kind": _("Write tug for troops, sug for skirmishers."),
    "arm": format_lazy(_ONE_OF, choices=", ".join(lists.ARMS)),
    "order": format_lazy(_ONE_OF, choices=", ".join(lists.ORDERS)),
    "bases": format_lazy(_NUMBER, least=1, most=lists.MOST_BASES),
    "points": format_lazy(_NUMBER, least=0, most=lists.MOST_POINTS),
    "camp": _("Write yes or no."),
}
"""What would be right in a field that is missing or holds the wrong kind of value."""

UNSET: Final[Mapping[str, Promise]] = {
    "level": _("Choose a level: {choices}."),
    "type": _("Choose a type: {choices}."),
    "kind": _("Choose a kind: {choices}."),
    "arm": _("Choose an arm: {choices}."),
    "order": _("Choose an order: {choices}."),
}
"""What is said of a choice that was left open."""

WORDS: Final[Mapping[str, Promise]] = {
    "waterside": _("waterside"),
    "desert": _("desert"),
    "cultivated": _("cultivated"),
    "forest": _("forest"),
    "jungle": _("jungle"),
    "plains": _("plains"),
    "mountains": _("mountains"),
    "mediocre": _("mediocre"),
    "competent": _("competent"),
    "talented": _("talented"),
    "legendary": _("legendary"),
    "tribal": _("tribal"),
    "instinctive": _("instinctive"),
    "professional": _("professional"),
    "tug": _("TUG"),
    "sug": _("SUG"),
    "foot": _("foot"),
    "mounted": _("mounted"),
    "elephants": _("elephants"),
    "artillery": _("artillery"),
    "close": _("close"),
    "loose": _("loose"),
    "open": _("open"),
    "battery": _("battery"),
    "barricades": _("barricades"),
    "redoubts": _("redoubts"),
    "battle_wagon": _("battle wagon"),
    "may_ambush": _("may ambush"),
    "may_flank_march": _("may flank march"),
    "garrison": _("garrison"),
    "forced_march": _("forced march"),
    "forlorn_hope": _("forlorn hope"),
    "pathfinder": _("pathfinder"),
    "vital_settlement": _("vital settlement"),
    "fort": _("fort"),
    "name": _("name"),
    "player": _("player"),
    "rulebook": _("rulebook"),
    "home": _("home territories"),
    "commander": _("army commander"),
    "level": _("level"),
    "type": _("type"),
    "generals": _("general"),
    "pbs_cards": _("PBS cards"),
    "scouting": _("scouting cards"),
    "units": _("unit"),
    "kind": _("kind"),
    "arm": _("arm"),
    "order": _("order"),
    "bases": _("bases"),
    "points": _("points"),
    "flags": _("may do"),
    "commander-name": _("name of the army commander"),
    "commander-level": _("level of the army commander"),
    "camp": _("camp"),
    "settlement": _("settlement"),
}


def word(slug: str) -> str:
    """Return the players' word for a slug of the contract, the slug itself where there is none."""
    return str(WORDS.get(slug, slug))


def in_words(fault: Fault | ImportFault) -> str:
    """Return the sentence for a fault, without its place."""
    params: dict[str, Any] = dict(fault.spelt())
    if "expected" in params:
        params["expected"] = KINDS_OF_VALUE.get(params["expected"], params["expected"])
    words = str(FAULTS[fault.code]).format(**params)
    if fault.code == "army_not_a_choice" and params["found"] == "":
        # A choice that was left open on a page, or an empty cell: nothing was written wrongly.
        return str(UNSET.get(_field_of(fault), _("Choose one of: {choices}."))).format(**params)
    right = RIGHT.get(_field_of(fault))
    if right is None or fault.code not in ("army_missing_field", "army_wrong_type"):
        return words
    return f"{words} {right}"


def _field_of(fault: Fault | ImportFault) -> str:
    if isinstance(fault, ImportFault):
        return (fault.column or "").rpartition("/")[2]
    return str(fault.path[-1]) if fault.path else ""


def place_in_words(fault: Fault) -> str:
    """Return where in a list a fault lies, as players say it: “unit 3, bases”."""
    parts: list[str] = []
    for step in fault.path:
        if isinstance(step, str):
            parts.append(word(step))
        elif len(parts) == 1 and fault.path[0] in ("units", "generals"):
            parts[-1] = gettext("%(what)s %(number)d") % {"what": parts[-1], "number": step + 1}
    return ", ".join(parts) or gettext("the list")


def register_sentences() -> None:
    """Give the codes of this app their sentences for answers over the API."""
    register({code: format_lazy("{{path}}: {}", words) for code, words in FAULTS.items()})
    register(
        {
            "army_refused": _("The army list will not do; each fault is named with its place."),
            "import_refused": _("Nothing was stored; each fault is named with its line."),
            "too_many_armies": _("At most {most} lists are kept for one player; delete some."),
        }
    )
