// Draws faults that the server reports without a drawing, from the outlines on the table.

import { measure } from "./ground.js";

// `given` has `others`, and the `zones` and `sectors` of the piece; `faults` are {how, pieces,
// figure}: each is drawn where it is measured, and one of which nothing can be drawn shows its
// figure below the piece.
export function showFaults(faults, outline, given, sheet) {
  return faults.map(({ how, pieces, figure }) => {
    const other = given.others.find((each) => pieces.includes(each.id));
    const { geometries } = measure(how, outline, { other, given, sheet });
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
