"""The parts that people have in an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.events.models.entries import Entry
from setup_app.events.models.event import MAX_NAME_LENGTH, Numbered


class Kind(models.TextChoices):
    """What a role lets its holder do."""

    ORGANISER = "organiser", _("organiser")
    CHECKER = "checker", _("checker")
    DESK = "desk", _("desk")
    PLAYER = "player", _("player")


class Role(Numbered):
    """A role in an event. Its token is derived from event, number and generation, and not stored.

    `own_hand` marks a link that its holder replaced, which no one else sees. `devices` counts those
    that opened the link of this generation.
    """

    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="roles")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    generation = models.PositiveIntegerField(default=0)
    own_hand = models.BooleanField(default=False)
    devices = models.PositiveIntegerField(default=0)

    class Meta(Numbered.Meta):
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_role_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.kind} {self.name}"
