// Says what happened and what is asked to whoever listens: a live region speaks only of what comes
// into it while the page stands.

import { later } from "./life.js";

const A_MOMENT = 200;

let last = null;

// What was said already is not said again when a page is drawn anew.
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
