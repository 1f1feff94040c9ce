"""API views to follow and cancel a job."""

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.identity.callers import caller_of
from setup_app.jobs import services
from setup_app.jobs.models import Job, State
from setup_app.jobs.queries import error_of, file_of, has_file, job_for, job_of_others
from setup_app.jobs.timeouts import TIMEOUT, wait_for
from setup_app.web.negotiation import AnyForm
from setup_app.web.preferences import RESPOND_ASYNC, prefers
from setup_app.web.problems import MEDIA_TYPE
from setup_app.web.uncached import Uncached


class JobTicketSerializer(serializers.Serializer[Any]):
    job = serializers.UUIDField()


class ProgressSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ResultField(serializers.JSONField):
    """The result of the job as JSON; its shape depends on the kind of job."""


class JobSerializer(serializers.Serializer[Any]):
    """A job. `result` is set when it is done, `error` (a problem) when it has failed.

    A cancelled job has failed with the code `cancelled`.

    `file` is the address of a file that the job made, for example a PDF. It is kept for an hour, or
    for a day if an event printed it.
    """

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=State.choices)
    progress = ProgressSerializer()
    result = ResultField(required=False)
    file = serializers.CharField(required=False)
    error = serializers.JSONField(required=False)


def as_json(job: Job) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": str(job.pk),
        # A job waits again between its last part and its own work; callers need not see that.
        "state": State.RUNNING if job.parts_count and not job.over else job.state,
        "progress": {"done": job.done, "total": job.total},
    }
    if job.state == State.DONE:
        shown["result"] = job.result
        if has_file(job):
            shown["file"] = reverse("job-file", args=(job.pk,))
    if job.state == State.FAILED:
        shown["error"] = error_of(job)
    return shown


def failed(job: Job) -> Response:
    """Return the problem of a failed job; a fault of the server is a 500 for every caller."""
    kept = error_of(job)
    return Response(kept, status=kept["status"], content_type=MEDIA_TYPE)


def waited(request: Request, job_id: uuid.UUID | str, timeout: float = TIMEOUT) -> Job:
    """Return the job once it is over or after `timeout`; in the latter case, answer with
    `ticket`.
    """
    return wait_for(job_id, 0 if prefers(request, RESPOND_ASYNC) else timeout)


def ticket(job_id: uuid.UUID | str) -> Response:
    """Return a 202 response: a worker continues, and the client follows the job."""
    return Response({"job": str(job_id)}, status=202)


class OwnJob(Uncached):
    """One of the caller's own jobs. No one else sees its result."""

    def found(self, request: Request, job_id: uuid.UUID) -> Job:
        job = job_for(job_id, caller=caller_of(request)) or job_of_others(job_id, request)
        if job is None:
            raise Http404
        return job


class JobView(OwnJob):
    @extend_schema(operation_id="job", responses=JobSerializer)
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        """Get a job's progress and result."""
        return Response(as_json(self.found(request, job_id)))

    @extend_schema(operation_id="cancel_job", responses={204: None})
    def delete(self, request: Request, job_id: uuid.UUID) -> Response:
        """Cancel a job. A finished job stays as it is."""
        services.cancel(self.found(request, job_id).pk)
        return Response(status=204)


class JobFileView(OwnJob):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="job_file",
        responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, job_id: uuid.UUID) -> HttpResponse:
        """Get the file that a job made; 404 if it made none or the file has expired."""
        file = file_of(self.found(request, job_id))
        if file is None:
            raise Http404
        return HttpResponse(
            bytes(file.body),
            content_type=file.media_type,
            headers={"Content-Disposition": f'inline; filename="{file.name}"'},
        )
