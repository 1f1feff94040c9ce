"""Jobs, their files, and the row that health checks write."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone


class State(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """A job. This row is authoritative; a message in Redis only says that there is something to do.

    `lease` names the run that holds the job: a run that lost it to another can change nothing more.
    `caller` is a hash of the requester, empty for an anonymous one, who holds the id instead.

    A job may wait for its parts, whose `whole` it is: it runs, held by no worker, until the last of
    `parts_count` is over, and only then does its own work. `announce_next` is None for a part that
    has to wait.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    arguments = models.JSONField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    error = models.JSONField(null=True)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    announcements = models.PositiveSmallIntegerField(default=0)
    announce_next = models.DateTimeField(default=timezone.now, null=True)
    whole = models.ForeignKey("self", models.CASCADE, null=True, related_name="parts")
    parts_count = models.PositiveIntegerField(default=0)
    caller = models.CharField(max_length=64, blank=True, default="")
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(auto_now=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["announce_next"],
                condition=Q(state="queued"),
                name="job_to_announce",
            ),
            models.Index(
                fields=["lease_until"], condition=Q(state="running"), name="job_under_lease"
            ),
            models.Index(
                fields=["finished"], condition=Q(finished__isnull=False), name="job_to_forget"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def over(self) -> bool:
        return self.state in {State.DONE, State.FAILED}


class JobFile(models.Model):
    """A file that a job made besides its result, such as a printable PDF. It expires before the
    job.
    """

    job = models.OneToOneField(Job, primary_key=True, on_delete=models.CASCADE, related_name="file")
    name = models.CharField(max_length=100)
    media_type = models.CharField(max_length=100)
    body = models.BinaryField()
    created = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.name


class Pulse(models.Model):
    """A row that is updated repeatedly, to check that the database accepts writes."""

    seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seen:%H:%M:%S}"
