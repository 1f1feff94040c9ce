"""Bundle several style sheets into one with the same effect.

Sheets keep the order in which they are named. An `@import` is replaced by the imported sheet;
relative addresses become absolute, since the bundle has another address than the sheet.
"""

import re
from collections.abc import Iterable

from django.templatetags.static import static

from setup_app.web.assets.source import UnusableAsset, beside, path_of, text_of

IMPORT = re.compile(r'@import\s+(?:url\()?["\']?([^"\')\s;]+)["\']?\)?\s*([^;]*);')
UNABLE = re.compile(r"\b(?:layer|supports)\b")
"""The import conditions besides a medium; a bundled sheet has no equivalent for them."""

ADDRESS = re.compile(r"""url\(\s*(["']?)([^"')]+)\1\s*\)""")
ELSEWHERE = ("#", "/", "data:", "http:", "https:")
"""Addresses that mean the same wherever the sheet is served."""


def joined(names: Iterable[str]) -> str:
    return "\n".join(_whole(name, ()) for name in names)


def _whole(name: str, above: tuple[str, ...]) -> str:
    if name in above:
        circle = " -> ".join((*above[above.index(name) :], name))
        raise UnusableAsset(f"sheets that import each other in a circle: {circle}")
    text = re.sub(r"/\*.*?\*/", "", text_of(name), flags=re.S)
    imported: list[str] = []

    def take(found: re.Match[str]) -> str:
        if UNABLE.search(found[2]):
            raise UnusableAsset(f"static/{name}: cannot be put together: {found[0]}")
        # In the bundle it must not be mistaken for an address relative to this sheet.
        inner = _whole(beside(name, found[1]), (*above, name))
        imported.append(f"@media {found[2]} {{\n{inner}\n}}" if found[2].strip() else inner)
        return ""

    def from_the_root(found: re.Match[str]) -> str:
        address = found[2].strip()
        if address.startswith(ELSEWHERE):
            return found[0]
        path, mark, part = address.partition("#")
        there = beside(name, path)
        path_of(there)
        return f'url("{static(there)}{mark}{part}")'

    own = ADDRESS.sub(from_the_root, IMPORT.sub(take, text))
    return "\n".join((*imported, f"/* {name} */", own.strip()))
