"""In which words are maps shown, and what is wrong with one explained?"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from setup_app.engine.rulebook import Rulebook
from setup_app.maps.boxes import MapFault
from setup_app.wording.sentences import register

FAULTS: Final[Mapping[str, Promise]] = {
    "map_wrong_type": _("“{found}” will not do: {expected} belongs here."),
    "map_missing_field": _("This is missing."),
    "map_unknown_field": _("There is no such field. The fields here are: {known}."),
    "map_blank": _("Enter a name."),
    "map_too_long": _("This has {found} characters; at most {most} are kept."),
    "map_forbidden_character": _(
        "“{found}” has a character that cannot be shown or changes the direction of the text. "
        "Take it out."
    ),
    "map_not_five": _("There are {found} here; a map has {side} rows of {side} boxes."),
    "map_not_a_choice": _("“{found}” is not one of: {choices}."),
}

EXPECTED: Final[Mapping[str, Promise]] = {
    "object": _("an object"),
    "list": _("a list"),
    "text": _("text"),
}


def flank_in_words(rulebook: Rulebook, flank: Sequence[str]) -> str:
    """Return the kinds of a secure flank as players say them."""
    return _said(rulebook, f"flank.{'+'.join(flank) or 'none'}")


def territory_in_words(rulebook: Rulebook, territory: str) -> str:
    """Return a territory's name."""
    return _said(rulebook, f"territory.{territory}")


def density_in_words(rulebook: Rulebook, density: str) -> str:
    """Return a density's name."""
    return _said(rulebook, f"density.{density}")


def _said(rulebook: Rulebook, code: str) -> str:
    """The rulebook's text for a code; the last of its words where it has none."""
    text = rulebook.texts.get(code)
    return gettext(text) if text else code.rpartition(".")[2].replace("_", " ")


def in_words(fault: MapFault) -> str:
    """Return the sentence for a fault, without its place."""
    params = dict(fault.params)
    if "expected" in params:
        params["expected"] = EXPECTED[params["expected"]]
    return str(FAULTS[fault.code]).format(**params)


def register_sentences() -> None:
    """Give the codes of this app their sentences for answers over the API."""
    register({code: format_lazy("{{path}}: {}", words) for code, words in FAULTS.items()})
    register(
        {
            "map_refused": _("The map will not do; each fault is named with its place."),
            "too_many_maps": _("At most {most} maps are kept for one player; delete some."),
        }
    )
