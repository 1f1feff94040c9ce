"""How is a table kept that somebody laid without a battle?"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from setup_app.people.ownership import Owned


class LaidTable(Owned):
    """One table by its wish, and what came of it. It never changes after that.

    Laying it anew or editing it makes another row whose `parent` it is: a link that was passed on
    shows the same table for good. `layout` is there when a worker has laid it, or from the start
    where it was edited; `audit` when it was judged: then it is finished. `refused` is the problem
    for which there is none. `job` does the work; its row is forgotten sooner than this one.

    Whoever has the address may read it. Who made it owns it, and alone may have it forgotten. Kept
    until then, or until beat finds that nobody looked at it for `TABLE_RETENTION_DAYS`: `seen` is
    the day of the last look.
    """

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

    class Meta:
        indexes = (
            models.Index(fields=["owner_key", "created", "id"], name="table_of_browser"),
            models.Index(fields=["account", "created", "id"], name="table_of_account"),
        )

    def __str__(self) -> str:
        return self.public_id

    @property
    def finished(self) -> bool:
        return self.audit is not None

    @property
    def rulebook(self) -> str:
        return str(self.wish["rulebook"])
