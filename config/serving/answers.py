"""What does the application say to a request, and in which parts does it go out?

A part is gathered in a thread and sent without one: whoever reads slowly holds none.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from setup_app.web.going_on import GOES_ON, GoingOn

PART: Final = 256 * 1024
"""So much of an answer is gathered before any of it is sent."""

log = logging.getLogger(__name__)

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(slots=True)
class Answer:
    """The head of an answer and its first part. `rest` gives what comes after; None: that is all.

    `length` is what its header says of the body, None where it says nothing.
    """

    status: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    part: list[bytes] = field(default_factory=list)
    rest: Iterator[bytes] | None = None
    source: Any = None
    length: int | None = None
    goes_on: GoingOn | None = None

    def more(self) -> list[bytes]:
        """The next part; `rest` is None after the last. In a thread."""
        gathered: list[bytes] = []
        size = 0
        while self.rest is not None and size < PART:
            try:
                data = next(self.rest, None)
            except Exception:  # the head is gone: all that can be said is to break off
                log.exception("an answer broke off")
                self.rest, self.length = None, -1
                break
            if data is None:
                self.rest = None
            else:
                gathered.append(data)
                size += len(data)
        return gathered

    def close(self) -> None:
        """Let the application know that nobody reads on. In a thread."""
        source, self.source, self.rest = self.source, None, None
        close = getattr(source, "close", None)
        if close is not None:
            try:
                close()
            except Exception:  # the answer is out
                log.exception("an answer could not be closed")


def ask(application: Application, environ: dict[str, Any]) -> Answer:
    """Put a request to the application; its answer with the first part. In a thread."""
    answer = Answer()
    goes_on: list[GoingOn] = []
    environ[GOES_ON] = goes_on

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        answer.status, answer.headers = status, headers
        return answer.part.append

    try:
        answer.source = application(environ, start)
        answer.rest = iter(answer.source)
        answer.part += answer.more()
    except Exception:  # the program answers its own faults: this is one of that
        log.exception("a request could not be answered")
        answer.close()
        for each in goes_on:
            each.drop()
        return plain(HTTPStatus.INTERNAL_SERVER_ERROR)
    for name, value in answer.headers:
        if name.lower() == "content-length" and value.isdigit():
            answer.length = int(value)
    if answer.status.startswith("200"):
        answer.goes_on = goes_on.pop() if goes_on else None
    for each in goes_on:
        each.drop()
    return answer


def plain(status: HTTPStatus) -> Answer:
    """One line that says what is wrong, where no application could be asked."""
    said = f"{status.phrase}.\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(said))),
    ]
    return Answer(f"{status.value} {status.phrase}", headers, [said], length=len(said))
