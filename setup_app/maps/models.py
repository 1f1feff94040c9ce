"""Stored maps of the pre-battle system."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.identity.ownership import Collected


class PbsMap(Collected):
    """A map of 5 x 5 boxes. An official one is the rulebook's; a copy belongs to its maker.

    A copy has boxes of its own; its territory still determines which terrain may stand where.
    """

    shared = "is_official"

    is_official = models.BooleanField(default=False)
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies"
    )

    rulebook = models.CharField(max_length=40)
    territory = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    cells = models.JSONField()

    class Meta:
        verbose_name = _("map")
        verbose_name_plural = _("maps")
        ordering = ("is_official", "name", "pk")
        indexes = [
            # Without this index, a query for shared maps would scan the maps of all owners.
            models.Index(fields=["owner_key", "account"], name="map_official")
        ]
        constraints = [
            models.CheckConstraint(
                name="an_official_map_belongs_to_nobody",
                condition=models.Q(is_official=False)
                | models.Q(account__isnull=True, owner_key=""),
            ),
            models.UniqueConstraint(
                fields=("rulebook", "territory"),
                condition=models.Q(is_official=True),
                name="one_official_map_a_territory",
            ),
        ]

    def __str__(self) -> str:
        return self.name
