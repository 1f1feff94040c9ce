"""The players of an event."""

from __future__ import annotations

from django.db import models
from django.utils.functional import cached_property
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from setup_app.events.models.event import MAX_NAME_LENGTH, Numbered


class Entry(Numbered):
    """A player. Only the player sees `draft`; submitted lists are `Version`s.

    `penalty` overrides the computed one; None leaves that. `due` is until when they may resubmit a
    list that was sent back or reopened. `status` is the list's. `vouched` says that an organiser or
    desk added the entry, or that an organiser confirmed a player who signed up.
    """

    name = models.CharField(max_length=MAX_NAME_LENGTH)
    club = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    country = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    dropped = models.BooleanField(default=False)
    here = models.BooleanField(null=True)
    penalty = models.PositiveIntegerField(null=True)
    draft = models.JSONField(null=True)
    status = models.CharField(max_length=10, default="none")
    due = models.DateTimeField(null=True)
    # The database has the default too: until it is replaced, the previous version inserts rows.
    vouched = models.BooleanField(default=False, db_default=False)
    created = models.DateTimeField(default=now)

    class Meta(Numbered.Meta):
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(
                fields=["event", "name", "club"], name="one_entry_a_name_and_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @cached_property
    def shown_name(self) -> str:
        """Return the name; `show_names` adds the club to one that two players share."""
        return str(self.name)
