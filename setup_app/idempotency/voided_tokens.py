"""Repeated requests whose first answer was lost and had voided the caller's token."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.views import APIView

from setup_app.engine.errors import DomainError
from setup_app.idempotency.services import FoundResult, find_result
from setup_app.identity.authentication import Holder
from setup_app.identity.sessions import REPEATED_WITHIN


class VoidedTokenMixin(APIView):
    """A view whose actions may void the caller's own token.

    For ten minutes the voided token with the same `Idempotency-Key` gets the same answer, and
    nothing else. The methods `post` and `delete` first answer with `repeated`, if there is one.
    """

    repeated: FoundResult | None = None

    find_voided: Callable[[str], Holder | None]
    """Return the holder of a token that was valid before; None for every other token."""

    def perform_authentication(self, request: Request) -> None:
        """Authenticate as usual, or by a voided token with the key of a request that it sent."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            words = get_authorization_header(request).decode("latin-1").split()
            can_void = request.method in ("POST", "DELETE") and len(words) == 2
            holder: Any = self.find_voided(words[1]) if can_void else None
            if holder is None:
                raise
            request.user, request.auth = AnonymousUser(), holder
            # A refusal, or a key that stands for another request, gives nothing either.
            with suppress(DomainError):
                self.repeated = find_result(request, within=REPEATED_WITHIN)
            if self.repeated is None:
                raise
