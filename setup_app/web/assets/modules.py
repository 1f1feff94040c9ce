"""Bundle several ES modules into one file with the same behaviour.

Each module becomes a block, in the order in which a browser would run them: imports come first. A
block has its own scope and allows `await`, as a module does. Exports go into a constant outside the
block, and imports are taken from there. That works for modules that

- import by `import { a, b as c } from "./other.js"`, `import * as all from "./other.js"` or
  `import "./other.js"`,
- export declared functions, classes and constants, or a list of names at the end, none of which
  gets another value later,
- do not import each other in a circle.

Unsupported module syntax fails at start-up and names the file.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from setup_app.web.assets.source import UnusableAsset, beside, text_of

IMPORT = re.compile(r'^import\s+(?:([^"\';]+?)\s+from\s+)?"(\.[^"]+)";?[ \t]*$', re.M)
EXPORTED = re.compile(r"^export\s+(?=(?:async\s+)?function\b|class\b|const\b)", re.M)
DECLARED = re.compile(
    r"^export\s+(?:(?:async\s+)?function\*?\s+|class\s+|const\s+)([A-Za-z_$][\w$]*)", re.M
)
LISTED = re.compile(r"^export\s*\{([^}]*)\};?[ \t]*$", re.M)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b|\bimport\s*\(", re.M)
VARIABLE = r"^(?:let|var)\b(?:[^;]*[\s,{{\[])?{}\s*(=(?!=)|[,;}}\]]|$)"
WRITTEN = (
    r"(?<![.\w$]){0}\s*(?:(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|\+\+|--)"
    r"|(?:\+\+|--){0}\b"
)
NAMES = re.compile(r"^\{([^}]*)\}$")
ALL = re.compile(r"^\*\s+as\s+([\w$]+)$")


@dataclass(frozen=True)
class Module:
    """One module: its imports by file name, and its text without imports and exports."""

    name: str
    imports: tuple[tuple[str, str], ...]
    body: str
    exports: tuple[tuple[str, str], ...]


def joined(names: Iterable[str]) -> str:
    """Return one script with the named modules and everything that they import."""
    ordered = in_order(names)
    numbers = {module.name: place for place, module in enumerate(ordered)}
    return "\n".join(_block(module, numbers) for module in ordered)


def in_order(names: Iterable[str]) -> list[Module]:
    """Return the named modules and everything that they import, dependencies first."""
    done: dict[str, Module] = {}

    def take(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            circle = " -> ".join((*above[above.index(name) :], name))
            raise UnusableAsset(f"modules that import each other in a circle: {circle}")
        if name in done:
            return
        module = parse_module(name, text_of(name))
        for other, _ in module.imports:
            take(other, (*above, name))
        done[name] = module

    for name in names:
        take(name, ())
    return list(done.values())


def parse_module(name: str, text: str) -> Module:
    imports = [(beside(name, address), bound or "") for bound, address in IMPORT.findall(text)]
    exports = [(each, each) for each in DECLARED.findall(text)]
    for listed in LISTED.findall(text):
        exports += [(there, here) for here, there in _pairs(listed)]
    body = LISTED.sub("", EXPORTED.sub("", IMPORT.sub("", text)))
    if refused := LEFT_OVER.search(_without_comments(body)):
        raise UnusableAsset(f"static/{name}: cannot be put together: {refused[0].strip()}")
    for _, own in exports:
        if _changes(own, body):
            raise UnusableAsset(f"static/{name}: cannot be put together: {own} may change")
    return Module(name, tuple(imports), body.strip(), tuple(exports))


def _changes(own: str, body: str) -> bool:
    """Return whether a name stands for a variable that is reassigned after its declaration: an
    importer would keep its first value.
    """
    declared = re.search(VARIABLE.format(re.escape(own)), body, re.M)
    if declared is None:
        return False
    return declared[1] != "=" or len(re.findall(WRITTEN.format(re.escape(own)), body)) > 1


def _without_comments(text: str) -> str:
    return re.sub(r"^\s*//.*$|/\*.*?\*/", "", text, flags=re.M | re.S)


def _pairs(listed: str) -> list[tuple[str, str]]:
    """Return `a, b as c` as (a, a), (b, c)."""
    parts = [each.split() for each in listed.split(",") if each.strip()]
    return [(words[0], words[-1]) for words in parts]


def _block(module: Module, numbers: dict[str, int]) -> str:
    given = [
        line for other, bound in module.imports if (line := _bound(module, bound, numbers[other]))
    ]
    taken = ", ".join(
        there if there == here else f"{there}: {here}" for there, here in module.exports
    )
    own = numbers[module.name]
    return "\n".join(
        (
            f"// {module.name}",
            f"const $${own} = {{}};",
            "{",
            *given,
            module.body,
            *([f"Object.assign($${own}, {{ {taken} }});"] if taken else []),
            "}",
        )
    )


def _bound(module: Module, bound: str, number: int) -> str:
    if not bound:
        return ""
    if every := ALL.match(bound):
        return f"const {every[1]} = $${number};"
    names = NAMES.match(bound)
    if names is None:
        raise UnusableAsset(f"static/{module.name}: cannot import {bound}")
    taken = ", ".join(
        there if there == here else f"{there}: {here}" for there, here in _pairs(names[1])
    )
    return f"const {{ {taken} }} = $${number};"
