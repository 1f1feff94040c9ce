"""Bundles by page, and their addresses.

The templates themselves define the bundles, so every process finds the same: any of them can answer
for the addresses on a page that another one drew.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.template import engines

from setup_app.web.assets import modules, sheets
from setup_app.web.assets.source import UnusableAsset

TAG = re.compile(r"{%\s*(script|sheet)\s+([^%]+?)\s*%}")
QUOTED = re.compile(r'"([^"]+)"')
PREFIX = "/assets/"
"""The prefix beside `static`, whose files are served unchanged."""

KINDS = {"script": ".js", "sheet": ".css"}


@dataclass(frozen=True)
class Recipe:
    """The content of a bundle: files of one kind, in the order in which a template names them."""

    kind: str
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the end of the address, a readable name for request logs."""
        return PurePosixPath(self.files[0]).stem + KINDS[self.kind]


@dataclass(frozen=True)
class Bundle:
    """A bundle: its bytes, plain and compressed, and its content hash."""

    recipe: Recipe
    content: bytes
    compressed: bytes
    mark: str

    @property
    def url(self) -> str:
        return f"{PREFIX}{self.mark}/{self.recipe.name}"


def bundle(recipe: Recipe) -> Bundle:
    """Return the bundle of a recipe; built once, or each time in development.

    Raises `UnusableAsset` if a file of it is missing or cannot be bundled.
    """
    return _made.__wrapped__(recipe) if settings.DEBUG else _made(recipe)


@cache
def _made(recipe: Recipe) -> Bundle:
    wrong = [each for each in recipe.files if not each.endswith(KINDS[recipe.kind])]
    if wrong or not recipe.files:
        raise UnusableAsset(f"no {recipe.kind}: {', '.join(wrong) or 'no file named'}")
    text = (modules if recipe.kind == "script" else sheets).joined(recipe.files)
    content = text.encode()
    mark = hashlib.sha256(content).hexdigest()[:16]
    return Bundle(recipe, content, gzip.compress(content, 9, mtime=0), mark)


def recipe_of(kind: str, named: str) -> Recipe:
    """Return the recipe of a template tag."""
    return Recipe(kind, tuple(QUOTED.findall(named)))


def recipes() -> tuple[Recipe, ...]:
    """Return the recipes of all templates, each once."""
    return _named.__wrapped__() if settings.DEBUG else _named()


@cache
def _named() -> tuple[Recipe, ...]:
    found = {
        recipe_of(kind, named): None
        for path in _templates()
        for kind, named in TAG.findall(path.read_text("utf-8"))
    }
    return tuple(found)


def put_together() -> None:
    """Build the bundles of all templates. Raises `UnusableAsset`, which names the file."""
    for recipe in recipes():
        bundle(recipe)


def _templates() -> Iterator[Path]:
    """Yield every template that a file system loader of the engine would find."""
    folders: dict[Path, None] = {}
    for loader in engines["django"].engine.template_loaders:  # type: ignore[attr-defined]  # Django's own
        for each in getattr(loader, "loaders", [loader]):
            folders |= {Path(folder): None for folder in each.get_dirs()}
    for folder in folders:
        yield from sorted(folder.rglob("*.html"))


def at(mark: str, name: str) -> Bundle | None:
    """Return the bundle of an address, or its current version; None if no page ever named it.

    The hash distinguishes two recipes of the same name; for an old hash the first is as good as
    any.
    """
    named = [bundle(recipe) for recipe in recipes() if recipe.name == name]
    return next((each for each in named if each.mark == mark), named[0] if named else None)
