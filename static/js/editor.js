// The editor of the piece in hand, its suggestions, and its typed measures.
//
// `given.urls` may name `suggest` (answers {answer: {outline}} or {impossible} or {refused}),
// `nearest` (answers {outline, distance}, or {by} or {about, degrees} of a piece that lies already;
// `distance` is null where there is none) and `hints` (see ground.js).

import { asked as answered } from "./request.js";
import { Board } from "./board.js";
import { asPolygon, middle, ringOf } from "./geometry.js";
import { startPlacement } from "./placement.js";
import { lasting, stands } from "./life.js";
import { Offences } from "./offences.js";
import { startShift } from "./shift.js";
import { showFaults } from "./fault-marks.js";
import { set } from "./sheet.js";

export function startEditor(sheet, lens) {
  const source = document.getElementById("editor");
  if (!source) return null;
  const given = JSON.parse(source.textContent);
  if (given.kind === "shown") {
    show(given, sheet);
    return null;
  }
  const form = document.getElementById("laying");
  if (!form) return null;
  document.body.classList.add("editing");
  sheet.held = () => holdStill(form);
  saysWhatIsNoFigure(form);
  goesOnAtEnter(form);
  const start = given.kind === "place_piece" ? startPlacement : startShift;
  const editor = given.board ? new Board(given, form, sheet, lens) : start(given, form, sheet);
  for (const button of form.querySelectorAll("[data-turn]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      editor.turn(Number(button.dataset.turn));
      editor.settle();
    }, lasting());
  }
  const another = form.querySelector("[data-another]");
  if (another && editor.reshape) {
    another.addEventListener("click", (event) => {
      event.preventDefault();
      editor.reshape();
      editor.settle();
    }, lasting());
  }
  const asked = (name, ask) => {
    const button = form.querySelector(`[data-${name}]`);
    if (!button || !given.urls[name]) return;
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.preventDefault();
      busy(given, form, button, () => ask(given, form, editor));
    }, lasting());
  };
  editor.found = () => lens.follow(editor.outline());
  asked("suggest", suggest);
  asked("nearest", nearest);
  return editor;
}

// A piece that a question is about, and its errors.
function show(given, sheet) {
  const { draft, faults } = given;
  if (!draft?.outline) return;
  const outline = ringOf(draft.outline);
  const held = sheet.add("path", { class: faults?.length ? "held amiss" : "held" });
  sheet.paint(() => set(held, { d: sheet.path(outline) }));
  if (faults) new Offences(sheet).show(showFaults(faults, outline, given, sheet), outline);
  const name = sheet.add("text", { class: "held-name" });
  name.textContent = given.label || "";
  // Away from its centre, where errors are drawn.
  sheet.paint(() => {
    const all = outline.map((point) => sheet.at(point));
    const [x, y] = sheet.at(middle(outline));
    const lower = (y + Math.max(...all.map((point) => point[1]))) / 2;
    set(name, { x, y: lower, "font-size": 15 * sheet.pixel });
    name.parentNode.append(name);
  });
}

// Messages beside the table must not move the table during a drag.
function holdStill(form) {
  let panel = form;
  while (panel && getComputedStyle(panel).overflowY !== "auto") panel = panel.parentElement;
  if (!panel || panel === document.documentElement) return () => {};
  panel.style.height = `${panel.getBoundingClientRect().height}px`;
  return () => { panel.style.height = ""; };
}

// A typed measure that is not a number is never sent: the browser says so beside the field.
function saysWhatIsNoFigure(form) {
  for (const field of form.querySelectorAll(".typed input[pattern]")) {
    // A field that stays is checked again.
    field.setCustomValidity("");
    const judge = () => {
      field.setCustomValidity("");
      field.setCustomValidity(field.validity.valid ? "" : field.title);
      field.setAttribute("aria-invalid", String(!field.validity.valid));
    };
    field.addEventListener("input", judge, lasting());
    field.addEventListener("invalid", () => {
      field.closest("details").open = true;
    }, lasting());
  }
}

// Enter accepts a typed measure and moves to the next field, and from the last to the submit button.
function goesOnAtEnter(form) {
  const fields = [...form.querySelectorAll(".typed input, .typed select")];
  for (const [place, field] of fields.entries()) {
    field.setAttribute("enterkeyhint", "next");
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const next = fields[place + 1] || form.querySelector(".primary");
      if (!field.validity.valid) return field.reportValidity();
      next.focus();
      next.select?.();
    }, lasting());
  }
}

async function busy(given, form, button, ask) {
  button.disabled = true;
  form.classList.add("busy");
  const focused = document.activeElement === button;
  try {
    await ask();
  } finally {
    button.disabled = false;
    if (focused || document.activeElement === document.body) button.focus({ preventScroll: true });
    form.classList.remove("busy");
  }
}

// A refusal is an answer with a reason.
const heard = (status) => status < 500;

// An action of the player overrides an answer on its way; returns whether there was one.
function watched(form, editor) {
  const stated = () => [editor.deeds, ...["die", "declared"].map((name) => editor.field(name)?.value)].join();
  const before = stated();
  const drawnStill = stands();
  return () => !drawnStill() || !form.isConnected || editor.sheet.svg.closest("[inert]") || editor.sheet.dragging != null || stated() !== before;
}

async function suggest(given, form, editor) {
  const overtaken = watched(form, editor);
  const came = await answered(given.urls.suggest, { method: "POST", body: new FormData(form), heard });
  if (!came) return tell(form, given.words.unreachable);
  const { found } = came;
  if (overtaken()) tell(form, given.words.overtaken, "fine");
  else if (found.refused) tell(form, found.refused);
  else if (found.impossible) tell(form, given.words.impossible);
  else if (found.answer.leave) tell(form, given.words.nowhere);
  else if (editor.takeSuggestion) {
    await editor.takeSuggestion(found.answer);
    editor.settle();
  } else adopt(form, editor, found.answer);
}

async function nearest(given, form, editor) {
  const overtaken = watched(form, editor);
  const body = new FormData(form);
  body.set("outline", JSON.stringify(asPolygon(editor.outline())));
  const came = await answered(given.urls.nearest, { method: "POST", body, heard });
  if (!came) return tell(form, given.words.unreachable);
  const { answer, found } = came;
  if (overtaken()) tell(form, given.words.overtaken, "fine");
  else if (!answer.ok) tell(form, found.detail);
  else if (found.distance === null) tell(form, given.words.no_nearest);
  else if (found.distance) adopt(form, editor, found);
  else tell(form, given.words.already, "fine");
}

function adopt(form, editor, answer) {
  form.querySelectorAll(".typed input[pattern]").forEach((each) => each.setCustomValidity(""));
  editor.adopt(answer);
  const whole = editor.whole;
  editor.change();
  if (whole) {
    editor.whole = whole;
    editor.show();
  }
  form.querySelectorAll(".refusals").forEach((each) => each.remove());
  editor.found();
  editor.settle();
}

// Over the readout's second line until the piece is touched, so that no button moves. The form may be
// another one by now: the server may have redrawn it, perhaps with nothing in hand.
function tell({ id }, words, kind = "") {
  const readout = document.querySelector(`#${id} [data-readout]`);
  if (!readout) return;
  readout.querySelector(".told")?.remove();
  const line = document.createElement("span");
  line.className = `told ${kind}`.trim();
  line.setAttribute("role", "alert");
  line.textContent = words;
  readout.append(line);
}
