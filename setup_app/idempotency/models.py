"""What is kept of a request that may be sent again?"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class KeyedRequest(models.Model):
    """What a caller's key stood for, for a day: enough to give the same answer again.

    `outcome` is as its app makes an answer of it, `refusal` codes and figures; one of them is null.
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
