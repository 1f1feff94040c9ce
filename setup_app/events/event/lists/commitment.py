"""The public hash of a hidden list, which shows afterwards that no one changed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_app.engine.values import canonical, sha256


def sealed(salt: str, army: Mapping[str, Any]) -> bytes:
    """Return the input of a commitment: the salt as ASCII, a newline, the list's canonical
    bytes.
    """
    return salt.encode("ascii") + b"\n" + canonical(army)


def commitment(salt: str, army: Mapping[str, Any]) -> str:
    """Return the hex SHA-256 of the `sealed` bytes."""
    return sha256(sealed(salt, army))
