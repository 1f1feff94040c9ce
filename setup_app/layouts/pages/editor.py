"""Edit a copy of a finished table: move, turn, resize, add and remove pieces.

Every button sends all changes; the server draws the result and a worker checks it. Saving makes a
new table, legal or not.
"""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.identity.requesters import asker_who_stores
from setup_app.layouts import job_handlers, services, silhouettes
from setup_app.layouts.limits import (
    editor_words,
    gaps_in_turn,
    lapsed_in_words,
    measures,
)
from setup_app.layouts.live_refusals import describe_refusals
from setup_app.layouts.names import map_names
from setup_app.layouts.pages import changes as changing
from setup_app.layouts.pages import drawing, piece_figures, wording
from setup_app.layouts.pages.changes import Changes, Copy, Figures, Reshaped
from setup_app.layouts.pages.editor_target import EditorTarget, bench_of
from setup_app.layouts.pages.new_table import shown_when_laid
from setup_app.layouts.pages.piece_figures import Limits, Lying
from setup_app.layouts.pages.table_page import get_generated_table, in_words
from setup_app.layouts.pages.verdicts import of_worker, verdict_on
from setup_app.layouts.requests import read_with_rules
from setup_app.layouts.table_picture import outlines
from setup_app.layouts.table_picture import words as shown_words
from setup_app.rulebooks import registry
from setup_app.web.throttling import turned_away
from setup_app.wording.figures import figure as written
from setup_app.wording.place_refusals import name_of, worth_saying
from setup_app.wording.sentences import sentence
from setup_app.wording.speaker import Speaker
from terrain.core.layout import DICE, PLAYERS, read_layout
from terrain.core.rules import GroundRules
from terrain.draw.view import ViewFrom

STEPS: Mapping[str, tuple[float, float]] = {
    "left": (-0.5, 0.0),
    "right": (0.5, 0.0),
    "nearer": (0.0, -0.5),
    "farther": (0.0, 0.5),
}
TURNS: Mapping[str, float] = {"turn-left": 5.0, "turn-right": -5.0}
SIZES: Mapping[str, float] = {"larger": 0.5, "smaller": -0.5}
FIELDS = ("x", "y", "degrees", "width", "depth")


@dataclass(frozen=True)
class PieceDraft:
    """The changes so far, the piece in hand, the errors by field, and the typed values."""

    changes: Changes = field(default_factory=Changes)
    chosen: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, table: str) -> HttpResponse:
    """Show the editor of a copy; a POST carries every change so far."""
    row = get_generated_table(table)

    def save(layout: dict[str, Any]) -> HttpResponse:
        away = turned_away(request)
        if away is not None:
            return away
        made = services.save_edited(layout, asker=asker_who_stores(request), parent=row)
        return shown_when_laid(made)

    return at_bench(request, bench_of(row, save))


def at_bench(request: HttpRequest, bench: EditorTarget) -> HttpResponse:
    """Show the editor of any target: apply the requested change and show the result."""
    _layout, rules = read_with_rules(bench.layout)
    copy = Copy(bench.layout, rules)
    if request.method != "POST":
        return _shown(request, bench, copy, PieceDraft(chosen=request.GET.get("piece", "")))
    sent = request.POST
    draft = _done(copy, sent)
    if sent.get("do") == "save" and not draft.faults:
        try:
            return bench.save(copy.changed(draft.changes))
        except DomainError as refused:
            faults = {"": sentence(refused.code, refused.params)}
            return _shown(request, bench, copy, replace(draft, faults=faults))
    return _shown(request, bench, copy, draft)


def _done(copy: Copy, sent: QueryDict) -> PieceDraft:
    """Return the draft after the pressed button's change."""
    changes = changing.parse_changes(sent.get("changes", ""))
    chosen, do = sent.get("chosen", ""), sent.get("do", "check")
    faults: dict[str, str] = {}
    rules = copy.rules
    held = copy.piece(chosen, changes)
    if held is not None:
        form = piece_figures.form_of(rules.kind(held["type"]))
        before = changing.figures_of(held, rules, changes)
        limits = piece_figures.limits_of(before.lying, form, copy.layout["table"])
        figures = _stepped(_typed(sent, before, limits, faults), do, limits, form)
        if not copy.draws(held, figures):
            faults[""] = _("That shape cannot be drawn. The piece is unchanged.")
        elif figures != before:
            changes = changes.with_piece(chosen, figures)
    if do.startswith("choose:"):
        chosen = do.partition(":")[2]
    elif do == "remove" and held is not None:
        changes, chosen = changes.without(chosen), ""
    elif do == "another" and held is not None and form == "area":
        changes = _reshaped(copy, changes, chosen)
    elif do == "add":
        changes, chosen = _added(copy, changes, sent)
    elif do == "nearest" and held is not None:
        changes = _slid(copy, changes, chosen, faults)
    try:
        read_with_rules(copy.changed(changes))
    except DomainError:
        # For example, a piece that is larger than the whole table.
        return PieceDraft(
            faults={"": _("That cannot be drawn. All pieces are back in their original places.")}
        )
    if faults and chosen != sent.get("chosen"):
        # The errors of the previous fields do not concern the piece now in hand.
        faults = {"": " ".join(faults.values())}
    return PieceDraft(
        changes, chosen, faults, {name: sent.get(name, "") for name in faults if name}
    )


def _typed(
    sent: Mapping[str, str], before: Figures, limits: Limits, faults: dict[str, str]
) -> Figures:
    """Return the figures of the piece in hand from its fields; empty fields keep their values."""
    found = {}
    for name, (least, most) in limits.items():
        typed = sent.get(name, "").strip().replace(",", ".")
        if not typed:
            continue
        try:
            value = float(typed)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            faults[name] = _("“%(typed)s” is not a number. Enter one such as 4 or 4.5.") % {
                "typed": typed[:20]
            }
        elif not least <= value <= most:
            if name in ("width", "depth"):
                said = _("“%(typed)s” is out of range. Enter a side from %(least)s to %(most)s.")
            else:
                said = _("“%(typed)s” is out of range. Enter a number from %(least)s to %(most)s.")
            allowed = {"least": written(least), "most": written(most)}
            faults[name] = said % {**allowed, "typed": sent[name].strip()[:20]}
        elif abs(value - getattr(before.lying, name)) >= piece_figures.SAME:
            found[name] = value
    die = sent.get("die", str(before.die or ""))
    number = int(die) if die in map(str, DICE) else None
    return Figures(replace(before.lying, **found), number if "die" in sent else before.die)


def _stepped(figures: Figures, do: str, limits: Limits, form: str) -> Figures:
    """Return the figures after one press: half a base width, or five degrees, within the limits."""
    by: dict[str, float] = {}
    if do in STEPS:
        if form == "strip":
            return replace(figures, lying=_along(figures.lying, do, limits["x"][1]))
        by = dict(zip("xy", STEPS[do], strict=True))
    elif do in TURNS:
        by = {"degrees": TURNS[do]}
    elif do in SIZES:
        by = {"width": SIZES[do], "depth": SIZES[do]}
    stepped = {
        name: min(max(least, getattr(figures.lying, name) + by[name]), most)
        for name, (least, most) in limits.items()
        if name in by
    }
    return replace(figures, lying=replace(figures.lying, **stepped))


def _along(lying: Lying, do: str, width: float) -> Lying:
    """Return the position of a strip along the `left` or `right` edge of a table of this width."""
    lies = "left" if lying.x < width / 2 else "right"
    return replace(lying, x=width - lying.x) if do in ("left", "right") and do != lies else lying


def _reshaped(copy: Copy, changes: Changes, name: str) -> Changes:
    """Return the piece with another outline of its kind, of the same size and rotation."""
    held = copy.piece(name, changes)
    assert held is not None
    figures = changing.figures_of(held, copy.rules, changes)
    before = changes.shapes.get(name)
    number = secrets.randbelow(silhouettes.MAX_NUMBER) if before is None else before.number + 1
    sides = (figures.lying.width, figures.lying.depth)
    shape = Reshaped(number % silhouettes.MAX_NUMBER, *sides)
    # The frame is measured differently for another outline: from now on these are its figures.
    reshaped = changes.with_piece(name, figures).with_shape(name, shape)
    return _on_table(copy, reshaped, name)


def _on_table(copy: Copy, changes: Changes, name: str) -> Changes:
    """Return the piece after the shortest slide onto the table; it may be too large for that."""
    piece = copy.piece(name, changes)
    assert piece is not None
    xs, ys = zip(*piece_figures.outline_in(piece), strict=True)
    table = copy.layout["table"]
    across = max(0.0, -min(xs)) - max(0.0, max(xs) - table["width"])
    away = max(0.0, -min(ys)) - max(0.0, max(ys) - table["depth"])
    figures = changing.figures_of(piece, copy.rules, changes)
    lying = replace(figures.lying, x=figures.lying.x + across, y=figures.lying.y + away)
    return changes.with_piece(name, replace(figures, lying=lying))


def _added(copy: Copy, changes: Changes, sent: QueryDict) -> tuple[Changes, str]:
    """Return a new piece at a legal place near the middle, or unmoved if no place is known."""
    number = next(n for n in range(1, 1000) if f"a{n}" not in {each[0] for each in changes.added})
    name = f"a{number}"
    player = "invader" if sent.get("player") == "invader" else "defender"
    added = (name, sent.get("type", ""), player, secrets.randbelow(changing.MAX_SEED))
    more = replace(changes, added=(*changes.added, added))
    if copy.piece(name, more) is None:
        return changes, ""
    return _slid(copy, more, name, {}), name


def _slid(copy: Copy, changes: Changes, name: str, faults: dict[str, str]) -> Changes:
    """Return the piece at the nearest legal place, with the same rotation and size."""
    layout = copy.changed(changes)
    asked = changing.in_hand(layout, name)
    found = of_worker(job_handlers.NEAREST, asked)
    if found is None:
        faults[""] = _(
            "The background worker is not responding, so no place could be suggested. Move the "
            "piece by hand."
        )
        return changes
    if found["by"] is None:
        faults[""] = _("No legal place for it at this size and angle.")
        return changes
    figures = changing.figures_of(asked["piece"], copy.rules, changes)
    dx, dy = found["by"]
    lying = replace(figures.lying, x=figures.lying.x + dx, y=figures.lying.y + dy)
    return changes.with_piece(name, replace(figures, lying=lying))


def _shown(
    request: HttpRequest, bench: EditorTarget, copy: Copy, draft: PieceDraft
) -> HttpResponse:
    changes, chosen = draft.changes, draft.chosen
    layout, rules = copy.changed(changes), copy.rules
    # An unchanged piece was judged when it was placed.
    verdict = bench.audit if changes == Changes() else verdict_on(layout)
    names = map_names(bench.rulebook)
    held = copy.piece(chosen, changes)
    called = drawing.names_of(layout)
    speak = Speaker(registry.rulebook(bench.rulebook))
    broken = verdict["violations"] if verdict else []
    amiss = {each for violation in broken for each in violation["pieces"]}
    lines = drawing.listed(layout, "defender")
    shown = {
        "bench": bench,
        "note": request.POST.get("note", ""),
        "title": wording.title_of(layout),
        "unit": _(rules.unit),
        "svg": _drawn(request, layout, broken, chosen if held else ""),
        "stage": {
            "words": json.dumps(shown_words()),
            "base_width_mm": f"{layout['base_width_mm']:g}",
            "address": "-",
        },
        "given": _given(bench, layout, rules, held, changes) if held else None,
        "pieces": [
            {
                "id": piece["id"],
                "name": called[piece["id"]],
                "line": line,
                "amiss": piece["id"] in amiss,
            }
            for piece, line in zip(layout["pieces"], lines, strict=True)
        ],
        "held": {**_in_hand(held, copy, changes, called[chosen]), **draft.typed} if held else None,
        "chosen": chosen if held else "",
        "changes": changes.written(),
        "changed": changes != Changes(),
        "checked": verdict is not None,
        "legal": bool(verdict and verdict["legal"]),
        "violations": [
            *wording.not_all(verdict),
            *(in_words(each, called, speak) for each in worth_saying(broken)),
        ],
        "types": sorted(
            ((code, names.type(code)) for code in rules.types), key=lambda each: each[1]
        ),
        "players": PLAYERS,
        "full": len(layout["pieces"]) >= changing.MAX_PIECES,
        "faults": draft.faults,
        "typed_fault": any(name in FIELDS for name in draft.faults),
    }
    return render(request, "layouts/edit.html", shown, status=422 if draft.faults else 200)


def view_of(request: HttpRequest) -> ViewFrom:
    """Return the edge from which the table is seen; a script may turn it round."""
    return "invader" if request.POST.get("view") == "invader" else "defender"


def _drawn(
    request: HttpRequest, layout: Mapping[str, Any], broken: list[Any], chosen: str
) -> SafeString:
    """Return the table; for a script that renders the piece in hand itself, without that piece."""
    if chosen and request.POST.get("script"):
        others = [piece for piece in layout["pieces"] if piece["id"] != chosen]
        layout = {**layout, "pieces": others}
        broken = [each for each in broken if chosen not in each["pieces"]]
        chosen = ""
    return drawing.table_svg(layout, broken, chosen=chosen, view_from=view_of(request))


def _given(
    bench: EditorTarget,
    layout: Mapping[str, Any],
    rules: GroundRules,
    held: Mapping[str, Any],
    changes: Changes,
) -> dict[str, Any]:
    """Return the script's data for placing the piece in hand; see static/js/in-hand.js."""
    kind = rules.kind(held["type"])
    lying = changing.figures_of(held, rules, changes).lying
    speak = Speaker(registry.rulebook(bench.rulebook))
    pieces = read_layout(layout).pieces
    called = drawing.names_of(layout)
    gaps = gaps_in_turn(pieces, [each.id for each in pieces].index(held["id"]), rules)
    others = []
    for other in outlines(layout):
        if other["id"] != held["id"]:
            gap = gaps[other["id"]]
            name = name_of(other["type"], speak)
            named = {"label": called[other["id"]], "name": name}
            others.append({**other, **named, "gap": gap.width, "touch": gap.touch})
    return {
        "kind": "place_piece",
        "type": held["type"],
        "label": called[held["id"]],
        "cm": layout["base_width_mm"] / 10,
        "others": others,
        "words": {
            **editor_words(),
            # Only about the place: the number of pieces of a type concerns the whole table.
            "legal": _("This place is legal."),
            "already": _("It is already in a legal place."),
            "no_nearest": _("No legal place for it at this size and angle."),
        },
        **measures(kind, held["slot"], rules=rules),
        "limits": piece_figures.limits_of(lying, piece_figures.form_of(kind), layout["table"]),
        "ends_in": [],
        "zones": [],
        "at_edge": False,
        "strict": False,
        "draft": {"outline": held["outline"]},
        "put": {"degrees": lying.degrees},
        "live": describe_refusals(lambda code: False),
        "may_ask": False,
        "sends": ["csrfmiddlewaretoken", "changes", "chosen"],
        "urls": {"hints": bench.places.hints, "nearest": bench.places.nearest},
    }


def _in_hand(held: Mapping[str, Any], copy: Copy, changes: Changes, name: str) -> dict[str, Any]:
    rules = copy.rules
    figures = changing.figures_of(held, rules, changes)
    form = piece_figures.form_of(rules.kind(held["type"]))
    return {
        "name": name,
        "form": form,
        "die": figures.die,
        "dice": list(DICE),
        "left": figures.lying.x < copy.layout["table"]["width"] / 2,
        "lapsed": lapsed_in_words(rules) if held.get("moved") else "",
        **{each: written(round(getattr(figures.lying, each), 2) + 0.0) for each in FIELDS},
    }
