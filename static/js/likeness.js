// The terrain of the piece in hand as the finished table will show it: the server draws it for one outline
// at one place, and it is moved, turned and stretched with the outline until the next drawing.

import { set } from "./sheet.js";

export class Likeness {
  // It lies right under the dragged outline.
  constructor(sheet, held) {
    this.sheet = sheet;
    this.held = held;
    this.group = sheet.add("g", { class: "likeness", "stroke-linecap": "round", "stroke-linejoin": "round" });
    held.before(this.group);
    sheet.painters.push(() => this.lay());
  }

  // An SVG document, and the frame in which its outline was held; see `frame` of in-hand.js.
  take(drawn, frame) {
    const found = new DOMParser().parseFromString(drawn, "image/svg+xml");
    this.group.replaceChildren(...found.documentElement.children);
    this.from = { of: frame.of, points: frame.points.map((point) => this.sheet.at(point)) };
    this.lay();
  }

  // The drawn outline, its distance from where it was drawn, and another frame that holds it: an outline
  // that the server has slid becomes an outline of its own.
  regrip(frame, [dx, dy]) {
    if (!this.from || this.from.of === frame.of) return;
    this.from = { of: frame.of, points: frame.points.map(([x, y]) => this.sheet.at([x - dx, y - dy])) };
    this.lay(frame);
  }

  // The present place of the piece. An outline other than the drawn one is shown without terrain.
  lay(frame = this.frame) {
    this.frame = frame;
    const shown = Boolean(this.from && frame && this.from.of === frame.of);
    set(this.group, { display: shown ? "inline" : "none" });
    this.held.classList.toggle("alike", shown);
    if (!shown) return;
    const now = frame.points.map((point) => this.sheet.at(point));
    set(this.group, { transform: `matrix(${affine(this.from.points, now)})` });
  }
}

// The transformation of three points to three others.
function affine([o, p, q], [a, b, c]) {
  const [px, py, qx, qy] = [p[0] - o[0], p[1] - o[1], q[0] - o[0], q[1] - o[1]];
  const det = px * qy - py * qx;
  const column = (axis) => {
    const [u, v] = [b[axis] - a[axis], c[axis] - a[axis]];
    const x = (u * qy - v * py) / det;
    const y = (v * px - u * qx) / det;
    return [x, y, a[axis] - x * o[0] - y * o[1]];
  };
  const [xx, xy, x0] = column(0);
  const [yx, yy, y0] = column(1);
  return [xx, yx, xy, yy, x0, y0].map((part) => part.toFixed(5)).join(" ");
}
