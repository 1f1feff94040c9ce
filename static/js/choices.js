// Answers by choice: squares of the map, ticks, figures, pieces by their tiles.

import { wayOf } from "./keys.js";
import { lasting } from "./life.js";

// The squares of the map are outside their form; this marks the chosen one.
export function startBoxes() {
  const chosen = document.querySelector("[data-chosen]");
  if (!chosen) return;
  const boxes = [...document.querySelectorAll('.boxes input[name="answer"]')];
  for (const box of boxes) {
    box.addEventListener("change", () => {
      chosen.textContent = box.dataset.said;
    }, lasting());
    box.addEventListener("keydown", (event) => {
      const way = wayOf(event.key);
      if (!way) return;
      event.preventDefault();
      const next = nearest(boxes, box, way);
      next?.focus();
      next?.click();
    }, lasting());
  }
}

// An arrow key moves to the nearest lit square in its direction.
function nearest(boxes, from, [right, up]) {
  const far = (box) => {
    const rows = box.dataset.row - from.dataset.row;
    const columns = box.dataset.column - from.dataset.column;
    const along = columns * right - rows * up;
    return along > 0 ? along + 3 * Math.abs(up ? columns : rows) : Infinity;
  };
  const best = boxes.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(best) < Infinity ? best : null;
}

// The first things to tick; choosing none has a button of its own.
export function startTicks() {
  const button = document.querySelector("[data-needs]");
  if (!button) return;
  const boxes = [...button.form.querySelectorAll(`input[name="${button.dataset.needs}"]`)];
  const judge = () => {
    button.disabled = !boxes.some((box) => box.checked);
  };
  boxes.forEach((box) => box.addEventListener("change", judge, lasting()));
  judge();
}

// Counted cards: a tap on one adds one more, the minus below it removes one.
export function startCounts() {
  const rows = [...document.querySelectorAll(".count")];
  const most = Number(rows[0]?.closest("form").dataset.most);
  const inputs = rows.map((row) => row.querySelector("input"));
  const together = () => inputs.reduce((sum, input) => sum + Number(input.value), 0);
  const go = rows[0]?.closest("form").querySelector(".go button");
  const counts = rows.map((row) => {
    const input = row.querySelector("input");
    const more = button("more");
    const less = button("less");
    const label = row.querySelector("label");
    const words = document.createElement("span");
    const badge = document.createElement("b");
    badge.className = "times";
    words.className = "words";
    words.append(...label.childNodes);
    const name = words.textContent.trim();
    label.remove();
    more.append(row.querySelector(".card"), words, badge);
    less.textContent = "−";
    less.setAttribute("aria-label", row.dataset.less);
    input.type = "hidden";
    row.append(more, less);
    return { input, more, less, badge, name };
  });
  const update = () => {
    for (const { input, more, less, badge, name } of counts) {
      const number = Number(input.value);
      badge.textContent = number ? `×${number}` : "";
      more.setAttribute("aria-label", `${name}: ${number}`);
      more.disabled = number >= Number(input.max) || together() >= most;
      less.disabled = !number;
    }
    go.textContent = together() ? go.dataset.some : go.dataset.none;
  };
  for (const { input, more, less } of counts) {
    more.addEventListener("click", () => count(input, 1), lasting());
    less.addEventListener("click", () => count(input, -1), lasting());
  }
  const count = (input, by) => {
    input.value = String(Number(input.value) + by);
    update();
  };
  if (rows.length) update();
  startLots();
}

function button(name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  return made;
}

// If one of each was chosen by touch, nothing is left to confirm. Keys choose as they move, so for
// them the button stays.
export function goOnAtOnce() {
  const form = document.querySelector("form[data-at-once]");
  if (!form) return;
  form.querySelector(".at-once").hidden = false;
  // Also those outside the form, such as the squares of the map.
  const choices = [...form.elements].filter((each) => each.type === "radio");
  const groups = new Set(choices.map((each) => each.name));
  const chosen = (event) => {
    if (!event.detail) return;
    const taken = new Set(choices.filter((each) => each.checked).map((each) => each.name));
    if (taken.size === groups.size) form.requestSubmit(form.querySelector(".go button"));
  };
  for (const each of choices) each.addEventListener("click", chosen, lasting());
}

// Optional pieces: a tap on a type chooses one, a second tap another if an offered combination has two,
// and the next tap removes them.
function startLots() {
  const form = document.querySelector("[data-lots]");
  if (!form) return;
  const lots = JSON.parse(document.getElementById("lots").textContent);
  const tiles = [...form.querySelectorAll(".counted")].map((tile) => {
    const input = tile.querySelector("input");
    const button = document.createElement("button");
    button.type = "button";
    button.className = tile.className;
    button.append(...tile.children);
    const badge = document.createElement("b");
    badge.className = "times";
    button.append(badge);
    const words = document.createElement("span");
    words.append(...button.querySelector("label").childNodes);
    button.querySelector("label").replaceWith(words);
    input.type = "hidden";
    tile.replaceWith(button);
    return { button, badge, input, type: tile.dataset.type, label: tile.dataset.label };
  });
  const go = form.querySelector(".go button");
  const taken = () => tiles.flatMap(({ input, type }) => Array(Number(input.value)).fill(type));
  const fits = (wanted) => lots.some((lot) => lot.join() === [...wanted].sort().join());
  const update = () => {
    for (const { button, badge, input, type, label } of tiles) {
      const number = Number(input.value);
      badge.textContent = number ? `×${number}` : "";
      button.setAttribute("aria-pressed", String(number > 0));
      button.setAttribute("aria-label", number ? `${label} ×${number}` : label);
      button.classList.toggle("taken", number > 0);
      button.disabled = !number && !fits([...taken(), type]);
    }
    go.disabled = !fits(taken());
    go.textContent = [go.dataset.none, go.dataset.one, go.dataset.some][Math.min(taken().length, 2)];
  };
  for (const { button, input, type } of tiles) {
    button.addEventListener("click", () => {
      input.value = fits([...taken(), type]) ? String(Number(input.value) + 1) : "0";
      update();
    }, lasting());
  }
  update();
}
