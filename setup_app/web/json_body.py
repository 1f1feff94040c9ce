"""A JSON parser that is stricter than Python's.

It refuses bodies over the limit (413) and, as unreadable (400), bodies that are not UTF-8, are
nested too deeply, repeat a key, or contain NaN, an infinity (such as 1e999), a whole number that
other languages cannot hold exactly, a lone surrogate or a NUL. PostgreSQL stores no NUL and SQLite
would, so neither gets one.
"""

import json
import math
import re
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from setup_app.engine.errors import DomainError

DEEPEST = 32
MAX_SIZE = 2**53
MAX_BRACKETS = 100_000
"""The limit for lists and objects in one body. A megabyte of outlines has some 60,000 points; one
of empty lists would keep a thread busy for a second.
"""
STRING = re.compile(rb'(?s)"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
LONG_NUMBER = re.compile(rb"[0-9]{16}")
BRACES_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")
NO_BRACKETS = bytes(each for each in range(256) if each not in b"[]{}")


class TooMuch(APIException):
    """The body is larger than `BODY_LIMIT`, or contains more lists and objects than
    MAX_BRACKETS.
    """

    status_code = 413
    default_code = "too_much"


class StrictJSONParser(BaseParser):
    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None
    ) -> Any:
        body = stream.read(settings.BODY_LIMIT + 1)
        if len(body) > settings.BODY_LIMIT:
            raise TooMuch
        return read_json(body)


def read_json(body: bytes) -> Any:
    """Return the value in `body`. Raises ParseError with the reason, and TooMuch."""
    if _is_too_deep(body):
        raise ParseError(_too_deep())
    if body.count(b"[") + body.count(b"{") > MAX_BRACKETS:
        raise TooMuch
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_exact if LONG_NUMBER.search(body) else None,
            object_pairs_hook=_keys_once,
        )
    except UnicodeDecodeError:
        raise ParseError(_("The body is not UTF-8.")) from None
    except ValueError as error:
        raise ParseError(_("The body is not JSON: {why}.").format(why=str(error)[:200])) from None
    if b"\\u" in body:
        _examine_texts(value)
    return value


def read_field(text: str, where: str = "") -> Any:
    """Return the JSON value in a field of a form or in its file, read as strictly as a body.

    Raises `unreadable`, with the place of the field, and `too_much`.
    """
    try:
        # A text from a program may hold half of a surrogate pair, which has no bytes.
        return read_json(text.encode("utf-8", "surrogatepass"))
    except ParseError as wrong:
        raise DomainError("unreadable", {"where": where} if where else {}) from wrong
    except TooMuch as wrong:
        raise DomainError("too_much") from wrong


def _is_too_deep(body: bytes) -> bool:
    """Return whether brackets nest more than DEEPEST deep; checked before parsing.

    It removes one level at a time with C functions: walking through a megabyte of small lists takes
    a second. The result is undefined for a body that is not JSON.
    """
    left = STRING.sub(b"", body).translate(BRACES_AS_BRACKETS, NO_BRACKETS)
    for _level in range(DEEPEST):
        left = left.replace(b"[]", b"")
    return b"[]" in left or left.count(b"[") > DEEPEST


def _examine_texts(value: Any) -> None:
    """Raise for a NUL and for half of a surrogate pair; only an escape can produce them."""
    texts = [value]
    while texts:
        each = texts.pop()
        if isinstance(each, dict):
            texts.extend((*each, *each.values()))
        elif isinstance(each, list):
            texts.extend(each)
        elif isinstance(each, str):
            _examine_text(each)


def _examine_text(text: str) -> None:
    if "\0" in text:
        raise ParseError(_("A string contains a NUL character."))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ParseError(_("A string contains an unpaired surrogate.")) from None


def _too_deep() -> str:
    return _("The body is nested more than {most} levels deep.").format(most=DEEPEST)


def _exact(text: str) -> int:
    # A number with more digits is not even parsed: that takes quadratic time.
    if len(text) > 20 or abs(int(text)) > MAX_SIZE:
        raise ValueError(_("an integer is larger than 2^53"))
    return int(text)


def _refuse_constant(name: str) -> None:
    raise ValueError(_("{name} is not a JSON number").format(name=name))


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(_("a number is too large"))
    return number


def _keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError(_("an object has a duplicate key"))
    return read
