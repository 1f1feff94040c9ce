"""Reads of lists, for a given viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from setup_app.armies.fields import in_order
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.lists.findings import Finding, findings
from setup_app.events.event.lists.problems import Problem, fingerprint, problems
from setup_app.events.event.wording import finding_words, problem_words
from setup_app.events.models import (
    Decision,
    Entry,
    Event,
    Kind,
    Match,
    PeerRead,
    Version,
    VersionGeneral,
    VersionState,
)
from setup_app.identity.ownership import NotThere
from setup_app.rulebooks import registry


def list_view(standing: EventAccess, entry: Entry) -> dict[str, Any]:
    """Return a list as this viewer, who may open it, sees it; only its player gets the draft."""
    mine = standing.plays(entry)
    inside = mine or standing.kind in SEES_LISTS
    versions = entry.versions.prefetch_related("decisions")
    if not inside:
        versions = versions.filter(public=True)
    rounds = paired_in(standing.event).get(entry.number, 0)
    return {
        "entry": entry.number,
        "status": entry.status if inside else "in",
        "draft": army_shown(standing.event, entry.draft) if mine and entry.draft else None,
        "versions": [_version(standing, each, rounds, mine=mine) for each in versions],
    }


def handed_in_view(standing: EventAccess, entry: Entry, version: int | None) -> dict[str, Any]:
    """Return what an organiser submitted for a player: that version only, whatever was submitted
    since, and none that the player submitted.
    """
    view = list_view(standing, entry)
    own = [each for each in view["versions"] if each["version"] == version and each["by"]]
    return {**view, "versions": own}


def commitments(standing: EventAccess) -> list[dict[str, Any]]:
    """Return every version's commitment, for everyone. One query."""
    rows = Version.objects.filter(entry__event=standing.event).select_related("entry")
    return [
        {
            "entry": each.entry.number,
            "version": each.number,
            "submitted": each.submitted,
            "late": each.late,
            "commitment": each.commitment,
        }
        for each in rows.defer("army").order_by("entry__number", "number")
    ]


def current(event: Event, *, public: bool = False) -> dict[int, Version]:
    """Return the list of each entry by its number: the last approved one, or the last submitted
    one.

    A player who withdraws their list has none until they submit another; no older one takes its
    place. `public` considers only public versions. One query, without the contents of the lists.
    """
    rows = Version.objects.filter(entry__event=event)
    if public:
        rows = rows.filter(public=True)
    found: dict[int, Version] = {}
    for each in rows.select_related("entry").defer("army").order_by("number"):
        before = found.get(each.entry.number)
        stands = before is not None and before.state == VersionState.APPROVED
        if each.state == VersionState.WITHDRAWN:
            found.pop(each.entry.number, None)
        elif not stands or each.state == VersionState.APPROVED:
            found[each.entry.number] = each
    return found


def lists_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Return every public list. Raises `not_found` before publication, to organisers too. Two
    queries.
    """
    return [
        {
            "entry": each.entry.number,
            "name": each.entry.name,
            "version": each.number,
            "army": army_shown(standing.event, each.army),
            "salt": each.salt,
            "commitment": each.commitment,
        }
        for each in published_versions(standing)
    ]


def published_versions(standing: EventAccess) -> list[Version]:
    """Return the public version of each entry, with its army. Raises `not_found` before
    publication.
    """
    if standing.event.lists_published is None:
        raise NotThere
    keys = [each.pk for each in current(standing.event, public=True).values()]
    rows = Version.objects.filter(pk__in=keys).select_related("entry")
    return list(rows.order_by("entry__number"))


def other_public_versions(shown: Iterable[Version]) -> list[Version]:
    """Return the other public versions of the entries shown, the newest first. One query."""
    rows = Version.objects.filter(entry__in=[each.entry for each in shown], public=True)
    others = rows.exclude(pk__in=[each.pk for each in shown]).select_related("entry")
    return list(others.order_by("-number"))


def published_generals(standing: EventAccess) -> list[VersionGeneral]:
    """Return the generals of the public version of each entry, with the entry, in the order of
    entries. Raises `not_found` before publication. Two queries.
    """
    if standing.event.lists_published is None:
        raise NotThere
    keys = [each.pk for each in current(standing.event, public=True).values()]
    rows = VersionGeneral.objects.filter(version__in=keys).select_related("version__entry")
    return list(rows.defer("version__army").order_by("version__entry__number", "position"))


def public_version(event: Event, entry: int, version: int) -> Version:
    """Return a version that everyone may read. Raises `not_found`. One query."""
    rows = Version.objects.filter(entry__event=event, entry__number=entry, public=True)
    found = rows.filter(number=version).first()
    if found is None or event.lists_published is None:
        raise NotThere
    return found


def looks_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Return who opened which list while it was hidden; for organisers, and for everyone after
    publication.
    """
    if standing.event.lists_published is None:
        standing.needs(Kind.ORGANISER)
    return [
        {"entry": each.entry.number, "role": each.role, "name": each.name, "at": each.at}
        for each in standing.event.looks.select_related("entry")
    ]


def peers_view(event: Event, given: Iterable[PeerRead]) -> list[dict[str, Any]]:
    """Return other players' lists as a player reads them: without names."""
    return [
        {
            "peer": each.place,
            "army": army_shown(event, {**each.version.army, "name": "", "player": ""}),
            "findings": findings_view(event, each.version.army),
        }
        for each in given
    ]


def findings_view(event: Event, army: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the findings in a list, with a sentence each."""
    found = _found(event, army)
    return [{**asdict(each), "message": finding_words(each.code, asdict(each))} for each in found]


def own_problems(event: Event, entry: Entry, army: Mapping[str, Any]) -> list[str]:
    """Return the problems of a list in words, without what only checkers may know."""
    rulebook = registry.known_or_first(event.rulebook)
    found = problems(_found(event, army), army, rulebook=rulebook, player=entry.name)
    return [problem_words(each, rulebook) for each in found]


def problems_of_lists(event: Event) -> dict[int, tuple[Problem, ...]]:
    """Return what checkers should look at in each entry's last version, by the entry's number; none
    for a list that was withdrawn. Three queries.

    The result tells what is in hidden lists: it is for people who may open all of them.
    """
    last: dict[int, Version] = {}
    rows = Version.objects.filter(entry__event=event).select_related("entry").defer("army")
    for each in rows.order_by("number"):
        last[each.entry_id] = each
    shown = {each.pk: each for each in last.values() if each.state != VersionState.WITHDRAWN}
    armies = dict(Version.objects.filter(pk__in=shown).values_list("pk", "army"))
    history = _history(event, shown)
    copies: dict[bytes, list[str]] = {}
    prints = {pk: fingerprint(army) for pk, army in armies.items()}
    for pk, print_ in prints.items():
        copies.setdefault(print_, []).append(shown[pk].entry.shown_name)
    rulebook = registry.known_or_first(event.rulebook)
    return {
        version.entry.number: problems(
            _found(event, armies[pk]),
            armies[pk],
            rulebook=rulebook,
            player=version.entry.name,
            twins=_others(copies[prints[pk]], version.entry.shown_name),
            history=history.get(version.entry_id, ()),
        )
        for pk, version in shown.items()
    }


def _others(names: list[str], own: str) -> list[str]:
    rest = list(names)
    rest.remove(own)
    return rest


def _history(event: Event, shown: Mapping[int, Version]) -> dict[int, list[str]]:
    """Return what happened to each entry's list: comments of players on the version shown, and
    earlier versions that were sent back.
    """
    found: dict[int, list[str]] = {}
    numbers = {each.entry_id: each.number for each in shown.values()}
    rows = Decision.objects.filter(version__entry__event=event, what__in=("remark", "sent_back"))
    for entry, number, what in rows.order_by("number").values_list(
        "version__entry", "version__number", "what"
    ):
        if what == "remark" and number == numbers.get(entry):
            found.setdefault(entry, []).append("remark")
        elif what == "sent_back" and number < numbers.get(entry, 0):
            found.setdefault(entry, []).append("sent_back_before")
    return found


def _found(event: Event, army: Mapping[str, Any]) -> tuple[Finding, ...]:
    rulebook = registry.known_or_first(event.rulebook)
    return findings(army, limits=event.lists["limits"], rulebook=rulebook)


def paired_in(event: Event) -> dict[int, int]:
    """Return in how many published rounds each entry was paired, by its number. One query."""
    counts: dict[int, int] = {}
    out = Match.objects.filter(round__event=event, round__published__isnull=False)
    for both in out.values_list("first__number", "second__number"):
        for number in both:
            counts[number] = counts.get(number, 0) + 1
    return counts


def army_shown(event: Event, army: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of a list, in its rulebook's order."""
    shown: dict[str, Any] = in_order(registry.known_or_first(event.rulebook).army_schema, army)
    return shown


def _version(standing: EventAccess, version: Version, rounds: int, *, mine: bool) -> dict[str, Any]:
    return {
        "version": version.number,
        "submitted": version.submitted,
        "late": version.late,
        "penalty": version.penalty * (rounds if version.per_round else 1),
        "by": version.by,
        "commitment": version.commitment,
        "salt": version.salt,
        "army": army_shown(standing.event, version.army),
        "findings": findings_view(standing.event, version.army),
        "decisions": _decisions(standing, version, mine=mine),
    }


def _decisions(
    standing: EventAccess, version: Version, *, mine: bool
) -> list[dict[str, Any]] | None:
    """Return the decisions; None for a viewer who may not know them. Only checkers get the remarks
    of other players.
    """
    if not mine and standing.kind not in SEES_LISTS:
        return None
    return [
        {
            "decision": each.number,
            "version": version.number,
            "what": each.what,
            "comment": each.comment,
            "by": each.by,
            "at": each.at,
        }
        for each in version.decisions.all()
        if not (mine and each.what == "remark")
    ]
