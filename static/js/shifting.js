// The opponent's slide or turn of a piece that lies already: dragged within the limit, or turned
// about a chosen point of its own.

import { fixed, read } from "./figures.js";
import * as geometry from "./geometry.js";
import { Held } from "./held.js";
import { Offences } from "./offences.js";
import { set } from "./sheet.js";

export function startShifting(given, form, sheet) {
  const piece = given.others.find((other) => other.id === given.piece);
  const editor = given.kind === "move_piece" ? new Slide(given, form, sheet, piece) : new Turn(given, form, sheet, piece);
  editor.offences.judged(given.where);
  if (given.where?.length) sheet.layer.classList.add("refused");
  return editor;
}

class Shift extends Held {
  constructor(given, form, sheet, piece) {
    super(given, form, sheet);
    this.piece = piece;
    this.before = sheet.add("path", { class: "before" });
    sheet.paint(() => {
      const drawn = sheet.svg.querySelector(`[data-piece="${CSS.escape(piece.id)}"]`);
      drawn?.setAttribute("opacity", "0.45");
      set(this.before, { d: sheet.path(piece.outline) });
    });
    this.take(piece.label);
    this.offences = new Offences(sheet);
    form.addEventListener("input", () => this.typed());
  }

  grab(element, { begin, act }) {
    this.sheet.drag(element, { begin, act, end: (moved) => moved && this.settle() });
  }

  told() {
    return `${this.piece.label}: ${this.readout.textContent}`;
  }

  figure(name) {
    return read(this.field(name).value) || 0;
  }

  send(answer) {
    this.field("answer").value = JSON.stringify(answer);
  }

  change() {
    this.sheet.layer.classList.remove("refused");
    this.offences.show([]);
    this.form.querySelectorAll(".refusals, [value=as_placed]").forEach((each) => each.remove());
    this.show();
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
      act: (point, start) => {
        this.to([from[0] + point[0] - start[0], from[1] + point[1] - start[1]]);
        this.change();
      },
    });
    sheet.paint(() => this.show());
  }

  state() {
    return this.by;
  }

  restore(by) {
    this.by = by;
    this.change();
  }

  // Within the limit, on the table, and to hundredths so that rounding never goes beyond it.
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

  adopt(answer) {
    this.by = answer.by || [0, 0];
  }

  nudge(dx, dy) {
    this.to([this.by[0] + dx, this.by[1] + dy]);
    this.change();
  }

  typed() {
    this.by = [this.figure("right"), this.figure("away")];
    this.typing = true;
    this.change();
    this.typing = false;
  }

  show() {
    const outline = geometry.moved(this.piece.outline, ...this.by);
    set(this.held, { d: this.sheet.path(outline) });
    const start = geometry.middle(this.piece.outline);
    const end = [start[0] + this.by[0], start[1] + this.by[1]];
    set(this.leash, { d: this.sheet.path([start, end], false) });
    const words = this.given.words.slid;
    this.readout.textContent = words
      .replace("{distance}", fixed(Math.hypot(...this.by)))
      .replace("{most}", fixed(this.given.most));
    this.send({ by: this.by });
    if (this.typing) return;
    this.field("right").value = fixed(this.by[0]);
    this.field("away").value = fixed(this.by[1]);
  }
}

class Turn extends Shift {
  constructor(given, form, sheet, piece) {
    super(given, form, sheet, piece);
    const centre = geometry.middle(piece.outline).map((part) => Math.round(part * 100) / 100);
    this.about = geometry.contains(piece.outline, centre) ? centre : piece.outline[0];
    this.degrees = 0;
    if (given.draft?.about) this.adopt(given.draft);
    this.arm = sheet.add("path", { class: "arm" });
    this.pivot = sheet.add("circle", { class: "pivot" });
    this.dot = sheet.add("circle", { class: "handle spin" });
    this.grip = sheet.add("circle", { class: "grip", "data-handle": "spin" });
    this.grab(this.grip, {
      act: ([x, y]) => {
        const angle = (Math.atan2(y - this.about[1], x - this.about[0]) * 180) / Math.PI;
        const degrees = Math.round(angle) - (sheet.near ? 90 : -90);
        this.degrees = degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
        this.change();
      },
    });
    this.held.addEventListener("click", (event) => {
      const point = sheet.point(event).map((part) => Math.round(part * 100) / 100);
      if (!geometry.contains(this.piece.outline, point)) return;
      this.about = point;
      this.degrees = 0;
      this.change();
      this.settle();
    });
    sheet.paint(() => this.show());
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
    this.degrees = answer.degrees > 180 ? answer.degrees - 360 : answer.degrees;
  }

  turn(degrees) {
    this.degrees += degrees;
    this.change();
  }

  typed() {
    this.degrees = this.figure("degrees");
    this.about = this.field("about").value.split(",").map(Number);
    this.typing = true;
    this.change();
    this.typing = false;
  }

  show() {
    const { sheet } = this;
    const pixel = sheet.pixel;
    set(this.held, { d: sheet.path(geometry.turned(this.piece.outline, this.about, this.degrees)) });
    const [px, py] = sheet.at(this.about);
    const reach = 70 * pixel;
    const angle = ((this.degrees + 90) * Math.PI) / 180;
    // The handle stands upwards on the screen, from whichever edge the table is seen.
    const [cx, cy] = [px + Math.cos(angle) * reach, py - Math.sin(angle) * reach];
    set(this.pivot, { cx: px, cy: py, r: 7 * pixel });
    set(this.dot, { cx, cy, r: 9 * pixel });
    set(this.grip, { cx, cy, r: 22 * pixel });
    set(this.arm, { d: `M${px} ${py}L${cx} ${cy}` });
    this.readout.textContent = this.given.words.turned.replace("{degrees}", fixed(this.degrees));
    this.send({ about: this.about, degrees: this.degrees });
    if (!this.typing) this.field("degrees").value = fixed(this.degrees);
  }
}
