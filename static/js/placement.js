// Places a piece on the table: dragged, turned and sized, or typed; the form sends its outline.

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

// Remembers how a sent piece was turned, to show it like that if its place is refused. A page that states
// the turn itself does not need this, and nothing is stored that the server does not allow.
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

// After its question is answered, the draft is not used again: the next question is another one, or the
// other side's. While a place is checked or agreed upon, the same question may come again.
export function forgetPut({ dataset }) {
  const asked = document.querySelector('.asked input[name="prompt"]')?.value;
  const memory = new Memory("sessionStorage");
  const open = dataset.checking === "1" || ["proposal", "past"].includes(dataset.mode);
  if (!open && memory.read("put")?.prompt !== asked) memory.forget("put");
}

// A player who typed measures finds the panel open again after a refusal.
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
