"""Saved tables and sets of tables."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from setup_app.identity.ownership import Owned


class TableSet(Owned):
    """Tables that were requested together, numbered from 1 to `count`; each number is a
    `SavedTable`.

    `form` is the request as fields of the form, used for further tables of the set. `names` are the
    owner's names by number. `run` is the job of the latest generation. A set expires like saved
    tables, as a whole: `seen` is the last day when someone viewed it or one of its tables.
    """

    title = models.CharField(max_length=80, blank=True)
    count = models.PositiveSmallIntegerField()
    names: Any = models.JSONField(default=list)
    seed = models.CharField(max_length=100)
    form = models.TextField()
    run = models.UUIDField(null=True)
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateField(default=timezone.localdate, db_index=True)

    def __str__(self) -> str:
        return self.title or self.public_id

    def name_of(self, number: int) -> str:
        """Return the owner's name for the table of a number; empty if there is none."""
        return str(self.names[number - 1]) if number <= len(self.names) else ""


class SavedTable(Owned):
    """One table: its generator options and the outcome. It never changes after that.

    Regenerating or editing it creates another row with this one as `parent`: a shared link always
    shows the same table. `layout` is present once a worker has generated it, or from the start for
    an edited one; `audit` once it was judged: then it is finished. `refused` is the problem if
    there is no table. `job` does the work; its row is deleted sooner than this one.

    A member of a set has its `number` there. A replacement has none until it is generated: then it
    takes its parent's. `among` are alternative options, of which the first with a typical table is
    generated.

    Anyone with the address may read it. Its maker owns it, and only they may delete it. It is kept
    until then, or until beat finds that no one has viewed it for `TABLE_RETENTION_DAYS`: `seen` is
    the day of the last view.
    """

    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="children"
    )
    table_set = models.ForeignKey(
        TableSet, models.CASCADE, null=True, blank=True, related_name="tables"
    )
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    edited = models.BooleanField(default=False)
    wish = models.JSONField()
    among: Any = models.JSONField(null=True)
    job = models.UUIDField(null=True)
    layout = models.JSONField(null=True)
    log = models.JSONField(default=list)
    lost = models.JSONField(default=list)
    audit = models.JSONField(null=True)
    refused = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateField(default=timezone.localdate, db_index=True)

    class Meta:
        db_table = "layouts_laidtable"
        indexes = (
            # The last fields let a list be counted and its page be found without reading the rows,
            # whose logs are long.
            models.Index(
                fields=["owner_key", "created", "id", "account", "table_set", "number"],
                name="table_of_browser",
            ),
            models.Index(
                fields=["account", "created", "id", "table_set", "number"],
                name="table_of_account",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["table_set", "number"], name="one_table_a_number"),
        )

    def __str__(self) -> str:
        return self.public_id

    @property
    def finished(self) -> bool:
        return self.audit is not None

    @property
    def rulebook(self) -> str:
        return str(self.wish["rulebook"])
