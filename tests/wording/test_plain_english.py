"""Plain English: words that no text of the interface, no document and no docstring uses."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from terrain.draw.names import TYPES, WORDS

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("setup_app", "terrain", "config", "commands", "tools")
MARKS = re.compile(r"^_$|gettext")
CONSTANT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
"""A string in the code that Django makes of a template for gettext."""
IN_TEXTS = (
    *("anew", "whoever", "whomever", "whom", "somebody", "nobody", "anybody", "everybody"),
    *("he", "him", "his", "himself", "by itself", "once more", "mend", "told", "hand in"),
    *("lay", "lays", "laid", "will not do", "belongs here"),
    *(f"{what} {how}" for what in ("tables", "terrain", "ground") for how in ("lie", "lies")),
)
IN_DOCUMENTS = ("anew", "whoever", "whomever", "he", "him", "his", "himself")

Text = tuple[str, str]
"""Where a text is, and the text."""


def found(texts: Iterator[Text], words: tuple[str, ...]) -> list[str]:
    """Return each text that has one of the words as a whole word."""
    banned = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
    return [f"{where}: {text}" for where, text in texts if banned.search(text)]


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def marked(tree: ast.AST) -> Iterator[str]:
    """Yield the constants handed to gettext by any of its names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            if MARKS.search(name):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def messages() -> Iterator[Text]:
    """Yield every text marked for translation in Python and in templates."""
    for where, tree in modules():
        yield from ((where, text) for text in marked(tree))
    for room in ("templates", "setup_app"):
        for path in sorted((ROOT / room).rglob("*.html")):
            code = templatize(path.read_text(encoding="utf-8"))
            for text in CONSTANT.findall(code):
                yield str(path.relative_to(ROOT)), ast.literal_eval(text)


def tables() -> Iterator[Text]:
    """Yield every text of the rulebooks' TOML files, and the words on a map."""
    for path in sorted((ROOT / "setup_app/rulebooks").rglob("*.toml")):
        values = [tomllib.loads(path.read_text(encoding="utf-8"))]
        while values:
            value = values.pop()
            if isinstance(value, dict):
                values += value.values()
            elif isinstance(value, list):
                values += value
            elif isinstance(value, str):
                yield str(path.relative_to(ROOT)), value
    yield from (("terrain/draw/names.py", text) for text in [*TYPES.values(), *WORDS.values()])


def documents() -> Iterator[Text]:
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def docstrings() -> Iterator[Text]:
    """Yield docstrings of modules, classes and functions, and those below attributes."""
    for where, tree in modules():
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            for child in body if isinstance(body, list) else ():
                if (
                    isinstance(child, ast.Expr)
                    and isinstance(child.value, ast.Constant)
                    and isinstance(child.value.value, str)
                ):
                    yield f"{where}:{child.lineno}", child.value.value


@pytest.mark.parametrize("texts", [messages, tables], ids=["messages", "tables"])
def test_no_text_of_the_interface_uses_old_words(texts: type[Iterator[Text]]) -> None:
    assert found(texts(), IN_TEXTS) == []


@pytest.mark.parametrize("texts", [documents, docstrings], ids=["documents", "docstrings"])
def test_no_document_and_no_docstring_uses_old_words(texts: type[Iterator[Text]]) -> None:
    assert found(texts(), IN_DOCUMENTS) == []


def test_every_module_docstring_begins_with_a_statement() -> None:
    asking = [
        where
        for where, tree in modules()
        if "?" in (ast.get_docstring(tree) or "").split("\n\n", maxsplit=1)[0]
    ]

    assert asking == []


def test_the_search_finds_marked_texts_of_every_kind() -> None:
    texts = {text for _, text in messages()}

    assert len(texts) > 2000
    assert "Skip to content" in texts
