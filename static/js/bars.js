// The bar above the page: no connection, an answer that waits for it, a battle that continued.

import { clockFor } from "./clocks.js";

export class Bars {
  constructor(root) {
    this.root = root;
    this.words = root.dataset;
    this.shown = new Map();
  }

  // `kind` names one of the page's messages; `act`, if given, is the button's action. A bar that is shown
  // already stays untouched: showing it again would read it aloud again and lose the focus.
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
