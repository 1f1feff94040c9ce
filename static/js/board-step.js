// Finds what the step still needs before its answer can be sent: numbers and order, not places.
//
// Only legal placements count; an illegal one has a message of its own.

import { ticked } from "./board-answer.js";
import { fill } from "./open-ground.js";

const NAMED = 2;

export class Step {
  constructor(board) {
    this.board = board;
    this.asPlaced = false;
  }

  get words() {
    return this.board.given.words;
  }

  counts(id) {
    return this.asPlaced ? this.board.places.has(id) : this.board.isLegal(id);
  }

  // Whether only illegal placements keep the answer from being sent.
  isWholeAsPlaced() {
    this.asPlaced = true;
    const whole = !this.wants().length;
    this.asPlaced = false;
    return whole;
  }

  // Units of one kind (tug, sug), by whether they are settled: placed legally, or marked as having no place.
  units(kind) {
    const { things, without } = this.board;
    const all = [...things.values()].filter((thing) => thing.kind === kind);
    const settled = (thing) => without.has(thing.id) || this.counts(thing.id);
    return { all, settled: all.filter(settled), left: all.filter((thing) => !settled(thing)) };
  }

  // The number of requested units that are placed, for the heading of the tray.
  count() {
    const { asked, kind } = this.board.given;
    if (kind !== "deploy") return "";
    const tugs = this.units("tug");
    const told = [];
    if (asked.tugs) {
      const over = tugs.settled.length > asked.tugs ? "too_many" : "count";
      told.push(fill(this.words[over], { down: tugs.settled.length, asked: asked.tugs }));
    }
    const sugs = this.units("sug");
    if (sugs.all.length && (!tugs.left.length || asked.sugs_any)) {
      told.push(fill(this.words.count_sugs, { down: sugs.settled.length, asked: sugs.all.length }));
    }
    return told.join(" · ");
  }

  get isOver() {
    const { asked, kind } = this.board.given;
    return kind === "deploy" && this.units("tug").settled.length > asked.tugs;
  }

  // In sentences, the most urgent first; empty if the answer is complete.
  wants() {
    const { kind } = this.board.given;
    if (kind === "deploy") return [...this.numbers(), ...this.order()];
    if (kind === "place_leaders") return this.commands();
    if (kind === "hide") return this.hidden();
    if (kind === "pregame_move") {
      const [id] = this.board.places.keys();
      return id && !this.board.isMoved(id) ? [this.words.want_move] : [];
    }
    return [];
  }

  numbers() {
    const { words } = this;
    const { asked } = this.board.given;
    const { settled, left } = this.units("tug");
    const [down, missing] = [settled.length, asked.tugs - settled.length];
    const counts = { down, asked: asked.tugs, left: Math.abs(missing) };
    if (missing < 0) return [fill(words.over_tugs, counts)];
    if (!missing) return [];
    const hidden = asked.holds_back && left.every((thing) => thing.hides);
    return [fill(hidden ? words.want_or_hide : words.want_tugs, counts)];
  }

  // A few by their names; the others are visible in the tray.
  names(things) {
    const labels = things.map(({ label }) => label);
    const more = labels.length - NAMED;
    if (more < 2) return labels.join(", ");
    return fill(this.words.and_more, { names: labels.slice(0, NAMED).join(", "), more });
  }

  // Works before all others, SUGs with the last TUGs.
  order() {
    const { words, board } = this;
    const [tugs, sugs] = [this.units("tug"), this.units("sug")];
    const found = [];
    const works = tugs.left.filter((thing) => thing.goes_first);
    const early = [...board.places.keys()].some((id) => !board.things.get(id).works.length);
    if (works.length && early) found.push(fill(words.want_works, { names: this.names(works) }));
    const down = [...board.places.keys()].map((id) => board.things.get(id)).filter((thing) => thing.kind === "sug");
    if (!tugs.left.length && sugs.left.length) found.push(fill(words.want_sugs, { left: sugs.left.length }));
    else if (tugs.left.length && down.length && !board.given.asked.sugs_any) {
      found.push(fill(words.over_sugs, { names: this.names(down) }));
    }
    return found;
  }

  commands() {
    const { words, board } = this;
    const asked = board.things.size;
    const down = [...board.places.keys()].filter((id) => this.counts(id)).length;
    const found = down < asked ? [fill(words.want_leaders, { down, asked, left: asked - down })] : [];
    const bare = board.given.commanded.filter((each) => each.tug && !board.field(`command-${each.unit}`)?.value);
    if (bare.length) found.push(fill(words.want_commands, { names: this.names(bare) }));
    return found;
  }

  hidden() {
    const { words, board } = this;
    if (board.marching()) {
      const marches = board.field("flank").value !== "";
      return marches && !ticked(board, "march").length ? [words.want_marchers] : [];
    }
    if (!board.places.size) return [words.want_marker];
    const some = board.form.querySelector('.ticks input[name^="unit-"]');
    return some && !ticked(board, "unit").length ? [words.want_hidden] : [];
  }

  // Of suggested units, those that complete the placement: works first, SUGs with the last TUGs.
  stillWanted(ids) {
    const { board } = this;
    const tugs = this.units("tug");
    const open = ids.map((id) => board.things.get(id)).filter((thing) => !board.isLegal(thing.id));
    const works = (thing) => (thing.works.length ? 1 : 0);
    const taken = [...tugs.left]
      .sort((one, other) => works(other) - works(one) || open.includes(other) - open.includes(one))
      .slice(0, Math.max(0, board.given.asked.tugs - tugs.settled.length));
    const last = taken.length === tugs.left.length;
    return [...taken, ...(last ? this.units("sug").left : [])].map((thing) => thing.id);
  }
}
