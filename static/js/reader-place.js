// Keeps the reader's place where the page goes on by itself, or from one moment to the next: the
// focus, how far the log was read, which account of a step was open. Who has sent something goes on
// at what is asked then, and need not come through the head of the page again by keys. Only names
// of parts and lengths are noted, nothing of what they say.

import { Memory } from "./memory.js";
import { departure } from "./outbox.js";

const NOTE = "place";
const ASKS = ["ask", "proposal", "sit_down", "look_away"];
const LINE = "line";
const FRESH = 10_000;
const POINTED = "data-pointed";
// Some questions are answered on the map itself, the first of the two where it holds the choices.
const ANSWERED = '.stage:has(input[name="answer"]), .asked';
const memory = new Memory("sessionStorage");
// How far was scrolled, noted while it is: who asks for it on leaving has a page laid out that nobody
// sees any more.
const scrolled = { down: 0, log: 0 };

// Once for a page, however often it is drawn anew.
export function keepPlace(battle) {
  addEventListener("scroll", noteScrolled, { capture: true, passive: true });
  restore(battle, memory.read(NOTE));
  noteScrolled();
  addEventListener("keydown", () => point(false), true);
  addEventListener("pointerdown", () => point(true), true);
  addEventListener("pagehide", () => {
    const here = { path: location.pathname, pointed: document.documentElement.hasAttribute(POINTED), left: Date.now() };
    memory.write(NOTE, { ...here, ...noteFrom(battle, { sent: departure.begun }) });
  });
}

function noteScrolled() {
  scrolled.down = scrollY;
  scrolled.log = document.querySelector(".record")?.scrollTop || 0;
}

// Where the reader is, before another drawing takes the place of this one.
export function noteFrom(battle, { sent }) {
  if (sent) return { sent };
  const open = document.querySelector("[popover]:popover-open");
  return {
    mode: battle.dataset.mode,
    focus: document.activeElement?.id || "",
    open: open?.id || "",
    ...scrolled,
  };
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

function restore(battle, place) {
  if (!place || place.path !== location.pathname) return arrive(battle);
  if (Date.now() - place.left > FRESH) return;
  memory.forget(NOTE);
  point(Boolean(place.pointed));
  putBack(battle, place);
}

// The same on a page that was loaded and on one that was drawn anew. What lies there already is not
// scrolled, so nothing tells of it.
export function putBack(battle, place) {
  goTo(battle, place);
  noteScrolled();
}

function goTo(battle, place) {
  const log = document.querySelector(".record");
  if (place.sent) {
    scrollTo(0, 0);
    log?.scrollTo(0, 0);
    return document.querySelector(ANSWERED).focus({ preventScroll: true });
  }
  // Who writes to the other side goes on writing.
  if (document.activeElement?.id === LINE) return;
  // Who waited and is asked now is shown the question; who only reads on stays where he was.
  const asked = ASKS.includes(battle.dataset.mode) && place.mode === "wait";
  if (log) log.scrollTop = place.log;
  scrollTo(0, asked ? 0 : place.down);
  const open = place.open && document.getElementById(place.open);
  if (open && !open.matches(":popover-open")) open.showPopover?.();
  const focused = asked ? document.querySelector(ANSWERED) : document.getElementById(place.focus);
  focused?.focus({ preventScroll: true });
}
