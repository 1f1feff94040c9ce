// Laying a piece on the table: dragged, turned and sized, or typed; the form sends its outline.

import { Area } from "./area.js";
import { Band, Strip } from "./edge-to-edge.js";
import { Sheet } from "./sheet.js";

export function startLaying(given, form, svg) {
  const sheet = new Sheet(svg);
  sheet.zones(given.zones);
  const piece = { strip: Strip, band: Band }[given.form] || Area;
  const editor = new piece(given, form, sheet);
  for (const { geometry, figure } of given.where || []) sheet.offence(geometry, figure);
  if (given.where?.length) sheet.layer.classList.add("refused");
  editor.onChange = () => {
    sheet.layer.classList.remove("refused");
    sheet.layer.querySelectorAll(".where").forEach((each) => each.remove());
    form.querySelectorAll(".refusals, .found, [value=as_placed]").forEach((each) => each.remove());
  };
  keepOpen(form);
  return editor;
}

// Whoever types measures finds the panel open again when a place was refused.
function keepOpen(form) {
  const panel = form.querySelector(".measured");
  const asked = form.elements.namedItem("prompt").value;
  const key = "measured-open";
  if (sessionStorage.getItem(key) === asked) panel.open = true;
  panel.addEventListener("toggle", () => {
    if (panel.open) sessionStorage.setItem(key, asked);
    else sessionStorage.removeItem(key);
  });
}
