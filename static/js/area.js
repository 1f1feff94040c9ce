// A piece with two sides: organic, square or round; dragged, sized at its sides and turned.

import * as geometry from "./geometry.js";
import { InHand, fixed } from "./in-hand.js";
import { set } from "./sheet.js";

const SNAP = 0.4;

// How this page had put a piece that comes back: a quarter turn more gives the same outline.
function putBefore(form, { outline }) {
  const put = JSON.parse(sessionStorage.getItem("put") || "null");
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
    let from = null;
    sheet.drag(this.held, {
      begin: () => { from = [...this.centre]; },
      act: (point, start) => {
        this.centre = [from[0] + point[0] - start[0], from[1] + point[1] - start[1]];
        this.snap();
        this.change();
      },
    });
    if (given.draft?.outline) this.adopt(given.draft, given.shape, putBefore(form, given.draft));
    else this.begin();
    this.show();
  }

  handle(name, act) {
    const dot = this.sheet.add("circle", { class: `handle ${name}` });
    const grip = this.sheet.add("circle", { class: "grip", "data-handle": name });
    this.sheet.drag(grip, { act });
    return { dot, grip };
  }

  begin() {
    const { given, sheet } = this;
    const long = Math.max(given.least_long, given.least);
    this.width = Math.min(given.most, long + 1);
    this.depth = Math.min(given.most, given.least + 0.5);
    this.degrees = 0;
    const built = given.form === "built" || given.form === "field";
    if (built) this.choose("rectangle");
    this.base = this.shaped(built ? "rectangle" : "blob");
    this.asGiven = false;
    const [x0, y0, x1, y1] = given.zones?.[0] || [0, 0, sheet.width, sheet.depth];
    this.centre = [(x0 + x1) / 2, (y0 + y1) / 2];
    if (given.at_edge) this.centre[1] = this.depth / 2;
  }

  shaped(name) {
    if (name === "rectangle") {
      return this.given.form === "built" ? geometry.chamfered() : geometry.rectangle();
    }
    return name === "ellipse" ? geometry.ellipse() : geometry.blob(this.given.others.length + 3);
  }

  // Takes an outline over as it is. Its least rectangle becomes the frame in which it is sized and
  // turned, or the one in which this page had put it.
  adopt(answer, shape = "blob", put = null) {
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
    if (declared) declared.value = answer.declared || "";
  }

  choose(shape) {
    this.form.querySelector(`[name="shape"][value="${shape}"]`).checked = true;
  }

  outline() {
    const sized = this.asGiven
      ? geometry.stretched(this.base, this.width, this.depth)
      : geometry.sized(this.base, this.width, this.depth, this.given);
    return geometry.moved(geometry.turned(sized, [0, 0], this.degrees), ...this.centre);
  }

  sizeInWords() {
    return `${fixed(this.width)} × ${fixed(this.depth)} BW`;
  }

  offSize(outline) {
    if (geometry.fits(outline, this.given)) return null;
    const [short, long] = [Math.min(this.width, this.depth), Math.max(this.width, this.depth)];
    const off = geometry.offLimits({ short, long }, this.given);
    if (!off) return null;
    const fields = ["width", "depth"].filter((name) => Math.abs(this[name] - off.measured) < 1e-6);
    return { words: this.inWords(off), fields };
  }

  // Near an edge of the table or of its zone the piece is drawn to it.
  snap() {
    const [x0, y0, x1, y1] = geometry.bounds(this.outline());
    const lines = [[0, 0, this.sheet.width, this.sheet.depth], ...(this.given.zones || [])];
    const pull = (low, high, levels) => {
      const ways = [...levels.map((level) => level - low), ...levels.map((level) => level - high)];
      const best = ways.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Infinity);
      return Math.abs(best) < SNAP ? best : 0;
    };
    this.centre[0] += pull(x0, x1, lines.flatMap(([a, , c]) => [a, c]));
    this.centre[1] += pull(y0, y1, lines.flatMap(([, b, , d]) => [b, d]));
    this.keepOnTable();
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
    const [x, y] = this.local(point);
    const [cx, cy] = this.centre;
    const limit = (size) => Math.max(this.given.least, Math.min(this.given.most, Math.round(size * 20) / 20));
    const before = [this.width, this.depth];
    this.asGiven = false;
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

  spinTo([x, y]) {
    const degrees = (Math.atan2(y - this.centre[1], x - this.centre[0]) * 180) / Math.PI - 90;
    this.degrees = Math.round(degrees / 5) * 5;
    this.keepOnTable();
    this.change();
  }

  turn(degrees) {
    this.degrees += degrees;
    this.keepOnTable();
    this.change();
  }

  nudge(dx, dy) {
    this.centre = [this.centre[0] + dx, this.centre[1] + dy];
    this.keepOnTable();
    this.change();
  }

  typed(field) {
    if (["shape", "width", "depth"].includes(field.name)) this.asGiven = false;
    if (field.name === "shape") this.base = this.shaped(field.value);
    else if (["width", "depth", "degrees", "left", "near"].includes(field.name)) {
      this.width = Math.max(0.5, this.figure("width", this.width));
      this.depth = Math.max(0.5, this.figure("depth", this.depth));
      this.degrees = this.figure("degrees", this.degrees);
      const [x0, y0] = geometry.bounds(this.outline());
      this.centre[0] += this.figure("left", x0) - x0;
      this.centre[1] += this.figure("near", y0) - y0;
    } else return;
    this.typing = field.name;
    this.change();
    this.typing = null;
  }

  show() {
    super.show();
    const [x0, y0] = geometry.bounds(this.outline());
    const typed = { width: this.width, depth: this.depth, degrees: this.degrees, left: x0, near: y0 };
    if (!this.typing || this.typing === "shape") {
      for (const [name, value] of Object.entries(typed)) this.field(name).value = fixed(value);
    }
    this.placeHandles();
  }

  placeHandles() {
    const pixel = this.sheet.pixel;
    const unit = this.sheet.unit;
    const reach = this.depth / 2 + (34 * pixel) / unit;
    const spots = {
      e: [this.width / 2, 0],
      n: [0, this.depth / 2],
      w: [-this.width / 2, 0],
      s: [0, -this.depth / 2],
    };
    const roomy = (Math.min(this.width, this.depth) * unit) / pixel > 84;
    const put = ({ dot, grip }, [x, y], shown) => {
      const [point] = geometry.turned([[x, y]], [0, 0], this.degrees);
      const [cx, cy] = this.sheet.at([point[0] + this.centre[0], point[1] + this.centre[1]]);
      set(dot, { cx, cy, r: 7 * pixel, visibility: shown ? "visible" : "hidden" });
      set(grip, { cx, cy, r: 20 * pixel, "pointer-events": shown ? "all" : "none" });
      return [cx, cy];
    };
    this.sides.forEach((each, place) => put(each, Object.values(spots)[place], roomy || place < 2));
    const above = this.centre[1] + reach < this.sheet.depth + 1;
    const end = put(this.spin, [0, above ? reach : -reach], true);
    const [edge] = geometry.turned([[0, above ? this.depth / 2 : -this.depth / 2]], [0, 0], this.degrees);
    const [ex, ey] = this.sheet.at([edge[0] + this.centre[0], edge[1] + this.centre[1]]);
    set(this.arm, { d: `M${ex} ${ey}L${end[0]} ${end[1]}` });
  }
}
