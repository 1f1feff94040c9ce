// How the rail and the table lie in the room that the page gives them.

export function showRail() {
  const rail = document.querySelector(".rail");
  const now = rail?.querySelector(".now");
  if (now) rail.scrollLeft = now.offsetLeft - rail.clientWidth / 2 + now.clientWidth / 2;
}

// On a small screen the table fills its part of the page; scale and legend stand in print.
export function fitTable() {
  const svg = document.querySelector("#table svg");
  const { close } = svg?.dataset || {};
  if (!close) return;
  const whole = svg.getAttribute("viewBox");
  const small = matchMedia("(max-width: 56rem), (orientation: portrait)");
  // Cut to what is shown: what lies beyond it would be sliced by the edge of its part of the page.
  const fit = () => {
    svg.setAttribute("viewBox", small.matches ? close : whole);
    svg.style.width = svg.style.height = "";
    if (!small.matches) return;
    const [, , across, down] = close.split(" ").map(Number);
    const { width, height } = svg.parentElement.getBoundingClientRect();
    const scale = Math.min(width / across, height / down);
    svg.style.width = `${across * scale}px`;
    svg.style.height = `${down * scale}px`;
  };
  addEventListener("resize", fit);
  new ResizeObserver(fit).observe(svg.parentElement);
  fit();
}
