"""Saved tables and sets of tables."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from setup_app.identity.ownership import Owned


class TableSet(Owned):
    """Tables that were requested together, numbered from 1 to `count`: each is the saved table with
    its number.

    `form` is the request, as the fields of the form: another table of the set uses them. `names`
    are its owner's, by number. `run` is the job whose parts were generated last. It expires as
    saved tables do, as a whole: `seen` is the day of the last visit to it or to one of its tables.
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
        """Return the owner's name of the table with a number; empty if there is none."""
        return str(self.names[number - 1]) if number <= len(self.names) else ""


class SavedTable(Owned):
    """One table by its generator options, with the result. It never changes after that.

    Regenerating or editing it makes another row whose `parent` it is: a link that was passed on
    shows the same table for good. `layout` is set when a worker has generated it, or from the start
    if it was edited; `audit` when it was judged: then it is finished. `refused` is the problem for
    which there is none. `job` does the work; its row expires sooner than this one. A table of a set
    has its `number` there. Its replacement has none until it is generated: then it takes its
    parent's. `among` are options of which the first is taken whose table lies inside.

    Anyone with the address may read it. Its creator owns it, and is the only one who may delete it.
    It is kept until then, or until beat finds that no one has looked at it for
    `TABLE_RETENTION_DAYS`: `seen` is the day of the last visit.
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
            models.Index(fields=["owner_key", "created", "id"], name="table_of_browser"),
            models.Index(fields=["account", "created", "id"], name="table_of_account"),
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
