"""Queries about battles. Each takes its viewer; there is no default viewer."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import QuerySet

from setup_app.battles.models import (
    Battle,
    LogEntry,
    Message,
    Submission,
    SubmissionState,
    Visibility,
)
from setup_app.battles.repository import (
    Unreplayable,
    entries_of,
    last_good,
    load,
    mark_read_only,
    row_named,
    setup_of,
)
from setup_app.battles.seats import tokens
from setup_app.battles.seats.queries import seats_as_json
from setup_app.engine import proof as proofs
from setup_app.engine import views
from setup_app.engine.battle import EngineBattle, Move, public_lists
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import BOTH, STRANGER, Role, Viewer, seat
from setup_app.engine.prompts import Laid, Laying
from setup_app.engine.values import Side, Violation, sha256
from setup_app.identity.ownership import owned_parts
from setup_app.identity.requesters import Requester
from setup_app.jobs.models import Job, State
from setup_app.layouts.queries import nearest_place, room_for
from setup_app.rulebooks import registry
from setup_app.web.problems import violation_as_json
from setup_app.wording.speaker import Speaker
from terrain.draw.view import ViewFrom

__all__ = [
    "battle_view",
    "battles_for",
    "events",
    "ground_for",
    "head_at",
    "hints",
    "laid_by_plan",
    "messages",
    "nearest_for",
    "places_something",
    "plan_laid",
    "readable",
    "row_named",
    "speaker_for",
    "speaker_of",
    "suggestion",
    "watcher_of",
    "zones",
]


@dataclass(frozen=True)
class Reading:
    """A battle as it can be read: `played` is whole, as far as its log replays, or None.

    `fault` says what does not replay. Such a battle is shown and cannot be played.
    """

    row: Battle
    played: EngineBattle | None
    fault: str = ""


def readable(row: Battle) -> Reading:
    """Load a battle to show it. A mismatch is stored, and the part that replays is returned."""
    try:
        played = load(row)
    except Unreplayable as found:
        mark_read_only(row.public_id, found.reason)
        return Reading(row, last_good(row), found.reason)
    return Reading(row, played, row.read_only_reason if row.read_only else "")


def battles_for(asker: Requester) -> list[QuerySet[Battle]]:
    """Return the listed battles: public ones, and the requester's own.

    The parts do not overlap, and an index counts and orders each by `created`.
    """
    own = [
        part.filter(visibility=each)
        for part in owned_parts(Battle, asker)
        for each in (Visibility.PRIVATE, Visibility.LINK)
    ]
    return [Battle.objects.filter(visibility=Visibility.PUBLIC), *own]


def watcher_of(row: Battle) -> Viewer:
    """Return the viewer for someone without a seat. Raises `not_found` for a private battle."""
    if row.visibility == Visibility.PRIVATE:
        raise DomainError("not_found")
    return STRANGER


def speaker_for(row: Battle, played: EngineBattle | None = None) -> Speaker:
    """Return the speaker that words a battle's sentences with its players' public names.

    Players with the same name are called by their armies' names. A loaded battle saves reading its
    lists again.
    """
    rulebook = registry.rulebook(row.rulebook)
    first, second = public_lists(rulebook, setup_of(row)) if played is None else played.public_lists
    for field in ("player", "name"):
        names = (str(first.get(field) or ""), str(second.get(field) or ""))
        if names[0] != names[1] and all(names):
            return Speaker(rulebook, names)
    return Speaker(rulebook)


def speaker_of(submission: int) -> Speaker:
    """Return the speaker for the battle of a submission."""
    return speaker_for(Battle.objects.get(submissions=submission))


def battle_view(
    row: Battle, viewer: Viewer, *, at: int | None = None, as_it_was_answered: bool = False
) -> dict[str, Any]:
    """Return what `viewer` may see of a battle, now or at version `at`.

    A past version has no options, since nothing can be answered there, unless the view answers a
    request: `as_it_was_answered`. Raises `no_such_version`.
    """
    reading = readable(row)
    outer = {
        "id": row.public_id,
        "rulebook": row.rulebook,
        "visibility": row.visibility,
        "bot_side": row.bot_side,
        "seats": seats_as_json(row, viewer),
        "created": row.created,
        "closes_at": row.closes_at,
        "read_only": bool(reading.fault),
        "read_only_reason": reading.fault or None,
    }
    if reading.played is None:
        return {**outer, **_unreadable_view(row)}
    played = reading.played
    if at is not None and at != played.version:
        played = played.at(at)
        outer["seats"] = seats_as_json(row, viewer, played.entries)
    now = at is None or as_it_was_answered
    checked = _checked(row) if at is None else {}
    shown = views.view(
        played,
        viewer,
        say=speaker_for(row, reading.played),
        checking=frozenset(checked),
        with_options=now and not reading.fault,
    )
    mine = [
        {"prompt": prompt, "job": str(job)}
        for prompt, (side, job) in checked.items()
        if viewer.acts_for(side)
    ]
    return {**outer, **shown, "checking": mine}


def head_at(row: Battle, version: int) -> str:
    """Return the head of a version, which is open to all who may see the battle."""
    return LogEntry.objects.values_list("head", flat=True).get(battle=row, number=version)


def _unreadable_view(row: Battle) -> dict[str, Any]:
    """Return the view of a battle of which not even the first entry replays."""
    return {
        "version": row.version,
        "head": row.head,
        "step": None,
        "prompts": [],
        "proposals": [],
        "can_undo": False,
        "umpire": tokens.has_umpire(row),
        "house_rulings": {},
        "implied_rulings": {},
        "closed": row.closed is not None,
        "resigned_by": None,
        "checking": [],
        "map": None,
        "layout": None,
        "hands": None,
        "result": None,
        "deployment": None,
    }


def _checked(row: Battle) -> dict[str, tuple[Side | None, Any]]:
    """Return the askings whose answers a worker checks, each with its side and job."""
    waiting = {
        submission.job: submission
        for submission in Submission.objects.filter(battle=row, state=SubmissionState.CHECKING)
        if submission.job is not None
    }
    if not waiting:
        return {}
    live = Job.objects.filter(pk__in=waiting, state__in=(State.QUEUED, State.RUNNING))
    return {
        waiting[job].prompt: (waiting[job].side, job) for job in live.values_list("pk", flat=True)
    }


def events(row: Battle, viewer: Viewer, *, after: int = 0, most: int = 500) -> list[dict[str, Any]]:
    """Return the log after entry `after` as `viewer` may see it, with times."""
    reading = readable(row)
    if reading.played is None:
        return []
    lines = views.events(reading.played, viewer, say=speaker_for(row, reading.played), after=after)[
        :most
    ]
    times = dict(
        LogEntry.objects.filter(battle=row, number__gt=after)
        .order_by("number")
        .values_list("number", "created")[:most]
    )
    return [{**line, "at": times[line["number"]]} for line in lines]


def messages(row: Battle, viewer: Viewer, *, after: int = 0) -> QuerySet[Message]:
    """Return the messages after number `after`, in order.

    Only the two seats may read them, whatever the battle's visibility: raises `not_allowed`.
    """
    if not plays(viewer):
        raise DomainError("not_allowed")
    return Message.objects.filter(battle=row, number__gt=after).order_by("number")


def message(row: Battle, viewer: Viewer, *, number: int) -> Message | None:
    """Return one message, or None if it is no longer kept."""
    return messages(row, viewer, after=number - 1).filter(number=number).first()


def proof(row: Battle, viewer: Viewer) -> dict[str, Any]:
    """Return what is needed to check the log, as `viewer` may have it; see `engine.proof`.

    A battle that no longer replays shows only its stored public forms.
    """
    reading = readable(row)
    named = {"battle": row.public_id, "rulebook": row.rulebook, "revision": row.revision}
    if reading.played is not None and not reading.fault:
        return named | proofs.proof(reading.played, reading.played.sight(viewer))
    entries = entries_of(row)
    return named | {
        "format": proofs.FORMAT,
        "setup": None,
        "seed_hash": sha256(bytes(row.seed)),
        "seed": None,
        "entries": [entry.public_form() | {"head": entry.head} for entry in entries],
        "secrets": [],
        "chances": [],
    }


def needs_worker(row: Battle, side: Side | None, prompt: str) -> bool:
    """Return whether a worker finds and judges the answers to an open prompt."""
    judged: bool = _asking(_playable(row), side, prompt).prompt.judged_by_worker
    return judged


def suggestion(
    row: Battle, side: Side | None, prompt: str, chooser: random.Random
) -> dict[str, Any]:
    """Return a legal answer: `{"answer"}`, or `{"impossible", "searched", "answer"}`."""
    played = _playable(row)
    _asking(played, side, prompt)
    suggested = played.suggest(side, prompt, chooser)
    if suggested.searched is None:
        return {"answer": suggested.answer}
    return {
        "impossible": True,
        "searched": dict(suggested.searched),
        "answer": suggested.answer,
    }


def places_something(row: Battle, side: Side | None, prompt: str) -> bool:
    """Return whether an open prompt is answered by placing an outline."""
    found: bool = _asking(_playable(row), side, prompt).prompt.gives_hints()
    return found


def hints(row: Battle, side: Side | None, prompt: str, outline: Any) -> list[dict[str, Any]]:
    """Return where the first point of an outline is forbidden, by rule and piece.

    Only for a worker with a time limit, since the outline comes from a stranger.
    """
    return [asdict(hint) for hint in _playable(row).hints(side, prompt, outline)]


def zones(row: Battle, side: Side | None, prompt: str, unit: int | None) -> dict[str, Any]:
    """Return where a unit or piece of an open prompt may stand, and why not elsewhere.

    It takes no geometry from the caller, so no worker is needed.
    """
    return dict(_playable(row).zones(side, prompt, unit))


def plan_laid(row: Battle, side: Side | None, prompt: str, laying: Laying) -> Laid:
    """Return a plan as far as it fits an open prompt. Nothing is stored."""
    return _playable(row).lay(side, prompt, laying)


def laid_by_plan(row: Battle, side: Side | None, prompt: str, laying: Laying) -> dict[str, Any]:
    """Return the same as `{"answer", "unfit"}`, with sentences for what does not fit."""
    laid = plan_laid(row, side, prompt, laying)
    speak = speaker_for(row)
    return {
        "answer": laid.answer,
        "unfit": [
            {
                "unit": each.unit,
                "violations": [in_words(found, speak) for found in each.violations],
            }
            for each in laid.unfit
        ],
    }


def in_words(violation: Violation, speak: Speaker) -> dict[str, Any]:
    """Return a violation as in a problem response."""
    return violation_as_json(violation) | {"message": speak.refusal(violation)}


def ground_for(
    row: Battle, side: Side | None, prompt: str, outline: Any, *, seen_from: ViewFrom
) -> dict[str, Any]:
    """Return `{"hints", "region", "drawn"}`: the hints, the free region and the piece as SVG.

    The SVG overlays the picture of the table as seen from that edge. Raises what `hints` raises,
    and needs a worker as `hints` does.
    """
    played = _playable(row)
    found = [asdict(hint) for hint in played.hints(side, prompt, outline)]
    return {"hints": found, **room_for(_placing(played, side, prompt, outline), seen_from)}


def nearest_for(row: Battle, side: Side | None, prompt: str, outline: Any) -> dict[str, Any]:
    """Return `{"by", "distance", "outline"}` of the shortest slide to a legal place, or nulls.

    Raises what `hints` raises, and needs a worker as `hints` does.
    """
    return nearest_place(_placing(_playable(row), side, prompt, outline))


def _placing(played: EngineBattle, side: Side | None, prompt: str, outline: Any) -> dict[str, Any]:
    """Return the table and one more piece, as the answering side may know them."""
    asking = _asking(played, side, prompt)
    if not asking.prompt.gives_hints():
        raise DomainError("places_nothing", {"prompt": prompt})
    viewer = BOTH if asking.side is None else seat(asking.side)
    layout = played.rulebook.present(played.known_to(asking, side), viewer)["layout"]
    return {"layout": layout, "piece": {**asking.prompt.about(), "outline": outline}}


def _playable(row: Battle) -> EngineBattle:
    reading = readable(row)
    if reading.played is None or reading.fault:
        raise DomainError("read_only", {"reason": reading.fault})
    return reading.played


def _asking(played: EngineBattle, side: Side | None, prompt: str) -> Any:
    return played.open_asking(side, Move(prompt, played.version, None))


def plays(viewer: Viewer) -> bool:
    """Return whether this viewer holds a side's seat, or both."""
    return viewer.role in (Role.SEAT, Role.BOTH)
