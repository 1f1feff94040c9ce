"""How is an army list kept? As its rulebook read it, whole."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.owned import Owned


class ArmyList(Owned):
    """A stored list; a sample belongs to nobody.

    `name` and `player` repeat what it states, so that lists of lists can be searched.
    """

    shared = "is_sample"

    is_sample = models.BooleanField(default=False)
    rulebook = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    player = models.CharField(max_length=80, blank=True)
    stated = models.JSONField()

    class Meta:
        verbose_name = _("army list")
        verbose_name_plural = _("army lists")
        ordering = ("is_sample", "-changed_at", "pk")
        constraints = [
            models.CheckConstraint(
                name="a_sample_belongs_to_nobody",
                condition=models.Q(is_sample=False) | models.Q(account__isnull=True, owner_key=""),
            )
        ]

    def __str__(self) -> str:
        return self.name
