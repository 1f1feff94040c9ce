// What is in hand on the table, whatever becomes of it: fields, drags, keys, and when a gesture ends.

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

  // The piece itself, that is dragged and has the keys.
  take(label) {
    this.held = this.sheet.add("path", { class: "held", tabindex: "0", role: "img" });
    this.held.setAttribute("aria-label", label);
    this.held.addEventListener("keydown", (event) => this.key(event), lasting());
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  // A gesture is over: one step to be undone, and told to whoever does not see it.
  settle() {
    clearTimeout(this.settling);
    this.gestures += 1;
    this.onSettled();
  }

  // The same for what comes in small steps: a wheel, a key that is held down.
  settleSoon() {
    clearTimeout(this.settling);
    this.settling = later(() => this.settle(), SOON);
  }

  // A piece does with a key what it can: nudge() and turn() tell that they did nothing by false.
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
