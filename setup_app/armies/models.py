"""Army lists, stored as their rulebook read them, and deployment plans."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.identity.ownership import Collected
from setup_app.rulebooks.army_faults import MAX_NAME_LENGTH


class ArmyList(Collected):
    """A stored list; a sample has no owner.

    `name` and `player` repeat the list's own values, so that lists can be searched. `link_key` is
    the end of its owner's share link, None while no one else may see it. It differs from
    `public_id`, so that a link can be revoked and replaced.
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
            # Without this index, a query for shared lists would scan the lists of all owners.
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
    """A deployment plan for a list, as its rulebook read it; it is deleted with the list.

    No one else sees it: neither a visitor with a link to the list nor the opponent.
    """

    army_list = models.ForeignKey(ArmyList, models.CASCADE, related_name="plans")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
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
