"""The raw log, the effective log, and the hash chain that reveals a rewritten entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from setup_app.engine.errors import ReplayMismatch
from setup_app.engine.values import Side, as_stored, canonical, sha256

ANSWER, CHANCE, FINDING, ACT = "answer", "chance", "finding", "act"

FIRST_HEAD = "0" * 64


@dataclass(frozen=True)
class Entry:
    """One entry of the raw log.

    `number` counts from 1 without gaps; the version of a battle is its last number. `kind` is the
    prompt's kind, the label of the roll or draw, or the name of the finder or act. `asking` is the
    ordinal of the script's request that this entry fulfils (0 for acts). `value` is the whole
    truth; `public` is what everyone may know at once and equals `value` unless `secret`; `owner`
    may read a secret value. `reveals` reveals earlier sealed entries. `counter` accompanies server
    chance. `digest` is the situation's digest after the last entry of a move. `head` is the hash
    over the previous head and this entry's public form.
    """

    number: int
    type: str
    side: Side | None
    kind: str
    asking: int
    value: Any = field(repr=False)
    public: Any
    secret: bool = False
    owner: Side | None = None
    commitments: tuple[str, ...] = ()
    reveals: tuple[Mapping[str, Any], ...] = ()
    counter: tuple[int, int] | None = None
    digest: str | None = None
    head: str = ""

    def public_form(self) -> dict[str, Any]:
        """Return the form that the head covers and that the proof shows before the close."""
        return {
            "number": self.number,
            "type": self.type,
            "side": self.side,
            "kind": self.kind,
            "asking": self.asking,
            "public": self.public,
            "commitments": list(self.commitments),
            "reveals": [dict(reveal) for reveal in self.reveals],
            "counter": list(self.counter) if self.counter else None,
        }

    def as_json(self) -> dict[str, Any]:
        """Return the whole entry, secrets included: for storage and export, never for a viewer."""
        return {
            **self.public_form(),
            "value": self.value,
            "secret": self.secret,
            "owner": self.owner,
            "digest": self.digest,
            "head": self.head,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Entry:
        counter = stored["counter"]
        return cls(
            **{
                **stored,
                "commitments": tuple(stored["commitments"]),
                "reveals": tuple(stored["reveals"]),
                "counter": (counter[0], counter[1]) if counter else None,
            }
        )


def as_read_back(entry: Entry) -> Entry:
    """Return an entry in the form that later runs receive, so that the first run sees the same."""
    value = as_stored(entry.value)
    public = as_stored(entry.public)
    reveals = tuple(as_stored([dict(reveal) for reveal in entry.reveals]))
    return replace(entry, value=value, public=public, reveals=reveals)


def next_head(previous: str, entry: Entry) -> str:
    return sha256(previous.encode() + canonical(entry.public_form()))


def broken_head(entries: Iterable[Entry], *, after: Entry | None = None) -> int | None:
    """Return the number of the first entry whose head or number does not follow, or None.

    The first entry must follow `after`, if given; otherwise it must begin the log.
    """
    head, first = (FIRST_HEAD, 1) if after is None else (after.head, after.number + 1)
    for expected, entry in enumerate(entries, start=first):
        head = next_head(head, entry)
        if entry.number != expected or entry.head != head:
            return expected
    return None


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the raw log without acts and without entries that a `back` act removed."""
    counted: list[Entry] = []
    for entry in entries:
        if entry.type != ACT:
            counted.append(entry)
        elif entry.kind == "back":
            counted = [earlier for earlier in counted if earlier.number <= went_back_to(entry)]
    return counted


def went_back_to(back: Entry) -> int:
    """Return the last entry that a `back` act keeps; raise `ReplayMismatch` if it names none."""
    to = back.value.get("to") if isinstance(back.value, Mapping) else None
    if type(to) is not int or not 1 <= to < back.number:
        raise ReplayMismatch(back.number, "an earlier entry to go back to", repr(to))
    return to


def standing_acts(entries: Iterable[Entry], kind: str) -> list[Entry]:
    """Return the acts of this kind that no later `back` act removed."""
    remaining: list[Entry] = []
    for entry in entries:
        if entry.type == ACT and entry.kind == kind:
            remaining.append(entry)
        elif entry.type == ACT and entry.kind == "back":
            remaining = [act for act in remaining if act.number <= went_back_to(entry)]
    return remaining


def last_reopening(entries: Iterable[Entry]) -> dict[tuple[int, Side | None], int]:
    """Return the number of the reopening act for each asking and side with an undone answer."""
    counted: list[Entry] = []
    reopened: dict[tuple[int, Side | None], int] = {}
    for entry in entries:
        if entry.type != ACT:
            counted.append(entry)
        elif entry.kind == "back":
            to = went_back_to(entry)
            for cut in counted:
                if cut.number > to:
                    # None: one side answers an asking that is put to either.
                    reopened[(cut.asking, cut.side)] = entry.number
                    reopened[(cut.asking, None)] = entry.number
            counted = [earlier for earlier in counted if earlier.number <= to]
    return reopened


def fresh_starts(entries: Iterable[Entry]) -> int:
    """Return how many `back` acts asked for fresh chance results."""
    return sum(
        1
        for entry in entries
        if entry.type == ACT and entry.kind == "back" and entry.value.get("fresh")
    )
