// Plans: deployments that are stored with a list, and placed again with one tap.
//
// A plan is in its owner's frame, from their edge and their left (metator-plan/1), so that it serves the
// defender and the invader. The server places it, mirrored and shifted on request, as far as the question
// allows; units that do not fit are named and stay in hand. Plans are stored with the list if this browser
// owns it, otherwise on this device.

import { fixed, read } from "./figures.js";
import { lasting, stands } from "./life.js";
import { Memory } from "./memory.js";
import { kept } from "./plan-kept.js";
import { planPicture } from "./plan-picture.js";
import { asked } from "./request.js";

// The number of units that are named with their reasons; the others have only their names.
const MOST_TOLD = 4;

const heard = (status) => status < 500;

export function startPlans(board) {
  const room = board.form.querySelector("[data-plan]");
  if (room && board.given.plan) new Plans(board, room).start();
}

class Plans {
  constructor(board, room) {
    Object.assign(this, { board, room, plan: board.given.plan });
    this.words = { ...board.given.words, ...this.plan.words };
    this.memory = new Memory("localStorage");
    this.plans = [];
    this.list = null;
    this.chosen = null;
    this.mirror = false;
    this.shift = { across: 0, ahead: 0 };
    this.asks = 0;
  }

  start() {
    const { room } = this;
    room.hidden = false;
    this.cards = room.querySelector("[data-plan-cards]");
    this.name = room.querySelector("[data-plan-name]");
    this.says = room.querySelector("[data-plan-says]");
    const on = (node, type, act) => node?.addEventListener(type, act, lasting());
    const button = (name, act) => on(room.querySelector(`[data-plan-${name}]`), "click", act);
    on(room, "toggle", () => this.open());
    button("mirror", () => this.turn(() => { this.mirror = !this.mirror; }));
    button("keep", () => this.keep());
    button("rename", () => this.rename());
    button("delete", () => this.remove());
    for (const step of room.querySelectorAll("[data-plan-step]")) {
      const { planStep: way, by } = step.dataset;
      on(step, "click", () => this.turn(() => { this.shift[way] = Math.round((this.shift[way] + Number(by)) * 100) / 100; }));
    }
    for (const field of room.querySelectorAll("[data-plan-shift]")) {
      on(field, "change", () => this.typed(field));
    }
    on(this.name, "input", () => this.show());
    // Enter in a field of the panel does not send the answer.
    on(room, "keydown", (event) => {
      if (event.key !== "Enter" || event.target.localName !== "input") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.target === this.name) this.keep();
      else this.typed(event.target);
    });
    this.open();
  }

  get key() {
    return `plans:${this.plan.key}`;
  }

  // Plans are requested when the panel is first opened.
  async open() {
    if (!this.room.open) return;
    this.looked ??= this.look();
    if (!await this.looked) this.looked = null;
  }

  async look() {
    const came = await this.ask({});
    if (came && this.plans.length) this.cards.scrollIntoView({ block: "nearest" });
    return came;
  }

  // Asks the server to change the plans of the list, and takes the plans that it returns.
  async ask(fields) {
    const came = await this.post("plans", fields);
    if (!came) return false;
    if (!came.answer.ok) {
      this.tell([came.found.detail ?? came.found.refused, "amiss"]);
      return false;
    }
    this.list = came.found.list;
    this.plans = this.list === null ? this.onDevice() : came.found.plans;
    this.show();
    return true;
  }

  async post(name, fields) {
    const body = new FormData();
    for (const each of ["csrfmiddlewaretoken", "prompt"]) body.set(each, this.board.field(each).value);
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    const drawnStill = stands();
    const headers = { Accept: "application/json" };
    const came = await asked(this.plan.urls[name], { method: "POST", body, headers, heard });
    if (!drawnStill()) return null;
    if (!came) this.tell([this.words.unreachable, "amiss"]);
    return came;
  }

  onDevice() {
    const found = this.memory.read(this.key);
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === "string" && each.plan?.units) : [];
  }

  named(name) {
    return this.plans.find((each) => each.name === name);
  }

  // Places a plan again after it was mirrored or shifted.
  turn(act) {
    act();
    this.show();
    return this.layDown();
  }

  typed(field) {
    const value = read(field.value || "0");
    if (!Number.isFinite(value)) return field.setAttribute("aria-invalid", "true");
    field.removeAttribute("aria-invalid");
    if (value === this.shift[field.dataset.planShift]) return undefined;
    return this.turn(() => { this.shift[field.dataset.planShift] = value; });
  }

  choose(name) {
    this.chosen = name;
    this.name.value = name;
    this.show();
    return this.layDown();
  }

  async layDown() {
    const { board, words } = this;
    const chosen = this.named(this.chosen);
    if (!chosen) return;
    this.asks += 1;
    const [ask, { deeds }] = [this.asks, board];
    const { across, ahead } = this.shift;
    const came = await this.post("plan", {
      plan: JSON.stringify(chosen.plan),
      mirror: this.mirror ? "yes" : "",
      across: String(across),
      ahead: String(ahead),
    });
    if (!came || ask !== this.asks) return;
    const { answer, found } = came;
    if (!answer.ok) {
      this.tell(...[found.detail, ...(found.violations || []).map((each) => each.message)].map((text) => [text, "amiss"]));
      return;
    }
    if (deeds !== board.deeds) {
      this.tell(words.overtaken);
      return;
    }
    board.adopt(found.answer);
    const laid = [...board.places.keys()];
    board.chosen = new Set();
    board.settle();
    if (laid.length) board.lens.follow(board.outline());
    this.tell(...this.laidInWords(found, laid));
    this.says.scrollIntoView({ block: "nearest" });
  }

  laidInWords({ answer, unfit }, laid) {
    const { words } = this;
    const down = laid.length ? words.down.replace("{number}", laid.length) : words.nobody;
    const refused = unfit.slice(0, MOST_TOLD).map(({ why }) => {
      const told = why.join(" ");
      return [answer.leaders ? told : words.refused.replace("{why}", told), "amiss"];
    });
    const others = unfit.slice(MOST_TOLD).map(({ unit }) => this.board.things.get(`u${unit}`)?.label).filter(Boolean);
    if (others.length) refused.push([words.others.replace("{names}", others.join(", ")), "amiss"]);
    const works = [...this.board.things.values()].filter(({ id, works: of }) => of?.length && !laid.includes(id));
    const names = works.map(({ label }) => label).join(", ");
    const first = names && laid.length ? [words.works.replace("{names}", names)] : [];
    return [answer.leaders ? words.commands : down, ...refused, ...first];
  }

  async keep() {
    const { words } = this;
    // The place where plans are stored, and the name of the first, are known only then.
    await this.open();
    const name = this.name.value.trim();
    if (!name) {
      this.tell([words.no_name, "amiss"]);
      this.name.focus();
      return;
    }
    const plan = kept(this.board, (this.named(name) ?? this.named(this.chosen))?.plan);
    if (!plan.units.length && !plan.commands.length) {
      this.tell([words.nothing, "amiss"]);
      return;
    }
    const done = this.list === null
      ? this.store([...this.plans.filter((each) => each.name !== name), { name, plan }])
      : await this.ask({ do: "keep", name, plan: JSON.stringify(plan) });
    if (!done) return;
    this.chosen = name;
    this.show();
    this.tell(words.kept.replace("{name}", name));
  }

  async rename() {
    const { words, chosen: from } = this;
    const name = this.name.value.trim();
    const done = this.list === null
      ? this.store(this.plans.map((each) => (each.name === from ? { ...each, name } : each)))
      : await this.ask({ do: "rename", name: from, to: name });
    if (!done) return;
    this.chosen = name;
    this.show();
    this.tell(words.renamed.replace("{from}", from).replace("{name}", name));
  }

  // The first press asks, the second deletes, because deletion cannot be undone.
  async remove() {
    const { chosen: name } = this;
    if (this.sure !== name) {
      this.sure = name;
      this.showDelete();
      return;
    }
    const done = this.list === null
      ? this.store(this.plans.filter((each) => each.name !== name))
      : await this.ask({ do: "delete", name });
    if (!done) return;
    this.chosen = null;
    this.name.value = "";
    this.show();
    this.tell(this.words.gone.replace("{name}", name));
  }

  // Stores plans on this device; returns whether that was possible.
  store(plans) {
    plans.sort((one, other) => one.name.localeCompare(other.name));
    this.memory.write(this.key, plans);
    this.plans = this.onDevice();
    const done = JSON.stringify(this.plans) === JSON.stringify(plans);
    if (!done) this.tell([this.words.not_kept, "amiss"]);
    return done;
  }

  show() {
    const { room, words } = this;
    const chosen = this.named(this.chosen);
    this.cards.replaceChildren(...this.plans.map((each) => this.card(each)));
    room.querySelector("[data-plan-none]").hidden = this.plans.length > 0;
    const turned = room.querySelector("[data-plan-turned]");
    if (turned) turned.hidden = !chosen;
    room.querySelector("[data-plan-mirror]")?.setAttribute("aria-pressed", String(this.mirror));
    for (const field of room.querySelectorAll("[data-plan-shift]")) field.value = fixed(this.shift[field.dataset.planShift]);
    if (!this.name.value && !this.plans.length) this.name.value = words.first;
    const typed = this.name.value.trim();
    room.querySelector("[data-plan-rename]").hidden = !chosen || !typed || Boolean(this.named(typed));
    if (this.sure !== this.chosen || typed !== this.chosen) this.sure = null;
    this.showDelete();
    const where = this.list === null ? words.on_device : words.with_list.replace("{list}", this.list);
    room.querySelector("[data-plan-where]").textContent = where;
  }

  showDelete() {
    const button = this.room.querySelector("[data-plan-delete]");
    button.hidden = !this.named(this.chosen);
    button.dataset.says ??= button.textContent;
    button.textContent = this.sure ? this.words.sure : button.dataset.says;
    button.classList.toggle("sure", Boolean(this.sure));
  }

  card({ name, plan }) {
    const card = document.createElement("button");
    card.type = "button";
    card.className = "plan-card";
    card.dataset.planCard = name;
    card.setAttribute("aria-pressed", String(name === this.chosen));
    const label = document.createElement("bdi");
    label.textContent = name;
    card.append(planPicture(plan, this.plan.units, this.board.sheet), label);
    card.addEventListener("click", () => this.choose(name), lasting());
    return card;
  }

  // Each line is a text, or a text and its kind.
  tell(...lines) {
    this.says.replaceChildren(...lines.map((each) => {
      const [text, kind = ""] = [each].flat();
      const line = document.createElement("p");
      line.textContent = text;
      line.className = kind;
      return line;
    }));
  }
}
