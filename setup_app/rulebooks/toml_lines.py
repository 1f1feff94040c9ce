"""On which line of a TOML file does each key and each element stand?

`tomllib` gives no positions for what it has read, and a complaint about meaning (an unknown type,
a missing key) needs one. This walks a text that `tomllib` has already accepted, so it looks for
the ends of things only and judges nothing.
"""

import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]

_BLANK = " \t"
_SPACE = " \t\r\n"
_BARE_KEY_ENDS = " \t.=]"
_BARE_VALUE_ENDS = ",]}#\r\n"


def lines_of(text: str) -> Mapping[Path, int]:
    """Give the line, from 1, of every key, table and array element of a valid TOML text.

    A path is a tuple of keys and indices, as one would index what `tomllib.loads` returns. A
    table that only a longer header or dotted key implies stands where it is first named.
    Of a text that `tomllib` refuses nothing is promised.
    """
    walker = _Walker(text)
    walker.document()
    return walker.lines


class _Walker:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[Path, int] = {(): 1}
        self._last_index: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip_space()
        while not self._ended():
            if self._starts("[["):
                table = self._header("[[", "]]")
            elif self._starts("["):
                table = self._header("[", "]")
            else:
                self._pair(table)
            self._skip_space()

    def _header(self, opening: str, closing: str) -> Path:
        line = self.line
        self._advance(len(opening))
        keys = self._keys()
        self._advance(len(closing))
        path: Path = ()
        for key in keys[:-1]:
            path = self._latest((*path, key), line)
        path = (*path, keys[-1])
        self.lines.setdefault(path, line)
        if opening == "[[":
            index = self._last_index.get(path, -1) + 1
            self._last_index[path] = index
            path = (*path, index)
            self.lines[path] = line
        elif opening == "[":
            # A header that comes after [a.b] names [a] for the first time as itself.
            self.lines[path] = line
        return path

    def _latest(self, path: Path, line: int) -> Path:
        """Step into a table named on the way, or into the last one of an array of tables."""
        self.lines.setdefault(path, line)
        if path in self._last_index:
            return (*path, self._last_index[path])
        return path

    def _pair(self, table: Path) -> None:
        line = self.line
        path = table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._advance(1)  # the equals sign
        self._value(path)

    def _keys(self) -> list[str]:
        """Read a key, dotted or not, up to the sign that follows it."""
        keys = []
        while True:
            self._skip(_BLANK)
            keys.append(self._key())
            self._skip(_BLANK)
            if not self._starts("."):
                return keys
            self._advance(1)

    def _key(self) -> str:
        start = self.at
        if self._peek() in "\"'":
            quote = self._peek()
            self._string()
            inside = self.text[start + 1 : self.at - 1]
            return _unescaped(inside) if quote == '"' else inside
        while self._peek() not in _BARE_KEY_ENDS:
            self._advance(1)
        return self.text[start : self.at]

    def _value(self, path: Path) -> None:
        self._skip(_BLANK)
        if self._peek() in "\"'":
            self._string()
        elif self._starts("["):
            self._array(path)
        elif self._starts("{"):
            self._inline_table(path)
        else:
            while not self._ended() and self._peek() not in _BARE_VALUE_ENDS:
                self._advance(1)

    def _array(self, path: Path) -> None:
        self._advance(1)
        index = 0
        self._skip_space()
        while not self._starts("]"):
            self.lines[(*path, index)] = self.line
            self._value((*path, index))
            index += 1
            self._skip_space()
            if self._starts(","):
                self._advance(1)
                self._skip_space()
        self._advance(1)

    def _inline_table(self, path: Path) -> None:
        self._advance(1)
        self._skip_space()
        while not self._starts("}"):
            self._pair(path)
            self._skip_space()
            if self._starts(","):
                self._advance(1)
                self._skip_space()
        self._advance(1)

    def _string(self) -> None:
        quote = self._peek()
        if self._starts(quote * 3):
            self._advance(3)
            self._advance_to_closing(quote * 3)
            # Up to two more quotes belong to the text: """a""""" ends in the last three.
            while self._starts(quote):
                self._advance(1)
        else:
            self._advance(1)
            self._advance_to_closing(quote)

    def _advance_to_closing(self, closing: str) -> None:
        while not self._starts(closing):
            escaped = closing[0] == '"' and self._starts("\\")
            self._advance(2 if escaped else 1)
        self._advance(len(closing))

    def _skip_space(self) -> None:
        self._skip(_SPACE)
        while self._starts("#"):
            while not self._ended() and self._peek() != "\n":
                self._advance(1)
            self._skip(_SPACE)

    def _skip(self, characters: str) -> None:
        while not self._ended() and self._peek() in characters:
            self._advance(1)

    def _advance(self, count: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def _peek(self) -> str:
        return self.text[self.at]

    def _starts(self, prefix: str) -> bool:
        return self.text.startswith(prefix, self.at)

    def _ended(self) -> bool:
        return self.at >= len(self.text)


def _unescaped(key: str) -> str:
    """Read the escapes of a quoted key as TOML does."""
    if "\\" not in key:
        return key
    return str(tomllib.loads(f'key = "{key}"')["key"])
