"""Words on a table and its map in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext, gettext_lazy

from setup_app.rulebooks import registry
from terrain.draw.names import TYPES, WORDS, Names

SLOTS: Mapping[str, Any] = {
    "secure_flank": gettext_lazy("secure flank"),
    "compulsory": gettext_lazy("compulsory"),
    "optional": gettext_lazy("optional"),
}
PLAYED_BY: Mapping[str, Any] = {
    "defender": gettext_lazy("the defender"),
    "invader": gettext_lazy("the invader"),
}


def map_names(rulebook_id: str) -> Names:
    """Return the drawing's words in the active language; the rulebook names the territories."""
    return _map_names(rulebook_id, get_language())


@lru_cache(maxsize=32)
def _map_names(rulebook_id: str, language: str | None) -> Names:
    texts = registry.rulebook(rulebook_id).texts
    return Names(
        types={kind: gettext(name) for kind, name in TYPES.items()},
        territories={
            code.removeprefix("territory."): gettext(name)
            for code, name in texts.items()
            if code.startswith("territory.")
        },
        words={code: gettext(word) for code, word in WORDS.items()},
        decimal=get_format("DECIMAL_SEPARATOR"),
    )
