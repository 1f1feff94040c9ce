"""Army lists, stored as their rulebook read them, their generals, and deployment plans."""

from collections.abc import Mapping
from typing import Any, Final, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from setup_app.armies.rulebooks import leaders_of
from setup_app.identity.ownership import Collected
from setup_app.rulebooks.army_faults import MAX_NAME_LENGTH

MAX_WORD_LENGTH: Final = 40
"""The length of a rulebook's own word, such as a general's level."""


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


class AbstractGeneral(models.Model):
    """A general of a stored list, repeated from it so that generals can be counted and searched.

    The rows are written in the transaction that writes the list, which alone decides what is shown
    to whom: its readers may see them, and no one else. `position` counts from 0 in the order in
    which the rulebook reads the generals. `__str__` names no one, since the admin shows it when
    someone deletes a list that they may not read.
    """

    position = models.PositiveSmallIntegerField(_("position"))
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, blank=True)
    level = models.CharField(_("level"), max_length=MAX_WORD_LENGTH, blank=True)
    kind = models.CharField(_("type"), max_length=MAX_WORD_LENGTH, blank=True)
    is_commander = models.BooleanField(_("army commander"), default=False)

    class Meta:
        abstract = True
        ordering = ("position",)

    @classmethod
    def rows_of(cls, army: Mapping[str, Any], **of: models.Model) -> list[Self]:
        """Return unsaved rows for the generals of a stored list; `of` is the row that holds it."""
        return [
            cls(
                position=position,
                name=each.name[:MAX_NAME_LENGTH],
                level=each.level[:MAX_WORD_LENGTH],
                kind=each.kind[:MAX_WORD_LENGTH],
                is_commander=each.is_commander,
                **of,
            )
            for position, each in enumerate(leaders_of(army))
        ]


class General(AbstractGeneral):
    """A general of an army list."""

    army_list = models.ForeignKey(ArmyList, models.CASCADE, related_name="generals")

    class Meta(AbstractGeneral.Meta):
        verbose_name = _("general")
        verbose_name_plural = _("generals")
        constraints = [
            models.UniqueConstraint(fields=["army_list", "position"], name="one_general_a_position")
        ]

    def __str__(self) -> str:
        return f"{self.army_list_id}, general {self.position}"


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
