// How a thing in hand is drawn where it lies: as the server draws what stands on the table already
// (base rectangle, sign of the arm, bar and point at the front, teeth before works).

import { corners, sizeOf } from "./footprints.js";
import { set } from "./sheet.js";

const LETTER = 8.5;
const WIDE = 0.46;

export class UnitDrawing {
  constructor(sheet, thing, { role, signs, parent }) {
    this.sheet = sheet;
    this.thing = thing;
    this.signs = signs;
    const kind = thing.thing === "unit" ? `unit order-${thing.order} kind-${thing.kind}` : thing.thing;
    this.root = sheet.add("g", { class: `mine ${kind} ${role}`, "data-mine": thing.id, tabindex: 0, role: "button" }, parent);
    const add = (name, tag = "path") => sheet.add(tag, { class: name }, this.root);
    this.body = add("body");
    this.bases = add("bases");
    this.front = add("front");
    this.tip = add("point");
    this.works = thing.works?.length ? add("works") : null;
    this.sign = add(this.signs[this.signName()]?.filled ? "sign filled" : "sign");
    this.name = add("unit-name", "text");
    set(this.name, { translate: "no" });
    this.grip = add("grip");
  }

  signName() {
    const { thing, works, arm } = this.thing;
    if (thing !== "unit") return thing;
    return works.includes("battle_wagon") ? "battle_wagon" : arm;
  }

  draw(place) {
    const { sheet, thing } = this;
    const laid = corners(thing, place);
    const [leftFront, leftRear, rightRear, rightFront] = laid.map((point) => sheet.at(point));
    this.place(leftFront, leftRear, rightFront);
    const outline = sheet.path(laid);
    set(this.body, { d: outline });
    set(this.grip, { d: this.easy([leftFront, leftRear, rightRear, rightFront]) });
    set(this.bases, { d: thing.bases ? this.grid(place) : "" });
    const line = (from, to) => `M${to2(from)}L${to2(to)}`;
    const faces = thing.turns;
    set(this.front, { d: faces ? line(leftFront, rightFront) : "" });
    const half = 3.5 / this.frontage;
    const tips = [this.at(0.5 - half, 1), this.at(0.5, 1 + 4.5 / this.depth), this.at(0.5 + half, 1)];
    set(this.tip, { d: faces ? `M${tips.map(to2).join("L")}Z` : "" });
    if (this.works) set(this.works, { d: this.teeth() });
    this.drawSign();
    this.drawName();
  }

  // Its frame on the sheet: from the left end of the rear, along the front and ahead.
  place(leftFront, leftRear, rightFront) {
    this.origin = leftRear;
    this.across = [rightFront[0] - leftFront[0], rightFront[1] - leftFront[1]];
    this.onward = [leftFront[0] - leftRear[0], leftFront[1] - leftRear[1]];
    this.frontage = Math.hypot(...this.across);
    this.depth = Math.hypot(...this.onward);
  }

  at(across, onward) {
    return [0, 1].map((axis) => this.origin[axis] + across * this.across[axis] + onward * this.onward[axis]);
  }

  grid({ ranks }) {
    const [files] = sizeOf(this.thing, { ranks });
    const upright = between(files).map((part) => `M${to2(this.at(part, 0))}L${to2(this.at(part, 1))}`);
    const level = between(Math.min(ranks, this.thing.bases)).map((part) => `M${to2(this.at(0, part))}L${to2(this.at(1, part))}`);
    return [...upright, ...level].join("");
  }

  teeth() {
    const number = Math.max(2, Math.round(this.frontage / 5));
    const out = 3.5 / this.depth;
    const points = Array.from({ length: number + 1 }, (_, at) => this.at(at / number, at % 2 ? 1 + out : 1.02));
    return `M${points.map(to2).join("L")}`;
  }

  get signSize() {
    return Math.min(0.36 * this.depth, 0.3 * this.frontage, this.thing.thing === "leader" ? 6 : 5);
  }

  get over() {
    const [x, y] = this.across;
    return x < -1e-6 || (Math.abs(x) <= 1e-6 && y > 0);
  }

  drawSign() {
    const { lines } = this.signs[this.signName()] || { lines: [] };
    const size = this.signSize;
    const aside = this.thing.thing === "unit" && this.frontage >= 40;
    const room = (size * 1.4) / this.frontage;
    const [x, y] = this.at(aside ? (this.over ? 1 - room : room) : 0.5, 0.5);
    const upright = this.over ? -1 : 1;
    const [ax, ay] = this.across.map((part) => (upright * part) / this.frontage);
    const [bx, by] = this.onward.map((part) => (upright * part) / this.depth);
    const spot = ([u, v]) => to2([x + size * (u * ax + v * bx), y + size * (u * ay + v * by)]);
    set(this.sign, { d: lines.map((each) => `M${each.map(spot).join("L")}`).join("") });
  }

  drawName() {
    const marker = this.thing.thing === "marker";
    const size = marker ? 14 : Math.min(LETTER, 0.62 * this.depth);
    const sign = marker ? 0 : 2.8 * this.signSize;
    const room = Math.floor((this.frontage - sign - 3) / (size * WIDE));
    const words = marker ? this.thing.label.split(" ").pop() : this.thing.label;
    const wanted = marker || (this.thing.thing === "unit" && this.frontage >= 40 && room >= 4);
    this.name.textContent = !wanted ? "" : words.length <= room || marker ? words : `${words.slice(0, room - 1).trimEnd()}…`;
    const [x, y] = this.at(0.5 + ((this.over ? -1 : 1) * sign) / 2 / this.frontage, 0.5);
    const angle = (Math.atan2(this.across[1], this.across[0]) * 180) / Math.PI + (this.over ? 180 : 0);
    set(this.name, { x: x.toFixed(2), y: y.toFixed(2), "font-size": size.toFixed(2) });
    set(this.name, { transform: `rotate(${angle.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)})` });
    this.name.classList.toggle("wide", !marker);
  }

  // What a finger takes hold of, never smaller than it.
  easy(points) {
    const least = 30 * this.sheet.pixel;
    const out = [this.frontage, this.depth].map((size) => Math.max(1, least / size));
    const [cx, cy] = this.at(0.5, 0.5);
    return `M${points
      .map((_, place) => this.at(0.5 + out[0] * (place < 2 ? -0.5 : 0.5), 0.5 + out[1] * (place % 3 ? -0.5 : 0.5)))
      .map((point) => to2(Number.isFinite(point[0]) ? point : [cx, cy]))
      .join("L")}Z`;
  }
}

const to2 = ([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const between = (number) => Array.from({ length: Math.max(0, number - 1) }, (_, at) => (at + 1) / number);
