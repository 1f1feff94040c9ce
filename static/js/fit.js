// Fits the rail and the table into the space of the page.

import { atItsEnd, lasting } from "./life.js";

export function showRail() {
  const rail = document.querySelector(".rail");
  const now = rail?.querySelector(".now");
  if (now) rail.scrollLeft = now.offsetLeft - rail.clientWidth / 2 + now.clientWidth / 2;
}

// On a small screen the table fills its part of the page; scale and legend are only in print. `stand` gets
// the part of the picture that is the whole table. With data-flows the part is as high as the picture.
export function fit(svg, stand) {
  const numbers = (text) => text.split(" ").map(Number);
  const whole = numbers(svg.getAttribute("viewBox"));
  const close = svg.dataset.close ? numbers(svg.dataset.close) : null;
  const small = matchMedia("(max-width: 56rem), (orientation: portrait)");
  // Cropped to the visible part: figures beyond it would be cut off by its edge.
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
