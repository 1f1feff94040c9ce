"""What may an answer leave to go on after it, on the connection that it went out on?

A view that answers for minutes (the stream) would hold a thread. It leaves what goes on under
`CONTINUATION` in its request's environment instead: the web server sends the answer's head, and
lets that write on its loop. Any other server leaves no such place.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

CONTINUATION: Final = "metator.continuation"


class OpenConnection(Protocol):
    """A connection, to whoever goes on on it. To be called on the loop alone."""

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
