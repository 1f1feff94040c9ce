// Editing a table by hand: pieces are taken in the picture, dragged or slid by keys. The server
// draws what comes of it and says what is wrong; this only sends the form as its buttons would.

import { fitTable } from "./layout-fit.js";

const STEP = 0.5;
const FINE = 0.1;
const TURN = 5;
const REST = 250;
const FAR = 4;

let form = document.getElementById("edit");
let asked = 0;
let rest = null;

const field = (name) => form.elements.namedItem(name);
const figure = (name) => Number.parseFloat(String(field(name)?.value).replace(",", "."));

// Sends the form as a press of that button would, and takes over what the server drew.
async function send(action) {
  const mine = (asked += 1);
  const body = new FormData(form);
  body.set("do", action);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const text = await answer.text();
    if (mine !== asked) return;
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    adopt(new DOMParser().parseFromString(text, "text/html").getElementById("edit"), body);
  } catch {
    const line = form.querySelector("[data-verdict]");
    if (line) line.textContent = form.dataset.unreachable;
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function adopt(drawn, sent) {
  if (!drawn) throw new Error("no editor in the answer");
  const focus = keptFocus();
  const typing = typedSince(sent);
  const open = form.querySelector("[data-figures]")?.open;
  const top = scrollY;
  form.replaceWith(drawn);
  form = drawn;
  const figures = form.querySelector("[data-figures]");
  if (figures && open) figures.open = true;
  start();
  if (typing && field("chosen").value === sent.get("chosen")) field(typing.name).value = typing.value;
  scrollTo(0, top);
  (focus && form.querySelector(focus))?.focus({ preventScroll: true });
}

// What is being typed while an answer comes in is not lost.
function typedSince(sent) {
  const { name, value } = document.activeElement || {};
  return name && sent.has(name) && form.contains(document.activeElement) && sent.get(name) !== value
    ? { name, value }
    : null;
}

// How what has the focus is found again in what the server drew anew.
function keptFocus() {
  const held = document.activeElement;
  if (!held || !form.contains(held)) return null;
  if (held.dataset.piece) return `[data-piece="${CSS.escape(held.dataset.piece)}"]`;
  if (held.id) return `#${CSS.escape(held.id)}`;
  return held.value ? `button[value="${CSS.escape(held.value)}"]` : null;
}

// Several presses of a key are sent as one.
function later() {
  clearTimeout(rest);
  rest = setTimeout(() => send("check"), REST);
}

function start() {
  fitTable();
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value === "save") return;
    event.preventDefault();
    send(event.submitter?.value || "check");
  });
  form.addEventListener("change", (event) => {
    if (event.target.closest(".in-hand")) later();
  });
  const svg = form.querySelector("[data-table] svg");
  for (const piece of svg.querySelectorAll("[data-piece]")) take(svg, piece);
}

function take(svg, piece) {
  const name = piece.dataset.piece;
  const unit = Number(svg.dataset.unit);
  piece.setAttribute("role", "button");
  piece.setAttribute("aria-pressed", String(field("chosen").value === name));
  piece.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      send(`choose:${name}`);
    } else if (field("chosen").value === name && byKey(event)) event.preventDefault();
  });
  piece.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const held = field("chosen").value === name && field("x");
    const scale = 1 / (svg.getScreenCTM()?.a || 1);
    const [x, y] = [event.clientX, event.clientY];
    const mark = svg.querySelector(".in-hand");
    let moved = null;
    piece.setPointerCapture(event.pointerId);
    const move = (at) => {
      const by = [at.clientX - x, at.clientY - y];
      if (!moved && Math.hypot(...by) < FAR) return;
      if (!held) return;
      moved = by.map((each) => each * scale);
      for (const each of [piece, mark]) each?.setAttribute("transform", `translate(${moved})`);
    };
    const stop = () => {
      piece.removeEventListener("pointermove", move);
      piece.removeEventListener("pointerup", stop);
      piece.removeEventListener("pointercancel", stop);
      if (!moved) {
        if (!held) send(`choose:${name}`);
        return;
      }
      put("x", figure("x") + moved[0] / unit);
      put("y", figure("y") - moved[1] / unit);
      send("check");
    };
    piece.addEventListener("pointermove", move);
    piece.addEventListener("pointerup", stop);
    piece.addEventListener("pointercancel", stop);
  });
}

function put(name, value) {
  const input = field(name);
  if (input) input.value = String(Math.round(value * 100) / 100);
}

function byKey(event) {
  const step = event.shiftKey ? FINE : STEP;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const turn = { q: TURN, e: -TURN }[event.key.toLowerCase()];
  if (way[event.key] && field("x")) {
    put("x", figure("x") + way[event.key][0] * step);
    put("y", figure("y") + way[event.key][1] * step);
  } else if (turn && field("degrees")) put("degrees", figure("degrees") + turn);
  else return false;
  later();
  return true;
}

start();
