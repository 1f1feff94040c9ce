// Plans: how an army would stand, kept on this device for a list, and laid down again in a tap.
//
// A plan is in its owner's own frame, from his edge and his left (metator-plan/1), so that it serves
// as defender and as invader, and may be mirrored. What does not fit is laid all the same and shown.

import { holdsWhole } from "./footprints.js";
import { round } from "./geometry.js";
import { lasting, later } from "./life.js";
import { Memory } from "./memory.js";

const FORMAT = "metator-plan/1";
const WAITED = 700;

export function startPlans(board) {
  const room = board.form.querySelector("[data-plan]");
  const { plan } = board.given;
  if (!room || !plan) return;
  room.hidden = false;
  const memory = new Memory("localStorage");
  const key = `plan:${plan}`;
  const on = (name, act) => room.querySelector(`[data-plan-${name}]`)?.addEventListener("click", act, lasting());
  on("down", () => layDown(board, memory.read(key), false));
  on("mirror", () => layDown(board, memory.read(key), true));
  on("keep", () => {
    memory.write(key, kept(board, memory.read(key)));
    board.hint(board.given.words.plan_kept);
  });
}

const invades = ({ given }) => given.facing === 270;

// From the table's frame into the owner's and back: half a turn for the invader, none else.
function framed(board, { at: [x, y], facing }) {
  if (!invades(board)) return { at: [x, y], facing };
  return { at: [round(board.sheet.width - x), round(board.sheet.depth - y)], facing: (facing + 180) % 360 };
}

// What lies here takes its place in the plan; what was planned of the others stays.
function kept(board, before) {
  const now = [...board.places].map(([id, place]) => {
    return { unit: board.things.get(id).unit, ...framed(board, place), formation: { ranks: place.ranks } };
  });
  const here = new Set(now.map((each) => each.unit));
  const others = (before?.format === FORMAT ? before.units : []).filter((each) => !here.has(each.unit));
  return { format: FORMAT, units: [...others, ...now], reserve: before?.reserve ?? [], commands: before?.commands ?? [] };
}

// As far as the step allows: so many TUGs as are asked for, of those in hand.
function layDown(board, plan, mirrored) {
  const { words } = board.given;
  if (plan?.format !== FORMAT || !Array.isArray(plan.units)) return board.hint(words.plan_none);
  const { tugs, in_hand: all, sugs_any: any } = board.given.asked;
  let left = tugs;
  const laid = [];
  const inHand = plan.units.filter((each) => board.things.has(`u${each.unit}`));
  const works = (each) => board.things.get(`u${each.unit}`).works.length > 0;
  inHand.sort((one, other) => works(other) - works(one));
  for (const each of inHand) {
    const id = `u${each.unit}`;
    const tug = board.things.get(id).kind === "tug";
    if (tug ? left <= 0 : !(any || tugs >= all)) continue;
    if (tug) left -= 1;
    const [x, y] = each.at;
    const own = mirrored
      ? { at: [board.sheet.width - x, y], facing: (((180 - each.facing) % 360) + 360) % 360 }
      : { at: each.at, facing: each.facing };
    board.places.set(id, { ...framed(board, own), ranks: each.formation.ranks });
    board.without.delete(id);
    board.ask(board.things.get(id));
    laid.push(id);
  }
  board.chosen = new Set(laid);
  board.several = laid.length > 1;
  board.form.querySelector("[data-several]")?.setAttribute("aria-pressed", String(board.several));
  board.settle();
  later(() => tell(board, laid), WAITED);
  return undefined;
}

// What does not fit where it was planned is named; it lies there, marked.
function tell(board, laid) {
  const { words } = board.given;
  const unfit = laid.filter((id) => {
    const known = board.grounds.get(board.things.get(id).like);
    const place = board.places.get(id);
    return known && place && !holdsWhole(known.allowed, board.things.get(id), place);
  });
  const names = unfit.map((id) => board.things.get(id).label).join(", ");
  const text = unfit.length
    ? words.unfit.replace("{number}", unfit.length).replace("{names}", names)
    : words.plan_down.replace("{number}", laid.length);
  board.hint(text);
}
