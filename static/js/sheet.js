// The drawn table as a sheet to lay things on: table coordinates to drawing and back.

const SVG = "http://www.w3.org/2000/svg";

export class Sheet {
  constructor(svg) {
    this.svg = svg;
    const held = svg.dataset;
    this.unit = Number(held.unit);
    this.left = Number(held.left);
    this.top = Number(held.top);
    this.width = Number(held.width);
    this.depth = Number(held.depth);
    this.near = held.view !== "invader";
    this.layer = this.add("g", { class: "editor" }, svg);
  }

  add(name, attributes, parent = this.layer) {
    const element = document.createElementNS(SVG, name);
    set(element, attributes);
    parent.append(element);
    return element;
  }

  at([x, y]) {
    const across = this.near ? x : this.width - x;
    const down = this.near ? this.depth - y : y;
    return [this.left + this.unit * across, this.top + this.unit * down];
  }

  path(points, closed = true) {
    const laid = points.map((point) => this.at(point).map((value) => value.toFixed(2)).join(" "));
    return `M${laid.join("L")}${closed ? "Z" : ""}`;
  }

  // Where on the table a pointer is.
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.svg.getScreenCTM().inverse(),
    );
    const across = (at.x - this.left) / this.unit;
    const down = (at.y - this.top) / this.unit;
    return this.near ? [across, this.depth - down] : [this.width - across, down];
  }

  // Drawing units in one pixel of the screen, so that handles keep their size.
  get pixel() {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  // Calls `act(point, start)` while something is dragged, in table coordinates.
  drag(element, { begin = () => {}, act, end = () => {} }) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      element.focus?.({ preventScroll: true, focusVisible: false });
      element.setPointerCapture(event.pointerId);
      const start = this.point(event);
      // What is said beside the table while something is dragged must not move the table.
      const panel = document.querySelector(".asked");
      const below = getComputedStyle(panel).overflowY === "auto";
      if (below) panel.style.height = `${panel.getBoundingClientRect().height}px`;
      begin(start);
      const move = (each) => act(this.point(each), start);
      const stop = () => {
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", stop);
        element.removeEventListener("pointercancel", stop);
        panel.style.height = "";
        end();
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", stop);
      element.addEventListener("pointercancel", stop);
    });
  }

  // Shades everything outside the zones in which a piece has to lie, and edges the zones.
  zones(zones) {
    if (!zones?.length) return;
    const whole = this.path(box([0, 0, this.width, this.depth]));
    const holes = zones.map((zone) => this.path(box(zone)));
    this.add("path", { class: "outside", d: whole + holes.join(""), "fill-rule": "evenodd" });
    for (const hole of holes) this.add("path", { class: "zone", d: hole });
  }

  // Draws what offends, GeoJSON geometries, and their figures above all of it.
  offences(all = []) {
    if (!all.length) return;
    this.layer.classList.add("refused");
    for (const { geometry, drawn } of all) if (drawn) this.offence(geometry);
    for (const each of all) if (each.figure) this.figure(each);
  }

  // Beside the middle of what is drawn; of a size, which the piece itself shows, below it.
  figure({ geometry, figure, drawn }) {
    const points = JSON.stringify(geometry)
      .match(/\[-?[\d.e-]+,-?[\d.e-]+\]/g)
      .map((each) => this.at(JSON.parse(each)));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const mean = (all) => all.reduce((a, b) => a + b) / all.length;
    const size = 15 * this.pixel;
    const { x: edge, width: across, y: upper, height: down } = this.svg.viewBox.baseVal;
    const y = Math.min(drawn ? mean(ys) : Math.max(...ys) + 1.4 * size, upper + down - size);
    const text = this.add("text", { class: "where figure", x: mean(xs), y, "font-size": size });
    text.textContent = figure;
    const by = size / 3;
    const half = text.getBBox().width / 2 + 2 * by;
    const x = Math.max(edge + half, Math.min(edge + across - half, mean(xs)));
    set(text, { x });
    const { x: left, y: top, width, height } = text.getBBox();
    const room = { x: left - by, y: top, width: width + 2 * by, height, rx: by };
    text.before(this.add("rect", { class: "where ground", ...room }));
  }

  offence(geometry) {
    const { type, coordinates } = geometry;
    if (type === "GeometryCollection") geometry.geometries.forEach((each) => this.offence(each));
    else if (type === "Point") {
      const [cx, cy] = this.at(coordinates);
      this.add("circle", { class: "where", cx, cy, r: 6 });
    } else if (type === "LineString") {
      this.add("path", { class: "where", d: this.path(coordinates, false) });
    } else if (type === "Polygon") {
      this.add("path", { class: "where", d: coordinates.map((ring) => this.path(ring)).join("") });
    } else if (type.startsWith("Multi")) {
      const single = type.slice(5);
      coordinates.forEach((each) => this.offence({ type: single, coordinates: each }));
    }
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
