"""Who asks about which battle, and how is he answered? What every battle address shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication, TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import battle_cache, idempotency, queries, services
from setup_app.battles.idempotency import Outcome
from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.services.moves import outcome_of
from setup_app.battles.tokens import Seat, Seated
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import ORGANISER, Role, Viewer
from setup_app.engine.values import Side
from setup_app.identity.authentication import TokenHolderAuthentication, holder_in
from setup_app.identity.network import network_key
from setup_app.identity.requesters import Requester
from setup_app.jobs.api import failed, ticket, waited
from setup_app.rulebooks import registry
from setup_app.web.preferences import RETURN_MINIMAL, applied, prefers
from setup_app.web.uncached import Uncached
from setup_app.wording.speaker import Speaker

LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Asked:
    """A battle, and as what this caller looks at it."""

    row: Battle
    viewer: Viewer
    seat: Seat | None

    def side(self, otherwise: str = "not_allowed") -> Side:
        """The side that the caller sits at; raises the code `otherwise` where he sits at none."""
        if self.viewer.role is not Role.SEAT or self.viewer.side is None:
            raise DomainError(otherwise)
        return self.viewer.side


class Endpoint(Uncached):
    """Any address whose answers depend on a seat."""

    authentication_classes = (TokenHolderAuthentication, TokenAuthentication, SessionAuthentication)

    def dispatch(self, request: Any, *args: Any, **named: Any) -> Any:
        # What is read, changed and shown in between is one run of the battle.
        with battle_cache.loan():
            return super().dispatch(request, *args, **named)

    def handle_exception(self, exc: Exception) -> Any:
        battle_cache.let_go()
        return super().handle_exception(exc)

    def once(
        self, request: Request, act: Callable[[], Outcome], *, act_first: bool = False
    ) -> Outcome:
        """Do what is asked, or find what the same `Idempotency-Key` did before."""
        return idempotency.once(request, act, act_first=act_first)


class BattleEndpoint(Endpoint):
    """An address under one battle."""

    speaker: Speaker | None = None

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, DomainError) and self.speaker is not None:
            exc = self.speaker.name_words(exc)
        return super().handle_exception(exc)

    def asked(self, request: Request, battle: str) -> Asked:
        """The battle and the caller's part in it.

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
            if seated.seat.side is not None and not seated.unconfirmed:
                services.note_seen(row=row, side=seated.seat.side)
            return Asked(row, seated.seat.viewer, seated.seat)
        if row.is_of(account_of(request)):
            return Asked(row, ORGANISER, Seat.CREATOR)
        return Asked(row, queries.watcher_of(row), None)

    def shown(self, asked: Asked, outcome: Outcome, *, status: int = 200) -> Response:
        """Answer with the battle as the caller sees it at the version that came of it."""
        row = self._after(asked, outcome)
        view = queries.battle_view(row, asked.viewer, at=outcome.version, as_it_was_answered=True)
        return Response(view, status=status)

    def _after(self, asked: Asked, outcome: Outcome) -> Battle:
        """The battle's row, not older than what came of the request.

        Who sat there when the caller was let in may have left since.
        """
        row = battle_cache.row_on_loan(asked.row.public_id) or asked.row
        if outcome.version is not None and row.version < outcome.version:
            # A worker has played it, or an equal request that was there first.
            row = queries.row_named(row.public_id)
        return row

    def judged(
        self, request: Request, asked: Asked, outcome: Outcome, *, briefly: bool = False
    ) -> Response:
        """Answer a request that a worker may have to judge: 201 with the view, or 202.

        `briefly` lets who prefers it have no view.
        """
        if outcome.job is not None:
            submission = Submission.objects.get(job=outcome.job)
            if submission.state == SubmissionState.CHECKING:
                job = waited(request, outcome.job)
                if not job.over:
                    return ticket(outcome.job)
                submission.refresh_from_db()
                if submission.state == SubmissionState.CHECKING:
                    # The job came to nothing before any verdict: it broke, was killed, called off.
                    return failed(job)
            outcome = Outcome("view", version=outcome_of(submission)["version"])
        if briefly and outcome.version is not None and prefers(request, RETURN_MINIMAL):
            row = self._after(asked, outcome)
            brief = queries.brief_view(row, at=outcome.version)
            return applied(Response(brief, status=201), RETURN_MINIMAL)
        return self.shown(asked, outcome, status=201)


def number_in(request: Request, name: str) -> int | None:
    """A whole number of 0 or more from the address; None where it is not named."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise ParseError(_("{name} must be a whole number.").format(name=name))
    return min(int(text.lstrip("0")[:12] or 0), LARGEST)


def account_of(request: Request) -> Requester:
    """The account that asks. A browser's key opens no battle to a program: its seats' tokens do."""
    account = request.user.pk if request.user.is_authenticated else None
    return Requester(account, network=network_key(request))
