// Stores typed or placed but unsent answers in this browser, for this question of this battle. A secret
// choice is never stored; the server marks what may be stored.

import { lasting, later } from "./life.js";
import { Memory, parsed } from "./memory.js";

const BEFORE = "draft:";
const OLD = 30 * 24 * 3600 * 1000;
const NOT_KEPT = ["csrfmiddlewaretoken", "prompt", "version"];
const EDITED = ["place_piece", "move_piece", "turn_piece"];

export class Drafts {
  constructor(battle) {
    this.battle = battle;
    this.memory = new Memory("localStorage");
    this.about = `${BEFORE}${battle.dataset.here}`;
    const asked = document.querySelector('.asked input[name="prompt"]');
    this.form = asked?.form || null;
    this.open = Boolean(asked?.hasAttribute("data-keeps")) && !battle.hasAttribute("data-secret");
    this.key = this.open ? `${this.about}#${asked.value}` : null;
    this.tidy();
  }

  // Restores the draft into the form before any part of the page uses the form.
  restore() {
    const kept = this.key && this.read(this.key);
    if (!kept) return;
    const editor = document.getElementById("editor");
    const given = editor && JSON.parse(editor.textContent);
    const edits = given && EDITED.includes(given.kind);
    // A refused answer is in the page already.
    if (edits && Array.isArray(kept.steps)) given.steps = kept.steps;
    if (kept.sent && (given?.draft || this.form.querySelector(".refusals"))) {
      if (edits) editor.textContent = JSON.stringify(given);
      return this.forget();
    }
    for (const field of this.form.elements) {
      if (!field.name || NOT_KEPT.includes(field.name) || field.matches("button")) continue;
      const values = kept.fields.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = values.includes(field.value);
      else if (values.length && !(edits && field.name === "answer")) field.value = values[0];
    }
    if (edits) {
      const laid = new Map(kept.fields);
      const answer = parsed(laid.get("answer") || "null");
      // The refused placement is gone, and so is its refusal.
      if (!same(answer, given.draft)) {
        given.where = [];
        given.kept = true;
        this.form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
      }
      given.draft = { ...answer, declared: laid.get("declared") };
      given.shape = laid.get("shape") || given.shape;
      editor.textContent = JSON.stringify(given);
    }
    this.say();
  }

  // From now on, stores every finished change. `steps` can be undone later.
  start(steps = null) {
    if (!this.form) return;
    this.steps = steps;
    this.begun = this.fields();
    const soon = () => later(() => this.keep());
    for (const name of ["input", "change", "pointerup", "keyup", "click", "wheel"]) {
      addEventListener(name, soon, lasting({ passive: true }));
    }
    addEventListener("pagehide", () => this.keep(), lasting());
    this.form.addEventListener("submit", () => this.keep({ sent: true }), lasting());
  }

  fields() {
    return [...new FormData(this.form)].filter(([name, value]) => !NOT_KEPT.includes(name) && typeof value === "string");
  }

  changed() {
    return Boolean(this.begun) && JSON.stringify(this.fields()) !== JSON.stringify(this.begun);
  }

  // The form's present choices and text, to compare with later ones.
  begunByNow() {
    return this.form ? JSON.stringify(this.fields()) : "";
  }

  // Whether a choice would be lost with the page.
  unkept() {
    return Boolean(this.form) && !this.open && this.changed();
  }

  keep({ sent = false } = {}) {
    this.sent = sent || this.sent;
    if (!this.key || !(this.sent || this.changed())) return;
    if (sent) this.steps?.note();
    const steps = this.steps?.past();
    this.memory.write(this.key, { at: Date.now(), sent: Boolean(this.sent), fields: this.fields(), steps });
  }

  forget() {
    this.memory.forget(this.key);
  }

  say() {
    const { kept, keptAct } = document.getElementById("bars").dataset;
    const line = document.createElement("p");
    line.className = "kept";
    line.setAttribute("role", "status");
    const afresh = document.createElement("button");
    afresh.type = "button";
    afresh.className = "quiet";
    afresh.textContent = keptAct;
    afresh.addEventListener("click", () => {
      this.forget();
      this.key = null;
      location.replace(this.battle.dataset.here);
    }, lasting());
    line.append(kept, " ", afresh);
    this.form.prepend(line);
  }

  // Whether a stored value is a draft.
  read(key) {
    const kept = this.memory.read(key);
    const whole = Array.isArray(kept?.fields) && kept.fields.every(Array.isArray) && Number.isFinite(kept.at);
    return whole ? kept : null;
  }

  // Removes answered drafts, and those that were not opened for a month.
  tidy() {
    if (this.battle.hasAttribute("data-secret")) return;
    for (const key of this.memory.keys) {
      if (!key.startsWith(BEFORE) || key === this.key) continue;
      const here = key.startsWith(`${this.about}#`);
      const kept = !here && this.read(key);
      if (!kept || Date.now() - kept.at > OLD) this.memory.forget(key);
    }
  }
}

// Whether two answers have a piece in the same place, apart from rounded corners.
function same(first, second) {
  const figures = (answer) =>
    [answer?.outline?.coordinates, answer?.by, answer?.about, answer?.degrees].flat(3).map(Number);
  const [one, two] = [figures(first), figures(second)];
  return one.length === two.length && one.every((each, place) => !(Math.abs(each - two[place]) > 0.01));
}
