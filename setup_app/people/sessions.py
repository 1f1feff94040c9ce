"""When is stored what a browser remembers? With what it remembers it of, or before.

Django stores a changed session after the view, in a write of its own: where that one fails, what
the view has stored is there and its owner cannot find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.sessions.backends import db
from django.db import transaction
from django.http import HttpRequest


class SessionStore(db.SessionStore):
    """Django's sessions in the database; what has been stored already is not written again."""

    _stored: bytes | None = None

    def save(self, must_create: bool = False) -> None:
        given: Any = self
        held = self.serializer().dumps(given._get_session(no_load=must_create))
        if must_create or self.session_key is None or held != self._stored:
            super().save(must_create)
            self._stored = held

    def flush(self) -> None:
        self._stored = None
        super().flush()


@contextmanager
def remembered_with(request: HttpRequest) -> Iterator[None]:
    """One transaction for what is stored in it and for what the session then remembers of it."""
    with transaction.atomic():
        yield
        store: Any = request.session
        if store.modified:
            store.save()
