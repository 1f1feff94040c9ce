// How the rail and the table lie in the room that the page gives them.

import { atItsEnd, lasting } from "./life.js";

export function showRail() {
  const rail = document.querySelector(".rail");
  const now = rail?.querySelector(".now");
  if (now) rail.scrollLeft = now.offsetLeft - rail.clientWidth / 2 + now.clientWidth / 2;
}

// On a small screen the table fills its part of the page; scale and legend stand in print. `stand`
// is told which part of the picture is the whole table. Where the part has data-flows, it is as high
// as the picture is.
export function fit(svg, stand) {
  const numbers = (text) => text.split(" ").map(Number);
  const whole = numbers(svg.getAttribute("viewBox"));
  const close = svg.dataset.close ? numbers(svg.dataset.close) : null;
  const small = matchMedia("(max-width: 56rem), (orientation: portrait)");
  // Cut to what is shown: what lies beyond it would be sliced by the edge of its part of the page.
  const lay = () => {
    const cut = close && small.matches;
    const flows = svg.parentElement.hasAttribute("data-flows");
    svg.style.width = svg.style.height = "";
    if (cut && !flows) {
      const [, , across, down] = close;
      const { width, height } = svg.parentElement.getBoundingClientRect();
      const scale = Math.min(width / across, height / down);
      svg.style.width = `${across * scale}px`;
      svg.style.height = `${down * scale}px`;
    }
    stand(cut ? close : whole);
  };
  addEventListener("resize", lay, lasting());
  const sizes = new ResizeObserver(lay);
  sizes.observe(svg.parentElement);
  atItsEnd(() => sizes.disconnect());
  lay();
}
