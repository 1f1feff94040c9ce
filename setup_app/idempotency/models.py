"""Stored idempotency keys with what their requests came to."""

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KEY_LIFETIME: Final = timedelta(hours=24)


class KeyedRequest(models.Model):
    """A caller's key and what its request came to, kept for a day.

    `outcome` holds the action's result and, of an anonymous caller, the owner key of their session;
    `refusal` holds codes and parameters. One of them is null.
    """

    caller = models.CharField(max_length=64, blank=True)
    key = models.CharField(max_length=255)
    body_hash = models.CharField(max_length=64)
    outcome = models.JSONField(null=True, editable=False)
    refusal = models.JSONField(null=True, editable=False)
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("request with a key")
        verbose_name_plural = _("requests with a key")
        constraints = (
            models.UniqueConstraint(fields=["caller", "key"], name="one_keyed_request_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.created:%Y-%m-%d %H:%M}"

    def is_expired(self, lifetime: timedelta = KEY_LIFETIME) -> bool:
        """Return whether the key no longer stands for its request."""
        return self.created <= timezone.now() - lifetime
