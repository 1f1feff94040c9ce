"""An event's terms as plain form fields, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from setup_app.events.event import deadlines, queries
from setup_app.events.event.rounds.standings import TIE_BREAKS
from setup_app.events.event.terms import MEASURES, zones
from setup_app.events.event.wording import MEASURE_WORDS
from setup_app.events.models import Event
from setup_app.house_rules import form
from setup_app.rulebooks import registry

LOCAL: Final = "%Y-%m-%dT%H:%M"
"""The format of a moment in a browser's field of date and time."""

PLAIN: Final = ("name", "venue", "timezone", "visibility", "registration")
WHOLE: Final = ("tables", "rounds")
MAX_DIGITS: Final = 9

TIE_BREAK_WORDS: Final[Mapping[str, Promise]] = {
    "opponents": _("opponents' scores (strength of schedule)"),
    "wins": _("games won"),
    "head_to_head": _("head to head"),
    "lots": _("random"),
}


def as_form(event: Event) -> dict[str, str]:
    """Return an event's terms as the values of plain fields, moments by the clocks of its venue."""
    lists, scoring = event.lists, event.scoring
    shown: dict[str, Any] = {name: getattr(event, name) for name in (*PLAIN, *WHOLE)}
    shown |= {"days": " ".join(event.days), "places": event.places, **_table(event)}
    shown |= {
        "opens": _local(event, deadlines.opens(event)),
        "closes": _local(event, deadlines.closes(event)),
        "late": lists["late"],
        "peers": "yes" if lists["peers"] else "",
        "among": " ".join(lists["limits"].get("home", {}).get("among", ())),
    }
    if lists["penalty"]:
        shown |= {f"penalty_{name}": value for name, value in lists["penalty"].items()}
    for name in MEASURES:
        bound = lists["limits"].get(name, {})
        shown |= {f"least_{name}": bound.get("least"), f"most_{name}": bound.get("most")}
    shown |= {"kind": scoring["kind"]}
    shown |= {f"{scoring['kind']}_{name}": value for name, value in scoring.items()}
    shown |= {f"tie_{place}": name for place, name in enumerate(event.tie_breaks, start=1)}
    shown |= {f"avoid_{name}": "yes" for name in event.avoid}
    return {name: "" if value is None else str(value) for name, value in shown.items()}


def as_terms(event: Event, sent: QueryDict) -> dict[str, Any]:
    """Return a form's terms in the form of the API: complete terms, with the old value of each
    field that the form lacks.
    """
    terms = {**queries.terms_of(event)}
    terms |= {name: sent.get(name, "").strip() for name in PLAIN}
    terms |= {name: _number(sent, name) for name in WHOLE}
    if "settings" in sent and registry.has(event.rulebook):
        terms["settings"] = form.chosen(registry.rulebook(event.rulebook), sent)
    terms["days"] = days_of(sent)
    terms["places"] = _number(sent, "places")
    terms["table"] = {name: _number(sent, name) for name in ("width", "depth")}
    terms["base_width_mm"] = _number(sent, "base_width_mm")
    terms["lists"] = _lists(_zone(terms["timezone"], event), sent)
    terms["scoring"] = _scoring(sent)
    chosen = (sent.get(f"tie_{place}", "") for place in range(1, len(TIE_BREAKS) + 1))
    terms["tie_breaks"] = [name for name in chosen if name]
    terms["avoid"] = [name for name in ("club", "country") if sent.get(f"avoid_{name}")]
    return terms


def form_parts(
    event: Event,
    sent: Mapping[str, str],
    faults: Mapping[str, str],
    *,
    rulings: QueryDict | None,
) -> dict[str, Any]:
    """Return the context of the form of all terms besides its days: sent or present values, the
    error of each, and the choices. `rulings` are those that were sent.
    """
    return {
        "sent": sent,
        "measures": [_measure(name, sent, faults) for name in MEASURES],
        "tie_breaks": tie_break_choices(sent),
        "zones": zones(),
        "faults": faults,
        # The first error, to which the browser scrolls.
        "first_fault": next(iter(faults), ""),
        "refused": rulings is not None,
        "limits_wrong": any(name.startswith(("least_", "most_", "among")) for name in faults),
        "rulings": house_rulings(event, rulings),
        # A ruling has no field of its own in a refusal.
        "differs": bool(event.settings) or (rulings is not None and not faults),
    }


def _measure(name: str, sent: Mapping[str, str], faults: Mapping[str, str]) -> dict[str, str]:
    """Return a row of the limits of lists; `wrong` is the field with the error."""
    least, most = f"least_{name}", f"most_{name}"
    wrong = least if least in faults else most
    return {
        "name": name,
        "title": str(MEASURE_WORDS[name]),
        "wrong": wrong,
        "fault": faults.get(wrong, ""),
        "least": sent.get(least, ""),
        "most": sent.get(most, ""),
    }


def house_rulings(event: Event, sent: QueryDict | None) -> tuple[form.HouseRuling, ...]:
    """Return the rulings that the rulebook leaves to an event, as sent or as they are."""
    rulebook = registry.known_or_first(event.rulebook)
    if sent is None:
        sent = QueryDict(mutable=True)
        for name, value in form.fields(rulebook, event.settings):
            sent.appendlist(name, value)
    return form.rulings(rulebook, sent)


def days_of(sent: QueryDict) -> list[str]:
    """Return the days of a form: a field per day, or several in one."""
    return " ".join(sent.getlist("days")).replace(",", " ").split()


def tie_break_choices(sent: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a field for each place in the order of the tie-breaks."""
    return [
        {
            "name": f"tie_{place}",
            "place": place,
            "choices": [
                {"value": name, "title": title, "chosen": sent.get(f"tie_{place}") == name}
                for name, title in TIE_BREAK_WORDS.items()
            ],
        }
        for place in range(1, len(TIE_BREAKS) + 1)
    ]


def _table(event: Event) -> dict[str, Any]:
    sizes = {**event.table, "base_width_mm": event.base_width_mm}
    return {name: f"{value:g}" for name, value in sizes.items()}


def _lists(zone: ZoneInfo, sent: Mapping[str, str]) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    for name in MEASURES:
        bound = {end: _number(sent, f"{end}_{name}") for end in ("least", "most")}
        stated = {end: value for end, value in bound.items() if value is not None}
        if stated:
            limits[name] = stated
    among = sent.get("among", "").replace(",", " ").split()
    if among:
        limits["home"] = {"among": among}
    points = _number(sent, "penalty_points")
    penalty = {"points": points, "per": sent.get("penalty_per", "event")}
    return {
        "opens": _moment(zone, sent.get("opens", "")),
        "closes": _moment(zone, sent.get("closes", "")),
        "late": sent.get("late", "refuse"),
        "penalty": None if points is None else penalty,
        "limits": limits,
        "peers": bool(sent.get("peers")),
    }


def _scoring(sent: Mapping[str, str]) -> dict[str, Any]:
    kind = sent.get("kind", "outcome")
    names = ("win", "draw", "loss", "bye") if kind == "outcome" else ("most", "sum", "bye")
    figures = {name: _number(sent, f"{kind}_{name}") for name in names}
    missing_is_none = {"sum"}
    return {"kind": kind} | {
        name: value
        for name, value in figures.items()
        if value is not None or name in missing_is_none
    }


def _number(sent: Mapping[str, str], name: str) -> Any:
    """Return a number of a form, None if it is empty; an invalid one is left for the terms' reader
    to refuse.
    """
    text = sent.get(name, "").strip()
    if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS:
        return int(text)
    if text.replace(".", "", 1).isdigit() and text.isascii() and len(text) <= MAX_DIGITS:
        return float(text)
    return text or None


def _zone(name: str, event: Event) -> ZoneInfo:
    """Return the zone of typed moments; the event's own if the name is invalid, which the terms'
    reader reports.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo(event.timezone)


def _local(event: Event, moment: datetime | None) -> str:
    if moment is None:
        return ""
    return moment.astimezone(ZoneInfo(event.timezone)).strftime(LOCAL)


def _moment(zone: ZoneInfo, text: str) -> str | None:
    try:
        read = parse_datetime(text) if text else None
    except ValueError:
        read = None
    if read is None:
        return text or None
    return (read if read.tzinfo else read.replace(tzinfo=zone)).isoformat()
