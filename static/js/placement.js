// Laying a piece on the table: dragged, turned and sized, or typed; the form sends its outline.

import { Area } from "./area.js";
import { Band, Strip } from "./edge-to-edge.js";
import { read } from "./figures.js";
import { lasting } from "./life.js";
import { Memory } from "./memory.js";

export function startPlacement(given, form, sheet) {
  sheet.zones(given.zones);
  const piece = { strip: Strip, band: Band }[given.form] || Area;
  const editor = new piece(given, form, sheet);
  editor.offences.judged(given.where);
  if (given.where?.length) sheet.layer.classList.add("refused");
  if (given.kept) editor.afresh();
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
// page that says itself how it is put needs none of that, and what the server does not say may be
// kept is kept nowhere.
function keepPut(form) {
  if (!form.elements.namedItem("prompt").hasAttribute("data-keeps")) return;
  form.addEventListener("submit", () => {
    const { outline } = JSON.parse(form.elements.namedItem("answer").value);
    const prompt = form.elements.namedItem("prompt").value;
    const degrees = read(form.elements.namedItem("degrees")?.value) || 0;
    const put = { prompt, outline: JSON.stringify(outline.coordinates), degrees };
    new Memory("sessionStorage").write("put", put);
  }, lasting());
}

// Once its question is answered nobody comes back to it: another is asked, or it is not this side's
// turn. While a place is checked or agreed upon, it may still be asked again.
export function forgetPut({ dataset }) {
  const asked = document.querySelector('.asked input[name="prompt"]')?.value;
  const memory = new Memory("sessionStorage");
  const open = dataset.checking === "1" || ["proposal", "past"].includes(dataset.mode);
  if (!open && memory.read("put")?.prompt !== asked) memory.forget("put");
}

// Whoever types measures finds the panel open again when a place was refused.
function keepOpen(form) {
  const panel = form.querySelector(".measured");
  const asked = form.elements.namedItem("prompt").value;
  const key = "measured-open";
  const memory = new Memory("sessionStorage");
  if (memory.read(key) === asked) panel.open = true;
  panel.addEventListener("toggle", () => {
    if (panel.open) memory.write(key, asked);
    else memory.forget(key);
  }, lasting());
}
