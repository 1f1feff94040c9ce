// Keeps the reader's place where the page goes on by itself, or from one moment to the next: the
// focus, how far the log was read, which account of a step was open. Who has sent something goes on
// at what is asked then, and need not come through the head of the page again by keys. Only names
// of parts and lengths are noted, nothing of what they say.

import { Memory } from "./memory.js";
import { departure } from "./sending.js";

const NOTE = "place";
const ASKS = ["ask", "proposal", "sit_down", "look_away"];
const FRESH = 10_000;
const POINTED = "data-pointed";
// Some questions are answered on the map itself, the first of the two where it holds the choices.
const ANSWERED = '.stage:has(input[name="answer"]), .asked';
const memory = new Memory("sessionStorage");

export function keepPlace(battle) {
  const log = document.querySelector(".record");
  restore(battle, log, memory.read(NOTE));
  addEventListener("keydown", () => point(false), true);
  addEventListener("pointerdown", () => point(true), true);
  addEventListener("pagehide", () => {
    const here = { path: location.pathname, pointed: document.documentElement.hasAttribute(POINTED), left: Date.now() };
    if (departure.begun) return memory.write(NOTE, { ...here, sent: true });
    const open = document.querySelector("[popover]:popover-open");
    memory.write(NOTE, {
      ...here,
      mode: battle.dataset.mode,
      focus: document.activeElement?.id || "",
      open: open?.id || "",
      down: scrollY,
      log: log?.scrollTop || 0,
    });
  });
}

// Who comes here for the first time and is asked something is at the question.
function arrive(battle) {
  if (!ASKS.includes(battle.dataset.mode) || document.activeElement !== document.body) return;
  point(true);
  document.querySelector(ANSWERED).focus({ preventScroll: true });
}

// Where the focus goes by itself only who uses keys needs to see it; what a browser takes for that
// on a new page is not what was used on the last.
function point(pointed) {
  document.documentElement.toggleAttribute(POINTED, pointed);
}

function restore(battle, log, place) {
  if (!place || place.path !== location.pathname) return arrive(battle);
  if (Date.now() - place.left > FRESH) return;
  memory.forget(NOTE);
  point(Boolean(place.pointed));
  if (place.sent) return document.querySelector(ANSWERED).focus({ preventScroll: true });
  // Who waited and is asked now is shown the question; who only reads on stays where he was.
  const asked = ASKS.includes(battle.dataset.mode) && place.mode === "wait";
  if (log) log.scrollTop = place.log;
  if (!asked) scrollTo(0, place.down);
  if (place.open) document.getElementById(place.open)?.showPopover?.();
  const focused = asked ? document.querySelector(ANSWERED) : document.getElementById(place.focus);
  focused?.focus({ preventScroll: true });
}
