"""What of a request whose answer holds no secret? The answer itself is kept, and given again.

Who had no key of his own yet is given the one that the first request made, so that a lost answer
does not lose what it stored: the idempotency key, of 32 characters or more, shows that it is he.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.idempotency.services import once
from setup_app.identity.requesters import asker_of, keep_key


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request came to."""

    status: int
    body: Any = None


def answered_once(request: Request, act: Callable[[], Answer]) -> Response:
    """Do `act` and answer; where this caller's key was answered before, answer that again.

    Raises what `once` raises.
    """

    def acted() -> dict[str, Any]:
        answer = act()
        return {
            "status": answer.status,
            "body": json.loads(JSONRenderer().render(answer.body) or b"null"),
            "owner_key": asker_of(request).key,
        }

    kept = once(request, acted)
    if asker_of(request).is_stranger and kept["owner_key"]:
        keep_key(request, kept["owner_key"])
    return Response(kept["body"], status=kept["status"])
