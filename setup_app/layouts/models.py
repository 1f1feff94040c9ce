"""How is a table kept that somebody laid without a battle?"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from setup_app.owned import fresh_public_id


class LaidTable(models.Model):
    """One table by its wish, and what came of it. It never changes after that.

    Laying it anew or editing it makes another row whose `parent` it is: a link that was passed on
    shows the same table for good. `layout` is there when a worker has laid it, or from the start
    where it was edited; `audit` when it was judged: then it is finished. `refused` is the problem
    for which there is none. `job` does the work; its row is forgotten sooner than this one.

    Whoever has the address may read it. `account` or `owner_key` is who made it, and who alone may
    have it forgotten. Kept until then, or until beat finds that nobody looked at it for
    `TABLE_RETENTION_DAYS`: `seen` is the day of the last look.
    """

    public_id = models.SlugField(max_length=60, unique=True, default=fresh_public_id)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    owner_key = models.CharField(max_length=64, blank=True, db_index=True)
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="children"
    )
    edited = models.BooleanField(default=False)
    wish = models.JSONField()
    job = models.UUIDField(null=True)
    layout = models.JSONField(null=True)
    log = models.JSONField(default=list)
    lost = models.JSONField(default=list)
    audit = models.JSONField(null=True)
    refused = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateField(default=timezone.localdate, db_index=True)

    def __str__(self) -> str:
        return self.public_id

    @property
    def finished(self) -> bool:
        return self.audit is not None

    @property
    def rulebook(self) -> str:
        return str(self.wish["rulebook"])
