// The piece in hand, of any kind: fields, drags, keys, and the end of a gesture.

import { stepOf, turnOf } from "./keys.js";
import { lasting, later } from "./life.js";

const SOON = 350;

export class Held {
  constructor(given, form, sheet) {
    this.given = given;
    this.form = form;
    this.sheet = sheet;
    this.readout = form.querySelector("[data-readout]");
    this.onSettled = () => {};
    this.gestures = 0;
    form.addEventListener("change", () => this.settle(), lasting());
  }

  // The piece itself, which can be dragged and receives keys.
  take(label) {
    this.held = this.sheet.add("path", { class: "held", tabindex: "0", role: "img" });
    this.held.setAttribute("aria-label", label);
    this.held.addEventListener("keydown", (event) => this.key(event), lasting());
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  // The end of a gesture: one step that can be undone, announced to screen readers.
  settle() {
    clearTimeout(this.settling);
    this.gestures += 1;
    this.onSettled();
  }

  // The same for changes in small steps: a wheel, a key that is held down.
  settleSoon() {
    clearTimeout(this.settling);
    this.settling = later(() => this.settle(), SOON);
  }

  // Each piece handles the keys that it can: nudge() and turn() return false if they did nothing.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event, this.sheet);
    const turn = turnOf(event.key);
    const done = step ? this.nudge(...step) : turn ? this.turn(turn) : false;
    if (done === false) return;
    event.preventDefault();
    this.settleSoon();
  }

  turn() {
    return false;
  }

  nudge() {
    return false;
  }
}
