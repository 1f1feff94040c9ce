"""What is planned from the kit, and carried to the tables of a round."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class RoundPlan(models.Model):
    """The last plan of a round. `found` is None until a worker has finished it.

    `terms` are those of the plan, `tolerance_mm` and `seconds`, which are used again when a table
    changes. `wanted` are the missing pieces, as they were requested; `refused` is why the present
    tables could not be planned. `job` makes the latest plan: the result of an older one is dropped.
    """

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="round_plans")
    round = models.PositiveIntegerField()
    job = models.UUIDField(null=True)
    terms: Any = models.JSONField()
    found: Any = models.JSONField(null=True)
    wanted: Any = models.JSONField(default=list)
    refused: Any = models.JSONField(null=True)

    class Meta:
        verbose_name = _("round plan")
        verbose_name_plural = _("round plans")
        constraints = (models.UniqueConstraint(fields=["event", "round"], name="one_plan_a_round"),)

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.round}"


class PackingLine(models.Model):
    """One copy of a kit piece, from its box to a table; ticked at set-up and at pack-up.

    `copy` counts the copies of one piece at one table. A line that a new plan does not have is
    `gone`: its number is not reused, and its ticks return if the line does.
    """

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="packing_lines")
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    box = models.CharField(max_length=80, blank=True)
    table = models.PositiveIntegerField()
    piece = models.CharField(max_length=80)
    copy = models.PositiveIntegerField(default=1)
    out = models.BooleanField(default=False)
    back = models.BooleanField(default=False)
    gone = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("packing list line")
        verbose_name_plural = _("packing list")
        ordering = ("box", "table", "piece", "copy")
        constraints = (
            models.UniqueConstraint(
                fields=["event", "round", "number"], name="one_packing_line_a_number"
            ),
            models.UniqueConstraint(
                fields=["event", "round", "box", "table", "piece", "copy"],
                name="one_packing_line_a_copy",
            ),
        )

    def __str__(self) -> str:
        return f"{self.box}: {self.piece}, table {self.table}"
