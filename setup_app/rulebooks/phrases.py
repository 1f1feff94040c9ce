"""What does a code with its parameters say to a player?

The sentences are data, keyed by code; the edge hands in its translation and gets the sentence.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from setup_app.rulebooks.coded import Params
from setup_app.rulebooks.tables_file import Table

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+)(?: (\w+))?)?\}")
_FORMS = ("one", "many")
_JUNCTIONS = ("and", "or")


def _untranslated(text: str) -> str:
    return text


@dataclass(frozen=True)
class Phrases:
    """The texts of a rulebook by code, as they stand in its file."""

    texts: Mapping[str, str]

    def text(self, code: str, translate: Callable[[str], str] = _untranslated) -> str:
        """Give the text of a code that has no parameters. Raises KeyError for an unknown code."""
        return translate(self.texts[code])

    def phrase(
        self,
        code: str,
        params: Params,
        translate: Callable[[str], str] = _untranslated,
    ) -> str:
        """Give the sentence of a code with its parameters put in and its first letter a capital.

        Words among the parameters are named by the texts `name.<word>.one` and `.many`, lists
        of them joined by the texts `junction.and` and `.or`. `translate` is given every text
        before anything is put into it. Raises KeyError for an unknown code or name.
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


class TextsFile:
    """The texts of a file while a rulebook is loaded: what is asked for is there and is used.

    `say` and `name` are called for every code and word that a table refers to; `finish` then
    refuses the texts that nobody asked for, which are the misspelt ones.
    """

    def __init__(self, file: Table) -> None:
        self._file = file
        self._keys: dict[str, tuple[str, ...]] = {}
        self._texts: dict[str, str] = {}
        self._used: set[str] = set()
        self._collect(file)

    def say(self, code: str, *, table: Table, at: tuple[str, ...] = (), params: Params) -> str:
        """Note that a table refers to a code, with these parameters, and give the code back.

        Raises RulebookFileError at the table's key if the text or the name of a parameter is
        missing, at the text's line if it has a placeholder that the code does not fill.
        """
        if code not in self._texts:
            raise table.fault(f"missing text {code!r}", *at)
        if code not in self._used:
            self._used.add(code)
            self._check(code, params)
        for placed, _, _ in _PLACEHOLDER.findall(self._texts[code]):
            if not isinstance(params[placed], bool | int | float):
                for word in _flat(params[placed]):
                    self.name(word, table=table, at=at)
        return code

    def name(self, word: str, *, table: Table, at: tuple[str, ...] = ()) -> None:
        """Note that a table names a word. Raises RulebookFileError if it has no name."""
        for form in _FORMS:
            code = f"name.{word}.{form}"
            if code not in self._texts:
                raise table.fault(f"missing text {code!r}", *at)
            self._used.add(code)

    def english(self, code: str) -> str:
        """Give the text of a code that `say` has accepted."""
        return self._texts[code]

    def finish(self) -> Phrases:
        """Give the texts. Raises RulebookFileError at the first text that nothing uses."""
        for junction in _JUNCTIONS:
            self.say(f"junction.{junction}", table=self._file, params=Params())
        for code in self._texts:
            if code not in self._used:
                raise self._file.fault(f"no table uses the text {code!r}", *self._keys[code])
        return Phrases(dict(self._texts))

    def _collect(self, table: Table) -> None:
        for key in table:
            if isinstance(table.values[key], dict):
                self._collect(table.table(key))
                continue
            text = _PLACEHOLDER.sub("", table.word(key))
            if "{" in text or "}" in text:
                raise table.fault(f"{key!r} has a brace that is no placeholder", key)
            keys = tuple(str(part) for part in (*table.path, key))
            self._keys[".".join(keys)] = keys
            self._texts[".".join(keys)] = table.word(key)

    def _check(self, code: str, params: Params) -> None:
        for name, form, junction in _PLACEHOLDER.findall(self._texts[code]):
            known = name in params and form in ("", *_FORMS) and junction in ("", *_JUNCTIONS)
            if not known:
                raise self._file.fault(
                    f"the text {code!r} has an unknown placeholder {name!r}", *self._keys[code]
                )
