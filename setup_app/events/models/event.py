"""An event with its terms and its journal.

Rows of an event are numbered from 1, and a number is never used twice: each takes its number from
the event's row, which is locked for it.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from setup_app.identity.ownership import Owned
from setup_app.identity.public_ids import WITHOUT_LOOKALIKES, draw_letters

MAX_NAME_LENGTH = 80
IMBALANCE_MOST = 0.15
"""The default limit of the difference between a table's halves, as a share."""


def new_event_id() -> str:
    """Return a new id of fourteen letters: people read it aloud, and each role's token contains
    it.
    """
    return draw_letters(WITHOUT_LOOKALIKES, 14)


class Visibility(models.TextChoices):
    PRIVATE = "private", _("participants only")
    LINK = "link", _("anyone with the link")
    PUBLIC = "public", _("public and listed")


class Event(Owned):
    """An event with its terms. `lists`, `scoring` and `table` are complete: defaults are filled in.

    `imbalance_most` is the greatest share by which one half of a table may be harder than the
    other. `table_options` is what the organiser last chose when generating tables, in the form of a
    page. `last_role`, `last_entry` and `last_line` are the highest numbers ever given.
    """

    public_id = models.CharField(max_length=14, unique=True, default=new_event_id, editable=False)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    rulebook = models.CharField(max_length=60)
    venue = models.CharField(max_length=200, blank=True)
    timezone = models.CharField(max_length=64, default="UTC")
    days = models.JSONField(default=list)
    settings = models.JSONField(default=dict)
    table = models.JSONField()
    base_width_mm = models.FloatField()
    tables = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.LINK)
    registration = models.CharField(max_length=8, default="closed")
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    lists = models.JSONField()
    scoring = models.JSONField()
    tie_breaks = models.JSONField()
    avoid = models.JSONField(default=list)
    tables_shown = models.CharField(max_length=12, default="with_round")
    table_order = models.CharField(
        max_length=16, default="fewest_repeats", db_default="fewest_repeats"
    )
    # The database has the defaults too: until it is replaced, the previous version inserts rows.
    imbalance_most = models.FloatField(default=IMBALANCE_MOST, db_default=IMBALANCE_MOST)
    table_options = models.JSONField(default=dict, db_default={})
    description = models.TextField(blank=True, default="", db_default="")
    schedule = models.JSONField(default=list, db_default=[])
    contact = models.CharField(max_length=200, blank=True, default="", db_default="")
    lists_published = models.DateTimeField(null=True, blank=True)
    clock = models.JSONField(null=True, blank=True)
    last_role = models.PositiveIntegerField(default=0)
    last_entry = models.PositiveIntegerField(default=0)
    last_line = models.PositiveIntegerField(default=0)
    opened_from = models.CharField(max_length=16, blank=True, db_index=True, editable=False)
    created = models.DateTimeField(default=now)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-created", "-pk")
        indexes = (
            models.Index(fields=["visibility", "-created"], name="events_listed"),
            models.Index(fields=["account", "-created"], name="events_of_account"),
            models.Index(fields=["owner_key", "-created"], name="events_of_browser"),
        )

    def __str__(self) -> str:
        return self.name


class Numbered(models.Model):
    """A row of an event with its own number there."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="%(class)s_rows")
    number = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ("number",)


class JournalLine(Numbered):
    """An action in an event: by whose role, with which kind, and when. It contains nothing of a
    hidden list.
    """

    at = models.DateTimeField(default=now)
    role = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    code = models.CharField(max_length=40)
    params: Any = models.JSONField(default=dict)

    class Meta(Numbered.Meta):
        verbose_name = _("activity log entry")
        verbose_name_plural = _("activity log")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_line_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.code}"
