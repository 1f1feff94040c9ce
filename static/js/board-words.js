// The board's text and controls: the selection, errors, what is missing, why ground is closed.

import { fixed } from "./figures.js";
import { ranksOf } from "./formation.js";
import { lasting, later } from "./life.js";
import { fill } from "./open-ground.js";

export class BoardWords {
  constructor(board, readout) {
    Object.assign(this, { board, readout });
    this.pointed = "";
    this.askedAt = false;
    this.kinds = board.form.querySelector("[data-kinds]");
    this.asPlaced = board.form.querySelectorAll("[data-as-placed], #as-placed-says");
  }

  get words() {
    return this.board.given.words;
  }

  // After every change: updates the readout and the controls that can be used now.
  show() {
    const { board } = this;
    const { form } = board;
    const marching = board.marching();
    form.querySelector("[data-handful]").hidden = marching;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = (part.dataset.for === "march") !== marching;
    this.showHandling();
    this.showKinds();
    const amiss = [...board.wrong.values()].some((each) => each?.length);
    const wants = board.step.wants();
    form.toggleAttribute("data-amiss", amiss || wants.length > 0);
    this.showAsPlaced(amiss);
    this.showLines(wants);
  }

  showHandling() {
    const { board } = this;
    const { form } = board;
    const [waiting, laid] = [board.waiting(), board.laid()];
    const find = (name) => form.querySelector(`[data-${name}]`);
    find("back").hidden = !laid.length || board.given.kind === "pregame_move";
    find("put").hidden = laid.length > 0 && !waiting.length;
    find("put").disabled = !waiting.length;
    const none = find("none");
    if (none) {
      const [only] = waiting;
      none.hidden = waiting.length !== 1 || !board.ground.of(board.things.get(only)) || Boolean(board.ground.room(board.things.get(only)));
    }
    for (const button of form.querySelectorAll("[data-turn]")) {
      button.hidden = !board.given.things.some((thing) => thing.turns);
      button.disabled = !laid.length;
    }
    const ids = [...board.chosen].filter((id) => board.things.get(id).bases);
    const ranks = (id) => (board.places.get(id) || board.usual(board.things.get(id))).ranks;
    for (const button of form.querySelectorAll("[data-form]")) {
      const is = (id) => ranks(id) === ranksOf(button.dataset.form, board.things.get(id));
      button.disabled = !ids.length;
      button.setAttribute("aria-pressed", String(ids.length > 0 && ids.every(is)));
    }
    const asks = find("asks");
    if (asks) asks.disabled = !board.chosen.size;
  }

  // The pre-game move of the unit, and its maximum distance.
  showKinds() {
    const { board, kinds } = this;
    if (!kinds) return;
    const [id] = board.chosen;
    const thing = id && board.things.get(id);
    kinds.hidden = !thing;
    if (!thing) return;
    const now = board.kindOf(thing);
    const most = thing.limits[now];
    const line = kinds.querySelector("[data-reach]");
    const values = { kind: this.words.moves[now], most: most === null ? "" : fixed(most) };
    line.textContent = fill(this.words[most === null ? "no_reach" : "reach"], values);
    const room = kinds.querySelector("[data-kind-choice]");
    room.hidden = thing.kinds.length < 2;
    const focused = document.activeElement?.dataset.kind;
    room.replaceChildren(...thing.kinds.map((kind) => this.kindButton(thing, kind, kind === now)));
    if (focused) room.querySelector(`[data-kind="${focused}"]`)?.focus();
  }

  kindButton(thing, kind, pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.kind = kind;
    button.textContent = this.words.moves[kind];
    button.setAttribute("aria-pressed", String(pressed));
    button.addEventListener("click", () => {
      this.board.kinds.set(thing.id, kind);
      this.board.settle();
    }, lasting());
    return button;
  }

  // The other side can be asked only to accept broken rules of place, and only if nothing is missing.
  showAsPlaced(amiss) {
    const { board } = this;
    if (!this.asPlaced.length || [...board.wrong.values()].some((each) => each === null)) return;
    const codes = [...board.wrong.values()].flat().map((each) => each.code);
    const acceptable = amiss && codes.every((code) => board.given.acceptable.includes(code)) && board.step.isWholeAsPlaced();
    for (const part of this.asPlaced) part.hidden = !acceptable;
  }

  showLines(wants) {
    const { board, words } = this;
    const faults = [...board.wrong].filter(([, each]) => each?.length);
    const near = faults.find(([id]) => board.chosen.has(id)) || faults[0];
    const known = [...board.wrong.values()].every(Boolean);
    const lines = [[this.inWords(), ""]];
    if (this.pointed && (this.answered || !near)) lines.push([this.pointed, "pointed"]);
    else if (near) lines.push([near[1].map((each) => each.words).join(" "), "amiss"]);
    else if (wants.length && (board.places.size || board.without.size)) lines.push([wants.join(" "), "wants"]);
    else if (board.places.size && known) lines.push([words[board.things.size > 1 || board.given.kind === "deploy" ? "complete" : "legal_all"], "legal"]);
    else lines.push(["", ""]);
    this.readout.replaceChildren(...lines.map(([text, name]) => line(text, name)));
    if (this.hinted) this.readout.append(this.hinted);
  }

  inWords() {
    const { board, words } = this;
    const ids = [...board.chosen];
    const waiting = board.waiting();
    const label = (id) => board.things.get(id).label;
    if (waiting.length === 1) return fill(words.taken, { label: label(waiting[0]) });
    if (waiting.length) return fill(words.taken_many, { number: waiting.length });
    if (ids.length === 1 && board.places.has(ids[0])) return this.ofPlace(ids[0]);
    return ids.map(label).join(", ") || words.hint;
  }

  ofPlace(id) {
    const { board, words } = this;
    const { near, width, depth } = board.sheet;
    const thing = board.things.get(id);
    const place = board.places.get(id);
    const across = near ? place.at[0] : width - place.at[0];
    const up = near ? place.at[1] : depth - place.at[1];
    const parts = [fill(words.placed, { label: thing.label, across: fixed(across), up: fixed(up) })];
    if (thing.bases) {
      const ranks = Math.min(place.ranks, thing.bases);
      parts.push(fill(words.ranks, { files: Math.ceil(thing.bases / ranks), ranks }));
    }
    if (thing.turns && place.facing !== board.given.facing) parts.push(fill(words.facing, { degrees: fixed(place.facing) }));
    return parts.join("; ");
  }

  // Why the ground under the mouse is closed to the selection; empty where it is open.
  point(at) {
    const found = at && this.board.chosen.size && !this.askedAt ? this.whyAt(at) : "";
    const text = found && found.open ? "" : found?.text || "";
    if (text === this.pointed || this.board.sheet.dragging != null || this.answered) return;
    this.pointed = text;
    this.showLines(this.board.step.wants());
  }

  whyAt(at) {
    const id = [...this.board.chosen].at(-1);
    const thing = id && this.board.things.get(id);
    if (!thing) return { text: this.words.no_question, open: false };
    const text = this.board.ground.at(thing, at);
    return { text, open: text === fill(this.words.open_here, { label: thing.label }) };
  }

  // For touch: the next tap asks why, and places nothing.
  asks(button) {
    this.askedAt = !this.askedAt;
    button.setAttribute("aria-pressed", String(this.askedAt));
    this.hold(this.askedAt ? this.words.asks : "");
  }

  answersAt(at) {
    this.hold("");
    if (!this.askedAt) return false;
    this.asks(this.board.form.querySelector("[data-asks]"));
    const { text } = this.whyAt(at);
    this.hold(text);
    this.say(text);
    return true;
  }

  // Stays until the next action.
  hold(text) {
    this.answered = Boolean(text);
    this.pointed = text;
    this.showLines(this.board.step.wants());
  }

  release() {
    this.answered = false;
    this.pointed = "";
    this.hinted = null;
  }

  told() {
    return [...this.readout.querySelectorAll(":scope > :not(.told)")].map((each) => each.textContent.replace(/\.$/, "")).filter(Boolean).join(". ");
  }

  say(text) {
    const room = document.querySelector("[data-says]");
    if (room) room.textContent = text;
  }

  // Over the readout until the next action.
  hint(text, fine = true) {
    later(() => {
      this.readout.querySelector(".told")?.remove();
      this.hinted = line(text, fine ? "told fine" : "told");
      this.hinted.setAttribute("role", "alert");
      this.readout.append(this.hinted);
    }, 0);
  }
}

function line(text, name) {
  const part = document.createElement("span");
  part.textContent = text;
  if (name) part.className = name;
  return part;
}
