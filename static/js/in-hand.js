// What every piece in hand can do: show itself, tell its measures, say what is wrong, fill the form.
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

// So much of what is typed is repeated where it is no measure.
const LONG = 20;

// What is too little is never rounded up to what is asked.
const floored = (value) => fixed(Math.floor(value * 100) / 100);

const said = (text, name = "amiss") => {
  const words = document.createElement("span");
  words.className = name;
  words.textContent = text;
  return words;
};

// A line of the server's refusal as a fault that is told beside the piece, and drawn by others.
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
    // What was told at the end of a gesture is told better: the server has said more meanwhile.
    this.onJudged = () => {};
    this.panel?.addEventListener("toggle", () => this.show(), lasting());
    this.form.addEventListener("input", (event) => this.typed(event.target), lasting());
    sheet.painters.push(() => this.show());
  }

  judged() {
    this.show();
    if (this.gestures && !this.sheet.layer.classList.contains("dragging")) this.onJudged();
  }

  // Lets a part of the piece be dragged; every drag is one gesture.
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
    // Under the cursor a figure that is half typed ("6." or nothing) stays as it is.
    if (field === document.activeElement && field.localName === "input") {
      const typed = read(field.value);
      if (Number.isNaN(typed) || typed === read(value)) return;
    }
    // What is typed and cannot be drawn stays until the piece is moved by other means.
    if (!this.moving && this.mistyped(name)) return;
    field.value = value;
    field.setCustomValidity?.("");
  }

  // What is typed and no figure, or none of any table, is not drawn.
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
    // Another form stands there by now, with a piece of its own.
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

  // Writes its measures into the fields where they may be typed.
  fill() {}

  // What the form sends.
  answer(outline) {
    return { outline: geometry.asPolygon(outline) };
  }

  // What tells how the outline is held: three points that go with it, and by `of` which outline it
  // is, turned and sized as it may be. Ends of a river make it another.
  frame(outline) {
    return { of: "", points: outline.slice(0, 3) };
  }

  // Takes what the server drew of the piece as it is held now.
  drawing() {
    const frame = this.frame(this.outline());
    return (drawn) => this.likeness.take(drawn, frame);
  }

  // What the page itself finds wrong while the server has not said.
  guess() {
    return [];
  }

  // Whatever was asked about it before is asked about another place.
  deed() {
    this.deeds += 1;
    this.readout.querySelector(".told")?.remove();
  }

  // It lies elsewhere soon, as the server will say: until then its fields say nothing of it.
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

  // What lies there is not what was refused: it is judged here.
  afresh() {
    this.changed = true;
    this.show();
  }

  // What this page can know at once; the rest is for the server to judge. The size stands in the
  // first line, where it lies in the second.
  measured(outline) {
    const words = this.given.words;
    const size = document.createElement("b");
    size.textContent = this.sizeInWords(outline);
    const off = this.offSize(outline);
    const lines = [[size, ...this.inCentimetres()], []];
    // Beside the fields that are typed into it is said already.
    if (off && !this.panel?.open) lines[0].push(" ", said(off.words));
    this.sayBeside(off);
    const judged = this.ground.judge(outline);
    if (!this.refusal) this.takeRefusal();
    const faults = judged?.faults ?? this.refused() ?? this.guess(outline);
    const where = faults.length ? this.broken(faults) : this.around(outline, judged, off);
    lines[1].push(...where.parts);
    const amiss = Boolean(where.amiss || off);
    this.held.classList.toggle("amiss", amiss);
    // It may be sent all the same, and is refused; but nothing invites to it.
    this.form.toggleAttribute("data-amiss", amiss);
    // What the server has drawn of a refused place stays until the piece is touched.
    if (judged) this.saidHere(faults, off);
    if (this.changed || !this.given.where?.length) this.offences.show(faults, outline);
    if (judged || this.changed) this.offerAsPlaced(Boolean(faults.length || off), faults);
    return lines.map((parts) => {
      const line = document.createElement("span");
      line.append(...parts);
      return line;
    });
  }

  // What the server says of a refused place is said beside the piece from the first, where the page
  // says it once it has measured it: else the buttons would move under a thumb on its way to them.
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

  // As long as what was refused lies there as it was.
  refused() {
    return (!this.changed && this.refusal?.told.isConnected && this.refusal.faults) || null;
  }

  // What is measured here takes the place of what the server said, unless it is something else.
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

  // The first rules that it breaks, in words, and how many more; what is alike of two pieces, once.
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

  // What lies around it, measured here; and that it is legal, once the server's regions say so.
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
      // A gap that counts as kept is not told as less than it.
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

  // The other side may be asked to accept what is wrong, unless no agreement can mend it. About what
  // was refused the server has said it. Its place is kept: no button comes under a hand that is
  // about to press another.
  offerAsPlaced(wrong, faults) {
    if (!this.asPlaced || (!this.changed && this.form.querySelector(".refusals"))) return;
    const acceptable = faults.every(({ code }) => this.given.live[code]?.acceptable);
    for (const each of [this.asPlaced, this.form.querySelector("#as-placed-says")]) {
      each.toggleAttribute("data-unseen", !(wrong && acceptable));
    }
  }

  // The lengths that are told of it, in base widths.
  lengths() {
    return [];
  }

  // The same as a ruler has them; `given.cm` to a base width.
  inCentimetres() {
    const { cm, words } = this.given;
    const lengths = cm ? this.lengths().map((length) => fixed(Math.round(length * cm * 10) / 10)) : [];
    if (!lengths.length) return [];
    return [" ", said(words.in_cm.replace("{lengths}", lengths.join(" × ")), "ruler")];
  }

  // What is wrong with a size: {words, fields}, the fields being those of its typed measures.
  offSize() {
    return null;
  }

  // The one measure of what runs from edge to edge.
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

  // A size that cannot be is said beside its fields too, before anything is sent.
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

  // The neighbour that is nearest, before all the one whose gap is least kept.
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

  // Shows to what a dragged piece is drawn: stretches and points of the table.
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

  // What is told when a gesture is over.
  told() {
    const lines = [...this.readout.querySelectorAll(":scope > :not(.told)")];
    return `${this.given.label}: ${lines.map((line) => line.textContent.replace(/\.$/, "")).join(". ")}`;
  }
}
