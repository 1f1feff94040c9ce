"""The browsable page of the API's schema."""

from typing import Any

from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer


class DocsView(SpectacularSwaggerSplitView):
    """The page to browse the schema. Only this page has a template; other formats do not."""

    template_name = "api/docs.html"

    def get_renderers(self) -> list[Any]:
        shown = self.request.method in ("GET", "HEAD")
        return super().get_renderers() if shown else [JSONRenderer()]
