// Laying a piece on the table: dragged, turned and sized, or typed; the form sends its outline.

import * as geometry from "./geometry.js";
import { Sheet, set } from "./sheet.js";

const SNAP = 0.4;
const STEP = 0.5;
const FINE = 0.1;

const fixed = (value) => String(Math.round(value * 100) / 100);

export function startLaying(given, form, svg) {
  const sheet = new Sheet(svg);
  sheet.zones(given.zones);
  const piece = { strip: Strip, band: Band }[given.form] || Area;
  const editor = new piece(given, form, sheet);
  const shownOffences = [];
  for (const where of given.where || []) shownOffences.push(sheet.offence(where));
  if (given.where?.length) sheet.layer.classList.add("refused");
  editor.onChange = () => {
    sheet.layer.classList.remove("refused");
    sheet.layer.querySelectorAll(".where").forEach((each) => each.remove());
  };
  return editor;
}

// What every piece in hand can do: show itself, tell its measures, and fill the form.
class InHand {
  constructor(given, form, sheet) {
    this.given = given;
    this.form = form;
    this.sheet = sheet;
    this.readout = form.querySelector("[data-readout]");
    this.held = sheet.add("path", { class: "held", tabindex: "0", role: "img" });
    this.held.setAttribute("aria-label", given.label);
    this.onChange = () => {};
    this.form.addEventListener("input", (event) => this.typed(event.target));
    this.held.addEventListener("keydown", (event) => this.key(event));
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  figure(name, otherwise) {
    const value = Number.parseFloat(String(this.field(name)?.value).replace(",", "."));
    return Number.isFinite(value) ? value : otherwise;
  }

  show() {
    const outline = this.outline();
    set(this.held, { d: this.sheet.path(outline) });
    this.field("answer").value = JSON.stringify({ outline: geometry.asPolygon(outline) });
    this.readout.replaceChildren(...this.measured(outline));
  }

  change() {
    this.show();
    this.onChange();
  }

  measured(outline) {
    const words = this.given.words;
    const size = document.createElement("b");
    size.textContent = this.sizeInWords(outline);
    const nearest = this.nearest(outline);
    const text = nearest
      ? ` · ${words.nearest.replace("{label}", nearest.label).replace("{distance}", fixed(nearest.distance))}`
      : "";
    return [size, text];
  }

  nearest(outline) {
    let best = null;
    for (const other of this.given.others) {
      const { distance } = geometry.apart(outline, other.outline);
      if (!best || distance < best.distance) best = { distance, label: other.label };
    }
    return best;
  }

  key(event) {
    const step = event.shiftKey ? FINE : STEP;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const turn = { q: 5, e: -5 }[event.key.toLowerCase()];
    if (way[event.key]) this.nudge(way[event.key][0] * step, way[event.key][1] * step);
    else if (turn) this.turn(turn);
    else return;
    event.preventDefault();
  }

  turn() {}

  nudge() {}
}

// A piece with two sides: organic, square or round.
class Area extends InHand {
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
    if (given.draft?.outline) this.adopt(given.draft);
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
    if (built) this.form.querySelector('[name="shape"][value="rectangle"]').checked = true;
    this.base = this.shaped(built ? "rectangle" : "blob");
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

  // Takes an outline over: its least rectangle becomes the frame in which it is sized and turned.
  adopt(answer) {
    const points = geometry.ringOf(answer.outline);
    const frame = geometry.leastRectangle(points);
    let degrees = frame.degrees;
    while (degrees > 45) degrees -= 90;
    while (degrees <= -45) degrees += 90;
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

  outline() {
    const sized = this.base.map(([x, y]) => [x * this.width, y * this.depth]);
    return geometry.moved(geometry.turned(sized, [0, 0], this.degrees), ...this.centre);
  }

  sizeInWords(outline) {
    const { long, short } = geometry.leastRectangle(outline);
    return `${fixed(long)} × ${fixed(short)} BW`;
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

// A river or a wadi: two ends and a width.
class Band extends InHand {
  constructor(given, form, sheet) {
    super(given, form, sheet);
    const [x0, , x1] = given.zones?.[0] || [0, 0, sheet.width];
    const middle = (x0 + x1) / 2;
    this.ends = [[middle, 0], [middle, sheet.depth]];
    this.width = Math.min(given.most, Math.max(given.least, 1));
    this.handles = [0, 1].map((which) => {
      const dot = sheet.add("circle", { class: "handle spin" });
      const grip = sheet.add("circle", { class: "grip", "data-handle": `end-${which}` });
      sheet.drag(grip, {
        act: (point) => {
          this.ends[which] = this.onEdge(point);
          this.change();
        },
      });
      return { dot, grip };
    });
    let from = null;
    sheet.drag(this.held, {
      begin: () => { from = this.ends.map((end) => [...end]); },
      act: (point, start) => {
        this.shift(from, point[0] - start[0], point[1] - start[1]);
        this.change();
      },
    });
    if (given.draft?.outline) this.adopt(given.draft);
    this.show();
  }

  shift(from, dx, dy) {
    this.ends = from.map(([x, y]) => this.onEdge([x + dx, y + dy]));
  }

  // The nearest point on the table's edge; far from any, where it is, for an end in deep water.
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

  outline() {
    return this.whole || geometry.band(this.ends, this.width, this.sheet);
  }

  sizeInWords() {
    return this.given.words.wide.replace("{width}", fixed(this.width));
  }

  nudge(dx, dy) {
    this.shift(this.ends, dx, dy);
    this.change();
  }

  typed(field) {
    if (field.name === "declared") return;
    this.width = this.figure("width", this.width);
    if (field.name !== "width") {
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
    const pixel = this.sheet.pixel;
    this.handles.forEach(({ dot, grip }, place) => {
      const [cx, cy] = this.sheet.at(this.ends[place]);
      set(dot, { cx, cy, r: 9 * pixel });
      set(grip, { cx, cy, r: 22 * pixel });
    });
    if (this.typing) return;
    this.field("width").value = fixed(this.width);
    ["from", "to"].forEach((which, place) => {
      const [x, y] = this.ends[place];
      const { width, depth } = this.sheet;
      const edge = y <= 0 ? "near" : y >= depth ? "far" : x <= 0 ? "left" : x >= width ? "right" : null;
      if (!edge) return;
      this.field(`${which}_edge`).value = edge;
      this.field(`${which}_at`).value = fixed(edge === "near" || edge === "far" ? x : y);
    });
  }
}

// Deep water: a strip along a side edge.
class Strip extends InHand {
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
    sheet.drag(grip, {
      act: ([x]) => {
        const depth = this.side === "left" ? x : sheet.width - x;
        this.depth = Math.max(given.least, Math.min(given.most, Math.round(depth * 10) / 10));
        this.change();
      },
    });
    sheet.drag(this.held, {
      act: ([x]) => {
        this.side = x < sheet.width / 2 ? "left" : "right";
        this.change();
      },
    });
    this.show();
  }

  outline() {
    return geometry.strip(this.side, this.depth, this.sheet);
  }

  sizeInWords() {
    return this.given.words.deep.replace("{depth}", fixed(this.depth));
  }

  nudge(dx) {
    if (Math.abs(dx) >= STEP) this.side = dx < 0 ? "left" : "right";
    this.change();
  }

  typed() {
    this.side = this.field("side").value;
    this.depth = this.figure("depth", this.depth);
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
    const { sheet } = this;
    const x = this.side === "left" ? this.depth : sheet.width - this.depth;
    const [cx, cy] = sheet.at([x, sheet.depth / 2]);
    set(this.handle.dot, { cx, cy, r: 9 * sheet.pixel });
    set(this.handle.grip, { cx, cy, r: 22 * sheet.pixel });
    if (this.typing) return;
    this.field("side").value = this.side;
    this.field("depth").value = fixed(this.depth);
  }
}
