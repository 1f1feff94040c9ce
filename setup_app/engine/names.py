"""Compare names that people typed, whatever their spelling in Unicode.

A name has one key for its composed and decomposed letters, full-width forms, capitals, repeated or
unusual spaces and invisible characters. What is stored and shown keeps its joiners: Persian, the
Indic scripts and emoji need them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties), controls other than white space,
# and the two blanks that Unicode counts as letters or symbols: Hangul fillers and the empty Braille
# pattern.
_INVISIBLE: Final = re.compile(
    "[\u0000-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f"
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def name_key(name: str) -> str:
    """Return the key by which names are equal: NFKC, case-folded, without invisible characters and
    repeated spaces.
    """
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFKC", name))
    folded = unicodedata.normalize("NFKC", visible.casefold())
    return " ".join(folded.split())


def is_blank(name: str) -> bool:
    """Return whether nothing of a name can be seen; a combining mark alone needs a letter."""
    return all(unicodedata.category(each) in ("Mn", "Me", "Mc", "Zs") for each in name_key(name))
