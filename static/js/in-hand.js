// What every piece in hand can do: show itself, tell its measures, and fill the form.

import * as geometry from "./geometry.js";
import { TOLERANCE } from "./geometry.js";
import { set } from "./sheet.js";

export const STEP = 0.5;
const FINE = 0.1;
export const fixed = (value) => String(Math.round(value * 100) / 100);

// What is too little is never rounded up to what is asked.
const floored = (value) => String(Math.floor(value * 100) / 100);

const said = (text) => {
  const words = document.createElement("span");
  words.className = "amiss";
  words.textContent = text;
  return words;
};

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

  // What this page can know at once; the rest is for the server to judge. The size stands in the
  // first line, where it lies in the second.
  measured(outline) {
    const words = this.given.words;
    const size = document.createElement("b");
    size.textContent = this.sizeInWords(outline);
    const off = this.offSize(outline);
    const lines = [[size], []];
    if (off) lines[0].push(" ", said(off.words));
    this.sayBeside(off);
    const nearest = this.nearest(outline);
    const near = nearest && nearest.distance < nearest.gap - TOLERANCE;
    const outside = this.outside(outline);
    if (nearest && (near || !outside)) {
      const text = (near ? words.too_near : words.nearest)
        .replace("{label}", nearest.label)
        .replace("{distance}", near ? floored(nearest.distance) : fixed(nearest.distance))
        .replace("{gap}", fixed(nearest.gap));
      lines[1].push(near ? said(text) : text);
    }
    if (outside) lines[1].push(near ? " · " : "", said(words.outside));
    this.held.classList.toggle("amiss", Boolean(near || outside || off));
    return lines.map((parts) => {
      const line = document.createElement("span");
      line.append(...parts);
      return line;
    });
  }

  // What is wrong with a size: {words, fields}, the fields being those of its typed measures.
  offSize() {
    return null;
  }

  // The one measure of what runs from edge to edge.
  offDepth(measured, name) {
    const { least, most } = this.given;
    if (measured < least - TOLERANCE) {
      return { words: this.inWords({ fault: "narrow", measured, required: least }), fields: [name] };
    }
    if (measured <= most + TOLERANCE) return null;
    return { words: this.inWords({ fault: "broad", measured, required: most }), fields: [name] };
  }

  inWords({ fault, measured, required }) {
    const shown = fixed(measured) === fixed(required) ? floored(measured) : fixed(measured);
    return this.given.words[fault]
      .replace("{measured}", shown)
      .replace("{required}", fixed(required));
  }

  // A size that cannot be is said beside its fields too, before anything is sent.
  sayBeside(off) {
    const line = this.form.querySelector("[data-off-size]");
    line.textContent = off ? off.words : "";
    line.hidden = !off;
    for (const name of ["width", "depth"]) {
      const field = this.field(name);
      const wrong = Boolean(off?.fields.includes(name));
      field?.setAttribute("aria-invalid", String(wrong || !field.validity.valid));
    }
  }

  // The neighbour that is nearest, before all the one whose gap is least kept.
  nearest(outline) {
    let best = null;
    for (const other of this.given.others) {
      const { distance } = geometry.apart(outline, other.outline);
      const gap = other.gap || 0;
      const room = distance - gap;
      if (!best || room < best.room) best = { distance, gap, room, label: other.label };
    }
    return best;
  }

  outside(outline) {
    const { zones, strict } = this.given;
    if (!strict || !zones?.length) return false;
    const holds = ([x0, y0, x1, y1]) => {
      const [a, b, c, d] = geometry.bounds(outline);
      return a >= x0 - TOLERANCE && b >= y0 - TOLERANCE && c <= x1 + TOLERANCE && d <= y1 + TOLERANCE;
    };
    return !zones.some(holds);
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
