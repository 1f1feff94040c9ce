// Shows the battle's past: the slider and the arrow keys move between moments. Each moment is a page of its
// own, so it can be shared, reloaded and reached without this script.

import { lasting, later } from "./life.js";
import { departure } from "./outbox.js";

const A_BREATH = 180;

// The interval of checks whether the battle continues meanwhile.
const NOW_AND_THEN = 2000;

export function startLookingBack(battle, { connection, bars }) {
  const slider = document.getElementById("when");
  const given = document.getElementById("moments-given");
  if (!slider || !given) return;
  const { numbers, chapters, here: step, words, now } = JSON.parse(given.textContent);
  const { here, mode } = battle.dataset;
  const back = mode === "past";
  const whence = document.getElementById("whence");
  const start = slider.value;
  let going;

  const told = () => {
    const place = Number(slider.value);
    const last = place === numbers.length - 1;
    const title = slider.value === start ? step : chapters.filter(([first]) => first <= place).at(-1)[1];
    const said = words
      .replace("{step}", title)
      .replace("{place}", place + 1)
      .replace("{all}", numbers.length);
    const text = last && !back ? now : said;
    slider.setAttribute("aria-valuetext", text);
    whence.textContent = text;
  };
  // Moving between moments replaces the history entry, so "back" leaves the past in one step.
  const go = (address) => {
    if (departure.begun) return;
    if (back) location.replace(address);
    else location.assign(address);
  };
  const there = () => {
    const place = Number(slider.value);
    return place === numbers.length - 1 ? here : `${here}?at=${numbers[place]}`;
  };

  slider.addEventListener("input", () => {
    slider.closest(".moments").dataset.moving = "";
    told();
  }, lasting());
  slider.addEventListener("change", () => {
    clearTimeout(going);
    if (slider.value === start) return;
    going = later(() => go(there()), A_BREATH);
  }, lasting());
  told();
  if (!back) return;
  moveByArrows(go);
  tellOfNews(battle, { connection, bars, goOn: () => go(here) });
}

// A reader in the past stays there, and is told once that the battle has continued.
function tellOfNews(battle, { connection, bars, goOn }) {
  let told = false;
  connection.addEventListener("state", ({ detail: { version } }) => {
    if (told || String(version) === battle.dataset.now) return;
    told = true;
    bars.show("wentOn", { act: goOn });
  }, lasting());
  const look = async () => {
    if (told || departure.begun) return;
    if (!document.hidden) await connection.look();
    later(look, NOW_AND_THEN);
  };
  later(look, NOW_AND_THEN);
}

// Left and right, unless they have a meaning of their own.
function moveByArrows(go) {
  const steps = { ArrowLeft: "earlier", ArrowRight: "later" };
  addEventListener("keydown", (event) => {
    const step = document.getElementById(steps[event.key]);
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (!step || modified || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, #table, [popover], .rail")) return;
    event.preventDefault();
    go(step.href);
  }, lasting());
  for (const id of Object.values(steps)) {
    document.getElementById(id)?.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(event.currentTarget.href);
    }, lasting());
  }
}
