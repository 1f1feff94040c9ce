"""Sessions that are saved in the view's transaction and merged between parallel requests.

Django saves a changed session after the view, in a write of its own: if that write fails, the owner
cannot find what the view stored. It also saves the session as a whole: of two parallel requests by
one browser, the later would erase what the earlier has just added, such as a seat of a battle.

A browser that gains or gives up a right gets a new session id, so that a cookie noted beforehand
has no part in it. The old session keeps its other rights until the browser has sent the new id, and
then for ten minutes, for requests that are under way: a browser whose answer was lost loses nothing
that it had. No answer gives the new id to a request that came with the old one, except to the
request that moved the session, sent again.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, UpdateError
from django.db import OperationalError, router, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from setup_app.engine.values import canonical

REPEATED_WITHIN: Final = timedelta(minutes=10)
"""How long a request whose answer was lost can be repeated with the old session or token."""

ONCE: Final = "once"
"""The form field, or the cookie of a secret link's page, with a random value by which a repeated
request is recognised.
"""

_CSRF: Final = "csrfmiddlewaretoken"
MIN_KEY_LENGTH: Final = 8
"""As in Django."""
_GONE: Final = object()
_MOVED: Final = "moved"
"""The field of an old session: the new one's key, the request that moved it, and until when this
request may follow.
"""
_FORMER: Final = "former"
"""The field of a moved session: the keys that it had before, the latest last."""
_UNSEEN: Final = "unseen"
"""The field of a moved session whose new key the browser has not sent yet."""
MAX_FORMER: Final = 20

log = logging.getLogger(__name__)


class SessionStore(db.SessionStore):
    """Django's database sessions; a value that is already stored is not written again.

    Concurrent changes are merged: for each field, and for each name in a field that holds names, a
    change of this request counts, and otherwise the stored value. A change whose request began
    before the session was moved to a new id is stored there.
    """

    _stored: bytes | None = None
    _read: bytes | None = None
    _moved_by: str | None = None
    _left: Sequence[str] = ()

    is_from_cookie = False
    """Whether the browser sent the session's key with this request."""

    hides_key = False
    """Whether the answer must not set the cookie: the session was moved, and the cookie of this
    request may have been noted before.
    """

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
        self.hides_key = _MOVED in found
        if self.is_from_cookie and found.pop(_UNSEEN, False):
            self._left = found.get(_FORMER, ())
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
        former = self.get(_FORMER, ())
        self._stored = self._read = self._moved_by = None
        self._left, self.hides_key = (), False
        super().flush()
        self._delete_all(former)

    def cycle_key(self) -> None:
        former = self.pop(_FORMER, ())
        for note in (_MOVED, _UNSEEN):
            self.pop(note, None)
        self._left, self.hides_key = (), False
        super().cycle_key()
        self._delete_all(former)

    def confirm(self) -> None:
        """Let the sessions before a move expire once the browser has sent the new id.

        A request that only reads is answered even if this cannot be stored.
        """
        left, self._left = self._left, ()
        if not left:
            return
        limit = timezone.now() + REPEATED_WITHIN
        try:
            with transaction.atomic(using=router.db_for_write(self.model)):
                rows = self.model.objects.filter(pk__in=left, expire_date__gt=limit)
                rows.update(expire_date=limit)
                if not self.modified:
                    self.save()
        except OperationalError as error:
            log.warning("could not let old sessions expire: %s", type(error).__name__)

    def _delete_all(self, keys: Sequence[str]) -> None:
        if keys:
            self.model.objects.filter(pk__in=keys).delete()

    def _save_with_others(self) -> None:
        """Save this request's session merged with concurrent changes of others."""
        given: Any = self
        # The oldest first, as in `_save_beside`: no two requests wait for each other.
        former = self._lock_former() if self._moved_by is not None else []
        row = self._lock_row(self.session_key)
        if row is not None and self._read is not None:
            read, stored = self.serializer().loads(self._read), self.decode(row.session_data)
            if _MOVED in stored and stored[_MOVED] != read.get(_MOVED):
                # Another request moved the session while this one was under way.
                self._save_beside(read, stored[_MOVED]["to"])
                if self._moved_by is None:
                    self.hides_key = True
                    return
            else:
                given._session_cache = merged(read, given._session, stored)
        if row is not None and self._moved_by is not None:
            self._move_from(row, former, self._moved_by)
        elif row is not None and _MOVED in given._session:
            # Using an old session does not prolong it.
            row.session_data = self.encode(given._session)
            row.save(update_fields=["session_data"])
        else:
            super().save()

    def _save_beside(self, read: dict[str, Any], key: str) -> None:
        """Store this request's changes in the session that its own was moved to."""
        row = self._lock_row(key)
        while row is not None and _MOVED in (stored := self.decode(row.session_data)):
            row = self._lock_row(stored[_MOVED]["to"])
        if row is None:
            raise UpdateError
        given: Any = self
        row.session_data = self.encode(merged(read, given._session, stored))
        row.save(update_fields=["session_data"])

    def _move_from(self, row: Any, former: list[Any], by: str) -> None:
        """Save under a new id. The old rows keep the rights that both have, and what is moved from
        a session that is about to expire expires with it.
        """
        given: Any = self
        was_moved = given._session.pop(_MOVED, None) is not None
        keys = [*given._session.get(_FORMER, ()), row.pk][-MAX_FORMER:]
        given._session.update({_FORMER: keys, _UNSEEN: True})
        given._session_key = given._get_new_session_key()
        super().save(must_create=True)
        if was_moved:
            new = self.model.objects.filter(pk=self.session_key, expire_date__gt=row.expire_date)
            new.update(expire_date=row.expire_date)
        self.hides_key = False
        until = (timezone.now() + REPEATED_WITHIN).isoformat()
        for old in (*former, row):
            stored = self.decode(old.session_data)
            kept = _in_both(stored, given._session)
            notes: dict[str, Any] = {
                name: stored[name] for name in (_MOVED, _FORMER) if name in stored
            }
            if old is row:
                notes[_MOVED] = {"to": self.session_key, "by": by, "until": until}
            old.session_data = self.encode({**kept, **notes})
            old.save(update_fields=["session_data"])

    def _lock_former(self) -> list[Any]:
        keys = self.get(_FORMER, ())
        rows = self.model.objects.select_for_update().filter(expire_date__gt=timezone.now())
        return [row for key in keys if (row := rows.filter(pk=key).first()) is not None]

    def _lock_row(self, key: str | None) -> Any:
        return self.model.objects.select_for_update().filter(pk=key).first()

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


def renew_session(request: Any) -> None:
    """Give the browser a new session id when the session is saved: it gained or gave up a right.

    If the answer is lost, the same request finds the new session (`follow_renewed`), where its form
    has the field `once`, or its address the cookie of that name.
    """
    is_secret = isinstance(request, HttpRequest) and (
        ONCE in request.POST or ONCE in request.COOKIES
    )
    request.session.move(_digest(request) if is_secret else "")


def follow_renewed(request: HttpRequest) -> bool:
    """Return whether this same request renewed the session before; the browser then gets it."""
    moved = request.session.get(_MOVED)
    if not moved or not constant_time_compare(moved["by"], _digest(request)):
        return False
    found = SessionStore(moved["to"])
    if datetime.fromisoformat(moved["until"]) <= timezone.now() or not found.keys():
        return False
    request.session = found
    request.session.modified = True
    return True


def mark_link(request: HttpRequest, answer: HttpResponse) -> None:
    """Mark a secret link's page, so that `follow_renewed` knows this browser's request again.

    The link alone is not enough: the person who passed it on knows it too.
    """
    answer.set_cookie(
        ONCE,
        secrets.token_hex(16),
        max_age=timedelta(days=1),
        path=request.path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _digest(request: HttpRequest) -> str:
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name != _CSRF)
    by = [request.path, fields, request.COOKIES.get(ONCE, "")]
    return hashlib.sha256(canonical(by)).hexdigest()


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's middleware; a moved session's new id goes only to the request that moved it."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        store: Any = request.session
        store.is_from_cookie = True

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        store: Any = getattr(request, "session", None)
        if isinstance(store, SessionStore):
            store.confirm()
        answer: HttpResponse = super().process_response(request, response)
        if isinstance(store, SessionStore) and store.hides_key:
            answer.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answer


@contextmanager
def remembered_with(request: HttpRequest) -> Iterator[None]:
    """Open one transaction for stored things and for the session's record of them."""
    with transaction.atomic():
        yield
        store: Any = request.session
        if store.modified:
            store.save()
