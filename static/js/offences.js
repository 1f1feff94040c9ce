// Draws faults of a piece on the table: the offending edge, and its figure.
//
// A fault is GeoJSON of the server's with a figure, or one that the page measured itself,
// {line | shape, figure}, in table coordinates. Figures never overlap.

import { set } from "./sheet.js";

const TEXT = 15;
let pen = null;

// Measured on a separate canvas: measuring the picture would force a layout.
function widthOf(text) {
  if (!pen) {
    pen = document.createElement("canvas").getContext("2d");
    pen.font = `700 ${TEXT}px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen.measureText(text).width;
}

const flat = (geometry) =>
  geometry.type === "GeometryCollection"
    ? geometry.geometries.flatMap(flat)
    : geometry.type.startsWith("Multi")
      ? geometry.coordinates.map((coordinates) => ({ type: geometry.type.slice(5), coordinates }))
      : [geometry];

const pointsOf = ({ type, coordinates }) =>
  type === "Point" ? [coordinates] : type === "Polygon" ? coordinates.flat() : coordinates;

export class Offences {
  constructor(sheet) {
    this.sheet = sheet;
    this.group = sheet.add("g", { class: "offences" });
    this.all = [];
    sheet.paint(() => this.draw());
  }

  // `all` are {geometries, others, figure, drawn, hatched}: shared ground is hatched.
  show(all, piece = null) {
    this.piece = piece;
    if (!all.length && !this.all.length) return;
    this.all = all;
    this.draw();
  }

  // The server's fault: {geometry, figure, drawn}.
  judged(all = []) {
    this.show(all.map(({ geometry, figure, drawn }) => ({ geometries: flat(geometry), figure, drawn })));
  }

  draw() {
    this.group.replaceChildren();
    this.taken = [];
    this.handles = [...this.sheet.layer.querySelectorAll('.handle:not([visibility="hidden"])')].map((each) =>
      ["cx", "cy"].map((name) => Number(each.getAttribute(name))),
    );
    for (const { geometries, drawn, others, hatched } of this.all) {
      for (const outline of others || []) {
        this.sheet.add("path", { class: "other", d: this.sheet.path(outline) }, this.group);
        if (hatched && this.piece) this.both(outline);
      }
      if (drawn && !(hatched && this.piece)) for (const each of geometries) this.geometry(each);
    }
    for (const each of this.all) if (each.figure && each.geometries.length) this.figure(each);
    this.group.parentNode.append(this.group);
  }

  // Whether a figure would be under the tools, or cover a handle or a small piece that is held: `piece` is
  // its outline.
  hides(x, y, half, size) {
    const meets = (left, top, right, bottom) =>
      x + half > left && x - half < right && y + size / 2 > top && y - size < bottom;
    if (this.sheet.tools && meets(...this.sheet.tools)) return true;
    if (!this.piece) return false;
    const covered = ([cx, cy], r) => Math.abs(cx - x) < half + r && cy > y - size - r && cy < y + size / 2 + r;
    if (this.handles.some((at) => covered(at, 10 * this.sheet.pixel))) return true;
    const points = this.piece.map((point) => this.sheet.at(point));
    const [left, right] = [Math.min, Math.max].map((most) => most(...points.map(([each]) => each)));
    const [top, bottom] = [Math.min, Math.max].map((most) => most(...points.map(([, each]) => each)));
    if (right - left > 3 * half) return false;
    return meets(left, top, right, bottom);
  }

  // The ground that the piece shares with another, hatched; nothing if they share none.
  both(outline) {
    const { sheet, group } = this;
    const place = group.childElementCount;
    const [cut, hatch] = [`both-${place}`, `hatch-${place}`];
    const clip = sheet.add("clipPath", { id: cut }, group);
    sheet.add("path", { d: sheet.path(this.piece) }, clip);
    const size = 8 * sheet.pixel;
    const box = { width: size, height: size, patternTransform: "rotate(45)" };
    const pattern = sheet.add("pattern", { id: hatch, patternUnits: "userSpaceOnUse", ...box }, group);
    sheet.add("rect", { class: "hatch", width: 0.45 * size, height: size }, pattern);
    const d = sheet.path(outline);
    sheet.add("path", { class: "both", d, fill: `url(#${hatch})`, "clip-path": `url(#${cut})` }, group);
  }

  geometry(geometry) {
    const { sheet, group } = this;
    const { type, coordinates } = geometry;
    if (type === "Point") {
      const [cx, cy] = sheet.at(coordinates);
      sheet.add("circle", { class: "where", cx, cy, r: 6 * sheet.pixel }, group);
    } else if (type === "LineString") {
      sheet.add("path", { class: "where line", d: sheet.path(coordinates, false) }, group);
      // End marks that stay visible if the line is as short as a thumb is wide.
      if (coordinates.length !== 2) return;
      for (const end of coordinates) {
        const [cx, cy] = sheet.at(end);
        sheet.add("circle", { class: "where", cx, cy, r: 3 * sheet.pixel }, group);
      }
    } else {
      const d = coordinates.map((ring) => sheet.path(ring)).join("");
      sheet.add("path", { class: "where", d }, group);
    }
  }

  // Beside the middle of the fault, or below the piece for a size, which the piece itself shows; further off
  // if another figure is there already.
  figure({ geometries, figure, drawn }) {
    const { sheet } = this;
    const points = geometries.flatMap(pointsOf).map((point) => sheet.at(point));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
    const size = TEXT * sheet.pixel;
    const { x: edge, width: across, y: upper, height: down } = sheet.svg.viewBox.baseVal;
    const half = (widthOf(figure) / 2 + TEXT / 2) * sheet.pixel;
    const x = Math.max(edge + half, Math.min(edge + across - half, middle(xs)));
    const within = (y) => Math.max(upper + 1.2 * size, Math.min(y, upper + down - size / 2));
    const wanted = within(drawn ? middle(ys) : Math.max(...ys) + 1.4 * size);
    const tries = [0, 1.5, -1.5, 3, -3, 4.5, -4.5, 6, -6].map((lines) => within(wanted + lines * size));
    const clear = (y) =>
      !this.hides(x, y, half, size) &&
      this.taken.every((each) => Math.abs(each.y - y) > 1.4 * size || Math.abs(each.x - x) > each.half + half);
    const y = tries.find(clear) ?? tries[0];
    this.taken.push({ x, y, half });
    const room = { x: x - half, y: y - size, width: 2 * half, height: 1.35 * size, rx: size / 3 };
    sheet.add("rect", { class: "where ground", ...room }, this.group);
    const text = sheet.add("text", { class: "where figure", x, y, "font-size": size }, this.group);
    text.textContent = figure;
    set(text, { "data-figure": "" });
  }
}
