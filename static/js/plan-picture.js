// A small drawing of a plan: its footprints from the owner's edge, which is at the bottom.

import { corners } from "./footprints.js";

const SVG = "http://www.w3.org/2000/svg";

// `units` gives the number of bases and the base depth of each unit of the list.
export function planPicture(plan, units, { width, depth }) {
  const svg = document.createElementNS(SVG, "svg");
  const half = depth / 2;
  svg.setAttribute("viewBox", `0 0 ${width} ${half}`);
  svg.setAttribute("aria-hidden", "true");
  for (const { unit, at, facing, formation } of plan.units) {
    if (!units[unit]) continue;
    const [bases, base] = units[unit];
    const ring = corners({ bases, base }, { at, facing, ranks: formation.ranks });
    const spots = ring.map(([x, y]) => `${x.toFixed(2)} ${(half - y).toFixed(2)}`);
    const body = document.createElementNS(SVG, "path");
    body.setAttribute("d", `M${spots.join("L")}Z`);
    svg.append(body);
  }
  return svg;
}
