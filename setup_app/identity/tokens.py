"""Tokens, which are derived from the server's secret and never stored.

A token is `<thing>-<holder>-<code>`: the thing's public id, its holder's part in it, and an HMAC
over both and a generation. Raising the generation makes old tokens worthless. Each `TokenKind`
defines its holders and where generations are stored; a battle's seats are one.
"""

from __future__ import annotations

import base64
import hmac
import re
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.crypto import salted_hmac


@dataclass(frozen=True)
class Claim:
    """The claim in a token, not verified yet."""

    thing: str
    holder: str
    code: str = field(repr=False)


@dataclass(frozen=True)
class TokenKind:
    """A kind of token: `name` keeps the codes of two kinds apart.

    `thing` and `holder` are regular expressions for public ids and holders of this kind.
    """

    name: str
    thing: str
    holder: str

    @property
    def shape(self) -> re.Pattern[str]:
        """Return the pattern of every token of this kind."""
        return re.compile(rf"^({self.thing})-({self.holder})-([A-Za-z2-7]{{32}})$", re.ASCII)

    def token(self, thing: str, holder: str, generation: int) -> str:
        """Return the token of one generation."""
        code = self._code(settings.SECRET_KEY, thing, holder, generation)
        return f"{thing}-{holder}-{code}"

    def read(self, text: str) -> Claim | None:
        """Return the claim in a token, or None if it is malformed."""
        found = self.shape.match(text)
        return Claim(found[1], found[2], found[3].lower()) if found else None

    def holds(self, claim: Claim, *, thing: str, generation: int) -> bool:
        """Return whether the claim is valid for this thing in its current generation.

        It takes constant time for every kind of error. Codes under `SECRET_KEY_FALLBACKS` are valid
        too, so that a key can be replaced without locking anyone out.
        """
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        matches = [
            hmac.compare_digest(claim.code, self._code(key, thing, claim.holder, generation))
            for key in keys
        ]
        return any(matches) and claim.thing == thing

    def _code(self, key: str, thing: str, holder: str, generation: int) -> str:
        message = f"{thing}/{holder}/{generation}"
        mac = salted_hmac(f"metator.{self.name}", message, secret=key, algorithm="sha256").digest()
        return base64.b32encode(mac[:20]).decode().lower()
