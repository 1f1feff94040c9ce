// Faults that the server has judged and does not draw, drawn from the outlines that lie there.

import { measure } from "./ground.js";

// `faults` are {how, pieces, figure, zones}; each is drawn where it is measured, and one of which
// nothing can be drawn shows its figure below the piece.
export function showFaults(faults, outline, others, sheet) {
  return faults.map(({ how, pieces, figure, zones }) => {
    const other = others.find((each) => pieces.includes(each.id));
    const { geometries } = measure(how, outline, { other, given: { zones }, sheet });
    const drawn = geometries.length > 0;
    return {
      figure,
      drawn,
      geometries: drawn ? geometries : [{ type: "Polygon", coordinates: [outline] }],
      hatched: how === "over",
      others: other && how !== "size" ? [other.outline] : [],
    };
  });
}
