// The opponent's slide or turn of a placed piece: dragged within the limit, or turned about a chosen point
// of its own.

import { fixed, read } from "./figures.js";
import * as geometry from "./geometry.js";
import { InHand } from "./in-hand.js";
import { lasting } from "./life.js";
import { set } from "./sheet.js";

const SNAP = 0.4;
// From the centre of the turn to the handle, in pixels.
const ARM = 70;
const QUARTERS = [0, -90, 90, 180];
// Moves with the piece.
const CORNER = [[0, 0], [1, 0], [0, 1]];

export function startShift(given, form, sheet) {
  const piece = given.others.find((other) => other.id === given.piece);
  const others = given.others.filter((other) => other !== piece);
  const shift = given.kind === "move_piece" ? Slide : Turn;
  const editor = new shift({ ...given, others }, form, sheet, piece);
  editor.start(given.where);
  if (given.kept) editor.afresh();
  return editor;
}

class Shift extends InHand {
  constructor(given, form, sheet, piece) {
    super(given, form, sheet);
    this.piece = piece;
    const before = sheet.add("path", { class: "before" });
    this.held.before(before);
    sheet.paint(() => {
      // The old place is faint, apart from its name, which must be legible.
      const drawn = sheet.svg.querySelectorAll(`[data-piece="${CSS.escape(piece.id)}"] > path:not([opacity])`);
      for (const mark of drawn) mark.setAttribute("opacity", "0.45");
      set(before, { d: sheet.path(piece.outline) });
    });
  }

  // Drawn at the sent place, if it was sent; the server's drawing of a refusal stays until then.
  start(where) {
    this.onChange = () => {
      this.sheet.layer.classList.remove("refused");
      this.form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
    };
    this.offences.judged(where);
    if (where?.length) this.sheet.layer.classList.add("refused");
    this.show();
  }

  // Without an answer for it, overlaps are still visible at once.
  guess(outline) {
    return this.ground.guess(outline);
  }

  typed() {
    this.typing = true;
    this.readTyped();
    this.change();
    this.typing = false;
  }
}

class Slide extends Shift {
  constructor(given, form, sheet, piece) {
    super(given, form, sheet, piece);
    this.by = given.draft?.by || [0, 0];
    const reach = sheet.add("circle", { class: "reach", r: given.most * sheet.unit });
    sheet.paint(() => {
      const [cx, cy] = sheet.at(geometry.middle(piece.outline));
      set(reach, { cx, cy });
    });
    this.leash = sheet.add("path", { class: "leash" });
    let from = null;
    this.grab(this.held, {
      begin: () => { from = [...this.by]; },
      act: (point, start, event) => {
        this.to([from[0] + point[0] - start[0], from[1] + point[1] - start[1]]);
        if (!event.altKey) this.snap();
        this.change();
      },
    });
  }

  outline() {
    return geometry.moved(this.piece.outline, ...this.by);
  }

  answer() {
    return { by: this.by };
  }

  frame() {
    return { of: "", points: geometry.moved(CORNER, ...this.by) };
  }

  state() {
    return this.by;
  }

  restore(by) {
    this.by = by;
    this.change();
  }

  // Within the limit, on the table, and in hundredths, so that rounding never exceeds the limit.
  to([dx, dy]) {
    const [x0, y0, x1, y1] = geometry.bounds(this.piece.outline);
    const { width, depth } = this.sheet;
    let way = [
      Math.max(-x0, Math.min(width - x1, dx)),
      Math.max(-y0, Math.min(depth - y1, dy)),
    ];
    const length = Math.hypot(...way);
    if (length > this.given.most) way = way.map((part) => (part * this.given.most) / length);
    this.by = way.map((part) => Math.trunc(part * 100) / 100 + 0);
  }

  // Snaps into a legal place nearby.
  snap() {
    const way = this.ground.pull(this.outline(), SNAP);
    if (way) this.by = this.by.map((part, axis) => geometry.round(part + way[axis]));
    this.snapped(way ? [[geometry.middle(this.outline())]] : []);
  }

  adopt(answer) {
    this.by = answer.by || [0, 0];
  }

  nudge(dx, dy) {
    this.to([this.by[0] + dx, this.by[1] + dy]);
    this.change();
  }

  readTyped() {
    this.by = [this.figure("right", this.by[0]), this.figure("away", this.by[1])];
  }

  lengths() {
    return [Math.hypot(...this.by)];
  }

  sizeInWords() {
    return this.given.words.slid
      .replace("{distance}", fixed(Math.hypot(...this.by)))
      .replace("{most}", fixed(this.given.most));
  }

  // Only typed figures can be too far.
  offSize() {
    const measured = Math.hypot(...this.by);
    if (measured <= this.given.most + geometry.TOLERANCE) return null;
    const words = this.inWords({ fault: "far", measured, required: this.given.most });
    return { words, fields: ["right", "away"] };
  }

  show() {
    if (!this.leash) return;
    super.show();
    const start = geometry.middle(this.piece.outline);
    const end = [start[0] + this.by[0], start[1] + this.by[1]];
    set(this.leash, { d: this.sheet.path([start, end], false) });
  }

  fill() {
    if (this.typing) return;
    this.write("right", fixed(this.by[0]));
    this.write("away", fixed(this.by[1]));
  }
}

class Turn extends Shift {
  constructor(given, form, sheet, piece) {
    super(given, form, sheet, piece);
    // A turned piece has one place, so there is no region to light.
    this.ground.lights = false;
    const centre = geometry.middle(piece.outline).map((part) => Math.round(part * 100) / 100);
    this.about = geometry.contains(piece.outline, centre) ? centre : piece.outline[0];
    this.degrees = 0;
    if (given.draft?.about) this.adopt(given.draft);
    this.arm = sheet.add("path", { class: "arm" });
    this.pivot = sheet.add("circle", { class: "pivot" });
    this.dot = sheet.add("circle", { class: "handle spin" });
    this.grip = sheet.add("circle", { class: "grip", "data-handle": "spin" });
    this.grab(this.grip, {
      // At the edge of the picture the handle stays inside; its distance from the turn is kept.
      begin: (start) => { this.spun = this.towards(start) - this.degrees; },
      act: (point) => this.to(Math.round(this.towards(point) - this.spun)),
    });
    this.held.addEventListener("click", (event) => {
      const point = sheet.point(event).map((part) => Math.round(part * 100) / 100);
      if (!geometry.contains(this.piece.outline, point)) return;
      this.about = point;
      this.degrees = 0;
      this.change();
      this.settle();
    }, lasting());
  }

  outline() {
    return geometry.turned(this.piece.outline, this.about, this.degrees);
  }

  answer() {
    return { about: this.about, degrees: this.degrees };
  }

  frame() {
    return { of: "", points: geometry.turned(CORNER, this.about, this.degrees) };
  }

  state() {
    return { about: this.about, degrees: this.degrees };
  }

  restore(state) {
    Object.assign(this, state);
    this.change();
  }

  adopt(answer) {
    if (!answer.about) return;
    this.about = answer.about;
    this.degrees = whole(answer.degrees);
  }

  to(degrees) {
    this.degrees = whole(degrees);
    this.change();
  }

  turn(degrees) {
    this.to(this.degrees + degrees);
  }

  towards([x, y]) {
    return (Math.atan2(y - this.about[1], x - this.about[0]) * 180) / Math.PI;
  }

  readTyped() {
    this.degrees = this.figure("degrees", this.degrees);
    this.about = this.field("about").value.split(",").map(Number);
  }

  sizeInWords() {
    return this.given.words.turned.replace("{degrees}", fixed(this.degrees));
  }

  show() {
    if (!this.grip) return;
    this.placeHandle();
    super.show();
  }

  fill() {
    if (!this.typing) this.write("degrees", fixed(this.degrees));
  }

  // Upwards on the screen from the centre of the turn, or to whichever side has space in the picture; and
  // never outside it while any of the piece is visible.
  placeHandle() {
    const { sheet } = this;
    const { pixel } = sheet;
    const seen = sheet.shows(this.outline());
    const from = sheet.at(this.about);
    const [px, py] = seen ? sheet.within(from) : from;
    const at = (quarter) => {
      const angle = ((this.degrees + 90 + quarter) * Math.PI) / 180;
      return [px + Math.cos(angle) * ARM * pixel, py - Math.sin(angle) * ARM * pixel];
    };
    const fits = (quarter) => {
      const spot = at(quarter);
      const inside = sheet.within(spot);
      return Math.hypot(spot[0] - inside[0], spot[1] - inside[1]) < 1e-6;
    };
    if (!sheet.layer.classList.contains("dragging")) this.quarter = QUARTERS.find(fits) ?? 0;
    const [cx, cy] = seen ? sheet.within(at(this.quarter)) : at(this.quarter);
    set(this.pivot, { cx: px, cy: py, r: 7 * pixel });
    set(this.dot, { cx, cy, r: 9 * pixel });
    set(this.grip, { cx, cy, r: 22 * pixel });
    set(this.arm, { d: `M${px} ${py}L${cx} ${cy}` });
  }
}

// Above -180 degrees and at most 180.
const whole = (degrees) => degrees - 360 * Math.ceil((degrees - 180) / 360);
