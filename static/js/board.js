// Several things in hand: taken from the tray, put down, moved and turned together, and sent at once.
//
// `given.things` are units of the own list, a camp, a marker or leaders; `given.urls.zones` answers
// where what is taken up may stand (asked once for each like thing). A place counts only once the
// server has judged it; what is said here before that is what these zones say.

import { asked } from "./request.js";
import { fixed, read } from "./figures.js";
import { corners, holdsWhole, shared, sizeOf, within } from "./footprints.js";
import { TOLERANCE, bounds, round } from "./geometry.js";
import { stepOf, turnOf } from "./keys.js";
import { lasting, later, stands } from "./life.js";
import { parsed } from "./memory.js";
import { startPlans } from "./plans.js";
import { path } from "./regions.js";
import { box, set } from "./sheet.js";
import { Tray } from "./tray.js";
import { UnitDrawing } from "./unit-drawing.js";

const SNAP = 0.45;
const STILL = 8;
const SEARCHED = 0.5;
const PAUSE = 400;
const AGAIN = 2500;

export class Board {
  constructor(given, form, sheet, lens) {
    Object.assign(this, { given, form, sheet, lens });
    this.things = new Map(given.things.map((thing) => [thing.id, thing]));
    this.places = new Map();
    this.chosen = new Set();
    this.without = new Set();
    this.grounds = new Map();
    this.drawings = new Map();
    this.several = false;
    this.deeds = 0;
    this.onSettled = () => {};
    this.onJudged = () => {};
    this.readout = form.querySelector("[data-readout]");
    this.lit = sheet.add("g", { class: "board-lit" });
    this.marks = sheet.add("g", { class: "snaps" });
    this.units = sheet.add("g", { class: "deployment unsent" });
    form.querySelector("[data-handful]").hidden = false;
    this.tray = new Tray(this, form.querySelector("[data-tray]"));
    this.listen();
    const begun = parsed(form.elements.namedItem("answer").value || "null") || given.draft;
    if (begun) this.lay(begun);
    if (this.things.size === 1) this.choose([...this.things.keys()][0], { silent: true });
    sheet.paint(() => this.draw());
    this.change();
    startPlans(this);
  }

  listen() {
    const { form, sheet } = this;
    const on = (name, act) => {
      const button = form.querySelector(`[data-${name}]`);
      button?.addEventListener("click", (event) => act(event, button), lasting());
    };
    on("put", (event) => this.putDown(event.detail === 0));
    on("back", () => this.takeBack());
    on("several", (event, button) => {
      this.several = !this.several;
      button.setAttribute("aria-pressed", String(this.several));
    });
    for (const button of form.querySelectorAll("[data-form]")) {
      button.addEventListener("click", () => this.formUp(button.dataset.form), lasting());
    }
    for (const field of form.querySelectorAll(".typed input")) {
      field.addEventListener("input", () => this.typed(field), lasting());
    }
    for (const field of form.querySelectorAll("[data-what], .ticks input, select")) {
      field.addEventListener("change", () => this.change(), lasting());
    }
    let pressed = [0, 0];
    sheet.svg.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
    }, lasting({ capture: true }));
    sheet.svg.addEventListener("click", (event) => {
      if (event.target.closest("[data-mine]") || document.querySelector(".measuring")) return;
      if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > STILL) return;
      this.tapped(sheet.point(event));
    }, lasting());
  }

  // What a tap on free ground does: it puts down what is taken, else it lets go.
  tapped(point) {
    const waiting = this.waiting();
    if (waiting.length) this.putAt(waiting, point);
    else if (this.chosen.size && this.things.size > 1) this.chosen.clear();
    else return;
    this.settle();
  }

  // What is taken and not on the table yet.
  waiting() {
    return [...this.chosen].filter((id) => !this.places.has(id) && this.isPlaceable(id));
  }

  isPlaceable(id) {
    return this.things.has(id) && !(this.marching() && this.things.get(id).thing === "marker");
  }

  marching() {
    return this.form.querySelector('[name="what"]:checked')?.value === "march";
  }

  usual(thing) {
    if (thing.stands) return { at: [...thing.stands.at], facing: thing.stands.facing, ranks: thing.stands.formation.ranks };
    return { at: [0, 0], facing: thing.turns ? this.given.facing : 90, ranks: thing.ranks ?? 1 };
  }

  // Taken into the hand. One alone, unless several are wanted.
  choose(id, { add = this.several, silent = false } = {}) {
    const thing = this.things.get(id);
    if (add && this.chosen.has(id)) this.chosen.delete(id);
    else {
      if (!add) this.chosen.clear();
      this.chosen.add(id);
    }
    if (thing.stands && !this.places.has(id)) {
      // One unit moves in a turn.
      this.places.clear();
      this.chosen = new Set([id]);
      this.places.set(id, this.usual(thing));
    }
    this.ask(thing);
    if (silent) return;
    this.settle();
  }

  // Beside each other, their fronts in line and their middle at a point.
  putAt(ids, point) {
    const taken = ids.map((id) => [id, this.places.get(id) || this.usual(this.things.get(id))]);
    const facing = taken[0][1].facing;
    const wide = taken.map(([id, place]) => sizeOf(this.things.get(id), place)[0]);
    const all = wide.reduce((sum, each) => sum + each, 0);
    const deepest = Math.max(...taken.map(([id, place]) => sizeOf(this.things.get(id), place)[1]));
    const turn = ((facing - 90) * Math.PI) / 180;
    let along = -all / 2;
    for (const [number, [id, place]] of taken.entries()) {
      const [, deep] = sizeOf(this.things.get(id), place);
      const [x, y] = [along + wide[number] / 2, (deepest - deep) / 2];
      along += wide[number];
      const at = [
        point[0] + x * Math.cos(turn) - y * Math.sin(turn),
        point[1] + x * Math.sin(turn) + y * Math.cos(turn),
      ].map(round);
      this.places.set(id, { ...place, facing, at });
      this.without.delete(id);
    }
    this.keepOnTable(ids);
    this.snap(ids);
  }

  // Where the page itself finds room, for who taps no place: to the front, foot in the middle.
  putDown(byKey) {
    const ids = this.waiting();
    if (!ids.length) return this.say(this.given.words.none);
    for (const id of ids) {
      const thing = this.things.get(id);
      const place = this.room(thing);
      if (place) this.places.set(id, place);
      else {
        this.places.set(id, { ...this.usual(thing), at: [this.sheet.width / 2, this.homeward(3)] });
        this.say(this.given.words.no_room.replace("{label}", thing.label));
      }
      this.without.delete(id);
    }
    this.settle();
    this.lens.follow(this.outline());
    if (byKey) this.drawings.get(ids.at(-1))?.root.focus();
    return undefined;
  }

  homeward(far) {
    return this.given.facing === 90 ? far : this.sheet.depth - far;
  }

  room(thing) {
    const known = this.grounds.get(thing.like);
    if (!known?.allowed) return null;
    const usual = this.usual(thing);
    const [frontage, depth] = sizeOf(thing, usual);
    const wings = thing.arm === "mounted";
    const middle = this.sheet.width / 2;
    const across = [];
    for (let x = frontage / 2; x <= this.sheet.width - frontage / 2 + 1e-6; x += SEARCHED) across.push(x);
    across.sort((one, other) => (Math.abs(one - middle) - Math.abs(other - middle)) * (wings ? -1 : 1));
    const half = this.sheet.depth / 2;
    for (let back = depth / 2; back <= half; back += SEARCHED) {
      const y = this.given.facing === 90 ? half - back : half + back;
      for (const x of across) {
        const place = { ...usual, at: [round(x), round(y)] };
        if (holdsWhole(known.allowed, thing, place) && !this.crowds(thing, place).length) return place;
      }
    }
    return null;
  }

  takeBack() {
    for (const id of this.chosen) {
      this.places.delete(id);
      const thing = this.things.get(id);
      if (this.chosen.size === 1) this.say(this.given.words.back.replace("{label}", thing.label));
    }
    if (this.things.size > 1) this.chosen.clear();
    this.settle();
  }

  // Line is one deep, column one wide; several close up again where they stood.
  formUp(name) {
    const ids = [...this.chosen].filter((id) => this.things.get(id).bases);
    if (!ids.length) return this.say(this.given.words.none);
    for (const id of ids) {
      const thing = this.things.get(id);
      const ranks = { line: 1, two: Math.min(2, thing.bases), column: thing.bases }[name];
      if (this.places.has(id)) this.places.set(id, { ...this.places.get(id), ranks });
      else thing.ranks = ranks;
    }
    const laid = ids.filter((id) => this.places.has(id));
    if (laid.length > 1) {
      const middle = this.middle(laid);
      this.putAt(this.inOrder(laid), middle);
    }
    this.settle();
    return undefined;
  }

  inOrder(ids) {
    const { facing } = this.places.get(ids[0]);
    const turn = ((facing - 90) * Math.PI) / 180;
    const along = (id) => {
      const [x, y] = this.places.get(id).at;
      return x * Math.cos(turn) + y * Math.sin(turn);
    };
    return [...ids].sort((one, other) => along(one) - along(other));
  }

  middle(ids) {
    const all = ids.flatMap((id) => corners(this.things.get(id), this.places.get(id)));
    const [x0, y0, x1, y1] = bounds(all);
    return [(x0 + x1) / 2, (y0 + y1) / 2];
  }

  turn(degrees) {
    const ids = [...this.chosen].filter((id) => this.places.has(id));
    if (!ids.length) return;
    const about = ids.length > 1 ? this.middle(ids) : null;
    const turn = (degrees * Math.PI) / 180;
    for (const id of ids) {
      const place = this.places.get(id);
      if (!this.things.get(id).turns) continue;
      const facing = (((place.facing + degrees) % 360) + 360) % 360;
      let { at } = place;
      if (about) {
        const [x, y] = [at[0] - about[0], at[1] - about[1]];
        at = [about[0] + x * Math.cos(turn) - y * Math.sin(turn), about[1] + x * Math.sin(turn) + y * Math.cos(turn)].map(round);
      }
      this.places.set(id, { ...place, facing, at });
    }
    this.keepOnTable(ids);
    this.change();
  }

  nudge([dx, dy]) {
    const ids = [...this.chosen].filter((id) => this.places.has(id));
    this.slide(ids, dx, dy);
    this.keepOnTable(ids);
    this.change();
  }

  slide(ids, dx, dy) {
    for (const id of ids) {
      const place = this.places.get(id);
      this.places.set(id, { ...place, at: [round(place.at[0] + dx), round(place.at[1] + dy)] });
    }
  }

  keepOnTable(ids) {
    const laid = ids.filter((id) => this.places.has(id));
    if (!laid.length) return;
    const [x0, y0, x1, y1] = bounds(laid.flatMap((id) => corners(this.things.get(id), this.places.get(id))));
    const { width, depth } = this.sheet;
    const [dx, dy] = [Math.max(0, -x0) - Math.max(0, x1 - width), Math.max(0, -y0) - Math.max(0, y1 - depth)];
    if (dx || dy) this.slide(laid, dx, dy);
  }

  // Drawn to the sides of neighbours and the lines of the zone: what is taken moves as one.
  snap(ids) {
    const laid = ids.filter((id) => this.places.has(id));
    this.marks.replaceChildren();
    if (!laid.length) return;
    const { facing } = this.places.get(laid[0]);
    const turn = facing % 90;
    const into = (points) => points.map(([x, y]) => rotated([x, y], -turn));
    const own = bounds(into(laid.flatMap((id) => corners(this.things.get(id), this.places.get(id)))));
    const lines = [[], []];
    for (const ring of this.neighbours(laid, turn)) {
      const [x0, y0, x1, y1] = bounds(into(ring));
      lines[0].push(x0, x1);
      lines[1].push(y0, y1);
    }
    if (!turn) {
      const region = this.grounds.get(this.things.get(laid[0]).like)?.allowed;
      for (const [first] of region ? region.coordinates : []) {
        const [x0, y0, x1, y1] = bounds(first);
        lines[0].push(x0, x1);
        lines[1].push(y0, y1);
      }
    }
    const by = lines.map((levels, axis) => {
      const ways = levels.flatMap((level) => [[level - own[axis], level], [level - own[axis + 2], level]]);
      return ways.reduce((best, way) => (Math.abs(way[0]) < Math.abs(best[0]) ? way : best), [Infinity, 0]);
    });
    const near = by.map(([way]) => (Math.abs(way) < SNAP ? way : 0));
    if (near[0] || near[1]) this.slide(laid, ...rotated(near, turn));
    for (const axis of [0, 1]) {
      if (!(Math.abs(by[axis][0]) < SNAP)) continue;
      const level = by[axis][1];
      const low = own[1 - axis] + near[1 - axis] - 1;
      const high = own[3 - axis] + near[1 - axis] + 1;
      const ends = [low, high].map((other) => rotated(axis ? [other, level] : [level, other], turn));
      this.sheet.add("path", { class: "snap", d: this.sheet.path(ends, false) }, this.marks);
    }
  }

  // The outlines of what lies square to it, near enough to count.
  neighbours(ids, turn) {
    const square = (ring) => {
      const [[ax, ay], [bx, by]] = ring;
      const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI - turn;
      return Math.abs(degrees / 90 - Math.round(degrees / 90)) < 0.01;
    };
    const own = [...this.places]
      .filter(([id]) => !ids.includes(id))
      .map(([id, place]) => corners(this.things.get(id), place));
    const there = this.given.standing.map((each) => each.corners);
    return [...own, ...there].filter(square);
  }

  // Own things of this answer that stand in its way: the page alone keeps them apart.
  crowds(thing, place) {
    const mine = corners(thing, place, TOLERANCE / 2);
    return [...this.places]
      .filter(([id]) => id !== thing.id)
      .map(([id, other]) => [this.things.get(id), shared(mine, corners(this.things.get(id), other, TOLERANCE / 2))])
      .filter(([other, deep]) => deep > 0 && !(thing.thing === "leader" && other.thing === "unit"));
  }

  // Asked once for each like thing: the ground that is open to it, and why the rest is closed.
  async ask(thing) {
    const like = thing.stands ? thing.id : thing.like;
    thing.like = like;
    if (this.grounds.has(like) || !this.given.urls?.zones) return;
    this.grounds.set(like, null);
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "prompt"]) body.set(name, this.form.elements.namedItem(name).value);
    body.set("unit", thing.unit ?? "");
    const drawnStill = stands();
    const came = await asked(this.given.urls.zones, { method: "POST", body });
    if (!drawnStill()) return;
    if (came) this.grounds.set(like, came.found);
    else {
      this.grounds.delete(like);
      later(() => this.ask(thing), AGAIN);
      return;
    }
    this.change();
    this.onJudged();
  }

  // What is wrong with where a thing stands, in words; null as long as nothing is known of it.
  faults(id) {
    const thing = this.things.get(id);
    const place = this.places.get(id);
    const known = this.grounds.get(thing.like);
    if (!known) {
      this.ask(thing);
      return null;
    }
    const { words } = this.given;
    const said = (template, more) => fill(template, { pieces: thing.label, label: thing.label, ...more });
    const own = this.crowds(thing, place).map(([other, deep]) =>
      said(words.overlap_own, { other: other.label, measured: figure(deep) }),
    );
    if (known.reach) {
      const far = Math.hypot(place.at[0] - known.reach.from[0], place.at[1] - known.reach.from[1]);
      if (far > known.reach.most + TOLERANCE) {
        own.push(said(words.closed.moved_too_far, { measured: figure(far), required: fixed(known.reach.most) }));
      }
    }
    const [x0, y0, x1, y1] = bounds(corners(thing, place));
    const off = Math.max(-x0, -y0, x1 - this.sheet.width, y1 - this.sheet.depth);
    if (off > TOLERANCE) own.push(said(words.closed.outside_table, { measured: figure(off) }));
    if (holdsWhole(known.allowed, thing, place)) return own;
    const closed = known.closed
      .map((each) => [each, within(each.region, thing, place)])
      .filter(([, deep]) => deep > 0)
      .map(([{ code, rule }, deep]) => `${rule}: ${said(words.closed[code], { measured: figure(deep), special: "" })}`);
    return [...own, ...closed];
  }

  draw() {
    this.drawZones();
    for (const [id, drawing] of this.drawings) {
      if (!this.places.has(id)) {
        drawing.root.remove();
        this.drawings.delete(id);
      }
    }
    for (const [id, place] of this.places) {
      const drawing = this.drawings.get(id) || this.drawn(id);
      drawing.draw(place);
      const wrong = this.wrong?.get(id)?.length > 0;
      drawing.root.classList.toggle("amiss", wrong);
      drawing.root.classList.toggle("chosen", this.chosen.has(id));
      drawing.root.setAttribute("aria-pressed", String(this.chosen.has(id)));
      drawing.root.setAttribute("aria-label", this.placeInWords(id));
    }
    this.unstood();
  }

  // The figures of a unit that moves are drawn where it would go, not where it stood.
  unstood() {
    for (const thing of this.things.values()) {
      if (!thing.stands) continue;
      const side = Number(this.form.elements.namedItem("prompt").value.split("-").at(-1));
      const there = this.sheet.svg.querySelector(`[data-thing="unit-${side}-${thing.id_there}"]`);
      there?.classList.toggle("gone", this.places.has(thing.id));
    }
  }

  drawn(id) {
    const { role, signs } = this.given;
    const drawing = new UnitDrawing(this.sheet, this.things.get(id), { role, signs, parent: this.units });
    this.drawings.set(id, drawing);
    let from = new Map();
    this.sheet.drag(drawing.root, {
      begin: () => {
        this.wasChosen = this.chosen.has(id);
        if (!this.wasChosen) {
          if (!this.several) this.chosen.clear();
          this.chosen.add(id);
        }
        this.ask(this.things.get(id));
        from = new Map([...this.chosen].filter((each) => this.places.has(each)).map((each) => [each, this.places.get(each)]));
        this.change();
      },
      act: (point, start, event) => {
        const [dx, dy] = [point[0] - start[0], point[1] - start[1]];
        for (const [each, place] of from) {
          this.places.set(each, { ...place, at: [round(place.at[0] + dx), round(place.at[1] + dy)] });
        }
        this.keepOnTable([...from.keys()]);
        if (!event.altKey) this.snap([...from.keys()]);
        this.dragged = true;
        this.sheet.layer.classList.add("dragging");
        this.change();
      },
      end: () => {
        this.sheet.layer.classList.remove("dragging");
        this.marks.replaceChildren();
        if (!this.dragged && this.several && this.wasChosen) this.chosen.delete(id);
        this.dragged = false;
        this.settle();
      },
    });
    const { root } = drawing;
    root.addEventListener("keydown", (event) => this.key(event, id), lasting());
    root.addEventListener("focus", () => {
      if (this.chosen.has(id) || !root.matches(":focus-visible")) return;
      this.choose(id, { add: false });
    }, lasting());
    return drawing;
  }

  key(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.chosen.has(id)) this.choose(id, { add: false, silent: true });
    const step = stepOf(event, this.sheet);
    const turn = turnOf(event.key);
    if (step) this.nudge(step);
    else if (turn) this.turn(turn);
    else if (["Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      this.chosen = new Set([id]);
      this.takeBack();
      this.tray.focus(id);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.settleSoon();
  }

  drawZones() {
    const { sheet, lit } = this;
    lit.replaceChildren();
    const id = [...this.chosen].at(-1);
    const thing = id && this.things.get(id);
    const known = thing && this.isPlaceable(id) && this.grounds.get(thing.like);
    if (!known?.allowed) return;
    const open = path(known.allowed, sheet, [0, 0]);
    sheet.add("path", { class: "dim", d: sheet.path(box([0, 0, sheet.width, sheet.depth])) + open, "fill-rule": "evenodd" }, lit);
    for (const { code, rule, region } of known.closed) {
      const closed = sheet.add("path", { class: "closed", "data-code": code, d: path(region, sheet, [0, 0]), "fill-rule": "evenodd" }, lit);
      const why = sheet.add("title", {}, closed);
      why.textContent = `${rule}: ${this.given.words.why[code] ?? ""}`;
    }
    sheet.add("path", { class: "lit", d: open, "fill-rule": "evenodd" }, lit);
    if (known.reach) {
      const [cx, cy] = sheet.at(known.reach.from);
      sheet.add("circle", { class: "reach", cx, cy, r: known.reach.most * sheet.unit }, lit);
    }
  }

  // After every change: judged, drawn, said and written into the form.
  change() {
    this.deeds += 1;
    this.wrong = new Map([...this.places.keys()].map((id) => [id, this.faults(id)]));
    this.draw();
    this.tray.show();
    this.show();
    const answer = this.answer();
    this.form.elements.namedItem("answer").value = answer ? JSON.stringify(answer) : "";
    this.fillFields();
    const amiss = [...this.wrong.values()].some((each) => each?.length);
    this.form.toggleAttribute("data-amiss", amiss);
  }

  show() {
    const { form, given, readout } = this;
    const marching = this.marching();
    form.querySelector("[data-handful]").hidden = marching;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = (part.dataset.for === "march") !== marching;
    const laid = [...this.chosen].filter((id) => this.places.has(id));
    const back = form.querySelector("[data-back]");
    const put = form.querySelector("[data-put]");
    back.hidden = !laid.length;
    put.hidden = laid.length > 0 && !this.waiting().length;
    put.disabled = !this.waiting().length;
    for (const button of form.querySelectorAll("[data-turn]")) {
      button.hidden = !given.things.some((thing) => thing.turns);
      button.disabled = !laid.length;
    }
    for (const button of form.querySelectorAll("[data-form]")) {
      const ids = [...this.chosen].filter((id) => this.things.get(id).bases);
      button.disabled = !ids.length;
      const ranks = (id) => (this.places.get(id) || this.usual(this.things.get(id))).ranks;
      const is = { line: () => 1, two: () => 2, column: (id) => this.things.get(id).bases }[button.dataset.form];
      button.setAttribute("aria-pressed", String(ids.length > 0 && ids.every((id) => ranks(id) === is(id))));
    }
    const lines = [this.inWords()];
    const faults = [...this.wrong.entries()].filter(([, each]) => each?.length);
    const near = faults.find(([id]) => this.chosen.has(id)) || faults[0];
    const line = (text, name) => {
      const part = document.createElement("span");
      part.textContent = text;
      if (name) part.className = name;
      return part;
    };
    readout.replaceChildren(...lines.map((text) => line(text)));
    if (near) readout.append(line(near[1].join(" "), "amiss"));
    else if (this.places.size && [...this.wrong.values()].every(Boolean)) readout.append(line(given.words.legal_all, "legal"));
    else readout.append(line(""));
  }

  inWords() {
    const { words } = this.given;
    const ids = [...this.chosen];
    const waiting = this.waiting();
    if (waiting.length === 1) return words.taken.replace("{label}", this.things.get(waiting[0]).label);
    if (waiting.length) return words.taken_many.replace("{number}", waiting.length);
    if (ids.length === 1 && this.places.has(ids[0])) return this.placeInWords(ids[0]);
    return ids.map((id) => this.things.get(id).label).join(", ") || words.hint;
  }

  placeInWords(id) {
    const { words } = this.given;
    const thing = this.things.get(id);
    const place = this.places.get(id);
    const near = this.sheet.near;
    const across = near ? place.at[0] : this.sheet.width - place.at[0];
    const up = near ? place.at[1] : this.sheet.depth - place.at[1];
    const parts = [fill(words.placed, { label: thing.label, across: fixed(across), up: fixed(up) })];
    if (thing.bases) {
      const ranks = Math.min(place.ranks, thing.bases);
      parts.push(fill(words.ranks, { files: Math.ceil(thing.bases / ranks), ranks }));
    }
    if (thing.turns && place.facing !== this.given.facing) parts.push(fill(words.facing, { degrees: fixed(place.facing) }));
    return parts.join("; ");
  }

  told() {
    return [...this.readout.querySelectorAll(":scope > :not(.told)")].map((line) => line.textContent).filter(Boolean).join(". ");
  }

  say(text) {
    const line = document.querySelector("[data-says]");
    if (line) line.textContent = text;
  }

  // The answer as the form sends it; null as long as there is none.
  answer() {
    const { kind } = this.given;
    const at = (id) => this.places.get(id).at;
    const ticked = (name) => [...this.form.querySelectorAll(`.ticks input[name^="${name}-"]:checked`)].map((each) => Number(each.name.split("-")[1]));
    if (kind === "hide" && this.marching()) {
      const { leader, flank } = Object.fromEntries(["leader", "flank"].map((name) => [name, this.field(name).value]));
      return { march: { leader: Number(leader), flank: flank || null, units: ticked("march") } };
    }
    if (kind === "place_leaders") return this.places.size ? { leaders: this.leaders() } : null;
    const laid = [...this.places];
    if (!laid.length && !this.without.size) return null;
    if (kind === "place_camp") return { at: at("camp"), facing: this.places.get("camp").facing };
    if (kind === "hide") return { ambush: { at: at("marker"), units: ticked("unit") } };
    const units = laid.map(([id, { at: middle, facing, ranks }]) => {
      return { unit: this.things.get(id).unit, at: middle, facing, formation: { ranks } };
    });
    if (kind === "pregame_move") {
      const [moved] = units;
      return moved && { kind: this.things.get(laid[0][0]).kinds[0], ...moved };
    }
    const without = [...this.without].map((id) => this.things.get(id).unit);
    return { units, ...(without.length ? { no_place: without } : {}) };
  }

  leaders() {
    const commands = [...this.form.querySelectorAll("[data-command]")];
    return [...this.things.values()].map(({ id, leader }) => ({
      leader,
      at: this.places.get(id)?.at ?? null,
      units: commands.filter((each) => each.value === String(leader)).map((each) => Number(each.dataset.command)),
    }));
  }

  // An answer laid out as it states: a suggestion, what was refused, or what was begun.
  lay(answer) {
    const put = (id, { at, facing, formation }) => {
      const thing = this.things.get(id);
      if (!thing || !at) return;
      this.places.set(id, { at: [...at], facing: facing ?? 90, ranks: formation?.ranks ?? 1 });
      this.ask(thing);
    };
    const tick = (name, units) => {
      for (const box of this.form.querySelectorAll(`.ticks input[name^="${name}-"]`)) {
        box.checked = units.includes(Number(box.name.split("-")[1]));
      }
    };
    const what = (name) => {
      const radio = this.form.querySelector(`[name="what"][value="${name}"]`);
      if (radio) radio.checked = true;
    };
    this.places.clear();
    this.without = new Set((answer.no_place || []).map((unit) => `u${unit}`));
    if (answer.ambush) {
      what("ambush");
      put("marker", answer.ambush);
      tick("unit", answer.ambush.units);
    } else if (answer.march) {
      what("march");
      this.field("leader").value = String(answer.march.leader);
      this.field("flank").value = answer.march.flank ?? "";
      tick("march", answer.march.units);
    } else if (answer.leaders) {
      for (const each of answer.leaders) {
        put(`leader${each.leader}`, each);
        for (const unit of each.units) {
          const field = this.field(`command-${unit}`);
          if (field) field.value = String(each.leader);
        }
      }
    } else if (Array.isArray(answer.units)) for (const each of answer.units) put(`u${each.unit}`, each);
    else if ("unit" in answer) put(`u${answer.unit}`, answer);
    else if (answer.at) put("camp", answer);
  }

  adopt(answer) {
    if (answer.done || answer.pass) return this.hint(this.given.words.nothing_asked);
    this.lay(answer);
    this.chosen = new Set([...this.chosen].filter((id) => this.places.has(id)));
    return undefined;
  }


  hint(text) {
    later(() => {
      const line = document.createElement("span");
      line.className = "told fine";
      line.setAttribute("role", "alert");
      line.textContent = text;
      this.readout.append(line);
    }, 0);
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  // Typed figures move what they belong to, once all of its own are figures.
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

  // What the rest of the page asks of what is in hand.
  get held() {
    const id = [...this.chosen].find((each) => this.drawings.has(each));
    return id ? this.drawings.get(id).grip : null;
  }

  outline() {
    const ids = [...this.chosen].filter((id) => this.places.has(id));
    const laid = ids.length ? ids : [...this.places.keys()];
    return laid.flatMap((id) => corners(this.things.get(id), this.places.get(id)));
  }

  state() {
    return { places: [...this.places], without: [...this.without] };
  }

  restore({ places, without }) {
    this.places = new Map(places);
    this.without = new Set(without);
    for (const id of this.chosen) if (!this.places.has(id) && this.things.size > 1) this.chosen.delete(id);
    this.change();
    this.onSettled();
  }

  settle() {
    this.change();
    this.form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
    this.onSettled();
  }

  settleSoon() {
    clearTimeout(this.soon);
    this.soon = later(() => this.settle(), PAUSE);
  }
}

function rotated([x, y], degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
}

const figure = (value) => fixed(Math.max(0.01, value));

const fill = (template, values) => (template || "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
