"""How does everybody know that a hidden list was not changed? By a hash of it, public at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_app.script.values import canonical, sha256


def commitment(salt: str, army: Mapping[str, Any]) -> str:
    """Hex SHA-256 of the salt as ASCII, a newline, and the list's canonical bytes."""
    return sha256(salt.encode("ascii") + b"\n" + canonical(army))
