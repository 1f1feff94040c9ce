// Outlines as lists of [x, y] in base widths, y away from the defender: turned, measured, drawn.
// It knows no rule: it measures, and the server judges.

export const TOLERANCE = 0.01;

export const round = (value) => Math.round(value * 1000) / 1000 + 0;

export const moved = (points, dx, dy) => points.map(([x, y]) => [x + dx, y + dy]);

export function turned(points, about, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const [ax, ay] = about;
  return points.map(([x, y]) => [
    ax + (x - ax) * cos - (y - ay) * sin,
    ay + (x - ax) * sin + (y - ay) * cos,
  ]);
}

export function bounds(points) {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function cross(o, a, b) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ring) => {
    const kept = [];
    for (const point of ring) {
      while (kept.length > 1 && cross(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

// The bounding rectangles along the edges of the hull, by which the rulebook measures pieces.
function rectangles(points) {
  const around = hull(points);
  const ring = around.length ? around : points;
  return ring.map(([ax, ay], place) => {
    const [bx, by] = ring[(place + 1) % ring.length];
    const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    const [x0, y0, x1, y1] = bounds(turned(ring, [0, 0], -degrees));
    const [width, depth] = [x1 - x0, y1 - y0];
    const [short, long] = [Math.min(width, depth), Math.max(width, depth)];
    return { degrees, width, depth, short, long, area: width * depth };
  });
}

// The one with the smallest area: its sides are the stated size of a piece.
export function leastRectangle(points) {
  return rectangles(points).reduce((best, each) => (each.area < best.area - 1e-9 ? each : best));
}

// Whether one of the rectangles has both sides within the server's limits.
export function fits(points, limits) {
  return rectangles(points).some((each) => !offLimits(each, limits).length);
}

// The sides of a rectangle that are outside their limits, and the limits; `off` checks one side.
export function offLimits({ short, long }, { least, least_long, more_than, most }) {
  const least_of_long = least_long + (more_than ? TOLERANCE : -TOLERANCE);
  const small = (side) => side < least - TOLERANCE;
  const large = (side) => side > most + TOLERANCE;
  const faults = [];
  if (small(short)) faults.push({ fault: "small", measured: short, required: least, off: small });
  if (large(long)) faults.push({ fault: "large", measured: long, required: most, off: large });
  if (faults.length || long >= least_of_long) return faults;
  const fault = more_than ? "longer" : "small";
  return [{ fault, measured: long, required: least_long, off: (side) => side > long - 1e-6 }];
}

export function pointToSegment([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along = length ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  const at = [ax + along * dx, ay + along * dy];
  return { distance: Math.hypot(px - at[0], py - at[1]), at };
}

export function contains(ring, [x, y]) {
  let inside = false;
  ring.forEach(([ax, ay], place) => {
    const [bx, by] = ring[(place + 1) % ring.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

function segmentsCross(a, b, c, d) {
  const [one, two] = [cross(a, b, c), cross(a, b, d)];
  const [three, four] = [cross(c, d, a), cross(c, d, b)];
  return one * two < 0 && three * four < 0;
}

// The distance between two outlines, and its end points; 0 if they meet.
export function apart(first, second) {
  let best = { distance: Infinity, from: null, to: null };
  const look = (points, ring, swap) => {
    for (const point of points) {
      ring.forEach((start, place) => {
        const found = pointToSegment(point, start, ring[(place + 1) % ring.length]);
        if (found.distance < best.distance) {
          best = {
            distance: found.distance,
            from: swap ? found.at : point,
            to: swap ? point : found.at,
          };
        }
      });
    }
  };
  look(first, second, false);
  look(second, first, true);
  const meets =
    contains(second, first[0]) ||
    contains(first, second[0]) ||
    first.some((a, i) =>
      second.some((c, j) =>
        segmentsCross(a, first[(i + 1) % first.length], c, second[(j + 1) % second.length]),
      ),
    );
  return meets ? { ...best, distance: 0 } : best;
}

// The parts of an outline's border that lie on another outline, as pairs of points; if there are none,
// the parts of the other's border that lie on it.
export function shared(first, second) {
  const within = (ring, other) =>
    ring.flatMap((a, place) => {
      const b = ring[(place + 1) % ring.length];
      const cuts = other
        .map((c, at) => cutBy(a, b, c, other[(at + 1) % other.length]))
        .filter((share) => share !== null);
      const shares = [0, ...cuts.sort((one, two) => one - two), 1];
      const at = (share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      return shares
        .slice(1)
        .map((share, index) => [shares[index], share])
        .filter(([from, to]) => to - from > 1e-6 && contains(other, at((from + to) / 2)))
        .map(([from, to]) => [at(from), at(to)]);
    });
  const found = within(first, second);
  return found.length ? found : within(second, first);
}

// Whether two outlines overlap by more than the rules tolerate: touching is no overlap.
export function liesOn(first, second) {
  const [a, b] = [bounds(first), bounds(second)];
  if (a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3]) return false;
  const off = (ring, point) =>
    Math.min(...ring.map((start, at) => pointToSegment(point, start, ring[(at + 1) % ring.length]).distance));
  return shared(first, second).some(([[ax, ay], [bx, by]]) => {
    const middle = [(ax + bx) / 2, (ay + by) / 2];
    return Math.max(off(first, middle), off(second, middle)) > TOLERANCE;
  });
}

// The share of its length at which a line is crossed by another; null if it is not.
function cutBy(a, b, c, d) {
  if (!segmentsCross(a, b, c, d)) return null;
  const [one, two] = [cross(c, d, a), cross(c, d, b)];
  return one / (one - two);
}

export function middle(points) {
  let area = 0;
  let x = 0;
  let y = 0;
  points.forEach(([ax, ay], place) => {
    const [bx, by] = points[(place + 1) % points.length];
    const part = ax * by - bx * ay;
    area += part;
    x += (ax + bx) * part;
    y += (ay + by) * part;
  });
  return area ? [x / (3 * area), y / (3 * area)] : points[0];
}

// Shapes of width 1 and depth 1 around the centre; the editor scales and turns them.

export function fitted(points) {
  const [x0, y0, x1, y1] = bounds(points);
  return points.map(([x, y]) => [(x - x0) / (x1 - x0) - 0.5, (y - y0) / (y1 - y0) - 0.5]);
}

export const rectangle = () => [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

// Starts half a step on, so that four of its sides lie on its box.
export function ellipse() {
  const points = Array.from({ length: 20 }, (_, place) => {
    const angle = ((place + 0.5) / 20) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return fitted(points);
}

// A shape of width 1 and depth 1, stretched.
export const stretched = (base, width, depth) => base.map(([x, y]) => [x * width, y * depth]);

// The same, enlarged until its box is the rectangle by which it is measured: the typed size is what the
// rules measure. If that is outside the limits, no other rectangle is within them.
export function sized(base, width, depth, limits) {
  const least = width * depth * (1 - 1e-6);
  const sides = { short: Math.min(width, depth), long: Math.max(width, depth) };
  const off = offLimits(sides, limits).length > 0;
  for (const grown of [1, 1.06, 1.12, 1.2, 1.3, 1.45, 1.7]) {
    const limit = (part) => Math.max(-0.5, Math.min(0.5, part * grown));
    const points = base
      .map(([x, y]) => [limit(x) * width, limit(y) * depth])
      .filter(([x, y], place, all) => {
        const [px, py] = all[(place || all.length) - 1];
        return Math.hypot(x - px, y - py) > 0.002;
      });
    if (leastRectangle(points).area >= least && !(off && fits(points, limits))) return points;
  }
  return stretched(rectangle(), width, depth);
}

export function chamfered() {
  const c = 0.14;
  return [
    [-0.5 + c, -0.5],
    [0.5 - c, -0.5],
    [0.5, -0.5 + c],
    [0.5, 0.5 - c],
    [0.5 - c, 0.5],
    [-0.5 + c, 0.5],
    [-0.5, 0.5 - c],
    [-0.5, -0.5 + c],
  ];
}

// A straight band between two points; an end on a table edge is cut along that edge.
export function band([a, b], width, table) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const across = [(-along[1] * width) / 2, (along[0] * width) / 2];
  const corner = (end, sign) => {
    const point = [end[0] + sign * across[0], end[1] + sign * across[1]];
    const edges = [
      [0, 0],
      [0, table.width],
      [1, 0],
      [1, table.depth],
    ];
    for (const [axis, level] of edges) {
      if (Math.abs(end[axis] - level) < 0.005 && Math.abs(along[axis]) > 1e-6) {
        const step = (level - point[axis]) / along[axis];
        const cut = [point[0] + step * along[0], point[1] + step * along[1]];
        cut[axis] = level;
        return cut;
      }
    }
    return point;
  };
  return [corner(a, -1), corner(b, -1), corner(b, 1), corner(a, 1)];
}

// The two points of the table's edge at which a line through a point leaves the table.
export function across([x, y], degrees, table) {
  const along = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const found = [];
  for (const [axis, most] of [[0, table.width], [1, table.depth]]) {
    if (Math.abs(along[axis]) < 1e-6) continue;
    for (const level of [0, most]) {
      const step = (level - [x, y][axis]) / along[axis];
      const end = [x + step * along[0], y + step * along[1]];
      end[axis] = level;
      const inside = [end[0] / table.width, end[1] / table.depth];
      if (inside.every((part) => part > -1e-9 && part < 1 + 1e-9)) found.push([step, end]);
    }
  }
  found.sort(([one], [other]) => one - other);
  return found.length > 1 ? [found[0][1], found.at(-1)[1]] : null;
}

export function strip(side, depth, table) {
  const [low, high] = side === "left" ? [0, depth] : [table.width - depth, table.width];
  return [
    [low, 0],
    [high, 0],
    [high, table.depth],
    [low, table.depth],
  ];
}

export function asPolygon(points) {
  const ring = points.map(([x, y]) => [round(x), round(y)]);
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
}

export const ringOf = (polygon) => polygon.coordinates[0].slice(0, -1);
