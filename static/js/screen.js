// The big screen goes on by itself: nobody stands at it to touch anything.

import { asked } from "./asking.js";
import { fit } from "./fitting.js";

const PAUSE = 1500;
const LONGEST = 15_000;

const offline = document.getElementById("offline");
let pause = PAUSE;

function fitTable() {
  const svg = document.querySelector("#table svg");
  if (svg) fit(svg, (view) => svg.setAttribute("viewBox", view.join(" ")));
}

async function look() {
  const screen = document.getElementById("screen");
  const cache = "no-store";
  try {
    const state = await asked(screen.dataset.state, { cache });
    const goneOn = state && String(state.found.version) !== screen.dataset.version;
    const page = goneOn ? await asked(location.href, { cache, read: "text" }) : state;
    // A server that answers with an error is as good as none until it is well again.
    offline.hidden = Boolean(page);
    pause = page ? PAUSE : Math.min(pause * 2, LONGEST);
    if (page && goneOn) turn(new DOMParser().parseFromString(page.found, "text/html").getElementById("screen"));
  } finally {
    setTimeout(look, pause);
  }
}

// What is said aloud is put into the region that stands, or nobody hears it.
function turn(next) {
  const screen = document.getElementById("screen");
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
setTimeout(look, pause);
document.documentElement.dataset.ready = "";
