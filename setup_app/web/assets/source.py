"""Find a static file for a page, or report why it cannot be used."""

import posixpath
from pathlib import Path

from django.contrib.staticfiles import finders


class UnusableAsset(Exception):
    """A script or a sheet that cannot be bundled with others: a mistake of its author."""


def path_of(name: str) -> Path:
    """Return the path of a name below `static`. Raises `UnusableAsset` if there is none."""
    found = finders.find(name)
    if found is None:
        raise UnusableAsset(f"static/{name}: file not found")
    return Path(found)


def text_of(name: str) -> str:
    return path_of(name).read_text("utf-8")


def beside(name: str, address: str) -> str:
    """Return the name of a file from an address relative to another file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
