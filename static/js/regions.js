// GeoJSON regions from the server: whether a point is inside one, and its distance.

import { pointToSegment } from "./geometry.js";

export const parts = ({ type, coordinates }) => (type === "Polygon" ? [coordinates] : coordinates);

const rings = (region) => parts(region).flat();

// By the number of borders that a ray crosses, including holes.
export function holds(region, [x, y]) {
  let inside = false;
  for (const ring of rings(region)) {
    for (let place = 1; place < ring.length; place += 1) {
      const [ax, ay] = ring[place - 1];
      const [bx, by] = ring[place];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

// The nearest point of a region's border, and its distance.
export function border(region, point) {
  let best = { distance: Infinity, at: null };
  for (const ring of rings(region)) {
    for (let place = 1; place < ring.length; place += 1) {
      const found = pointToSegment(point, ring[place - 1], ring[place]);
      if (found.distance < best.distance) best = found;
    }
  }
  return best;
}

// The part of its tolerance that the server reserves, since it rounds to thousandths.
const ROUNDED = 0.0015;

// Including the border.
export const covers = (region, point) =>
  holds(region, point) || border(region, point).distance < ROUNDED;

export const path = (region, sheet, [dx, dy]) =>
  rings(region)
    .map((ring) => sheet.path(ring.map(([x, y]) => [x + dx, y + dy])))
    .join("");
