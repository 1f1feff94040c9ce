"""The loaded rulebooks: those whose modules are named in `METATOR_RULEBOOKS`.

A rulebook's module exports `RULEBOOK`. Its data files are read when it is imported: a faulty file
raises `RulebookFileError` with file and line before anything is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook

_rulebooks: dict[str, Rulebook] = {}


class NoRulebook(Exception):
    """A module without a rulebook, or with one whose id is taken."""


def load(modules: Iterable[str]) -> None:
    """Import the modules and register their rulebooks, in the given order.

    A module that is named twice changes nothing. Raises `NoRulebook`, and whatever the module
    raises: `RulebookFileError` for a data file with a fault.
    """
    for module in modules:
        found = getattr(import_module(module), "RULEBOOK", None)
        if not isinstance(found, Rulebook):
            raise NoRulebook(f"{module} exports no RULEBOOK")
        add(found)


def add(rulebook: Rulebook) -> None:
    """Register a rulebook. Raises `NoRulebook` if another has its id."""
    if _rulebooks.setdefault(rulebook.id, rulebook) is not rulebook:
        raise NoRulebook(f"there is another rulebook with the id {rulebook.id}")


def rulebook(id: str) -> Rulebook:  # noqa: A002 - the field's own name
    """Return the rulebook with this id. Raises `DomainError` `unknown_rulebook`."""
    found = _rulebooks.get(id)
    if found is None:
        raise DomainError("unknown_rulebook", {"rulebook": id})
    return found


def known_or_first(id: object) -> Rulebook:  # noqa: A002 - the field's own name
    """Return the rulebook with this id, or the first one: for pages and stored data."""
    found = _rulebooks.get(id) if isinstance(id, str) else None
    return next(iter(_rulebooks.values())) if found is None else found


def has(id: str) -> bool:  # noqa: A002 - the field's own name
    """Return whether there is a rulebook with this id."""
    return id in _rulebooks


def rulebooks() -> tuple[Rulebook, ...]:
    """Return all rulebooks, in the order of registration."""
    return tuple(_rulebooks.values())


def besides(rulebook: Rulebook) -> tuple[Rulebook, ...]:
    """Return the other rulebooks, as alternatives."""
    return tuple(each for each in rulebooks() if each is not rulebook)
