"""Public ids: impossible to guess and short enough for a link."""

import secrets
import string

WITHOUT_LOOKALIKES = "23456789abcdefghjkmnpqrstuvwxyz"
"""The alphabet for ids that are read aloud or stand within a token: no letter looks like
another.
"""

OF_LINKS = string.ascii_letters + string.digits + "-_"
"""The characters that need no escaping in an address."""


def draw_letters(letters: str, length: int) -> str:
    """Return this many independently drawn letters."""
    return "".join(secrets.choice(letters) for _ in range(length))


def fresh_public_id() -> str:
    """Return sixteen letters, 96 bits: the public id of lists, maps and saved tables."""
    return draw_letters(OF_LINKS, 16)


def fresh_link_key() -> str:
    """Return the end of a share link: long enough for the log filter to remove it."""
    return draw_letters(OF_LINKS, 24)
