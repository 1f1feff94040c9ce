"""Public ids: impossible to guess and short enough for a link."""

import secrets
import string

WITHOUT_LOOKALIKES = "23456789abcdefghjkmnpqrstuvwxyz"
"""For ids that are read aloud or stand within a token: no letter is mistaken for another."""

OF_LINKS = string.ascii_letters + string.digits + "-_"
"""Whatever an address may hold as it is."""


def draw_letters(letters: str, length: int) -> str:
    """So many letters, each drawn for itself."""
    return "".join(secrets.choice(letters) for _ in range(length))


def fresh_public_id() -> str:
    """Sixteen letters, 96 bits: what lists, maps and laid tables are known by."""
    return draw_letters(OF_LINKS, 16)


def fresh_link_key() -> str:
    """What a link ends in that lets its holder in: as long as the log has to cut such names."""
    return draw_letters(OF_LINKS, 24)
