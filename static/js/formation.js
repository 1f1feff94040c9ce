// Moves the selection on the table: side by side, sliding, turning, forming up, snapping to neighbours.
//
// Several units move as one. Every action changes only `board.places`; the board judges and draws.

import { corners, sizeOf } from "./footprints.js";
import { bounds, round } from "./geometry.js";

const SNAP = 0.45;

export class Formation {
  constructor(board, marks) {
    Object.assign(this, { board, marks });
  }

  // The selected units on the table.
  laid(ids) {
    return ids.filter((id) => this.board.places.has(id));
  }

  outline(ids) {
    const { things, places } = this.board;
    return this.laid(ids).flatMap((id) => corners(things.get(id), places.get(id)));
  }

  middle(ids) {
    const [x0, y0, x1, y1] = bounds(this.outline(ids));
    return [(x0 + x1) / 2, (y0 + y1) / 2];
  }

  // Side by side, with their fronts in line and their centre at a point.
  putAt(ids, point) {
    const { things, places, without } = this.board;
    const taken = ids.map((id) => [id, places.get(id) || this.board.usual(things.get(id))]);
    const { facing } = taken[0][1];
    const sizes = taken.map(([id, place]) => sizeOf(things.get(id), place));
    const deepest = Math.max(...sizes.map(([, deep]) => deep));
    let along = -sizes.reduce((sum, [wide]) => sum + wide, 0) / 2;
    for (const [number, [id, place]] of taken.entries()) {
      const [wide, deep] = sizes[number];
      const [dx, dy] = rotated([along + wide / 2, (deepest - deep) / 2], facing - 90);
      along += wide;
      places.set(id, { ...place, facing, at: [point[0] + dx, point[1] + dy].map(round) });
      without.delete(id);
    }
    this.keepOnTable(ids);
    this.snap(ids);
  }

  // Moves the placed units to a point, by their centre, and keeps their formation.
  moveTo(ids, point) {
    const [x, y] = this.middle(ids);
    this.slide(this.laid(ids), point[0] - x, point[1] - y);
    this.keepOnTable(ids);
    this.snap(ids);
  }

  slide(ids, dx, dy) {
    const { places } = this.board;
    for (const id of ids) {
      const place = places.get(id);
      places.set(id, { ...place, at: [round(place.at[0] + dx), round(place.at[1] + dy)] });
    }
  }

  turn(ids, degrees) {
    const { things, places } = this.board;
    const about = ids.length > 1 ? this.middle(ids) : null;
    for (const id of ids) {
      const place = places.get(id);
      if (!things.get(id).turns) continue;
      const facing = (((place.facing + degrees) % 360) + 360) % 360;
      let { at } = place;
      if (about) {
        const [dx, dy] = rotated([at[0] - about[0], at[1] - about[1]], degrees);
        at = [about[0] + dx, about[1] + dy].map(round);
      }
      places.set(id, { ...place, facing, at });
    }
    this.keepOnTable(ids);
  }

  // A line is one deep, a column one wide; several units close up where they stand.
  formUp(ids, name) {
    const { things, places } = this.board;
    for (const id of ids) {
      const thing = things.get(id);
      const ranks = ranksOf(name, thing);
      if (places.has(id)) places.set(id, { ...places.get(id), ranks });
      else thing.ranks = ranks;
    }
    const laid = this.laid(ids);
    if (laid.length > 1) this.putAt(this.inOrder(laid), this.middle(laid));
  }

  inOrder(ids) {
    const { places } = this.board;
    const { facing } = places.get(ids[0]);
    const along = (id) => rotated(places.get(id).at, 90 - facing)[0];
    return [...ids].sort((one, other) => along(one) - along(other));
  }

  keepOnTable(ids) {
    const laid = this.laid(ids);
    if (!laid.length) return;
    const [x0, y0, x1, y1] = bounds(this.outline(laid));
    const { width, depth } = this.board.sheet;
    const [dx, dy] = [Math.max(0, -x0) - Math.max(0, x1 - width), Math.max(0, -y0) - Math.max(0, y1 - depth)];
    if (dx || dy) this.slide(laid, dx, dy);
  }

  // Snaps to the sides of neighbours and the lines of the zone; the selection moves as one.
  snap(ids) {
    const { things, places, sheet, ground } = this.board;
    const laid = this.laid(ids);
    this.marks.replaceChildren();
    if (!laid.length) return;
    const turn = places.get(laid[0]).facing % 90;
    const into = (points) => points.map((point) => rotated(point, -turn));
    const own = bounds(into(this.outline(laid)));
    const lines = [[], []];
    const drawnTo = (ring) => {
      const [x0, y0, x1, y1] = bounds(into(ring));
      lines[0].push(x0, x1);
      lines[1].push(y0, y1);
    };
    for (const ring of this.neighbours(laid, turn)) drawnTo(ring);
    const region = turn ? null : ground.of(things.get(laid[0]))?.allowed;
    for (const [first] of region ? region.coordinates : []) drawnTo(first);
    const by = lines.map((levels, axis) => {
      const ways = levels.flatMap((level) => [[level - own[axis], level], [level - own[axis + 2], level]]);
      return ways.reduce((best, way) => (Math.abs(way[0]) < Math.abs(best[0]) ? way : best), [Infinity, 0]);
    });
    const near = by.map(([way]) => (Math.abs(way) < SNAP ? way : 0));
    if (near[0] || near[1]) this.slide(laid, ...rotated(near, turn));
    for (const axis of [0, 1]) {
      if (!(Math.abs(by[axis][0]) < SNAP)) continue;
      const level = by[axis][1];
      const low = own[1 - axis] + near[1 - axis] - 1;
      const high = own[3 - axis] + near[1 - axis] + 1;
      const ends = [low, high].map((other) => rotated(axis ? [other, level] : [level, other], turn));
      sheet.add("path", { class: "snap", d: sheet.path(ends, false) }, this.marks);
    }
  }

  // The outlines at right angles to the selection, within tolerance.
  neighbours(ids, turn) {
    const { things, places, given } = this.board;
    const square = ([[ax, ay], [bx, by]]) => {
      const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI - turn;
      return Math.abs(degrees / 90 - Math.round(degrees / 90)) < 0.01;
    };
    const own = [...places]
      .filter(([id]) => !ids.includes(id))
      .map(([id, place]) => corners(things.get(id), place));
    const there = given.standing.map((each) => each.corners);
    return [...own, ...there].filter(square);
  }
}

export const ranksOf = (name, thing) =>
  ({ line: 1, two: Math.min(2, thing.bases), column: thing.bases })[name];

function rotated([x, y], degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
}
