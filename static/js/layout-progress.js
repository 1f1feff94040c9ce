// Asks how far the table is, and shows it as soon as it lies.

import { asked } from "./request.js";
import { setClocks } from "./clocks.js";

const OFTEN = 700;
const LEAST_OFTEN = 4000;

const standing = document.querySelector("[data-state]");
let pause = OFTEN;

async function look() {
  const came = await asked(standing.dataset.state, { headers: { Accept: "application/json" } });
  if (came && !came.found.waiting) return location.reload();
  const said = standing.querySelector("[data-words]");
  // Said again only where it changed: it is read aloud. Where nobody answers it stays.
  if (came && said.textContent !== came.found.words) said.textContent = came.found.words;
  pause = Math.min(pause * 1.2, LEAST_OFTEN);
  setTimeout(look, pause);
}

setClocks();
setTimeout(look, OFTEN);
