"""The scenery that an event's club owns."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.events.models.event import MAX_NAME_LENGTH, Event


class KitPiece(models.Model):
    """A piece of scenery of which an event's club owns `count` copies; sides in whole mm.

    `code` is the club's name for it, `outline` its polygon in mm if one was traced.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="kit_rows")
    place = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=MAX_NAME_LENGTH)
    types: Any = models.JSONField()
    long_mm = models.PositiveSmallIntegerField()
    short_mm = models.PositiveSmallIntegerField()
    count = models.PositiveSmallIntegerField(default=1)
    box = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    section = models.BooleanField(default=False)
    outline: Any = models.JSONField(null=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("kit piece")
        verbose_name_plural = _("kit pieces")
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=["event", "code"], name="one_kit_piece_a_code"),
        )

    def __str__(self) -> str:
        return self.code
