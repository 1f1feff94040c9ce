"""Answer in JSON when the caller asks for a format that does not exist."""

from typing import Any

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation


class JSONOtherwise(DefaultContentNegotiation):
    """JSON for clients with an unexpected Accept header, instead of an error."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            return renderers[0], renderers[0].media_type


class AnyForm(BaseContentNegotiation):
    """Any format: the address determines whether a picture or a file is returned, not the
    header.
    """

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
