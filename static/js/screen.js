// Updates the big screen automatically, since no one is there to touch it.

import { asked } from "./request.js";
import { Connection } from "./connection.js";
import { fit } from "./fit.js";
import { Live } from "./live.js";

const PAUSE = 1500;
const LONGEST = 4000;

const shown = () => document.getElementById("screen");
const offline = document.getElementById("offline");
const connection = new Connection(shown().dataset.state);
const live = new Live(shown().dataset, connection);
let pause = PAUSE;
let timer;
let turning = false;

function fitTable() {
  const svg = document.querySelector("#table svg");
  if (svg) fit(svg, (view) => svg.setAttribute("viewBox", view.join(" ")));
}

// Asks while there is no stream.
function again() {
  clearTimeout(timer);
  pause = connection.lostAt ? Math.min(pause * 2, LONGEST) : PAUSE;
  if (connection.lostAt || !live.open) timer = setTimeout(look, pause);
}

async function look() {
  await connection.look();
  again();
}

function judge({ detail: { version } }) {
  if (version !== undefined && String(version) !== shown().dataset.now) goOn();
}

// A server that answers with an error counts as absent until it works again. Reports during a request or a
// turn of the page are handled after it.
async function goOn() {
  if (turning) return;
  turning = true;
  try {
    connection.forget();
    const page = await asked(location.href, { cache: "no-store", read: "text" });
    if (!page) return connection.lose();
    await turn(new DOMParser().parseFromString(page.found, "text/html").getElementById("screen"));
  } finally {
    turning = false;
  }
  if (connection.told.version > Number(shown().dataset.now)) goOn();
}

// Text for screen readers goes into the existing live region; a new one would not be read.
function turn(next) {
  const screen = shown();
  const words = next.querySelector("#said").textContent;
  const change = () => {
    screen.querySelector(".stage").replaceWith(next.querySelector(".stage"));
    screen.querySelector(".beside").replaceWith(next.querySelector(".beside"));
    Object.assign(screen.dataset, next.dataset);
    screen.querySelector("#said").textContent = words;
    fitTable();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) return change();
  return document.startViewTransition(change).updateCallbackDone;
}

fitTable();
connection.addEventListener("state", judge);
connection.addEventListener("lost", () => {
  offline.hidden = false;
  again();
});
connection.addEventListener("found", () => { offline.hidden = true; });
live.addEventListener("changed", again);
live.start();
again();
document.documentElement.dataset.ready = "";
