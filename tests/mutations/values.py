"""Hostile values, and the requests that a valid JSON body or form becomes with them.

A mutant differs from the valid one in one place. Bodies are bytes, because NaN, a number beyond
every float, half of a surrogate pair and a duplicate key cannot be written by `json.dumps`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

DEEP: Final = 100_000
TOKENS: Final[Mapping[str, str]] = {
    "null": "null",
    "empty list": "[]",
    "empty object": "{}",
    "empty text": '""',
    "NUL": r'"\u0000"',
    "NUL inside": r'"a\u0000b"',
    "half a surrogate pair": r'"\ud800"',
    "direction mark": r'"\u202e"',
    "emoji": r'"\ud83d\ude00"',
    "text": '"x"',
    "blank": '" "',
    "number as text": '"1"',
    "path": '"../../etc/passwd"',
    "percent": '"%s%(name)s{0}{x}"',
    "long text": json.dumps("x" * 900_000),
    "text of 300": json.dumps("x" * 300),
    "true": "true",
    "false": "false",
    "0": "0",
    "1": "1",
    "-1": "-1",
    "1.5": "1.5",
    "-0.0": "-0.0",
    "1e-320": "1e-320",
    "1e300": "1e300",
    "1e400": "1e400",
    "-1e400": "-1e400",
    "2^31": str(2**31),
    "2^53": str(2**53),
    "2^63": str(2**63),
    "2^64": str(2**64),
    "10^40": str(10**40),
    "-10^40": str(-(10**40)),
    "5000 digits": "9" * 5000,
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "30 lists deep": "[" * 30 + "]" * 30,
    "20 objects deep": '{"a":' * 20 + "1" + "}" * 20,
    "too deep": "[" * DEEP + "]" * DEEP,
    "many lists": "[" + "[]," * 110_000 + "[]]",
    "list of null": "[null]",
    "list of texts": '["x","x"]',
    "list of numbers": "[1,2]",
    "list of lists": "[[],[]]",
    "list of objects": "[{},{}]",
    "object": '{"x":1}',
    "object of lists": '{"1":[],"2":null}',
    "object with hostile keys": r'{"":1,"__proto__":{},"\u0000":2,"1":[]}',
    "long list": json.dumps(list(range(3000))),
    "date": '"9999-12-31T23:59:59-14:00"',
    "first date": '"0001-01-01T00:00:00+14:00"',
    "no date": '"2026-13-45T99:99:99Z"',
}
TEXTS: Final[Mapping[str, str]] = {
    "empty": "",
    "blank": " ",
    "NUL": "\0",
    "NUL inside": "a\0b",
    "text": "x",
    "emoji": "\U0001f600",
    "direction mark": "\u202e",
    "percent": "%s%(name)s{0}{x}",
    "markup": '"><script>alert(1)</script>',
    "0": "0",
    "1": "1",
    "2": "2",
    "-1": "-1",
    "1.5": "1.5",
    "1e400": "1e400",
    "2^31": str(2**31),
    "2^63": str(2**63),
    "2^64": str(2**64),
    "10^40": str(10**40),
    "5000 digits": "9" * 5000,
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-inf",
    "Arabic digit": "٣",
    "superscript": "²",
    "half": "½",
    "pair of numbers": "99999999999999999999-1",
    "list of numbers": f"{2**64},{2**64}",
    "numbers with NaN": "nan,nan",
    "null": "null",
    "JSON list": "[]",
    "JSON object": "{}",
    "JSON number": "1e400",
    "JSON half a pair": r'"\ud800"',
    "JSON NUL": r'["\u0000"]',
    "JSON deep": "[" * 5000 + "]" * 5000,
    "JSON too deep": "[" * DEEP + "]" * DEEP,
    "JSON lists": "[" + "[]," * 110_000 + "[]]",
    "JSON polygon": '{"type":"Polygon","coordinates":[[[0,0],[1e999,0],[0,NaN],[0,0]]]}',
    "long": "x" * 200_000,
    "300": "x" * 300,
    "lines": "a\r\nb\tc\n" * 20,
    "date": "9999-12-31T23:59",
    "no date": "0000-00-00T99:99",
    "zone": "Moon/Sea",
    "yes": "yes",
}
IN_ADDRESSES: Final[Mapping[str, str]] = {
    "0": "0",
    "9": "9",
    "2^31": str(2**31),
    "2^63": str(2**63),
    "2^64": str(2**64),
    "20 digits": "99999999999999999999",
    "10^40": str(10**40),
    "5000 digits": "9" * 5000,
    "-1": "-1",
    "text": "x",
    "Arabic digit": "%D9%A3",
    "NUL": "%00",
    "no UTF-8": "%ff",
    "half a surrogate pair": "%ED%A0%80",
    "emoji": "%F0%9F%98%80",
    "quote": "%27%22%3C",
    "dots": "%2e%2e",
    "300": "x" * 300,
}
HEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    "Last-Event-ID": ("x", "9" * 5000, "22222222222222.999999999999.1", "\u00ff", ","),
    "Range": ("bytes=0-", f"bytes={2**64}-", "bytes=-" + "9" * 5000, "bytes=5-1", "lines=1"),
    "Authorization": (
        *("Seat", "Seat x y", "Seat \u00ff", "Seat " + "x" * 9000, "Token x", "Bearer x"),
        *("Seat 22222222222222-r99999999999999999999-" + "a" * 22, "Basic \u00ff"),
        "Seat 22222222222222-0d99999999999999999999-" + "a" * 22,
    ),
    "Idempotency-Key": ("", " ", "short", "x" * 256, "\u00ff" * 40, "k" * 40),
    "Prefer": ("x", "=,;", "respond-async, wait=99999999999999999999", "return=\u00ff"),
    "Accept": ("x", "*/*;q=99999", "application/json; version=\u00ff", "text/html", ";"),
    "Accept-Language": ("x" * 5000, "de;q=9e999", "\u00ff", "*", "zh-hans-x-" + "y" * 600),
    "If-None-Match": ("x", "*", '"' + "x" * 5000, "W/"),
    "If-Modified-Since": ("x", "Thu, 99 Foo 99999 99:99:99 GMT", "9" * 5000),
    "Cookie": (
        *("session=x", "session=\u00ff", "csrftoken=" + "x" * 5000, ";;=", "messages=x"),
        *(r'session="aaaaaaaa\000aaaa"', r'csrftoken="\000"', r'session="\303\251aaaaaaaa"'),
        *("session=" + "a" * 32, "django_language=../..", "messages=W1siX19qc29uX21lc3NhZ2UiXV0"),
    ),
    "Content-Type": (
        *("x", "application/json; charset=utf-16", "application/json; charset=moon", ""),
        *("multipart/form-data", "multipart/form-data; boundary=\u00ff", "text/plain"),
        *("application/x-www-form-urlencoded", "application/json; charset=utf-7"),
    ),
    "Content-Length": ("x", "-1", "9" * 5000, "\u00b2"),
    "Host": ("x y", "[::1", "a" * 300, "testserver:99999999"),
    "Referer": ("x", "http://[::1", "\u00ff"),
    "Origin": ("null", "http://[::1", "\u00ff"),
    "X-Forwarded-For": ("x", "9.9.9.9, ::1", "\u00ff" * 300),
    "X-Forwarded-Proto": ("x", "https"),
}
BODIES: Final[Mapping[str, bytes]] = {
    "nothing": b"",
    "half": b'{"a":',
    "no UTF-8": b'{"a":"\xff"}',
    "UTF-16": '{"a":1}'.encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf{}",
    "NUL": b"\0",
    "a form": b"a=1&b=2",
    "two values": b"{} {}",
    "a workbook that is none": b"PK\x03\x04" + b"\0" * 60,
}
EXTRA: Final = "an_extra_field"
HOLE: Final = "<<the place of the mutation>>"
MAX_PLACES: Final = 60
"""Places in one body: of an army with a hundred units, each kind of place comes once."""

Path = tuple[str | int, ...]
Mutant = tuple[str, Callable[[], bytes]]
"""A name, and what makes the body: some are large, and a sample makes few of them."""


def mutants(body: Any) -> Iterator[Mutant]:
    """Return each body with one hostile value, and what it differs by."""
    for name, data in BODIES.items():
        yield name, partial(bytes, data)
    for path in places(body):
        for name, token in TOKENS.items():
            yield f"{address(path)}: {name}", partial(with_token, body, path, token)
        yield from _of_shape(body, path)


def places(body: Any) -> list[Path]:
    """Return the places in a body, one for each kind: the members of a list count as one."""
    kinds: dict[tuple[str, ...], Path] = {}
    for path in _all_places(body, ()):
        kinds.setdefault(tuple("*" if isinstance(each, int) else each for each in path), path)
    return list(kinds.values())[:MAX_PLACES]


def with_token(body: Any, path: Path, token: str) -> bytes:
    """Return the body with a token in place of one value."""
    return json.dumps(_with(body, path, HOLE)).replace(json.dumps(HOLE), token).encode()


def address(path: Path) -> str:
    return "/" + "/".join(map(str, path))


def _of_shape(body: Any, path: Path) -> Iterator[Mutant]:
    """Return bodies in which this place is missing, doubled, or has more in it."""
    value, named = _at(body, path), address(path)
    if isinstance(value, dict):
        more = {**value, EXTRA: value}
        yield f"{named}: an extra field", partial(_changed, body, path, more)
        for name in value:
            both = f"{json.dumps(value)[:-1]}, {json.dumps(name)}: null}}"
            yield f"{named}: {name} twice", partial(with_token, body, path, both)
            less = {other: each for other, each in value.items() if other != name}
            yield f"{named}: no {name}", partial(_changed, body, path, less)
    elif isinstance(value, list) and value:
        for name, changed in (
            ("each twice", [each for each in value for _ in range(2)]),
            ("one less", value[1:]),
            ("reversed", value[::-1]),
            ("1000 times", value[:1] * 1000),
        ):
            yield f"{named}: {name}", partial(_changed, body, path, changed)


def _changed(body: Any, path: Path, changed: Any) -> bytes:
    return json.dumps(_with(body, path, changed)).encode()


def _all_places(value: Any, path: Path) -> Iterator[Path]:
    yield path
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _all_places(each, (*path, name))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from _all_places(each, (*path, at))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _with(value: Any, path: Path, changed: Any) -> Any:
    if not path:
        return changed
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {**value, step: _with(value[step], rest, changed)}
    return [_with(each, rest, changed) if at == step else each for at, each in enumerate(value)]
