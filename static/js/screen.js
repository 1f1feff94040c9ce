// The big screen goes on by itself: nobody stands at it to touch anything.

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
  try {
    const { version } = await asked(screen.dataset.state).then((answer) => answer.json());
    if (String(version) !== screen.dataset.version) {
      const page = await asked(location.href).then((answer) => answer.text());
      turn(new DOMParser().parseFromString(page, "text/html").getElementById("screen"));
    }
    offline.hidden = true;
    pause = PAUSE;
  } catch (lost) {
    if (!(lost instanceof TypeError)) throw lost;
    offline.hidden = false;
    pause = Math.min(pause * 2, LONGEST);
  } finally {
    setTimeout(look, pause);
  }
}

// A server that answers with an error is as good as none until it is well again.
async function asked(address) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new TypeError(String(answer.status));
  return answer;
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
