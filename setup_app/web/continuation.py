"""Continue an answer on its connection after the view has returned.

A view that answers for minutes (the stream) would hold a thread. Instead it stores a continuation
under `CONTINUATION` in its request's environment; the web server sends the head of the answer and
runs the continuation on its event loop. Other servers do not offer that.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

CONTINUATION: Final = "metator.continuation"


class OpenConnection(Protocol):
    """A connection whose answer continues on it. Call it only on the event loop."""

    def write(self, data: bytes) -> None: ...

    def untaken(self) -> int:
        """Bytes that were written and that the reader has not taken yet."""

    def close(self) -> None: ...


class Continuation(Protocol):
    """What goes on on a connection once its head is out.

    Exactly one of `begin`, on the loop, and `drop`, in any thread, is called, whatever becomes of
    the connection; after `begin`, `lost` once, also where `begin` raised or was not come to.
    """

    def begin(self, line: OpenConnection) -> None: ...

    def lost(self) -> None: ...

    def drop(self) -> None: ...


def place_in(environ: dict[str, Any]) -> list[Continuation] | None:
    """Where to leave it; None where the server cannot let anything go on."""
    found: list[Continuation] | None = environ.get(CONTINUATION)
    return found
