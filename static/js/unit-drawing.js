// Draws a unit in hand on the board: the server's own figures, turned and moved, with the state around them
// and the name over them where it fits or is needed.

import { corners, sizeOf } from "./footprints.js";
import { set } from "./sheet.js";

const LETTER = 11.5;
const WIDE = 0.41;
const drawn = new Map();

// A copy of the server's drawing, with its centre at 0, 0 and its front upwards.
export function figuresOf(text) {
  if (!drawn.has(text)) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
    const figures = parsed.documentElement.firstElementChild;
    figures.querySelector("title")?.remove();
    figures.removeAttribute("data-thing");
    drawn.set(text, figures);
  }
  return document.importNode(drawn.get(text), true);
}

export class UnitDrawing {
  constructor(sheet, thing, { figures, parent, names }) {
    this.sheet = sheet;
    this.thing = thing;
    this.figures = figures[thing.look];
    this.root = sheet.add("g", { class: `mine ${thing.thing}`, "data-mine": thing.id, tabindex: 0, role: "button" }, parent);
    this.around = sheet.add("path", { class: "around" }, this.root);
    this.shown = sheet.add("g", { "pointer-events": "none" }, this.root);
    this.grip = sheet.add("path", { class: "grip" }, this.root);
    this.label = sheet.add("g", { class: "unit-name", translate: "no" }, names);
    this.plate = sheet.add("rect", {}, this.label);
    this.name = sheet.add("text", {}, this.label);
    this.name.textContent = thing.label;
  }

  remove() {
    this.root.remove();
    this.label.remove();
  }

  draw(place, { named }) {
    const { sheet, thing } = this;
    const laid = corners(thing, place);
    const [leftFront, leftRear, rightRear, rightFront] = laid.map((point) => sheet.at(point));
    this.across = [rightFront[0] - leftFront[0], rightFront[1] - leftFront[1]];
    this.onward = [leftFront[0] - leftRear[0], leftFront[1] - leftRear[1]];
    this.origin = leftRear;
    set(this.around, { d: sheet.path(laid) });
    set(this.grip, { d: this.easy() });
    this.drawFigures(place);
    this.drawName([leftFront, leftRear, rightRear, rightFront], named);
  }

  drawFigures(place) {
    const { sheet, thing } = this;
    const ranks = thing.bases ? Math.max(1, Math.min(place.ranks, thing.bases)) : 1;
    if (this.ranks !== ranks) {
      this.ranks = ranks;
      const text = this.figures?.[ranks];
      this.shown.replaceChildren(text ? figuresOf(text) : this.bare(ranks));
    }
    const [x, y] = sheet.at(place.at);
    const turn = thing.turns ? 90 - place.facing + (sheet.near ? 0 : 180) : 0;
    set(this.shown, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)})` });
  }

  // A formation too deep for figures: only its front and flanks.
  bare(ranks) {
    const { unit } = this.sheet;
    const [x, y] = sizeOf(this.thing, { ranks }).map((size) => (size * unit) / 2);
    return this.sheet.add("path", { class: "bare", d: `M${-x} ${-y}V${y}H${x}V${-y}Z` }, this.shown);
  }

  at(across, onward) {
    return [0, 1].map((axis) => this.origin[axis] + across * this.across[axis] + onward * this.onward[axis]);
  }

  // Under it on the screen, with the same size at every magnification; separate if it is wider than the unit.
  drawName(points, named) {
    const { pixel } = this.sheet;
    const size = LETTER * pixel;
    const wide = this.thing.label.length * WIDE * size + 0.8 * size;
    const left = Math.min(...points.map((point) => point[0]));
    const right = Math.max(...points.map((point) => point[0]));
    const fits = this.thing.thing === "unit" && right - left >= wide && pixel < 0.8;
    const { x, width } = this.sheet.svg.viewBox.baseVal;
    const hidden = !(named || fits) || right < x || left > x + width;
    this.label.toggleAttribute("hidden", hidden);
    if (hidden) return;
    const low = Math.max(...points.map((point) => point[1])) + 0.25 * size;
    const middle = Math.max(x + wide / 2, Math.min(x + width - wide / 2, (left + right) / 2));
    set(this.plate, { x: middle - wide / 2, y: low, width: wide, height: 1.35 * size, rx: 0.25 * size });
    set(this.name, { x: middle.toFixed(2), y: (low + size).toFixed(2), "font-size": size.toFixed(2) });
  }

  // The tap area, never smaller than the unit.
  easy() {
    const least = 30 * this.sheet.pixel;
    const [wide, deep] = [this.across, this.onward].map((way) => Math.max(1, least / Math.max(Math.hypot(...way), 1e-6)) / 2);
    const spots = [[-wide, deep], [-wide, -deep], [wide, -deep], [wide, deep]];
    return `M${spots.map(([x, y]) => this.at(0.5 + x, 0.5 + y).map((each) => each.toFixed(2)).join(" ")).join("L")}Z`;
  }
}
