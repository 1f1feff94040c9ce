// A finished table: magnified, its pieces locked by a tap, its link copied.

import { copyLinks } from "./link-copy.js";
import { tappable, taps } from "./layout-taps.js";
import { startTable } from "./table.js";

const boxes = () => [...document.querySelectorAll('[name="lock"]')];
const again = document.querySelector("[data-again]");
const told = document.querySelector("[data-locked]");
const { svg } = startTable().sheet;
let kept = new Set();

function show() {
  kept = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
  for (const piece of svg.querySelectorAll("[data-piece]")) {
    const held = kept.has(piece.dataset.piece);
    piece.classList.toggle("locked", held);
    piece.setAttribute("aria-pressed", String(held));
  }
  // A table that the viewer cannot regenerate.
  if (!again) return;
  const names = boxes().filter((box) => box.checked).map((box) => box.dataset.name);
  again.textContent = names.length ? again.dataset.some : again.dataset.none;
  told.textContent = names.length ? told.dataset.words.replace("{names}", names.join(", ")) : "";
}

taps(svg, (name) => {
  const box = boxes().find((each) => each.value === name);
  if (!box) return;
  box.checked = !box.checked;
  show();
});
document.addEventListener("change", (event) => {
  if (event.target.name === "lock") show();
});
// The list of pieces was rendered again, from the other edge.
svg.addEventListener("redrawn", () => {
  for (const box of boxes()) box.checked = kept.has(box.value);
  tappable(svg);
  show();
});
// Boxes that the browser restored after "back" count as well.
addEventListener("pageshow", show);
tappable(svg);
copyLinks();
show();
