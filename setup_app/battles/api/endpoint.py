"""Base classes of the battles' API: the caller's seat, keyed requests, answers with a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication, TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import battle_cache, queries
from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.repository import SeatReplaced, Unreplayable, marking_mismatches
from setup_app.battles.seats.services import record_seen
from setup_app.battles.seats.tokens import Seat, Seated
from setup_app.battles.services.moves import outcome_of
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import ORGANISER, Role, Viewer
from setup_app.engine.values import Side
from setup_app.idempotency.services import Action, run_idempotent
from setup_app.identity.authentication import TokenHolderAuthentication, holder_in
from setup_app.identity.network import network_key
from setup_app.identity.requesters import Requester
from setup_app.jobs.api import failed, ticket, waited
from setup_app.rulebooks import registry
from setup_app.web.preferences import RETURN_MINIMAL, applied, prefers
from setup_app.web.uncached import Uncached
from setup_app.wording.speaker import Speaker

MAX_SIZE = 2**31 - 1

TRANSIENT = (Unreplayable, SeatReplaced)
"""Refusals that are not stored: a battle may be repaired, and no key remains of a lost seat."""


@dataclass(frozen=True)
class Asked:
    """A battle, and the viewer and seat of the caller."""

    row: Battle
    viewer: Viewer
    seat: Seat | None
    holder: Seated | None = None

    def side(self, otherwise: str = "not_allowed") -> Side:
        """Return the caller's side; raise the code `otherwise` without one."""
        if self.viewer.role is not Role.SEAT or self.viewer.side is None:
            raise DomainError(otherwise)
        return self.viewer.side


class Endpoint(Uncached):
    """An endpoint whose answers depend on a seat."""

    authentication_classes = (TokenHolderAuthentication, TokenAuthentication, SessionAuthentication)

    def dispatch(self, request: Any, *args: Any, **named: Any) -> Any:
        # The whole request reads, changes and shows the same loaded battle.
        with battle_cache.holding():
            return super().dispatch(request, *args, **named)

    def handle_exception(self, exc: Exception) -> Any:
        battle_cache.discard()
        return super().handle_exception(exc)

    def run_idempotent(
        self, request: Request, action: Action, *, render: Callable[[Any], Response]
    ) -> Response:
        """Run `action` once per `Idempotency-Key`.

        Results are versions, ids and generations: tokens and hands are not stored.
        """
        try:
            with marking_mismatches():
                return run_idempotent(request, action, render=render, transient=TRANSIENT)
        except SeatReplaced as replaced:
            raise AuthenticationFailed from replaced


class BattleEndpoint(Endpoint):
    """An endpoint of one battle."""

    speaker: Speaker | None = None

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, DomainError) and exc.code == "seat_used_up":
            # Everyone who comes too late gets the same answer as for any void token.
            exc = AuthenticationFailed()
        if isinstance(exc, DomainError) and self.speaker is not None:
            exc = self.speaker.name_words(exc)
        return super().handle_exception(exc)

    def asked(self, request: Request, battle: str) -> Asked:
        """Return the battle and the caller's seat.

        A token that is not for this battle gives 401, whether or not there is such a battle; none
        gives 404 where the battle is private.
        """
        holder = holder_in(request)
        seated = holder if isinstance(holder, Seated) else None
        if holder is not None and (seated is None or seated.battle != battle):
            raise AuthenticationFailed
        row = (seated and seated.row) or queries.row_named(battle)
        self.speaker = (
            Speaker(registry.rulebook(row.rulebook)) if registry.has(row.rulebook) else None
        )
        if seated is not None:
            if seated.seat.side is not None:
                record_seen(row=row, side=seated.seat.side)
            return Asked(row, seated.seat.viewer, seated.seat, seated)
        if row.is_of(account_of(request)):
            return Asked(row, ORGANISER, Seat.CREATOR)
        return Asked(row, queries.watcher_of(row), None)

    def shown(self, asked: Asked, version: int, *, status: int = 200) -> Response:
        """Answer with the battle as the caller sees it at a version."""
        row = queries.row_named(asked.row.public_id)
        view = queries.battle_view(row, asked.viewer, at=version, as_it_was_answered=True)
        return Response(view, status=status)

    def judged(
        self, request: Request, asked: Asked, sent: Mapping[str, Any], *, briefly: bool = False
    ) -> Response:
        """Answer with the view (201) once a sent answer is judged, or with its job (202).

        `sent` is a `Sent` as JSON. `briefly` allows an answer without the view.
        """
        version, job_id = sent["version"], sent["job"]
        if job_id is not None:
            submission = Submission.objects.get(job=job_id)
            if submission.state == SubmissionState.CHECKING:
                job = waited(request, job_id)
                if not job.over:
                    return ticket(job_id)
                submission.refresh_from_db()
                if submission.state == SubmissionState.CHECKING:
                    # The job ended without a verdict: it failed, was killed or was cancelled.
                    return failed(job)
            version = outcome_of(submission)["version"]
        if briefly and prefers(request, RETURN_MINIMAL):
            head = sent["head"] or queries.head_at(asked.row, version)
            brief = {"battle": asked.row.public_id, "version": version, "head": head}
            return applied(Response(brief, status=201), RETURN_MINIMAL)
        return self.shown(asked, version, status=201)


def number_in(request: Request, name: str) -> int | None:
    """Return a whole number of 0 or more from the query; None without it."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise ParseError(_("{name} must be a whole number.").format(name=name))
    return min(int(text.lstrip("0")[:12] or 0), MAX_SIZE)


def account_of(request: Request) -> Requester:
    """Return the account that asks. A browser's key does not count: programs use tokens."""
    account = request.user.pk if request.user.is_authenticated else None
    return Requester(account, network=network_key(request))
