// Edits a table by hand: pieces are picked one by one in the picture or in the list, and placed with the
// editor of a battle's table. The form holds the figures of all changes; the server computes the result.

import { asked as answered } from "./request.js";
import { taps, tappable } from "./layout-taps.js";
import { startTable } from "./table.js";

const STEPS = { left: [-0.5, 0], right: [0.5, 0], nearer: [0, -0.5], farther: [0, 0.5] };
const TURNS = { "turn-left": 5, "turn-right": -5 };
const MEASURES = ["x", "y", "degrees", "width", "depth"];
const rounded = (value) => Math.round(value * 1000) / 1000 + 0;
const turned = (degrees) => degrees - 360 * Math.round(degrees / 360);

let form = document.getElementById("laying");
let asked = 0;
// The latest open request whose answer replaces the form.
let taking = 0;
const queue = [];
// After saving: another press would save once more.
let leaving = false;
let lay = null;
let mistyped = false;

const field = (name) => form.elements.namedItem(name);
const changes = () => JSON.parse(field("changes").value);

// Submits the form by that button; null, after a message, if no table came back.
async function post(action, edge = table.sheet.near ? "defender" : "invader") {
  const body = new FormData(form);
  for (const [name, value] of Object.entries({ do: action, script: "1", view: edge })) body.set(name, value);
  const heard = (status) => status < 500;
  const came = await answered(form.action, { method: "POST", body, read: "text", heard });
  if (!came) return unheard(form.dataset.unreachable);
  if (came.answer.redirected) {
    leaving = true;
    location.assign(came.answer.url);
    return null;
  }
  const page = new DOMParser().parseFromString(came.found, "text/html");
  // Refused, as when the table was deleted meanwhile: there is no form to replace this one.
  return page.getElementById("laying") ? page : unheard(page.querySelector("main h1")?.textContent || form.dataset.unreachable);
}

function unheard(why) {
  const verdict = form.querySelector("[data-verdict]");
  verdict.className = "verdict-of unknown";
  verdict.textContent = why;
  return null;
}

// The form's present values, to which the server's answer must still apply.
const stated = () => JSON.stringify([...new FormData(form)]);

// Requests that replace the form run one after the other: a button pressed twice acts twice.
async function send(action, take) {
  if (leaving) return;
  if (takes(take)) {
    // Answers about the piece as it lies now come too late from here on.
    table.editor?.deed();
    if (taking) return new Promise((done) => queue.push(() => done(ask(action, take))));
  }
  return ask(action, take);
}

// All but the parts for screen readers only.
const takes = (take) => take !== hear;

async function ask(action, take) {
  const mine = (asked += 1);
  if (takes(take)) taking = mine;
  form.setAttribute("aria-busy", "true");
  try {
    let sent = stated();
    let found = await post(action);
    // Changes made meanwhile would be lost with the form, so they are sent too.
    while (found && takes(take) && mine === asked && stated() !== sent) {
      sent = stated();
      found = await post(action);
    }
    if (mine !== asked) return;
    if (found) take(found);
  } finally {
    if (mine === taking) taking = 0;
    if (mine === asked) form.removeAttribute("aria-busy");
    if (!taking && !leaving) queue.shift()?.();
  }
}

// Another piece is in hand, or none: everything that the server rendered is taken over.
function takeOver(found) {
  const focus = keptFocus();
  const open = form.querySelector("[data-figures]")?.open;
  const drawn = found.getElementById("laying");
  form.replaceWith(drawn);
  form = drawn;
  const figures = form.querySelector("[data-figures]");
  if (figures && open) figures.open = true;
  listen();
  table.redraw(found.querySelector("#table svg"));
  table.take();
  lay = lies();
  table.noted();
  if (focus === "held") table.editor?.held?.focus({ preventScroll: true });
  else if (focus) form.querySelector(focus)?.focus({ preventScroll: true });
}

// An added piece is in hand, and has the focus.
function takeAdded(found) {
  takeOver(found);
  table.editor?.held?.focus();
}

// The piece stays in hand: only the text about the table is new.
function hear(found) {
  for (const part of ["verdict", "save", "choices"]) {
    const [mine, theirs] = [form, found].map((each) => each.querySelector(`[data-${part}]`));
    mine.className = theirs.className;
    mine.replaceChildren(...theirs.childNodes);
  }
  for (const mine of form.querySelectorAll(".in-hand .field .fault")) {
    mine.textContent = found.getElementById(mine.id)?.textContent ?? "";
    mine.previousElementSibling.setAttribute("aria-invalid", String(mine.textContent !== ""));
  }
}

// How the focused element is found in the newly rendered part.
function keptFocus() {
  const held = document.activeElement;
  if (held?.dataset.piece || held?.classList.contains("held")) return "held";
  if (!held || !form.contains(held)) return null;
  if (held.id) return `#${CSS.escape(held.id)}`;
  return held.value ? `button[value="${CSS.escape(held.value)}"]` : null;
}

// The figures of the piece in hand and its die, as the form stores them.
function lies() {
  const { editor } = table;
  if (!editor) return null;
  const [x, y, degrees, width, depth] = editor.lying();
  const die = Number(field("die")?.value) || null;
  return [...[x, y, turned(degrees), width, depth].map(rounded), die];
}

// Whether a field has text that cannot be drawn.
function undrawn() {
  return MEASURES.some((name) => table.editor.mistyped(name));
}

const keeper = {
  state: () => JSON.stringify(changes()),
  restore(state) {
    field("changes").value = state;
    // The fields do not describe the piece to which undo returns.
    table.editor?.rest();
    for (const name of MEASURES) if (field(name)) field(name).value = "";
    field("die")?.remove();
    send("check", takeOver);
  },
  settled() {
    const now = lies();
    const before = mistyped;
    mistyped = undrawn();
    if (JSON.stringify(now) === JSON.stringify(lay)) {
      // The server reports its faults, and that there are none any more.
      if ((mistyped || before) && !taking) send("check", hear);
      return;
    }
    lay = now;
    const all = changes();
    all.pieces[field("chosen").value] = now;
    field("changes").value = JSON.stringify(all);
    // The pending request is then repeated with it.
    if (!taking) send("check", hear);
  },
};

function pressed(event) {
  const action = event.submitter?.value || "check";
  // If the browser saved the form itself, text would be lost with the page when no server answers.
  event.preventDefault();
  const { editor, sheet } = table;
  if (editor?.nudge && STEPS[action]) {
    const way = sheet.near ? 1 : -1;
    editor.nudge(...STEPS[action].map((part) => part * way));
  } else if (editor?.turn && TURNS[action]) editor.turn(TURNS[action]);
  else return void send(action, action === "add" ? takeAdded : takeOver);
  editor.settleSoon();
}

function listen() {
  form.addEventListener("submit", pressed);
  tappable(table.sheet.svg);
}

addEventListener("pageshow", () => { leaving = false; });

// The server has drawn the piece in hand for readers without scripts.
if (field("chosen").value) {
  const drawn = `[data-piece="${CSS.escape(field("chosen").value)}"]`;
  for (const each of document.querySelectorAll(`#table :is(${drawn}, .in-hand)`)) each.remove();
}
const table = startTable({ keeper, look: (edge) => post("check", edge) });
lay = lies();
listen();
const { svg } = table.sheet;
svg.addEventListener("redrawn", () => tappable(svg));
taps(svg, (name) => send(`choose:${name}`, takeOver));

// With the mouse, picking and dragging a piece is one gesture.
svg.addEventListener("pointerdown", (event) => {
  const piece = event.target.closest?.("[data-piece]");
  if (!piece || event.button || event.pointerType !== "mouse" || svg.classList.contains("magnified")) return;
  event.stopPropagation();
  let last = event;
  const follow = (each) => { last = each; };
  const gone = () => { last = null; };
  svg.addEventListener("pointermove", follow);
  addEventListener("pointerup", gone, { once: true });
  send(`choose:${piece.dataset.piece}`, (found) => {
    takeOver(found);
    if (!last || !table.editor) return;
    const { pointerId, clientX, clientY, pointerType } = event;
    table.editor.held.dispatchEvent(new PointerEvent("pointerdown", { pointerId, clientX, clientY, pointerType }));
    table.editor.held.dispatchEvent(new PointerEvent("pointermove", { pointerId, clientX: last.clientX, clientY: last.clientY }));
  }).finally(() => {
    svg.removeEventListener("pointermove", follow);
    removeEventListener("pointerup", gone);
  });
}, { capture: true });
