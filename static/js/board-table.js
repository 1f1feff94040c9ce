// Draws placed units on the table and handles drags, keys and taps.

import { stepOf, turnOf } from "./keys.js";
import { lasting } from "./life.js";
import { round } from "./geometry.js";
import { UnitDrawing } from "./unit-drawing.js";

const STILL = 8;
const ROOMY = 1.5;

export class BoardTable {
  constructor(board) {
    this.board = board;
    this.drawings = new Map();
    this.units = board.sheet.add("g", { class: "unsent" });
    this.names = board.sheet.add("g", { class: "unsent-names", "pointer-events": "none" });
    this.listen();
  }

  // The selected units, which can be grabbed.
  get held() {
    const id = [...this.board.chosen].find((each) => this.drawings.has(each));
    return id ? this.drawings.get(id).grip : null;
  }

  focus(id) {
    this.drawings.get(id)?.root.focus();
  }

  listen() {
    const { svg } = this.board.sheet;
    let pressed = [0, 0];
    svg.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
    }, lasting({ capture: true }));
    svg.addEventListener("click", (event) => {
      if (event.target.closest("[data-mine]") || document.querySelector(".measuring")) return;
      if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > STILL) return;
      this.board.tapped(this.board.sheet.point(event));
    }, lasting());
    svg.addEventListener("pointermove", (event) => {
      const looks = event.pointerType === "mouse" && !event.buttons && !event.target.closest("[data-mine]");
      this.board.words.point(looks ? this.board.sheet.point(event) : null);
    }, lasting());
    svg.addEventListener("pointerleave", () => this.board.words.point(null), lasting());
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.board.chosen.size || this.board.things.size < 2) return;
      this.board.chosen.clear();
      this.board.settle();
    }, lasting());
  }

  draw() {
    const last = [...this.board.chosen].at(-1);
    this.board.ground.draw(last && this.board.isPlaceable(last) ? this.board.things.get(last) : null);
    for (const [id, drawing] of this.drawings) {
      if (this.board.places.has(id)) continue;
      drawing.remove();
      this.drawings.delete(id);
    }
    for (const [id, place] of this.board.places) {
      const drawing = this.drawings.get(id) || this.drawn(id);
      const wrong = this.board.wrong.get(id)?.length > 0;
      const chosen = this.board.chosen.has(id);
      // On a small screen, errors are named beside the table: labels would cover other units.
      const told = chosen || (wrong && this.board.sheet.pixel < ROOMY);
      drawing.draw(place, { named: told && this.board.things.size > 1 });
      drawing.root.classList.toggle("amiss", wrong);
      drawing.root.classList.toggle("chosen", chosen);
      drawing.label.classList.toggle("amiss", wrong);
      drawing.root.setAttribute("aria-pressed", String(chosen));
      drawing.root.setAttribute("aria-label", this.board.words.ofPlace(id));
    }
    this.unstood();
  }

  // A moving unit is drawn at its destination, not at its old place.
  unstood() {
    for (const thing of this.board.things.values()) {
      if (!thing.stands) continue;
      const side = Number(this.board.field("prompt").value.split("-").at(-1));
      const there = this.board.sheet.svg.querySelector(`[data-thing="unit-${side}-${thing.id_there}"]`);
      there?.classList.toggle("gone", this.board.places.has(thing.id));
    }
  }

  drawn(id) {
    const { figures } = this.board.given;
    const { units: parent, names } = this;
    const drawing = new UnitDrawing(this.board.sheet, this.board.things.get(id), { figures, parent, names });
    this.drawings.set(id, drawing);
    let [from, wasChosen, dragged] = [new Map(), false, false];
    this.board.sheet.drag(drawing.root, {
      begin: () => {
        wasChosen = this.board.chosen.has(id);
        if (!wasChosen && !this.board.several) this.board.chosen.clear();
        this.board.chosen.add(id);
        this.board.ask(this.board.things.get(id));
        from = new Map(this.board.laid().map((each) => [each, this.board.places.get(each)]));
        this.board.change();
        this.board.tray.showChosen(id);
      },
      act: (point, start, event) => {
        for (const [each, { at, ...place }] of from) {
          this.board.places.set(each, { ...place, at: [0, 1].map((axis) => round(at[axis] + point[axis] - start[axis])) });
        }
        this.board.formation.keepOnTable([...from.keys()]);
        if (!event.altKey) this.board.formation.snap([...from.keys()]);
        dragged = true;
        this.board.sheet.layer.classList.add("dragging");
        this.board.change();
      },
      end: () => {
        this.board.sheet.layer.classList.remove("dragging");
        this.board.formation.marks.replaceChildren();
        if (!dragged && this.board.several && wasChosen) this.board.chosen.delete(id);
        dragged = false;
        this.board.settle();
      },
    });
    const { root } = drawing;
    root.addEventListener("keydown", (event) => this.key(event, id), lasting());
    root.addEventListener("focus", () => {
      if (this.board.chosen.has(id) || !root.matches(":focus-visible")) return;
      this.board.choose(id, { add: false });
    }, lasting());
    return drawing;
  }

  key(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.board.chosen.has(id)) this.board.choose(id, { add: false, silent: true });
    const step = stepOf(event, this.board.sheet);
    const turn = turnOf(event.key);
    if (step) this.board.nudge(step);
    else if (turn) this.board.turn(turn);
    else if (["Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      this.board.chosen = new Set([id]);
      this.board.takeBack();
      this.board.tray.focus(id);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.board.settleSoon();
  }
}
