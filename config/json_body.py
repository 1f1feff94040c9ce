"""What counts as a readable JSON body? Less than Python's parser would take.

Refused: more than the limit (413), and as unreadable (400) what is not UTF-8, is nested deeper
than anything of ours, names a key twice, holds NaN, an infinity (1e999 is one), a whole number
that other languages cannot hold exactly, a lone surrogate or a NUL. PostgreSQL stores no NUL, and
SQLite would; so neither database may see one.
"""

import json
import math
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

DEEPEST = 32
LARGEST = 2**53


class TooMuch(APIException):
    """The body is larger than `BODY_LIMIT`."""

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
    """The value that `body` holds. Raises ParseError, which says what is wrong."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_keys_once,
        )
    except RecursionError:
        raise ParseError(_too_deep()) from None
    except UnicodeDecodeError:
        raise ParseError(_("The body is not UTF-8.")) from None
    except ValueError as error:
        raise ParseError(_("The body is not JSON: {why}.").format(why=str(error)[:200])) from None
    _examine(value)
    return value


def _examine(value: Any) -> None:
    """Walk without recursion: depth is one of the things in question."""
    waiting = [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, str):
            _examine_text(each)
        elif isinstance(each, dict):
            waiting.extend((key, depth) for key in each)
            waiting.extend((inner, depth + 1) for inner in each.values())
        elif isinstance(each, list):
            waiting.extend((inner, depth + 1) for inner in each)
        elif isinstance(each, int) and abs(each) > LARGEST:
            raise ParseError(_("A whole number is beyond 2^53."))
        if depth > DEEPEST + 1 or (depth > DEEPEST and isinstance(each, (dict, list))):
            raise ParseError(_too_deep())


def _examine_text(text: str) -> None:
    if "\0" in text:
        raise ParseError(_("A text holds a NUL character."))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ParseError(_("A text holds half of a surrogate pair.")) from None


def _too_deep() -> str:
    return _("The body is nested more than {most} deep.").format(most=DEEPEST)


def _refuse_constant(name: str) -> None:
    raise ValueError(_("{name} is no JSON number").format(name=name))


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(_("a number is too large"))
    return number


def _keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError(_("an object names a key twice"))
    return read
