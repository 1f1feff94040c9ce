"""How soon does a piece that is dragged say what is wrong, with twelve others on the table?

On a page of its own, which is also how any page without a battle uses the editor. Times are printed
and never asserted: they belong to the machine.
"""

import json
from dataclasses import asdict
from typing import Any

import pytest
from django.template.loader import render_to_string

from setup_app.layouts import silhouettes
from setup_app.layouts.limits import editor_words, measures
from setup_app.layouts.live_refusals import describe_refusals
from setup_app.layouts.table_picture import label, outlines, table_svg, words
from terrain.core.layout import Piece, read_piece, write_layout, write_piece
from terrain.core.legality import check
from terrain.core.placement.hints import hints
from terrain.core.placement.legal_region import where
from tools.bench.where import table

pytestmark = pytest.mark.browser

LAYOUT, PIECE, RULES = table(45, 30)
MOVES = 60

TIMED = """(late) => {
    window.taken = [];
    addEventListener("pointermove", (event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => taken.push(performance.now() - event.timeStamp);
        port2.postMessage(0);
      });
    }, { capture: true });
    const ask = window.fetch;
    window.fetch = async (...asked) => {
      await new Promise((done) => setTimeout(done, late));
      return ask(...asked);
    };
}"""

MEASURED = """async ([places, live, zones]) => {
    const { measure } = await import("/static/js/ground.js");
    const at = { given: { zones }, sheet: { width: 45, depth: 30 } };
    return places.map(({ outline, codes }) => codes.map((code) =>
      Number(measure(live[code].how, outline, at).measured)));
}"""
AROUND = """async (places) => {
    const { InHand } = await import("/static/js/in-hand.js");
    const words = { nearest: "{distance}", too_near: "{distance} of {gap}", legal: "legal" };
    return places.map(([distance, gap]) => {
      const editor = { given: { words }, nearest: () => ({ label: "", distance, gap }) };
      const { parts } = InHand.prototype.around.call(editor, [], { legal: true }, null);
      return parts.at(-1);
    });
}"""
FLANKS = [[0, 0, 10, 15], [35, 0, 45, 15]]


def given() -> dict[str, Any]:
    kind = RULES.kind(PIECE.type)
    others = outlines(write_layout(LAYOUT))
    return {
        "kind": "place_piece",
        "label": label(PIECE.type),
        "type": PIECE.type,
        "others": [{**other, "name": other["label"], "gap": 2, "touch": False} for other in others],
        "words": editor_words(),
        "farthest": 1000,
        **measures(kind, PIECE.slot, rules=RULES),
        "zones": [[10, 0, 35, 30]],
        "declarable": [],
        "at_edge": False,
        "strict": True,
        "draft": None,
        "shape": "blob",
        "where": [],
        "live": describe_refusals(lambda code: True),
        "may_ask": True,
        "urls": {"hints": "/harness/hints/"},
        **silhouettes.offered(kind.figure, 0, kind.sizes.get(PIECE.slot)),
    }


def page_of_its_own() -> str:
    stage = {
        "svg": table_svg(write_layout(LAYOUT), interactive=True),
        "words": json.dumps(words()),
        "base_width_mm": "40",
    }
    ask = {"given": given(), "prompt": {"id": "1"}}
    laid = render_to_string("battles/_table.html", {"stage": stage})
    form = render_to_string("pbs_2023_1/_place.html", {"ask": ask, "row": {"public_id": "none"}})
    styles = "".join(
        f'<link rel="stylesheet" href="/static/css/{name}.css">'
        for name in ("tokens", "base", "battle", "table")
    )
    start = 'import { startTable } from "/static/js/table.js"; startTable();'
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1">{styles}</head><body class="battle-page">'
        f'<div class="field-of-play"><div class="upper"><section class="stage stage-table">{laid}'
        f'</section><section class="asked">{form}</section></div>'
        '<section class="record"></section></div>'
        f'<script type="module">{start} document.documentElement.dataset.ready = "";</script>'
    )


def answer_hints(route: Any) -> None:
    boundary = route.request.headers["content-type"].split("boundary=")[1]
    parts = route.request.post_data.split(boundary)
    outline = json.loads(next(each for each in parts if 'name="outline"' in each).split("\r\n")[3])
    piece = read_piece({**write_piece(PIECE), "outline": outline})
    found = [asdict(each) for each in hints(LAYOUT, piece, RULES)]
    region = where(LAYOUT, piece, RULES).geojson
    route.fulfill(json={"hints": found, "region": region})


def drag_about(page: Any) -> None:
    """Across the whole table and back, over every piece, turned once on the way."""
    held, room = page.locator(".held").bounding_box(), page.locator("#table svg").bounding_box()
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(MOVES):
        across = room["x"] + room["width"] * (0.2 + 0.6 * abs((step % 60) / 30 - 1))
        page.mouse.move(across, room["y"] + room["height"] * (0.2 + 0.6 * step / MOVES))
        if step == MOVES // 2:
            page.mouse.wheel(0, 100)
    page.mouse.up()


SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    ("device", "late"),
    [
        ("page", 100),
        *(pytest.param(*each, marks=SOAK) for each in (("page", 0), ("phone_page", 0))),
        pytest.param("phone_page", 100, marks=SOAK),
    ],
)
def test_a_dragged_piece_says_at_once_what_is_wrong_however_late_the_server_is(
    metator: Any, request: pytest.FixtureRequest, device: str, late: int, capsys: Any
) -> None:
    page = request.getfixturevalue(device)
    page.route(
        "**/harness/", lambda route: route.fulfill(body=page_of_its_own(), content_type="text/html")
    )
    page.route("**/harness/hints/", answer_hints)
    page.goto(f"{metator.url}/harness/")
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    page.evaluate(TIMED, late)
    drag_about(page)
    page.wait_for_selector(".ground-lit[data-known]:not(.stale)", state="attached")
    taken = sorted(page.evaluate("taken"))
    p50, p95 = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
    assert len(taken) >= MOVES
    assert page.locator(".offences .where").count() > 0
    assert page.locator("[data-readout] .amiss").count() > 0
    with capsys.disabled():
        print(
            f"\n{device}, {late} ms late: feedback after {p50:.0f} ms, p95 {p95:.0f} ms "
            f"({len(taken)} moves, {len(LAYOUT.pieces)} pieces)"
        )


def test_by_how_much_a_place_is_wrong_is_measured_on_the_page_as_the_check_measures_it(
    metator: Any, page: Any
) -> None:
    live = describe_refusals(lambda code: True)
    broken = {
        (18, 10): ["outside_sector", "wrong_half"],
        (18, 14): ["outside_sector", "wrong_half"],
        (6.25, 4): ["outside_sector"],
        (2, 10): ["wrong_half"],
        (40, -1): ["outside_table", "outside_sector"],
    }
    judged, places = [], []
    for (x, y), codes in broken.items():
        outline = ((x, y), (x + 7, y), (x + 7, y + 6.5), (x, y + 6.5))
        wood = Piece("hand", "woods", "secure_flank", "defender", None, outline=outline)
        found = {each.code: each.measured for each in check(LAYOUT.with_pieces((wood,)), RULES)}
        assert [code for code in found if code in live] == codes
        judged.append([pytest.approx(found[code], abs=0.01) for code in codes])
        places.append({"outline": [list(point) for point in outline], "codes": codes})

    page.goto(f"{metator.url}/")

    assert page.evaluate(MEASURED, [places, live, FLANKS]) == judged


def test_a_gap_that_counts_as_kept_is_not_told_as_less_than_it(metator: Any, page: Any) -> None:
    page.goto(f"{metator.url}/")
    told = page.evaluate(AROUND, [[1.992, 2], [2, 2], [2.004, 2], [10.33, 2], [1.5, 2], [0.4, 0]])
    assert told == ["2", "2", "2", "10.33", "1.5", "0.4"]
