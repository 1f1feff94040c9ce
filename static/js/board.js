// Several units in hand: selected in the tray, placed, moved and turned together, and sent at once.
//
// `given.things` are units of the player's list, a camp, a marker or leaders. The board holds the selection
// (`chosen`), the placements (`places`: {at, facing, ranks}) and the units marked as having no place
// (`without`). formation.js moves, open-ground.js knows where units may stand, board-step.js what is
// missing, board-table.js draws and handles input, board-answer.js builds the answer, board-words.js the
// text, and board-kept.js stores what outlives the page. A place counts only once the server has judged
// it.

import { answerOf, fieldsOf, fillUp, lay, setFields } from "./board-answer.js";
import { BoardKept } from "./board-kept.js";
import { BoardTable } from "./board-table.js";
import { BoardWords } from "./board-words.js";
import { Step } from "./board-step.js";
import { fixed, read } from "./figures.js";
import { Formation } from "./formation.js";
import { round } from "./geometry.js";
import { lasting, later } from "./life.js";
import { parsed } from "./memory.js";
import { OpenGround, fill } from "./open-ground.js";
import { startPlans } from "./plans.js";
import { Tray } from "./tray.js";

const PAUSE = 400;

export class Board {
  constructor(given, form, sheet, lens) {
    Object.assign(this, { given, form, sheet, lens });
    this.things = new Map(given.things.map((thing) => [thing.id, thing]));
    this.places = new Map();
    this.chosen = new Set();
    this.without = new Set();
    this.kinds = new Map();
    this.wrong = new Map();
    this.several = false;
    this.deeds = 0;
    this.stated = "";
    this.onSettled = () => {};
    this.onJudged = () => {};
    this.ground = new OpenGround(this, sheet.add("g", { class: "board-lit" }));
    this.formation = new Formation(this, sheet.add("g", { class: "snaps" }));
    this.table = new BoardTable(this);
    this.step = new Step(this);
    this.words = new BoardWords(this, form.querySelector("[data-readout]"));
    this.tray = new Tray(this, form.querySelector("[data-tray]"));
    this.kept = new BoardKept(this);
    this.listen();
    this.begin();
    if (this.things.size === 1) this.choose([...this.things.keys()][0], { silent: true });
    sheet.paint(() => this.table.draw());
    this.change();
    startPlans(this);
  }

  // Restoring a draft is one step that can be undone.
  begin() {
    const empty = this.state();
    const kept = this.kept.read();
    const begun = parsed(this.field("answer").value || "null") || this.given.draft;
    if (kept) {
      this.take(kept);
      this.form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
      this.given.steps = [JSON.stringify(empty), ""];
      if (this.places.size) this.words.hint(this.given.words.kept);
    } else if (begun) lay(this, begun);
  }

  listen() {
    const { form } = this;
    const on = (name, act) => {
      const button = form.querySelector(`[data-${name}]`);
      button?.addEventListener("click", (event) => act(event, button), lasting());
    };
    on("put", (event) => this.putDown(event.detail === 0));
    on("back", () => this.takeBack());
    on("none", () => this.sayNoPlace());
    on("several", (event, button) => {
      this.several = !this.several;
      button.setAttribute("aria-pressed", String(this.several));
    });
    on("asks", (event, button) => this.words.asks(button));
    for (const button of form.querySelectorAll("[data-form]")) {
      button.addEventListener("click", () => this.formUp(button.dataset.form), lasting());
    }
    for (const field of form.querySelectorAll(".typed input")) {
      field.addEventListener("input", () => this.typed(field), lasting());
    }
    for (const field of form.querySelectorAll("[data-what], .ticks input, select")) {
      field.addEventListener("change", () => this.settle(), lasting());
    }
  }

  // A tap on free ground moves the selection there, from the tray or from its place.
  tapped(point) {
    if (this.words.answersAt(point)) return;
    const waiting = this.waiting();
    const laid = this.laid();
    if (waiting.length) this.formation.putAt(waiting, point);
    else if (laid.length) this.formation.moveTo(laid, point);
    else return;
    this.settle();
  }

  // The selected units that are not on the table yet, and those that are.
  waiting() {
    return [...this.chosen].filter((id) => !this.places.has(id) && this.isPlaceable(id));
  }

  laid() {
    return [...this.chosen].filter((id) => this.places.has(id));
  }

  isPlaceable(id) {
    return this.things.has(id) && !(this.marching() && this.things.get(id).thing === "marker");
  }

  isLegal(id) {
    return this.places.has(id) && !this.wrong.get(id)?.length;
  }

  marching() {
    return this.form.querySelector('[name="what"]:checked')?.value === "march";
  }

  // Sets the pre-game move of a unit.
  kindOf(thing) {
    return this.kinds.get(thing.id) ?? thing.kinds?.[0];
  }

  isMoved(id) {
    const { stands } = this.things.get(id);
    const { at, facing, ranks } = this.places.get(id);
    const far = Math.hypot(at[0] - stands.at[0], at[1] - stands.at[1]);
    return far > 1e-6 || facing !== stands.facing || ranks !== stands.formation.ranks;
  }

  usual(thing) {
    if (thing.stands) return { at: [...thing.stands.at], facing: thing.stands.facing, ranks: thing.stands.formation.ranks };
    return { at: [0, 0], facing: thing.turns ? this.given.facing : 90, ranks: thing.ranks ?? 1 };
  }

  ask(thing) {
    return this.ground.ask(thing);
  }

  // Selects a unit, alone unless several are wanted. Selecting it again deselects it.
  choose(id, { add = this.several, silent = false } = {}) {
    const thing = this.things.get(id);
    const lets = this.chosen.has(id) && (add || (this.chosen.size === 1 && this.things.size > 1));
    if (!add) this.chosen.clear();
    if (lets) this.chosen.delete(id);
    else this.chosen.add(id);
    if (thing.stands && !lets && !this.places.has(id)) {
      // One unit moves in a turn.
      this.places.clear();
      this.chosen = new Set([id]);
      this.places.set(id, this.usual(thing));
    }
    this.without.delete(id);
    this.ask(thing);
    if (silent) return;
    this.settle();
  }

  // For players who tap no place. Units without a place stay in hand and can be marked as having none.
  putDown(byKey) {
    const ids = this.waiting();
    if (!ids.length) return this.words.say(this.given.words.none);
    for (const id of ids) {
      const thing = this.things.get(id);
      const place = this.ground.room(thing);
      if (place) this.places.set(id, place);
      else this.words.hint(fill(this.given.words[this.mayHaveNone() ? "no_place_here" : "no_room"], { label: thing.label }));
      this.without.delete(id);
    }
    this.settle();
    this.lens.follow(this.outline());
    if (byKey) this.table.focus(ids.at(-1));
    return undefined;
  }

  mayHaveNone() {
    return this.given.kind === "deploy";
  }

  sayNoPlace() {
    for (const id of this.waiting()) {
      this.without.add(id);
      this.chosen.delete(id);
      this.words.say(fill(this.given.words.has_no_place, { label: this.things.get(id).label }));
    }
    this.settle();
  }

  takeBack() {
    for (const id of this.chosen) {
      this.places.delete(id);
      const { label } = this.things.get(id);
      if (this.chosen.size === 1) this.words.say(fill(this.given.words.back, { label }));
    }
    if (this.things.size > 1) this.chosen.clear();
    this.settle();
  }

  formUp(name) {
    const ids = [...this.chosen].filter((id) => this.things.get(id).bases);
    if (!ids.length) return this.words.say(this.given.words.none);
    this.formation.formUp(ids, name);
    this.settle();
    return undefined;
  }

  turn(degrees) {
    const ids = this.laid();
    if (!ids.length) return;
    this.formation.turn(ids, degrees);
    this.change();
  }

  nudge([dx, dy]) {
    const ids = this.laid();
    this.formation.slide(ids, dx, dy);
    this.formation.keepOnTable(ids);
    this.change();
  }

  // Zones that arrive are no action of the player, so they do not cancel a suggestion on its way.
  note() {
    const stated = JSON.stringify(this.state());
    if (stated !== this.stated) this.deeds += 1;
    this.stated = stated;
  }

  // After every change: judges, draws, updates the text and fills the form.
  change() {
    this.note();
    this.wrong = new Map([...this.places].map(([id, place]) => [id, this.ground.faults(this.things.get(id), place)]));
    this.table.draw();
    this.tray.show();
    this.words.show();
    const answer = answerOf(this);
    this.field("answer").value = answer ? JSON.stringify(answer) : "";
    this.fillFields();
  }

  adopt(answer) {
    if (answer.done || answer.pass) return this.words.hint(this.given.words.nothing_asked);
    lay(this, answer);
    this.chosen = new Set(this.things.size > 1 ? this.laid() : this.chosen);
    return undefined;
  }

  // A suggestion keeps legal placements and adds the missing ones.
  async takeSuggestion(answer) {
    if (answer.done || answer.pass) return this.words.hint(this.given.words.nothing_asked);
    const left = await fillUp(this, answer);
    if (this.things.size > 1) this.chosen.clear();
    const { words } = this.given;
    if (left) this.words.hint(left.length ? fill(words.not_filled, { names: left.join(", ") }) : words.filled, !left.length);
    return undefined;
  }

  hint(text) {
    this.words.hint(text);
  }

  told() {
    return this.words.told();
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  // Typed figures move their unit once all of them are numbers.
  typed(field) {
    const { row } = field.closest("[data-row]").dataset;
    const thing = this.things.get(row);
    const value = (name) => read(this.field(`${name}-${row}`)?.value);
    const at = [value("x"), value("y")];
    if (!at.every(Number.isFinite)) return;
    const usual = this.usual(thing);
    const facing = Number.isFinite(value("facing")) ? value("facing") : usual.facing;
    const ranks = Number.isFinite(value("ranks")) ? Math.max(1, Math.floor(value("ranks"))) : usual.ranks;
    this.places.set(row, { at: at.map(round), facing, ranks });
    this.chosen = new Set([row]);
    this.typing = field;
    this.ask(thing);
    this.change();
    this.typing = null;
    this.settleSoon();
  }

  fillFields() {
    for (const [id] of this.things) {
      const place = this.places.get(id);
      const shown = place
        ? { x: fixed(place.at[0]), y: fixed(place.at[1]), facing: fixed(place.facing), ranks: String(place.ranks) }
        : { x: "", y: "" };
      for (const [name, text] of Object.entries(shown)) {
        const field = this.field(`${name}-${id}`);
        if (field && field !== this.typing) field.value = text;
      }
    }
  }

  // What the rest of the page reads of the selection.
  get held() {
    return this.table.held;
  }

  outline() {
    const laid = this.laid();
    return this.formation.outline(laid.length ? laid : [...this.places.keys()]);
  }

  state() {
    return { places: [...this.places], without: [...this.without], kinds: [...this.kinds], fields: fieldsOf(this.form) };
  }

  // A stored state, as far as its units are still in hand.
  take({ places, without, kinds, fields }) {
    const known = ([id]) => this.things.has(id);
    this.places = new Map(places.filter(known));
    this.without = new Set((without || []).filter((id) => this.things.has(id)));
    this.kinds = new Map((kinds || []).filter(known));
    setFields(this.form, fields);
  }

  restore(state) {
    this.take(state);
    for (const id of this.chosen) if (!this.places.has(id) && this.things.size > 1) this.chosen.delete(id);
    this.settle();
  }

  settle() {
    this.words.release();
    this.change();
    this.form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
    this.kept.keep();
    this.onSettled();
  }

  settleSoon() {
    clearTimeout(this.soon);
    this.soon = later(() => this.settle(), PAUSE);
  }
}
