"""Words for maps and their faults."""

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
    "map_wrong_type": _("“{found}” is not {expected}."),
    "map_missing_field": _("This is missing."),
    "map_unknown_field": _("Unknown field. Known fields: {known}."),
    "map_blank": _("Enter a name."),
    "map_too_long": _("This has {found} characters (maximum {most})."),
    "map_forbidden_character": _(
        "“{found}” contains a character that is invisible or changes the text direction. Remove it."
    ),
    "map_not_five": _("There are {found} here. A map has {side} rows of {side} squares."),
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
    """Return the rulebook's text for a code; without one, the last word of the code."""
    text = rulebook.texts.get(code)
    return gettext(text) if text else code.rpartition(".")[2].replace("_", " ")


def in_words(fault: MapFault) -> str:
    """Return the sentence for a fault, without its place."""
    params = dict(fault.params)
    if "expected" in params:
        params["expected"] = EXPECTED[params["expected"]]
    return str(FAULTS[fault.code]).format(**params)


def register_sentences() -> None:
    """Register the sentences for this app's codes, for answers over the API."""
    register({code: format_lazy("{{path}}: {}", words) for code, words in FAULTS.items()})
    register(
        {
            "map_refused": _("This map has errors. Each is listed with its position."),
            "too_many_maps": _("A player can have at most {most} maps. Delete some first."),
        }
    )
