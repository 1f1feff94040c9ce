// The big screen goes on by itself: nobody stands at it to touch anything.

import { asked } from "./asking.js";
import { Connection } from "./connection.js";
import { fit } from "./fitting.js";
import { Live } from "./live.js";

const PAUSE = 1500;
const LONGEST = 15_000;

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

// Asks as long as no stream tells of what is new.
function again() {
  clearTimeout(timer);
  pause = connection.lostAt ? Math.min(pause * 2, LONGEST) : PAUSE;
  if (connection.lostAt || !live.open) timer = setTimeout(look, pause);
}

async function look() {
  await connection.look();
  again();
}

// A server that answers with an error is as good as none until it is well again.
async function goOn({ detail: { version } }) {
  if (turning || version === undefined || String(version) === shown().dataset.version) return;
  turning = true;
  try {
    const page = await asked(location.href, { cache: "no-store", read: "text" });
    if (page) turn(new DOMParser().parseFromString(page.found, "text/html").getElementById("screen"));
    else connection.lose();
  } finally {
    turning = false;
  }
}

// What is said aloud is put into the region that stands, or nobody hears it.
function turn(next) {
  const screen = shown();
  const words = next.querySelector("#said").textContent;
  const change = () => {
    screen.querySelector(".stage").replaceWith(next.querySelector(".stage"));
    screen.querySelector(".beside").replaceWith(next.querySelector(".beside"));
    screen.dataset.version = next.dataset.version;
    screen.querySelector("#said").textContent = words;
    fitTable();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) change();
  else document.startViewTransition(change);
}

fitTable();
connection.addEventListener("state", goOn);
connection.addEventListener("lost", () => {
  offline.hidden = false;
  again();
});
connection.addEventListener("found", () => { offline.hidden = true; });
live.addEventListener("changed", again);
live.start();
again();
document.documentElement.dataset.ready = "";
