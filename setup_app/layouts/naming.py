"""What are the words on a map called in the reader's language?"""

from __future__ import annotations

from functools import lru_cache

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

from setup_app.rulebooks import registry
from terrain.draw.names import TYPES, WORDS, Names


def map_names(rulebook_id: str) -> Names:
    """The drawing's words in the active language; the territories are the rulebook's."""
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
