// Two quick taps are both meant for the element at the first. On a shared device, the second could
// reveal the other side's hand, or play a card that no one has seen.

import { Memory } from "./memory.js";

const SOON = 500;
const NEAR = 48;
const LED_HERE = "metator-led-here";

// While a hand is shown or waits to be revealed, taps near the last one are ignored for a while after a
// redraw, and all taps after a load: the place of the tap that led there is not known, so it may have
// been on a card.
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
    // A key press belongs to the focused element, which went with the old page.
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
