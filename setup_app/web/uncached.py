"""Mark answers for one caller as not cacheable."""

from typing import Any

from rest_framework.views import APIView


class Uncached(APIView):
    """Disables caching for every address whose response depends on the requester."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        return response
