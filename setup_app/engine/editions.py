"""Pin released rulebooks by a hash over their scripts and data.

The hash covers everything that can change the course of a battle: the Python and TOML files of the
rulebook's folder except those that the rulebook names in `apart` (texts, presentation, generator).

`python -m setup_app.engine.editions` lists editions that differ from their release; `... --release
ID` records the present files under the present revision, on purpose. A fix that changes what an old
log leads to is a branch on `battle.revision` and takes a new revision.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path, PurePosixPath

from setup_app.engine.rulebook import Rulebook

ROOM = Path(__file__).parents[1] / "rulebooks"
RELEASED = ROOM / "released.json"
SCRIPT_AND_DATA = (".py", ".toml")


@dataclass(frozen=True)
class Release:
    """The record of a released edition: its revision, and the hash of its script and data."""

    revision: int
    sha256: str


def pinned_files(folder: Path, apart: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the scripts and data files in and below a folder, as sorted relative names.

    `apart` names excluded files and folders; a folder excludes everything in it.
    """
    left_out = tuple(PurePosixPath(each) for each in apart)
    names = (
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in SCRIPT_AND_DATA and path.is_file()
    )
    return tuple(
        name
        for name in sorted(names)
        if not any(PurePosixPath(name).is_relative_to(each) for each in left_out)
    )


def content_hash(folder: Path, apart: Iterable[str] = ()) -> str:
    """Return one hash over the names and bytes of the pinned files."""
    whole = hashlib.sha256()
    for name in pinned_files(folder, apart):
        content = (folder / name).read_bytes()
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def released(record: Path = RELEASED) -> dict[str, Release]:
    return {id_: Release(**each) for id_, each in json.loads(record.read_text("utf-8")).items()}


def present(rulebook: Rulebook) -> Release:
    return Release(rulebook.revision, content_hash(rulebook.folder, rulebook.apart))


def faults(rulebooks: Iterable[Rulebook], record: Mapping[str, Release]) -> tuple[str, ...]:
    """Return a sentence for each released edition that differs from its record."""
    here = {rulebook.id: present(rulebook) for rulebook in rulebooks}
    return tuple(
        sentence
        for id_, was in sorted(record.items())
        if (sentence := _fault(id_, was, here.get(id_))) is not None
    )


def _fault(id_: str, was: Release, now: Release | None) -> str | None:
    if now is None:
        return f"{id_} was released and is missing: its battles no longer replay"
    if now.revision != was.revision:
        return f"{id_} has revision {now.revision}, but {was.revision} was released last"
    if now.sha256 != was.sha256:
        return (
            f"{id_} has changed since revision {was.revision} was released: take a new revision, "
            f"branch on it where old logs would replay otherwise, then --release {id_}"
        )
    return None


def release(rulebook: Rulebook, record: Path = RELEASED) -> Release:
    """Record an edition as it is now. Raises `ValueError` for a revision that goes backwards."""
    known = released(record)
    was, now = known.get(rulebook.id), present(rulebook)
    if was is not None and now.revision < was.revision:
        raise ValueError(f"{rulebook.id} was already released with revision {was.revision}")
    known[rulebook.id] = now
    as_json = {
        id_: {"revision": each.revision, "sha256": each.sha256}
        for id_, each in sorted(known.items())
    }
    record.write_text(json.dumps(as_json, indent=2) + "\n", "utf-8")
    return now


def all_rulebooks() -> tuple[Rulebook, ...]:
    """Return every rulebook that has a folder. Imports them all: only for the command and tests."""
    modules = (
        import_module(f"setup_app.rulebooks.{folder.parent.name}")
        for folder in sorted(ROOM.glob("*/__init__.py"))
    )
    found = (getattr(module, "RULEBOOK", None) for module in modules)
    return tuple(each for each in found if isinstance(each, Rulebook))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="editions", description=__doc__)
    parser.add_argument("--release", metavar="ID", help="record this edition in its current state")
    wanted = parser.parse_args(arguments).release
    rulebooks = {rulebook.id: rulebook for rulebook in all_rulebooks()}
    if wanted is None:
        found = faults(rulebooks.values(), released())
        sys.stdout.write("".join(f"{sentence}\n" for sentence in found))
        return 1 if found else 0
    if wanted not in rulebooks:
        sys.stderr.write(f"unknown rulebook {wanted}; known: {', '.join(rulebooks)}\n")
        return 2
    recorded = release(rulebooks[wanted])
    sys.stdout.write(f"{wanted} revision {recorded.revision}: {recorded.sha256}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
