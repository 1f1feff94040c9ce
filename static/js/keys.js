// The direction of an arrow key: to the right, and away from the near edge of the table.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
export const STEP = 0.5;
const FINE = 0.1;

export const wayOf = (key) => WAYS[key] || null;

// The movement of a piece in base widths: in the key's direction on the screen, from whichever edge the
// table is seen. Shift makes a small step.
export function stepOf(event, { near }) {
  const way = wayOf(event.key);
  const step = (event.shiftKey ? FINE : STEP) * (near ? 1 : -1);
  return way && way.map((part) => part * step);
}

// The turn of a letter key, in degrees; undefined for any other key.
export const turnOf = (key) => ({ q: 5, e: -5 })[key.toLowerCase()];
