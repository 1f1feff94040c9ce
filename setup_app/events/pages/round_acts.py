"""Form actions that pair, write, publish and withdraw a round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from setup_app.engine.errors import DomainError
from setup_app.events import job_handlers
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.pairing_table import read_pairings
from setup_app.events.event.rounds.table_list import GivenPairing, Named
from setup_app.events.pages.figures import is_number, number_of, seed_of
from setup_app.events.pages.refusal import tell_notes, told_of_problem
from setup_app.identity.callers import caller_of
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import State
from setup_app.jobs.queries import error_of
from setup_app.jobs.timeouts import wait_for
from setup_app.spreadsheets.texts import FileText, read_file

WAYS = ("swiss", "random", "none")


def pair(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Pair the next round, or re-pair the draft: Swiss, random, or by hand."""
    how = sent.get("pairing", "swiss")
    if how not in WAYS:
        raise NotThere
    order: dict[str, Any] = {
        "how": how,
        "seed": seed_of(sent),
        "anyway": sent.get("anyway") == "yes",
    }
    if job_handlers.is_long(standing, how):
        return _paired_by_worker(request, standing, order)
    made = services.pair_round(standing=standing, **order)
    if how == "none":
        said = {"round": made.number}
        return _("Round %(round)d created. Enter its pairings below.") % said
    return _paired_words(made.number, order["seed"])


def leave_out(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Drop the players who are not checked in, and re-pair the draft."""
    standing.needs(*RUNS_ROUNDS)
    marked = [int(each) for each in sent.getlist("entry") if is_number(each)]
    if not marked:
        raise DomainError("mark_one")
    # The draft may have been published in the meantime: then no one is dropped.
    with transaction.atomic():
        for number in marked:
            services.change_entry(standing=standing, number=number, changes={"dropped": True})
        if services.next_number(standing.event) != number_of(sent, "round"):
            raise DomainError("round_went_on")
    return pair(request, standing, sent)


def write(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Replace all pairings of a round, from a text or a file."""
    file = request.FILES.get("file")
    sent_text = FileText(sent.get("text", "")) if file is None else read_file(file.read())
    number = number_of(sent, "round")
    table = read_pairings(sent_text.text)
    services.write_pairings(standing=standing, number=number, given=table.pairings)
    tell_notes(request, table.ignored, sent_text.sheet)
    return _("Pairings for round %(round)d saved.") % {"round": number}


def change_table(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Give one pairing without a result another table, a substitute or a bye; the other player or
    table in the round swaps places with it.
    """
    standing.needs(*RUNS_ROUNDS)
    number, of = number_of(sent, "round"), number_of(sent, "of")
    given = _given(standing, number)
    before = next((each for each in given if of in each.entries), None)
    if before is None:
        raise NotThere
    chosen = [number_of(sent, each) for each in ("first", "second") if sent.get(each)]
    wanted = number_of(sent, "to") if len(chosen) > 1 else None
    places = _places(before.entries, chosen)
    tables: dict[int | None, int | None] = (
        {wanted: before.table} if wanted is not None and before.table is not None else {}
    )
    changed = []
    for each in given:
        if each is before:
            changed.append(GivenPairing(wanted, tuple(chosen)))
        else:
            entries = tuple(places.get(entry, entry) for entry in each.entries)
            changed.append(GivenPairing(tables.get(each.table, each.table), entries))
    services.write_pairings(standing=standing, number=number, given=tuple(changed))
    return _("Pairing changed in round %(round)d.") % {"round": number}


def swap(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Swap two players of a draft."""
    number = number_of(sent, "round")
    marked = {each for each in sent.getlist("swap") if is_number(each)}
    if len(marked) != 2:
        raise DomainError("mark_two")
    one, other = (int(each) for each in marked)
    places: dict[Named, Named] = {one: other, other: one}
    given = tuple(
        GivenPairing(each.table, tuple(places.get(entry, entry) for entry in each.entries))
        for each in _given(standing, number)
    )
    services.write_pairings(standing=standing, number=number, given=given)
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    said = {"one": names.get(one, ""), "other": names.get(other, "")}
    return _("Swapped %(one)s and %(other)s.") % said


def publish(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Publish a round."""
    out = services.publish_round(standing=standing, number=number_of(sent, "round"))
    return _("Round %(round)d published.") % {"round": out.number}


def withdraw(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Make a round a draft again."""
    back = services.withdraw_round(standing=standing, number=number_of(sent, "round"))
    return _("Round %(round)d unpublished. It is a draft again.") % {"round": back.number}


def _given(standing: EventAccess, number: int) -> tuple[GivenPairing, ...]:
    view = round_queries.round_view(standing, round_queries.round_seen(standing, number))
    return tuple(GivenPairing(each["table"], tuple(each["entries"])) for each in view["pairings"])


def _places(before: tuple[Named, ...], chosen: list[int]) -> dict[Named, Named]:
    """Return, for each player called here from elsewhere in the round, who takes the place they
    leave.
    """
    come: list[Named] = [each for each in chosen if each not in before]
    gone = [each for each in before if each not in chosen]
    return dict(zip(come, gone, strict=False))


def _paired_by_worker(request: HttpRequest, standing: EventAccess, order: dict[str, Any]) -> str:
    job = job_handlers.ask_to_pair(standing=standing, caller=caller_of(request), **order)
    job = wait_for(job.pk)
    if not job.over:
        return _("Pairing this many players takes a moment. Refresh this page shortly.")
    if job.state != State.DONE or job.result is None:
        for words in told_of_problem(error_of(job)):
            messages.error(request, words)
        return ""
    return _paired_words(job.result["round"], order["seed"])


def _paired_words(round_: int, seed: str) -> str:
    said = _("Round %(round)d paired. Players can't see it until you publish it. Seed: %(seed)s.")
    return said % {"round": round_, "seed": seed}
