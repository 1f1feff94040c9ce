"""Army lists, stored as their rulebook read them, and deployment plans."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.identity.ownership import Collected
from setup_app.rulebooks.army_faults import LONGEST_NAME


class ArmyList(Collected):
    """A stored list; a sample belongs to nobody.

    `name` and `player` repeat what it states, so that lists of lists can be searched. `link_key`
    is what its owner's link to it ends in; None while nobody else may see it. It is not the
    `public_id`, so that a link can be taken back and another given.
    """

    shared = "is_sample"

    is_sample = models.BooleanField(default=False)
    rulebook = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    player = models.CharField(max_length=80, blank=True)
    stated = models.JSONField()
    link_key = models.SlugField(max_length=60, unique=True, null=True, blank=True)

    class Meta:
        verbose_name = _("army list")
        verbose_name_plural = _("army lists")
        ordering = ("is_sample", "-changed_at", "pk")
        indexes = [
            # Without it what is everybody's was looked for in what is anybody's.
            models.Index(fields=["owner_key", "account"], name="army_samples")
        ]
        constraints = [
            models.CheckConstraint(
                name="a_sample_belongs_to_nobody",
                condition=models.Q(is_sample=False) | models.Q(account__isnull=True, owner_key=""),
            )
        ]

    def __str__(self) -> str:
        return self.name


class StoredPlan(models.Model):
    """How its owner means to put a list down, as its rulebook read it; it goes with the list.

    Nobody else sees it: neither who has a link to the list nor who plays against it.
    """

    army_list = models.ForeignKey(ArmyList, models.CASCADE, related_name="plans")
    name = models.CharField(max_length=LONGEST_NAME)
    stated = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "armies_plan"
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        ordering = ("name", "pk")
        constraints = [
            models.UniqueConstraint(fields=["army_list", "name"], name="one_plan_of_a_name")
        ]

    def __str__(self) -> str:
        return self.name
