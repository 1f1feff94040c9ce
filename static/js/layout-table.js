// A finished table: pieces are kept by a tap on them, and the link is copied.

import { copyLinks } from "./copying.js";
import { fitTable } from "./layout-fit.js";

const boxes = [...document.querySelectorAll('[name="lock"]')];
const pieces = new Map(
  [...document.querySelectorAll("[data-table] [data-piece]")].map((each) => [each.dataset.piece, each]),
);
const again = document.querySelector("[data-again]");
const told = document.querySelector("[data-locked]");

function show() {
  for (const box of boxes) {
    const piece = pieces.get(box.value);
    piece?.classList.toggle("locked", box.checked);
    piece?.setAttribute("aria-pressed", String(box.checked));
  }
  const names = boxes.filter((box) => box.checked).map((box) => box.dataset.name);
  again.textContent = names.length ? again.dataset.some : again.dataset.none;
  told.textContent = names.length ? told.dataset.words.replace("{names}", names.join(", ")) : "";
}

for (const box of boxes) {
  const piece = pieces.get(box.value);
  box.addEventListener("change", show);
  if (!piece) continue;
  piece.setAttribute("role", "button");
  const turn = () => {
    box.checked = !box.checked;
    show();
  };
  piece.addEventListener("click", turn);
  piece.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    turn();
  });
}
// What the browser has kept of the boxes after "back" counts too.
addEventListener("pageshow", show);
fitTable();
copyLinks();
show();
