"""Battles, their raw logs, submissions, challenges and messages. Everything else is replayed."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from setup_app.battles.fields import CanonicalJSONField
from setup_app.identity.ownership import Owned
from setup_app.identity.public_ids import WITHOUT_LOOKALIKES, draw_letters


def new_public_id() -> str:
    """Fourteen letters, 69 bits: short enough for a link, too many to be guessed."""
    return draw_letters(WITHOUT_LOOKALIKES, 14)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Visibility(models.TextChoices):
    """Who may watch without a seat: nobody, whoever has the link, or everybody (it is listed)."""

    PRIVATE = "private"
    LINK = "link"
    PUBLIC = "public"


class Battle(Owned):
    """One battle. `seed` and `setup` hold secrets: they are shown nowhere, in no admin and no log.

    Who began it owns it: it is listed as his. That shows him no hand and lets him play for nobody;
    for that there are seats.

    `version`, `head` and `digest` repeat the last log entry's, so that lists need no replay. `said`
    is the number of the last message between the sides: a look at the battle's state needs no more.
    `opened_from` stands for the network address that it was begun from, for their limit alone.
    `generations` counts per kind of seat how often its token was replaced, `seats` says of both
    sides' who sits there (`battles.seats`), `seen_first` and `seen_second` when a request of theirs
    came last, to the hour. `bot_job` is the job of a bot that is asked something.
    `read_only_reason` is not empty where the log no longer replays to what was stored.
    """

    # Read aloud, and part of the seats' tokens: shorter than other ids, and without look-alikes.
    public_id = models.CharField(max_length=14, unique=True, default=new_public_id, editable=False)
    rulebook = models.CharField(max_length=60)
    revision = models.PositiveIntegerField()
    setup = CanonicalJSONField(editable=False)
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    visibility = models.CharField(
        max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default="")
    digest = models.CharField(max_length=64, default="")
    said = models.PositiveIntegerField(default=0, editable=False)
    generations = CanonicalJSONField(default=dict, editable=False)
    seats = CanonicalJSONField(default=dict, editable=False)
    seen_first = models.DateTimeField(null=True, editable=False)
    seen_second = models.DateTimeField(null=True, editable=False)
    read_only = models.BooleanField(default=False)
    read_only_reason = models.TextField(blank=True, default="")
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    opened_from = models.CharField(max_length=16, blank=True, default="", editable=False)
    bot_side = models.PositiveSmallIntegerField(null=True, blank=True)
    bot_job = models.UUIDField(null=True, blank=True, editable=False)
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )

    class Meta:
        ordering = ("-created", "-pk")
        indexes = (
            # Each gives a list in its order, from its end, and counts it.
            models.Index(fields=["visibility", "created", "id"], name="battle_listed"),
            models.Index(fields=["account", "visibility", "created", "id"], name="battle_owned"),
            models.Index(fields=["account", "changed", "id"], name="battle_owned_changed"),
            models.Index(fields=["owner_key", "changed", "id"], name="battle_kept_changed"),
            models.Index(fields=["owner_key", "visibility", "created", "id"], name="battle_kept"),
            models.Index(
                fields=["opened_from", "created"],
                condition=Q(finished__isnull=True),
                name="battle_open_from",
            ),
            models.Index(
                fields=["closes_at"],
                condition=Q(finished__isnull=False, closed__isnull=True),
                name="battle_to_close",
            ),
            models.Index(
                fields=["changed"],
                condition=Q(bot_job__isnull=False),
                name="battle_with_bot",
            ),
        )

    def __str__(self) -> str:
        return self.public_id


class ChallengeState(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    WITHDRAWN = "withdrawn"


class Challenge(Owned):
    """A battle that waits for its second list. `army` is closed: it is shown to nobody else.

    `wanted` is what is agreed besides the lists, `points` the least and the most that either list's
    units come to, or null. `battle` is what came of it. `opened_from` as for a battle.
    """

    public_id = models.CharField(max_length=14, unique=True, default=new_public_id, editable=False)
    rulebook = models.CharField(max_length=60)
    army = CanonicalJSONField(editable=False)
    wanted = CanonicalJSONField(editable=False)
    points = CanonicalJSONField(default=None, editable=False)
    listed = models.BooleanField(default=False)
    state = models.CharField(
        max_length=9, choices=ChallengeState.choices, default=ChallengeState.OPEN
    )
    created = models.DateTimeField(default=timezone.now)
    opened_from = models.CharField(max_length=16, blank=True, default="", editable=False)
    battle = models.OneToOneField(
        Battle, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )

    class Meta:
        ordering = ("-created", "-pk")
        indexes = (
            models.Index(fields=["state", "listed", "created", "id"], name="challenge_listed"),
            models.Index(
                fields=["opened_from", "created"],
                condition=models.Q(state=ChallengeState.OPEN),
                name="challenge_open_from",
            ),
        )

    def __str__(self) -> str:
        return self.public_id


class LogEntry(models.Model):
    """One line of a battle's raw log, the only truth: rows are added, never changed."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    type = models.CharField(max_length=8)
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=80)
    asking = models.PositiveIntegerField()
    value = CanonicalJSONField()
    public = CanonicalJSONField()
    secret = models.BooleanField(default=False)
    owner = models.PositiveSmallIntegerField(null=True)
    commitments = CanonicalJSONField()
    reveals = CanonicalJSONField()
    counter = CanonicalJSONField()
    digest = models.CharField(max_length=64, null=True)
    head = models.CharField(max_length=64)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("battle", "number")
        constraints = (
            models.UniqueConstraint(fields=["battle", "number"], name="one_entry_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.battle_id} {self.number} {self.type} {self.kind}"


class Word(models.TextChoices):
    """Messages that are ready made: each reads them in his own language."""

    ONE_MOMENT = "one_moment", _("One moment")
    YOUR_TURN = "your_turn", _("Your turn")
    AGREED = "agreed", _("Agreed")
    THANK_YOU = "thank_you", _("Thank you")


class Message(models.Model):
    """One line that a side says to the other. Open to both seats and to nobody else.

    No part of the log: it changes nothing in the battle and proves nothing. `word` is empty where
    the line was written, `text` where it is ready made.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    word = models.CharField(max_length=12, choices=Word.choices, blank=True, default="")
    text = models.CharField(max_length=160, blank=True, default="")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("battle", "number")
        constraints = (
            models.UniqueConstraint(fields=["battle", "number"], name="one_message_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.battle_id} message {self.number}"

    @property
    def words(self) -> str:
        """What is read: the ready-made words in the reader's language, or the line as written."""
        return str(Word(self.word).label) if self.word else self.text


class SubmissionState(models.TextChoices):
    CHECKING = "checking"
    PLAYED = "played"
    REFUSED = "refused"
    STALE = "stale"
    FAILED = "failed"


class Submission(models.Model):
    """An answer that a worker has to judge first. With its job it is the queue of record.

    `purpose` is a move, or a proposal to accept the answer as placed. `refusal` is what was wrong
    with it, `version` the battle's version once it was played.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="submissions")
    purpose = models.CharField(max_length=16, default="move")
    prompt = models.CharField(max_length=120)
    expected_version = models.PositiveIntegerField()
    answer = CanonicalJSONField(editable=False)
    side = models.PositiveSmallIntegerField(null=True)
    caller = models.CharField(max_length=64, blank=True, default="")
    job = models.UUIDField(null=True, editable=False)
    state = models.CharField(
        max_length=8, choices=SubmissionState.choices, default=SubmissionState.CHECKING
    )
    refusal = CanonicalJSONField(default=None, editable=False)
    version = models.PositiveIntegerField(null=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["battle", "prompt"],
                condition=Q(state="checking"),
                name="one_checking_per_asking",
            ),
        )
        indexes = (models.Index(fields=["job"], name="submission_by_job"),)

    def __str__(self) -> str:
        return f"{self.battle_id} {self.prompt} {self.state}"


def entry_fields(entry: LogEntry) -> dict[str, Any]:
    """The engine's fields of a row, as `script.log.Entry.as_json` gives them."""
    return {
        name: getattr(entry, name)
        for name in (
            "number",
            "type",
            "side",
            "kind",
            "asking",
            "value",
            "public",
            "secret",
            "owner",
            "commitments",
            "reveals",
            "counter",
            "digest",
            "head",
        )
    }
