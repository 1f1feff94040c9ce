// The drawn table as a surface: converts between table coordinates and the drawing, and handles drags.
//
// It needs an SVG with data-unit, data-left, data-top, data-width, data-depth and data-view, as
// terrain.draw writes it for a page. Painted content is painted again when the view changes: the table
// seen from the other edge, magnified, or in a space of another size.

import { atItsEnd, lasting } from "./life.js";

const SVG = "http://www.w3.org/2000/svg";
// From the tools to the centre of a handle beside them, in pixels.
const CLEAR = 12;

export class Sheet {
  constructor(svg) {
    this.svg = svg;
    this.painters = [];
    this.read();
    this.layer = this.add("g", { class: "editor" }, svg);
    addEventListener("scroll", () => this.forget(), lasting({ passive: true, capture: true }));
    atItsEnd(() => this.letGo?.());
  }

  // The view as the picture states it.
  read() {
    const held = this.svg.dataset;
    this.unit = Number(held.unit);
    this.left = Number(held.left);
    this.top = Number(held.top);
    this.width = Number(held.width);
    this.depth = Number(held.depth);
    this.near = held.view !== "invader";
    this.forget();
  }

  add(name, attributes, parent = this.layer) {
    const element = document.createElementNS(SVG, name);
    set(element, attributes);
    parent.append(element);
    return element;
  }

  // Paints now and whenever the view changes.
  paint(painter) {
    this.painters.push(painter);
    painter();
  }

  // From here on painters belong to the piece in hand, and end with it.
  keep() {
    this.kept = this.painters.length;
  }

  // Nothing is in hand any more.
  release() {
    this.painters.length = this.kept ?? this.painters.length;
    this.layer.replaceChildren();
    this.layer.setAttribute("class", "editor");
    this.letGo?.();
    this.held = null;
    this.paused = false;
  }

  repaint() {
    this.forget();
    for (const painter of this.painters) painter();
  }

  at([x, y]) {
    const across = this.near ? x : this.width - x;
    const down = this.near ? this.depth - y : y;
    return [this.left + this.unit * across, this.top + this.unit * down];
  }

  // A point of the drawing, moved as little as necessary to be visible and easy to grab: `room` pixels inside
  // the visible part, and away from the tools.
  within([x, y], room = 22) {
    const { x: left, y: top, width, height } = this.svg.viewBox.baseVal;
    const margin = Math.min(room * this.pixel, width / 2, height / 2);
    const limit = (at, low, size) => Math.max(low + margin, Math.min(low + size - margin, at));
    const inside = ([across, down]) => [limit(across, left, width), limit(down, top, height)];
    return this.offTools(inside([x, y]), inside);
  }

  offTools([x, y], inside) {
    if (!this.tools) return [x, y];
    const room = CLEAR * this.pixel;
    const [left, top, right, bottom] = this.tools.map((at, side) => at + (side < 2 ? -room : room));
    if (x <= left || x >= right || y <= top || y >= bottom) return [x, y];
    const off = ([across, down]) => Math.hypot(across - x, down - y);
    return [[left, y], [right, y], [x, top], [x, bottom]]
      .filter((spot) => String(inside(spot)) === String(spot))
      .reduce((best, spot) => (!best || off(spot) < off(best) ? spot : best), null) ?? [x, y];
  }

  // Whether any of an outline is in the visible part.
  shows(points) {
    const { x: left, y: top, width, height } = this.svg.viewBox.baseVal;
    const seen = points.map((point) => this.at(point));
    const meets = (axis, low, size) => {
      const all = seen.map((point) => point[axis]);
      return Math.max(...all) > low && Math.min(...all) < low + size;
    };
    return meets(0, left, width) && meets(1, top, height);
  }

  path(points, closed = true) {
    const laid = points.map((point) => this.at(point).map((value) => value.toFixed(2)).join(" "));
    return `M${laid.join("L")}${closed ? "Z" : ""}`;
  }

  // Read once until the view changes, because it forces a layout.
  get matrix() {
    this.known ||= this.svg.getScreenCTM();
    return this.known;
  }

  forget() {
    this.known = null;
    this.barred = undefined;
  }

  // The part of the drawing under the table's tools, as [left, top, right, bottom]; null if they are beside
  // it.
  get tools() {
    if (this.barred === undefined) this.barred = this.underTools();
    return this.barred;
  }

  underTools() {
    const room = document.querySelector("[data-tools]")?.getBoundingClientRect();
    if (!room?.width) return null;
    const corners = [[room.left, room.top], [room.right, room.bottom]];
    const [[left, top], [right, bottom]] = corners.map(([clientX, clientY]) => this.drawn({ clientX, clientY }));
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    return left < x + width && right > x && top < y + height && bottom > y ? [left, top, right, bottom] : null;
  }

  // The place of a pointer in the drawing.
  drawn(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.matrix.inverse());
    return [at.x, at.y];
  }

  // The place of a pointer on the table.
  point(event) {
    const [x, y] = this.drawn(event);
    const across = (x - this.left) / this.unit;
    const down = (y - this.top) / this.unit;
    return this.near ? [across, this.depth - down] : [this.width - across, down];
  }

  // Drawing units in one pixel of the screen, so that handles keep their size.
  get pixel() {
    return 1 / (this.matrix?.a || 1);
  }

  // Calls `act(point, start, event)` during a drag, in table coordinates, once per frame; `end(moved)` at its
  // end.
  drag(element, { begin = () => {}, act, end = () => {} }) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button || this.dragging != null) return;
      event.preventDefault();
      event.stopPropagation();
      element.focus?.({ preventScroll: true, focusVisible: false });
      element.setPointerCapture(event.pointerId);
      this.forget();
      this.dragging = event.pointerId;
      document.documentElement.dataset.holding = "";
      this.paused = false;
      const start = this.point(event);
      const free = this.held?.();
      let last = null;
      let frame = 0;
      begin(start);
      const catchUp = () => {
        frame = 0;
        if (last && !this.paused) act(this.point(last), start, last);
      };
      const move = (each) => {
        if (each.pointerId !== event.pointerId) return;
        last = each;
        frame ||= requestAnimationFrame(catchUp);
      };
      // The dragged element may be removed before the pointer is up, and no event reports that.
      this.letGo = () => {
        if (frame) cancelAnimationFrame(frame);
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", stop);
        element.removeEventListener("pointercancel", stop);
        this.dragging = this.letGo = null;
        delete document.documentElement.dataset.holding;
        free?.();
      };
      const stop = (each) => {
        if (each.pointerId !== event.pointerId) return;
        if (frame) {
          cancelAnimationFrame(frame);
          catchUp();
        }
        this.letGo();
        end(Boolean(last));
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", stop);
      element.addEventListener("pointercancel", stop);
    }, lasting());
  }

  // Shades everything outside the zones of a piece, and outlines the zones.
  zones(zones) {
    if (!zones?.length) return;
    const group = this.add("g", { class: "zones" });
    this.paint(() => {
      group.replaceChildren();
      const whole = this.path(box([0, 0, this.width, this.depth]));
      const holes = zones.map((zone) => this.path(box(zone)));
      this.add("path", { class: "outside", d: whole + holes.join(""), "fill-rule": "evenodd" }, group);
      for (const hole of holes) this.add("path", { class: "zone", d: hole }, group);
    });
  }
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

export const box = ([x0, y0, x1, y1]) => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
