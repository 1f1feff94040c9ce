// Where the selection may stand, and why not elsewhere, by the server's zones.
//
// They are requested once for each kind of unit. Only the page keeps units of the same answer apart.

import { asked } from "./request.js";
import { fixed } from "./figures.js";
import { common, corners, holdsWhole, shared, sizeOf, stuckOut, within } from "./footprints.js";
import { TOLERANCE, bounds, round } from "./geometry.js";
import { later, stands } from "./life.js";
import { holds, parts, path } from "./regions.js";
import { box } from "./sheet.js";

const SEARCHED = 0.5;
const AGAIN = 2500;
// Ground closed by a line, not by an obstacle: measured across the line.
const LINES = [
  "outside_zone", "unsecure_flank", "works_in_unsecure_flank", "camp_out_of_range", "camp_not_in_piece",
];

export class OpenGround {
  constructor(board, lit) {
    Object.assign(this, { board, lit });
    this.known = new Map();
    this.asking = new Map();
  }

  of(thing) {
    return this.known.get(likeOf(thing)) ?? null;
  }

  // Requested once for each kind of unit: the open ground, and why the rest is closed.
  ask(thing) {
    const { board } = this;
    const like = likeOf(thing);
    if (!board.given.urls?.zones) return Promise.resolve();
    if (!this.asking.has(like)) this.asking.set(like, this.fetch(thing, like));
    return this.asking.get(like);
  }

  async fetch(thing, like) {
    const { board } = this;
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "prompt"]) body.set(name, board.field(name).value);
    body.set("unit", thing.unit ?? "");
    const drawnStill = stands();
    const came = await asked(board.given.urls.zones, { method: "POST", body });
    if (!drawnStill()) return;
    if (!came) {
      this.asking.delete(like);
      later(() => this.ask(thing), AGAIN);
      return;
    }
    this.known.set(like, came.found);
    board.change();
    board.onJudged();
  }

  // The maximum distance of a unit: by the chosen kind of move, or else by the zones.
  reach(thing) {
    const reach = this.of(thing)?.reach ?? null;
    if (!thing.stands) return reach;
    const most = thing.limits[this.board.kindOf(thing)];
    return most === null ? null : { from: thing.stands.at, most };
  }

  // The fault of a unit's place, as {code, words}; null while nothing is known.
  faults(thing, place) {
    const { words } = this.board.given;
    const known = this.of(thing);
    if (!known) {
      this.ask(thing);
      return null;
    }
    const said = (template, more) => fill(template, { pieces: thing.label, label: thing.label, ...more });
    const found = this.crowds(thing, place).map(([other, deep]) => {
      return { code: "overlap", words: said(words.overlap_own, { other: other.label, measured: figure(deep) }) };
    });
    const breaks = (code, rule, more) => found.push({ code, words: `${rule}: ${said(words.closed[code], more)}` });
    const reach = this.reach(thing);
    if (reach) {
      const far = Math.hypot(place.at[0] - reach.from[0], place.at[1] - reach.from[1]);
      if (far > reach.most + TOLERANCE) breaks("moved_too_far", "10.H", { measured: figure(far), required: fixed(reach.most) });
    }
    const outline = corners(thing, place);
    const [x0, y0, x1, y1] = bounds(outline);
    const { width, depth } = this.board.sheet;
    const off = Math.max(-x0, -y0, x1 - width, y1 - depth);
    if (off > TOLERANCE) breaks("outside_table", "10.B", { measured: figure(off) });
    if (holdsWhole(known.allowed, thing, place)) return found;
    for (const { code, rule, region } of known.closed) {
      if (!within(region, thing, place)) continue;
      const measured = figure(this.measured(code, region, thing, outline));
      breaks(code, rule, { measured, special: "" });
    }
    return found;
  }

  // As the server measures it: beyond a line the distance of the farthest corner, otherwise the width of the
  // largest intersection.
  measured(code, region, thing, outline) {
    if (LINES.includes(code)) return stuckOut(region, outline, this.board.sheet);
    const down = code === "overlap" && thing.thing !== "leader";
    const rings = down ? this.board.given.standing.map((each) => each.corners) : parts(region).map(([ring]) => ring);
    return Math.max(0, ...rings.map((ring) => common(ring, outline)));
  }

  // Units of the same answer that overlap it, and how deep.
  crowds(thing, place) {
    const { places, things } = this.board;
    const mine = corners(thing, place, TOLERANCE / 2);
    return [...places]
      .filter(([id]) => id !== thing.id)
      .map(([id, other]) => [things.get(id), other])
      .filter(([other]) => !(thing.thing === "leader" && other.thing === "unit"))
      .filter(([other, there]) => shared(mine, corners(other, there, TOLERANCE / 2)) > 0)
      .map(([other, there]) => [other, common(corners(other, there), corners(thing, place))]);
  }

  isClear(thing, place) {
    const known = this.of(thing);
    return Boolean(known) && holdsWhole(known.allowed, thing, place) && !this.crowds(thing, place).length;
  }

  // Where the page itself finds space: at the front, foot in the middle, mounted on the wings.
  room(thing) {
    if (!this.of(thing)) return null;
    const { sheet, given } = this.board;
    const usual = this.board.usual(thing);
    const [frontage, depth] = sizeOf(thing, usual);
    const middle = sheet.width / 2;
    const across = [];
    for (let x = frontage / 2; x <= sheet.width - frontage / 2 + 1e-6; x += SEARCHED) across.push(x);
    const outwards = thing.arm === "mounted" ? -1 : 1;
    across.sort((one, other) => (Math.abs(one - middle) - Math.abs(other - middle)) * outwards);
    const half = sheet.depth / 2;
    for (let back = depth / 2; back <= half; back += SEARCHED) {
      const y = given.facing === 90 ? half - back : half + back;
      for (const x of across) {
        const place = { ...usual, at: [round(x), round(y)] };
        if (this.isClear(thing, place)) return place;
      }
    }
    return null;
  }

  draw(thing) {
    const { lit } = this;
    const { sheet } = this.board;
    lit.replaceChildren();
    const known = thing && this.of(thing);
    if (!known?.allowed) return;
    const open = path(known.allowed, sheet, [0, 0]);
    sheet.add("path", { class: "dim", d: sheet.path(box([0, 0, sheet.width, sheet.depth])) + open, "fill-rule": "evenodd" }, lit);
    for (const each of known.closed) {
      const closed = { class: "closed", "data-code": each.code, d: path(each.region, sheet, [0, 0]), "fill-rule": "evenodd" };
      sheet.add("title", {}, sheet.add("path", closed, lit)).textContent = this.why(each);
    }
    sheet.add("path", { class: "lit", d: open, "fill-rule": "evenodd" }, lit);
    const reach = this.reach(thing);
    if (!reach) return;
    const [cx, cy] = sheet.at(reach.from);
    sheet.add("circle", { class: "reach", cx, cy, r: reach.most * sheet.unit }, lit);
  }

  why({ code, rule }) {
    return `${rule}: ${this.board.given.words.why[code] ?? ""}`;
  }

  // Why a unit may not stand at a point of the table; or that it may, if nothing closes it.
  at(thing, point) {
    const known = thing && this.of(thing);
    if (!known) return "";
    const { words } = this.board.given;
    const reasons = known.closed.filter(({ region }) => holds(region, point)).map((each) => this.why(each));
    return reasons.length
      ? fill(words.closed_here, { reasons: [...new Set(reasons)].join("; ") })
      : fill(words.open_here, { label: thing.label });
  }
}

const likeOf = (thing) => (thing.stands ? thing.id : thing.like);

const figure = (value) => fixed(Math.max(0.01, value));

export const fill = (template, values) => (template || "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
