"""The server's address as the order's request used it; printed links lead there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language
from rest_framework.request import Request

from setup_app.web.addresses import here_only


@dataclass(frozen=True)
class PrintAddress:
    """The address that codes on prints lead to.

    `base` is the address without a path; `here_only` says that it is useless on another device;
    `language` is the reader's language.
    """

    base: str
    here_only: bool
    language: str

    @classmethod
    def of(cls, request: HttpRequest | Request) -> PrintAddress:
        """Return the address to which this request was sent."""
        asked: HttpRequest = getattr(request, "_request", request)
        return cls(
            base=asked.build_absolute_uri("/").rstrip("/"),
            here_only=here_only(asked),
            language=get_language() or "en",
        )
