"""Sessions that are saved in the view's transaction and merged between parallel requests.

Django saves a changed session after the view, in a write of its own: if that write fails, the owner
cannot find what the view stored. It also saves the session as a whole: of two parallel requests by
one browser, the later would erase what the earlier has just added, such as a seat of a battle.

A browser that gains or gives up a right gets a new session id, so that a cookie noted beforehand
has no part in it. The old session keeps its other rights for ten minutes, for the browser's
requests that are under way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.db import router, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from setup_app.engine.values import canonical

REPEATED_WITHIN: Final = timedelta(minutes=10)
"""How long a request whose answer was lost can be repeated with the old session."""

ONCE: Final = "once"
"""The form field with a random value, by which a repeated form is recognised."""

_CSRF: Final = "csrfmiddlewaretoken"
MIN_KEY_LENGTH: Final = 8
"""As in Django."""
_GONE: Final = object()
_MOVED: Final = "moved"
"""The field of an old session: the new one's key, and the request that moved it."""


class SessionStore(db.SessionStore):
    """Django's database sessions; a value that is already stored is not written again.

    Concurrent changes are merged: for each field, and for each name in a field that holds names, a
    change of this request counts, and otherwise the stored value. A change whose request began
    before the session was moved to a new id is stored there.
    """

    _stored: bytes | None = None
    _read: bytes | None = None
    _moved_by: str | None = None

    def move(self, by: str) -> None:
        """Let the next save give the session a new id. `by` is the request's digest, or empty."""
        self._moved_by = by
        self.modified = True

    def _validate_session_key(self, key: str | None) -> bool:
        """Return whether a cookie's value could be a key of ours. A quoted cookie may hold any
        character, even one that no database accepts.
        """
        return key is not None and len(key) >= MIN_KEY_LENGTH and set(key) <= set(VALID_KEY_CHARS)

    def load(self) -> dict[str, Any]:
        found: dict[str, Any] = super().load()
        self._read = self.serializer().dumps(found)
        return found

    def save(self, must_create: bool = False) -> None:
        held = self._packed(must_create)
        if must_create or self.session_key is None:
            super().save(must_create)
        elif held != self._stored or self._moved_by is not None:
            # One transaction, so that no one writes between the read and the write.
            with transaction.atomic(using=router.db_for_write(self.model)):
                self._save_with_others()
            held = self._packed()
        else:
            return
        self._stored, self._read, self._moved_by = held, held, None

    def flush(self) -> None:
        self._stored = self._read = self._moved_by = None
        super().flush()

    def _save_with_others(self) -> None:
        """Save this request's session merged with concurrent changes of others."""
        given: Any = self
        row = self._lock_row()
        if row is not None and self._read is not None:
            read, stored = self.serializer().loads(self._read), self.decode(row.session_data)
            if _MOVED in stored and _MOVED not in read:
                # Another request of this browser moved the session while this one was under way.
                given._session_key = stored[_MOVED]["to"]
                row = self._lock_row()
                stored = self.decode(row.session_data) if row is not None else {}
                self._moved_by = None
            given._session_cache = merged(read, given._session, stored)
        if row is None or self._moved_by is None:
            super().save()
        else:
            self._move_from(row, self._moved_by)

    def _move_from(self, row: Any, by: str) -> None:
        """Save under a new id; the old row keeps the rights that both have, for a while."""
        given: Any = self
        given._session.pop(_MOVED, None)
        given._session_key = given._get_new_session_key()
        super().save(must_create=True)
        kept = _in_both(self.decode(row.session_data), given._session)
        row.session_data = self.encode({**kept, _MOVED: {"to": self.session_key, "by": by}})
        row.expire_date = min(row.expire_date, timezone.now() + REPEATED_WITHIN)
        row.save(update_fields=["session_data", "expire_date"])

    def _lock_row(self) -> Any:
        return self.model.objects.select_for_update().filter(pk=self.session_key).first()

    def _packed(self, no_load: bool = False) -> bytes:
        given: Any = self
        packed: bytes = self.serializer().dumps(given._get_session(no_load=no_load))
        return packed


def merged(before: Any, mine: Any, theirs: Any) -> Any:
    """Return the merge of two changes of the same value. In a conflict `mine` wins.

    My changes follow theirs, in my order.
    """
    if mine == before:
        return theirs
    if theirs == before or not (isinstance(mine, dict) and isinstance(theirs, dict)):
        return mine
    known = before if isinstance(before, dict) else {}
    both = dict(theirs)
    for name in known.keys() - mine.keys():
        both.pop(name, None)
    for name, value in mine.items():
        was = known.get(name, _GONE)
        if value != was:
            both[name] = merged(was, value, both.pop(name, _GONE))
    return both


def _in_both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the values that are equal in both, at any depth of names."""
    found = {}
    for name, value in one.items():
        same = other.get(name, _GONE)
        if value == same:
            found[name] = value
        elif isinstance(value, dict) and isinstance(same, dict):
            found[name] = _in_both(value, same)
    return found


def renew_session(request: Any, *, by_link: bool = False) -> None:
    """Give the browser a new session id when the session is saved: it gained or gave up a right.

    If the answer is lost, the same request finds the new session (`follow_renewed`): `by_link`
    tells that its address is secret; otherwise its form needs the field `once`.
    """
    is_secret = by_link or (isinstance(request, HttpRequest) and ONCE in request.POST)
    request.session.move(_digest(request) if is_secret else "")


def follow_renewed(request: HttpRequest) -> bool:
    """Return whether this same request renewed the session before; the browser then gets it."""
    moved = request.session.get(_MOVED)
    if not moved or not constant_time_compare(moved["by"], _digest(request)):
        return False
    request.session = SessionStore(moved["to"])
    request.session.modified = True
    return True


def _digest(request: HttpRequest) -> str:
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name != _CSRF)
    return hashlib.sha256(canonical([request.path, fields])).hexdigest()


@contextmanager
def remembered_with(request: HttpRequest) -> Iterator[None]:
    """Open one transaction for stored things and for the session's record of them."""
    with transaction.atomic():
        yield
        store: Any = request.session
        if store.modified:
            store.save()
