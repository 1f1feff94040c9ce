// Asks for the progress of a table, and shows the table as soon as it is finished.

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
  // Updated only on a change, since screen readers read it aloud. It stays if no server answers.
  if (came && said.textContent !== came.found.words) said.textContent = came.found.words;
  pause = Math.min(pause * 1.2, LEAST_OFTEN);
  setTimeout(look, pause);
}

setClocks();
setTimeout(look, OFTEN);
