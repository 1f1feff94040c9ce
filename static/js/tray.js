// The units in hand as chips: a tap selects or deselects one; those on the table are marked.

import { lasting } from "./life.js";
import { figuresOf } from "./unit-drawing.js";

const SVG = "http://www.w3.org/2000/svg";
const USUAL = [84, 34];

export class Tray {
  constructor(board, room) {
    this.board = board;
    this.room = room;
    this.count = board.form.querySelector("[data-count]");
    room.replaceChildren();
    this.chips = new Map();
    for (const thing of board.things.values()) this.chips.set(thing.id, this.chip(thing));
    room.hidden = board.things.size < 2;
    room.addEventListener("scroll", () => this.tellMore(), lasting({ passive: true }));
    addEventListener("resize", () => this.tellMore(), lasting());
  }

  chip(thing) {
    const { words } = this.board.given;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.chip = thing.id;
    const name = document.createElement("bdi");
    const note = document.createElement("small");
    name.textContent = thing.label;
    note.textContent = thing.works?.length ? words.works : "";
    note.setAttribute("aria-hidden", "true");
    button.title = [thing.label, thing.note].filter(Boolean).join(": ");
    button.append(this.picture(thing), name, note);
    button.addEventListener("click", (event) => {
      this.board.choose(thing.id, { add: this.board.several || event.shiftKey || event.ctrlKey || event.metaKey });
      if (this.board.places.has(thing.id)) this.board.lens.follow(this.board.outline());
    }, lasting());
    this.room.append(button);
    return button;
  }

  // The same drawing as on the table, in the usual formation.
  picture(thing) {
    const svg = document.createElementNS(SVG, "svg");
    const drawn = this.board.given.figures[thing.look]?.[thing.ranks ?? 1];
    const files = thing.bases ? Math.ceil(thing.bases / (thing.ranks ?? 1)) : thing.size[0];
    const wide = Math.max(USUAL[0], 20 * files + 6);
    const high = (wide * USUAL[1]) / USUAL[0];
    svg.setAttribute("viewBox", `${-wide / 2} ${-high / 2 - 3} ${wide} ${high}`);
    svg.setAttribute("aria-hidden", "true");
    if (drawn) svg.append(figuresOf(drawn));
    return svg;
  }

  focus(id) {
    this.chips.get(id)?.focus();
  }

  show() {
    const { board } = this;
    const { words } = board.given;
    for (const [id, button] of this.chips) {
      const amiss = board.wrong.get(id)?.length > 0;
      const without = board.without.has(id);
      button.setAttribute("aria-pressed", String(board.chosen.has(id)));
      button.classList.toggle("down", board.places.has(id) && !amiss);
      button.classList.toggle("amiss", amiss);
      button.classList.toggle("without", without);
      const state = without ? words.without : amiss ? words.amiss_there : board.places.has(id) ? words.down_there : words.in_hand;
      button.setAttribute("aria-label", `${button.title}: ${state}`);
    }
    this.count.textContent = board.step.count();
    this.count.classList.toggle("amiss", board.step.isOver);
    this.tellMore();
  }

  // Marks the sides on which the tray continues.
  tellMore() {
    const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollHeight, scrollWidth } = this.room;
    this.room.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 4);
    this.room.classList.toggle("more-after", scrollLeft + clientWidth < scrollWidth - 4);
  }

  // Scrolls to the chip of the selected unit.
  showChosen(id) {
    const [room, chip] = [this.room, this.chips.get(id)];
    if (!chip || room.hidden) return;
    const [seen, at] = [room.getBoundingClientRect(), chip.getBoundingClientRect()];
    if (at.top < seen.top || at.bottom > seen.bottom) room.scrollTop += at.top - seen.top - 8;
    if (at.left < seen.left || at.right > seen.right) room.scrollLeft += at.left - seen.left - 8;
  }
}
