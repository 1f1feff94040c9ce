// Keeps the reader's place when the page updates or moves between moments: the focus, the scroll position
// of the log, the open summary of a step. After sending an answer the reader continues at the next
// question, without going through the page header by keys again. Only names of parts and lengths are
// stored, no content.

import { Memory } from "./memory.js";
import { departure } from "./outbox.js";

const NOTE = "place";
const ASKS = ["ask", "proposal", "sit_down", "look_away"];
const LINE = "line";
const FRESH = 10_000;
const POINTED = "data-pointed";
// Some questions are answered on the map itself: the first of the two, if it holds the choices.
const ANSWERED = '.stage:has(input[name="answer"]), .asked';
const memory = new Memory("sessionStorage");
// The scroll position, stored while scrolling: reading it when the page is left would force a layout that
// no one sees.
const scrolled = { down: 0, log: 0 };

// Once for a page, however often it is redrawn.
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

// The reader's place before the page is redrawn.
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

// A reader who arrives and has a question starts at the question.
function arrive(battle) {
  if (!ASKS.includes(battle.dataset.mode) || document.activeElement !== document.body) return;
  point(true);
  document.querySelector(ANSWERED).focus({ preventScroll: true });
}

// Only keyboard users need to see where the focus moves automatically; a browser's guess on a new page does
// not know how the last one was used.
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

// The same for a loaded page and a redrawn one. Content that is visible already is not scrolled, so no
// scroll event reports it.
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
  // A reader who writes a message continues to write.
  if (document.activeElement?.id === LINE) return;
  // A reader who waited and has a question now is shown the question; one who only reads stays in place.
  const asked = ASKS.includes(battle.dataset.mode) && place.mode === "wait";
  if (log) log.scrollTop = place.log;
  scrollTo(0, asked ? 0 : place.down);
  const open = place.open && document.getElementById(place.open);
  if (open && !open.matches(":popover-open")) open.showPopover?.();
  const focused = asked ? document.querySelector(ANSWERED) : document.getElementById(place.focus);
  focused?.focus({ preventScroll: true });
}
