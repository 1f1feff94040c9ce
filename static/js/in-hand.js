// What every piece in hand can do: show itself, tell its measures, and fill the form.

import * as geometry from "./geometry.js";
import { set } from "./sheet.js";

export const STEP = 0.5;
const FINE = 0.1;

export const fixed = (value) => String(Math.round(value * 100) / 100);

export class InHand {
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
