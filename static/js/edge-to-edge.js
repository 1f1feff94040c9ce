// Pieces that run from edge to edge: rivers and wadis between two ends, deep water along a side.

import * as geometry from "./geometry.js";
import { fixed } from "./figures.js";
import { InHand } from "./in-hand.js";
import { STEP } from "./keys.js";
import { set } from "./sheet.js";

// A river or a wadi: two ends and a width.
export class Band extends InHand {
  constructor(given, form, sheet) {
    super(given, form, sheet);
    const [x0, , x1] = given.zones?.[0] || [0, 0, sheet.width];
    const middle = (x0 + x1) / 2;
    this.ends = [[middle, 0], [middle, sheet.depth]];
    this.width = Math.min(given.most, Math.max(given.least, 1));
    this.handles = [0, 1].map((which) => {
      const dot = sheet.add("circle", { class: "handle spin" });
      const grip = sheet.add("circle", { class: "grip", "data-handle": `end-${which}` });
      this.grab(grip, {
        act: (point) => {
          this.ends[which] = this.onEdge(point);
          this.change();
          this.snapped([[this.ends[which]]]);
        },
      });
      return { dot, grip };
    });
    let from = null;
    this.grab(this.held, {
      begin: () => { from = this.ends.map((end) => [...end]); },
      act: (point, start) => {
        this.shift(from, point[0] - start[0], point[1] - start[1]);
        this.change();
        this.snapped(this.ends.map((end) => [end]));
      },
    });
    if (given.draft?.outline) this.adopt(given.draft);
    this.show();
  }

  shift(from, dx, dy) {
    this.ends = from.map(([x, y]) => this.onEdge([x + dx, y + dy]));
  }

  // The nearest point on the table's edge; far from any edge the point itself, for an end in deep water.
  onEdge([x, y]) {
    const { width, depth } = this.sheet;
    const inside = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(depth, y))];
    const gaps = [inside[0], width - inside[0], inside[1], depth - inside[1]];
    const least = Math.min(...gaps);
    if (least > 4 && this.given.others.some((other) => this.inWater(other, inside))) return inside;
    const side = gaps.indexOf(least);
    if (side === 0) inside[0] = 0;
    if (side === 1) inside[0] = width;
    if (side === 2) inside[1] = 0;
    if (side === 3) inside[1] = depth;
    return inside;
  }

  inWater(other, point) {
    return this.given.ends_in.includes(other.type) && geometry.contains(other.outline, point);
  }

  adopt(answer) {
    const ring = geometry.ringOf(answer.outline);
    this.whole = null;
    if (ring.length !== 4) {
      this.whole = ring;
      return;
    }
    const length = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const mid = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [a, b, c, d] = ring;
    const across = length(a, b) + length(c, d) > length(b, c) + length(d, a);
    this.ends = across ? [mid(d, a), mid(b, c)] : [mid(a, b), mid(c, d)];
    const frame = geometry.leastRectangle(ring);
    const along = Math.atan2(this.ends[1][1] - this.ends[0][1], this.ends[1][0] - this.ends[0][0]);
    const flat = geometry.bounds(geometry.turned(ring, [0, 0], (-along * 180) / Math.PI));
    this.width = Math.min(flat[3] - flat[1], frame.short);
    this.whole = ring;
  }

  change() {
    this.whole = null;
    super.change();
  }

  state() {
    const { ends, width, whole } = this;
    return { ends, width, whole };
  }

  restore({ ends, width, whole }) {
    Object.assign(this, { ends, width });
    this.change();
    this.whole = whole;
    this.show();
  }

  outline() {
    return this.whole || geometry.band(this.ends, this.width, this.sheet);
  }

  // The placement in figures: centre, turn and width.
  lying() {
    const [[ax, ay], [bx, by]] = this.ends;
    const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    return [(ax + bx) / 2, (ay + by) / 2, degrees, this.width, 0];
  }

  lengths() {
    return [this.width];
  }

  sizeInWords() {
    return this.given.words.wide.replace("{width}", fixed(this.width));
  }

  offSize() {
    return this.offDepth(this.width, "width");
  }

  nudge(dx, dy) {
    this.shift(this.ends, dx, dy);
    this.change();
  }

  typed(field) {
    if (field.name === "declared") return;
    this.width = this.figure("width", this.width);
    if (this.field("x") && field.name !== "width") {
      const [x, y, degrees] = this.lying();
      const through = [this.figure("x", x), this.figure("y", y)];
      this.ends = geometry.across(through, this.figure("degrees", degrees), this.sheet) || this.ends;
    } else if (field.name !== "width") {
      this.ends = ["from", "to"].map((which) => {
        const at = this.figure(`${which}_at`, 0);
        const { width, depth } = this.sheet;
        return { near: [at, 0], far: [at, depth], left: [0, at], right: [width, at] }[
          this.field(`${which}_edge`).value
        ];
      });
    }
    this.typing = true;
    this.change();
    this.typing = false;
  }

  show() {
    super.show();
    if (!this.handles) return;
    const pixel = this.sheet.pixel;
    const seen = this.sheet.shows(this.outline());
    this.handles.forEach(({ dot, grip }, place) => {
      const at = this.sheet.at(this.ends[place]);
      const [cx, cy] = seen ? this.sheet.within(at) : at;
      set(dot, { cx, cy, r: 9 * pixel });
      set(grip, { cx, cy, r: 22 * pixel });
    });
  }

  fill() {
    if (!this.handles || this.typing) return;
    const [x, y, degrees, width] = this.lying();
    for (const [name, value] of Object.entries({ x, y, degrees, width })) this.write(name, fixed(value));
    ["from", "to"].forEach((which, place) => {
      const [x, y] = this.ends[place];
      const { width, depth } = this.sheet;
      const edge = y <= 0 ? "near" : y >= depth ? "far" : x <= 0 ? "left" : x >= width ? "right" : null;
      if (!edge) return;
      this.write(`${which}_edge`, edge);
      this.write(`${which}_at`, fixed(edge === "near" || edge === "far" ? x : y));
    });
  }
}

// Deep water: a strip along a side edge.
export class Strip extends InHand {
  constructor(given, form, sheet) {
    super(given, form, sheet);
    this.side = "left";
    this.depth = Math.min(given.most, 4);
    if (given.draft?.outline) {
      const [x0, , x1] = geometry.bounds(geometry.ringOf(given.draft.outline));
      this.side = x0 < 0.01 ? "left" : "right";
      this.depth = x1 - x0;
    }
    const dot = sheet.add("circle", { class: "handle" });
    const grip = sheet.add("circle", { class: "grip", "data-handle": "depth" });
    this.handle = { dot, grip };
    this.grab(grip, {
      act: ([x]) => {
        const depth = this.side === "left" ? x : sheet.width - x;
        this.depth = Math.max(given.least, Math.min(given.most, Math.round(depth * 10) / 10));
        this.change();
      },
    });
    this.grab(this.held, {
      act: ([x]) => {
        this.side = x < sheet.width / 2 ? "left" : "right";
        this.change();
      },
    });
    this.show();
  }

  state() {
    return { side: this.side, depth: this.depth };
  }

  restore(state) {
    Object.assign(this, state);
    this.change();
  }

  outline() {
    return geometry.strip(this.side, this.depth, this.sheet);
  }

  lying() {
    const { width, depth } = this.sheet;
    const x = this.side === "left" ? this.depth / 2 : width - this.depth / 2;
    return [x, depth / 2, 0, this.depth, depth];
  }

  lengths() {
    return [this.depth];
  }

  sizeInWords() {
    return this.given.words.deep.replace("{depth}", fixed(this.depth));
  }

  offSize() {
    return this.offDepth(this.depth, "depth");
  }

  nudge(dx) {
    if (Math.abs(dx) >= STEP) this.side = dx < 0 ? "left" : "right";
    this.change();
  }

  typed() {
    this.side = this.field("side")?.value || this.side;
    this.depth = this.figure("depth", this.figure("width", this.depth));
    this.typing = true;
    this.change();
    this.typing = false;
  }

  adopt(answer) {
    const [x0, , x1] = geometry.bounds(geometry.ringOf(answer.outline));
    this.side = x0 < 0.01 ? "left" : "right";
    this.depth = x1 - x0;
  }

  show() {
    super.show();
    if (!this.handle) return;
    const { sheet } = this;
    const x = this.side === "left" ? this.depth : sheet.width - this.depth;
    // Left and right are as the viewer sees the table.
    const seen = (this.side === "left") === sheet.near ? "left" : "right";
    for (const side of ["left", "right"]) {
      this.form.querySelector(`button[value="${side}"]`)?.setAttribute("aria-pressed", side === seen);
    }
    // Along its side, where that is visible.
    const at = sheet.at([x, sheet.depth / 2]);
    const [cx, cy] = [at[0], sheet.within(at)[1]];
    set(this.handle.dot, { cx, cy, r: 9 * sheet.pixel });
    set(this.handle.grip, { cx, cy, r: 22 * sheet.pixel });
  }

  fill() {
    if (!this.handle || this.typing) return;
    this.write("side", this.side);
    this.write(this.field("depth") ? "depth" : "width", fixed(this.depth));
  }
}
