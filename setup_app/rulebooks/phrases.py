"""Texts for codes with parameters.

The texts are data, keyed by code. The edge passes its translation function and gets the sentence.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from setup_app.rulebooks.codes import Params
from setup_app.rulebooks.tables_file import TablesFile

Said: TypeAlias = tuple[str, Params]
"""The code of a text, and its parameters."""

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+)(?: (\w+))?)?\}")
_FORMS = ("one", "many")
_JUNCTIONS = ("and", "or")


def _untranslated(text: str) -> str:
    return text


@dataclass(frozen=True)
class Phrases:
    """The texts of a rulebook by code, as its file has them."""

    texts: Mapping[str, str]

    def text(self, code: str, translate: Callable[[str], str] = _untranslated) -> str:
        """Return the text of a code that has no parameters. Raises KeyError for an unknown code."""
        return translate(self.texts[code])

    def phrase(
        self,
        code: str,
        params: Params,
        translate: Callable[[str], str] = _untranslated,
    ) -> str:
        """Return the sentence of a code with its parameters inserted and its first letter
        capitalised.

        The texts `name.<word>.one` and `.many` name words among the parameters; the texts
        `junction.and` and `.or` join lists of them. `translate` receives every text before
        parameters are inserted. Raises KeyError for an unknown code or name.
        """

        def filled(placeholder: re.Match[str]) -> str:
            name, form, junction = placeholder.groups()
            value = params[name]
            if isinstance(value, bool | int | float):
                return f"{value:g}"
            words = tuple(_flat(value))
            named = [self._named(word, form or "one", translate) for word in words]
            join = translate(self.texts[f"junction.{junction or 'and'}"])
            return join.join([", ".join(named[:-1]), named[-1]] if named[1:] else named)

        sentence = _PLACEHOLDER.sub(filled, translate(self.texts[code]))
        return sentence[:1].upper() + sentence[1:]

    def _named(self, word: str, form: str, translate: Callable[[str], str]) -> str:
        return translate(self.texts[f"name.{word}.{form}"])


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield str(value)


def read_phrases(file: TablesFile, said: Iterable[Said], named: Iterable[str]) -> Phrases:
    """Return the texts of a file: those that the tables use and the names of their words, no
    others.

    Raises RulebookFileError for a missing text or name, at the line of the table where it belongs,
    and for an unused or unusable text, at its own line.
    """
    texts = texts_of(file)
    for code, text in texts.items():
        if not {"{", "}"}.isdisjoint(_PLACEHOLDER.sub("", text)):
            raise file.fault("a brace without a placeholder", *_keys(file, code))
    needed = {f"junction.{junction}" for junction in _JUNCTIONS}
    words = set(named)
    for code, params in said:
        needed.add(code)
        for name, form, junction in _PLACEHOLDER.findall(texts.get(code, "")):
            if name not in params or form not in ("", *_FORMS) or junction not in ("", *_JUNCTIONS):
                raise file.fault(f"unknown placeholder {name!r}", *_keys(file, code))
            if not isinstance(params[name], bool | int | float):
                words.update(_flat(params[name]))
    needed |= {f"name.{word}.{form}" for word in words for form in _FORMS}
    for code in sorted(needed - texts.keys()):
        raise file.fault(f"missing text {code!r}", *code.split("."))
    for code in texts:
        if code not in needed:
            raise file.fault("no table uses this text", *_keys(file, code))
    return Phrases(texts)


def texts_of(file: TablesFile) -> dict[str, str]:
    """Return the texts of a file by code: the keys that lead to each, joined by dots."""
    return {".".join(keys): text for keys, text in _leaves(file.values)}


def _leaves(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[Any, str]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key), value


def _keys(file: TablesFile, code: str) -> tuple[str, ...]:
    """Return the keys that lead to a text; a key may contain dots."""
    return next(keys for keys, _ in _leaves(file.values) if ".".join(keys) == code)
