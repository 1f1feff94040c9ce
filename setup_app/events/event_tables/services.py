"""Services that prepare, generate and change tables."""

from __future__ import annotations

import secrets
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from setup_app.engine.errors import DomainError
from setup_app.engine.values import canonical
from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event_tables import from_kit, kits
from setup_app.events.event_tables.generator_options import read_layout, wish_of
from setup_app.events.event_tables.table_battles import FRESH, caller_for, make_battles, set_aside
from setup_app.events.models import BATTLE, Event, EventTable, Kind, Round
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import JobPart, enqueue_whole
from setup_app.layouts.outliers import TRIES
from setup_app.layouts.requests import read_wish

PREPARE: Final = "events.prepare"
LAY: Final = "events.ground"
GENERATED, FIXED, _ = KINDS = ("generated", "fixed", BATTLE)
NOT_BY_HAND: Final = {"edited": False, "layout": None, "wishes": None}
STATES: Final = ("none", "waiting", "laid", "refused")
MAX_AT_ONCE: Final = 2000
MAX_STATED: Final = 8_000_000
"""The maximum number of bytes of layouts that a run stores; one with thirty pieces has about
10,000.
"""
MAX_SEED_LENGTH: Final = 80
MAX_PIECES: Final = 100
"""The highest least number of pieces that can be asked for."""
OF_BOX: Final = ("box", "cell", "density", "flank")
OF_TERMS: Final = ("terms", "seed", "base_seed")
OF_WISHES: Final = ("rulebook", "table", "settings", "base_width_mm", "tables", "rounds")
"""The terms of an event by which its tables are generated."""

Fences = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class TableOrder:
    """The terrain that a table of a round is to get; `asked` is the worker's argument."""

    round: int
    table: int
    asked: Mapping[str, Any]


def prepare(
    *,
    standing: EventAccess,
    asked: Mapping[str, Any],
    spared: Collection[tuple[int, int]] = (),
    options: Mapping[str, str] | None = None,
) -> Job:
    """Start a run that sets up the terrain of tables, in the contract's form; `spared` tables, each
    a round and a number, keep theirs. The event remembers `options`, the choices of a form.

    Raises `no_such_round`, `no_such_table`, `ground_missing`, `run_under_way`, `note_required`,
    `too_much`, and what reading the options or a layout raises; nothing is stored then.
    """
    standing.needs(Kind.ORGANISER)
    seed = asked["seed"] or secrets.token_hex(8)
    # Reading thousands of options takes seconds, and the lock would block all writers.
    orders = _orders(standing.event, asked, seed)
    with acting(standing) as held:
        event = held.event
        if any(getattr(event, name) != getattr(standing.event, name) for name in OF_WISHES):
            orders = _orders(event, asked, seed)
        lying = _lying(event, orders)
        due = [
            order
            for order in orders
            if (order.round, order.table) not in spared
            and (asked["again"] or (order.round, order.table) not in lying)
        ]
        if spared and not due:
            raise DomainError("all_own_work")
        _refuse_silent_change(event, due, lying, asked["note"])
        if options is not None and options != event.table_options:
            event.table_options = dict(options)
            event.save(update_fields=["table_options"])
        job = _run(held, due, kept=len(orders) - len(due), all_of=orders)
        note(
            held,
            "tables_changed" if asked["note"] else "tables_prepared",
            rounds=", ".join(map(str, asked["rounds"])),
            count=len(due),
            note=asked["note"],
        )
    return job


def lay_one(*, standing: EventAccess, round_: int, table: int, asked: Mapping[str, Any]) -> Job:
    """Give one table different terrain: regenerated from a seed around fixed pieces, or by hand.

    With `kit` it is generated from the kit, whatever its source was before. Raises `not_found` if
    the table has no terrain to regenerate, and what `prepare` raises.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event = held.event
        refuse_numbers(event, [round_], [table])
        row = EventTable.objects.filter(event=event, round=round_, table=table).first()
        told: dict[str, Any] = {**NOT_BY_HAND, "note": asked["note"]}
        if "layout" in asked:
            layout, terms = read_layout(asked["layout"], event), _terms_by_hand(row)
            told |= {"terms": terms, "layout": layout, "seed": None, "base": None}
            told |= {"edited": True, "wish": None}
        else:
            terms = _generated(row) | ({"kit": True} if asked.get("kit") else {})
            seed = asked["seed"] or secrets.token_hex(8)
            told |= {"terms": terms, "seed": seed, "base": seed}
            told |= _wished(
                _where_pieces_stay(terms, row, asked["locked"]), seed, event, asked["locked"]
            )
        order = TableOrder(round_, table, told)
        _refuse_silent_change(event, [order], _lying(event, [order]), asked["note"])
        job = _run(held, [order], kept=0, all_of=[order])
        note(held, "table_changed", round=round_, table=table, note=asked["note"])
    return job


def lay_inside(
    *, standing: EventAccess, round_: int, tables: Iterable[int], between: Fences, words: str
) -> Job:
    """Regenerate tables of a round: each gets the first of TRIES that lies between the fences.

    If none does, the present terrain stays, and the table says so. Raises `not_found`,
    `laid_of_kit`, and what `prepare` raises.
    """

    def ask(event: Event, table: int, terms: Mapping[str, Any]) -> dict[str, Any]:
        if terms.get("kit"):
            # Kit pieces are chosen for the whole round, so one table has no tries of its own.
            raise DomainError("laid_of_kit", {"table": table})
        return _tried(terms, event, {"fences": dict(between)})

    return _lay_alone(standing, round_, tables, words, ask=ask)


def lay_balanced(*, standing: EventAccess, round_: int, tables: Iterable[int], words: str) -> Job:
    """Regenerate tables of a round alone, until their halves are within the event's limit.

    Tables from the kit get one of their candidates within it. If none is, the present terrain
    stays, and the table says so. Raises `not_found` and what `prepare` raises.
    """

    def ask(event: Event, table: int, terms: Mapping[str, Any]) -> dict[str, Any]:
        most = event.imbalance_most
        if terms.get("kit"):
            seed = secrets.token_hex(8)
            asked = {"seed": seed, "base": seed, **_wished(terms, seed, event)}
            return asked | {"most_unlike": most}
        otherwise = {"otherwise": "none_balanced"}
        return _tried(terms, event, {"fences": {"balance": [-most, most]}, **otherwise})

    return _lay_alone(standing, round_, tables, words, ask=ask)


def _tried(terms: Mapping[str, Any], event: Event, among: Mapping[str, Any]) -> dict[str, Any]:
    """Return the worker's arguments to take the first of TRIES tables that will do."""
    seed = secrets.token_hex(8)
    wishes = [wish_of(terms, f"{seed}/{at}", event) for at in range(1, TRIES + 1)]
    among = {"wishes": wishes, "least_pieces": terms.get("least_pieces"), **among}
    return {"base": seed, "seed": seed, "wish": wishes[0], "among": among}


def _lay_alone(
    standing: EventAccess,
    round_: int,
    tables: Iterable[int],
    words: str,
    *,
    ask: Callable[[Event, int, Mapping[str, Any]], dict[str, Any]],
) -> Job:
    """Regenerate these tables of a round and no others, each by the worker's arguments that `ask`
    returns for its terms.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event = held.event
        numbers = sorted(set(tables))
        refuse_numbers(event, [round_], numbers)
        rows = {row.table: row for row in EventTable.objects.filter(event=event, round=round_)}
        orders = []
        for table in numbers:
            terms = _generated(rows.get(table))
            told = {**NOT_BY_HAND, "note": words, "terms": terms, **ask(event, table, terms)}
            orders.append(TableOrder(round_, table, told))
        _refuse_silent_change(event, orders, _lying(event, orders), words)
        job = _run(held, orders, kept=0, all_of=orders)
        for table in numbers:
            note(held, "table_changed", round=round_, table=table, note=words)
    return job


def _terms_by_hand(row: EventTable | None) -> Mapping[str, Any]:
    """Return the terms of terrain that is changed by hand: those it had. Terrain that its players
    have not placed yet becomes the organiser's own.
    """
    if row is None or not row.terms or (row.terms["kind"] == BATTLE and row.layout is None):
        return {"kind": FIXED}
    return dict(row.terms)


def _wished(
    terms: Mapping[str, Any], seed: str, event: Event, locked: Any = None
) -> dict[str, Any]:
    """Return the worker's arguments to generate by a seed: one table, or its candidates."""
    from_it = terms.get("kit", False)
    wishes = from_kit.wishes_of(terms, seed, event) if from_it else [wish_of(terms, seed, event)]
    least = terms.get("least_pieces")
    if least and not from_it:
        # The seed itself comes first: it gives what it gives without a least number.
        wishes += [wish_of(terms, f"{seed}/{at}", event) for at in range(2, TRIES + 1)]
    for wish in wishes if locked else ():
        wish["locked"] = locked
        read_wish(wish)
    if from_it:
        return {"wish": None, "wishes": wishes}
    among = {"among": {"wishes": wishes, "fences": {}, "least_pieces": least}} if least else {}
    return {"wish": wishes[0], "wishes": None, **among}


def _where_pieces_stay(
    terms: Mapping[str, Any], row: EventTable | None, locked: Any
) -> Mapping[str, Any]:
    """Return terms for generating around fixed pieces: in another territory or box, these might not
    be legal at all.
    """
    if not locked or row is None or row.layout is None:
        return terms
    own = {
        name: row.layout[name] for name in ("territory", "density", "flank") if name in row.layout
    }
    return {**{name: each for name, each in terms.items() if name not in OF_BOX}, **own}


def _generated(row: EventTable | None) -> dict[str, Any]:
    """Return the terms by which a table is regenerated: those of the last request."""
    if row is None:
        raise NotThere
    terms = row.asked["terms"] if row.asked else row.terms
    if terms.get("kind") != GENERATED:
        raise DomainError("not_generated")
    return dict(terms)


def _orders(event: Event, asked: Mapping[str, Any], seed: str) -> list[TableOrder]:
    common = _read(asked["ground"], event)
    named = {int(number): _read(terms, event) for number, terms in asked["grounds"].items()}
    tables = asked["tables"]
    if tables is None:
        tables = range(1, event.tables + 1) if common else sorted(named)
    refuse_numbers(event, asked["rounds"], [*tables, *named])
    orders = []
    for table in sorted(set(tables)):
        terms = named.get(table, common)
        if terms is None:
            raise DomainError("ground_missing", {"table": table})
        for round_ in sorted(set(asked["rounds"])):
            own = f"{seed}/{round_ if asked['each_round'] else 0}/{table}"
            orders.append(TableOrder(round_, table, _told(terms, own, seed, event, asked["note"])))
    if not orders:
        raise DomainError("ground_missing.none")
    if len(orders) > MAX_AT_ONCE or _size_of(orders) > MAX_STATED:
        raise DomainError("too_much", {"tables": MAX_AT_ONCE})
    return sorted(orders, key=lambda order: (order.round, order.table))


def _read(terms: Any, event: Event) -> Any:
    """Return the requested terrain; a layout is read once, for however many tables."""
    if not terms or terms["kind"] != FIXED:
        return terms
    return {**terms, "layout": read_layout(terms["layout"], event)}


def _size_of(orders: Iterable[TableOrder]) -> int:
    """Return how many bytes of layouts are stored for these orders: one layout for each table."""
    stated = Counter(id(order.asked["layout"]) for order in orders)
    layouts = {id(order.asked["layout"]): order.asked["layout"] for order in orders}
    return sum(
        len(canonical(layouts[each])) * tables
        for each, tables in stated.items()
        if layouts[each] is not None
    )


def _told(
    terms: Mapping[str, Any], seed: str, base: str, event: Event, words: str
) -> dict[str, Any]:
    told: dict[str, Any]
    if terms["kind"] == BATTLE:
        told = {"seed": None, "base": None, "wish": None, "layout": None}
    elif terms["kind"] == FIXED:
        told = {"seed": None, "base": None, "wish": None, "layout": terms["layout"]}
        terms = {"kind": FIXED}
    else:
        told = {"seed": seed, "base": base, **_wished(terms, seed, event)}
    return {**NOT_BY_HAND, **told, "terms": dict(terms), "note": words}


def refuse_numbers(event: Event, rounds: Iterable[int], tables: Iterable[int]) -> None:
    if any(not 1 <= number <= event.rounds for number in rounds):
        raise DomainError("no_such_round", {"rounds": event.rounds})
    for number in tables:
        if not 1 <= number <= event.tables:
            raise DomainError("no_such_table", {"table": number, "tables": event.tables})


def _lying(event: Event, orders: Iterable[TableOrder]) -> set[tuple[int, int]]:
    """Return the requested tables that have terrain, or whose players set it up."""
    rounds = {order.round for order in orders}
    rows = EventTable.objects.filter(event=event, round__in=rounds)
    there = rows.filter(Q(layout__isnull=False) | Q(battle__isnull=False))
    return set(there.values_list("round", "table"))


def _refuse_silent_change(
    event: Event, due: Iterable[TableOrder], lying: set[tuple[int, int]], words: str
) -> None:
    if words:
        return
    out = rounds_out(event)
    if any((order.round, order.table) in lying and order.round in out for order in due):
        raise DomainError("note_required")


def rounds_to_come(event: Event, out: Collection[int] | None = None) -> list[int]:
    """Return the rounds whose terrain is not public yet; all rounds if none is left. One query
    unless `out`, the published rounds, is given.
    """
    out = rounds_out(event) if out is None else out
    numbers = range(1, event.rounds + 1)
    return [number for number in numbers if number not in out] or list(numbers)


def rounds_out(event: Event) -> set[int]:
    """Return the rounds whose terrain is visible to everyone who sees the event. At most one
    query.
    """
    if event.tables_shown == "now":
        return set(range(1, event.rounds + 1))
    if event.tables_shown == "never":
        return set()
    published = Round.objects.filter(event=event, published__isnull=False)
    return set(published.values_list("number", flat=True))


def _run(held: EventAccess, due: list[TableOrder], *, kept: int, all_of: list[TableOrder]) -> Job:
    """Start the run; tables that their players set up need no worker. Raises `run_under_way` if
    another run is working on one of these tables.
    """
    event = held.event
    rows = {
        (row.round, row.table): row
        for row in EventTable.objects.filter(
            event=event, round__in={each.round for each in due}
        ).only("event", "round", "table", "part", "run", "battle")
    }
    busy = {
        job: row
        for order in due
        if (row := rows.get((order.round, order.table))) is not None and row.part is not None
        for job in (row.part, row.run)
    }
    # A finished run whose worker died before settling it blocks no one.
    going_on = Job.objects.filter(
        pk__in=list(busy), state__in=(State.QUEUED, State.RUNNING)
    ).values_list("pk", flat=True)
    for part in going_on:
        raise DomainError("run_under_way", {"round": busy[part].round, "table": busy[part].table})
    made, changed, parts, played, left = [], [], [], set(), []
    for order in due:
        row = rows.get((order.round, order.table))
        if row is None:
            row = EventTable(event=event, round=order.round, table=order.table)
            made.append(row)
        else:
            changed.append(row)
        if order.asked["terms"]["kind"] == BATTLE and order.asked["layout"] is None:
            left += [row.battle_id] if row.battle_id is not None else []
            _leave_to_players(row, order.asked)
            played.add(order.round)
            continue
        row.part, row.asked, row.candidates = uuid.uuid4(), dict(order.asked), None
        parts.append(JobPart(LAY, {"ground": [event.pk, order.round, order.table]}, id=row.part))
    numbers = [[order.round, order.table] for order in all_of]
    arguments: dict[str, Any] = {"event": event.public_id, "tables": numbers}
    if any(order.asked["wishes"] for order in due):
        # The present kit: the same request gives the same tables, whatever changes in the meantime.
        arguments |= {"kit": _kit(held), "kept": _kept(event, due)}
    beside = kept + len(due) - len(parts)
    caller = caller_for(event)
    job = enqueue_whole(PREPARE, arguments, parts, caller=caller, beside=beside)
    for row in (*made, *changed):
        row.run = job.pk
    EventTable.objects.bulk_create(made)
    fields = {"part", "asked", "run", "candidates", *([*FRESH, *OF_TERMS] if played else [])}
    EventTable.objects.bulk_update(changed, sorted(fields), batch_size=100)
    set_aside(left)
    for round_ in event.round_rows.filter(number__in=played, published__isnull=False):
        make_battles(held, round_)
    return job


def _leave_to_players(row: EventTable, asked: Mapping[str, Any]) -> None:
    """Let the two players paired at a table set it up; it has no terrain until then."""
    for name, value in {**FRESH, "seed": None, "base_seed": None}.items():
        setattr(row, name, value)
    row.terms, row.note = asked["terms"], asked["note"]


def _kept(event: Event, due: Iterable[TableOrder]) -> dict[str, list[str]]:
    """Return, by the seeds of tables that are generated from the kit, the pieces on other tables
    that stay: candidates do not use them.
    """
    laid = {(order.round, order.table) for order in due}
    used: dict[int, Counter[str]] = {}
    for row in EventTable.objects.filter(event=event, kit__isnull=False).only(
        "round", "table", "kit"
    ):
        if (row.round, row.table) not in laid:
            pieces = [each["kit"] for each in row.kit["pieces"]]
            used.setdefault(row.round, Counter()).update(pieces)
    found: dict[str, Counter[str]] = {}
    for order in due:
        if order.asked["wishes"] and order.round in used:
            seed = order.asked["seed"]
            # Terrain shared by several rounds uses only what is left in each.
            found[seed] = found.get(seed, Counter()) | used[order.round]
    return {seed: sorted(pieces.elements()) for seed, pieces in found.items()}


def _kit(held: EventAccess) -> list[dict[str, Any]]:
    """Return the kit of an event. Raises `kit_empty`."""
    pieces = kits.kit_view(held)
    if not pieces:
        raise DomainError("kit_empty")
    return pieces
