"""What is kept of an event? Who has which part in it, who plays, their lists, the rounds.

Places are numbered from 1 within an event and never used twice, so each row that is numbered takes
its number from its event, which is locked for it.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from setup_app.identity.ownership import Owned
from setup_app.identity.public_ids import WITHOUT_LOOKALIKES, draw_letters

LONGEST_NAME = 80
LONGEST_COMMENT = 2000


def new_event_id() -> str:
    """Fourteen letters: it is read aloud, and stands in each role's token."""
    return draw_letters(WITHOUT_LOOKALIKES, 14)


def new_salt() -> str:
    """32 hex digits."""
    return secrets.token_hex(16)


class Visibility(models.TextChoices):
    PRIVATE = "private", _("participants only")
    LINK = "link", _("anyone with the link")
    PUBLIC = "public", _("public and listed")


class Event(Owned):
    """An event with its terms. `lists`, `scoring` and `table` are complete: defaults filled in.

    `last_role`, `last_entry` and `last_line` are the highest numbers that were ever given.
    """

    public_id = models.CharField(max_length=14, unique=True, default=new_event_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    rulebook = models.CharField(max_length=60)
    venue = models.CharField(max_length=200, blank=True)
    timezone = models.CharField(max_length=64, default="UTC")
    days = models.JSONField(default=list)
    settings = models.JSONField(default=dict)
    table = models.JSONField()
    base_width_mm = models.FloatField()
    tables = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.LINK)
    registration = models.CharField(max_length=8, default="closed")
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    lists = models.JSONField()
    scoring = models.JSONField()
    tie_breaks = models.JSONField()
    avoid = models.JSONField(default=list)
    tables_shown = models.CharField(max_length=12, default="with_round")
    lists_published = models.DateTimeField(null=True, blank=True)
    clock = models.JSONField(null=True, blank=True)
    last_role = models.PositiveIntegerField(default=0)
    last_entry = models.PositiveIntegerField(default=0)
    last_line = models.PositiveIntegerField(default=0)
    opened_from = models.CharField(max_length=16, blank=True, db_index=True, editable=False)
    created = models.DateTimeField(default=now)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-created", "-pk")
        indexes = (
            models.Index(fields=["visibility", "-created"], name="events_listed"),
            models.Index(fields=["account", "-created"], name="events_of_account"),
            models.Index(fields=["owner_key", "-created"], name="events_of_browser"),
        )

    def __str__(self) -> str:
        return self.name


class Numbered(models.Model):
    """A place of an event, by its number there."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="%(class)s_rows")
    number = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ("number",)


class Entry(Numbered):
    """Somebody who plays. `draft` is his alone; what he has handed in are his `Version`s.

    `penalty` stands in place of the computed one; None leaves that. `due` is until when he may hand
    in what was sent back or reopened. `status` is his list's.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    club = models.CharField(max_length=LONGEST_NAME, blank=True)
    country = models.CharField(max_length=LONGEST_NAME, blank=True)
    dropped = models.BooleanField(default=False)
    here = models.BooleanField(null=True)
    penalty = models.PositiveIntegerField(null=True)
    draft = models.JSONField(null=True)
    status = models.CharField(max_length=10, default="none")
    due = models.DateTimeField(null=True)
    created = models.DateTimeField(default=now)

    class Meta(Numbered.Meta):
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["event", "name"], name="one_entry_a_name"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"


class Kind(models.TextChoices):
    """What a role lets its holder do."""

    ORGANISER = "organiser", _("organiser")
    CHECKER = "checker", _("checker")
    DESK = "desk", _("desk")
    PLAYER = "player", _("player")


class Role(Numbered):
    """A part in an event. Its token is derived from event, number and generation, and not kept.

    `own_hand` marks a link that its holder made anew, which nobody else is shown. `devices` counts
    those that opened the link of this generation.
    """

    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=LONGEST_NAME)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="roles")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    generation = models.PositiveIntegerField(default=0)
    own_hand = models.BooleanField(default=False)
    devices = models.PositiveIntegerField(default=0)

    class Meta(Numbered.Meta):
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_role_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.kind} {self.name}"


class Round(Numbered):
    """A round of an event; a draft until it is published.

    `results_changed` marks one that was paired by results or penalties which changed since.
    """

    published = models.DateTimeField(null=True)
    results_changed = models.BooleanField(default=False)

    class Meta(Numbered.Meta):
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.number}"


class Match(models.Model):
    """Two entries at a table of a round, or with `second` and `table` None one that has a bye.

    `reports` are scores by the number of the entry that says so, `scores` those that stand; both in
    the order first, second. `absent` are the numbers of those who did not come.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True)
    first = models.ForeignKey(Entry, models.RESTRICT, related_name="+")
    second = models.ForeignKey(Entry, models.RESTRICT, null=True, related_name="+")
    reports: Any = models.JSONField(default=dict)
    scores: Any = models.JSONField(null=True)
    absent: Any = models.JSONField(default=list)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("table", "pk")
        constraints = (
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_a_table"),
        )

    def __str__(self) -> str:
        return f"{self.first} {self.second}"

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def confirmed(self) -> bool:
        """Whether its result counts; a bye's always does."""
        return self.second is None or self.scores is not None or bool(self.absent)

    @property
    def settled(self) -> bool:
        """Whether two sat there and their result counts."""
        return self.second is not None and self.confirmed

    @property
    def state(self) -> str:
        if self.confirmed:
            return "confirmed"
        return ("open", "reported", "disputed")[len(self.reports)]


class VersionState(models.TextChoices):
    """What became of a list that was handed in."""

    SUBMITTED = "submitted", _("submitted")
    SENT_BACK = "sent_back", _("sent back")
    APPROVED = "approved", _("approved")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Version(models.Model):
    """A list as it was handed in: what it states is never changed.

    `by` is the role's name where it was not its player. `penalty` is what being late costs, with
    `per_round` for each round. `public` is what everybody sees once lists are out.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    submitted = models.DateTimeField()
    late = models.BooleanField(default=False)
    penalty = models.PositiveIntegerField(default=0)
    per_round = models.BooleanField(default=False)
    by = models.CharField(max_length=LONGEST_NAME, null=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    commitment = models.CharField(max_length=64)
    army: Any = models.JSONField()
    state = models.CharField(
        max_length=10, choices=VersionState, default=VersionState.SUBMITTED, db_index=True
    )
    public = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("list version")
        verbose_name_plural = _("list versions")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["entry", "number"], name="one_version_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}, version {self.number}"


class Decision(models.Model):
    """What was said of a version; `number` counts within its entry.

    `what` is a state of a version, `reopened`, or `remark` for what another player wrote beside it.
    """

    version = models.ForeignKey(Version, models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    what = models.CharField(max_length=10)
    comment = models.TextField(blank=True)
    by = models.CharField(max_length=LONGEST_NAME, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        verbose_name = _("list decision")
        verbose_name_plural = _("list decisions")
        ordering = ("number", "pk")

    def __str__(self) -> str:
        return f"{self.version_id}: {self.what}"


class PeerRead(models.Model):
    """One of the lists that a player was given to read, without its name."""

    reader = models.ForeignKey(Entry, models.CASCADE, related_name="peers_read")
    place = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, models.CASCADE, related_name="peers")

    class Meta:
        verbose_name = _("peer review list")
        verbose_name_plural = _("peer review lists")
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=["reader", "place"], name="one_peer_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.reader_id}, peer {self.place}"


class ListAccess(models.Model):
    """Somebody besides its player opened a list that was hidden, or took a player's link anew."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="looks")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="looks")
    role = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "events_look"
        verbose_name = _("hidden list access")
        verbose_name_plural = _("hidden list accesses")
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.entry}: {self.name}"


class KitPiece(models.Model):
    """A piece of scenery that an event's club owns, `count` times; sides in whole mm.

    `code` is how the club calls it, `outline` its polygon in mm where one was traced.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="kit_rows")
    place = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=LONGEST_NAME)
    types: Any = models.JSONField()
    long_mm = models.PositiveSmallIntegerField()
    short_mm = models.PositiveSmallIntegerField()
    count = models.PositiveSmallIntegerField(default=1)
    box = models.CharField(max_length=LONGEST_NAME, blank=True)
    section = models.BooleanField(default=False)
    outline: Any = models.JSONField(null=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("kit piece")
        verbose_name_plural = _("kit pieces")
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=["event", "code"], name="one_kit_piece_a_code"),
        )

    def __str__(self) -> str:
        return self.code


class JournalLine(Numbered):
    """An act in an event: who did it, as what, and when. Nothing of a hidden list stands in it."""

    at = models.DateTimeField(default=now)
    role = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    code = models.CharField(max_length=40)
    params: Any = models.JSONField(default=dict)

    class Meta(Numbered.Meta):
        verbose_name = _("activity log entry")
        verbose_name_plural = _("activity log")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_line_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.code}"


# Django finds models here; these have rooms of their own, and name their event by label.
from setup_app.events.event_tables.models import EventTable  # noqa: E402, F401
from setup_app.events.event_tables.packing.models import PackingLine, RoundPlan  # noqa: E402, F401
