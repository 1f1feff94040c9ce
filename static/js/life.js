// The lifetime of what a script attaches: until the page is redrawn. A redrawn page keeps unchanged nodes,
// and listeners would otherwise be attached to them twice.

let life = new AbortController();
let timers = new Set();

// The options of a listener that ends with the present drawing.
export const lasting = (options = {}) => ({ ...options, signal: life.signal });

// Runs once after a time, unless the page is redrawn by then.
export function later(act, pause) {
  const { signal } = life;
  const timer = setTimeout(() => {
    timers.delete(timer);
    if (!signal.aborted) act();
  }, pause);
  timers.add(timer);
  return timer;
}

// Runs when the present drawing ends.
export function atItsEnd(act) {
  life.signal.addEventListener("abort", act, { once: true });
}

// Whether the drawing of this moment is still there; for answers that are awaited.
export function stands() {
  const { signal } = life;
  return () => !signal.aborted;
}

// Ends the present drawing; from now on everything belongs to the next one.
export function endLife() {
  const ended = life;
  life = new AbortController();
  for (const timer of timers) clearTimeout(timer);
  timers = new Set();
  ended.abort();
}
