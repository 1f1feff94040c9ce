"""The offline page, and the service worker that keeps finished tables for reading offline.

The service worker is served from the root, so that it covers every page. It keeps what it is asked
to keep and nothing else: see static/js/service-worker.js.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from setup_app.web.assets.bundles import PREFIX

STATIC = Path(settings.BASE_DIR) / "static"
SCRIPT = STATIC / "js" / "service-worker.js"
PAGES = [Path(settings.BASE_DIR) / "templates" / name for name in ("offline.html", "base.html")]


def version() -> str:
    """Return a name for all files of a page: it changes as soon as one of them changes."""
    return _hashed() if not settings.DEBUG else _hashed.__wrapped__()


@cache
def _hashed() -> str:
    found = hashlib.sha256()
    for path in sorted(path for path in (*STATIC.rglob("*"), *PAGES) if path.is_file()):
        found.update(str(path.relative_to(settings.BASE_DIR)).encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=lambda request: f'"{version()}"')
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with its version and addresses. Browsers request it for every page,
    so it answers with an ETag and no query.
    """
    told = {
        "version": version(),
        "offline": reverse("no-connection"),
        "files": [settings.STATIC_URL, PREFIX],
    }
    script = f"const TOLD = {json.dumps(told)};\n{SCRIPT.read_text('utf-8')}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """Return the page that replaces an unreachable one. It contains no personal data."""
    return render(request, "offline.html")
