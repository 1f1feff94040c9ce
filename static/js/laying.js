// Laying a piece on the table: dragged, turned and sized, or typed; the form sends its outline.

import { Area } from "./area.js";
import { Band, Strip } from "./edge-to-edge.js";
import { read } from "./figures.js";

export function startLaying(given, form, sheet) {
  sheet.zones(given.zones);
  const piece = { strip: Strip, band: Band }[given.form] || Area;
  const editor = new piece(given, form, sheet);
  editor.offences.judged(given.where);
  if (given.where?.length) sheet.layer.classList.add("refused");
  editor.onChange = () => {
    sheet.layer.classList.remove("refused");
    form.querySelectorAll(".refusals, .found").forEach((each) => each.remove());
  };
  if (given.put) return editor;
  keepOpen(form);
  keepPut(form);
  return editor;
}

// How a piece was turned when it was sent, so that it comes back so when its place is refused. A
// page that says itself how it is put needs none of that.
function keepPut(form) {
  form.addEventListener("submit", () => {
    const { outline } = JSON.parse(form.elements.namedItem("answer").value);
    const prompt = form.elements.namedItem("prompt").value;
    const degrees = read(form.elements.namedItem("degrees")?.value) || 0;
    const put = { prompt, outline: JSON.stringify(outline.coordinates), degrees };
    sessionStorage.setItem("put", JSON.stringify(put));
  });
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
