"""The terrain of each table in each round."""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

BATTLE: Final = "battle"
"""The kind of a ground that its two players lay, by a battle of their own."""
LONGEST_NOTE: Final = 200


class EventTable(models.Model):
    """The ground of one table in one round: what lies, and what a worker is about to lay.

    `asked` is what was asked for last, `part` the job that does it and `run` the job that it is a
    part of; both are None once it is settled. Until then all else tells of what lay before. `terms`
    are a ground as the contract states it. `seed` tells this table, `base_seed` all that were laid
    with it: both are for organisers until every one of those is out. `battle` is the one by which
    its players lay it, `players` the numbers of their entries in the order of its sides.

    Laid out of the kit it has `candidates` until its run takes one of them. `kit` says then which
    of the kit's pieces each piece is, `pieces`, a line a copy, and which types were `left_out`.
    """

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="grounds")
    round = models.PositiveIntegerField()
    table = models.PositiveIntegerField()
    asked: Any = models.JSONField(null=True)
    part = models.UUIDField(null=True, db_index=True)
    run = models.UUIDField(null=True)
    terms: Any = models.JSONField(default=dict)
    seed = models.CharField(max_length=100, null=True)
    base_seed = models.CharField(max_length=100, null=True)
    edited = models.BooleanField(default=False)
    layout: Any = models.JSONField(null=True)
    log: Any = models.JSONField(default=list)
    audit: Any = models.JSONField(null=True)
    imbalance = models.FloatField(null=True)
    refused: Any = models.JSONField(null=True)
    battle = models.ForeignKey(
        "battles.Battle", models.SET_NULL, null=True, related_name="event_grounds"
    )
    players: Any = models.JSONField(null=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    candidates: Any = models.JSONField(null=True)
    kit: Any = models.JSONField(null=True)

    class Meta:
        db_table = "events_ground"
        verbose_name = _("event table")
        verbose_name_plural = _("event tables")
        ordering = ("round", "table")
        constraints = (
            models.UniqueConstraint(fields=["event", "round", "table"], name="one_ground_a_table"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.round}, table {self.table}"
