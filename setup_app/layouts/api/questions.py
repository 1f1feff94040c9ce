"""Questions about a table that belongs to no battle.

A worker answers within 5 s; otherwise the response is 202 with a job whose result is that answer.
Unreadable requests are refused at once, without a worker.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.idempotency.services import run_idempotent
from setup_app.identity.callers import caller_of
from setup_app.jobs.api import failed, ticket, waited
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import enqueue
from setup_app.jobs.timeouts import TIMEOUT, NoWorker, is_swamped, would_answer
from setup_app.layouts import job_handlers, serializers
from setup_app.layouts.requests import read_placing, read_with_rules
from setup_app.web.uncached import Uncached

Post = TypeVar("Post", bound=Callable[..., Response])


class ByWorker(ABC, Uncached):
    """A view whose request is answered by a worker, after a limited wait.

    Without `timeout` the answer is always a job, however soon that ends.
    """

    kind: ClassVar[str]
    most_waiting: ClassVar[int] = job_handlers.MAX_LAYOUTS
    timeout: ClassVar[float] = TIMEOUT

    @abstractmethod
    def arguments(self, stated: Any) -> Mapping[str, Any]:
        """Return the job's arguments; raise if the request cannot be read."""

    def answered(self, request: Request) -> Response:
        arguments = self.arguments(request.data)
        # Checked before the key is claimed, so that no transaction waits for Redis. An order is
        # stored whether or not a worker is there yet; a question needs one now.
        free = (
            would_answer(self.kind, most=self.most_waiting)
            if self.timeout
            else not is_swamped(self.kind, most=self.most_waiting)
        )

        def ask() -> dict[str, str]:
            if not free:
                raise NoWorker
            return {"job": str(enqueue(self.kind, arguments, caller=caller_of(request)).pk)}

        def render(result: dict[str, str]) -> Response:
            job_id = result["job"]
            if not Job.objects.filter(pk=job_id).exists():
                # The job was deleted before the request was repeated: the same question has the
                # same answer.
                job_id = ask()["job"]
            if self.timeout:
                job = waited(request, job_id, self.timeout)
                if job.state == State.FAILED:
                    return failed(job)
                if job.state == State.DONE:
                    return Response(job.result)
            return ticket(job_id)

        return run_idempotent(request, ask, render=render, transient=(NoWorker,))


class AboutLayout(ByWorker):
    def arguments(self, stated: Any) -> Mapping[str, Any]:
        read_with_rules(stated)
        return {"layout": stated}


class AboutPiece(ByWorker):
    """Questions about one more piece on a table."""

    most_waiting = job_handlers.MAX_PLACES

    def arguments(self, stated: Any) -> Mapping[str, Any]:
        read_placing(stated)
        return dict(stated)


def asked_with(operation_id: str, request: Any, answer: Any) -> Callable[[Post], Post]:
    return extend_schema(
        operation_id=operation_id,
        request=request,
        responses={200: answer, 202: serializers.LayoutJobSerializer},
    )


class CheckView(AboutLayout):
    kind = job_handlers.CHECK

    @asked_with("check_layout", serializers.LayoutSerializer, serializers.LayoutVerdictSerializer)
    def post(self, request: Request) -> Response:
        """List every problem of a layout. A worker answers within 5 s; otherwise 202."""
        return self.answered(request)


class AuditView(AboutLayout):
    kind = job_handlers.AUDIT

    @asked_with("audit_layout", serializers.LayoutSerializer, serializers.AuditSerializer)
    def post(self, request: Request) -> Response:
        """Check a layout and get its fairness card. A worker answers within 5 s; otherwise 202."""
        return self.answered(request)


class WhereView(AboutPiece):
    kind = job_handlers.WHERE

    @asked_with("where", serializers.PlacingSerializer, serializers.WhereSerializer)
    def post(self, request: Request) -> Response:
        """Get the region in which the first point of one more piece may be, in its current
        rotation.

        The layout is the table without that piece. A worker answers within 5 s; otherwise 202.
        """
        return self.answered(request)


class NearestView(AboutPiece):
    kind = job_handlers.NEAREST

    @asked_with("nearest", serializers.PlacingSerializer, serializers.NearestSerializer)
    def post(self, request: Request) -> Response:
        """Get the shortest shift that makes one more piece legal in its current rotation.

        The layout is the table without that piece. A worker answers within 5 s; otherwise 202.
        """
        return self.answered(request)


class LayoutHintsView(AboutPiece):
    kind = job_handlers.HINTS

    @asked_with("layout_hints", serializers.PlacingSerializer, serializers.LayoutHintsSerializer)
    def post(self, request: Request) -> Response:
        """Get where the first point of one more piece may not be, by rule and piece.

        The layout is the table without that piece. A worker answers within 5 s; otherwise 202.
        """
        return self.answered(request)
