// What is in hand, as a row of chips: taken by a tap, and marked while it lies on the table.

import { lasting } from "./life.js";

const SVG = "http://www.w3.org/2000/svg";

export class Tray {
  constructor(board, room) {
    this.board = board;
    this.room = room;
    this.count = document.createElement("p");
    this.count.className = "count-down";
    room.replaceChildren();
    room.before(this.count);
    room.parentElement.querySelectorAll(".count-down").forEach((each) => each !== this.count && each.remove());
    this.chips = new Map();
    for (const thing of board.things.values()) this.chips.set(thing.id, this.chip(thing));
    room.hidden = board.things.size < 2;
  }

  chip(thing) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `chip order-${thing.order ?? "none"}`;
    button.dataset.chip = thing.id;
    const shown = document.createElement("i");
    const name = document.createElement("bdi");
    const bases = document.createElement("small");
    name.textContent = thing.label;
    bases.textContent = thing.bases ?? "";
    bases.setAttribute("aria-hidden", "true");
    shown.append(this.picture(thing), bases);
    button.title = [thing.label, thing.note].filter(Boolean).join(": ");
    button.setAttribute("aria-label", button.title);
    button.append(shown, name);
    button.addEventListener("click", (event) => {
      this.board.choose(thing.id, { add: this.board.several || event.shiftKey || event.ctrlKey || event.metaKey });
      if (this.board.places.has(thing.id)) this.board.lens.follow(this.board.outline());
    }, lasting());
    this.room.append(button);
    return button;
  }

  picture(thing) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-9 -6 18 12");
    svg.setAttribute("aria-hidden", "true");
    const add = (name, d) => {
      const part = document.createElementNS(SVG, "path");
      part.setAttribute("class", name);
      part.setAttribute("d", d);
      svg.append(part);
    };
    add("body", "M-8 -5H8V5H-8Z");
    const name = thing.works?.includes("battle_wagon") ? "battle_wagon" : thing.arm ?? thing.thing;
    const { lines = [], filled } = this.board.given.signs[name] || {};
    const spot = ([x, y]) => `${(x * 3.4).toFixed(2)} ${(-y * 3.4).toFixed(2)}`;
    add(filled ? "sign filled" : "sign", lines.map((line) => `M${line.map(spot).join("L")}`).join(""));
    return svg;
  }

  focus(id) {
    this.chips.get(id)?.focus();
  }

  show() {
    const { board } = this;
    for (const [id, button] of this.chips) {
      const down = board.places.has(id);
      button.setAttribute("aria-pressed", String(board.chosen.has(id)));
      button.classList.toggle("down", down);
      button.classList.toggle("amiss", board.wrong?.get(id)?.length > 0);
    }
    this.count.textContent = this.inWords();
    this.count.hidden = !this.count.textContent;
  }

  // How many of those that are asked for lie on the table.
  inWords() {
    const { given, places, things } = this.board;
    const { tugs, sugs } = given.asked;
    if (tugs === undefined) return "";
    const down = [...places.keys()].map((id) => things.get(id).kind);
    const number = (kind) => down.filter((each) => each === kind).length;
    const { words } = given;
    const fill = (text, found, wanted) => text.replace("{down}", found).replace("{asked}", wanted);
    this.count.classList.toggle("amiss", number("tug") > tugs);
    const told = tugs ? [fill(words[number("tug") > tugs ? "too_many" : "count"], number("tug"), tugs)] : [];
    const last = number("tug") >= given.asked.in_hand;
    if (sugs && (last || given.asked.sugs_any || !tugs)) told.push(fill(words.count_sugs, number("sug"), sugs));
    return told.join(" · ");
  }
}
