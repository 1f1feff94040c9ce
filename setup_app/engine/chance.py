"""Verifiable rolls and draws from a committed seed.

Every result is HMAC-SHA256, keyed with the battle's seed, over both sides' entropies, the request
and its counter. The hash of the seed is in the log before anyone sits down and the entropies come
after it, so neither the server nor one side alone chooses a result. Not prevented: the server's
owner can read the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from setup_app.engine.errors import ScriptFault
from setup_app.engine.values import PerSide, Side, canonical


@dataclass(frozen=True)
class Roll:
    """A request for one die. `faces` has one item per physical face: a die with three blanks lists
    three.

    `label` says what the roll is for and `side` whose die it is (None: the table's).
    """

    label: str
    rule: str
    faces: tuple[str | int, ...]
    side: Side | None = None
    die: str = "d6"

    def described(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "faces": list(self.faces),
            "side": self.side,
            "die": self.die,
        }

    def outcome(self, numbers: Iterator[int]) -> str | int:
        return self.faces[below(len(self.faces), numbers)]

    def could_give(self, value: Any) -> bool:
        """Return whether this die has that face."""
        return isinstance(value, (str, int)) and value in self.faces


@dataclass(frozen=True)
class Draw:
    """A request for `count` cards without replacement from `pool`, visible to `side` alone.

    The order of `pool` does not depend on the order of earlier secrets. Fewer cards are drawn if
    the pool runs out.
    """

    label: str
    rule: str
    pool: tuple[str, ...]
    count: int
    side: Side

    def described(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "pool": list(self.pool),
            "count": self.count,
            "side": self.side,
        }

    def outcome(self, numbers: Iterator[int]) -> list[str]:
        pool = list(self.pool)
        return [pool.pop(below(len(pool), numbers)) for _ in range(self.drawn())]

    def drawn(self) -> int:
        """Return the number of cards to draw."""
        return min(self.count, len(self.pool))

    def could_give(self, value: Any) -> bool:
        """Return whether this pool can yield these cards in this number."""
        return (
            isinstance(value, list)
            and len(value) == self.drawn()
            and all(isinstance(card, str) for card in value)
            and not Counter(value) - Counter(self.pool)
        )


def below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely. 64-bit numbers past the last
    whole multiple of `limit` are discarded, so there is no modulo bias.
    """
    if limit < 1:
        raise ScriptFault("nothing can fall where there is nothing to choose from")
    whole = (1 << 64) - (1 << 64) % limit
    for number in numbers:
        if number < whole:
            return number % limit
    raise AssertionError("the stream of numbers has no end")


def stream(
    seed: bytes, entropies: PerSide[str], described: dict[str, Any], counter: list[int]
) -> Iterator[int]:
    """Yield endless 64-bit numbers for one request: four from each HMAC-SHA256 block."""
    block = 0
    while True:
        message = canonical([entropies.first, entropies.second, described, counter, block])
        mac = hmac.new(seed, message, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(mac[start : start + 8], "big")
        block += 1


def result(request: Roll | Draw, seed: bytes, entropies: PerSide[str], counter: list[int]) -> Any:
    """Return the result of `request` for this seed; the same arguments always give the same result.

    `counter` is [the occurrence of this request in the effective log, the number of times the
    battle went back with fresh results].
    """
    return request.outcome(stream(seed, entropies, request.described(), counter))


def salt(seed: bytes, entry: int, part: int) -> str:
    """Return the salt of one secret part of an entry, derived so that it need not be stored."""
    return hmac.new(seed, f"salt/{entry}/{part}".encode(), hashlib.sha256).hexdigest()[:32]


def commitment(salt_hex: str, value: Any) -> str:
    return hashlib.sha256(bytes.fromhex(salt_hex) + canonical(value)).hexdigest()
