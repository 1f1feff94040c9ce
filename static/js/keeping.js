// Keeps the reader's place where the page goes on by itself, or from one moment to the next: the
// focus, how far the log was read, which account of a step was open. Only names of parts and
// lengths are noted, nothing of what they say.

import { Memory } from "./memory.js";
import { departure } from "./sending.js";

const NOTE = "place";
const ASKS = ["ask", "proposal", "sit_down", "look_away"];
const FRESH = 10_000;
const memory = new Memory("sessionStorage");

export function keepPlace(battle) {
  const log = document.querySelector(".record");
  restore(battle, log, memory.read(NOTE));
  addEventListener("pagehide", () => {
    if (departure.begun) return memory.forget(NOTE);
    const open = document.querySelector("[popover]:popover-open");
    memory.write(NOTE, {
      path: location.pathname,
      mode: battle.dataset.mode,
      focus: document.activeElement?.id || "",
      open: open?.id || "",
      down: scrollY,
      log: log?.scrollTop || 0,
      left: Date.now(),
    });
  });
}

function restore(battle, log, place) {
  if (!place || place.path !== location.pathname || Date.now() - place.left > FRESH) return;
  memory.forget(NOTE);
  // Who waited and is asked now is shown the question; who only reads on stays where he was.
  const asked = ASKS.includes(battle.dataset.mode) && place.mode === "wait";
  if (log) log.scrollTop = place.log;
  if (!asked) scrollTo(0, place.down);
  if (place.open) document.getElementById(place.open)?.showPopover?.();
  if (place.focus) document.getElementById(place.focus)?.focus({ preventScroll: true });
}
