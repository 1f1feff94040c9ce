// The legal places of the piece in hand: the server's hints, cached, drawn and looked up at every move.
//
// `given.urls.hints` answers {hints: [{code, pieces, rule, required, region}], region, drawn}: for one
// orientation, where the outline's first point may not lie and what it would break, and the region
// that this leaves; and `drawn`, the piece with its terrain as SVG. The request has the outline, the edge
// `from` which the table is seen, and the form's fields `given.sends`. `given.live` gives for each code
// how its figure is measured (`how`) and its sentences (`words`, `plain`, `figure`, all with
// {measured}, {required}, {other}). Nothing here waits: without an answer for the outline, the page
// claims nothing.

import { fixed } from "./figures.js";
import * as geometry from "./geometry.js";
import { later, stands } from "./life.js";
import { border, covers, holds, parts, path } from "./regions.js";
import { box, set } from "./sheet.js";

const PAUSE = 70;
const AGAIN = 3000;
// In pixels: a narrower area is not visible as one.
const NARROW = 3;
// The faults that a player notices first come first.
const FIRST = ["over", "table", "sector", "half", "edge", "gap", ""];

// An outline that comes back from the server was rounded twice to thousandths, corner by corner.
const ROUNDED = 0.003;

const shapeOf = ([[x, y], ...rest]) =>
  rest.map(([a, b]) => `${(a - x).toFixed(2)} ${(b - y).toFixed(2)}`).join(" ");

// Whether one outline is the other at another place.
const slid = ([from, ...corners], [to, ...others]) =>
  corners.length === others.length &&
  corners.every(([x, y], at) => {
    const [a, b] = others[at];
    return Math.hypot(a - x - to[0] + from[0], b - y - to[1] + from[1]) < ROUNDED;
  });

const short = (value) => fixed(Math.floor(value * 100 + 1e-6) / 100);
const over = (value) => fixed(Math.max(0.01, value));

export class Ground {
  constructor(given, form, sheet, { told, drawn = () => () => {}, regrip = () => {} }) {
    this.given = given;
    this.form = form;
    this.sheet = sheet;
    this.told = told;
    this.drawn = drawn;
    this.regrip = regrip;
    this.found = null;
    // Whether the legal region is lit.
    this.lights = true;
    this.others = new Map(given.others.map((other) => [other.id, other]));
    this.group = sheet.add("g", { class: "ground-lit" });
    this.dim = sheet.add("path", { class: "dim", "fill-rule": "evenodd" }, this.group);
    this.lit = sheet.add("path", { class: "lit", "fill-rule": "evenodd" }, this.group);
    this.centre = sheet.add("circle", { class: "centre" });
    sheet.paint(() => this.draw());
  }

  // Whether there is an answer for the present shape and orientation.
  knows(outline) {
    return this.found?.shape === this.shapeOf(outline);
  }

  // The present orientation, and the edge from which the table is seen.
  shapeOf(outline) {
    return `${this.sheet.near} ${shapeOf(outline)}`;
  }

  // Asks shortly after the last change of shape; answers to older requests are dropped. The drawing of
  // the outline moves with it to where the server slides it.
  look(outline) {
    const shape = this.shapeOf(outline);
    this.place(outline);
    const { found } = this;
    if (found?.near === this.sheet.near && slid(found.outline, outline)) this.regrip(outline, found.outline[0]);
    if (found?.shape === shape) this.letBe();
    if (this.wanted === shape || !this.given.urls.hints) return;
    this.wanted = shape;
    this.group.classList.add("stale");
    clearTimeout(this.timer);
    const drawn = this.drawn();
    this.timer = later(() => this.ask(outline, shape, drawn), PAUSE);
  }

  // The known answer is valid again: pending requests are cancelled.
  letBe() {
    if (this.wanted === this.found.shape) return;
    this.wanted = this.found.shape;
    this.group.classList.remove("stale");
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  async ask(outline, shape, drawn) {
    const body = new FormData();
    for (const name of this.given.sends || ["csrfmiddlewaretoken", "prompt"]) {
      const field = this.form.elements.namedItem(name);
      if (field) body.set(name, field.value);
    }
    body.set("outline", JSON.stringify(geometry.asPolygon(outline)));
    const { near } = this.sheet;
    body.set("from", near ? "defender" : "invader");
    const drawnStill = stands();
    this.asked?.abort();
    this.asked = new AbortController();
    try {
      const answer = await fetch(this.given.urls.hints, { method: "POST", body, signal: this.asked.signal });
      if (answer.status >= 500) throw new Error(String(answer.status));
      const found = answer.ok ? await answer.json() : null;
      if (this.wanted !== shape || !drawnStill()) return;
      this.found = found && { ...found, shape, near, outline, offset: this.offset(outline) };
      if (found) drawn(found.drawn);
      this.draw();
      this.told();
    } catch (fault) {
      if (fault.name === "AbortError" || this.wanted !== shape || !drawnStill()) return;
      // Meanwhile the old answer is used, and the request is repeated.
      this.wanted = null;
      this.timer = later(() => this.told(), AGAIN);
    }
  }

  // From the outline's first point to its centre, which shows the player where it may lie.
  offset(outline) {
    const [x, y] = geometry.middle(outline);
    return [x - outline[0][0], y - outline[0][1]];
  }

  draw() {
    const { sheet, found } = this;
    const region = this.lights && found?.region;
    this.group.classList.toggle("stale", !found || found.shape !== this.wanted);
    this.group.toggleAttribute("data-known", Boolean(found));
    const holes = region ? path(region, sheet, found.offset) : "";
    const whole = this.lights && found ? sheet.path(box([0, 0, sheet.width, sheet.depth])) : "";
    set(this.dim, { d: whole + holes });
    set(this.lit, { d: holes });
    const key = this.form.querySelector("[data-lit-key]");
    key?.toggleAttribute("data-unseen", !holes);
    for (const each of [this.group, key]) if (each && region) each.dataset.seen = this.seenAs(region);
  }

  // As an area, or if that is too narrow to be visible, as a line or a dot.
  seenAs(region) {
    const seen = NARROW * this.sheet.pixel / this.sheet.unit;
    const sizes = parts(region).map(([ring]) => {
      const [x0, y0, x1, y1] = geometry.bounds(ring);
      return [x1 - x0, y1 - y0].filter((size) => size > seen).length;
    });
    return ["dot", "line", "area"][Math.max(...sizes)];
  }

  place(outline) {
    const [cx, cy] = this.sheet.at(geometry.middle(outline));
    set(this.centre, { cx, cy, r: 3.5 * this.sheet.pixel });
    if (this.centre.nextSibling) this.sheet.layer.append(this.centre);
  }

  // What is known of an outline at its place: {legal, nowhere, faults}; null without an answer for it. A
  // fault is {code, rule, words, figure, geometries, drawn, others}.
  judge(outline) {
    if (!this.knows(outline)) return null;
    const { region, hints } = this.found;
    if (region && covers(region, outline[0])) return { legal: true, nowhere: false, faults: [] };
    const broken = this.within(outline[0])
      ? hints.filter((hint) => holds(hint.region, outline[0]))
      : this.seen(outline).map((seen) => hints.find((hint) => alike(hint, seen)) || seen);
    // A piece that overlaps another is not also reported as too near to it.
    const on = broken.filter(({ code }) => this.how(code) === "over").flatMap(({ pieces }) => pieces.slice(1));
    const faults = broken
      .filter(({ code, pieces }) => this.how(code) !== "gap" || !on.includes(pieces[1]))
      .map((hint) => this.fault(hint, outline))
      .sort((one, other) => FIRST.indexOf(this.how(one.code)) - FIRST.indexOf(this.how(other.code)));
    return { legal: false, nowhere: !region, faults };
  }

  // The limits of the hints: beyond the table they are unknown.
  within([x, y]) {
    return x >= 0 && y >= 0 && x <= this.sheet.width && y <= this.sheet.depth;
  }

  // Faults that are visible without the server.
  guess(outline) {
    return this.seen(outline).map((hint) => this.fault(hint, outline));
  }

  // The piece that it illegally overlaps, and leaving the table, as hints without a region.
  seen(outline) {
    const on = this.given.others
      .filter((other) => other.solid && geometry.liesOn(outline, other.outline))
      .map(({ id }) => ({ code: "overlap", pieces: ["", id] }));
    const [x0, y0, x1, y1] = geometry.bounds(outline);
    const { width, depth } = this.sheet;
    const off = Math.max(-x0, -y0, x1 - width, y1 - depth) > geometry.TOLERANCE;
    return off ? [{ code: "outside_table", pieces: [""] }, ...on] : on;
  }

  how(code) {
    return this.given.live[code]?.how;
  }

  fault(hint, outline) {
    const live = this.given.live[hint.code] || {};
    const other = hint.pieces.map((id) => this.others.get(id)).find(Boolean);
    const seen = measure(live.how, outline, { other, given: this.given, sheet: this.sheet });
    const fill = (text) =>
      (text || "")
        .replace("{measured}", seen.measured ?? "")
        .replace("{required}", hint.required == null ? "" : short(hint.required))
        .replace("{other}", other?.name || "")
        .replace("{label}", other?.label || "");
    const exact = seen.measured != null && (hint.required != null || live.how !== "gap");
    return {
      code: hint.code,
      rule: hint.rule,
      words: fill(exact ? live.words : live.plain),
      figure: exact || !live.figure?.includes("{measured}") ? fill(live.figure) : "",
      geometries: seen.geometries,
      drawn: true,
      hatched: live.how === "over",
      others: other && hint.pieces.length === 2 ? [other.outline] : [],
    };
  }

  // The slide to a legal place near enough to be the intended one, or null.
  pull(outline, reach) {
    const region = this.knows(outline) ? this.found.region : null;
    if (!region || covers(region, outline[0])) return null;
    const found = border(region, outline[0]);
    if (!(found.distance < reach)) return null;
    return [found.at[0] - outline[0][0], found.at[1] - outline[0][1]];
  }
}

const alike = (hint, other) => hint.code === other.code && hint.pieces[1] === other.pieces[1];

const line = (...coordinates) => ({ type: "LineString", coordinates });

// The limits of a piece's zone: a sector runs from edge to edge of the table, a half from side to side,
// and the distance outside one does not count for the other.
const ASKED = {
  sector: ([x0, , x1]) => [x0, -Infinity, x1, Infinity],
  half: ([, y0, , y1]) => [-Infinity, y0, Infinity, y1],
};

// The size and place of a fault: between two outlines, beyond boxes, or off every edge.
export function measure(how, outline, { other, given, sheet }) {
  if (how === "gap" && other) {
    const { distance, from, to } = geometry.apart(outline, other.outline);
    return { measured: short(distance), geometries: [line(from, to)] };
  }
  if (how === "over" && other) return { geometries: geometry.shared(outline, other.outline).map((ring) => line(...ring)) };
  const table = [0, 0, sheet.width, sheet.depth];
  if (how === "edge") {
    const [x0, y0, x1, y1] = geometry.bounds(outline);
    const [cx, cy] = geometry.middle(outline);
    const ways = [
      [x0, [[0, cy], [x0, cy]]],
      [sheet.width - x1, [[x1, cy], [sheet.width, cy]]],
      [y0, [[cx, 0], [cx, y0]]],
      [sheet.depth - y1, [[cx, y1], [cx, sheet.depth]]],
    ];
    const [far, ends] = ways.reduce((best, way) => (way[0] < best[0] ? way : best));
    return { measured: over(far), geometries: [line(...ends)] };
  }
  // A piece without an assigned sector must still keep to one.
  const zones = how === "sector" && !given.zones?.length ? given.sectors : given.zones;
  const boxes = how === "table" ? [table] : zones?.map(ASKED[how] || (() => null)).filter(Boolean);
  if (!boxes?.length) return { geometries: [] };
  return boxes
    .map((room) => beyond(outline, room))
    .reduce((best, each) => (each.far < best.far ? each : best));
}

// How far an outline extends beyond a box: the part of the box's edge that it crosses, or for an outline
// wholly beyond it the way back. Within the piece no two of these cross.
function beyond(outline, [x0, y0, x1, y1]) {
  const [a, b, c, d] = geometry.bounds(outline);
  const [mx, my] = [(a + c) / 2, (b + d) / 2];
  const [left, right] = c > x0 && a < x1 ? [Math.max(a, x0), Math.min(c, x1)] : [a, c];
  const [near, away] = d > y0 && b < y1 ? [Math.max(b, y0), Math.min(d, y1)] : [b, d];
  const ways = [
    [x0 - a, c > x0 ? [[x0, near], [x0, away]] : [[c, my], [x0, my]]],
    [c - x1, a < x1 ? [[x1, near], [x1, away]] : [[a, my], [x1, my]]],
    [y0 - b, d > y0 ? [[left, y0], [right, y0]] : [[mx, d], [mx, y0]]],
    [d - y1, b < y1 ? [[left, y1], [right, y1]] : [[mx, b], [mx, y1]]],
  ].filter(([far]) => far > 0);
  // Across a corner the distance is that to the corner, as in the server's check.
  const off = ([x, y]) => Math.hypot(Math.max(0, x0 - x, x - x1), Math.max(0, y0 - y, y - y1));
  const far = Math.max(...outline.map(off));
  const geometries = ways.map(([, ends]) => line(...ends));
  return { far, measured: far ? over(far) : null, geometries };
}
