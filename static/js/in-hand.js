// The common part of every piece in hand: drawing, measures, faults, and the form.
//
// `given` is the JSON that the server wrote for the editor: label, others (id, label, name, outline,
// gap, touch), zones, words, live, urls, farthest (the greatest figure that may be typed, where
// `limits` names no least and most of a field); `form` holds the fields `answer`
// and, where a route needs them, `prompt` and `csrfmiddlewaretoken`, and a [data-readout].

import { fixed, read } from "./figures.js";
import * as geometry from "./geometry.js";
import { TOLERANCE } from "./geometry.js";
import { Ground } from "./ground.js";
import { Held } from "./held.js";
import { lasting } from "./life.js";
import { Likeness } from "./likeness.js";
import { Offences } from "./offences.js";
import { set } from "./sheet.js";

// The number of characters of an invalid measure that are repeated.
const LONG = 20;

// A figure that is too small is never rounded up to the required one.
const floored = (value) => fixed(Math.floor(value * 100) / 100);

const said = (text, name = "amiss") => {
  const words = document.createElement("span");
  words.className = name;
  words.textContent = text;
  return words;
};

// A line of the server's refusal as a fault beside the piece; other modules draw it.
function asSaid(line) {
  const own = [...line.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const words = own.map(({ data }) => data.trim()).join(" ").trim();
  const rule = line.querySelector(".section")?.textContent.trim();
  return { rule, words, figure: "", geometries: [], others: [], drawn: false };
}

export class InHand extends Held {
  constructor(given, form, sheet) {
    super(given, form, sheet);
    this.asPlaced = form.querySelector("[data-as-placed]");
    this.panel = form.querySelector(".measured");
    this.ground = new Ground(given, form, sheet, {
      told: () => this.judged(),
      drawn: () => this.drawing(),
      regrip: (outline, [x, y]) =>
        this.likeness.regrip(this.frame(outline), [outline[0][0] - x, outline[0][1] - y]),
    });
    this.take(given.label);
    this.likeness = new Likeness(sheet, this.held);
    this.marks = sheet.add("g", { class: "snaps" });
    this.offences = new Offences(sheet);
    this.refusal = null;
    this.deeds = 0;
    this.onChange = () => {};
    // Announced again if the server has said more since the end of the gesture.
    this.onJudged = () => {};
    this.panel?.addEventListener("toggle", () => this.show(), lasting());
    this.form.addEventListener("input", (event) => this.typed(event.target), lasting());
    sheet.painters.push(() => this.show());
  }

  judged() {
    this.show();
    if (this.gestures && !this.sheet.layer.classList.contains("dragging")) this.onJudged();
  }

  // Makes a part of the piece draggable; every drag is one gesture.
  grab(element, { begin = () => {}, act }) {
    this.sheet.drag(element, {
      begin: (start) => {
        this.sheet.layer.classList.add("dragging");
        begin(start);
      },
      act,
      end: (moved) => {
        this.sheet.layer.classList.remove("dragging");
        this.snapped([]);
        this.show();
        if (moved) this.settle();
      },
    });
  }

  // A form need not have every field.
  write(name, value) {
    const field = this.field(name);
    if (!field || this.resting) return;
    // A half-typed number in the focused field ("6." or nothing) stays as it is.
    if (field === document.activeElement && field.localName === "input") {
      const typed = read(field.value);
      if (Number.isNaN(typed) || typed === read(value)) return;
    }
    // Text that cannot be drawn stays until the piece is moved in another way.
    if (!this.moving && this.mistyped(name)) return;
    field.value = value;
    field.setCustomValidity?.("");
  }

  // Text that is no number, or a number outside every table, is not drawn.
  figure(name, otherwise) {
    const field = this.field(name);
    const value = read(field?.value);
    const { farthest, limits } = this.given;
    const [least, most] = limits?.[name] ?? [-farthest, farthest];
    return field?.validity.valid && least <= value && value <= most ? value : otherwise;
  }

  mistyped(name) {
    const { inputMode, value } = this.field(name) ?? {};
    return inputMode === "decimal" && value.trim() !== "" && this.figure(name, null) === null;
  }

  show() {
    // The page may have another form by now, with a piece of its own.
    if (!this.form.isConnected) return;
    const outline = this.outline();
    set(this.held, { d: this.sheet.path(outline) });
    this.likeness.lay(this.frame(outline));
    this.write("answer", JSON.stringify(this.answer(outline)));
    this.fill(outline);
    this.ground.look(outline);
    const told = this.readout.querySelector(".told");
    for (const node of [...this.readout.childNodes]) if (node !== told) node.remove();
    this.readout.prepend(...this.measured(outline));
  }

  // Writes its measures into their fields.
  fill() {}

  // The answer that the form sends.
  answer(outline) {
    return { outline: geometry.asPolygon(outline) };
  }

  // How the outline is held: three points that move with it, and in `of` the outline, turned and sized in
  // any way. Moving an end of a river makes another outline.
  frame(outline) {
    return { of: "", points: outline.slice(0, 3) };
  }

  // Takes over the server's drawing of the piece as it is held now.
  drawing() {
    const frame = this.frame(this.outline());
    return (drawn) => this.likeness.take(drawn, frame);
  }

  // The faults that the page itself finds before the server answers.
  guess() {
    return [];
  }

  // Earlier requests are about another place.
  deed() {
    this.deeds += 1;
    this.readout.querySelector(".told")?.remove();
  }

  // The server is about to move it: until then its fields say nothing about the piece.
  rest() {
    this.resting = true;
  }

  change() {
    this.resting = false;
    this.deed();
    this.changed = true;
    this.moving = !this.typing;
    this.show();
    this.moving = false;
    this.onChange();
  }

  // The placement is not the refused one, so it is judged here.
  afresh() {
    this.changed = true;
    this.show();
  }

  // The faults that this page can know at once; the server judges the rest. The size is in the first line,
  // the place in the second.
  measured(outline) {
    const words = this.given.words;
    const size = document.createElement("b");
    size.textContent = this.sizeInWords(outline);
    const off = this.offSize(outline);
    const lines = [[size, ...this.inCentimetres()], []];
    // The message is beside the typed fields already.
    if (off && !this.panel?.open) lines[0].push(" ", said(off.words));
    this.sayBeside(off);
    const judged = this.ground.judge(outline);
    if (!this.refusal) this.takeRefusal();
    const faults = judged?.faults ?? this.refused() ?? this.guess(outline);
    const where = faults.length ? this.broken(faults) : this.around(outline, judged, off);
    lines[1].push(...where.parts);
    const amiss = Boolean(where.amiss || off);
    this.held.classList.toggle("amiss", amiss);
    // It can still be sent, and is refused, but no button suggests it.
    this.form.toggleAttribute("data-amiss", amiss);
    // The server's drawing of a refused place stays until the piece is touched.
    if (judged) this.saidHere(faults, off);
    if (this.changed || !this.given.where?.length) this.offences.show(faults, outline);
    if (judged || this.changed) this.offerAsPlaced(Boolean(faults.length || off), faults);
    return lines.map((parts) => {
      const line = document.createElement("span");
      line.append(...parts);
      return line;
    });
  }

  // The server's refusal is beside the piece from the start, where the page shows its own measurements
  // later: otherwise the buttons would move under a thumb.
  takeRefusal() {
    const list = this.form.querySelector("ul.refusals");
    const all = [...(list?.querySelectorAll("[data-code]") ?? [])];
    if (this.changed || !all.length || !all.every(({ dataset: { code } }) => code in this.given.live)) return;
    const told = document.createElement("p");
    told.className = "refusals";
    told.setAttribute("role", "alert");
    told.textContent = this.given.words.refused;
    list.replaceWith(told);
    this.refusal = { list, told, faults: all.filter(({ dataset: { size } }) => size !== "").map(asSaid) };
    told.scrollIntoView({ block: "nearest" });
  }

  // While the refused placement is unchanged.
  refused() {
    return (!this.changed && this.refusal?.told.isConnected && this.refusal.faults) || null;
  }

  // Measurements of this page replace the server's message about the same fault.
  saidHere(faults, off) {
    const { list, told } = this.refusal ?? {};
    if (!told?.isConnected || this.changed) return;
    const codes = faults.map(({ code }) => code);
    const said = [...list.querySelectorAll("[data-code]")];
    if (!said.every(({ dataset: { code, size } }) => codes.includes(code) || (off && size === ""))) {
      told.replaceWith(list);
      return;
    }
    this.sheet.layer.classList.remove("refused");
    this.given.where = [];
  }

  // The first broken rules in words, and the number of others; the same rule for two pieces counts once.
  broken(faults) {
    const words = this.given.words;
    const parts = [];
    const unlike = [...new Map(faults.map((fault) => [`${fault.rule} ${fault.words}`, fault])).values()];
    for (const { rule, words: told } of unlike.slice(0, 2)) {
      if (parts.length) parts.push(" ");
      if (rule) parts.push(said(rule, "section"), " ");
      parts.push(said(told));
    }
    const more = unlike.length - 2;
    if (more > 0) parts.push(" ", words.more.replace("{count}", more));
    return { parts, amiss: true };
  }

  // The distances around it, measured here; and that it is legal, once the server's regions say so.
  around(outline, judged, off) {
    const words = this.given.words;
    const parts = [];
    const nearest = this.nearest(outline);
    const near = !judged && nearest && nearest.distance < nearest.gap - TOLERANCE;
    const outside = !judged && this.outside(outline);
    if (judged?.nowhere && !off) parts.push(said(words.unfit));
    else if (judged?.legal && !off) parts.push(said(words.legal, "legal"), " ");
    if (nearest && (near || !outside) && !judged?.nowhere) {
      const { label, distance, gap } = nearest;
      // A gap that counts as kept is not shown as smaller than required.
      const kept = Math.abs(gap - distance) < 2 * TOLERANCE ? Math.max(gap, distance) : distance;
      const text = (near ? words.too_near : words.nearest)
        .replace("{label}", label)
        .replace("{distance}", near ? floored(distance) : fixed(kept))
        .replace("{gap}", fixed(gap));
      parts.push(near ? said(text) : text);
    }
    if (outside) parts.push(near ? " · " : "", said(words.outside));
    return { parts, amiss: near || outside || judged?.nowhere };
  }

  // The other side can be asked to accept a fault, unless agreement cannot allow it; the server has already
  // decided this for a refused place. The button's space is kept, so that no button moves under a hand that
  // is about to press another.
  offerAsPlaced(wrong, faults) {
    if (!this.asPlaced || (!this.changed && this.form.querySelector(".refusals"))) return;
    const acceptable = faults.every(({ code }) => this.given.live[code]?.acceptable);
    for (const each of [this.asPlaced, this.form.querySelector("#as-placed-says")]) {
      each.toggleAttribute("data-unseen", !(wrong && acceptable));
    }
  }

  // Its lengths for display, in base widths.
  lengths() {
    return [];
  }

  // The same in centimetres; `given.cm` to a base width.
  inCentimetres() {
    const { cm, words } = this.given;
    const lengths = cm ? this.lengths().map((length) => fixed(Math.round(length * cm * 10) / 10)) : [];
    if (!lengths.length) return [];
    return [" ", said(words.in_cm.replace("{lengths}", lengths.join(" × ")), "ruler")];
  }

  // The faults of a size: {words, fields}, with the fields of its typed measures.
  offSize() {
    return null;
  }

  // The only measure of a piece that runs from edge to edge.
  offDepth(measured, name) {
    const { least, most } = this.given;
    if (measured < least - TOLERANCE) {
      return { words: this.inWords({ fault: "narrow", measured, required: least }), fields: [name] };
    }
    if (measured <= most + TOLERANCE) return null;
    return { words: this.inWords({ fault: "broad", measured, required: most }), fields: [name] };
  }

  inWords({ fault, measured, required }) {
    const shown = fixed(measured) === fixed(required) ? floored(measured) : fixed(measured);
    return this.given.words[fault]
      .replace("{measured}", shown)
      .replace("{required}", fixed(required));
  }

  // An impossible size is also reported beside its fields, before anything is sent.
  sayBeside(off) {
    const line = this.form.querySelector("[data-off-size]");
    if (!line) return;
    const fields = [...this.form.querySelectorAll(".typed input")];
    for (const field of fields) {
      const { name, value, validity } = field;
      if (validity.valid && this.mistyped(name)) {
        const { no_measure, too_much } = this.given.words;
        const words = Math.abs(read(value)) > this.given.farthest ? too_much : no_measure;
        field.setCustomValidity(words.replace("{typed}", value.trim().slice(0, LONG)));
      }
      field.setAttribute("aria-invalid", String(!validity.valid || Boolean(off?.fields.includes(name))));
    }
    const mistyped = fields.find(({ validity }) => !validity.valid);
    line.textContent = mistyped ? this.amissIn(mistyped) : off ? off.words : "";
    line.hidden = !line.textContent;
  }

  amissIn({ validity, validationMessage, title }) {
    return validity.customError ? validationMessage : title;
  }

  // The nearest neighbour; first of all the one whose gap is broken most.
  nearest(outline) {
    let best = null;
    for (const other of this.given.others) {
      const { distance } = geometry.apart(outline, other.outline);
      const gap = other.gap || 0;
      const room = distance - gap;
      if (!best || room < best.room) best = { distance, gap, room, label: other.label };
    }
    return best;
  }

  outside(outline) {
    const { zones, strict } = this.given;
    if (!strict || !zones?.length) return false;
    const holds = ([x0, y0, x1, y1]) => {
      const [a, b, c, d] = geometry.bounds(outline);
      return a >= x0 - TOLERANCE && b >= y0 - TOLERANCE && c <= x1 + TOLERANCE && d <= y1 + TOLERANCE;
    };
    return !zones.some(holds);
  }

  // Shows what a dragged piece snaps to: lines and points of the table.
  snapped(marks) {
    if (!marks.length && !this.marks.firstChild) return;
    this.marks.replaceChildren();
    for (const points of marks) {
      if (points.length > 1) {
        this.sheet.add("path", { class: "snap", d: this.sheet.path(points, false) }, this.marks);
      } else {
        const [cx, cy] = this.sheet.at(points[0]);
        this.sheet.add("circle", { class: "snap", cx, cy, r: 8 * this.sheet.pixel }, this.marks);
      }
    }
  }

  // The announcement at the end of a gesture.
  told() {
    const lines = [...this.readout.querySelectorAll(":scope > :not(.told)")];
    return `${this.given.label}: ${lines.map((line) => line.textContent.replace(/\.$/, "")).join(". ")}`;
  }
}
