// Announces events and questions to screen readers: a live region reads only text that is added
// while the page is open.

import { later } from "./life.js";

const A_MOMENT = 200;

let last = null;

// A redrawn page does not repeat an announcement.
export function announce() {
  const said = document.getElementById("said");
  const { words } = said?.dataset ?? {};
  if (!words) return;
  if (words === last) {
    said.textContent = words;
    return;
  }
  last = words;
  later(() => {
    said.textContent = words;
  }, A_MOMENT);
}
