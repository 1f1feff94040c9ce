"""The lists that players submit, what checkers decide, and who opened a hidden one."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from setup_app.armies.models import AbstractGeneral
from setup_app.events.models.entries import Entry
from setup_app.events.models.event import MAX_NAME_LENGTH, Event

MAX_COMMENT_LENGTH = 2000


def new_salt() -> str:
    """Return 32 random hex digits."""
    return secrets.token_hex(16)


class VersionState(models.TextChoices):
    """The state of a submitted list."""

    SUBMITTED = "submitted", _("submitted")
    SENT_BACK = "sent_back", _("sent back")
    APPROVED = "approved", _("approved")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Version(models.Model):
    """A list as it was submitted: its contents never change.

    `by` is the role's name if it was not the player's. `penalty` is the cost of being late, with
    `per_round` for each round. `public` marks the version that everyone sees once lists are
    published.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    submitted = models.DateTimeField()
    late = models.BooleanField(default=False)
    penalty = models.PositiveIntegerField(default=0)
    per_round = models.BooleanField(default=False)
    by = models.CharField(max_length=MAX_NAME_LENGTH, null=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    commitment = models.CharField(max_length=64)
    army: Any = models.JSONField()
    state = models.CharField(
        max_length=10, choices=VersionState, default=VersionState.SUBMITTED, db_index=True
    )
    public = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("list version")
        verbose_name_plural = _("list versions")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["entry", "number"], name="one_version_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}, version {self.number}"


class VersionGeneral(AbstractGeneral):
    """A general of a submitted list, written with its version."""

    version = models.ForeignKey(Version, models.CASCADE, related_name="generals")

    class Meta(AbstractGeneral.Meta):
        verbose_name = _("general of a submitted list")
        verbose_name_plural = _("generals of submitted lists")
        constraints = (
            models.UniqueConstraint(
                fields=["version", "position"], name="one_version_general_a_position"
            ),
        )

    def __str__(self) -> str:
        return f"{self.version_id}, general {self.position}"


class Decision(models.Model):
    """A decision about a version; `number` counts within its entry.

    `what` is a state of a version, `reopened`, or `remark` for another player's note.
    """

    version = models.ForeignKey(Version, models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    what = models.CharField(max_length=10)
    comment = models.TextField(blank=True)
    by = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        verbose_name = _("list decision")
        verbose_name_plural = _("list decisions")
        ordering = ("number", "pk")

    def __str__(self) -> str:
        return f"{self.version_id}: {self.what}"


class PeerRead(models.Model):
    """One of the lists that a player was given to read, without its name."""

    reader = models.ForeignKey(Entry, models.CASCADE, related_name="peers_read")
    place = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, models.CASCADE, related_name="peers")

    class Meta:
        verbose_name = _("peer review list")
        verbose_name_plural = _("peer review lists")
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=["reader", "place"], name="one_peer_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.reader_id}, peer {self.place}"


class ListAccess(models.Model):
    """The record that someone besides its player opened a hidden list, or replaced a player's
    link.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="looks")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="looks")
    role = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "events_look"
        verbose_name = _("hidden list access")
        verbose_name_plural = _("hidden list accesses")
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.entry}: {self.name}"
