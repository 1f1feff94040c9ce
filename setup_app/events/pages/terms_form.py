"""An event's terms as plain form fields, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from setup_app.engine.errors import DomainError
from setup_app.events.event import deadlines, queries
from setup_app.events.event.local_times import (
    choices_of,
    format_local,
    moment_of,
    moments_of,
    parse_local,
)
from setup_app.events.event.rounds.standings import TIE_BREAKS
from setup_app.events.event.terms import MEASURES, zones
from setup_app.events.event.time_fields import YEARS
from setup_app.events.event.wording import MEASURE_WORDS, SETTING_TITLES
from setup_app.events.models import IMBALANCE_MOST, Event
from setup_app.events.pages.terms_faults import TermFault
from setup_app.house_rules import form
from setup_app.rulebooks import registry
from setup_app.wording.sentences import sentence

PLAIN: Final = ("name", "venue", "timezone", "visibility", "registration", "table_order")
WHOLE: Final = ("tables", "rounds")
SIZES: Final = ("width", "depth", "base_width_mm")
MOMENTS: Final = ("opens", "closes")
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
    shown |= {"imbalance_most": f"{100 * event.imbalance_most:g}"}
    shown |= {"days": " ".join(event.days), "places": event.places, **_table(event)}
    shown |= _local(event, "opens", deadlines.opens(event))
    shown |= _local(event, "closes", deadlines.closes(event))
    shown |= {
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
    field that the form lacks, or that was sent as it was shown: a field shows moments to the
    minute, and sizes in six figures.
    """
    terms = {**queries.terms_of(event)}
    before = as_form(event)
    same = {name for name, text in before.items() if sent.get(name, "").strip() == text}
    terms |= {name: sent.get(name, "").strip() for name in PLAIN}
    terms |= {name: _number(sent, name) for name in WHOLE}
    if "settings" in sent and registry.has(event.rulebook):
        terms["settings"] = form.chosen(registry.rulebook(event.rulebook), sent)
    terms["days"] = days_of(sent)
    terms["places"] = _number(sent, "places")
    old = {**event.table, "base_width_mm": event.base_width_mm}
    sizes = {name: old[name] if name in same else _number(sent, name) for name in SIZES}
    terms["base_width_mm"] = sizes.pop("base_width_mm")
    terms["table"] = sizes
    if "imbalance_most" not in same:
        terms["imbalance_most"] = _share(sent, "imbalance_most")
    terms["lists"] = _lists(event, sent, same)
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
        "which": {name: _choices(event, sent, name) for name in MOMENTS},
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


def house_rulings(event: Event, sent: QueryDict | None) -> tuple[form.StepRulings, ...]:
    """Return the rulings that the rulebook leaves to an event, by step, as sent or as they are."""
    rulebook = registry.known_or_first(event.rulebook)
    if sent is None:
        sent = QueryDict(mutable=True)
        for name, value in form.fields(rulebook, event.settings):
            sent.appendlist(name, value)
    return form.by_step(form.rulings(rulebook, sent), rulebook)


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


def _lists(event: Event, sent: Mapping[str, str], same: Collection[str]) -> dict[str, Any]:
    zone = zone_of(event, sent)
    limits: dict[str, Any] = {}
    for name in MEASURES:
        bound = {end: _number(sent, f"{end}_{name}") for end in ("least", "most")}
        stated = {end: value for end, value in bound.items() if value is not None}
        if stated:
            limits[name] = stated
    among = sent.get("among", "").replace(",", " ").split()
    if "among" in same and "home" in event.lists["limits"]:
        limits["home"] = event.lists["limits"]["home"]
    elif among:
        limits["home"] = {"among": among}
    points = _number(sent, "penalty_points")
    penalty = {"points": points, "per": sent.get("penalty_per", "event")}
    return {
        **{name: _moment(event, name, zone, sent, same) for name in MOMENTS},
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


def _share(sent: Mapping[str, str], name: str) -> Any:
    """Return a typed percentage as a share; the default one if it is empty."""
    read = _number(sent, name)
    if read is None:
        return IMBALANCE_MOST
    return read if isinstance(read, str) else read / 100


def zone_of(event: Event, sent: Mapping[str, str]) -> ZoneInfo:
    """Return the zone of typed moments; the event's own if the name is invalid, which the terms'
    reader reports.
    """
    try:
        return ZoneInfo(sent.get("timezone", "").strip())
    except (KeyError, ValueError, OSError):
        return ZoneInfo(event.timezone)


def _local(event: Event, name: str, moment: datetime | None) -> dict[str, str]:
    """Return a moment as the form shows it, and which one it is of two at that time."""
    if moment is None:
        return {name: "", f"{name}_which": ""}
    zone = ZoneInfo(event.timezone)
    there = moment.astimezone(zone)
    twice = len(moments_of(_minute_of(there), zone)) > 1
    return {name: format_local(moment, zone), f"{name}_which": str(there.fold) if twice else ""}


def _minute_of(there: datetime) -> datetime:
    return there.replace(tzinfo=None, fold=0, second=0, microsecond=0)


def _moment(
    event: Event, name: str, zone: ZoneInfo, sent: Mapping[str, str], same: Collection[str]
) -> str | None:
    """Return a moment in the form of the API; a text that is none is left for the terms' reader to
    refuse, and a time that the clocks skip or show twice is told by `clock_faults`.
    """
    text, which = sent.get(name, "").strip(), sent.get(f"{name}_which", "")
    unchanged = {name, f"{name}_which"} <= set(same)
    stored: str | None = event.lists[name]
    if unchanged and zone.key == event.timezone:
        return stored
    read = parse_local(text) if text else None
    if read is None:
        return text or None
    if unchanged and (old := parse_local(stored or "")):
        # The same time by the clocks of another zone.
        read = read.replace(second=old.second, microsecond=old.microsecond)
    if read.tzinfo is None:
        found = moments_of(read, zone) or [read.replace(tzinfo=zone)]
        read = found[-1] if which == "1" else found[0]
    return _in_utc(read) or text


def _in_utc(moment: datetime) -> str | None:
    """Return a moment as text; None at the ends of the calendar."""
    try:
        return moment.astimezone(UTC).isoformat()
    except OverflowError:
        return None


def clock_faults(event: Event, sent: Mapping[str, str]) -> list[TermFault]:
    """Return an error for each typed time that the clocks of the venue skip, or show twice while
    the form does not say which one is meant.
    """
    found, zone = [], zone_of(event, sent)
    for name in MOMENTS:
        read = parse_local(sent.get(name, "").strip())
        if read is None or not YEARS[0] <= read.year <= YEARS[1]:
            continue
        try:
            moment_of(read, zone, which=sent.get(f"{name}_which", ""))
        except DomainError as refused:
            words = sentence(refused.code, refused.params)
            found.append(TermFault(name, str(SETTING_TITLES[name]), words))
    return found


def _choices(event: Event, sent: Mapping[str, str], name: str) -> list[dict[str, Any]]:
    text, which = sent.get(name, "").strip(), sent.get(f"{name}_which", "")
    return choices_of(text, zone_of(event, sent), which)
