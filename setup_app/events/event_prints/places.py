"""The server's address as the order's request used it; printed links lead there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language
from rest_framework.request import Request

from setup_app.web.addresses import here_only


@dataclass(frozen=True)
class PrintAddress:
    """`base` is the address without a path; `here_only` says that it means nothing on another
    device, `language` in which language somebody reads."""

    base: str
    here_only: bool
    language: str

    @classmethod
    def of(cls, request: HttpRequest | Request) -> PrintAddress:
        """Where this request came to."""
        asked: HttpRequest = getattr(request, "_request", request)
        return cls(
            base=asked.build_absolute_uri("/").rstrip("/"),
            here_only=here_only(asked),
            language=get_language() or "en",
        )
