"""The WSGI application."""

import os
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()
_KIND: Final = "CONTENT_TYPE"


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Call Django, and treat an unusable charset as a missing one: Django would fail with it before
    anything could refuse the request.
    """
    kind, stated = parse_header_parameters(environ.get(_KIND, ""))
    if "charset" in stated and not _reads_text(stated["charset"]):
        environ[_KIND] = kind
    return _django(environ, start)


def _reads_text(charset: str) -> bool:
    try:
        bytes(range(256)).decode(charset, "replace")
    except (LookupError, UnicodeError, ValueError):
        return False
    return True
