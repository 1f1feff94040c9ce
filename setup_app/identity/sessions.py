"""Sessions that are saved in the view's transaction and merged between parallel requests.

Django saves a changed session after the view, in a write of its own: if that write fails, the owner
cannot find what the view stored. It also saves the session as a whole: of two parallel requests by
one browser, the later would erase what the earlier has just added, such as a seat of a battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.contrib.sessions.backends import db
from django.db import router, transaction
from django.http import HttpRequest

_GONE: Final = object()


class SessionStore(db.SessionStore):
    """Django's database sessions; a value that is already stored is not written again.

    Concurrent changes are merged: for each field, and for each name in a field that holds names, a
    change of this request counts, and otherwise the stored value.
    """

    _stored: bytes | None = None
    _read: bytes | None = None

    def load(self) -> dict[str, Any]:
        found: dict[str, Any] = super().load()
        self._read = self.serializer().dumps(found)
        return found

    def save(self, must_create: bool = False) -> None:
        given: Any = self
        held = self._packed(must_create)
        if must_create or self.session_key is None:
            super().save(must_create)
        elif held != self._stored:
            # One transaction, so that no one writes between the read and the write.
            with transaction.atomic(using=router.db_for_write(self.model)):
                given._session_cache = self._with_others()
                super().save(must_create)
            held = self._packed()
        else:
            return
        self._stored = self._read = held

    def flush(self) -> None:
        self._stored = self._read = None
        super().flush()

    def _packed(self, no_load: bool = False) -> bytes:
        given: Any = self
        packed: bytes = self.serializer().dumps(given._get_session(no_load=no_load))
        return packed

    def _with_others(self) -> Any:
        """Return this request's session merged with concurrent changes of others."""
        given: Any = self
        row = self.model.objects.select_for_update().filter(pk=self.session_key).first()
        if row is None or self._read is None:
            return given._session
        return merged(
            self.serializer().loads(self._read), given._session, self.decode(row.session_data)
        )


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


@contextmanager
def remembered_with(request: HttpRequest) -> Iterator[None]:
    """Open one transaction for stored things and for the session's record of them."""
    with transaction.atomic():
        yield
        store: Any = request.session
        if store.modified:
            store.save()
