// The visible part of the table: magnified and moved by its view box, never by its size.

import { tenths } from "./figures.js";
import { lasting } from "./life.js";
import { set } from "./sheet.js";

const MOST = 6;
const KEYS = { "+": 1.4, "=": 1.4, "-": 1 / 1.4, _: 1 / 1.4 };
const TWICE = 320;

export class Lens {
  constructor(sheet, { words, tools, say }) {
    this.sheet = sheet;
    this.words = words;
    this.say = say;
    this.tools = tools;
    this.times = 1;
    // The fixed point of the magnification: a point of the drawing, or null for the centre.
    this.subject = () => null;
    const { x, y, width, height } = sheet.svg.viewBox.baseVal;
    this.stand([x, y, width, height]);
    tools("nearer")?.addEventListener("click", () => this.press(1.5), lasting());
    tools("farther")?.addEventListener("click", () => this.press(1 / 1.5), lasting());
    tools("whole")?.addEventListener("click", () => this.press(0), lasting());
    sheet.svg.parentElement.addEventListener("keydown", (event) => this.key(event), lasting());
    this.listen(sheet.svg);
  }

  // The view without magnification.
  stand(base) {
    this.base = base;
    const [x, y, width, height] = base;
    if (this.times === 1) this.centre = [x + width / 2, y + height / 2];
    this.show();
  }

  // The table was turned round: the same point stays in the centre.
  turned() {
    const { left, top, unit, width, depth } = this.sheet;
    const [x, y] = this.centre;
    if (this.times > 1) this.centre = [2 * left + unit * width - x, 2 * top + unit * depth - y];
    this.show();
  }

  // Magnifies by a factor, so that a point of the drawing stays in place.
  magnify(factor, at = this.centre) {
    const times = factor ? Math.max(1, Math.min(MOST, this.times * factor)) : 1;
    const kept = this.times / times;
    this.centre = [0, 1].map((axis) => at[axis] + (this.centre[axis] - at[axis]) * kept);
    this.times = times;
    this.show();
  }

  move(dx, dy) {
    this.centre = [this.centre[0] + dx, this.centre[1] + dy];
    this.show();
  }

  // Moves the view to show an outline; shows the whole table if the outline is larger than the view.
  follow(points) {
    if (this.times === 1) return;
    const seen = points.map((point) => this.sheet.at(point));
    const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...seen.map((at) => at[axis]))));
    const { x, y, width, height } = this.sheet.svg.viewBox.baseVal;
    const room = [width, height];
    if ([0, 1].some((axis) => high[axis] - low[axis] > room[axis])) return this.press(0);
    if ([x, y].every((from, axis) => low[axis] >= from && high[axis] <= from + room[axis])) return;
    this.centre = [0, 1].map((axis) => (low[axis] + high[axis]) / 2);
    this.show();
  }

  press(factor) {
    this.magnify(factor, this.subject() || this.centre);
    const { whole, zoomed } = this.words;
    this.say(this.times === 1 ? whole : zoomed?.replace("{times}", tenths(this.times)));
  }

  // Never beyond the edges of the drawing.
  show() {
    const [x, y, width, height] = this.base;
    const size = [width / this.times, height / this.times];
    const low = [x, y];
    const high = [x + width, y + height];
    this.centre = this.centre.map((at, axis) =>
      Math.max(low[axis] + size[axis] / 2, Math.min(high[axis] - size[axis] / 2, at)),
    );
    const [cx, cy] = this.centre;
    const box = [cx - size[0] / 2, cy - size[1] / 2, ...size];
    const { svg } = this.sheet;
    set(svg, { viewBox: box.map((each) => Math.round(each * 100) / 100).join(" ") });
    svg.classList.toggle("magnified", this.times > 1);
    for (const name of ["farther", "whole"]) {
      const button = this.tools(name);
      if (button) button.disabled = this.times === 1;
    }
    const nearer = this.tools("nearer");
    if (nearer) nearer.disabled = this.times === MOST;
    this.sheet.repaint();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "0") this.press(0);
    else if (KEYS[event.key]) this.press(KEYS[event.key]);
    else return;
    event.preventDefault();
  }

  // One finger or the mouse on empty ground moves the magnified view; two fingers magnify; a double tap
  // magnifies at its place, and shows the whole table again.
  listen(svg) {
    const fingers = new Map();
    let tapped = { time: -Infinity, x: 0, y: 0 };
    const spread = () => {
      const [[ax, ay], [bx, by]] = [...fingers.values()];
      return { far: Math.hypot(bx - ax, by - ay), x: (ax + bx) / 2, y: (ay + by) / 2 };
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button || this.sheet.dragging != null || event.defaultPrevented) return;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.times > 1 || fingers.size > 1) svg.setPointerCapture(event.pointerId);
      if (event.target.classList.contains("held") || fingers.size > 1) return;
      const { timeStamp: time, clientX: x, clientY: y } = event;
      const twice = time - tapped.time < TWICE && Math.hypot(x - tapped.x, y - tapped.y) < 30;
      tapped = { time: twice ? -Infinity : time, x, y };
      if (!twice) return;
      if (this.times > 1) this.press(0);
      else this.magnify(2.5, this.sheet.drawn(event));
    }, lasting());
    svg.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      const before = fingers.size > 1 ? spread() : fingers.get(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const { pixel } = this.sheet;
      if (fingers.size === 1) {
        if (this.times === 1) return;
        this.move((before[0] - event.clientX) * pixel, (before[1] - event.clientY) * pixel);
      } else if (fingers.size === 2) {
        const now = spread();
        const [clientX, clientY] = [now.x, now.y];
        this.move((before.x - now.x) * pixel, (before.y - now.y) * pixel);
        this.magnify(now.far / before.far, this.sheet.drawn({ clientX, clientY }));
      }
    }, lasting());
    const gone = (event) => fingers.delete(event.pointerId);
    svg.addEventListener("pointerup", gone, lasting());
    svg.addEventListener("pointercancel", gone, lasting());
  }
}
