"""The API's schema, and the page to browse it."""

from threading import Lock
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

_made: Final[dict[tuple[str | None, str], bytes]] = {}
_making: Final = Lock()


class SchemaView(SpectacularAPIView):
    """The schema. Making it takes a second of computing and no account, so each process makes it
    once per language and format.

    drf-spectacular's parameters `lang` and `version` have no effect: there is one version, and the
    request says its language as everywhere.
    """

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        kind = f"{renderer.media_type}; charset=utf-8" if renderer.charset else renderer.media_type
        name = f'inline; filename="Metator.{renderer.format}"'
        return HttpResponse(
            self._rendered(renderer), content_type=kind, headers={"Content-Disposition": name}
        )

    def _rendered(self, renderer: Any) -> bytes:
        key = (get_language(), f"{renderer.media_type} {renderer.format}")
        with _making:
            if key not in _made:
                generator: Any = self.generator_class()
                schema = generator.get_schema(request=None, public=True)
                _made[key] = renderer.render(schema)
            return _made[key]


class DocsView(SpectacularSwaggerSplitView):
    """The page to browse the schema. Only this page has a template; other formats do not."""

    template_name = "api/docs.html"

    def get_renderers(self) -> list[Any]:
        shown = self.request.method in ("GET", "HEAD")
        return super().get_renderers() if shown else [JSONRenderer()]
