// A measuring tape between any two points of the table: by two taps, a drag, arrow keys at its ends, or
// typed figures.

import { read, tenths } from "./figures.js";
import { stepOf } from "./keys.js";
import { lasting, later } from "./life.js";
import { set } from "./sheet.js";

const PER = [(mm) => 1, (mm) => mm / 10, (mm) => mm / 25.4];

export class Tape {
  constructor(sheet, { words, tools, say, baseWidth }) {
    this.sheet = sheet;
    this.words = words;
    this.say = say;
    this.units = words.units.split("|");
    this.baseWidth = baseWidth;
    this.unit = 0;
    this.button = tools("tape");
    this.unitButton = tools("unit");
    this.typed = document.querySelector("[data-tape-points]");
    this.fields = [...(this.typed?.querySelectorAll("input") || [])];
    this.layer = sheet.add("g", { class: "tape" }, sheet.svg);
    this.layer.setAttribute("visibility", "hidden");
    this.catcher = sheet.add("rect", { class: "catcher" }, this.layer);
    this.line = sheet.add("path", { class: "tape-line" }, this.layer);
    this.ground = sheet.add("rect", { class: "tape-ground" }, this.layer);
    this.text = sheet.add("text", { class: "tape-figure" }, this.layer);
    this.ends = [0, 1].map((which) => this.end(which));
    this.button?.addEventListener("click", () => this.toggle(), lasting());
    this.unitButton?.addEventListener("click", () => this.next(), lasting());
    this.listen();
    this.hear();
    sheet.painters.push(() => this.show());
  }

  end(which) {
    const dot = this.sheet.add("circle", { class: "tape-end" }, this.layer);
    const grip = this.sheet.add("circle", { class: "grip tape-grip", role: "img", tabindex: "-1" }, this.layer);
    grip.addEventListener("keydown", (event) => {
      const step = stepOf(event, this.sheet);
      if (!step || !this.on) return;
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = this.points[which];
      this.put(which, [x + step[0], y + step[1]]);
      this.tell();
    }, lasting());
    return { dot, grip };
  }

  // Figures as the viewer sees the table: from the left and from the near edge.
  hear() {
    for (const field of this.fields) {
      const [which, axis] = [Number(field.dataset.end), Number(field.dataset.axis)];
      field.addEventListener("input", () => {
        const figure = read(field.value);
        field.setAttribute("aria-invalid", String(!Number.isFinite(figure)));
        if (!Number.isFinite(figure)) return;
        const seen = this.asSeen(this.points[which]);
        seen[axis] = figure;
        this.typing = true;
        this.put(which, this.asSeen(seen));
        this.typing = false;
        this.tell();
      }, lasting());
      field.addEventListener("change", () => this.show(), lasting());
    }
    this.typed?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.toggle();
      this.button.focus();
    }, lasting());
  }

  // Converts from the table's own corner to the viewer's, and back.
  asSeen([x, y]) {
    const { width, depth, near } = this.sheet;
    return near ? [x, y] : [width - x, depth - y];
  }

  toggle() {
    this.on = !this.on;
    const { width, depth, near } = this.sheet;
    const reach = near ? 5 : -5;
    this.points ||= [[width / 2 - reach, depth / 2], [width / 2 + reach, depth / 2]];
    this.button.setAttribute("aria-pressed", String(this.on));
    this.layer.setAttribute("visibility", this.on ? "visible" : "hidden");
    if (this.unitButton) this.unitButton.hidden = !this.on;
    if (this.typed) this.typed.hidden = !this.on;
    for (const { grip } of this.ends) grip.setAttribute("tabindex", this.on ? "0" : "-1");
    this.sheet.svg.classList.toggle("measuring", this.on);
    this.sheet.svg.append(this.layer);
    this.sheet.repaint();
    if (this.on) this.say(`${this.words.tape} ${this.told()}`);
  }

  next() {
    this.unit = (this.unit + 1) % PER.length;
    this.show();
    this.tell();
  }

  // A drag draws the tape from its start; a tap moves its two ends in turn.
  listen() {
    const { sheet } = this;
    let free = 0;
    let began = null;
    let moved = null;
    const nearby = (point) => {
      const reach = (26 * sheet.pixel) / sheet.unit;
      const far = this.points.map((end) => Math.hypot(end[0] - point[0], end[1] - point[1]));
      const which = far[0] < far[1] ? 0 : 1;
      return far[which] < reach ? which : null;
    };
    sheet.drag(this.catcher, {
      begin: (start) => {
        moved = nearby(start);
        began = start;
      },
      act: (point) => {
        if (moved === null && Math.hypot(point[0] - began[0], point[1] - began[1]) < 0.4) return;
        if (moved === null) {
          this.put(0, began);
          moved = 1;
        }
        this.put(moved, point);
      },
      end: () => {
        if (moved === null) {
          this.put(free, began);
          free = 1 - free;
        }
        this.tell();
      },
    });
  }

  put(which, [x, y]) {
    const { width, depth } = this.sheet;
    this.points[which] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(depth, y))];
    this.show();
  }

  // A field keeps its text while it is being typed.
  write() {
    for (const field of this.fields) {
      if (field === document.activeElement && this.typing) continue;
      const { end, axis } = field.dataset;
      field.value = tenths(this.asSeen(this.points[end])[axis]);
      field.removeAttribute("aria-invalid");
    }
  }

  told() {
    const [[ax, ay], [bx, by]] = this.points;
    const distance = Math.hypot(bx - ax, by - ay) * PER[this.unit](this.baseWidth);
    return this.words.measured
      .replace("{distance}", tenths(distance))
      .replace("{unit}", this.units[this.unit]);
  }

  tell() {
    clearTimeout(this.telling);
    this.telling = later(() => this.say(this.told()), 250);
  }

  show() {
    if (!this.on) return;
    const { sheet } = this;
    const { pixel } = sheet;
    const seen = this.points.map((point) => sheet.at(point));
    set(this.catcher, { x: sheet.left, y: sheet.top, width: sheet.unit * sheet.width, height: sheet.unit * sheet.depth });
    set(this.line, { d: sheet.path(this.points, false) });
    this.ends.forEach(({ dot, grip }, which) => {
      const [cx, cy] = seen[which];
      const [across, away] = this.asSeen(this.points[which]);
      set(dot, { cx, cy, r: 6 * pixel });
      set(grip, { cx, cy, r: 22 * pixel });
      const label = this.words.end
        .replace("{number}", which + 1)
        .replace("{x}", tenths(across))
        .replace("{y}", tenths(away));
      grip.setAttribute("aria-label", label);
    });
    this.write();
    const words = this.told();
    const size = 16 * pixel;
    const [x, y] = [0, 1].map((axis) => (seen[0][axis] + seen[1][axis]) / 2);
    const half = (words.length * 0.29 + 0.5) * size;
    const above = Math.max(sheet.top + 1.6 * size, y - 0.7 * size);
    set(this.text, { x, y: above, "font-size": size });
    this.text.textContent = words;
    set(this.ground, { x: x - half, y: above - size, width: 2 * half, height: 1.35 * size, rx: size / 4 });
    if (this.unitButton) this.unitButton.textContent = this.units[this.unit];
  }
}
