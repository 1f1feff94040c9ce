"""The rounds of an event and their pairings."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.events.models.entries import Entry
from setup_app.events.models.event import Numbered


class Round(Numbered):
    """A round of an event; a draft until it is published.

    `results_changed` marks one whose results or penalties at pairing have changed since.
    """

    published = models.DateTimeField(null=True)
    results_changed = models.BooleanField(default=False)

    class Meta(Numbered.Meta):
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.number}"


class Match(models.Model):
    """Two entries at a table of a round or, with `second` and `table` None, one that has a bye.

    `reports` are scores by the number of the reporting entry, `scores` the confirmed ones; both in
    the order first, second. `absent` are the numbers of those who were absent.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True)
    first = models.ForeignKey(Entry, models.RESTRICT, related_name="+")
    second = models.ForeignKey(Entry, models.RESTRICT, null=True, related_name="+")
    reports: Any = models.JSONField(default=dict)
    scores: Any = models.JSONField(null=True)
    absent: Any = models.JSONField(default=list)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("table", "pk")
        constraints = (
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_a_table"),
        )

    def __str__(self) -> str:
        return f"{self.first} {self.second}"

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def confirmed(self) -> bool:
        """Return whether its result counts; a bye's always does."""
        return self.second is None or self.scores is not None or bool(self.absent)

    @property
    def settled(self) -> bool:
        """Return whether it has two players and their result counts."""
        return self.second is not None and self.confirmed

    @property
    def state(self) -> str:
        if self.confirmed:
            return "confirmed"
        return ("open", "reported", "disputed")[len(self.reports)]
