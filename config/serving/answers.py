"""The application's answer to a request, and the parts in which it is sent.

A thread produces a part and none is needed to send it: slow readers hold no thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from config.serving.refusals import asks_api, refusal
from setup_app.web.continuation import CONTINUATION, Continuation

PART: Final = 256 * 1024
"""The amount of a response that is gathered before any of it is sent."""

_OURS: Final = {"connection", "transfer-encoding", "date"}
"""Headers that the web server sets and the application does not."""

log = logging.getLogger(__name__)

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(slots=True)
class Answer:
    """The head of a response and its next part. `rest` gives the following parts; None at the end.

    `is_broken` says that the response is incomplete.
    """

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    part: list[bytes] = field(default_factory=list)
    rest: Iterator[bytes] | None = None
    source: Any = None
    goes_on: Continuation | None = None
    is_broken: bool = False

    @property
    def has_body(self) -> bool:
        return self.status >= HTTPStatus.OK and self.status not in (
            HTTPStatus.NO_CONTENT,
            HTTPStatus.NOT_MODIFIED,
        )

    @property
    def has_length(self) -> bool:
        return any(name == b"content-length" for name, _ in self.headers)

    @property
    def is_open(self) -> bool:
        """Return whether the application must still be told about the end of the response."""
        return self.source is not None or self.goes_on is not None

    def without_length(self) -> None:
        self.headers = [each for each in self.headers if each[0] != b"content-length"]

    def more(self) -> Answer:
        """Gather the next part; `rest` is None after the last. In a thread."""
        self.part = []
        try:
            self.gather()
        except Exception:  # the head is sent: the response can only be aborted
            log.exception("a response was interrupted")
            self.is_broken = True
            self.rest = None
        if self.rest is None:
            self.close()
        return self

    def gather(self) -> None:
        size = 0
        while self.rest is not None and size < PART:
            data = next(self.rest, None)
            if data is None:
                self.rest = None
            else:
                self.part.append(data)
                size += len(data)

    def close(self) -> None:
        """Tell the application that the reader has stopped. In a thread."""
        source, self.source, self.rest = self.source, None, None
        close = getattr(source, "close", None)
        if close is not None:
            try:
                close()
            except Exception:  # the response is sent
                log.exception("a response could not be closed")

    def discard(self) -> None:
        """Drop the response, or the rest of it. In a thread."""
        self.close()
        goes_on, self.goes_on = self.goes_on, None
        if goes_on is not None:
            goes_on.drop()


def ask(application: Application, environ: dict[str, Any]) -> Answer:
    """Pass a request to the application; return its response with the first part. In a thread."""
    answer = Answer()
    goes_on: list[Continuation] = []
    environ[CONTINUATION] = goes_on

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        answer.status = int(status[:3])
        answer.headers = [
            (lower.encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if (lower := name.lower()) not in _OURS
        ]
        return answer.part.append

    try:
        answer.source = application(environ, start)
        answer.rest = iter(answer.source)
        answer.gather()
    except Exception:  # the program handles its own faults: this is one of the handler
        log.exception("a request failed")
        answer.close()
        for each in goes_on:
            each.drop()
        return _fault(environ["PATH_INFO"])
    if answer.status == HTTPStatus.OK and goes_on:
        answer.goes_on = goes_on.pop()
    for each in goes_on:
        each.drop()
    if answer.rest is None:
        answer.close()
    return answer


def _fault(path: str) -> Answer:
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    kind, body = refusal(status, api=asks_api(path.encode("latin-1")))
    return Answer(status.value, [(b"content-type", kind.encode())], [body])
