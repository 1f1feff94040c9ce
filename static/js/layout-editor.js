// Editing a table by hand: one piece after the other is taken in hand, in the picture or in the
// list, and laid with the editor of a battle's table. The form keeps figures of what was changed;
// the server says what they come to.

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
// The latest question whose answer takes the form's place, as long as it is open.
let taking = 0;
const queue = [];
// Saved: what was pressed after that would save it once more.
let leaving = false;
let lay = null;
let mistyped = false;

const field = (name) => form.elements.namedItem(name);
const changes = () => JSON.parse(field("changes").value);

// Sends the form as a press of that button would; null, once it is said why, where no table came.
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
  // Turned away, as where the table was forgotten meanwhile: there is no form to take this one's place.
  return page.getElementById("laying") ? page : unheard(page.querySelector("main h1")?.textContent || form.dataset.unreachable);
}

function unheard(why) {
  const verdict = form.querySelector("[data-verdict]");
  verdict.className = "verdict-of unknown";
  verdict.textContent = why;
  return null;
}

// What the form says now, in which the server's answer has to find it again.
const stated = () => JSON.stringify([...new FormData(form)]);

// One after the other where each takes the form's place: pressed twice, it is done twice.
async function send(action, take) {
  if (leaving) return;
  if (takes(take)) {
    // What is asked about the piece as it lies comes too late from now on.
    table.editor?.deed();
    if (taking) return new Promise((done) => queue.push(() => done(ask(action, take))));
  }
  return ask(action, take);
}

// All but what is only heard.
const takes = (take) => take !== hear;

async function ask(action, take) {
  const mine = (asked += 1);
  if (takes(take)) taking = mine;
  form.setAttribute("aria-busy", "true");
  try {
    let sent = stated();
    let found = await post(action);
    // What was dragged or typed meanwhile would be lost with the form: it is sent too.
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

// Another piece is in hand, or none: all that the server drew is taken over.
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

// What was added is in hand, for the keys too.
function takeAdded(found) {
  takeOver(found);
  table.editor?.held?.focus();
}

// The piece stays in hand: only what is said of the table is new.
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

// How what has the focus is found again in what the server drew anew.
function keptFocus() {
  const held = document.activeElement;
  if (held?.dataset.piece || held?.classList.contains("held")) return "held";
  if (!held || !form.contains(held)) return null;
  if (held.id) return `#${CSS.escape(held.id)}`;
  return held.value ? `button[value="${CSS.escape(held.value)}"]` : null;
}

// The figures of the piece in hand and its die, as the form keeps them.
function lies() {
  const { editor } = table;
  if (!editor) return null;
  const [x, y, degrees, width, depth] = editor.lying();
  const die = Number(field("die")?.value) || null;
  return [...[x, y, turned(degrees), width, depth].map(rounded), die];
}

// Whether anything is typed that cannot be drawn.
function undrawn() {
  return MEASURES.some((name) => table.editor.mistyped(name));
}

const keeper = {
  state: () => JSON.stringify(changes()),
  restore(state) {
    field("changes").value = state;
    // What the fields say of the piece is not what it goes back to.
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
      // The server says what is wrong with it, and that nothing is any more.
      if ((mistyped || before) && !taking) send("check", hear);
      return;
    }
    lay = now;
    const all = changes();
    all.pieces[field("chosen").value] = now;
    field("changes").value = JSON.stringify(all);
    // What is awaited is then asked for again with it.
    if (!taking) send("check", hear);
  },
};

function pressed(event) {
  const action = event.submitter?.value || "check";
  // Saved by the browser itself it would be gone, with the page, where nobody answers.
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

// The server has drawn the piece in hand for whoever has no script.
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

// With the mouse a piece is taken and dragged in one go.
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
