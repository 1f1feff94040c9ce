"""Send requests that leave nothing behind, and note every answer that a server must not give."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from http.cookies import SimpleCookie
from typing import Any

from django.core.signals import got_request_exception
from django.db import transaction
from django.test import Client

from setup_app.jobs import tasks
from setup_app.jobs.models import Job

AWAY = {"no_worker", "no_stream"}
"""The codes of a 503 that tell of this test's surroundings."""
WAITS = "waiting for a job inside a transaction"
SHOWN = 12
"""Causes that a failure shows."""


@dataclass(frozen=True)
class Request:
    """One request of a client."""

    client: Client
    method: str
    path: str
    data: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)

    def with_headers(self, **more: str) -> Request:
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        return replace(self, headers={**self.headers, **headers})


Mutated = tuple[str, Callable[[], list[Request]]]
"""The name of a mutant, and what makes its requests."""


@dataclass
class Sender:
    """Sends requests and counts what they come to."""

    remake: Callable[[], object] | None = None
    """Makes the stage again, after a request that could not be rolled back changed it."""
    runs_jobs: bool = False
    """Whether a worker's part of an accepted request is done too."""
    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    broken: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """Valid requests that were refused: their mutants reach nothing."""
    _error: BaseException | None = None

    def try_all(self, name: str, requests: Sequence[Request]) -> list[int]:
        """Send requests one after the other, undo what they did, and return their statuses.

        A request that waits for a worker cannot be undone: it is sent without a transaction.
        """
        statuses = self._in_transaction(name, requests)
        if statuses is None:
            statuses = [self._send(name, each) for each in requests]
            if self.remake is not None and min(statuses) < 300:
                self.remake()
        return statuses

    def report(self) -> str:
        """Return the causes of server errors, each with its number and its first requests."""
        causes = sorted(self.broken.items(), key=lambda each: -len(each[1]))
        lines = [f"{sum(map(len, self.broken.values()))} server errors by {len(causes)} causes"]
        for cause, names in causes[:SHOWN]:
            lines += [f"--- {len(names)} times, as {names[:3]}", cause]
        return "\n".join(lines)

    def _in_transaction(self, name: str, requests: Sequence[Request]) -> list[int] | None:
        statuses, waited = [], False
        with transaction.atomic():
            for each in requests:
                before = set(Job.objects.values_list("pk", flat=True)) if self.runs_jobs else set()
                status = self._send(name, each, undone=True)
                if status == 0:
                    waited = True
                    break
                statuses.append(status)
                if status >= 500:
                    break
                if status == 202 and self.runs_jobs and len(requests) == 1:
                    self._run_jobs(name, before)
            transaction.set_rollback(True)
        return None if waited else statuses

    def _send(self, name: str, request: Request, *, undone: bool = False) -> int:
        """Send a request and return its status; 0 if it has to wait for a worker."""
        client = request.client
        client.raise_request_exception = False
        cookies = client.cookies.output()
        self._error = None
        got_request_exception.connect(self._note)
        try:
            answer = client.generic(
                request.method,
                request.path,
                request.data,
                content_type=request.content_type,
                headers=request.headers,
            )
        except Exception as error:  # noqa: BLE001 -- the report names it
            # Outside of Django's handlers the error has nothing that would answer it.
            answer, self._error = None, error
        finally:
            got_request_exception.disconnect(self._note)
            if undone:
                client.cookies = SimpleCookie()
                for line in cookies.splitlines():
                    client.cookies.load(line.removeprefix("Set-Cookie: "))
        if undone and self._error is not None and WAITS in str(self._error):
            return 0
        self.sent += 1
        status = 500 if answer is None else answer.status_code
        self.statuses[status] += 1
        if status >= 500 and not _is_away(answer):
            self._keep(f"{request.method} {request.path[:120]} {name} -> {status}")
        if answer is not None and answer.streaming:
            answer.getvalue()
        return status

    def _run_jobs(self, name: str, before: set[Any]) -> None:
        """Do what a worker does, in the order in which it would get it."""
        for job in Job.objects.exclude(pk__in=before).order_by("created"):
            if job.parts_count == 0 and job.announce_next is not None:
                tasks.run(job.pk)
                job.refresh_from_db()
                if (job.error or {}).get("code") == "fault":
                    self._keep(f"{job.kind} by {name}: {job.error}")

    def _note(self, **_signal: Any) -> None:
        self._error = sys.exception()

    def _keep(self, name: str) -> None:
        self.broken.setdefault(_cause(self._error), []).append(name)


def _is_away(answer: Any) -> bool:
    if answer is None or answer.status_code != 503:
        return False
    kind = answer.headers.get("Content-Type", "")
    if "json" in kind:
        return answer.json().get("code") in AWAY
    return b"no_worker" in answer.content or b"data-code" in answer.content


def _cause(error: BaseException | None) -> str:
    """Return where an error came from: the last steps in our own code."""
    if error is None:
        return "no exception"
    steps = traceback.extract_tb(error.__traceback__)
    own = [each for each in steps if "site-packages" not in each.filename][-3:]
    last = [*own, steps[-1]] if steps and own[-1:] != [steps[-1]] else own
    places = " > ".join(
        f"{each.filename.rsplit('/', 2)[-2]}/{each.filename.rsplit('/', 1)[-1]}:{each.lineno}"
        for each in last
    )
    return f"{type(error).__name__}: {str(error)[:160]} at {places}"
