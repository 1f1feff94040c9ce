// Rectangles on the table: the size of a unit in its formation, and overlaps.
//
// A place is {at: [x, y], facing, ranks}: the centre, the direction in degrees anticlockwise, and the depth
// in bases. Lengths are base widths.

import { TOLERANCE, bounds, pointToSegment } from "./geometry.js";
import { parts } from "./regions.js";

export function ahead(facing) {
  const turn = (facing * Math.PI) / 180;
  const even = (value) => Math.round(value * 1e12) / 1e12;
  return [even(Math.cos(turn)), even(Math.sin(turn))];
}

// Frontage and depth.
export function sizeOf(thing, { ranks }) {
  if (!thing.bases) return thing.size;
  const rows = Math.max(1, Math.min(thing.bases, Math.floor(ranks) || 1));
  return [Math.ceil(thing.bases / rows), rows * thing.base];
}

// Anticlockwise from the left end of the front; `less` is taken off on all sides.
export function corners(thing, place, less = 0) {
  const [frontage, depth] = sizeOf(thing, place).map((size) => size / 2 - less);
  const [dx, dy] = ahead(place.facing);
  const [x, y] = place.at;
  return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([along, left]) => [
    x + along * depth * dx - left * frontage * dy,
    y + along * depth * dy + left * frontage * dx,
  ]);
}

// How deep two convex outlines overlap; 0 if they only touch or are apart.
export function shared(first, second) {
  let least = Infinity;
  for (const ring of [first, second]) {
    for (const [place, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(place + 1) % ring.length];
      const long = Math.hypot(bx - ax, by - ay);
      if (!long) continue;
      const across = [(by - ay) / long, (ax - bx) / long];
      const [low, high] = extent(first, across);
      const [from, to] = extent(second, across);
      least = Math.min(least, high - from, to - low);
    }
  }
  return Math.max(0, least);
}

function extent(ring, [x, y]) {
  const along = ring.map(([px, py]) => px * x + py * y);
  return [Math.min(...along), Math.max(...along)];
}

const inRing = (ring, [x, y]) => {
  let inside = false;
  for (let place = 1; place < ring.length; place += 1) {
    const [ax, ay] = ring[place - 1];
    const [bx, by] = ring[place];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

const inPolygon = (polygon, point) => polygon.filter((ring) => inRing(ring, point)).length % 2 === 1;

const inConvex = (ring, [x, y]) =>
  ring.every(([ax, ay], place) => {
    const [bx, by] = ring[(place + 1) % ring.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
  });

const side = ([ax, ay], [bx, by], [x, y]) => Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));

const cross = (a, b, c, d) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

// Whether the border of a polygon crosses a rectangle.
function cuts(polygon, outline) {
  const [x0, y0, x1, y1] = bounds(outline);
  return polygon.some((ring) =>
    ring.some((point, place) => {
      if (!place) return false;
      const before = ring[place - 1];
      if (Math.max(before[0], point[0]) < x0 || Math.min(before[0], point[0]) > x1) return false;
      if (Math.max(before[1], point[1]) < y0 || Math.min(before[1], point[1]) > y1) return false;
      if (inConvex(outline, point)) return true;
      return outline.some((from, at) => cross(before, point, from, outline[(at + 1) % outline.length]));
    }),
  );
}

// Whether one member of a region contains a whole footprint.
export function holdsWhole(region, thing, place) {
  const inner = corners(thing, place, TOLERANCE);
  return parts(region).some((polygon) => inner.every((each) => inPolygon(polygon, each)) && !cuts(polygon, inner));
}

// How deep a footprint is inside a region; 0 outside it.
export function within(region, thing, place) {
  const inner = corners(thing, place, TOLERANCE);
  let deepest = 0;
  for (const polygon of parts(region)) {
    for (const point of inner) if (inPolygon(polygon, point)) deepest = Math.max(deepest, inside(polygon, point));
    const poking = polygon.flat().filter((point) => inConvex(inner, point));
    for (const point of poking) {
      deepest = Math.max(deepest, inside([[...inner, inner[0]]], point));
    }
    if (!deepest && cuts(polygon, inner)) deepest = TOLERANCE;
  }
  return deepest && deepest + TOLERANCE;
}

const inside = (polygon, point) =>
  Math.min(...polygon.flatMap((ring) => ring.slice(1).map((to, at) => pointToSegment(point, ring[at], to).distance)));

// The distance from the farthest corner of an outline in a region to the border of the region; the
// table's own edge does not count.
export function stuckOut(region, outline, { width, depth }) {
  const onEdge = ([ax, ay], [bx, by]) =>
    [[ax, bx, width], [ay, by, depth]].some(
      ([one, other, most]) => Math.abs(one - other) < 1e-6 && (Math.abs(one) < 1e-6 || Math.abs(one - most) < 1e-6),
    );
  let farthest = 0;
  for (const polygon of parts(region)) {
    const lines = polygon.flatMap((ring) => ring.slice(1).map((to, at) => [ring[at], to])).filter((line) => !onEdge(...line));
    for (const corner of outline) {
      if (!inPolygon(polygon, corner) || !lines.length) continue;
      farthest = Math.max(farthest, Math.min(...lines.map(([from, to]) => pointToSegment(corner, from, to).distance)));
    }
  }
  return farthest;
}

// The width of the intersection of a ring and a convex outline, across its narrowest direction.
export function common(ring, outline) {
  let left = ring;
  for (const [place, from] of outline.entries()) left = cutOff(left, from, outline[(place + 1) % outline.length]);
  return narrowest(hull(left));
}

// The part of a ring to the left of a line.
function cutOff(ring, [ax, ay], [bx, by]) {
  const off = ([x, y]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  return ring.flatMap((point, place) => {
    const next = ring[(place + 1) % ring.length];
    const [here, there] = [off(point), off(next)];
    const kept = here >= 0 ? [point] : [];
    if (here * there >= 0) return kept;
    const along = here / (here - there);
    return [...kept, [0, 1].map((axis) => point[axis] + along * (next[axis] - point[axis]))];
  });
}

function hull(points) {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (all) =>
    all.reduce((found, point) => {
      const turnsRight = () => {
        const [[ax, ay], [bx, by]] = found.slice(-2);
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) <= 0;
      };
      while (found.length > 1 && turnsRight()) found.pop();
      found.push(point);
      return found;
    }, []);
  return [...half(sorted).slice(0, -1), ...half([...sorted].reverse()).slice(0, -1)];
}

function narrowest(ring) {
  if (ring.length < 3) return 0;
  const widths = ring.map(([ax, ay], place) => {
    const [bx, by] = ring[(place + 1) % ring.length];
    const [low, high] = extent(ring, [(by - ay) / Math.hypot(bx - ax, by - ay), (ax - bx) / Math.hypot(bx - ax, by - ay)]);
    return high - low;
  });
  return Math.min(...widths);
}
