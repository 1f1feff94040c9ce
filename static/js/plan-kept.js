// The placed units as a plan, in its owner's frame: half a turn from the table for the invader.

import { round } from "./geometry.js";

const FORMAT = "metator-plan/1";

// Units that stand already and those placed here replace their places in the plan; the other places of
// `before` stay.
export function kept(board, before) {
  const now = new Map();
  for (const each of board.given.plan.down) now.set(each.unit, each);
  for (const [id, { at, facing, ranks }] of board.places) {
    const { unit, thing } = board.things.get(id);
    if (thing === "unit") now.set(unit, { unit, at, facing, formation: { ranks } });
  }
  const others = (before?.units ?? []).filter((each) => !now.has(each.unit));
  const reserve = (before?.reserve ?? []).filter((unit) => !now.has(unit));
  const commands = commanded(board) ?? before?.commands ?? [];
  const units = [...[...now.values()].map((each) => framed(board, each)), ...others];
  return { format: FORMAT, units, reserve, commands };
}

function framed({ given, sheet }, { unit, at: [x, y], facing, formation }) {
  const own = given.facing === 270
    ? { at: [round(sheet.width - x), round(sheet.depth - y)], facing: (facing + 180) % 360 }
    : { at: [x, y], facing };
  return { unit, ...own, formation };
}

// The commands, if the question is about them and some were chosen.
function commanded({ form }) {
  const commands = new Map();
  for (const { value, dataset } of form.querySelectorAll("[data-command]")) {
    if (value !== "") commands.set(value, [...(commands.get(value) ?? []), Number(dataset.command)]);
  }
  return commands.size ? [...commands].map(([leader, units]) => ({ leader: Number(leader), units })) : null;
}
