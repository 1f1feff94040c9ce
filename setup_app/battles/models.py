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
    """Return a new id of fourteen letters (69 bits): short enough for a link, too long to guess."""
    return draw_letters(WITHOUT_LOOKALIKES, 14)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Visibility(models.TextChoices):
    """Who may watch without a seat: no one, anyone with the link, or everyone (the battle is
    listed).
    """

    PRIVATE = "private"
    LINK = "link"
    PUBLIC = "public"


class Battle(Owned):
    """One battle. `seed` and `setup` hold secrets, which no admin page and no log shows.

    The person who began the battle owns it: it is in their list. Ownership shows them no hand and
    lets them play for neither side; only seats do. `version`, `head` and `digest` repeat those of
    the last log entry, and `invader` the side that invades (None while that is open), so that lists
    need no replay. `said` is the number of the last message between the sides, so that reading the
    battle's state does not count messages.

    `opened_from` stands for the network address that began the battle and serves only the limit per
    address. `generations` counts, per kind of seat, how often its token was replaced. `seats` says
    who sits at each side (`battles.seats`); `seen_first` and `seen_second` are the hour of the
    side's last request. `bot_job` is the job of a bot that has to answer. `read_only_reason` is set
    if the log no longer replays to what was stored.
    """

    # People read it aloud, and seat tokens contain it: it is shorter than other ids and has no
    # look-alike letters.
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
    invader = models.PositiveSmallIntegerField(null=True, editable=False)
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
            # Each index orders a list, pages through it and counts it.
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
    """A battle that waits for its second list.

    `army` is closed: no one else sees it. `wanted` holds the terms besides the lists, `points` the
    minimum and maximum of each list's units, or null. `battle` is the resulting battle.
    `opened_from` is as for a battle.
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
    """One line of a battle's raw log, which is the only truth. Rows are added and never changed."""

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
    """Ready-made messages, which each player reads in their own language."""

    ONE_MOMENT = "one_moment", _("One moment")
    YOUR_TURN = "your_turn", _("Your turn")
    AGREED = "agreed", _("Agreed")
    THANK_YOU = "thank_you", _("Thank you")


class Message(models.Model):
    """One message from one side to the other, visible to both seats and to no one else.

    It is not part of the log: it changes nothing in the battle and proves nothing. `word` is empty
    for a written message, `text` for a ready-made one.
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
        """Return the ready-made wording in the reader's language, or the message as written."""
        return str(Word(self.word).label) if self.word else self.text


class SubmissionState(models.TextChoices):
    CHECKING = "checking"
    PLAYED = "played"
    REFUSED = "refused"
    STALE = "stale"
    FAILED = "failed"


class Submission(models.Model):
    """An answer that a worker has to judge first; with its job it is the queue of record.

    `purpose` is a move, or a proposal to accept the answer as placed. `refusal` says what was wrong
    with the answer; `version` is the battle's version after it was played.
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
    """Return the engine's fields of a row, as `Entry.as_json` gives them."""
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
