"""The context of a battle's page: loaded once, viewed by each seat that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from setup_app.armies.wording import word as word_of_list
from setup_app.battles import queries
from setup_app.battles.models import Battle, LogEntry, Submission, SubmissionState
from setup_app.battles.seats.held import Holding
from setup_app.engine import views
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import Role, Viewer, seat
from setup_app.engine.log import ACT, Entry, went_back_to
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.run import Asking
from setup_app.engine.values import SIDES, LogMessage, Side
from setup_app.jobs.models import Job, State
from setup_app.maps.wording import territory_in_words
from setup_app.rulebooks import registry
from setup_app.wording.speaker import Speaker

NOT_PRESENTED = {"map": None, "layout": None, "hands": None, "in_hand": None, "result": None}
"""Parts of a view that some rulebooks do not use."""

TOLD_AS_READ = 8
"""How many undone entries keep the words that the viewer had read."""


@dataclass(frozen=True)
class Attempt:
    """A refused outline: the attempt, its side, and the reasons."""

    side: Side | None
    answer: Any
    refusal: dict[str, Any]


def _refusal(proposal: Entry) -> dict[str, Any]:
    """Return what a proposed placement violates, as for a refused one."""
    violations = [{**each, "params": {}, "where": None} for each in proposal.value["violations"]]
    return {"code": violations[0]["code"], "params": {}, "violations": violations}


def checked_for(row: Battle, holding: Holding) -> dict[str, Submission]:
    """Return what workers check now, by asking. Only the seat that sent it may know."""
    waiting = [
        submission
        for submission in Submission.objects.filter(battle=row, state=SubmissionState.CHECKING)
        if holding.acts_for(submission.side)
    ]
    if not waiting:
        return {}
    live = set(
        Job.objects.filter(
            pk__in=[each.job for each in waiting], state__in=(State.QUEUED, State.RUNNING)
        ).values_list("pk", flat=True)
    )
    return {each.prompt: each for each in waiting if each.job in live}


class PageContext:
    """A battle as one browser looks at it: its viewer, and the seats that it holds.

    `at` is a version of the past: `played` is the battle as it was then, `present` as it is now.
    There is nothing to answer then. Raises `no_such_version`.
    """

    def __init__(
        self, row: Battle, viewer: Viewer, holding: Holding, *, at: int | None = None
    ) -> None:
        self.row = row
        self.viewer = viewer
        self.holding = holding
        self.at = at
        self.reading = queries.readable(row)
        if self.reading.played is None:
            raise DomainError("read_only", {"reason": self.reading.fault})
        self.present: EngineBattle = self.reading.played
        self.played: EngineBattle = self.present if at is None else self.present.at(at)
        self.rulebook: Rulebook = registry.rulebook(row.rulebook)
        self.say: Speaker = queries.speaker_for(row, self.present)

    @property
    def hot_seat(self) -> bool:
        """Return whether both players share this device."""
        return self.viewer.role is Role.BOTH

    @property
    def read_only(self) -> bool:
        return bool(self.reading.fault)

    @cached_property
    def checked(self) -> dict[str, Submission]:
        """Return what workers check now for this browser's seats, by asking."""
        asked = not self.looks_back and any(
            asking.prompt.judged_by_worker for asking in self.played.askings()
        )
        return checked_for(self.row, self.holding) if asked else {}

    @property
    def looks_back(self) -> bool:
        """Return whether the page shows a past version."""
        return self.at is not None

    @cached_property
    def times(self) -> dict[int, datetime]:
        """Return the time of each entry."""
        # Unordered, since the default order joins the battle's table.
        entries = LogEntry.objects.filter(battle=self.row).order_by()
        return dict(entries.values_list("number", "created"))

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.seen_by(self.viewer)

    def seen_by(self, viewer: Viewer) -> dict[str, Any]:
        shown = views.view(
            self.played,
            viewer,
            say=self.say,
            checking=frozenset(self.checked),
            with_options=not self.read_only and not self.looks_back,
        )
        sides = {} if "sides" in shown else {"sides": self._bare_sides()}
        return {**NOT_PRESENTED, **sides, **shown}

    def layout_at(self, number: int) -> dict[str, Any] | None:
        """Return the table as this viewer saw it after an entry."""
        then = self.played.at(number)
        shown = views.view(then, self.viewer, say=self.say, with_options=False)
        layout: dict[str, Any] | None = {**NOT_PRESENTED, **shown}["layout"]
        return layout

    def _bare_sides(self) -> list[dict[str, Any]]:
        """Return public texts about the sides for a rulebook without its own."""
        setup = self.played.setup
        lists = [self.rulebook.public_list(army, setup.settings) for army in setup.sides]
        return [{"role": None, "list_hidden": True, "army": army} for army in lists]

    @cached_property
    def by_seat(self) -> dict[Side, dict[str, Any]]:
        """Return the view of each seat of this device, to find out who has to act."""
        return {
            side: self.view if self.viewer == seat(side) else self.seen_by(seat(side))
            for side in self.holding.sides
        }

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        return views.events(self.played, self.viewer, say=self.say)

    @cached_property
    def struck_lines(self) -> dict[int, dict[str, Any]]:
        """Return what was undone, by entry, in the words that this viewer had read.

        Only the last few, since each needs a replay.
        """
        struck: dict[int, dict[str, Any]] = {}
        undone = {line["number"] for line in self.lines if line["undone"]}
        backs = [e for e in self.played.entries if e.type == ACT and e.kind == "back"]
        for back in backs[-TOLD_AS_READ:]:
            cut = {n for n in undone if went_back_to(back) < n < back.number} - struck.keys()
            if cut:
                before = self.played.at(back.number - 1)
                told = views.events(before, self.viewer, say=self.say, after=min(cut) - 1)
                struck |= {line["number"]: line for line in told if line["number"] in cut}
        return struck

    def open_prompt(self) -> dict[str, Any] | None:
        """Return the prompt that this viewer may answer on this page, or None."""
        return next((each for each in self.view["prompts"] if not each["waiting"]), None)

    def asking(self, prompt: str) -> Asking | None:
        """Return the open asking with this id, or None."""
        return next((each for each in self.played.askings() if each.id == prompt), None)

    def secret_turns(self) -> tuple[Side, ...]:
        """Return the sides of a shared device that still owe secret answers, in order."""
        if not self.hot_seat:
            return ()
        covered = {each["id"] for each in self.view["prompts"] if each["waiting"]}
        return tuple(
            side
            for side in SIDES
            if any(
                each["id"] in covered and not each["waiting"]
                for each in self.by_seat[side]["prompts"]
            )
        )

    def undoing(self) -> Side | None:
        """Return the side whose last answer this browser may undo, or None."""
        if self.read_only or self.looks_back:
            return None
        sides = (side for side in self.holding.sides if self.by_seat[side]["can_undo"])
        return next(sides, None)

    def attempt(self, prompt: str) -> Attempt | None:
        """Return the last outline for an asking that was refused, or proposed and declined.

        After going back, an asking may have the id of an earlier one; its outlines do not count.
        """
        asking = self.asking(prompt)
        if asking is None or not asking.prompt.judged_by_worker:
            return None
        tried = Submission.objects.filter(
            battle=self.row, prompt=prompt, expected_version__gte=asking.opened_at
        ).order_by("-pk")
        last = tried.first()
        if last is None or not self.holding.acts_for(last.side):
            return None
        if proposal := self._declined(last):
            before = tried.filter(pk__lt=last.pk, state=SubmissionState.REFUSED)
            same = next((each for each in before if each.answer == last.answer), None)
            refusal = same.refusal if same else _refusal(proposal)
        else:
            settled = (SubmissionState.REFUSED, SubmissionState.FAILED)
            refusal = last.refusal if last.state in settled else None
        return Attempt(last.side, last.answer, dict(refusal)) if refusal else None

    def _declined(self, submission: Submission) -> Entry | None:
        """Return the proposal of an outline if it was declined or withdrawn, else None."""
        if submission.state != SubmissionState.PLAYED:
            return None
        proposal = next(
            (each for each in self.played.entries if each.number == submission.version), None
        )
        declined = any(
            entry.type == ACT
            and entry.kind == "declined"
            and entry.value["proposal"] == submission.version
            for entry in self.played.entries
        )
        return proposal if declined else None

    def word(self, word: str, form: str = "one") -> str:
        """Return the rulebook's name for something, capitalised, or the word itself."""
        code = f"name.{word}.{form}"
        return self.say(LogMessage(code)) if code in self.rulebook.texts else word

    def list_word(self, name: str) -> str:
        """Return the rulebook's name for a list's field, as inside a sentence."""
        return word_of_list(self.rulebook, name)

    def territory(self, slug: str) -> str:
        """Return a territory's name."""
        return territory_in_words(self.rulebook, slug)

    def step_title(self, rule: str) -> str:
        """Return the title of a step, or an empty text for a section that is no step."""
        known = rule == "sit_down" or self.rulebook.title_of(rule) is not None
        return self.text(f"step.{rule}") if known else ""

    def text(self, code: str, **params: Any) -> str:
        return self.say(LogMessage(code, params))
