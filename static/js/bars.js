// The quiet bar above the page: no connection, an answer that waits for it, a battle that went on.

import { clockFor } from "./clocks.js";

export class Bars {
  constructor(root) {
    this.root = root;
    this.words = root.dataset;
    this.shown = new Map();
  }

  // `kind` is the word's name in the page's own words; `act`, if any, is what its button does. What
  // stands already is left alone: said anew it would be read aloud anew, and lose the focus.
  show(kind, { time = null, act = null } = {}) {
    if (this.shown.has(kind)) return;
    const bar = document.createElement("p");
    bar.className = `bar bar-${kind}`;
    bar.textContent = this.words[kind].replace("{time}", time ? clockFor("hour").format(time) : "");
    if (act) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = this.words[`${kind}Act`];
      button.addEventListener("click", act);
      bar.append(" ", button);
    }
    this.shown.set(kind, bar);
    this.root.append(bar);
  }

  hide(kind) {
    this.shown.get(kind)?.remove();
    this.shown.delete(kind);
  }
}
