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
from setup_app.jobs.timeouts import PATIENCE, wait_for
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
    """As JSON, whatever the kind of work came to; the apps say in the schema what that can be."""


class JobSerializer(serializers.Serializer[Any]):
    """`result` is there when it is done, `error` (a problem) when it has failed.

    One that was called off has failed, with the code `cancelled`.

    `file` is the address of what was made besides, a PDF say; it is kept for an hour,
    that of an event's print for a day.
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
        # Between its last part and its own work it waits once more, which is nobody's concern.
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
    """Return the problem for which a job failed; an internal error is a 500 for every caller."""
    kept = error_of(job)
    return Response(kept, status=kept["status"], content_type=MEDIA_TYPE)


def waited(request: Request, job_id: uuid.UUID | str, patience: float = PATIENCE) -> Job:
    """The job as it is when it is over or the caller's patience ends, then to be `ticket`ed."""
    return wait_for(job_id, 0 if prefers(request, RESPOND_ASYNC) else patience)


def ticket(job_id: uuid.UUID | str) -> Response:
    """202: a worker goes on, and the caller follows the job."""
    return Response({"job": str(job_id)}, status=202)


class OwnJob(Uncached):
    """One job of the caller's. No one else gets its result."""

    def found(self, request: Request, job_id: uuid.UUID) -> Job:
        job = job_for(job_id, caller=caller_of(request)) or job_of_others(job_id, request)
        if job is None:
            raise Http404
        return job


class JobView(OwnJob):
    @extend_schema(operation_id="job", responses=JobSerializer)
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        """How far it is, and what came of it."""
        return Response(as_json(self.found(request, job_id)))

    @extend_schema(operation_id="cancel_job", responses={204: None})
    def delete(self, request: Request, job_id: uuid.UUID) -> Response:
        """Call it off. One that is over stays as it is."""
        services.cancel(self.found(request, job_id).pk)
        return Response(status=204)


class JobFileView(OwnJob):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="job_file",
        responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, job_id: uuid.UUID) -> HttpResponse:
        """The file that a job made; 404 where it made none, or it is forgotten."""
        file = file_of(self.found(request, job_id))
        if file is None:
            raise Http404
        return HttpResponse(
            bytes(file.body),
            content_type=file.media_type,
            headers={"Content-Disposition": f'inline; filename="{file.name}"'},
        )
