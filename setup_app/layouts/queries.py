"""Questions about a layout: legality, fairness, places for another piece, drawings.

Questions with geometry from strangers are for a worker with a time limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext

from setup_app.engine.errors import DomainError
from setup_app.engine.values import LogMessage, Violation, canonical
from setup_app.layouts import pictures
from setup_app.layouts.names import PLAYED_BY, SLOTS, map_names
from setup_app.layouts.outliers import figures_of, is_inside
from setup_app.layouts.requests import read_placing, read_printing, read_wish, read_with_rules
from setup_app.layouts.table_picture import in_hand_svg
from setup_app.rulebooks import registry
from setup_app.web.problems import violation_as_json
from setup_app.wording.speaker import Speaker
from terrain.core import legality
from terrain.core.breaches import Breach
from terrain.core.fairness import fairness, write_card
from terrain.core.forms import Forms
from terrain.core.layout import PLAYERS, Layout, Piece, write_outline
from terrain.core.placement.hints import hints
from terrain.core.placement.legal_region import where
from terrain.core.placement.nearest_slide import nearest
from terrain.core.rules import GroundRules
from terrain.draw.lines import TableLines
from terrain.draw.scene import Scene, scene
from terrain.draw.sheet import Heading, Paper, Sheet, sheets
from terrain.draw.svg import svg
from terrain.draw.view import ViewFrom

PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}


MAX_OVERLAPS = 16
Progress = Callable[[int, int], None]
"""A job's progress callback: it receives the number of steps done and the total, and raises to
stop.
"""


def untold(done: int, total: int) -> None:
    """Ignore the progress."""


def judge_layout(stated: Any, *, to_keep: bool = False) -> dict[str, Any]:
    """Return `{"legal", "complete", "violations"}`: every fault of a layout, not only the first.

    A heap of pieces that is too much to judge is not complete, and so not legal.

    With `to_keep`, each violation has the `params` of its sentence in place of its `message`: a
    page renders it in its reader's language. Raises what `read_with_rules` raises.
    """
    return _judged(*read_with_rules(stated), to_keep)


def audited(stated: Any, *, to_keep: bool = False) -> dict[str, Any]:
    """Return the verdict of `judge_layout` and `fairness`, the card of figures.

    The card is null if more than MAX_OVERLAPS pairs overlap or not all was judged: a heap cannot
    be measured.
    """
    layout, rules = read_with_rules(stated)
    verdict = _judged(layout, rules, to_keep)
    overlaps = sum(broken["code"] == "overlap" for broken in verdict["violations"])
    heaped = overlaps > MAX_OVERLAPS or not verdict["complete"]
    card = None if heaped else write_card(fairness(layout, rules))
    return verdict | {"fairness": card}


def where_it_may_lie(stated: Any) -> dict[str, Any]:
    """Return `{"region"}`: where the first point of one more piece may lie; null if nowhere.

    Raises what `read_placing` raises, and `invalid_outline` for a piece on the table.
    """
    layout, piece, rules, later = _placing(stated)
    return {"region": where(layout, piece, rules, later).geojson}


def nearest_place(stated: Any) -> dict[str, Any]:
    """Return `{"by", "distance", "outline"}`: the shortest slide to a legal place, or nulls."""
    layout, piece, rules, later = _placing(stated)
    found = nearest(layout, piece, rules, later=later)
    if found is None:
        return {"by": None, "distance": None, "outline": None}
    return {
        "by": list(found.by),
        "distance": round(found.distance, 3),
        "outline": write_outline(found.outline),
    }


def hinted(stated: Any) -> dict[str, Any]:
    """Return `{"hints"}`: per rule and piece, where the first point of one more piece may not
    lie.
    """
    return {"hints": [asdict(hint) for hint in hints(*_placing(stated))]}


def ground_for(stated: Mapping[str, Any], seen_from: ViewFrom = "defender") -> dict[str, Any]:
    """Return `{"hints", "region", "drawn"}`: `room_for` one more piece, and the hints for it."""
    return {**hinted(stated), **room_for(stated, seen_from)}


def room_for(stated: Mapping[str, Any], seen_from: ViewFrom) -> dict[str, Any]:
    """Return `{"region", "drawn"}`: where the first point of one more piece may lie, null if
    nowhere; and the piece with its terrain as SVG, to be laid over the picture of the table from
    this side.

    Raises what `where_it_may_lie` raises.
    """
    layout, piece, rules, later = _placing(stated)
    lying = layout.with_pieces(layout.pieces + later)
    return {
        "region": where(layout, piece, rules, later).geojson,
        "drawn": in_hand_svg(piece, lying, seen_from),
    }


def generate_layout(
    stated: Any, progress: Progress = untold, forms: Forms | None = None
) -> dict[str, Any]:
    """Return `{"layout", "log", "lost"}`: a legal table and its log, without sentences.

    With `forms` its pieces have only those, and `forms` in the answer names each one's.

    Raises what `read_wish` raises, and the rulebook's refusals of kept or requested pieces, as
    codes that are independent of language.
    """
    rulebook = read_wish(stated)
    assert rulebook.generate is not None
    return rulebook.generate(stated, progress, forms)


def laid_inside(among: Mapping[str, Any], progress: Progress = untold) -> dict[str, Any]:
    """Return the first table of `among["wishes"]` with at least `among["least_pieces"]` pieces
    inside `among["fences"]`: `laid`, with its `wish` and its `audit`, which is to be stored.

    Raises `too_few_pieces` if none has as many, `none_inside`, or what `among["otherwise"]` says,
    if none of those lies inside, and the last error if no table was generated at all.
    """
    wishes, refused = among["wishes"], None
    least = among.get("least_pieces") or 0
    laid_any = enough = False
    for at, wish in enumerate(wishes):
        progress(at, len(wishes))
        try:
            made = generate_layout(wish)
        except DomainError as why:
            refused = why
            continue
        laid_any = True
        if len(made["layout"]["pieces"]) < least:
            continue
        enough = True
        audit = audited(made["layout"], to_keep=True)
        card = audit["fairness"]
        fences = among["fences"]
        if not fences or (card and is_inside(figures_of(card, made["layout"]), fences)):
            return {**made, "wish": wish, "audit": audit}
    if not laid_any and refused is not None:
        raise refused
    if laid_any and not enough:
        raise DomainError("too_few_pieces", {"least": least})
    raise DomainError(among.get("otherwise", "none_inside"))


def generated(stated: Any, progress: Progress = untold) -> dict[str, Any]:
    """Return `generate_layout` with its log in words. Raises the same errors in words."""
    rulebook = read_wish(stated)
    speak = Speaker(rulebook, players=(str(PLAYED_BY["defender"]), str(PLAYED_BY["invader"])))
    try:
        found = generate_layout(stated, progress)
    except DomainError as refused:
        raise speak.name_words(_of_unseen_pieces(refused, speak)) from refused
    for line in found["log"]:
        sides = {
            name: PLAYERS.index(side) for name, side in line["params"].items() if name == "side"
        }
        line["text"] = speak(LogMessage(line["code"], line["params"] | sides))
    return found


def _placing(stated: Any) -> tuple[Layout, Piece, GroundRules, tuple[Piece, ...]]:
    """Return a table, one more piece, the rules, and the pieces that are placed after it: an edited
    table states in `before` how many come first.
    """
    before = stated.get("before")
    asked = {name: value for name, value in stated.items() if name != "before"}
    layout, piece, rules = read_placing(asked)
    _refuse_bad_outlines(layout)
    earlier, later = layout.pieces[:before], () if before is None else layout.pieces[before:]
    return layout.with_pieces(earlier), piece, rules, later


def _refuse_bad_outlines(layout: Layout, table: int | None = None) -> None:
    """Raise `invalid_outline` for each piece that is not a simple polygon, so that none is
    ignored.
    """
    at = {} if table is None else {"table": table + 1}
    broken = tuple(
        Violation("invalid_outline", None, {"reason": piece.fault, **at}, (piece.id,))
        for piece in layout.pieces
        if piece.fault
    )
    if broken:
        raise DomainError("invalid_outline", broken[0].params, violations=broken)


def _of_unseen_pieces(refused: DomainError, speak: Speaker) -> DomainError:
    """Return the same refusal; a piece that is not on the table yet is named by type, slot and
    player.
    """
    if refused.code not in ("selection_not_allowed", "no_place"):
        return refused
    violations = [
        replace(
            broken,
            params={
                **broken.params,
                "pieces": unseen_piece(refused.code, broken.pieces, broken.params, speak=speak),
            },
        )
        for broken in refused.violations
    ]
    pieces = list(dict.fromkeys(broken.params["pieces"] for broken in violations))
    return DomainError(refused.code, {"pieces": pieces}, violations=tuple(violations))


def unseen_piece(
    refusal: str, pieces: Sequence[str], params: Mapping[str, Any], *, speak: Speaker
) -> str | None:
    """Return the name of a piece that is not on the table yet, from a refusal with this code.

    None for any other refusal: its pieces are on the table and have names.
    """
    if refusal not in ("selection_not_allowed", "no_place"):
        return None
    # A requested piece has the id "slot/player/type"; one without a place states them itself.
    slot, player, type_ = (
        [str(params[name]) for name in ("slot", "placed_by", "type")]
        if refusal == "no_place"
        else pieces[0].split("/")
    )
    return gettext("%(type)s (%(slot)s, %(player)s)") % {
        "type": speak.named({"type": type_})["type"],
        "slot": SLOTS[slot],
        "player": PLAYED_BY[player],
    }


def _judged(layout: Layout, rules: GroundRules, to_keep: bool) -> dict[str, Any]:
    speak = Speaker(registry.rulebook(layout.rulebook))
    found = legality.judge_stated(layout, rules)
    violations = [as_kept(each) if to_keep else as_json(each, speak) for each in found.breaches]
    return {"legal": found.legal, "complete": found.complete, "violations": violations}


def as_kept(violation: Any) -> dict[str, Any]:
    """Return a violation of the terrain or the script with the `params` of its sentence, without
    it.
    """
    told = {name: each for name, each in violation_as_json(violation).items() if name != "message"}
    # Lazy translations are resolved here: they cannot be stored.
    params = json.loads(json.dumps(dict(violation.params), default=str))
    return {**told, "params": params}


def as_json(violation: Breach, speak: Speaker) -> dict[str, Any]:
    """Return a violation as in a problem response, with the rulebook's words."""
    return violation_as_json(violation) | {"message": speak.refusal(violation)}


def render_layout(
    stated: Any, *, view_from: ViewFrom = "defender", interactive: bool = False
) -> str:
    """Return the layout of a battle as an SVG document; it was legal or accepted when placed."""
    return svg(_scene(stated, view_from=view_from), interactive=interactive)


def drawn_png(stated: Any) -> bytes:
    """Return the same as PNG, at most `pictures.MAX_PIXELS` across. Raises `no_worker`."""
    shown = _scene(stated)
    return pictures.as_png(svg(shown), across=max(shown.width, shown.height))


def table_sheet(stated: Any, heading: Heading, *, view_from: ViewFrom, paper: str) -> bytes:
    """Return the same as a sheet for setting it up, on `a4` or `letter`. Raises `no_worker`."""
    asked = heading, view_from, PAPERS[paper], get_language()
    return pictures.made(_table_sheet, canonical(stated), *asked)


# The cache key covers the whole content of the sheet, so only viewers of the same table share it.
@lru_cache(maxsize=pictures.KEPT)
def _table_sheet(
    stated: bytes, heading: Heading, view_from: ViewFrom, paper: Paper, _language: str
) -> bytes:
    layout, rules = read_with_rules(json.loads(stated))
    sheet = Sheet(layout, heading, view_from=view_from, lines=TableLines.of(rules))
    return sheets([sheet], names=map_names(layout.rulebook), paper=paper)


def printed(stated: Any, progress: Progress = untold) -> bytes:
    """Return table sheets as one PDF; see `requests.read_printing` for the arguments and errors.

    Raises `invalid_outline` for a piece that cannot be drawn, and what `progress` raises.
    """
    order = read_printing(stated)
    side: ViewFrom = "invader" if order.view_from == "invader" else "defender"
    count = len(order.tables)

    def tables() -> Iterator[Sheet]:
        for at, each in enumerate(order.tables):
            progress(at, count)
            _refuse_bad_outlines(each.layout, at)
            lines = TableLines.of(each.rules)
            yield Sheet(each.layout, each.heading, view_from=side, lines=lines)

    names = map_names(order.tables[0].layout.rulebook)
    document = sheets(tables(), names=names, paper=PAPERS[order.paper])
    progress(count, count)
    return document


def _scene(stated: Any, *, view_from: ViewFrom = "defender") -> Scene:
    layout, rules = read_with_rules(stated)
    names = map_names(layout.rulebook)
    return scene(layout, view_from=view_from, names=names, lines=TableLines.of(rules))
