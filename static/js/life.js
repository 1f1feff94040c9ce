// How long does what a script attaches last? As long as what is drawn: a page that is drawn anew
// keeps the nodes that are as before, and what hung on them would hang there twice.

let life = new AbortController();
let timers = new Set();

// The options of a listener that goes with what is drawn now.
export const lasting = (options = {}) => ({ ...options, signal: life.signal });

// Once, some time from now, unless another drawing stands there by then.
export function later(act, pause) {
  const { signal } = life;
  const timer = setTimeout(() => {
    timers.delete(timer);
    if (!signal.aborted) act();
  }, pause);
  timers.add(timer);
  return timer;
}

// When what is drawn now goes.
export function atItsEnd(act) {
  life.signal.addEventListener("abort", act, { once: true });
}

// Whether what was drawn at this moment still stands; for answers that are awaited.
export function stands() {
  const { signal } = life;
  return () => !signal.aborted;
}

// What was drawn goes; from now on everything belongs to what is drawn next.
export function endLife() {
  const ended = life;
  life = new AbortController();
  for (const timer of timers) clearTimeout(timer);
  timers = new Set();
  ended.abort();
}
