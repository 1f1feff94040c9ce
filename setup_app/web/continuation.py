"""Continue an answer on its connection after the view has returned.

A view that answers for minutes (the stream) would hold a thread. Instead it stores a continuation
under `CONTINUATION` in its request's environment; the web server sends the head of the answer and
runs the continuation on its event loop. Other servers do not offer that.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

CONTINUATION: Final = "metator.continuation"


class OpenConnection(Protocol):
    """A connection for its continuation. Its methods run on the loop alone."""

    def write(self, data: bytes) -> None: ...

    def untaken(self) -> int:
        """Return the number of written bytes that the reader has not received yet."""

    def close(self) -> None: ...


class Continuation(Protocol):
    """The handler of a connection after its response head was sent.

    Exactly one of `begin`, on the loop, and `drop`, in any thread, is called, whatever happens to
    the connection. After `begin`, `lost` is called once, even if `begin` raised or was not reached.
    """

    def begin(self, line: OpenConnection) -> None: ...

    def lost(self) -> None: ...

    def drop(self) -> None: ...


def place_in(environ: dict[str, Any]) -> list[Continuation] | None:
    """Return the place for the continuation; None if the server does not support one."""
    found: list[Continuation] | None = environ.get(CONTINUATION)
    return found
