"""Django's `makemessages`, which also collects texts that are data.

A rulebook's texts are data, and the drawing's words are in a package without Django: neither can be
marked for gettext in place, and both are translated when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from setup_app.rulebooks import registry
from terrain.draw.names import TYPES, WORDS

MARKED = Path("texts_of_tables.py")
"""A temporary file in the searched folder; it exists only while the command runs."""


def texts_of_tables() -> Iterator[str]:
    """Yield every text that is translated without being marked, each once."""
    texts = [*TYPES.values(), *WORDS.values()]
    for rulebook in registry.rulebooks():
        texts += [*rulebook.texts.values(), *(step.title for step in rulebook.steps)]
    return iter(dict.fromkeys(text for text in texts if text))


def marked(texts: Iterator[str]) -> str:
    """Return the texts as Python code that marks them."""
    lines = "".join(f"gettext_noop({text!r})\n" for text in texts)
    return f"from django.utils.translation import gettext_noop\n\n{lines}"


class Command(makemessages.Command):
    def build_potfiles(self) -> Any:
        MARKED.write_text(marked(texts_of_tables()), encoding="utf-8")
        try:
            return super().build_potfiles()
        finally:
            MARKED.unlink()
