"""How is an army list kept? As its rulebook read it, whole."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def fresh_public_id() -> str:
    """Return an identifier that nobody can guess."""
    return secrets.token_urlsafe(12)


class ArmyList(models.Model):
    """A stored list. It belongs to an account or to a browser's key; a sample to nobody.

    `name` and `player` repeat what it states, so that lists of lists can be searched.
    """

    public_id = models.SlugField(max_length=40, unique=True, default=fresh_public_id)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="armies"
    )
    owner_key = models.CharField(max_length=64, blank=True, db_index=True)
    is_sample = models.BooleanField(default=False)

    rulebook = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    player = models.CharField(max_length=80, blank=True)
    stated = models.JSONField()

    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

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
