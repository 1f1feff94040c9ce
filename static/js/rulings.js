// House rules: only the settings with the words that are sought.

import { lasting } from "./life.js";

function shown(ruling, words) {
  const text = ruling.textContent.toLowerCase();
  return words.every((word) => text.includes(word));
}

for (const rulings of document.querySelectorAll("[data-rulings]")) {
  const field = rulings.querySelector("[data-seek-ruling]");
  const steps = [...rulings.querySelectorAll("details.step")];
  const before = new Map();
  field.closest(".seeking").hidden = false;
  const seek = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !before.size) for (const step of steps) before.set(step, step.open);
    let found = 0;
    for (const step of steps) {
      const title = step.querySelector("summary").textContent.toLowerCase();
      let within = 0;
      for (const ruling of step.querySelectorAll(".ruling")) {
        const fits = shown(ruling, words) || (words.length && words.every((word) => title.includes(word)));
        ruling.hidden = !fits;
        within += fits;
      }
      step.hidden = !within;
      if (words.length) step.open = within > 0;
      else if (before.size) step.open = before.get(step);
      found += within;
    }
    if (!words.length) before.clear();
    rulings.querySelector("[data-none-found]").hidden = found > 0;
  };
  field.addEventListener("input", seek, lasting());
  // Enter here would send the form.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  }, lasting());
}
