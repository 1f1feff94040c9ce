"""Pagination of long lists, in one shape everywhere."""

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from setup_app.web.slices import PageCursor, Slice


class Pages(PageNumberPagination):
    """`{"count", "next", "previous", "results"}`; `?page_size=` up to 200. For short lists."""

    page_size_query_param = "page_size"
    max_page_size = 200


class Parts(Pages):
    """The same shape for an endless list: clients follow `next` and `previous`."""

    place_query_param = "place"

    def size(self, request: Request) -> int:
        # DRF's answer may be None if no size is set at all.
        return self.get_page_size(request) or self.max_page_size

    def place(self, request: Request) -> PageCursor | None:
        """Return the place in the address. Raises NotFound for an invalid one.

        A page number works only for the first page: an error is better than the first page again.
        """
        if request.query_params.get(self.page_query_param, "1") != "1":
            raise NotFound
        text = request.query_params.get(self.place_query_param)
        if text is None:
            return None
        place = PageCursor.read(text)
        if place is None:
            raise NotFound
        return place

    def answer(
        self, request: Request, part: Slice[Any], results: Sequence[Any], *, count: int
    ) -> Response:
        return Response(
            {
                "count": count,
                "next": self._address(request, part.next),
                "previous": self._address(request, part.previous),
                "results": results,
            }
        )

    def _address(self, request: Request, place: PageCursor | None) -> str | None:
        if place is None:
            return None
        here = request.build_absolute_uri()
        return str(replace_query_param(here, self.place_query_param, str(place)))
