"""The view that serves bundles."""

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from setup_app.web.assets.bundles import at

TYPES = {"script": "text/javascript; charset=utf-8", "sheet": "text/css; charset=utf-8"}
REFUSED = re.compile(r"q\s*=\s*0(?:\.0*)?")
FOR_GOOD = "public, max-age=31536000, immutable"


@require_safe
def asset(request: HttpRequest, mark: str, name: str) -> HttpResponse:
    """Return a script or a sheet. A page of an older version gets the current one, with caching
    disabled.
    """
    found = at(mark, name)
    if found is None:
        raise Http404
    packed = reads_gzip(request.headers.get("Accept-Encoding", ""))
    answer = HttpResponse(
        found.compressed if packed else found.content, content_type=TYPES[found.recipe.kind]
    )
    kept = found.mark == mark and not settings.DEBUG
    answer.headers["Cache-Control"] = FOR_GOOD if kept else "no-cache"
    answer.headers["Access-Control-Allow-Origin"] = "*"
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def reads_gzip(accepted: str) -> bool:
    """Return whether an `Accept-Encoding` accepts gzip; `;q=0` refuses it."""
    for each in accepted.lower().split(","):
        name, _, weight = (part.strip() for part in each.partition(";"))
        if name == "gzip":
            return not REFUSED.fullmatch(weight)
    return False
