// GeoJSON regions as the server gives them: whether a point lies in one, how far off it is.

import { pointToSegment } from "./geometry.js";

export const parts = ({ type, coordinates }) => (type === "Polygon" ? [coordinates] : coordinates);

const rings = (region) => parts(region).flat();

// By the number of borders that a ray crosses, holes included.
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

// The point of a region's border that is nearest, and how far off it is.
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

// What the server keeps back of its tolerance, since it rounds to thousandths.
const ROUNDED = 0.0015;

// The border included.
export const covers = (region, point) =>
  holds(region, point) || border(region, point).distance < ROUNDED;

export const path = (region, sheet, [dx, dy]) =>
  rings(region)
    .map((ring) => sheet.path(ring.map(([x, y]) => [x + dx, y + dy])))
    .join("");
