"""Reads of lists, for a given viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from setup_app.armies.fields import in_order
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.lists.findings import findings
from setup_app.events.event.wording import finding_words
from setup_app.events.models import Entry, Event, Kind, Match, PeerRead, Version, VersionState
from setup_app.identity.ownership import NotThere
from setup_app.rulebooks import registry


def list_view(standing: EventAccess, entry: Entry) -> dict[str, Any]:
    """A list as this viewer, who may open it, sees it; its draft is its player's alone."""
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
    """What an organiser is shown of what he handed in for somebody: that version alone, whatever
    was handed in since, and none that its player handed in himself."""
    view = list_view(standing, entry)
    own = [each for each in view["versions"] if each["version"] == version and each["by"]]
    return {**view, "versions": own}


def commitments(standing: EventAccess) -> list[dict[str, Any]]:
    """Every version's commitment, for everybody. One query."""
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
    """The list of each entry by its number: the last approved one, else the last that is in.

    Who takes his list back has none until he hands in another: no older one takes its place.
    `public` looks among those alone that everybody sees. One query, without what the lists state.
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
    """Every list that is out. Raises `not_found` before, to organisers too. Two queries."""
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
    """The version of each entry that is out, with its army. Raises `not_found` before."""
    if standing.event.lists_published is None:
        raise NotThere
    keys = [each.pk for each in current(standing.event, public=True).values()]
    rows = Version.objects.filter(pk__in=keys).select_related("entry")
    return list(rows.order_by("entry__number"))


def other_public_versions(shown: Iterable[Version]) -> list[Version]:
    """What else is public of the entries whose versions are shown, the newest first. One query."""
    rows = Version.objects.filter(entry__in=[each.entry for each in shown], public=True)
    others = rows.exclude(pk__in=[each.pk for each in shown]).select_related("entry")
    return list(others.order_by("-number"))


def public_version(event: Event, entry: int, version: int) -> Version:
    """A version that everybody may read. Raises `not_found`. One query."""
    rows = Version.objects.filter(entry__event=event, entry__number=entry, public=True)
    found = rows.filter(number=version).first()
    if found is None or event.lists_published is None:
        raise NotThere
    return found


def looks_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Who opened which list while it was hidden. For organisers, and for everybody afterwards."""
    if standing.event.lists_published is None:
        standing.needs(Kind.ORGANISER)
    return [
        {"entry": each.entry.number, "role": each.role, "name": each.name, "at": each.at}
        for each in standing.event.looks.select_related("entry")
    ]


def peers_view(event: Event, given: Iterable[PeerRead]) -> list[dict[str, Any]]:
    """Others' lists as a player reads them: nameless."""
    return [
        {
            "peer": each.place,
            "army": army_shown(event, {**each.version.army, "name": "", "player": ""}),
            "findings": findings_view(event, each.version.army),
        }
        for each in given
    ]


def findings_view(event: Event, army: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What stands out in a list, with a sentence each."""
    rulebook = registry.known_or_first(event.rulebook)
    found = findings(army, limits=event.lists["limits"], rulebook=rulebook)
    return [{**asdict(each), "message": finding_words(each.code, asdict(each))} for each in found]


def paired_in(event: Event) -> dict[int, int]:
    """In how many rounds that are out each entry was paired, by its number. One query."""
    counts: dict[int, int] = {}
    out = Match.objects.filter(round__event=event, round__published__isnull=False)
    for both in out.values_list("first__number", "second__number"):
        for number in both:
            counts[number] = counts.get(number, 0) + 1
    return counts


def army_shown(event: Event, army: Mapping[str, Any]) -> dict[str, Any]:
    """What a list states, in its rulebook's order."""
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
    """What was decided, None for who is not told of it; what other players remarked is for who
    checks alone."""
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
