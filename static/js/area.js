// A piece with two sides: organic, square or round; dragged, sized at its sides and turned.

import * as geometry from "./geometry.js";
import { fixed } from "./figures.js";
import { InHand } from "./in-hand.js";
import { Memory } from "./memory.js";
import { set } from "./sheet.js";

const SNAP = 0.4;

// The frame in which this page held a piece that comes back: a quarter turn gives the same outline.
function putBefore(form, { outline }) {
  const put = new Memory("sessionStorage").read("put");
  const same = put?.prompt === form.elements.namedItem("prompt").value;
  return same && put.outline === JSON.stringify(outline.coordinates) ? put : null;
}

export class Area extends InHand {
  constructor(given, form, sheet) {
    super(given, form, sheet);
    this.arm = sheet.add("path", { class: "arm" });
    this.spin = this.handle("spin", (point) => this.spinTo(point));
    this.sides = ["e", "n", "w", "s"].map((side) =>
      this.handle(side, (point) => this.sizeTo(side, point)),
    );
    // The index of one of the server's outlines.
    this.which = 0;
    let from = null;
    this.grab(this.held, {
      begin: () => { from = [...this.centre]; },
      act: (point, start, event) => {
        this.centre = [from[0] + point[0] - start[0], from[1] + point[1] - start[1]];
        if (event.altKey) this.keepOnTable();
        else this.snap();
        this.change();
      },
    });
    const put = given.put || (given.draft?.outline && putBefore(form, given.draft));
    if (given.draft?.outline) this.adopt(given.draft, given.shape, put);
    else this.begin();
    this.show();
  }

  handle(name, act) {
    const dot = this.sheet.add("circle", { class: `handle ${name}` });
    const grip = this.sheet.add("circle", { class: "grip", "data-handle": name });
    // The distance between a handle and the side that it moves stays the same.
    const begin = (start) => {
      const [x, y] = this.local(start);
      const [cx, cy] = this.centre;
      const at = { e: [x - cx - this.width / 2, 0], w: [x - cx + this.width / 2, 0] };
      const away = { n: [0, y - cy - this.depth / 2], s: [0, y - cy + this.depth / 2] };
      this.gripped = at[name] || away[name] || [0, 0];
      this.spun = this.towards(start) - this.degrees;
    };
    this.grab(grip, { begin, act });
    return { dot, grip };
  }

  begin() {
    const { given, sheet } = this;
    const long = Math.max(given.least_long, given.least);
    this.width = Math.min(given.most, long + 1);
    this.depth = Math.min(given.most, given.least + 0.5);
    this.degrees = 0;
    this.choose("blob");
    this.base = this.shaped("blob");
    this.asGiven = false;
    const [x0, y0, x1, y1] = given.zones?.[0] || [0, 0, sheet.width, sheet.depth];
    this.centre = [(x0 + x1) / 2, (y0 + y1) / 2];
    if (given.at_edge) this.centre[1] = this.depth / 2;
  }

  shaped(name) {
    if (name === "rectangle") {
      return this.given.form === "built" ? geometry.chamfered() : geometry.rectangle();
    }
    return name === "ellipse" ? geometry.ellipse() : this.own();
  }

  // One of the server's outlines for this type of terrain, for the proportions of the sides, which are
  // those of its rectangle.
  own() {
    const { bounds, figures } = this.given;
    const long = Math.max(this.width, this.depth) / Math.min(this.width, this.depth);
    const drawn = figures[this.which % figures.length][bounds.filter((bound) => bound <= long).length];
    const lying = this.width >= this.depth;
    return geometry.fitted(lying ? drawn : drawn.map(([x, y]) => [y, x]).reverse());
  }

  // Another outline of the same type, with the same size, turn and place.
  reshape() {
    const shown = this.form.querySelector('[name="shape"]:checked')?.value;
    if (shown === "blob" && !this.asGiven) this.which += 1;
    this.choose("blob");
    this.base = this.own();
    this.asGiven = false;
    this.keepOnTable();
    this.change();
  }

  // Takes an outline as it is. It is sized and turned in its smallest rectangle, or in the frame in
  // which this page held it. With `given.put` it always keeps its frame.
  adopt(answer, shape = "blob", put = this.given.put && { degrees: this.degrees }) {
    const points = geometry.ringOf(answer.outline);
    let degrees = put ? put.degrees : geometry.leastRectangle(points).degrees;
    while (!put && degrees > 45) degrees -= 90;
    while (!put && degrees <= -45) degrees += 90;
    this.choose(shape);
    this.asGiven = true;
    const flat = geometry.turned(points, [0, 0], -degrees);
    const [x0, y0, x1, y1] = geometry.bounds(flat);
    this.width = x1 - x0;
    this.depth = y1 - y0;
    this.degrees = degrees;
    this.base = geometry.fitted(flat);
    [this.centre] = geometry.turned([[(x0 + x1) / 2, (y0 + y1) / 2]], [0, 0], degrees);
    const declared = this.field("declared");
    if (declared && "declared" in answer) declared.value = answer.declared || "";
  }

  choose(shape) {
    const box = this.form.querySelector(`[name="shape"][value="${shape}"]`);
    if (box) box.checked = true;
  }

  // The placement in figures: centre, turn and sides.
  lying() {
    return [...this.centre, this.degrees, this.width, this.depth];
  }

  outline() {
    const sized = this.asGiven
      ? geometry.stretched(this.base, this.width, this.depth)
      : geometry.sized(this.base, this.width, this.depth, this.given);
    return geometry.moved(geometry.turned(sized, [0, 0], this.degrees), ...this.centre);
  }

  frame() {
    const [, ...points] = geometry.turned([[0, 0], [this.width / 2, 0], [0, this.depth / 2]], [0, 0], this.degrees);
    const all = [[0, 0], ...points].map(([x, y]) => [x + this.centre[0], y + this.centre[1]]);
    return { of: String(this.base), points: all };
  }

  // The long side first, as on the map and in every list, whichever side is called the width.
  lengths() {
    return [Math.max(this.width, this.depth), Math.min(this.width, this.depth)];
  }

  sizeInWords() {
    const [long, short] = this.lengths();
    return this.given.words.size.replace("{width}", fixed(long)).replace("{depth}", fixed(short));
  }

  offSize(outline) {
    if (geometry.fits(outline, this.given)) return null;
    const [short, long] = [Math.min(this.width, this.depth), Math.max(this.width, this.depth)];
    const faults = geometry.offLimits({ short, long }, this.given);
    if (!faults.length) return null;
    const fields = ["width", "depth"].filter((name) => faults.some(({ off }) => off(this[name])));
    return { words: faults.map((fault) => this.inWords(fault)).join(" "), fields };
  }

  // Near an edge of the table or of its zone the piece snaps to it; near a piece that it may touch,
  // to that piece; and near a legal place, into it. Dragging it further releases it.
  snap() {
    const lines = [[0, 0, this.sheet.width, this.sheet.depth], ...(this.given.zones || [])];
    const [x0, y0, x1, y1] = geometry.bounds(this.outline());
    const pull = (low, high, levels) => {
      const ways = levels.flatMap((level) => [[level - low, level], [level - high, level]]);
      const best = ways.reduce((a, b) => (Math.abs(b[0]) < Math.abs(a[0]) ? b : a), [Infinity]);
      return Math.abs(best[0]) < SNAP ? best : [0, null];
    };
    const [dx, atX] = pull(x0, x1, lines.flatMap(([a, , c]) => [a, c]));
    const [dy, atY] = pull(y0, y1, lines.flatMap(([, b, , d]) => [b, d]));
    this.slide(dx, dy);
    this.keepOnTable();
    const marks = [];
    if (atX !== null) marks.push([[atX, y0 + dy], [atX, y1 + dy]]);
    if (atY !== null) marks.push([[x0 + dx, atY], [x1 + dx, atY]]);
    if (!marks.length) marks.push(...this.touch());
    const way = this.ground.pull(this.outline(), SNAP);
    if (way) {
      this.slide(...way);
      marks.push([geometry.middle(this.outline())]);
    }
    this.snapped(marks);
  }

  // Snaps to the nearest piece that it may touch; returns the point of contact.
  touch() {
    const outline = this.outline();
    const found = this.given.others
      .filter((other) => other.touch)
      .map((other) => geometry.apart(outline, other.outline))
      .filter(({ distance }) => distance > 0 && distance < SNAP);
    if (!found.length) return [];
    const { from, to } = found.reduce((best, each) => (each.distance < best.distance ? each : best));
    this.slide(to[0] - from[0], to[1] - from[1]);
    return [[to]];
  }

  slide(dx, dy) {
    this.centre = [this.centre[0] + dx, this.centre[1] + dy];
  }

  state() {
    const { width, depth, degrees, centre, base, asGiven, which } = this;
    const shape = this.form.querySelector('[name="shape"]:checked')?.value;
    return { width, depth, degrees, centre, base, asGiven, which, shape };
  }

  restore({ shape, ...state }) {
    Object.assign(this, state);
    if (shape) this.choose(shape);
    this.change();
  }

  keepOnTable() {
    const [x0, y0, x1, y1] = geometry.bounds(this.outline());
    const { width, depth } = this.sheet;
    this.centre[0] += Math.max(0, -x0) - Math.max(0, x1 - width);
    this.centre[1] += Math.max(0, -y0) - Math.max(0, y1 - depth);
  }

  local(point) {
    return geometry.turned([point], this.centre, -this.degrees)[0];
  }

  sizeTo(side, point) {
    const off = this.gripped || [0, 0];
    const [x, y] = this.local(point).map((part, axis) => part - off[axis]);
    const [cx, cy] = this.centre;
    const limit = (size) => Math.max(this.given.least, Math.min(this.given.most, Math.round(size * 20) / 20));
    const before = [this.width, this.depth];
    this.asGiven &&= Boolean(this.given.put);
    if (side === "e") this.width = limit(x - (cx - before[0] / 2));
    if (side === "w") this.width = limit(cx + before[0] / 2 - x);
    if (side === "n") this.depth = limit(y - (cy - before[1] / 2));
    if (side === "s") this.depth = limit(cy + before[1] / 2 - y);
    const grown = [(this.width - before[0]) / 2, (this.depth - before[1]) / 2];
    const shift = { e: [grown[0], 0], w: [-grown[0], 0], n: [0, grown[1]], s: [0, -grown[1]] }[side];
    const [dx, dy] = geometry.turned([shift], [0, 0], this.degrees)[0];
    this.centre = [cx + dx, cy + dy];
    this.change();
  }

  towards([x, y]) {
    return (Math.atan2(y - this.centre[1], x - this.centre[0]) * 180) / Math.PI;
  }

  spinTo(point) {
    const degrees = (Math.round((this.towards(point) - this.spun) / 5) * 5) % 360;
    this.degrees = degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
    this.keepOnTable();
    this.change();
  }

  turn(degrees) {
    this.degrees += degrees;
    this.keepOnTable();
    this.change();
  }

  nudge(dx, dy) {
    this.slide(dx, dy);
    this.keepOnTable();
    this.change();
  }

  typed(field) {
    if (["shape", "width", "depth"].includes(field.name)) this.asGiven &&= Boolean(this.given.put);
    if (field.name === "shape") this.base = this.shaped(field.value);
    else if (["width", "depth", "degrees", "left", "near", "x", "y"].includes(field.name)) {
      this.width = this.figure("width", this.width);
      this.depth = this.figure("depth", this.depth);
      this.degrees = this.figure("degrees", this.degrees);
      const [x0, y0] = geometry.bounds(this.outline());
      this.centre[0] += this.figure("left", x0) - x0;
      this.centre[1] += this.figure("near", y0) - y0;
      this.centre = [this.figure("x", this.centre[0]), this.figure("y", this.centre[1])];
    } else return;
    this.typing = field.name;
    this.change();
    this.typing = null;
  }

  show() {
    // Before errors are drawn, because their figures avoid the handles.
    if (this.sides) this.placeHandles();
    super.show();
  }

  fill(outline) {
    if (!this.sides) return;
    const [x0, y0] = geometry.bounds(outline);
    const { width, depth, degrees, centre: [x, y] } = this;
    const typed = { width, depth, degrees, left: x0, near: y0, x, y };
    if (!this.typing || this.typing === "shape") {
      for (const [name, value] of Object.entries(typed)) this.write(name, fixed(value));
    }
  }

  placeHandles() {
    const pixel = this.sheet.pixel;
    const unit = this.sheet.unit;
    const roomy = (Math.min(this.width, this.depth) * unit) / pixel > 84;
    // Beside a small piece, so that its centre can still be grabbed.
    const off = roomy ? 0 : (16 * pixel) / unit;
    const reach = this.depth / 2 + off + (36 * pixel) / unit;
    const spots = {
      e: [this.width / 2 + off, 0],
      n: [0, this.depth / 2 + off],
      w: [-this.width / 2 - off, 0],
      s: [0, -this.depth / 2 - off],
    };
    // On a side outside the picture, handles are inside the piece, where they are visible.
    const seen = this.sheet.shows(this.outline());
    const put = ({ dot, grip }, [x, y], shown, room) => {
      const [point] = geometry.turned([[x, y]], [0, 0], this.degrees);
      const at = this.sheet.at([point[0] + this.centre[0], point[1] + this.centre[1]]);
      const [cx, cy] = seen ? this.sheet.within(at, room) : at;
      set(dot, { cx, cy, r: 7 * pixel, visibility: shown ? "visible" : "hidden" });
      set(grip, { cx, cy, r: (roomy ? 22 : 18) * pixel, "pointer-events": shown ? "all" : "none" });
      return [cx, cy];
    };
    const fits = (spot) => {
      const [point] = geometry.turned([spot], [0, 0], this.degrees);
      const [x, y] = this.sheet.at([point[0] + this.centre[0], point[1] + this.centre[1]]);
      const [inX, inY] = this.sheet.within([x, y]);
      return inX === x && inY === y;
    };
    // Those of a small piece are to its right and above it, as the viewer sees the table; if there is
    // no room, on the other side.
    const { near } = this.sheet;
    const either = (first, second) => (fits(first[1]) || !fits(second[1]) ? first[0] : second[0]);
    if (!this.sheet.layer.classList.contains("dragging")) {
      const { e, n, w, s } = spots;
      const across = [["e", e], ["w", w]];
      const along = [["n", n], ["s", s]];
      const ends = [[1, [0, reach]], [-1, [0, -reach]]];
      const chosen = (pair) => either(...(near ? pair : pair.slice().reverse()));
      this.beside = [chosen(across), chosen(along)];
      this.spinSide = chosen(ends);
    }
    for (const [place, [name, spot]] of Object.entries(spots).entries()) {
      put(this.sides[place], spot, roomy || this.beside.includes(name));
    }
    const side = this.spinSide;
    // If neither end is visible, it avoids the handle at its side.
    const end = put(this.spin, [0, side * reach], true, fits([0, side * reach]) ? 22 : 72);
    const [edge] = geometry.turned([[0, (side * this.depth) / 2]], [0, 0], this.degrees);
    const [ex, ey] = this.sheet.at([edge[0] + this.centre[0], edge[1] + this.centre[1]]);
    set(this.arm, { d: `M${ex} ${ey}L${end[0]} ${end[1]}` });
  }
}
