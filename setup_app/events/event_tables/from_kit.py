"""Candidates for a table that is generated from a kit, and the choice among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from setup_app.engine.errors import DomainError
from setup_app.events.event_tables.generator_options import wish_of
from setup_app.events.event_tables.kit_plan import MAX_FITS, TOLERANCE_MM, look_of, piece_of
from setup_app.events.event_tables.kit_wanted import wanted_in, wanted_of
from setup_app.events.models import Event, EventTable
from setup_app.layouts import queries as layouts
from terrain.core.forms import Form, Forms, fitted
from terrain.core.outline import Outline
from terrain.kits.pieces import Wanted, are_too_many

CANDIDATES: Final = 6
FORCED: Final = ("compulsory", "secure_flank")
"""The slots that a table's box requires: a missing piece of theirs is reported."""

Kit = Sequence[Mapping[str, Any]]
Progress = Callable[[int, int], None]


def wishes_of(terms: Mapping[str, Any], seed: str, event: Event) -> list[dict[str, Any]]:
    """Return the generator options of each candidate: equal except for the seed. Raises what
    reading them raises.
    """
    return [wish_of(terms, f"{seed}/{at}", event) for at in range(1, CANDIDATES + 1)]


def candidates(
    wishes: Sequence[Mapping[str, Any]],
    kit: Kit,
    progress: Progress,
    *,
    least_pieces: int = 0,
    most_unlike: float | None = None,
) -> list[dict[str, Any]]:
    """Return every candidate that can be generated, with the kit's form of each piece, in order of
    the seeds; those with at least `least_pieces` whose halves differ by at most `most_unlike`.

    Raises what generating raises if none can, `kit_has_none` if no piece of the kit can lie on a
    table that requires some, `too_few_pieces` if none has as many, and `none_balanced`.
    """
    found: list[dict[str, Any]] = []
    balanced: list[dict[str, Any]] = []
    refusals: list[DomainError] = []
    base_width = wishes[0]["base_width_mm"]
    forms = Forms(tuple(_form(name, alike, base_width) for name, alike in _alike(kit).items()))
    for at, wish in enumerate(wishes):
        progress(at, len(wishes))
        try:
            made = layouts.generate_layout(wish, forms=forms)
        except DomainError as refused:
            refusals.append(refused)
            continue
        lost = [each["piece"] for each in made["lost"]]
        if lost and not made["layout"]["pieces"]:
            refusals.append(DomainError("kit_has_none"))
            continue
        card = layouts.audited(made["layout"])["fairness"]
        share = abs(card["balance"]["share"]) if card else 1.0
        candidate = {
            "seed": wish["seed"],
            "layout": made["layout"],
            "log": made["log"],
            "forms": made["forms"],
            "left_out": [each["type"] for each in lost if each["slot"] in FORCED],
            "unlike": round(1000 * share),
        }
        found.append(candidate)
        if most_unlike is None or (card and share <= most_unlike):
            balanced.append(candidate)
    if not found:
        raise refusals[-1]
    enough = [each for each in found if len(each["layout"]["pieces"]) >= least_pieces]
    if not enough:
        raise DomainError("too_few_pieces", {"least": least_pieces})
    enough = [each for each in enough if each in balanced]
    if not enough:
        raise DomainError("none_balanced")
    return enough


def choose(
    rows: Sequence[EventTable],
    *,
    lying: Iterable[EventTable],
    taken_before: Mapping[int, str],
    kit: Kit,
    seconds: float,
) -> tuple[dict[int, tuple[dict[str, Any], dict[str, Any]]], dict[str, Any]]:
    """Return, by table of a round, the candidate that it gets with its pieces of the kit, and how
    far the choice is proven.

    `rows` have candidates; the present tables keep their pieces. `taken_before` are, by table, the
    seeds of settled candidates: those of terrain that is the same in each round.
    """
    # Only a request for a plan loads HiGHS and numpy.
    from terrain.kits.choice import Candidate
    from terrain.kits.choice import choose as chosen

    stand = [each["kit"] for row in lying for each in (row.kit or {}).get("pieces", ())]
    pieces = [piece_of(piece) for piece in less(kit, stand)]
    offered = {row.table: _offered(row, taken_before.get(row.table)) for row in rows}
    looks = {name: alike[0] for name, alike in _alike(kit).items()}
    tables = {
        table: [
            Candidate(
                tuple(_wanted(each, table, looks)),
                left_out=len(each["left_out"]),
                unlike=each["unlike"],
            )
            for each in found
        ]
        for table, found in offered.items()
    }
    others = {row.table: [Candidate(tuple(_unnamed(row)))] for row in lying}
    flat = [piece for found in others.values() for each in found for piece in each.wanted]
    if not are_too_many(pieces, flat, tolerance_mm=TOLERANCE_MM, most=MAX_FITS):
        tables |= others
    choice = chosen(pieces, tables, tolerance_mm=TOLERANCE_MM, seconds=seconds)
    boxes = {piece["id"]: piece["box"] for piece in kit}
    result = {}
    for table, found in offered.items():
        taken = found[choice.taken[table]]
        named = [
            {"piece": piece["id"], "kit": name, "box": boxes[name]}
            for piece in taken["layout"]["pieces"]
            for name in choice.assigned.get(f"{table}/{piece['id']}", ())
        ]
        result[table] = (taken, {"pieces": named, "left_out": taken["left_out"]})
    built = choice.steps["tables"]
    proof = {"tables_built": built.value, "bound": built.bound, "optimal": built.optimal}
    return result, proof


def _offered(row: EventTable, seed: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = row.candidates
    return [each for each in found if each["seed"] == seed] or found


def less(kit: Kit, taken: Iterable[str]) -> list[dict[str, Any]]:
    """Return a kit without the pieces taken, by number of copies."""
    used = Counter(taken)
    left = [{**piece, "count": piece["count"] - used[piece["id"]]} for piece in kit]
    return [piece for piece in left if piece["count"] > 0]


def _alike(kit: Kit) -> dict[str, list[Mapping[str, Any]]]:
    """Return the pieces of a kit, grouped by form."""
    alike: dict[str, list[Mapping[str, Any]]] = {}
    for piece in kit:
        short, long = sorted((piece["long_mm"], piece["short_mm"]))
        kind = "section" if piece["section"] else "whole"
        types = " ".join(sorted(piece["types"]))
        name = f"{kind}/{types}/{long}/{short}/{look_of(piece)}"
        alike.setdefault(name, []).append(piece)
    return alike


def _form(name: str, pieces: Sequence[Mapping[str, Any]], base_width_mm: float) -> Form:
    """Return the common form of equal pieces, in base widths; a traced outline is stretched to
    their sides.
    """
    piece = pieces[0]
    short, long = (side / base_width_mm for side in sorted((piece["long_mm"], piece["short_mm"])))
    outline: Outline = ()
    if piece["outline"] and not piece["section"]:
        ring = piece["outline"]["coordinates"][0][:-1]
        drawn = tuple((x / base_width_mm, y / base_width_mm) for x, y in ring)
        outline = fitted(drawn, (short, long)) or ()
    return Form(
        name,
        frozenset(piece["types"]),
        short,
        long,
        count=sum(each["count"] for each in pieces),
        section=piece["section"],
        outline=outline,
    )


def _wanted(
    candidate: Mapping[str, Any], table: int, looks: Mapping[str, Mapping[str, Any]]
) -> Iterable[Wanted]:
    """Yield what a candidate needs: for a piece in a form of the kit exactly that form."""
    for each in wanted_in(candidate["layout"]):
        look = looks.get(candidate["forms"].get(each["id"], ""))
        own = {}
        if look is not None:
            short, long = sorted((look["long_mm"], look["short_mm"]))
            own = {"short_mm": short, "form": look_of(look)}
            own |= {} if each["band"] else {"long_mm": long}
        yield Wanted(**{**each, **own, "id": f"{table}/{each['id']}", "table": table})


def _unnamed(row: EventTable) -> Iterable[Wanted]:
    """Yield what a finished table needs besides the pieces named for it."""
    named = {each["piece"] for each in (row.kit or {}).get("pieces", ())}
    for each in wanted_of(row):
        if each["id"].partition("/")[2] not in named:
            yield Wanted(**each)
