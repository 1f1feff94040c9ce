// Asks for the progress of a set of tables or of its sheets. A finished table appears in its place; at the
// end the page is loaded again.

import { asked } from "./request.js";

const OFTEN = 500;
const run = document.querySelector("[data-state]");

async function look() {
  if (document.hidden) return later();
  const came = await asked(run.dataset.state, { headers: { Accept: "application/json" } });
  if (came && !came.found.waiting) return location.reload();
  if (came) await tell(came.found);
  later();
}

const later = () => setTimeout(look, OFTEN);

async function tell({ words, done, total }) {
  const said = run.querySelector("[data-words]");
  if (said.textContent === words) return;
  said.textContent = words;
  const bar = run.querySelector("progress");
  if (bar && total) Object.assign(bar, { max: total, value: done });
  await draw();
}

// Only the awaited parts: the others may be in use.
async function draw() {
  if (!document.querySelector("[data-waiting]")) return;
  const came = await asked(location.href, { headers: { Accept: "text/html" }, read: "text" });
  if (!came) return;
  const page = new DOMParser().parseFromString(came.found, "text/html");
  for (const waiting of document.querySelectorAll("[data-waiting]")) {
    const next = page.getElementById(waiting.id);
    if (next && !next.hasAttribute("data-waiting")) waiting.replaceWith(document.adoptNode(next));
  }
}

if (run) later();
