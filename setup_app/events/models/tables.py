"""The terrain of each table in each round."""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

BATTLE: Final = "battle"
"""The kind of terrain that the two players place in a battle of their own."""
MAX_NOTE_LENGTH: Final = 200


class EventTable(models.Model):
    """The terrain of one table in one round: what lies there, and what a worker is about to
    generate.

    `asked` is the last request, `part` its job and `run` the job of which that is a part; both are
    None once it is settled. Until then everything else describes the previous terrain. `terms` are
    the terrain's in the contract's form. `seed` belongs to this table, `base_seed` to all that were
    generated with it: both are for organisers until every one of those is public.

    `battle` is the one in which its players set it up, `players` the numbers of their entries in
    the order of its sides. A table generated from the kit has `candidates` until its run takes one
    of them. Then `kit` says which of the kit's pieces each piece is, `pieces`, a line a copy, and
    which types were `left_out`.
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
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True)
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
