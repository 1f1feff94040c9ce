// Two quick taps are meant for what stood there at the first. On a device that passes, the second
// would open the other side's hand, or play a card that nobody has seen.

import { Memory } from "./memory.js";

const SOON = 500;
const NEAR = 48;
const LED_HERE = "metator-led-here";

// Where a hand is open or waits to be opened, no tap is taken near the last one for a while after
// the page was drawn anew, and none at all after it was loaded: where the tap was that led to it is
// not kept, it may have been on a card.
export function takeDoubleTaps(drawnPage) {
  const root = document.documentElement;
  const passes = () => document.getElementById("battle")?.hasAttribute("data-passes");
  const matters = () => Boolean(document.querySelector('#battle:is([data-secret], [data-mode="look_away"])'));
  const memory = new Memory("sessionStorage");
  let last = null;
  if (passes() && matters() && memory.read(LED_HERE)) {
    root.dataset.settling = "";
    setTimeout(() => delete root.dataset.settling, SOON);
  }
  memory.forget(LED_HERE);

  const isSecond = ({ clientX, clientY }) => {
    if (root.dataset.settling !== undefined) return true;
    const changed = last && last.at < drawnPage.at && performance.now() - drawnPage.at < SOON;
    return changed && matters() && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
  };
  const taken = (event) => {
    // A key is pressed on what has the focus, and that went with what stood there.
    if (event.detail === 0 || !passes()) return;
    if (isSecond(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = { x: event.clientX, y: event.clientY, at: performance.now() };
    memory.write(LED_HERE, true);
  };
  addEventListener("click", taken, true);
}
